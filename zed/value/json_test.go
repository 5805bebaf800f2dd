package value_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

func TestEncode(t *testing.T) {
	for _, test := range []struct {
		v    value.Value
		typ  zed.Type
		want string
	}{
		{num(-3), ints, `-3`},
		{num(1 << 53), ints, `9007199254740992`},
		{num(1<<53 + 1), ints, `"9007199254740993"`},
		{seq(1, 1), intSeq, `[1,1]`},
		{seq(), intSeq, `[]`},
		{set(2, 1), intSet, `{"set":[1,2]}`},
		{set(), intSet, `{"set":[]}`},
		{value.OfSeq([]value.Value{value.OfAtom("x")}), mapping, `{"set":[{"tuple":[1,"x"]}]}`},
		{value.OfBinding([]string{"a", "b"}, []value.Value{num(1), seq(2)}), binding, `{"binding":{"a":1,"b":[2]}}`},
		{value.OfAtom("x"), names, `"x"`},
		{value.OfCtor("node", pair(num(1), set())), names, `{"ctor":"node","arg":{"tuple":[1,{"set":[]}]}}`},
		{value.Value{}, ints, `null`},
		{value.OfHole(1), ints, `null`},
		{set(4), intSeq, `{"set":[4]}`},
		{seq(4), ints, `[4]`},
		{num(4), intSeq, `4`},
	} {
		if got := value.Encode(test.v, test.typ); string(got) != test.want {
			t.Errorf("%v is %s, want %s", test.v, got, test.want)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, test := range []struct {
		data string
		typ  zed.Type
		want string // the value, or a part of the error
	}{
		{`"12345678901234567890"`, ints, "12345678901234567890"},
		{`12345678901234567890`, ints, "12345678901234567890"},
		{`1.5`, ints, "expected a value of type ℤ, found 1.5"},
		{`1e3`, ints, "expected a value of type ℤ"},
		{`"x"`, ints, `found "x"`},
		{`1 2`, ints, "found more"},
		{`1 ]`, ints, "found more"},
		{``, ints, "expected a value in JSON"},
		{`null`, ints, "found null"},
		{`[2, 1, 2]`, intSet, "{1, 2}"},
		{`{"set": [2, 1]}`, intSet, "{1, 2}"},
		{`{"set": [1]}`, intSeq, "expected a value of type"},
		{`{"tuple": [1, "x"]}`, pairs, "(1, x)"},
		{`[1, "x"]`, pairs, "(1, x)"},
		{`[1]`, pairs, "expected a value of type ℤ × NAME"},
		{`{"set": [{"tuple": [1, "x"]}, [2, "y"]]}`, mapping, "{1 ↦ x, 2 ↦ y}"},
		{`{"a": 1, "b": []}`, binding, "⦉a == 1, b == ⟨⟩⦊"},
		{`{"a": 1}`, binding, "expected a value of type"},
		{`{"a": 1, "c": []}`, binding, "no value for b"},
		{`{"ctor": "node", "arg": {"binding": {"k": [1]}}}`, names, "node ⦉k == ⟨1⟩⦊"},
		{`{"ctor": "node"}`, names, "expected a value of type NAME"},
		{`{"ctor": 3, "arg": 1}`, names, "expected a value of type"},
		{`{"ctor": "a", "arg": {"b": 1}}`, names, "expected a value of type"},
		{"{\"ctor\": \"a\", \"arg\": " + strings.Repeat("[", 500) + strings.Repeat("]", 500) + "}", names,
			"nested more than 200 deep"},
		{strings.Repeat("9", 20_000), ints, "expected a value of type ℤ"},
	} {
		v, err := value.Decode([]byte(test.data), test.typ)
		got := v.Text(test.typ)
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != test.want || !strings.Contains(got, test.want) {
			t.Errorf("%.60s as %v is %s, want %s", test.data, test.typ, got, test.want)
		}
	}
}

func TestFromYAML(t *testing.T) {
	v, err := value.FromAny(map[string]any{"a": 3, "b": []any{1, uint64(1 << 63), "7"}}, binding)
	if want := "⦉a == 3, b == ⟨1, 9223372036854775808, 7⟩⦊"; err != nil || v.String() != want {
		t.Errorf("got %v (%v), want %s", v, err, want)
	}
}

// Whatever decodes encodes, and reads back as the same value.
func FuzzDecode(f *testing.F) {
	types := []zed.Type{ints, names, intSet, intSeq, mapping, binding, pairs, zed.StrType{}, zed.SeqOf(mapping)}
	for i, seed := range []string{`1`, `"x"`, `{"set":[1,1]}`, `[1,2]`, `{"set":[{"tuple":[1,"x"]}]}`,
		`{"binding":{"a":1,"b":[]}}`,
		`{"tuple":[1,"x"]}`, `"é"`, `[{"set":[[1,"y"]]}]`, `{"ctor":"n","arg":{"tuple":[1,"a"]}}`} {
		f.Add([]byte(seed), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		typ := types[int(which)%len(types)]
		v, err := value.Decode(data, typ)
		if err != nil {
			return
		}
		again := value.Encode(v, typ)
		back, err := value.Decode(again, typ)
		if err != nil || !back.Equal(v) || back.Key() != v.Key() {
			t.Fatalf("%v is %s, which reads as %v (%v)", v, again, back, err)
		}
	})
}
