package eval

import "github.com/ttf-int/ttf-int/zed"

// expressions is what the parts of a compiler ask of the whole: terms, predicates, sets and
// relations stand in each other in every order. Each part knows one kind of them, calls parts
// below it by their name, and reaches those beside and above it only so.
type expressions interface {
	term(zed.Expr) term
	terms([]zed.Expr) []term
	predicate(zed.Expr) predicate
	// member tests whether a value is in a set, without building the set where its form allows.
	member(zed.Expr) membership
	// extent is a set to run through; enumerated is one that may be a power set or a function space.
	extent(zed.Expr) extents
	enumerated(zed.Expr) extents
	// setTerm is a set as a value, spaces included.
	setTerm(zed.Expr) term
	// images asks a relation that cannot be built for images; it is nil for others.
	images(zed.Expr) images
}
