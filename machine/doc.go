// Package machine takes the schemas of units that share a state for the state machine that
// they are: it draws sequences of operations, each with inputs inside its precondition in
// the state that the one before leaves, makes failing ones shorter and their values smaller,
// and counts what was covered. It runs nothing: what a program did is its users' concern.
//
// The idea is that of Koopman and Plasmeijer, Testing reactive systems with GAST: extended
// state machines as specifications, and inputs made on the fly.
package machine
