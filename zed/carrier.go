package zed

import "strconv"

// Carrier returns an expression for all values of a type.
func Carrier(t Type) Expr {
	info := Info{Type: PowerType{Elem: t}}
	switch t := t.(type) {
	case IntType:
		return &Ref{Info: info, Name: "ℤ", Kind: Builtin}
	case StrType:
		return &Ref{Info: info, Name: "𝕊", Kind: Builtin}
	case NamedType:
		kind := GivenSet
		switch {
		case t.Formal:
			kind = Formal
		case t.Free:
			kind = FreeType
		}
		return &Ref{Info: info, Name: t.Name, Kind: kind}
	case PowerType:
		if p, ok := t.Elem.(ProductType); ok && len(p.Elems) == 2 {
			return &Op{Info: info, Op: Relation, Args: []Expr{Carrier(p.Elems[0]), Carrier(p.Elems[1])}}
		}
		return &Op{Info: info, Op: PowerSet, Args: []Expr{Carrier(t.Elem)}}
	case ProductType:
		out := &Op{Info: info, Op: Cross}
		for _, e := range t.Elems {
			out.Args = append(out.Args, Carrier(e))
		}
		return out
	case SchemaType:
		out := &Comp{Info: info, Op: SetComp}
		body := &Binding{Info: Info{Type: t}}
		for _, f := range t.Fields {
			out.Text.Decls = append(out.Text.Decls, Decl{Names: []Ident{{Name: f.Name}}, Type: Carrier(f.Type)})
			body.Names = append(body.Names, f.Name)
			body.Values = append(body.Values, &Ref{Info: Info{Type: f.Type}, Name: f.Name, Kind: Local})
		}
		out.Body = body
		return out
	}
	return &Ref{Info: info, Name: "ℤ", Kind: Builtin}
}

// Expand returns a type-checked term without the nodes that only the checker makes: a
// Universe is replaced by the set of its type's values, an OpRef by a function or a set
// extension, and a Let without names by its body. Parts that terms share stay shared if
// memo is the same.
func Expand(e Expr, memo map[Expr]Expr) Expr {
	if e == nil {
		return nil
	}
	if o, ok := memo[e]; ok {
		return o
	}
	var out Expr
	switch x := e.(type) {
	case *Let:
		if len(x.Names) > 0 {
			out = Rebuild(e, func(x Expr) Expr { return Expand(x, memo) })
			break
		}
		out = Expand(x.Body, memo) // the checker was not to know of {S} what it is before its use
	case *Universe:
		out = Carrier(x.Type.(PowerType).Elem)
		InfoOf(out).Span = x.Span
	case *OpRef:
		out = spellOut(x)
	default:
		out = Rebuild(e, func(x Expr) Expr { return Expand(x, memo) })
	}
	memo[e] = out
	return out
}

// spellOut returns an operator as a function, λ x, y : ℤ • x + y, or as the set of
// the tuples in a relation.
func spellOut(e *OpRef) Expr {
	relation, ok := e.Type.(PowerType)
	if !ok {
		return e
	}
	f, _ := FormOf(e.Op)
	if f.Fix == FixRelation || e.Op == Disjoint {
		c := &Comp{Info: e.Info, Op: SetComp}
		args, decls := arguments(relation.Elem, 0)
		holds := &Op{Info: Info{Span: e.Span, Type: BoolType{}}, Op: e.Op, Args: args}
		c.Text = Text{Decls: decls, Pred: holds}
		if within := domain(e.Op, args); within != nil {
			c.Text.Pred = &Logic{Info: holds.Info, Op: And, Args: []Expr{within, holds}}
		}
		c.Body = tuple(relation.Elem, args)
		return c
	}
	pair, ok := relation.Elem.(ProductType)
	if !ok || len(pair.Elems) != 2 {
		return e
	}
	from, to := pair.Elems[0], pair.Elems[1]
	c := &Comp{Info: e.Info, Op: Lambda}
	if IsCurried(e.Op) { // f x y is (f x) y
		inner := to.(PowerType)
		last := inner.Elem.(ProductType)
		first, outer := arguments1(from, 1)
		second, within := arguments1(last.Elems[0], 2)
		c.Text.Decls = outer
		c.Body = &Comp{Info: Info{Span: e.Span, Type: to}, Op: Lambda, Text: Text{Decls: within},
			Body: &Op{Info: Info{Span: e.Span, Type: last.Elems[1]}, Op: e.Op, Args: []Expr{first, second}}}
		return c
	}
	var args []Expr
	if arityOf(f) == 1 {
		x, decls := arguments1(from, 1)
		args, c.Text.Decls = []Expr{x}, decls
	} else {
		args, c.Text.Decls = arguments(from, 0)
	}
	c.Text.Pred = domain(e.Op, args)
	c.Body = &Op{Info: Info{Span: e.Span, Type: to}, Op: e.Op, Args: args}
	return c
}

func arityOf(f Form) int {
	switch f.Fix {
	case FixPrefix, FixFunction, FixSymbol, FixPostfix:
		return 1
	}
	return 2
}

// arguments declares a variable for each component of a tuple's type, or for a
// value of another type.
func arguments(t Type, from int) ([]Expr, []Decl) {
	p, ok := t.(ProductType)
	if !ok {
		x, decls := arguments1(t, from+1)
		return []Expr{x}, decls
	}
	var args []Expr
	var decls []Decl
	for i, elem := range p.Elems {
		x, d := arguments1(elem, from+i+1)
		args, decls = append(args, x), append(decls, d...)
	}
	return args, decls
}

func arguments1(t Type, i int) (Expr, []Decl) {
	name := "arg" + strconv.Itoa(i)
	x := &Ref{Info: Info{Type: t}, Name: name, Kind: Local}
	return x, []Decl{{Names: []Ident{{Name: name}}, Type: Carrier(t)}}
}

func tuple(t Type, args []Expr) Expr {
	if len(args) == 1 {
		return args[0]
	}
	return &TupleExt{Info: Info{Type: t}, Elems: args}
}
