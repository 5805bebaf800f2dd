// Package reactive has the specifications of reactive systems: extended state machines,
// each a function State × Input → ℙ (State × seq Output) of Z, which may be partial and
// nondeterministic, also where what comes out does not tell in which state the machine
// is. It evaluates the function, follows the set of the states in which a specification
// can be, explores finite machines, and decides whether one machine conforms to another.
// It runs nothing.
//
// The idea is that of Koopman and Plasmeijer, Testing reactive systems with GAST,
// section 3.
package reactive
