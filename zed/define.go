package zed

import "github.com/ttf-int/ttf-int/source"

// Definition is what axioms define a global variable to be: a term; clauses with the
// values of a function for arguments that match a pattern; or clauses that say which
// values that match a pattern are in a set. For what matches no clause the variable is
// open.
type Definition struct {
	Name    string
	Params  []string // formal generic parameters
	Set     Expr     // the set in which the variable is declared
	Value   Expr     // nil where there are clauses
	Clauses []Clause
	Members []Clause // for a set: a value that matches is in it where Value, a predicate, is true
	Domain  Expr     // the domain of a function, where an axiom states it
	Whole   bool     // the function is undefined, and not open, for what matches no clause
	// Said has the places of the axioms from which the definition is taken.
	Said []source.Span
}

// Clause is one equation of a function: for the variables of Text, the function
// applied to Arg is Value.
type Clause struct {
	Text  Text
	Arg   Expr
	Value Expr
}

// Parts returns the terms that a definition is made of.
func (d *Definition) Parts() []Expr {
	out := []Expr{d.Set, d.Value, d.Domain}
	for _, list := range [2][]Clause{d.Clauses, d.Members} {
		for _, c := range list {
			out = append(out, Children(&Comp{Text: c.Text, Body: c.Value})...)
			out = append(out, c.Arg)
		}
	}
	return out
}
