package zed

import "github.com/ttf-int/ttf-int/source"

// Definition is what the axioms say that a global variable is: a term, clauses that
// give a function's value for the arguments that fit a pattern, or clauses that say
// of values that fit one whether they are in a set. What no clause fits is open.
type Definition struct {
	Name    string
	Params  []string // formal generic parameters
	Set     Expr     // what the variable was declared in
	Value   Expr     // nil where there are clauses
	Clauses []Clause
	Members []Clause // of a set: a value is in it where Value, a predicate, is true
	Domain  Expr     // the domain of a function, where an axiom says it
	Whole   bool     // outside of the clauses the function is undefined, and not open
	// Said has the places of the predicates that the definition is taken from.
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
