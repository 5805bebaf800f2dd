// Package algebratest reads the specifications that tests of algebra share, and sequences of their operations.
// It is for tests alone.
package algebratest
