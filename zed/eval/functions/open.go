package functions

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// bounds compiles what tells whether a value may be an argument of a function, or a
// member of a set: it is in what the variable was declared over, and in the domain
// that an axiom gives. For others the value is known, though no clause fits them.
func (f *Function) bounds() []*machine.Program {
	var sets []zed.Expr
	if o, ok := f.Def.Set.(*zed.Op); ok {
		switch {
		case f.set && toolkit.IsPower(o.Op):
			sets = o.Args
		case f.set && toolkit.IsArrow(o.Op):
			sets = []zed.Expr{&zed.Op{Info: zed.Info{Span: o.Span, Type: f.Def.Set.Typ().(zed.PowerType).Elem},
				Op: zed.Cross, Args: o.Args}}
		case toolkit.IsArrow(o.Op):
			sets = o.Args[:1]
		}
	}
	if f.Def.Domain != nil {
		sets = append(sets, f.Def.Domain)
	}
	var out []*machine.Program
	for _, s := range sets {
		typ, ok := s.Typ().(zed.PowerType)
		if !ok || toolkit.IsAny(s) {
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

// valueElsewhere returns the value for an argument that no clause fits: there is none for what
// the function cannot be applied to, and for others the axioms leave it open.
func (f *Function) valueElsewhere(m *machine.Machine, at zed.Expr, arg value.Value) (value.Value, bool) {
	out := f.Def.Whole
	for _, p := range f.beyond {
		switch t := p.TruthWithin(m, []value.Value{arg}); {
		case t == machine.False:
			out = true
		case t == machine.Unknown:
			m.Fail = t
			return value.Value{}, false
		}
	}
	switch {
	case out && f.set:
		return m.TruthAsValue(machine.False)
	case out:
		return m.Undefined(at, "%s is not in the domain", arg)
	case f.set:
		return value.Value{}, m.RecordUnsaid(at, "the axioms do not say whether %s is in it", arg)
	}
	return value.Value{}, m.RecordUnsaid(at, "the axioms do not say what it is for %s", arg)
}
