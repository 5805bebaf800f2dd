package partial

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// isList tells whether a term's type says that it is a sequence.
func isList(e zed.Expr) bool {
	p, ok := e.Typ().(zed.PowerType)
	return ok && p.List
}

// IsFunctions tells whether a declared set consists of functions.
func IsFunctions(e zed.Expr) bool {
	op, ok := e.(*zed.Op)
	return ok && toolkit.HasFunctions(op.Op)
}

// Memberships returns what the declarations of a text demand: x ∈ S, unless S
// is all of its type.
func Memberships(t zed.Text) []zed.Expr {
	var out []zed.Expr
	for _, d := range t.Decls {
		if toolkit.Full(d.Type) {
			continue
		}
		for _, n := range d.Names {
			power, _ := d.Type.Typ().(zed.PowerType)
			ref := &zed.Ref{Info: zed.Info{Span: n.Span, Type: power.Elem}, Name: n.Name, Kind: zed.Local}
			out = append(out, &zed.Op{
				Info: zed.Info{Span: n.Span, Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{ref, d.Type},
			})
		}
	}
	return out
}

// SplitEquation returns the equations between the components that an equation
// of bindings or tuples stands for, where one side is written out; nil for
// others. Undefined sides are undefined in each. An equation that gives a
// variable its value says more than its parts: of these only what gives another
// variable its value is returned, and all is false.
func SplitEquation(e *zed.Op) (parts []zed.Expr, all bool) {
	if e.Op != zed.Equal {
		return nil, false
	}
	for i, side := range e.Args {
		other := e.Args[1-i]
		var parts, selected []zed.Expr
		switch x := side.(type) {
		case *zed.Binding:
			for k, name := range x.Names {
				parts = append(parts, x.Values[k])
				selected = append(selected,
					partOf(other, k, &zed.Select{Info: zed.Info{Span: other.At(), Type: x.Values[k].Typ()}, X: other,
						Name: name}))
			}
		case *zed.TupleExt:
			for k, part := range x.Elems {
				parts = append(parts, part)
				selected = append(selected,
					partOf(other, k, &zed.TupleSelect{Info: zed.Info{Span: other.At(), Type: part.Typ()}, X: other,
						Index: k + 1}))
			}
		}
		if len(parts) == 0 {
			continue
		}
		_, variable := other.(*zed.Ref)
		var out []zed.Expr
		for k := range parts {
			if _, name := parts[k].(*zed.Ref); name || !variable {
				out = append(out, &zed.Op{Info: e.Info, Op: zed.Equal, Args: []zed.Expr{parts[k], selected[k]}})
			}
		}
		return out, !variable
	}
	return nil, false
}

// partOf returns the k-th component of a term: its own where it is written
// out, otherwise what selects it.
func partOf(e zed.Expr, k int, selected zed.Expr) zed.Expr {
	switch e := e.(type) {
	case *zed.Binding:
		return e.Values[k]
	case *zed.TupleExt:
		return e.Elems[k]
	}
	return selected
}
