package tableau_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve/tableau"
	"github.com/ttf-int/ttf-int/zed"
)

// TestSharedParts: a predicate whose parts are shared, as those of units in many layers are, takes
// what its parts take and not what they would take written out, which is more than ever ends.
func TestSharedParts(t *testing.T) {
	t.Parallel()
	boolean := zed.Info{Type: zed.BoolType{}}
	name := func(name string) zed.Expr {
		return &zed.Ref{Info: zed.Info{Type: zed.IntType{}}, Name: name, Kind: zed.Local}
	}
	var below zed.Expr = zed.Relate(zed.Less, name("a"), name("b"))
	for range 60 {
		below = &zed.Logic{Info: boolean, Op: zed.And, Args: []zed.Expr{below, below}}
	}
	for _, c := range []struct {
		other zed.Expr
		is    bool
	}{{zed.Relate(zed.Less, name("b"), name("a")), true}, {zed.Relate(zed.Less, name("a"), name("c")), false}} {
		tab := tableau.New(tableau.Options{})
		for _, v := range []string{"a", "b", "c"} {
			tab.Variable(tab.Root(), v, zed.IntType{})
		}
		tab.Assert(below, false, tab.Root())
		tab.Assert(c.other, false, tab.Root())
		if _, is := tab.Refute(); is != c.is {
			t.Errorf("with %s it is refuted: %v, expected %v", zed.Print(c.other, zed.Unicode), is, c.is)
		}
	}
}

// TestSharedChoices: what one alternative of a choice says is said again by the next one.
func TestSharedChoices(t *testing.T) {
	t.Parallel()
	boolean := zed.Info{Type: zed.BoolType{}}
	less := func(a, b string) zed.Expr {
		integer := zed.Info{Type: zed.IntType{}}
		return zed.Relate(zed.Less, &zed.Ref{Info: integer, Name: a, Kind: zed.Local},
			&zed.Ref{Info: integer, Name: b, Kind: zed.Local})
	}
	join := func(op zed.Connective, args ...zed.Expr) zed.Expr {
		return &zed.Logic{Info: boolean, Op: op, Args: args}
	}
	either := join(zed.Or, less("b", "a"), join(zed.And, less("b", "c"), less("c", "a")))
	tab := tableau.New(tableau.Options{})
	for _, v := range []string{"a", "b", "c", "d"} {
		tab.Variable(tab.Root(), v, zed.IntType{})
	}
	tab.Assert(less("a", "b"), false, tab.Root())
	tab.Assert(join(zed.Or, join(zed.And, either, less("c", "d")), join(zed.And, either, less("d", "c"))), false,
		tab.Root())
	if _, is := tab.Refute(); !is {
		t.Error("it is not refuted, although both alternatives contradict what is given")
	}
}
