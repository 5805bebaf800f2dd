// Package texts compiles what binds variables: quantifiers, comprehensions, and the patterns
// that values are taken apart by. It chooses the order in which variables are bound, so that
// each runs through as little as what is bound before it allows.
//
// A quantifier whose set it cannot run through is undefined: it searches for nothing.
package texts
