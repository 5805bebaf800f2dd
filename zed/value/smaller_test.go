package value_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	. "github.com/ttf-int/ttf-int/zed/value"
)

// listBefore returns the elements a1 … before one of them, and of a node the trees in it.
func listBefore(v Value) []Value {
	if v.Kind() == Ctor {
		var out []Value
		if v.Name() == "node" {
			for _, x := range v.Elem(0).Items() {
				if x.Kind() == Ctor || x.Equal(OfAtom("leaf")) {
					out = append(out, x)
				}
			}
		}
		return out
	}
	elements := []Value{OfAtom("a1"), OfAtom("a2"), OfAtom("a3")}
	return elements[:max(0, slices.IndexFunc(elements, v.Equal))]
}

// TestSmaller: what is smaller than a value, those that differ most first.
func TestSmaller(t *testing.T) {
	t.Parallel()
	huge := new(big.Int).Lsh(big.NewInt(1), 80)
	leaf := OfAtom("leaf")
	for _, test := range []struct {
		of   Value
		want string
	}{
		{OfInt(0), ""},
		{OfInt(10), "0 5 8 9"},
		{OfInt(-3), "3 0 -2"},
		{OfStr("ab"), `"" "b" "a"`},
		{OfAtom("a3"), "a1 a2"},
		{OfAtom("a1"), ""},
		{OfSet(nil), ""},
		{OfSet([]Value{OfInt(1), OfInt(2)}), "∅ {2} {1} {0, 2} {0, 1} {1}"},
		{OfSeq([]Value{OfInt(1), OfInt(1)}), "∅ ⟨1⟩ ⟨1⟩ ⟨0, 1⟩ ⟨1, 0⟩"},
		{OfTuple(OfAtom("a2"), OfInt(1)), "(a1, 1) (a2, 0)"},
		{OfCtor("node", OfTuple(leaf, OfInt(1), leaf)), "leaf leaf node (leaf, 0, leaf)"},
		{OfBinding([]string{"n"}, []Value{OfInt(1)}), "⦉n == 0⦊"},
	} {
		var got []string
		for v := range test.of.Smaller(listBefore) {
			got = append(got, v.String())
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: %s, expected %s", test.of, text, test.want)
		}
	}
	first := OfInt(1)
	for first = range OfBig(huge).Smaller(listBefore) {
		break
	}
	if !first.Equal(OfInt(0)) {
		t.Errorf("of a huge number the first is %s", first)
	}
}

// TestSmallerEnds: whatever smaller value is taken each time, none is left in the end, and
// none is met twice.
func TestSmallerEnds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v, seen := anyValue(t, 3), map[string]bool{}
		for {
			if seen[v.Key()] {
				t.Fatalf("%s is met again", v)
			}
			seen[v.Key()] = true
			all := slices.Collect(v.Smaller(listBefore))
			if len(all) == 0 {
				break
			}
			v = all[rapid.IntRange(0, len(all)-1).Draw(t, "which")]
		}
	})
}

// TestReplaced: a scalar is replaced wherever it is.
func TestReplaced(t *testing.T) {
	t.Parallel()
	v := OfSet([]Value{OfTuple(OfAtom("a2"), OfInt(7)), OfTuple(OfAtom("a3"), OfInt(7))})
	if got := v.Replace(OfInt(7), OfInt(0)).String(); got != "{a2 ↦ 0, a3 ↦ 0}" {
		t.Error(got)
	}
	if got := v.Replace(OfAtom("a3"), OfAtom("a2")).String(); got != "{a2 ↦ 7}" {
		t.Error(got)
	}
	n := 0
	v.Scalars(func(Value) { n++ })
	if n != 4 {
		t.Errorf("%d scalars", n)
	}
}
