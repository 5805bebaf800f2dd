// Package mutants makes the mutants of an operation: its predicate with one mistake in
// it, as a programmer would make it: a callee that is left out, called twice, in another
// order or with other inputs; a disjunct, or an alternative of a callee, that is left out; an
// atom negated; an operator, a number, a variable or a constant in the place of another;
// an after-state that is left as it was; an output that is free, or always the same; an order relation
// that holds near its boundary alone.
//
// Which input tells a mutant from the operation is not decided here.
package mutants
