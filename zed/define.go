package zed

// Definition is what the axioms say that a global variable is: a term, or
// clauses that give a function's value for the arguments that fit a pattern.
type Definition struct {
	Name    string
	Params  []string // formal generic parameters
	Set     Expr     // what the variable was declared in
	Value   Expr     // nil where there are clauses
	Clauses []Clause
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
	out := []Expr{d.Set, d.Value}
	for _, c := range d.Clauses {
		out = append(out, Children(&Comp{Text: c.Text, Body: c.Value})...)
		out = append(out, c.Arg)
	}
	return out
}
