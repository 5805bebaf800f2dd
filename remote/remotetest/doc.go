// Package remotetest is a cluster for tests: a server of the Bazel Remote Execution API on loopback that keeps all in
// memory, executes actions in folders of its own, and fails when it is told to. It checks what clients must not do, and
// does not isolate what it executes.
package remotetest
