package scope

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// IsTakenAsFinite tells whether a set is finite by its form, or is the value of a name: what is at hand as a
// value is finite, and whoever relies on it evaluates the set first.
func IsTakenAsFinite(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Ref:
		return e.Kind != zed.Builtin
	case *zed.SetExt, *zed.SeqExt:
		return true
	case *zed.Op:
		return e.Op == zed.Range || e.Op == zed.EmptySet
	}
	return false
}

// AreAlike tells whether two sets are written in the same way.
func AreAlike(a, b zed.Expr) bool { return zed.Print(a, zed.Unicode) == zed.Print(b, zed.Unicode) }

// Number tells whether a set is ℤ, ℕ or ℕ₁.
func Number(e zed.Expr) bool {
	r, ok := e.(*zed.Ref)
	return ok && r.Kind == zed.Builtin && r.Name != "𝕊"
}

// Names returns the variables of a text in the order of its characteristic
// tuple.
func Names(t zed.Text) []string {
	var out []string
	for _, d := range t.Decls {
		for _, n := range d.Names {
			if !slices.Contains(out, n.Name) {
				out = append(out, n.Name)
			}
		}
	}
	return out
}

// Simple tells whether a text declares every variable once.
func Simple(t zed.Text) bool {
	n := 0
	for _, d := range t.Decls {
		n += len(d.Names)
	}
	return n == len(Names(t)) && n > 0
}

// TupleOf returns the characteristic tuple of a simple text.
func TupleOf(t zed.Text) zed.Expr {
	var elems []zed.Expr
	for _, n := range Names(t) {
		elems = append(elems, &zed.Ref{Name: n, Kind: zed.Local})
	}
	if len(elems) == 1 {
		return elems[0]
	}
	return &zed.TupleExt{Elems: elems}
}

// IsSpace tells whether a set is a power set or a set of relations, which may be finite
// but too large to be enumerated.
func IsSpace(e zed.Expr) bool {
	o, ok := e.(*zed.Op)
	return ok && toolkit.IsSpace(o.Op)
}

// Always tells whether a condition states no more than that a variable is in a set.
func Always(e, set zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Truth:
		return e.Value
	case *zed.Op:
		_, variable := e.Args[0].(*zed.Ref)
		return e.Op == zed.In && variable && AreAlike(e.Args[1], set)
	}
	return e == nil
}

// Constructor returns the name of the constructor of a free type that a term is.
func Constructor(e zed.Expr) (string, bool) {
	r, ok := e.(*zed.Ref)
	if !ok || r.Kind != zed.Constant {
		return "", false
	}
	_, function := r.Type.(zed.PowerType)
	return r.Name, function
}
