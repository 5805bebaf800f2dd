package sut

import (
	"fmt"
	"reflect"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Optional sends pointers to a V as values of a free type: nil as the constant none, any
// other as the constructor some, applied to what it points to. In Z, for numbers:
//
//	MAYBE ::= none | some⟨⟨ℤ⟩⟩
//
// What is sent is a copy. A pointer that is shared, or compared, is not a value: bind what
// the program shows of it.
func Optional[V any](none, some string) Type {
	typ := reflect.TypeFor[*V]()
	return Type{typ, callerPlace(), func(cs *codecs) (*codec, error) {
		is := orConstant(none, reflect.Value.IsNil)
		is.value = reflect.Value.Elem
		is.set = func(v, value reflect.Value) { v.Set(value.Addr()) }
		return cs.variant(typ, reflect.TypeFor[V](), some, is)
	}}
}

// CommaOK sends two results, a V and whether there is one, as one value of a free type:
// the constant none where there is not, and otherwise the constructor some, applied to
// the V. Results binds such a pair by naming its variable twice:
//
//	{Name: "get", Func: (*Cache).Get, Params: sut.Names{"key?"}, Results: sut.Names{"found!", "found!"}},
//
// The V that comes with false is not looked at, and is the zero value where a stub
// answers.
func CommaOK[V any](none, some string) Type {
	typ := typeOfTwo(reflect.TypeFor[V](), reflect.TypeFor[bool]())
	return Type{typ, callerPlace(), func(cs *codecs) (*codec, error) {
		is := orConstant(none, func(v reflect.Value) bool { return !v.Field(1).Bool() })
		is.value = firstOf
		is.set = func(v, value reflect.Value) {
			v.Field(0).Set(value)
			v.Field(1).SetBool(true)
		}
		return cs.variant(typ, reflect.TypeFor[V](), some, is)
	}}
}

// CommaError sends two results, a V and an error, as one value of a free type: where there
// is no error, the constructor with the given name, applied to the V, and otherwise the
// constant that Errors has for the error. In Z, for a function that reads a number:
//
//	READ ::= number⟨⟨ℤ⟩⟩ | notFound | closed
//
// Results binds such a pair by naming its variable twice, as for CommaOK. The V that comes
// with an error is not looked at, and is the zero value where a stub answers.
func CommaError[V any](value string) Type {
	fails := reflect.TypeFor[error]()
	typ := typeOfTwo(reflect.TypeFor[V](), fails)
	return Type{typ, callerPlace(), func(cs *codecs) (*codec, error) {
		errs, err := cs.find(fails)
		if err != nil {
			return nil, err
		}
		return cs.variant(typ, reflect.TypeFor[V](), value, &variant{
			shape: &wire.Shape{Names: cs.errs.names(false)},
			encodeOther: func(v reflect.Value, w *wire.Value) (bool, error) {
				if v.Field(1).IsNil() {
					return false, nil
				}
				return true, errs.encode(v.Field(1), w, extent{})
			},
			decodeOther: func(w *wire.Value, v reflect.Value) error {
				v.SetZero()
				if err := errs.decode(w, v.Field(1)); err != nil {
					return err
				}
				if v.Field(1).IsNil() {
					return fmt.Errorf("%s stands for no error, and comes without a value", show(w))
				}
				return nil
			},
			value: firstOf,
			set:   func(v, value reflect.Value) { v.Field(0).Set(value) },
		})
	}}
}

// typeOfTwo returns the type in which two results are held that are bound to one variable.
func typeOfTwo(first, second reflect.Type) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "First", Type: first}, {Name: "Second", Type: second}})
}

func firstOf(pair reflect.Value) reflect.Value { return pair.Field(0) }

// variant says what a codec does that sends a constructor applied to a value, or a
// constant.
type variant struct {
	shape       *wire.Shape // its names are the constants
	encodeOther func(v reflect.Value, w *wire.Value) (isOther bool, err error)
	decodeOther func(w *wire.Value, v reflect.Value) error
	value       func(v reflect.Value) reflect.Value // what the constructor is applied to
	set         func(v, value reflect.Value)        // value is addressable, and nothing else holds it
}

// orConstant returns what a codec does with the values for which isNone holds, of which the
// zero value of the type is one: it sends them as a constant.
func orConstant(none string, isNone func(reflect.Value) bool) *variant {
	return &variant{
		shape: &wire.Shape{Names: []string{none}},
		encodeOther: func(v reflect.Value, w *wire.Value) (bool, error) {
			if !isNone(v) {
				return false, nil
			}
			w.Kind, w.Text = wire.Kind_ATOM, none
			return true, nil
		},
		decodeOther: func(w *wire.Value, v reflect.Value) error {
			v.SetZero()
			if w.Text != none || w.Kind != wire.Kind_ATOM && w.Kind != wire.Kind_STRING {
				return fmt.Errorf("%s is not %s", show(w), none)
			}
			return nil
		},
	}
}

// variant returns a codec for a type whose values are a constructor applied to a value of
// another type, or a constant.
func (cs *codecs) variant(typ, inner reflect.Type, constructor string, is *variant) (*codec, error) {
	arg, err := cs.find(inner)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", typ, err)
	}
	for _, name := range is.shape.Names {
		if name == constructor {
			return nil, fmt.Errorf("%v: %s is both a constant and the constructor", typ, name)
		}
	}
	shape := &wire.Shape{Kind: wire.Kind_CTOR, Names: append([]string{constructor}, is.shape.Names...),
		Parts: []*wire.Shape{part(arg)}}
	encode := func(v reflect.Value, w *wire.Value, at extent) error {
		if isOther, err := is.encodeOther(v, w); isOther {
			return err
		}
		at, err := at.within(elemBytes)
		if err != nil {
			return err
		}
		held := &wire.Value{}
		w.Kind, w.Text, w.Elems = wire.Kind_CTOR, constructor, []*wire.Value{held}
		return arg.encode(is.value(v), held, at)
	}
	decode := func(w *wire.Value, v reflect.Value) error {
		if w.Kind != wire.Kind_CTOR {
			return is.decodeOther(w, v)
		}
		if w.Text != constructor || len(w.Elems) != 1 {
			return fmt.Errorf("%s is not %s applied to a value", show(w), constructor)
		}
		value := reflect.New(inner).Elem()
		if err := arg.decode(w.Elems[0], value); err != nil {
			return err
		}
		v.SetZero()
		is.set(v, value)
		return nil
	}
	return &codec{shape, encode, decode}, nil
}

// Any sends what is held as `any`, as in a container without type parameters, as values of a free type: nil as
// the constant none, and a V as the constructor some, applied to it. A value of another type fails
// the unit that gave it.
func Any[V any](none, some string) Type {
	out := Held[any, V](none, some)
	out.place = callerPlace()
	return out
}

// Held sends what is held as a value of an interface I, as Any does what is held as `any`: nil as the constant none,
// and a V, which implements I, as the constructor some, applied to it. A value of another type fails the unit that gave
// it.
func Held[I, V any](none, some string) Type {
	typ, held := reflect.TypeFor[I](), reflect.TypeFor[V]()
	return Type{typ, callerPlace(), func(cs *codecs) (*codec, error) {
		if typ.Kind() != reflect.Interface || !held.Implements(typ) {
			return nil, fmt.Errorf("%v: it is not an interface that a %v implements", typ, held)
		}
		is := orConstant(none, reflect.Value.IsNil)
		isNone := is.encodeOther
		is.encodeOther = func(v reflect.Value, w *wire.Value) (bool, error) {
			if !v.IsNil() && v.Elem().Type() != held {
				return true, fmt.Errorf("it holds a %v, and the table says that it holds a %v", v.Elem().Type(), held)
			}
			return isNone(v, w)
		}
		is.value = reflect.Value.Elem
		is.set = func(v, value reflect.Value) { v.Set(value) }
		return cs.variant(typ, held, some, is)
	}}
}

// Shown sends pointers to objects of a type T, which units give, as what `of` gives of them, a V: nil as the
// constant none, any other as the constructor some, applied to that. Nothing can be made an object: a parameter of a
// unit cannot be one, and a stub gives none. In Z, for what shows a key:
//
//	Element == [Key : ℤ]
//	MAYBEELEMENT ::= noElement | someElement⟨⟨Element⟩⟩
func Shown[T, V any](none, some string, of func(*T) V) Type {
	typ, shown := reflect.TypeFor[*T](), reflect.TypeFor[V]()
	return Type{typ, callerPlace(), func(cs *codecs) (*codec, error) {
		is := orConstant(none, reflect.Value.IsNil)
		is.value = func(v reflect.Value) reflect.Value {
			out := of(v.Interface().(*T))
			return reflect.ValueOf(&out).Elem()
		}
		c, err := cs.variant(typ, shown, some, is)
		if err != nil {
			return nil, err
		}
		decode := c.decode
		c.decode = func(w *wire.Value, v reflect.Value) error {
			if w.Kind == wire.Kind_CTOR {
				return fmt.Errorf("%s is what a %v shows, of which none can be made", show(w), typ)
			}
			return decode(w, v)
		}
		return c, nil
	}}
}

// Bytes sends byte slices as strings, of 𝕊, where they hold text in UTF-8. Without it they
// are sent as sequences of numbers.
func Bytes() Type {
	out := Codec(
		func(b []byte) (string, error) { return string(b), nil },
		func(s string) ([]byte, error) { return []byte(s), nil },
	)
	out.place = callerPlace()
	return out
}
