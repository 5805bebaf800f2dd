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

func newValue(kind wire.Kind, text string, elems ...*wire.Value) *wire.Value {
	return &wire.Value{Kind: kind, Text: text, Elems: elems}
}

func newInts(kind wire.Kind, ints ...int64) *wire.Value { return &wire.Value{Kind: kind, Ints: ints} }

func newInt(n int64) *wire.Value { return &wire.Value{Kind: wire.Kind_INT, Int: n} }

// TestMoved: a variable outside a unit's signature moved where it has another value,
// not where the same value is sent in another form that the protocol allows.
func TestMoved(t *testing.T) {
	t.Parallel()
	tuple := newInts(wire.Kind_TUPLE, 1, 7)
	named := func(names []string, elems ...*wire.Value) *wire.Value {
		return &wire.Value{Kind: wire.Kind_BINDING, Names: names, Elems: elems}
	}
	deep := newValue(wire.Kind_SET, "")
	for range maxDepth + 1 {
		deep = newValue(wire.Kind_SET, "", deep)
	}
	b := &Binding{Unit: &spec.Unit{Name: "inc"}, frame: []pair{{0, 0, "other"}}}
	for _, c := range []struct {
		before, after *wire.Value
		want          string // "moved", "", or an error
	}{
		{newInt(5), newInt(5), ""},
		{newInt(5), newInt(6), "moved"},
		{newInt(5), newValue(wire.Kind_BIG, "5"), ""},
		{newInt(5), newValue(wire.Kind_BIG, "6"), "moved"},
		{newValue(wire.Kind_STRING, "a"), newValue(wire.Kind_ATOM, "a"), ""},
		{newValue(wire.Kind_STRING, "a"), newValue(wire.Kind_ATOM, "b"), "moved"},
		{newInts(wire.Kind_SET, 1, 2), newInts(wire.Kind_SET, 2, 1), ""},
		{newInts(wire.Kind_SET, 1, 2), newValue(wire.Kind_SET, "", newInt(2), newInt(1)), ""},
		{newInts(wire.Kind_SET, 1, 2), newInts(wire.Kind_SET, 1, 3), "moved"},
		{newValue(wire.Kind_SET, "", newInt(1), newInt(2)), newValue(wire.Kind_SET, "", newInt(1), newInt(1)), "moved"},
		{newInts(wire.Kind_SEQ, 1, 2), newInts(wire.Kind_SEQ, 2, 1), "moved"},
		{newInts(wire.Kind_SEQ, 7), newValue(wire.Kind_SEQ, "", newInt(7)), ""},
		{newInts(wire.Kind_SEQ, 7), newValue(wire.Kind_SET, "", tuple), ""},
		{newInts(wire.Kind_SEQ, 8), newValue(wire.Kind_SET, "", tuple), "moved"},
		{newValue(wire.Kind_SEQ, ""), newValue(wire.Kind_SET, ""), ""},
		{newValue(wire.Kind_SET, "", newInts(wire.Kind_SET, 1, 2), newInts(wire.Kind_SET, 3)),
			newValue(wire.Kind_SET, "", newInts(wire.Kind_SET, 3), newInts(wire.Kind_SET, 2, 1)), ""},
		{named([]string{"a", "b"}, newInt(1), newInts(wire.Kind_SET, 1, 2)),
			named([]string{"a", "b"}, newInt(1), newInts(wire.Kind_SET, 2, 1)), ""},
		{newValue(wire.Kind_CTOR, "node", newInt(1)), newValue(wire.Kind_CTOR, "node", newValue(wire.Kind_BIG, "1")),
			""},
		{newValue(wire.Kind_CTOR, "node", newInt(1)), newValue(wire.Kind_CTOR, "leaf", newInt(1)), "moved"},
		{newInt(5), &wire.Value{}, ""},
		{newInt(5), newValue(99, ""), "a value of unknown kind 99 was sent"},
		{newInt(5), newValue(wire.Kind_CTOR, "node"), "a constructed value was sent that cannot be read"},
		{newInt(5), newValue(wire.Kind_BIG, "0x5"), "not written in digits"},
		{newInt(5), newValue(wire.Kind_BIG, strings.Repeat("9", maxDigits+1)), "an integer of 10001 digits"},
		{newInt(5), &wire.Value{Kind: wire.Kind_SEQ, Ints: []int64{1}, Elems: []*wire.Value{newInt(2)}},
			"in both places"},
		{newInt(5), named([]string{"a"}, newInt(1), newInt(2)), "a binding was sent that cannot be read"},
		{newInt(5), deep, "nested more than 100 deep"},
	} {
		got, err := findMoved(b, []*wire.Value{c.before}, []*wire.Value{c.after})
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
	both := &wire.Value{Kind: wire.Kind_SEQ, Ints: []int64{1}, Elems: []*wire.Value{newInt(2)}}
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
	text := func(s string) *wire.Value { return newValue(wire.Kind_STRING, s) }
	deep := newInt(1)
	var nested zed.Type = zed.StrType{}
	for range maxDepth + 5 {
		deep, nested = newValue(wire.Kind_SET, "", deep), zed.PowerType{Elem: nested}
	}
	for _, c := range []struct {
		sent *wire.Value
		typ  zed.Type
		want string
	}{
		{text("a"), in, `a value of type ℤ was expected, and a string was sent: "a"`},
		{newInt(7), zed.StrType{}, "a value of type 𝕊 was expected, and an integer was sent: 7"},
		{text(strings.Repeat("a", 100)), in, `"` + strings.Repeat("a", 40) + `" and 60 bytes more`},
		{newInts(wire.Kind_SET, 1, 2), in, "and a set was sent, of 2 parts"},
		{newValue(wire.Kind_SEQ, "", newInt(1), text("b")),
			zed.PowerType{List: true, Elem: zed.ProductType{Elems: []zed.Type{in, in}}},
			`in part 2: a value of type ℤ was expected, and a string was sent: "b"`},
		{newInts(wire.Kind_SET, 1, 2), zed.PowerType{Elem: zed.StrType{}},
			"in part 1: a value of type 𝕊 was expected, and an integer was sent: 1"},
		{newValue(wire.Kind_TUPLE, "", text("a"), text("b")), pair,
			`in part 1: a value of type ℤ was expected, and a string was sent: "a"`},
		{newValue(wire.Kind_TUPLE, "", newInt(1)), pair, "and a tuple was sent, of 1 parts"},
		{&wire.Value{Kind: wire.Kind_BINDING, Names: []string{"x", "y"},
			Elems: []*wire.Value{newInt(1),
				newValue(wire.Kind_SET, "", newValue(wire.Kind_TUPLE, "", newInt(1), newInt(2)))}}, point,
			"in the component y: in part 1: in part 2: a value of type 𝕊 was expected, and an integer was sent: 2"},
		{newValue(wire.Kind_CTOR, "node", newValue(wire.Kind_TUPLE, "", newInt(1), newInt(2))), tree,
			"in the argument of node: in part 2: a value of type 𝕊 was expected, and an integer was sent: 2"},
		{newValue(wire.Kind_CTOR, "leaf", newInt(1)), tree,
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
