package value

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// maxExact is the largest integer that every JSON reader keeps exact; larger
// ones are written as strings.
const maxExact = 1 << 53

// maxDepth is how deeply values in JSON and YAML may nest: deeper than any type that a
// specification declares.
const maxDepth = 200

// Encode writes a value as JSON, by its declared type: an array where the type is a
// list and the value a sequence, {"set": […]} for other sets, {"tuple": […]},
// {"binding": {…}}, {"ctor": name, "arg": …}, {"total": "ℕ", "to": …} for the function
// that has one image for all of ℕ, integers as numbers (as strings beyond
// 2⁵³), and constants, elements and strings as strings. A value of kind Nothing is
// null. A value that is not of the type is written by its own form, so that every value
// can be encoded.
func Encode(v Value, t zed.Type) []byte { return AppendJSON(nil, v, t) }

// AppendJSON appends what Encode returns.
func AppendJSON(b []byte, v Value, t zed.Type) []byte {
	switch v.kind {
	case Int:
		if n, ok := v.Int(); ok && n <= maxExact && n >= -maxExact {
			return strconv.AppendInt(b, n, 10)
		}
		return quote(b, v.Big().String())
	case Str, Atom:
		return quote(b, v.obj.name)
	case Tuple:
		return encodeAll(b, `{"tuple":[`, v.obj.elems, "]}", func(i int) zed.Type { return elemOfProduct(t, i) })
	case Set, Seq:
		p, _ := t.(zed.PowerType)
		list := v.kind == Seq || v.Len() == 0
		if list && p.List || v.kind == Seq && !isPower(t) {
			return encodeAll(b, "[", v.Items(), "]", func(int) zed.Type { return elemOfProduct(p.Elem, 1) })
		}
		return encodeAll(b, `{"set":[`, v.Members(), "]}", func(int) zed.Type { return p.Elem })
	case Binding:
		s, _ := t.(zed.SchemaType)
		b = append(b, `{"binding":{`...)
		for i, name := range v.obj.names {
			if i > 0 {
				b = append(b, ',')
			}
			b = AppendJSON(append(quote(b, name), ':'), v.obj.elems[i], fieldOf(s, name))
		}
		return append(b, "}}"...)
	case Ctor:
		b = append(quote(append(b, `{"ctor":`...), v.obj.name), `,"arg":`...)
		return append(AppendJSON(b, v.obj.elems[0], argOf(t, v)), '}')
	case Total:
		p, _ := t.(zed.PowerType)
		b = append(quote(append(b, `{"total":`...), v.obj.name), `,"to":`...)
		return append(AppendJSON(b, v.obj.elems[0], elemOfProduct(p.Elem, 1)), '}')
	}
	return append(b, "null"...)
}

// isPower tells whether values of a type are sets.
func isPower(t zed.Type) bool {
	_, ok := t.(zed.PowerType)
	return ok
}

func encodeAll(b []byte, open string, elems []Value, closing string, typ func(int) zed.Type) []byte {
	b = append(b, open...)
	for i, x := range elems {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendJSON(b, x, typ(i))
	}
	return append(b, closing...)
}

// quote appends a string in JSON.
func quote(b []byte, s string) []byte {
	q, err := json.Marshal(s)
	if err != nil {
		panic("value: a string has no JSON: " + err.Error())
	}
	return append(b, q...)
}

// Decode reads what Encode writes for a value of the type. Where the type is nil, it
// reads the value by its form, in which a string stands for a constant.
func Decode(data []byte, t zed.Type) (Value, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var x any
	if err := d.Decode(&x); err != nil {
		return Value{}, fmt.Errorf("expected a value in JSON: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return Value{}, fmt.Errorf("expected one value in JSON, found more")
	}
	if t == nil {
		return readUntyped(x, 0)
	}
	return FromAny(x, t)
}

// FromAny returns the value of the given type that decoded JSON or YAML describes.
// Besides the form of Encode it accepts lists for sets, as people write them.
func FromAny(x any, t zed.Type) (Value, error) { return readAny(x, t, 0) }

func readAny(x any, t zed.Type, depth int) (Value, error) {
	if depth > maxDepth {
		return Value{}, fmt.Errorf("the value is nested more than %d deep", maxDepth)
	}
	switch t := t.(type) {
	case zed.IntType:
		return intFrom(x)
	case zed.StrType:
		if s, ok := x.(string); ok {
			return OfStr(s), nil
		}
	case zed.NamedType:
		return readNamed(x, t, depth)
	case zed.PowerType:
		return setFrom(x, t, depth)
	case zed.ProductType:
		elems, ok := listFrom(x, "tuple")
		if ok && len(elems) == len(t.Elems) {
			out := make([]Value, len(elems))
			for i, e := range elems {
				var err error
				if out[i], err = readAny(e, t.Elems[i], depth+1); err != nil {
					return Value{}, err
				}
			}
			return OfTuple(out...), nil
		}
	case zed.SchemaType:
		return bindingFrom(x, t, depth)
	}
	return Value{}, newWanted(t, x)
}

func newWanted(t zed.Type, x any) error {
	text := fmt.Sprint(x)
	if data, err := json.Marshal(x); err == nil {
		text = string(data)
	}
	if len(text) > 60 {
		text = text[:60] + "…"
	}
	return fmt.Errorf("expected a value of type %v, found %s", t, strings.ToValidUTF8(text, "·"))
}

func intFrom(x any) (Value, error) {
	switch n := x.(type) {
	case int:
		return OfInt(int64(n)), nil
	case int64:
		return OfInt(n), nil
	case uint64:
		return OfBig(new(big.Int).SetUint64(n)), nil
	case float64:
		if n == float64(int64(n)) && n <= maxExact && n >= -maxExact {
			return OfInt(int64(n)), nil
		}
	case json.Number:
		if v, ok := intFromText(n.String()); ok {
			return v, nil
		}
	case string:
		if v, ok := intFromText(n); ok {
			return v, nil
		}
	}
	return Value{}, newWanted(zed.IntType{}, x)
}

// maxDigits is how many digits integers in JSON and YAML may have. The time to read one
// grows faster than its length.
const maxDigits = 10_000

func intFromText(s string) (Value, bool) {
	if len(s) > maxDigits {
		return Value{}, false
	}
	b, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return Value{}, false
	}
	return OfBig(b), true
}

func readNamed(x any, t zed.NamedType, depth int) (Value, error) {
	switch x := x.(type) {
	case string:
		return OfAtom(x), nil
	case map[string]any:
		if len(x) == 2 && x["ctor"] != nil {
			return readConstructed(x, t, depth)
		}
	}
	return Value{}, newWanted(t, x)
}

// readUntyped reads a value by its form alone.
func readUntyped(x any, depth int) (Value, error) {
	if depth > maxDepth {
		return Value{}, fmt.Errorf("the value is nested more than %d deep", maxDepth)
	}
	all := func(xs []any) ([]Value, error) {
		out := make([]Value, len(xs))
		for i, e := range xs {
			var err error
			if out[i], err = readUntyped(e, depth+1); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	switch x := x.(type) {
	case nil:
		return Value{}, nil
	case string:
		return OfAtom(x), nil
	case []any:
		elems, err := all(x)
		return OfSeq(elems), err
	case map[string]any:
		if elems, ok := listFrom(x, "set"); ok {
			out, err := all(elems)
			return OfSet(out), err
		}
		if elems, ok := listFrom(x, "tuple"); ok && len(elems) > 1 {
			out, err := all(elems)
			return OfTuple(out...), err
		}
		if fields, ok := x["binding"].(map[string]any); ok && len(x) == 1 {
			names := slices.Sorted(maps.Keys(fields))
			values := make([]any, len(names))
			for i, n := range names {
				values[i] = fields[n]
			}
			out, err := all(values)
			return OfBinding(names, out), err
		}
		if numbers, to, ok := readTotal(x); ok {
			image, err := readUntyped(to, depth+1)
			return OfTotal(numbers, image), err
		}
		return readConstructed(x, zed.NamedType{Name: "of a free type"}, depth)
	}
	return intFrom(x)
}

// readTotal reads the form of a function that has one image for all numbers of a set.
func readTotal(x any) (numbers string, to any, ok bool) {
	m, _ := x.(map[string]any)
	to, has := m["to"]
	numbers, _ = m["total"].(string)
	return numbers, to, has && len(m) == 2 && slices.Contains([]string{"ℤ", "ℕ", "ℕ₁"}, numbers)
}

// readConstructed reads a constructor with its argument: by its form alone where the type
// does not say of which type that is.
func readConstructed(x map[string]any, t zed.NamedType, depth int) (Value, error) {
	name, ok := x["ctor"].(string)
	arg, has := x["arg"]
	if !ok || !has || len(x) != 2 {
		return Value{}, newWanted(t, x)
	}
	read := func() (Value, error) { return readUntyped(arg, depth+1) }
	if of := t.Arg(name); of != nil {
		read = func() (Value, error) { return readAny(arg, of, depth+1) }
	}
	v, err := read()
	if err != nil {
		return Value{}, err
	}
	return OfCtor(name, v), nil
}

// listFrom returns the elements of a list, or of a map whose only key is the
// given one.
func listFrom(x any, key string) ([]any, bool) {
	if m, ok := x.(map[string]any); ok && len(m) == 1 {
		elems, ok := m[key].([]any)
		return elems, ok
	}
	elems, ok := x.([]any)
	return elems, ok
}

func setFrom(x any, t zed.PowerType, depth int) (Value, error) {
	elem := t.Elem
	if p, is := elem.(zed.ProductType); is && len(p.Elems) == 2 && p.Elems[0] == (zed.IntType{}) {
		if numbers, to, ok := readTotal(x); ok {
			image, err := readAny(to, p.Elems[1], depth+1)
			return OfTotal(numbers, image), err
		}
	}
	if plain, isList := x.([]any); t.List && isList {
		elems, err := elemsFrom(plain, elemOfProduct(elem, 1), depth)
		return OfSeq(elems), err
	}
	elems, ok := listFrom(x, "set")
	if !ok {
		return Value{}, newWanted(t, x)
	}
	values, err := elemsFrom(elems, elem, depth)
	if err != nil {
		return Value{}, err
	}
	return OfSet(values), nil
}

func elemsFrom(xs []any, t zed.Type, depth int) ([]Value, error) {
	out := make([]Value, len(xs))
	for i, e := range xs {
		var err error
		if out[i], err = readAny(e, t, depth+1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func bindingFrom(x any, t zed.SchemaType, depth int) (Value, error) {
	fields, ok := x.(map[string]any)
	if inner, is := fields["binding"].(map[string]any); is && len(fields) == 1 {
		fields = inner
	}
	if !ok || len(fields) != len(t.Fields) {
		return Value{}, newWanted(t, x)
	}
	var names []string
	var values []Value
	for _, f := range t.Fields {
		given, ok := fields[f.Name]
		if !ok {
			return Value{}, fmt.Errorf("the binding gives no value for %s", f.Name)
		}
		v, err := readAny(given, f.Type, depth+1)
		if err != nil {
			return Value{}, err
		}
		names, values = append(names, f.Name), append(values, v)
	}
	if !slices.IsSorted(names) {
		return Value{}, fmt.Errorf("the type %v is not sorted", t)
	}
	return OfBinding(names, values), nil
}
