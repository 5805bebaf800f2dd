package eval

import (
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// finite tells whether a set is finite by its form.
func finite(e zed.Expr) bool {
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

// alike tells whether two sets are written the same.
func alike(a, b zed.Expr) bool { return zed.Print(a, zed.Unicode) == zed.Print(b, zed.Unicode) }

// number tells whether a set is one of the numbers' own: ℤ, ℕ or ℕ₁.
func number(e zed.Expr) bool {
	r, ok := e.(*zed.Ref)
	return ok && r.Kind == zed.Builtin && r.Name != "𝕊"
}

// names returns the variables of a text in the order of its characteristic
// tuple.
func names(t zed.Text) []string {
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

// simple tells whether a text declares every variable once.
func simple(t zed.Text) bool {
	n := 0
	for _, d := range t.Decls {
		n += len(d.Names)
	}
	return n == len(names(t)) && n > 0
}

// tupleOf returns the characteristic tuple of a simple text.
func tupleOf(t zed.Text) zed.Expr {
	var elems []zed.Expr
	for _, n := range names(t) {
		elems = append(elems, &zed.Ref{Name: n, Kind: zed.Local})
	}
	if len(elems) == 1 {
		return elems[0]
	}
	return &zed.TupleExt{Elems: elems}
}

// isSpace tells whether a set is a power set or one of relations: finite perhaps,
// but better not run through.
func isSpace(e zed.Expr) bool {
	o, ok := e.(*zed.Op)
	return ok && toolkit.IsSpace(o.Op)
}

// always tells whether a condition says no more than that a variable is in a
// set.
func always(e, set zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Truth:
		return e.Value
	case *zed.Op:
		_, variable := e.Args[0].(*zed.Ref)
		return e.Op == zed.In && variable && alike(e.Args[1], set)
	}
	return e == nil
}

func isLocal(e zed.Expr, name string) bool {
	r, ok := e.(*zed.Ref)
	return ok && r.Name == name && r.Kind == zed.Local
}

// leastOf returns the least element of ℕ or ℕ₁, and nil of other sets.
func leastOf(set zed.Expr) zed.Expr {
	r, ok := set.(*zed.Ref)
	if !ok || r.Kind != zed.Builtin {
		return nil
	}
	switch r.Name {
	case "ℕ":
		return literal(0)
	case "ℕ₁":
		return literal(1)
	}
	return nil
}

func literal(n int64) zed.Expr {
	return &zed.Num{Info: zed.Info{Type: zed.IntType{}}, Value: big.NewInt(n)}
}

// constructor returns the name of the constructor of a free type that a term
// is, a function from its arguments.
func constructor(e zed.Expr) (string, bool) {
	r, ok := e.(*zed.Ref)
	if !ok || r.Kind != zed.Constant {
		return "", false
	}
	_, function := r.Type.(zed.PowerType)
	return r.Name, function
}
