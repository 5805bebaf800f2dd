package fingerprint

import (
	"math/big"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

func hashData(data ...any) Hashes {
	f := New(&eval.Globals{}).Begin()
	f.Add(data...)
	return f.Hash()
}

// TestFingerprint: data have the same fingerprint only where they are the same
// in all but their places.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	file := source.NewFile("f", "a\nb")
	at := func(i int) zed.Info { return zed.Info{Span: file.Whole().Span(i, i+1), Type: zed.IntType{}} }
	num := func(n int64, info zed.Info) zed.Expr { return &zed.Num{Info: info, Value: big.NewInt(n)} }
	one := num(1, at(0))
	set := func(elems ...zed.Expr) zed.Expr { return &zed.SetExt{Elems: elems} }
	for _, test := range []struct {
		name           string
		a, b           any
		content, place bool // the same
	}{
		{"the same again", set(one), set(one), true, true},
		{"an equal part", set(one), set(num(1, at(0))), true, true},
		{"another place", set(one), set(num(1, at(2))), true, false},
		{"another number", set(one), set(num(2, at(0))), false, true},
		{"another type", one, num(1, zed.Info{Span: at(0).Span, Type: zed.StrType{}}), false, true},
		{"another node", set(one), &zed.SeqExt{Elems: []zed.Expr{one}}, false, true},
		{"a shared part", set(one, one), set(one, num(1, at(0))), false, false},
		{"one of two shared parts", []any{one, set(one)}, []any{one, set(set(one))}, false, false},
		{"where texts end", []string{"ab", "c"}, []string{"a", "bc"}, false, true},
		{"where lists end", [][]int{{1}, {2}}, [][]int{{1, 2}}, false, true},
		{"nil and empty", []int(nil), []int{}, true, true},
		{"a map", map[string]int{"a": 1, "b": 2}, map[string]int{"b": 2, "a": 1}, true, true},
		{"another map", map[string]int{"a": 1, "b": 2}, map[string]int{"b": 1, "a": 2}, false, true},
		{"nothing there", zed.Expr(nil), set(), false, false},
		{"values", value.OfInt(1), value.OfStr("1"), false, true},
		{"equal values", value.OfSeq([]value.Value{value.OfInt(1)}), value.OfSeq([]value.Value{value.OfInt(1)}), true,
			true},
		{"texts", file.Whole(), source.NewFile("f", "a\nb").Whole(), true, true},
		{"other texts", file.Whole(), source.NewFile("f", "a\nc").Whole(), false, true},
	} {
		a, b := hashData(test.a), hashData(test.b)
		if got := a.Content == b.Content; got != test.content {
			t.Errorf("%s: the same content: %v", test.name, got)
		}
		if got := a.Places == b.Places; got != test.place {
			t.Errorf("%s: the same places: %v", test.name, got)
		}
	}
}

// TestFingerprintOfGlobals: what the names in a term stand for counts, at any
// depth, and nothing else.
func TestFingerprintOfGlobals(t *testing.T) {
	t.Parallel()
	ref := func(name string, typ zed.Type) zed.Expr {
		return &zed.Ref{Info: zed.Info{Type: typ}, Name: name, Kind: zed.Global}
	}
	given, free := zed.NamedType{Name: "G"}, zed.NamedType{Name: "F", Free: true}
	of := func(typ zed.Type, change func(*eval.Globals, map[string]bool)) Hashes {
		g := &eval.Globals{
			Given:   map[string][]value.Value{"G": {value.OfAtom("g1")}, "H": {value.OfAtom("h1")}},
			Free:    map[string][]value.Value{"F": {value.OfAtom("f")}},
			Consts:  map[string]value.Value{"c": value.OfInt(1), "d": value.OfInt(2), "e": value.OfInt(3)},
			Partial: map[string]bool{},
			Ctors:   map[string]zed.Expr{"k": ref("e", zed.NamedType{Name: "H"})},
			Defined: map[string]*zed.Definition{"f": {Name: "f", Value: ref("c", zed.IntType{})}},
		}
		words := New(g)
		change(g, words.named)
		f := words.Begin()
		f.Add(ref("f", typ))
		return f.Hash()
	}
	nothing := func(*eval.Globals, map[string]bool) {}
	for _, test := range []struct {
		name   string
		typ    zed.Type
		change func(*eval.Globals, map[string]bool)
		same   bool
	}{
		{"nothing", given, func(*eval.Globals, map[string]bool) {}, true},
		{"a constant in a definition", given,
			func(g *eval.Globals, _ map[string]bool) { g.Consts["c"] = value.OfInt(7) }, false},
		{"another constant", given, func(g *eval.Globals, _ map[string]bool) { g.Consts["d"] = value.OfInt(7) }, true},
		{"a definition", given, func(g *eval.Globals, _ map[string]bool) { g.Defined["f"].Params = []string{"X"} },
			false},
		{"a constant that gets a value", given,
			func(g *eval.Globals, _ map[string]bool) { g.Consts["f"] = value.OfInt(0) }, false},
		{"a given type", given,
			func(g *eval.Globals, _ map[string]bool) { g.Given["G"] = append(g.Given["G"], value.OfAtom("g2")) },
			false},
		{"another given type", given, func(g *eval.Globals, _ map[string]bool) { g.Given["H"] = nil }, true},
		{"an element that a constant has", given, func(_ *eval.Globals, named map[string]bool) { named["g1"] = true },
			false},
		{"an element of another type", given, func(_ *eval.Globals, named map[string]bool) { named["h1"] = true },
			true},
		{"constructors of types that do not occur", given, func(g *eval.Globals, _ map[string]bool) { g.Ctors = nil },
			true},
		{"constructors", free, func(g *eval.Globals, _ map[string]bool) { g.Ctors = nil }, false},
		{"what a constructor takes", free, func(g *eval.Globals, _ map[string]bool) { g.Consts["e"] = value.OfInt(7) },
			false},
		{"the type of what a constructor takes", free, func(g *eval.Globals, _ map[string]bool) { g.Given["H"] = nil },
			false},
		{"the values of a free type", free, func(g *eval.Globals, _ map[string]bool) { g.Free["F"] = nil }, false},
		{"that a free type has more values", free, func(g *eval.Globals, _ map[string]bool) { g.Partial["F"] = true },
			false},
	} {
		if got := of(test.typ, test.change) == of(test.typ, nothing); got != test.same {
			t.Errorf("%s: the same: %v", test.name, got)
		}
	}
}
