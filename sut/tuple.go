package sut

import (
	"fmt"
	"reflect"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Tuple2 is a pair of a Cartesian product A × B. It can be compared where A and
// B can, so that a map[Tuple2[A, B]]struct{} is a relation A ↔ B.
type Tuple2[A, B any] struct {
	First  A
	Second B
}

// Tuple3 is an element of a Cartesian product A × B × C.
type Tuple3[A, B, C any] struct {
	First  A
	Second B
	Third  C
}

// product is implemented by Tuple2 and Tuple3. Its method returns the type, so that a
// type that embeds one of them can be recognised.
type product interface{ product() reflect.Type }

func (Tuple2[A, B]) product() reflect.Type { return reflect.TypeFor[Tuple2[A, B]]() }

func (Tuple3[A, B, C]) product() reflect.Type { return reflect.TypeFor[Tuple3[A, B, C]]() }

// isProduct tells whether a type is Tuple2 or Tuple3.
func isProduct(typ reflect.Type) bool {
	p, ok := reflect.Zero(typ).Interface().(product)
	return ok && p.product() == typ
}

// tuple returns the codec of a struct that is sent as the tuple of its fields.
func (cs *codecs) tuple(typ reflect.Type) (*codec, error) {
	parts := make([]*codec, typ.NumField())
	shape := &wire.Shape{Kind: wire.Kind_TUPLE}
	for i := range parts {
		c, err := cs.find(typ.Field(i).Type)
		if err != nil {
			return nil, fmt.Errorf("part %d of %v: %w", i+1, typ, err)
		}
		parts[i] = c
		shape.Parts = append(shape.Parts, part(c))
	}
	encode := func(v reflect.Value, w *wire.Value, at extent) error {
		at, err := at.within(elemBytes * len(parts))
		if err != nil {
			return err
		}
		w.Kind, w.Elems = wire.Kind_TUPLE, make([]*wire.Value, len(parts))
		for i, p := range parts {
			w.Elems[i] = &wire.Value{}
			if err := p.encode(v.Field(i), w.Elems[i], at); err != nil {
				return fmt.Errorf("part %d: %w", i+1, err)
			}
		}
		packInts(w)
		return nil
	}
	decode := func(w *wire.Value, v reflect.Value) error {
		if w.Kind != wire.Kind_TUPLE || len(w.Ints)+len(w.Elems) != len(parts) {
			return fmt.Errorf("%s is not a tuple of %d parts", show(w), len(parts))
		}
		elems := keepsElems(w).Elems
		for i, p := range parts {
			if err := p.decode(elems[i], v.Field(i)); err != nil {
				return fmt.Errorf("part %d: %w", i+1, err)
			}
		}
		return nil
	}
	return &codec{shape, encode, decode}, nil
}

// packInts converts elements that are all small integers into the packed form of the
// protocol.
func packInts(w *wire.Value) {
	ints := make([]int64, len(w.Elems))
	for i, e := range w.Elems {
		if e.Kind != wire.Kind_INT {
			return
		}
		ints[i] = e.Int
	}
	w.Ints, w.Elems = ints, nil
}
