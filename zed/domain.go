package zed

import "math/big"

// domain returns the condition under which operands are in the domain of an operator
// that is written as a function or a relation: for head, that its operand is not ⟨⟩. It
// is nil where there is no condition. That a set is finite is not part of it.
func domain(o Operator, args []Expr) Expr {
	i := 0
	for i < len(rows) && rows[i].Op != o {
		i++
	}
	if i == len(rows) || rows[i].Open {
		return nil
	}
	var parts []Expr
	for k, operand := range rows[i].Operands {
		if k < len(args) {
			parts = append(parts, requirements(operand.Needs, args[k])...)
		}
	}
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return parts[0]
	}
	return &Logic{Info: Info{Type: BoolType{}}, Op: And, Args: parts}
}

// requirements returns the predicates that a term satisfies what an operator needs.
func requirements(n Need, e Expr) []Expr {
	zero := &Num{Info: Info{Type: IntType{}}, Value: new(big.Int)}
	filled := Relate(NotEqual, e, &SetExt{Info: Info{Type: e.Typ()}})
	switch n {
	case IsNotZero:
		return []Expr{Relate(NotEqual, e, zero)}
	case IsNatural:
		return []Expr{Relate(GreaterEq, e, zero)}
	case IsFilled:
		return []Expr{filled}
	case IsAnything, IsFinite:
		return nil
	}
	from, to, ok := relatedTypes(e.Typ())
	if !ok {
		return nil
	}
	member := func(space Operator, of ...Expr) Expr {
		return Relate(In, e, &Op{Info: Info{Type: PowerType{Elem: e.Typ()}}, Op: space, Args: of})
	}
	switch n {
	case IsFunction:
		return []Expr{member(PartialFun, Carrier(from), Carrier(to))}
	case IsSequence:
		return []Expr{member(Seq, Carrier(to))}
	case IsFilledSequence:
		return []Expr{member(Seq, Carrier(to)), filled}
	case IsBag:
		return []Expr{member(Bag, Carrier(from))}
	}
	_, elem, ok := relatedTypes(to)
	if !ok {
		return nil
	}
	of := &Op{Info: Info{Type: PowerType{Elem: to}}, Op: Seq, Args: []Expr{Carrier(elem)}}
	return []Expr{member(Seq, of)}
}

// relatedTypes returns the two types that a relation of the given type relates.
func relatedTypes(t Type) (from, to Type, ok bool) {
	set, ok := t.(PowerType)
	if !ok {
		return nil, nil, false
	}
	pair, ok := set.Elem.(ProductType)
	if !ok || len(pair.Elems) != 2 {
		return nil, nil, false
	}
	return pair.Elems[0], pair.Elems[1], true
}
