package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Globals gives the names of a specification their values.
type Globals struct {
	Given  map[string][]value.Value // the elements of each given type
	Free   map[string][]value.Value // the values of each free type
	Consts map[string]value.Value   // the values of axiomatic constants
	// Sizes says of which given types Given has all elements that there are, for this
	// case or this search; of others nothing is known but that they are not empty.
	Sizes value.Sizes
	// Facts are axioms that the sizes of given types may make false.
	Facts []zed.Expr
	// Declared says that constants are in the sets in which they are declared, where
	// the sizes of given types may make that false.
	Declared []zed.Expr
	// Partial says of which free types there are more values than Free has.
	Partial map[string]bool
	// Ctors gives the constructors of free types the sets that their arguments
	// are in.
	Ctors map[string]zed.Expr
	// Makers names the constructors of each free type that take an argument.
	Makers map[string][]string
	// Defined says what axioms define, of constants that Consts has not.
	Defined map[string]*zed.Definition
	// Partly has what the configuration or a program gives of total functions on sets
	// without end: some pairs, which Defined has too. Elsewhere they are open.
	Partly map[string]value.Value
	// Chosen are the constants whose value in Consts is one of several that the
	// axioms allow; nil where there are none. Evaluation takes it as it is.
	Chosen *Chosen
}

// Chosen are constants whose values nobody stated.
type Chosen struct {
	Vars  []zed.Var  // with the sets that they are declared in
	About []zed.Expr // what holds of them whatever their values are
	// Stated says what some of them equal, of which the value follows from others'.
	Stated map[string]zed.Expr
}
