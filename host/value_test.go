package host

import (
	"errors"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

func sent(kind wire.Kind, text string, elems ...*wire.Value) *wire.Value {
	return &wire.Value{Kind: kind, Text: text, Elems: elems}
}

func sentInts(kind wire.Kind, ints ...int64) *wire.Value { return &wire.Value{Kind: kind, Ints: ints} }

func sentInt(n int64) *wire.Value { return &wire.Value{Kind: wire.Kind_INT, Int: n} }

// TestMoved: a variable outside a unit's signature moved where it has another value,
// not where the same value is sent in another form that the protocol allows.
func TestMoved(t *testing.T) {
	t.Parallel()
	tuple := sentInts(wire.Kind_TUPLE, 1, 7)
	named := func(names []string, elems ...*wire.Value) *wire.Value {
		return &wire.Value{Kind: wire.Kind_BINDING, Names: names, Elems: elems}
	}
	deep := sent(wire.Kind_SET, "")
	for range maxDepth + 1 {
		deep = sent(wire.Kind_SET, "", deep)
	}
	b := &Binding{Unit: &spec.Unit{Name: "inc"}, frame: []pair{{0, 0, "other"}}}
	for _, c := range []struct {
		before, after *wire.Value
		want          string // "moved", "", or an error
	}{
		{sentInt(5), sentInt(5), ""},
		{sentInt(5), sentInt(6), "moved"},
		{sentInt(5), sent(wire.Kind_BIG, "5"), ""},
		{sentInt(5), sent(wire.Kind_BIG, "6"), "moved"},
		{sent(wire.Kind_STRING, "a"), sent(wire.Kind_ATOM, "a"), ""},
		{sent(wire.Kind_STRING, "a"), sent(wire.Kind_ATOM, "b"), "moved"},
		{sentInts(wire.Kind_SET, 1, 2), sentInts(wire.Kind_SET, 2, 1), ""},
		{sentInts(wire.Kind_SET, 1, 2), sent(wire.Kind_SET, "", sentInt(2), sentInt(1)), ""},
		{sentInts(wire.Kind_SET, 1, 2), sentInts(wire.Kind_SET, 1, 3), "moved"},
		{sent(wire.Kind_SET, "", sentInt(1), sentInt(2)), sent(wire.Kind_SET, "", sentInt(1), sentInt(1)), "moved"},
		{sentInts(wire.Kind_SEQ, 1, 2), sentInts(wire.Kind_SEQ, 2, 1), "moved"},
		{sentInts(wire.Kind_SEQ, 7), sent(wire.Kind_SEQ, "", sentInt(7)), ""},
		{sentInts(wire.Kind_SEQ, 7), sent(wire.Kind_SET, "", tuple), ""},
		{sentInts(wire.Kind_SEQ, 8), sent(wire.Kind_SET, "", tuple), "moved"},
		{sent(wire.Kind_SEQ, ""), sent(wire.Kind_SET, ""), ""},
		{sent(wire.Kind_SET, "", sentInts(wire.Kind_SET, 1, 2), sentInts(wire.Kind_SET, 3)),
			sent(wire.Kind_SET, "", sentInts(wire.Kind_SET, 3), sentInts(wire.Kind_SET, 2, 1)), ""},
		{named([]string{"a", "b"}, sentInt(1), sentInts(wire.Kind_SET, 1, 2)),
			named([]string{"a", "b"}, sentInt(1), sentInts(wire.Kind_SET, 2, 1)), ""},
		{sent(wire.Kind_CTOR, "node", sentInt(1)), sent(wire.Kind_CTOR, "node", sent(wire.Kind_BIG, "1")), ""},
		{sent(wire.Kind_CTOR, "node", sentInt(1)), sent(wire.Kind_CTOR, "leaf", sentInt(1)), "moved"},
		{sentInt(5), &wire.Value{}, ""},
		{sentInt(5), sent(99, ""), "a value of unknown kind 99 was sent"},
		{sentInt(5), sent(wire.Kind_CTOR, "node"), "a constructed value was sent that cannot be read"},
		{sentInt(5), sent(wire.Kind_BIG, "0x5"), "not written in digits"},
		{sentInt(5), sent(wire.Kind_BIG, strings.Repeat("9", maxDigits+1)), "an integer of 10001 digits"},
		{sentInt(5), &wire.Value{Kind: wire.Kind_SEQ, Ints: []int64{1}, Elems: []*wire.Value{sentInt(2)}},
			"in both places"},
		{sentInt(5), named([]string{"a"}, sentInt(1), sentInt(2)), "a binding was sent that cannot be read"},
		{sentInt(5), deep, "nested more than 100 deep"},
	} {
		got, err := movedVars(b, []*wire.Value{c.before}, []*wire.Value{c.after})
		switch {
		case err != nil:
			if c.want == "" || c.want == "moved" || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v to %v: %v, want %q", c.before, c.after, err, c.want)
			}
		case c.want != "" && c.want != "moved":
			t.Errorf("%v to %v is not an error: want %q", c.before, c.after, c.want)
		case (len(got) > 0) != (c.want == "moved"):
			t.Errorf("%v to %v: moved %v, want %q", c.before, c.after, got, c.want)
		}
	}
}

// TestElementsInBothPlaces: a sequence whose elements are sent as integers and as
// values is not read as either.
func TestElementsInBothPlaces(t *testing.T) {
	t.Parallel()
	both := &wire.Value{Kind: wire.Kind_SEQ, Ints: []int64{1}, Elems: []*wire.Value{sentInt(2)}}
	ints := zed.PowerType{List: true, Elem: zed.ProductType{Elems: []zed.Type{zed.IntType{}, zed.IntType{}}}}
	o := NewProgram(&spec.SUT{}, &spec.System{}, nil).Observer()
	slots := []slot{{index: 0, typ: ints, name: "s'", ints: isInts(ints)}}
	if !slots[0].ints {
		t.Fatal("the type is not one of sequences of integers")
	}
	misfit := o.read(&spec.Unit{Name: "add"}, make([]value.Value, 1), slots, []*wire.Value{both})
	if want := "s' of add: " + errTwoPlaces.Error(); misfit != want {
		t.Errorf("%q, want %q", misfit, want)
	}
}

// TestMisfits: of a value that is not of its declared type it is said where in it what
// was expected, and what was sent.
func TestMisfits(t *testing.T) {
	t.Parallel()
	in := zed.IntType{}
	pair := zed.ProductType{Elems: []zed.Type{in, zed.StrType{}}}
	point := zed.SchemaType{Fields: []zed.Field{{Name: "x", Type: in}, {Name: "y", Type: zed.PowerType{Elem: pair}}}}
	tree := zed.NamedType{Name: "TREE", Free: true}
	r := newReader(&spec.System{})
	r.free["TREE"] = types.Free{Name: "TREE", Constants: []string{"nil"},
		Ctors: []types.Ctor{{Name: "node", Arg: pair}}}
	text := func(s string) *wire.Value { return sent(wire.Kind_STRING, s) }
	deep := sentInt(1)
	var nested zed.Type = zed.StrType{}
	for range maxDepth + 5 {
		deep, nested = sent(wire.Kind_SET, "", deep), zed.PowerType{Elem: nested}
	}
	for _, c := range []struct {
		sent *wire.Value
		typ  zed.Type
		want string
	}{
		{text("a"), in, `a value of type ℤ was expected, and a string was sent: "a"`},
		{sentInt(7), zed.StrType{}, "a value of type 𝕊 was expected, and an integer was sent: 7"},
		{text(strings.Repeat("a", 100)), in, `"` + strings.Repeat("a", 40) + `" and 60 bytes more`},
		{sentInts(wire.Kind_SET, 1, 2), in, "and a set was sent, of 2 parts"},
		{sent(wire.Kind_SEQ, "", sentInt(1), text("b")),
			zed.PowerType{List: true, Elem: zed.ProductType{Elems: []zed.Type{in, in}}},
			`in part 2: a value of type ℤ was expected, and a string was sent: "b"`},
		{sentInts(wire.Kind_SET, 1, 2), zed.PowerType{Elem: zed.StrType{}},
			"in part 1: a value of type 𝕊 was expected, and an integer was sent: 1"},
		{sent(wire.Kind_TUPLE, "", text("a"), text("b")), pair,
			`in part 1: a value of type ℤ was expected, and a string was sent: "a"`},
		{sent(wire.Kind_TUPLE, "", sentInt(1)), pair, "and a tuple was sent, of 1 parts"},
		{&wire.Value{Kind: wire.Kind_BINDING, Names: []string{"x", "y"},
			Elems: []*wire.Value{sentInt(1),
				sent(wire.Kind_SET, "", sent(wire.Kind_TUPLE, "", sentInt(1), sentInt(2)))}}, point,
			"in the component y: in part 1: in part 2: a value of type 𝕊 was expected, and an integer was sent: 2"},
		{sent(wire.Kind_CTOR, "node", sent(wire.Kind_TUPLE, "", sentInt(1), sentInt(2))), tree,
			"in the argument of node: in part 2: a value of type 𝕊 was expected, and an integer was sent: 2"},
		{sent(wire.Kind_CTOR, "leaf", sentInt(1)), tree,
			`a value of type TREE was expected, and a constructed value was sent: "leaf"`},
		{deep, nested, errTooDeep.Error()},
	} {
		_, err := r.read(c.sent, c.typ)
		if err == nil || !strings.HasSuffix(err.Error(), c.want) || errors.Is(err, errTooDeep) &&
			err.Error() != c.want {
			t.Errorf("%v of type %s: %v, want %q", c.sent, c.typ, err, c.want)
		}
	}
}
