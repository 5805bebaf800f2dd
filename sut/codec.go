package sut

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// maxDepth is how deeply values that are sent may nest. Values that nest deeper contain
// themselves, or are of no use in a test case.
const maxDepth = 1000

// codec converts the values of one Go type. decode sets an addressable value, which may
// be partly set where it fails.
type codec struct {
	shape  *wire.Shape
	encode func(v reflect.Value, w *wire.Value, at extent) error
	decode func(w *wire.Value, v reflect.Value) error
}

// codecs makes the codecs of types, each once.
type codecs struct {
	byType map[reflect.Type]*codec
	own    map[reflect.Type]Type
	errs   Errors
}

func newCodecs(types []Type, errs Errors) (*codecs, error) {
	cs := &codecs{map[reflect.Type]*codec{
		reflect.TypeFor[error]():       errs.codec(),
		reflect.TypeFor[*wire.Value](): wireCodec,
		reflect.TypeFor[Atom]():        atomCodec,
		reflect.TypeFor[Constructed](): constructedCodec,
		reflect.TypeFor[*big.Int]():    bigCodec,
		reflect.TypeFor[bool]():        boolCodec,
	}, map[reflect.Type]Type{}, errs}
	for _, t := range types {
		if _, twice := cs.own[t.typ]; twice {
			return nil, fmt.Errorf("two entries in Types for %v", t.typ)
		}
		cs.own[t.typ] = t
		delete(cs.byType, t.typ)
	}
	return cs, nil
}

// find returns the codec of a type.
func (cs *codecs) find(typ reflect.Type) (*codec, error) {
	if c, ok := cs.byType[typ]; ok {
		return c, nil
	}
	// Registered before it is complete, so that a recursive type finds itself.
	c := &codec{shape: &wire.Shape{}}
	cs.byType[typ] = c
	var made *codec
	var err error
	if own, ok := cs.own[typ]; ok {
		if made, err = own.build(cs); err == nil {
			made = made.withPlace(own.place)
		}
	} else {
		made, err = cs.build(typ)
	}
	if err != nil {
		delete(cs.byType, typ)
		return nil, err
	}
	*c = *made
	return c, nil
}

func (cs *codecs) build(typ reflect.Type) (*codec, error) {
	switch kind := typ.Kind(); {
	case kind == reflect.Bool:
		return boolCodec, nil
	case kind >= reflect.Int && kind <= reflect.Int64:
		return signedCodec(typ), nil
	case kind >= reflect.Uint && kind <= reflect.Uintptr:
		return unsignedCodec(typ), nil
	case kind == reflect.String:
		return stringCodec, nil
	case kind == reflect.Slice, kind == reflect.Array:
		return cs.sequence(typ)
	case kind == reflect.Map && typ.Elem() == reflect.TypeFor[struct{}]():
		return cs.set(typ)
	case kind == reflect.Map:
		return cs.function(typ)
	case kind == reflect.Struct && isProduct(typ):
		return cs.tuple(typ)
	case kind == reflect.Struct:
		return cs.binding(typ)
	}
	return nil, fmt.Errorf("%v has no natural counterpart in Z: give it a sut.Codec in Types", typ)
}

// withPlace returns the codec, with a place of its own in its shape.
func (c *codec) withPlace(place string) *codec {
	s := &wire.Shape{Kind: c.shape.Kind, Parts: c.shape.Parts, Names: c.shape.Names, Min: c.shape.Min, Max: c.shape.Max,
		Len: c.shape.Len, Place: place}
	return &codec{s, c.encode, c.decode}
}

// part returns the shape of a component. For a recursive type that is "anything", since
// shapes are finite.
func part(c *codec) *wire.Shape {
	if c.encode == nil {
		return &wire.Shape{}
	}
	return c.shape
}

var boolCodec = &codec{&wire.Shape{Kind: wire.Kind_ATOM, Names: []string{"false", "true"}},
	func(v reflect.Value, w *wire.Value, _ extent) error {
		w.Kind, w.Text = wire.Kind_ATOM, "false"
		if v.Bool() {
			w.Text = "true"
		}
		return nil
	},
	func(w *wire.Value, v reflect.Value) error {
		if w.Kind != wire.Kind_ATOM && w.Kind != wire.Kind_STRING || w.Text != "true" && w.Text != "false" {
			return fmt.Errorf("%s is neither true nor false", show(w))
		}
		v.SetBool(w.Text == "true")
		return nil
	}}

var stringCodec = &codec{&wire.Shape{Kind: wire.Kind_STRING},
	func(v reflect.Value, w *wire.Value, at extent) error {
		if err := at.add(v.Len()); err != nil {
			return err
		}
		w.Kind, w.Text = wire.Kind_STRING, strings.ToValidUTF8(v.String(), "\uFFFD")
		if w.Text != v.String() {
			return fmt.Errorf("string %q is not UTF-8", v.String())
		}
		return nil
	},
	func(w *wire.Value, v reflect.Value) error {
		if w.Kind != wire.Kind_STRING && w.Kind != wire.Kind_ATOM {
			return fmt.Errorf("%s is not a string", show(w))
		}
		v.SetString(w.Text)
		return nil
	}}

var atomCodec = &codec{&wire.Shape{Kind: wire.Kind_ATOM},
	func(v reflect.Value, w *wire.Value, at extent) error {
		w.Kind, w.Text = wire.Kind_ATOM, v.String()
		return at.add(v.Len())
	}, stringCodec.decode}

var wireCodec = &codec{&wire.Shape{},
	func(v reflect.Value, w *wire.Value, _ extent) error {
		if from := v.Interface().(*wire.Value); from != nil {
			w.Kind, w.Int, w.Text, w.Ints, w.Elems, w.Names = from.Kind, from.Int, from.Text, from.Ints, from.Elems,
				from.Names
			return nil
		}
		return errors.New("there is no value")
	},
	func(w *wire.Value, v reflect.Value) error {
		v.Set(reflect.ValueOf(w))
		return nil
	}}

var constructedCodec = &codec{&wire.Shape{Kind: wire.Kind_CTOR},
	func(v reflect.Value, w *wire.Value, _ extent) error {
		from := v.Interface().(Constructed)
		if from.Arg == nil {
			return fmt.Errorf("constructor %s has no argument", from.Name)
		}
		w.Kind, w.Text, w.Elems = wire.Kind_CTOR, from.Name, []*wire.Value{from.Arg}
		return nil
	},
	func(w *wire.Value, v reflect.Value) error {
		if w.Kind != wire.Kind_CTOR || len(w.Elems) != 1 {
			return fmt.Errorf("%s is not a constructor applied to an argument", show(w))
		}
		v.Set(reflect.ValueOf(Constructed{w.Text, w.Elems[0]}))
		return nil
	}}

var bigCodec = &codec{&wire.Shape{Kind: wire.Kind_INT},
	func(v reflect.Value, w *wire.Value, at extent) error {
		n := v.Interface().(*big.Int)
		switch {
		case n == nil:
			w.Kind, w.Int = wire.Kind_INT, 0
		case n.IsInt64():
			w.Kind, w.Int = wire.Kind_INT, n.Int64()
		default:
			if err := at.add(n.BitLen() / 4); err != nil {
				return err
			}
			w.Kind, w.Text = wire.Kind_BIG, n.String()
		}
		return nil
	},
	func(w *wire.Value, v reflect.Value) error {
		switch w.Kind {
		case wire.Kind_INT:
			v.Set(reflect.ValueOf(big.NewInt(w.Int)))
			return nil
		case wire.Kind_BIG:
			if n, ok := new(big.Int).SetString(w.Text, 10); ok {
				v.Set(reflect.ValueOf(n))
				return nil
			}
		}
		return fmt.Errorf("%s is not an integer", show(w))
	}}

// objectCodec is the codec of instances. They have no values; the step resolves them.
var objectCodec = &codec{&wire.Shape{Kind: wire.Kind_OBJECT},
	func(reflect.Value, *wire.Value, extent) error { return nil },
	func(w *wire.Value, _ reflect.Value) error {
		return fmt.Errorf("%s is not an object of the program", show(w))
	}}

func signedCodec(typ reflect.Type) *codec {
	bits := typ.Bits()
	low := int64(-1) << (bits - 1)
	high := -(low + 1)
	return &codec{&wire.Shape{Kind: wire.Kind_INT, Min: &low, Max: &high},
		func(v reflect.Value, w *wire.Value, _ extent) error {
			w.Kind, w.Int = wire.Kind_INT, v.Int()
			return nil
		},
		func(w *wire.Value, v reflect.Value) error {
			if err := checkRange(w, low, high, typ); err != nil {
				return err
			}
			v.SetInt(w.Int)
			return nil
		}}
}

func unsignedCodec(typ reflect.Type) *codec {
	low, high := int64(0), int64(math.MaxInt64)
	if bits := typ.Bits(); bits < 64 {
		high = 1<<bits - 1
	}
	return &codec{&wire.Shape{Kind: wire.Kind_INT, Min: &low, Max: &high},
		func(v reflect.Value, w *wire.Value, _ extent) error {
			if n := v.Uint(); n > math.MaxInt64 {
				w.Kind, w.Text = wire.Kind_BIG, new(big.Int).SetUint64(n).String()
			} else {
				w.Kind, w.Int = wire.Kind_INT, int64(n)
			}
			return nil
		},
		func(w *wire.Value, v reflect.Value) error {
			if w.Kind == wire.Kind_BIG && v.Type().Bits() == 64 {
				if n, ok := new(big.Int).SetString(w.Text, 10); ok && n.IsUint64() {
					v.SetUint(n.Uint64())
					return nil
				}
			}
			if err := checkRange(w, low, high, typ); err != nil {
				return err
			}
			v.SetUint(uint64(w.Int))
			return nil
		}}
}

// checkRange returns an error where w is not an integer of the type.
func checkRange(w *wire.Value, low, high int64, typ reflect.Type) error {
	switch {
	case w.Kind == wire.Kind_BIG:
		return fmt.Errorf("%s does not fit %v", w.Text, typ)
	case w.Kind != wire.Kind_INT:
		return fmt.Errorf("%s is not an integer", show(w))
	case w.Int < low || w.Int > high:
		return fmt.Errorf("%d does not fit %v", w.Int, typ)
	}
	return nil
}
