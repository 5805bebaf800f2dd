package types

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// findDefinitions returns what the axioms define: variables that equal a term, sets whose
// members are characterised, and functions that equations define.
func findDefinitions(axioms []Axiom) map[string]*zed.Definition {
	d := definer{found: map[string]*zed.Definition{}, vars: map[string]*zed.Definition{},
		sets: map[string]*membership{}, domains: map[string]source.Span{}}
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
	d.finish()
	return d.found
}

type definer struct {
	vars, found map[string]*zed.Definition
	sets        map[string]*membership
	domains     map[string]source.Span // where axioms state the domain of a function
}

// membership is what is known about the members of a set.
type membership struct {
	clauses  []zed.Clause
	said     []source.Span
	enduring bool // whether some clause is about infinitely many values
}

// finish keeps what is known about the members of a set only where that is more than a
// few facts about single values: then the set has no value that could be written down.
func (d *definer) finish() {
	for name, s := range d.sets {
		if v := d.vars[name]; s.enduring && v.Value == nil && len(v.Clauses) == 0 {
			v.Members, v.Said = s.clauses, s.said
			d.found[name] = v
		}
	}
	for name, at := range d.domains {
		if v := d.vars[name]; len(v.Clauses) > 0 && !v.Whole {
			v.Said = append(v.Said, at)
		} else {
			v.Domain = nil
		}
	}
}

// predicate processes a predicate that holds for all values of a text's variables.
func (d *definer) predicate(t zed.Text, e zed.Expr) {
	switch e := e.(type) {
	case *zed.Logic:
		switch e.Op {
		case zed.And:
			for _, a := range e.Args {
				d.predicate(t, a)
			}
		case zed.Implies:
			d.predicate(restrictText(t, e.Args[0]), e.Args[1])
		case zed.Iff:
			d.characterise(t, e)
		case zed.Not:
			d.fact(t, e, e.Args[0], false)
		}
	case *zed.Quant:
		if e.Q == zed.Forall {
			inner := zed.Text{Decls: append(append([]zed.Decl(nil), t.Decls...), e.Text.Decls...), Pred: t.Pred}
			d.predicate(restrictText(inner, e.Text.Pred), e.Body)
		}
	case *zed.Op:
		switch e.Op {
		case zed.Equal:
			if !d.equation(t, e, e.Args[0], e.Args[1]) {
				d.equation(t, e, e.Args[1], e.Args[0])
			}
		case zed.In:
			d.fact(t, e, e, true)
		case zed.NotIn:
			d.fact(t, e, &zed.Op{Info: e.Info, Op: zed.In, Args: e.Args}, false)
		}
	}
}

// restrictText returns a text with a further predicate.
func restrictText(t zed.Text, p zed.Expr) zed.Text {
	switch {
	case p == nil:
	case t.Pred == nil:
		t.Pred = p
	default:
		t.Pred = &zed.Logic{Info: zed.Info{Span: p.At(), Type: zed.BoolType{}}, Op: zed.And,
			Args: []zed.Expr{t.Pred, p}}
	}
	return t
}

// global returns the definition of the global variable that e is, or nil.
func (d *definer) global(e zed.Expr) *zed.Definition {
	if r, ok := e.(*zed.Ref); ok && r.Kind == zed.Global {
		return d.vars[r.Name]
	}
	return nil
}

// equation processes the equation e, left = right. It returns whether the equation
// defines something on its left side.
func (d *definer) equation(t zed.Text, e, left, right zed.Expr) bool {
	plain := len(t.Decls) == 0 && t.Pred == nil
	if v := d.global(left); v != nil && plain {
		return d.value(v, e, right)
	}
	if o, ok := left.(*zed.Op); ok && o.Op == zed.Dom && plain {
		if v := d.global(o.Args[0]); v != nil && v.Domain == nil {
			v.Domain, d.domains[v.Name] = right, e.At()
			return true
		}
	}
	a, ok := left.(*zed.Apply)
	if !ok {
		return false
	}
	v := d.global(a.Fn)
	if v == nil || v.Value != nil || v.Whole ||
		slices.ContainsFunc(v.Clauses, func(c zed.Clause) bool { return covers(c.Text, c.Arg, domains(v)) }) {
		return false
	}
	v.Clauses = append(v.Clauses, zed.Clause{Text: t, Arg: a.Arg, Value: right})
	v.Said = append(v.Said, e.At())
	d.found[v.Name] = v
	return true
}

// value processes the equation e, v = right. Where right is a λ, it is an equation for
// every argument.
func (d *definer) value(v *zed.Definition, e, right zed.Expr) bool {
	if v.Value != nil || len(v.Clauses) > 0 {
		return false
	}
	d.found[v.Name] = v
	v.Said = append(v.Said, e.At())
	if c, ok := right.(*zed.Comp); ok && c.Op == zed.Lambda {
		if arg := argument(c); arg != nil {
			v.Clauses, v.Whole = []zed.Clause{{Text: c.Text, Arg: arg, Value: c.Body}}, true
			return true
		}
	}
	v.Value = right
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
