package scope

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
)

// Expressions is what the parts of a compiler need of each other, since terms,
// predicates, sets and relations contain each other in every order. Each part compiles
// one kind of them. It calls the parts below it directly, and the others only through
// this interface.
type Expressions interface {
	Term(zed.Expr) machine.Term
	Terms([]zed.Expr) []machine.Term
	Predicate(zed.Expr) machine.Predicate
	// Member compiles the test whether a value is in a set, without building the set
	// where its form allows that.
	Member(zed.Expr) machine.Membership
	// Extent compiles a set whose elements are run through. Enumerated does that too, and
	// takes power sets and function spaces as well.
	Extent(zed.Expr) machine.Extents
	Enumerated(zed.Expr) machine.Extents
	// SetTerm compiles a set as a value, power sets and function spaces included.
	SetTerm(zed.Expr) machine.Term
	// Images compiles a relation that cannot be built, so that it can be asked for
	// images; it is nil for other relations.
	Images(zed.Expr) machine.Images
}
