package value_test

import (
	"maps"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
	"pgregory.net/rapid"
)

var (
	ints    = zed.IntType{}
	names   = zed.NamedType{Name: "NAME"}
	pairs   = zed.ProductType{Elems: []zed.Type{ints, names}}
	intSet  = zed.PowerType{Elem: ints}
	intSeq  = zed.SeqOf(ints)
	mapping = zed.PowerType{Elem: pairs}
	binding = zed.SchemaType{Fields: []zed.Field{{Name: "a", Type: ints}, {Name: "b", Type: intSeq}}}
)

func num(n int64) value.Value           { return value.OfInt(n) }
func pair(a, b value.Value) value.Value { return value.OfTuple(a, b) }

func seq(ns ...int64) value.Value { return value.OfSeq(numbers(ns)) }
func set(ns ...int64) value.Value { return value.OfSet(numbers(ns)) }

func numbers(ns []int64) []value.Value {
	out := make([]value.Value, len(ns))
	for i, n := range ns {
		out[i] = num(n)
	}
	return out
}

// anyType draws a type, and drawValue a value of it.
func anyType(t *rapid.T, depth int) zed.Type {
	kinds := 3
	if depth > 0 {
		kinds = 8
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "type") {
	case 0:
		return ints
	case 1:
		return zed.StrType{}
	case 2:
		return names
	case 3:
		return zed.PowerType{Elem: anyType(t, depth-1)}
	case 4:
		return zed.SeqOf(anyType(t, depth-1))
	case 5:
		return zed.ProductType{Elems: []zed.Type{anyType(t, depth-1), anyType(t, depth-1)}}
	case 6:
		return zed.NamedType{Name: "FREE", Free: true, Constructors: &zed.Constructors{
			Args: map[string]zed.Type{"f": anyType(t, depth-1), "g": anyType(t, depth-1)}}}
	}
	return zed.SchemaType{Fields: []zed.Field{{Name: "a", Type: anyType(t, depth-1)},
		{Name: "b'", Type: anyType(t, depth-1)}}}
}

func drawValue(t *rapid.T, typ zed.Type) value.Value {
	some := func(elem zed.Type) []value.Value {
		out := make([]value.Value, rapid.IntRange(0, 3).Draw(t, "size"))
		for i := range out {
			out[i] = drawValue(t, elem)
		}
		return out
	}
	switch typ := typ.(type) {
	case zed.IntType:
		n := big.NewInt(rapid.OneOf(rapid.Int64Range(-3, 3), rapid.Int64()).Draw(t, "int"))
		if rapid.IntRange(0, 9).Draw(t, "large") == 0 {
			n.Mul(n, big.NewInt(math.MaxInt64))
		}
		return value.OfBig(n)
	case zed.StrType:
		return value.OfStr(rapid.SampledFrom([]string{"", "a", "1", "é\"<"}).Draw(t, "string"))
	case zed.NamedType:
		if typ.Constructors != nil && rapid.Bool().Draw(t, "constructed") {
			name := rapid.SampledFrom(slices.Sorted(maps.Keys(typ.Constructors.Args))).Draw(t, "constructor")
			return value.OfCtor(name, drawValue(t, typ.Arg(name)))
		}
		return value.OfAtom(rapid.SampledFrom([]string{"x", "y"}).Draw(t, "atom"))
	case zed.PowerType:
		if typ.List {
			return value.OfSeq(some(typ.Elem.(zed.ProductType).Elems[1]))
		}
		return value.OfSet(some(typ.Elem))
	case zed.ProductType:
		elems := make([]value.Value, len(typ.Elems))
		for i, e := range typ.Elems {
			elems[i] = drawValue(t, e)
		}
		return value.OfTuple(elems...)
	case zed.SchemaType:
		var fields []string
		var values []value.Value
		for _, f := range typ.Fields {
			fields, values = append(fields, f.Name), append(values, drawValue(t, f.Type))
		}
		return value.OfBinding(fields, values)
	}
	panic("no such type")
}

// A set is the same however its elements are ordered or repeated, and its
// members are in order.
func TestSetsHaveOneForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elem := anyType(t, 2)
		elems := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) value.Value { return drawValue(t, elem) }), 0, 5).Draw(t,
			"elems")
		a := value.OfSet(slices.Clone(elems))
		mixed := append(slices.Clone(elems), elems...)
		slices.Reverse(mixed)
		b := value.OfSet(mixed)
		if !a.Equal(b) || a.Key() != b.Key() || a.Compare(b) != 0 {
			t.Fatalf("%v and %v differ", a, b)
		}
		members := a.Members()
		for i, m := range members {
			if i > 0 && members[i-1].Compare(m) >= 0 {
				t.Fatalf("%v is out of order", a)
			}
			if !a.Contains(m) {
				t.Fatalf("%v has no %v", a, m)
			}
		}
		for _, x := range elems {
			if !a.Contains(x) {
				t.Fatalf("%v has no %v", a, x)
			}
		}
		if again := value.OfSet(slices.Clone(members)); !again.Equal(a) {
			t.Fatalf("the members of %v make %v", a, again)
		}
	})
}

// Equality, keys, order and printed text agree.
func TestEqualityAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := anyType(t, 3)
		a, b := drawValue(t, typ), drawValue(t, typ)
		equal := a.Equal(b)
		if equal != (a.Key() == b.Key()) || equal != (a.Compare(b) == 0) || equal != (a.Text(typ) == b.Text(typ)) {
			t.Fatalf("%v and %v: equal %v, keys %q and %q, order %d", a, b, equal, a.Key(), b.Key(), a.Compare(b))
		}
		if (a.Compare(b) < 0) != (b.Compare(a) > 0) {
			t.Fatalf("%v and %v have no order", a, b)
		}
	})
}

func TestJSONReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := anyType(t, 3)
		v := drawValue(t, typ)
		data := value.Encode(v, typ)
		back, err := value.Decode(data, typ)
		if err != nil || !back.Equal(v) {
			t.Fatalf("%v as %v is %s, which reads as %v (%v)", v, typ, data, back, err)
		}
	})
}

// A set of pairs that is a sequence is that sequence, and nothing else is.
func TestSequencesAreSets(t *testing.T) {
	for _, test := range []struct {
		elems []value.Value
		want  value.Kind
	}{
		{nil, value.Set},
		{[]value.Value{pair(num(2), num(7)), pair(num(1), num(7))}, value.Seq},
		{[]value.Value{pair(num(2), num(7)), pair(num(3), num(7))}, value.Set},
		{[]value.Value{pair(num(1), num(7)), pair(num(1), num(8))}, value.Set},
		{[]value.Value{pair(num(0), num(7)), pair(num(1), num(8))}, value.Set},
		{[]value.Value{value.OfTuple(num(1), num(7), num(8))}, value.Set},
	} {
		if v := value.OfSet(test.elems); v.Kind() != test.want {
			t.Errorf("%v is of kind %d, want %d", v, v.Kind(), test.want)
		}
	}
	if v := seq(7, 7); !v.Contains(pair(num(2), num(7))) || v.Contains(pair(num(3), num(7))) ||
		v.Contains(pair(num(2), num(8))) {
		t.Errorf("%v has the wrong members", v)
	}
	if !value.OfSeq(nil).Equal(value.OfSet(nil)) {
		t.Error("the empty sequence is not the empty set")
	}
}

// TestBrief: of large collections, nested ones included, the first elements are shown and how many more
// there are; where only one is left, it is shown.
func TestBrief(t *testing.T) {
	for most, want := range map[int]string{
		0: "{0, 1, 2, 3, 4}", 2: "{0, 1, … 3 more}", 3: "{0, 1, 2, … 2 more}", 4: "{0, 1, 2, 3, 4}",
		9: "{0, 1, 2, 3, 4}",
	} {
		if got := set(0, 1, 2, 3, 4).Brief(intSet, most); got != want {
			t.Errorf("at most %d: %s, expected %s", most, got, want)
		}
	}
	nested := value.OfSeq([]value.Value{set(1), set(1, 2, 3, 4), set(1, 2), set(1, 2, 3)})
	if got, want := nested.Brief(nil, 2), "⟨{1}, {1, 2, … 2 more}, … 2 more⟩"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
}

func TestText(t *testing.T) {
	for _, test := range []struct {
		v    value.Value
		typ  zed.Type
		want string
	}{
		{seq(1, 1), intSeq, "⟨1, 1⟩"},
		{seq(1, 1), zed.PowerType{Elem: zed.ProductType{Elems: []zed.Type{ints, ints}}}, "{1 ↦ 1, 2 ↦ 1}"},
		{seq(), intSeq, "⟨⟩"},
		{set(), intSet, "∅"},
		{set(3, -1), intSet, "{-1, 3}"},
		{value.OfSet([]value.Value{pair(num(1), value.OfAtom("x")), pair(num(4), value.OfAtom("y"))}), mapping,
			"{1 ↦ x, 4 ↦ y}"},
		{value.OfBinding([]string{"a", "b"}, []value.Value{num(1), seq()}), binding, "⦉a == 1, b == ⟨⟩⦊"},
		{value.OfStr("a\"b"), zed.StrType{}, `"a\"b"`},
		{value.OfTuple(num(1), num(2), num(3)), nil, "(1, 2, 3)"},
		{value.OfCtor("node", num(3)), nil, "node 3"},
		{value.OfHole(4), nil, "_4"},
	} {
		if got := test.v.Text(test.typ); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// The smaller of two values is the one that people rather read.
func TestSize(t *testing.T) {
	ascending := []value.Value{num(0), num(-1), num(2), seq(1), seq(0, 1), seq(5, 1), seq(1, 1, 1, 1, 1),
		num(math.MinInt64), value.OfTuple(num(math.MinInt64), num(math.MinInt64))}
	for i, v := range ascending[1:] {
		if v.Size() < ascending[i].Size() {
			t.Errorf("%v has size %d, and %v has size %d", ascending[i], ascending[i].Size(), v, v.Size())
		}
	}
	if large := ascending[len(ascending)-1]; large.Size() < 0 {
		t.Errorf("%v has size %d", large, large.Size())
	}
}
