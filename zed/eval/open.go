package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// bounds compiles what tells whether a value may be an argument of a function, or a
// member of a set: it is in what the variable was declared over, and in the domain
// that an axiom gives. For others the value is known, though no clause fits them.
func (f *function) bounds() []*Program {
	var sets []zed.Expr
	if o, ok := f.def.Set.(*zed.Op); ok {
		switch {
		case f.set && toolkit.IsPower(o.Op):
			sets = o.Args
		case f.set && toolkit.IsArrow(o.Op):
			sets = []zed.Expr{&zed.Op{Info: zed.Info{Span: o.Span, Type: f.def.Set.Typ().(zed.PowerType).Elem}, Op: zed.Cross, Args: o.Args}}
		case toolkit.IsArrow(o.Op):
			sets = o.Args[:1]
		}
	}
	if f.def.Domain != nil {
		sets = append(sets, f.def.Domain)
	}
	var out []*Program
	for _, s := range sets {
		typ, ok := s.Typ().(zed.PowerType)
		if !ok || toolkit.FullOfFinite(s) {
			continue
		}
		x := &zed.Ref{Info: zed.Info{Type: typ.Elem}, Name: "an argument", Kind: zed.Local}
		test := &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{x, s}}
		if p, err := f.shared.compiler([]string{x.Name})(test); err == nil {
			out = append(out, p)
		}
	}
	return out
}

// elsewhere is the value for an argument that no clause fits: there is none for what
// the function cannot be applied to, and for others the axioms leave it open.
func (f *function) elsewhere(m *machine, at zed.Expr, arg value.Value) (value.Value, bool) {
	out := f.def.Whole
	for _, p := range f.beyond {
		switch t := p.truthWithin(m, []value.Value{arg}); {
		case t == False:
			out = true
		case t == Unknown:
			m.fail = t
			return value.Value{}, false
		}
	}
	switch {
	case out && f.set:
		return m.truthAsValue(False)
	case out:
		return m.undefined(at, "%s is not in the domain", arg)
	case f.set:
		return value.Value{}, m.unsaid(at, "the axioms do not say whether %s is in it", arg)
	}
	return value.Value{}, m.unsaid(at, "the axioms do not say what it is for %s", arg)
}

// unsaid records that the axioms leave something open: no evaluation decides it.
func (m *machine) unsaid(at zed.Expr, message string, arg value.Value) bool {
	m.infinite(at, message)
	m.reason.Arg = arg
	return false
}

// truthAsValue makes a truth the value of a call, as which a session remembers it.
func (m *machine) truthAsValue(t Truth) (value.Value, bool) {
	switch t {
	case True:
		return value.OfInt(1), true
	case False:
		return value.OfInt(0), true
	}
	m.fail = t
	return value.Value{}, false
}

// memberOfClauses compiles the test for members of a set that axioms characterise by
// clauses; nil for others.
func (c *memberTests) memberOfClauses(e zed.Expr) membership {
	d := c.definitions.defined(e)
	if d == nil || len(d.Members) == 0 {
		return nil
	}
	f := c.definitions.registered(d, e.(*zed.Ref), true)
	return func(m *machine, v value.Value) Truth {
		in, ok := f.call(m, e, f.compiled(), v)
		if !ok {
			return m.fail
		}
		return truth(in.Equal(value.OfInt(1)))
	}
}
