// Package host runs programs under test. It takes a system under test as a project
// declares it, and cases as values. It builds and starts the program, checks what the
// program serves, tries its conversions of values, and sends cases to its processes.
// For each case it returns the observed frame, the recorded calls, and what went wrong
// outside the units. Packages that use it do not see the protocol. It knows nothing of
// decisions, certificates, verdicts or blame, and runs a case again only to find out
// which of several cases ended a process.
//
// It is large because it detects and tells apart all that a program under test can do
// wrong, so that later stages do not have to.
package host
