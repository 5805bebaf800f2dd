package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Globals has the values of the names of a specification.
type Globals struct {
	Given  map[string][]value.Value // the elements of each given type
	Free   map[string][]value.Value // the values of each free type
	Consts map[string]value.Value   // the values of axiomatic constants
	// Sizes has the given types for which Given has all elements that there are, in
	// this case or this search. Of other given types it is only known that they are not
	// empty.
	Sizes value.Sizes
	// Facts are the axioms whose truth depends on the sizes of given types.
	Facts []zed.Expr
	// Declared are the predicates that constants are in their declared sets, where this
	// depends on the sizes of given types.
	Declared []zed.Expr
	// Partial has the free types that have more values than Free.
	Partial map[string]bool
	// Ctors has the set in which the argument of each constructor lies.
	Ctors map[string]zed.Expr
	// Makers has, for each free type, the constructors that take an argument.
	Makers map[string][]string
	// Defined has the definitions that axioms give to constants without a value in
	// Consts.
	Defined map[string]*zed.Definition
	// Partly has, for total functions on infinite sets, some pairs that the
	// configuration or a program gives. Defined has these pairs too. For other
	// arguments the functions are open.
	Partly map[string]value.Value
	// Chosen are the constants whose value in Consts is one of several that the axioms
	// allow; nil where there are none. Evaluation uses these values like others.
	Chosen *Chosen
}

// IsChosen tells whether the value of a constant was chosen, or follows from chosen ones.
func (g *Globals) IsChosen(name string) bool {
	return g.Chosen != nil && slices.ContainsFunc(g.Chosen.Vars, func(v zed.Var) bool { return v.Name == name })
}

// Chosen are the constants whose values ttf-int chose.
type Chosen struct {
	Vars  []zed.Var  // the constants, with the sets in which they are declared
	About []zed.Expr // the predicates that hold of them, whatever their values are
	// Stated has terms for some of them, whose values follow from those of the others.
	Stated map[string]zed.Expr
}
