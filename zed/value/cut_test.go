package value_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// anyValue draws a value of any form, whatever types there are.
func anyValue(t *rapid.T, depth int) value.Value {
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth == 0 {
		kind = min(kind, 3)
	}
	some := func() []value.Value {
		out := make([]value.Value, rapid.IntRange(0, 4).Draw(t, "elements"))
		for i := range out {
			out[i] = anyValue(t, depth-1)
		}
		return out
	}
	switch kind {
	case 0:
		return num(rapid.Int64().Draw(t, "n"))
	case 1:
		return value.OfStr(rapid.String().Draw(t, "text"))
	case 2:
		return value.OfAtom(string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")))
	case 3:
		return value.OfBig(new(big.Int).Lsh(big.NewInt(rapid.Int64().Draw(t, "big")), 70))
	case 4:
		return value.OfTuple(anyValue(t, depth-1), anyValue(t, depth-1))
	case 5, 6:
		return value.OfSet(some())
	case 7:
		return value.OfSeq(some())
	case 8:
		return value.OfBinding([]string{"a", "c"}, []value.Value{anyValue(t, depth-1), anyValue(t, depth-1)})
	}
	return value.OfCtor("node", anyValue(t, depth-1))
}

// TestEncodeAnything: any value has a form in JSON, of whatever type it is said
// to be, that is read again, by its form where it is not of the type.
func TestEncodeAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, typ := anyValue(t, 3), rapid.SampledFrom([]zed.Type{anyType(t, 3), nil}).Draw(t, "type")
		data := value.Encode(v, typ)
		if !json.Valid(data) {
			t.Fatalf("%v as %v is %s", v, typ, data)
		}
		if _, err := value.Decode(data, nil); err != nil {
			t.Fatalf("%v as %v is %s, which is not read: %v", v, typ, data, err)
		}
	})
}

// TestCut: what is left of a value is not larger than it, keeps within the limit
// but for what cannot be left out, and says of whatever is gone how much that is.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, limit := anyValue(t, 4), rapid.IntRange(1, 40).Draw(t, "limit")
		short, out := v.Cut(limit)
		size, full := short.Parts(1_000_000), v.Parts(1_000_000)
		if out == 0 && !short.Equal(v) || size > full+1 || full <= limit && out > 0 {
			t.Fatalf("%v at %d is %v with %d left out", v, limit, short, out)
		}
		if data := value.Encode(short, nil); !json.Valid(data) {
			t.Fatalf("%v is %s", short, data)
		}
	})
	long := make([]value.Value, 1_000_000)
	for i := range long {
		long[i] = num(int64(i))
	}
	for _, v := range []value.Value{value.OfSeq(long), value.OfSet(long),
		value.OfSeq([]value.Value{value.OfSeq(long), value.OfSeq(long)}), value.OfTuple(num(1), value.OfSeq(long))} {
		short, out := v.Cut(100)
		if n := short.Parts(1_000_000); n > 102 || out < 999_000 || v.Parts(100) <= 100 {
			t.Errorf("%d parts are left, and %d elements are not", n, out)
		}
	}
	for _, last := range []string{"", "x"} { // the cut falls between two characters, or into one
		if short, out := value.OfStr(strings.Repeat("é", 100_000) + last).Cut(100); len(short.Name()) > 1700 ||
			out != 1 || !utf8.ValidString(short.Name()) {
			t.Errorf("%d bytes are left, %d left out", len(short.Name()), out)
		}
	}
}
