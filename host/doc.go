// Package host runs programs under test. It takes a system under test as a project
// declares it, and cases as values; it builds and starts the program, makes sure of
// what it serves, tries its conversions, sends cases to its processes and gives back
// what became of each: the frame that was observed, the recorded calls, and what went
// wrong beside the units. It knows the protocol, and nobody after it does. It knows
// nothing of decisions, certificates, verdicts or blame, and runs no case again but to
// find out which of several ended a process.
//
// It is large because whatever a program under test can do wrong is found out and told apart
// here, so that no stage after it has to.
package host
