package sut

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// encodeElems encodes n elements, in the packed form where all are small integers.
func encodeElems(elem *codec, n int, get func(int) reflect.Value, w *wire.Value, at extent) error {
	bytes := n
	if elem.shape.Kind != wire.Kind_INT {
		bytes = n * elemBytes
	}
	at, err := at.within(bytes)
	if err != nil {
		return err
	}
	if n == 0 {
		return nil
	}
	if elem.shape.Kind == wire.Kind_INT {
		w.Ints = make([]int64, n)
		var one wire.Value
		for i := range n {
			if err := elem.encode(get(i), &one, at); err != nil {
				return err
			}
			if one.Kind != wire.Kind_INT {
				w.Ints = nil
				break
			}
			w.Ints[i] = one.Int
		}
		if w.Ints != nil {
			return nil
		}
	}
	elems := make([]wire.Value, n)
	w.Elems = make([]*wire.Value, n)
	for i := range n {
		w.Elems[i] = &elems[i]
		if err := elem.encode(get(i), w.Elems[i], at); err != nil {
			return err
		}
	}
	return nil
}

// elemsOf returns the number of elements of a value, and a function that returns them.
// Each element is valid until the next call.
func elemsOf(w *wire.Value) (int, func(int) *wire.Value) {
	if len(w.Ints) > 0 {
		one := &wire.Value{Kind: wire.Kind_INT}
		return len(w.Ints), func(i int) *wire.Value {
			one.Int = w.Ints[i]
			return one
		}
	}
	return len(w.Elems), func(i int) *wire.Value { return w.Elems[i] }
}

// keepsElems returns w, or a copy of it where a decoded element may refer to it.
func keepsElems(w *wire.Value) *wire.Value {
	if len(w.Ints) == 0 {
		return w
	}
	elems := make([]*wire.Value, len(w.Ints))
	for i, n := range w.Ints {
		elems[i] = &wire.Value{Kind: wire.Kind_INT, Int: n}
	}
	return &wire.Value{Kind: w.Kind, Elems: elems}
}

func (cs *codecs) sequence(typ reflect.Type) (*codec, error) {
	elem, err := cs.find(typ.Elem())
	if err != nil {
		return nil, err
	}
	shape := &wire.Shape{Kind: wire.Kind_SEQ, Parts: []*wire.Shape{part(elem)}}
	array := typ.Kind() == reflect.Array
	if array {
		shape.Len = new(uint64(typ.Len()))
	}
	if typ == reflect.TypeFor[[]int]() && cs.own[typ.Elem()].build == nil {
		return intsCodec(shape), nil
	}
	encode := func(v reflect.Value, w *wire.Value, at extent) error {
		w.Kind = wire.Kind_SEQ
		return encodeElems(elem, v.Len(), v.Index, w, at)
	}
	decode := func(w *wire.Value, v reflect.Value) error {
		from := w
		w, ok := asSequence(from)
		if !ok {
			return fmt.Errorf("%s is not a sequence", show(from))
		}
		if elem.shape.Kind != wire.Kind_INT {
			w = keepsElems(w)
		}
		n, at := elemsOf(w)
		switch {
		case array && n != v.Len():
			return fmt.Errorf("%s does not fit %v", show(w), typ)
		case !array:
			v.Set(reflect.MakeSlice(typ, n, n))
		}
		for i := range n {
			if err := elem.decode(at(i), v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	}
	return &codec{shape, encode, decode}, nil
}

// intsCodec returns the codec of []int, the type of most sequences.
func intsCodec(shape *wire.Shape) *codec {
	typ := reflect.TypeFor[int]()
	return &codec{shape,
		func(v reflect.Value, w *wire.Value, at extent) error {
			w.Kind = wire.Kind_SEQ
			n := v.Len()
			if err := at.add(n); err != nil {
				return err
			}
			w.Ints = slices.Grow(w.Ints[:0], n)[:n]
			if v.CanAddr() {
				for i, n := range *v.Addr().Interface().(*[]int) {
					w.Ints[i] = int64(n)
				}
				return nil
			}
			for i := range w.Ints {
				w.Ints[i] = v.Index(i).Int()
			}
			return nil
		},
		func(w *wire.Value, v reflect.Value) error {
			from := w
			w, ok := asSequence(from)
			if !ok {
				return fmt.Errorf("%s is not a sequence", show(from))
			}
			n, at := elemsOf(w)
			ints := make([]int, n)
			for i := range ints {
				e := at(i)
				if err := checkRange(e, math.MinInt, math.MaxInt, typ); err != nil {
					return err
				}
				ints[i] = int(e.Int)
			}
			*v.Addr().Interface().(*[]int) = ints
			return nil
		}}
}

// asSequence returns a value as a sequence, where it is one or the set of pairs of one.
func asSequence(w *wire.Value) (*wire.Value, bool) {
	n := len(w.Elems) + len(w.Ints)
	if w.Kind == wire.Kind_SEQ || w.Kind == wire.Kind_SET && n == 0 {
		return w, true
	}
	if w.Kind != wire.Kind_SET {
		return nil, false
	}
	elems := make([]*wire.Value, n)
	for _, pair := range w.Elems {
		key, value, ok := pairOf(pair)
		if !ok || key.Kind != wire.Kind_INT || key.Int < 1 || key.Int > int64(n) || elems[key.Int-1] != nil {
			return nil, false
		}
		elems[key.Int-1] = value
	}
	return &wire.Value{Kind: wire.Kind_SEQ, Elems: elems}, !slices.Contains(elems, nil)
}

// pairOf returns the parts of a tuple of two.
func pairOf(w *wire.Value) (first, second *wire.Value, ok bool) {
	if w.Kind != wire.Kind_TUPLE || len(w.Ints)+len(w.Elems) != 2 {
		return nil, nil, false
	}
	w = keepsElems(w)
	return w.Elems[0], w.Elems[1], true
}

func (cs *codecs) set(typ reflect.Type) (*codec, error) {
	elem, err := cs.find(typ.Key())
	if err != nil {
		return nil, err
	}
	encode := func(v reflect.Value, w *wire.Value, at extent) error {
		w.Kind = wire.Kind_SET
		keys := v.MapKeys()
		if err := encodeElems(elem, len(keys), func(i int) reflect.Value { return keys[i] }, w, at); err != nil {
			return err
		}
		sortElems(w)
		return nil
	}
	decode := func(w *wire.Value, v reflect.Value) error {
		elems, err := setElems(w)
		if err != nil {
			return err
		}
		v.Set(reflect.MakeMapWithSize(typ, len(elems)))
		for _, e := range elems {
			key := reflect.New(typ.Key()).Elem()
			if err := elem.decode(e, key); err != nil {
				return err
			}
			v.SetMapIndex(key, reflect.Zero(typ.Elem()))
		}
		return nil
	}
	return &codec{&wire.Shape{Kind: wire.Kind_SET, Parts: []*wire.Shape{part(elem)}}, encode, decode}, nil
}

// setElems returns the elements of a set; for a sequence these are its pairs.
func setElems(w *wire.Value) ([]*wire.Value, error) {
	switch w.Kind {
	case wire.Kind_SET:
		return keepsElems(w).Elems, nil
	case wire.Kind_SEQ:
		w = keepsElems(w)
		pairs := make([]*wire.Value, len(w.Elems))
		for i, e := range w.Elems {
			pairs[i] = &wire.Value{Kind: wire.Kind_TUPLE,
				Elems: []*wire.Value{{Kind: wire.Kind_INT, Int: int64(i + 1)}, e}}
		}
		return pairs, nil
	}
	return nil, fmt.Errorf("%s is not a set", show(w))
}

// sortElems sorts the elements of a set, so that equal sets look the same.
func sortElems(w *wire.Value) {
	slices.Sort(w.Ints)
	slices.SortFunc(w.Elems, func(a, b *wire.Value) int { return strings.Compare(key(a), key(b)) })
}

func (cs *codecs) function(typ reflect.Type) (*codec, error) {
	from, err := cs.find(typ.Key())
	if err != nil {
		return nil, err
	}
	to, err := cs.find(typ.Elem())
	if err != nil {
		return nil, err
	}
	pair := &wire.Shape{Kind: wire.Kind_TUPLE, Parts: []*wire.Shape{part(from), part(to)}}
	encode := func(v reflect.Value, w *wire.Value, at extent) error {
		w.Kind = wire.Kind_SET
		at, err := at.within(elemBytes * v.Len())
		if err != nil {
			return err
		}
		for it := v.MapRange(); it.Next(); {
			a, b := &wire.Value{}, &wire.Value{}
			if err := from.encode(it.Key(), a, at); err != nil {
				return err
			}
			if err := to.encode(it.Value(), b, at); err != nil {
				return err
			}
			w.Elems = append(w.Elems, &wire.Value{Kind: wire.Kind_TUPLE, Elems: []*wire.Value{a, b}})
		}
		sortElems(w)
		return nil
	}
	decode := func(w *wire.Value, v reflect.Value) error {
		elems, err := setElems(w)
		if err != nil {
			return err
		}
		v.Set(reflect.MakeMapWithSize(typ, len(elems)))
		for _, e := range elems {
			first, second, ok := pairOf(e)
			if !ok {
				return fmt.Errorf("%s is not a pair", show(e))
			}
			key, value := reflect.New(typ.Key()).Elem(), reflect.New(typ.Elem()).Elem()
			if err := from.decode(first, key); err != nil {
				return err
			}
			if err := to.decode(second, value); err != nil {
				return err
			}
			if v.MapIndex(key).IsValid() {
				return fmt.Errorf("%s is not a function", show(w))
			}
			v.SetMapIndex(key, value)
		}
		return nil
	}
	return &codec{&wire.Shape{Kind: wire.Kind_SET, Parts: []*wire.Shape{pair}}, encode, decode}, nil
}

// component is a field of a struct that is sent as a binding.
type component struct {
	name  string
	index int
	codec *codec
}

// binding returns the codec of a struct, which is sent as a binding. The tag `z:"name"`
// names a component; `z:"-"` leaves the field out.
func (cs *codecs) binding(typ reflect.Type) (*codec, error) {
	var parts []component
	for f := range typ.Fields() {
		name := f.Tag.Get("z")
		switch {
		case name == "-":
			continue
		case !f.IsExported():
			return nil, fmt.Errorf(
				"field %s of %v is not exported: give the type a sut.Codec in Types, or tag the field `z:\"-\"`",
				f.Name, typ)
		case name == "":
			name = f.Name
		}
		c, err := cs.find(f.Type)
		if err != nil {
			return nil, fmt.Errorf("field %s of %v: %w", f.Name, typ, err)
		}
		parts = append(parts, component{name, f.Index[0], c})
	}
	slices.SortFunc(parts, func(a, b component) int { return strings.Compare(a.name, b.name) })
	shape := &wire.Shape{Kind: wire.Kind_BINDING}
	for i, p := range parts {
		if i > 0 && parts[i-1].name == p.name {
			return nil, fmt.Errorf("two fields of %v are named %s", typ, p.name)
		}
		shape.Names = append(shape.Names, p.name)
		shape.Parts = append(shape.Parts, part(p.codec))
	}
	encode := func(v reflect.Value, w *wire.Value, at extent) error {
		at, err := at.within(elemBytes * len(parts))
		if err != nil {
			return err
		}
		w.Kind, w.Names = wire.Kind_BINDING, shape.Names
		for _, p := range parts {
			e := &wire.Value{}
			if err := p.codec.encode(v.Field(p.index), e, at); err != nil {
				return fmt.Errorf("component %s: %w", p.name, err)
			}
			w.Elems = append(w.Elems, e)
		}
		return nil
	}
	decode := func(w *wire.Value, v reflect.Value) error {
		if w.Kind != wire.Kind_BINDING || !slices.Equal(w.Names, shape.Names) || len(w.Elems) != len(parts) {
			return fmt.Errorf("%s does not fit %v, which has %s", show(w), typ, strings.Join(shape.Names, ", "))
		}
		for i, p := range parts {
			if err := p.codec.decode(w.Elems[i], v.Field(p.index)); err != nil {
				return fmt.Errorf("component %s: %w", p.name, err)
			}
		}
		return nil
	}
	return &codec{shape, encode, decode}, nil
}
