package sut

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Atom is a constant of a free type or an element of a given type, by its name.
// It is the form that a Codec uses for them.
type Atom string

// Constructed is a constructor of a free type applied to an argument: the form
// that a Codec uses for values such as node(l, r). Arg is a value in the form of
// the protocol.
type Constructed struct {
	Name string
	Arg  *wire.Value
}

// Type says how the values of one Go type are sent. Enum, Codec, Optional, Any,
// CommaOK and CommaError make one.
type Type struct {
	typ   reflect.Type
	place string // the line where it was made, for messages
	build func(*codecs) (*codec, error)
}

// Enum sends the values of T as the constants of a free type that the table gives. A
// value that is not in the table fails the unit that produced it; a name that is not in
// the table blocks the case.
func Enum[T comparable](names map[T]string) Type {
	typ := reflect.TypeFor[T]()
	values := make(map[string]T, len(names))
	shape := &wire.Shape{Kind: wire.Kind_ATOM}
	for value, name := range names {
		values[name] = value
		shape.Names = append(shape.Names, name)
	}
	slices.Sort(shape.Names)
	return Type{typ, callerPlace(), func(*codecs) (*codec, error) {
		if len(values) != len(names) {
			return nil, fmt.Errorf("enum of %v: two values have one name", typ)
		}
		return &codec{shape,
			func(v reflect.Value, w *wire.Value, _ extent) error {
				name, ok := names[v.Interface().(T)]
				if !ok {
					return fmt.Errorf("%v of %v stands for no constant", v, typ)
				}
				w.Kind, w.Text = wire.Kind_ATOM, name
				return nil
			},
			func(w *wire.Value, v reflect.Value) error {
				value, ok := values[w.Text]
				if !ok || w.Kind != wire.Kind_ATOM && w.Kind != wire.Kind_STRING {
					return fmt.Errorf("%s is not the name of a %v", show(w), typ)
				}
				v.Set(reflect.ValueOf(value))
				return nil
			}}, nil
	}}
}

// Codec sends the values of T in the form of W, a type that has a codec: a linked list
// as a slice, an interface as a struct, a given type as an Atom. An error of `to` fails
// the unit that produced the value, an error of `from` blocks the case; both are shown.
func Codec[T, W any](to func(T) (W, error), from func(W) (T, error)) Type {
	typ, form := reflect.TypeFor[T](), reflect.TypeFor[W]()
	return Type{typ, callerPlace(), func(cs *codecs) (*codec, error) {
		if form == typ {
			return nil, fmt.Errorf("codec of %v: it takes the form of itself", typ)
		}
		inner, err := cs.find(form)
		if err != nil {
			return nil, fmt.Errorf("codec of %v: %w", typ, err)
		}
		return &codec{inner.shape,
			func(v reflect.Value, w *wire.Value, at extent) error {
				value, _ := v.Interface().(T) // a nil interface is the zero T
				out, err := to(value)
				if err != nil {
					return err
				}
				if at, err = at.within(0); err != nil {
					return err
				}
				return inner.encode(reflect.ValueOf(&out).Elem(), w, at)
			},
			func(w *wire.Value, v reflect.Value) error {
				var in W
				if err := inner.decode(w, reflect.ValueOf(&in).Elem()); err != nil {
					return err
				}
				value, err := from(in)
				if err != nil {
					return err
				}
				v.Set(reflect.ValueOf(&value).Elem())
				return nil
			}}, nil
	}}
}

// Errors is the table of the error values that a program returns and the
// constants of a free type that they stand for. The first entry that matches
// decides, unless another one that matches is narrower: its own error matches the first
// entry too, and not the other way round, as that of an error that wraps another one.
// An error that matches none fails the case, is shown and is nobody's fault. No error
// stands for "ok", unless NoError says otherwise.
type Errors []ErrorName

// ErrorName is one entry of Errors; Is, As and NoError make it.
type ErrorName struct {
	name  string
	place string // the line where it was made, for messages
	match func(error) bool
	value func() error
}

// NoError says which constant the nil error stands for.
func NoError(name string) ErrorName {
	return ErrorName{name, callerPlace(), func(err error) bool { return err == nil }, func() error { return nil }}
}

// Is maps the errors for which errors.Is(err, target) holds. A stub returns
// target.
func Is(target error, name string) ErrorName {
	return ErrorName{name, callerPlace(), func(err error) bool { return err != nil && errors.Is(err, target) },
		func() error { return target }}
}

// As maps the errors that errors.As finds to be an E. A stub returns a zero E,
// or a pointer to a zero value where E is a pointer. As[error] maps all errors for which
// there is no other entry; a stub returns an error whose text is the name.
func As[E error](name string) ErrorName {
	match := func(err error) bool {
		var target E
		return err != nil && errors.As(err, &target)
	}
	return ErrorName{name, callerPlace(), match, func() error {
		var zero E
		switch typ := reflect.TypeFor[E](); typ.Kind() {
		case reflect.Pointer:
			return reflect.New(typ.Elem()).Interface().(E)
		case reflect.Interface:
			if made, ok := errors.New(name).(E); ok {
				return made
			}
		}
		return zero
	}}
}

// unmappedError is an error result for which there is no constant.
type unmappedError struct{ err error }

func (e unmappedError) Error() string {
	return fmt.Sprintf("error %T stands for no constant: %v", e.err, e.err)
}

// codec returns the codec of the type error.
func (es Errors) codec() *codec {
	all := append(slices.Clone(es), NoError("ok"))
	shape := &wire.Shape{Kind: wire.Kind_ATOM, Names: es.names(true)}
	if len(es) > 0 {
		shape.Place = es[0].place
	}
	return &codec{shape,
		func(v reflect.Value, w *wire.Value, _ extent) error {
			err, _ := v.Interface().(error)
			e := narrowest(all, err)
			if e == nil {
				return unmappedError{err}
			}
			w.Kind, w.Text = wire.Kind_ATOM, e.name
			return nil
		},
		func(w *wire.Value, v reflect.Value) error {
			for _, e := range all {
				if e.name == w.Text && (w.Kind == wire.Kind_ATOM || w.Kind == wire.Kind_STRING) {
					if err := e.value(); err != nil {
						v.Set(reflect.ValueOf(err))
					} else {
						v.SetZero()
					}
					return nil
				}
			}
			return fmt.Errorf("%s stands for no error", show(w))
		}}
}

// narrowest returns the entry that decides which constant an error stands for; nil where there is none.
func narrowest(all []ErrorName, err error) *ErrorName {
	var found *ErrorName
	for i := range all {
		e := &all[i]
		if !e.match(err) {
			continue
		}
		if found == nil || found.match(e.value()) && !e.match(found.value()) {
			found = e
		}
		if err == nil {
			break
		}
	}
	return found
}

// names returns the constants that errors stand for, sorted, with or without the one that
// no error stands for.
func (es Errors) names(withNone bool) []string {
	var out []string
	for _, e := range append(slices.Clone(es), NoError("ok")) {
		if none := e.match(nil); none && !withNone {
			continue
		} else if none {
			withNone = false // the first entry for no error decides
		}
		out = append(out, e.name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
