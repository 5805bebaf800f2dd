package scope

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
)

// Expressions is what the parts of a compiler ask of the whole: terms, predicates, sets and
// relations stand in each other in every order. Each part knows one kind of them, calls parts
// below it by their name, and reaches those beside and above it only so.
type Expressions interface {
	Term(zed.Expr) machine.Term
	Terms([]zed.Expr) []machine.Term
	Predicate(zed.Expr) machine.Predicate
	// Member tests whether a value is in a set, without building the set where its form allows.
	Member(zed.Expr) machine.Membership
	// Extent is a set to run through; enumerated is one that may be a power set or a function space.
	Extent(zed.Expr) machine.Extents
	Enumerated(zed.Expr) machine.Extents
	// SetTerm is a set as a value, spaces included.
	SetTerm(zed.Expr) machine.Term
	// Images asks a relation that cannot be built for images; it is nil for others.
	Images(zed.Expr) machine.Images
}
