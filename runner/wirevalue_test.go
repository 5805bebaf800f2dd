package runner

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed"
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
	b := &binding{unit: &spec.Unit{Name: "inc"}, frame: []pair{{0, 0, "other"}}}
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
		{sent(wire.Kind_SET, "", sentInts(wire.Kind_SET, 1, 2), sentInts(wire.Kind_SET, 3)), sent(wire.Kind_SET, "", sentInts(wire.Kind_SET, 3), sentInts(wire.Kind_SET, 2, 1)), ""},
		{named([]string{"a", "b"}, sentInt(1), sentInts(wire.Kind_SET, 1, 2)), named([]string{"a", "b"}, sentInt(1), sentInts(wire.Kind_SET, 2, 1)), ""},
		{sent(wire.Kind_CTOR, "node", sentInt(1)), sent(wire.Kind_CTOR, "node", sent(wire.Kind_BIG, "1")), ""},
		{sent(wire.Kind_CTOR, "node", sentInt(1)), sent(wire.Kind_CTOR, "leaf", sentInt(1)), "moved"},
		{sentInt(5), &wire.Value{}, ""},
		{sentInt(5), sent(99, ""), "a value of unknown kind 99 was sent"},
		{sentInt(5), sent(wire.Kind_CTOR, "node"), "a constructed value was sent that cannot be read"},
		{sentInt(5), sent(wire.Kind_BIG, "0x5"), "not written in digits"},
		{sentInt(5), sent(wire.Kind_BIG, strings.Repeat("9", maxDigits+1)), "an integer of 10001 digits"},
		{sentInt(5), &wire.Value{Kind: wire.Kind_SEQ, Ints: []int64{1}, Elems: []*wire.Value{sentInt(2)}}, "in both places"},
		{sentInt(5), named([]string{"a"}, sentInt(1), sentInt(2)), "a binding was sent that cannot be read"},
		{sentInt(5), deep, "nested more than 100 deep"},
	} {
		got, err := moved(b, []*wire.Value{c.before}, []*wire.Value{c.after})
		switch {
		case err != nil:
			if c.want == "" || c.want == "moved" || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v to %v: %v, want %q", c.before, c.after, err, c.want)
			}
		case c.want != "" && c.want != "moved":
			t.Errorf("%v to %v is no error: want %q", c.before, c.after, c.want)
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
	d := &desk{suite: &suite{reader: newReader(&spec.System{})}}
	slots := []slot{{0, ints, "s'", isInts(ints)}}
	if !slots[0].ints {
		t.Fatal("the type is not one of sequences of integers")
	}
	misfit := d.read(&spec.Unit{Name: "add"}, make([]value.Value, 1), slots, []*wire.Value{both})
	if want := "s' of add: " + errTwoPlaces.Error(); misfit != want {
		t.Errorf("%q, want %q", misfit, want)
	}
}
