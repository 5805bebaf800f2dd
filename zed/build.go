package zed

// Relate returns the checked predicate that relates two terms by an operator, such
// as Equal or In.
func Relate(op Operator, x, y Expr) *Op {
	return &Op{Info: Info{Type: BoolType{}}, Op: op, Args: []Expr{x, y}}
}

// LocalRef returns a type-checked reference to a local variable.
func LocalRef(name string, t Type) *Ref { return &Ref{Info: Info{Type: t}, Name: name, Kind: Local} }

// Negation returns the type-checked predicate ¬e, without simplifying it.
func Negation(e Expr) *Logic {
	return &Logic{Info: Info{Type: BoolType{}}, Op: Not, Args: []Expr{e}}
}
