// Package machine treats the schemas of units that share a state as a state machine. It
// draws sequences of operations, each with inputs inside its precondition in the state
// that the previous one leaves; it makes failing sequences shorter and their values
// smaller; and it counts what was covered. It runs nothing: its callers judge what a
// program did.
//
// The idea is that of Koopman and Plasmeijer, Testing reactive systems with GAST:
// specifications are extended state machines, and inputs are generated while they run.
package machine
