package types

import "github.com/ttf-int/ttf-int/zed"

// definitions finds what the axioms define: variables that are equal to a term,
// sets whose members are characterised, and functions that equations give.
func definitions(axioms []Axiom) map[string]*zed.Definition {
	d := definer{found: map[string]*zed.Definition{}, vars: map[string]*zed.Definition{}}
	for _, a := range axioms {
		for _, v := range a.Vars {
			d.vars[v.Name] = &zed.Definition{Name: v.Name, Params: a.Params, Set: v.Decl}
		}
	}
	for _, a := range axioms {
		for _, p := range a.Preds {
			d.predicate(zed.Text{}, p)
		}
	}
	return d.found
}

type definer struct {
	vars, found map[string]*zed.Definition
}

// predicate looks at a predicate that holds for all values of a text's
// variables.
func (d *definer) predicate(t zed.Text, e zed.Expr) {
	switch e := e.(type) {
	case *zed.Logic:
		switch e.Op {
		case zed.And:
			for _, a := range e.Args {
				d.predicate(t, a)
			}
		case zed.Implies:
			d.predicate(restricted(t, e.Args[0]), e.Args[1])
		case zed.Iff:
			d.characterised(t, e.Args[0], e.Args[1])
			d.characterised(t, e.Args[1], e.Args[0])
		}
	case *zed.Quant:
		if e.Q == zed.Forall {
			inner := zed.Text{Decls: append(append([]zed.Decl(nil), t.Decls...), e.Text.Decls...), Pred: t.Pred}
			d.predicate(restricted(inner, e.Text.Pred), e.Body)
		}
	case *zed.Op:
		if e.Op == zed.Equal {
			if !d.equation(t, e.Args[0], e.Args[1]) {
				d.equation(t, e.Args[1], e.Args[0])
			}
		}
	}
}

// restricted adds a predicate to a text.
func restricted(t zed.Text, p zed.Expr) zed.Text {
	switch {
	case p == nil:
	case t.Pred == nil:
		t.Pred = p
	default:
		t.Pred = &zed.Logic{Info: zed.Info{Span: p.At(), Type: zed.BoolType{}}, Op: zed.And, Args: []zed.Expr{t.Pred, p}}
	}
	return t
}

// global returns the definition of the variable that e is, or nil.
func (d *definer) global(e zed.Expr) *zed.Definition {
	if r, ok := e.(*zed.Ref); ok && r.Kind == zed.Global {
		return d.vars[r.Name]
	}
	return nil
}

// equation takes left = right, and tells whether it defines what is on the left.
func (d *definer) equation(t zed.Text, left, right zed.Expr) bool {
	if v := d.global(left); v != nil && len(t.Decls) == 0 && t.Pred == nil {
		return d.value(v, right)
	}
	a, ok := left.(*zed.Apply)
	if !ok {
		return false
	}
	v := d.global(a.Fn)
	if v == nil || v.Value != nil {
		return false
	}
	v.Clauses = append(v.Clauses, zed.Clause{Text: t, Arg: a.Arg, Value: right})
	d.found[v.Name] = v
	return true
}

// value takes v = e. A λ is an equation for every argument.
func (d *definer) value(v *zed.Definition, e zed.Expr) bool {
	if v.Value != nil || len(v.Clauses) > 0 {
		return false
	}
	d.found[v.Name] = v
	if c, ok := e.(*zed.Comp); ok && c.Op == zed.Lambda {
		if arg := argument(c); arg != nil {
			v.Clauses = []zed.Clause{{Text: c.Text, Arg: arg, Value: c.Body}}
			return true
		}
	}
	v.Value = e
	return true
}

// argument returns the pattern of a λ: the tuple of its variables, or nil where
// it includes schemas.
func argument(c *zed.Comp) zed.Expr {
	var names []zed.Expr
	var ts []zed.Type
	for _, decl := range c.Text.Decls {
		if len(decl.Names) == 0 {
			return nil
		}
		set, ok := decl.Type.Typ().(zed.PowerType)
		if !ok {
			return nil
		}
		for _, n := range decl.Names {
			names = append(names, &zed.Ref{Info: zed.Info{Span: n.Span, Type: set.Elem}, Name: n.Name, Kind: zed.Local})
			ts = append(ts, set.Elem)
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return &zed.TupleExt{Info: zed.Info{Span: c.Span, Type: product(ts...)}, Elems: names}
}

// characterised takes x ∈ v ⇔ condition, for all values of a text's variables:
// v is the set of the x that meet it.
func (d *definer) characterised(t zed.Text, left, condition zed.Expr) {
	in, ok := left.(*zed.Op)
	if !ok || in.Op != zed.In || len(t.Decls) == 0 {
		return
	}
	v := d.global(in.Args[1])
	if v == nil || v.Value != nil || len(v.Clauses) > 0 {
		return
	}
	v.Value = &zed.Comp{Info: zed.Info{Span: left.At(), Type: in.Args[1].Typ()}, Op: zed.SetComp,
		Text: restricted(t, condition), Body: in.Args[0]}
	d.found[v.Name] = v
}
