package sut

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Const is a constant of the specification with its value in the program.
type Const struct {
	name  string
	place string // the line where it was made, for messages
	value reflect.Value
}

// Constant says which value the program has for a constant of the specification: a
// variable of an axiomatic description that the axioms leave open, such as the size of
// a buffer. ttf-int plans with this value. It is an error if ttf-int.yaml gives the
// constant another one. The value is sent in the same way as that of a variable.
func Constant[V any](name string, value V) Const {
	return Const{name, callerPlace(), reflect.ValueOf(&value).Elem()}
}

// constants encodes the constants of a program.
func (cs *codecs) constants(all []Const) ([]*wire.Constant, error) {
	var out []*wire.Constant
	for _, c := range all {
		if c.name == "" || slices.ContainsFunc(out, func(w *wire.Constant) bool { return w.Name == c.name }) {
			return nil, &placedError{c.place, fmt.Errorf("constant %q: it needs a name of its own", c.name)}
		}
		w := &wire.Constant{Name: c.name, Place: c.place, Value: &wire.Value{}}
		if err := cs.constant(c.value, w.Value); err != nil {
			return nil, &placedError{c.place, fmt.Errorf("constant %s: %w", c.name, err)}
		}
		out = append(out, w)
	}
	return out, nil
}

func (cs *codecs) constant(v reflect.Value, into *wire.Value) (err error) {
	c, err := cs.find(v.Type())
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("its codec panics: %v", p)
		}
	}()
	if err := c.encode(v, into, extent{}); err != nil {
		return err
	}
	if into.Kind == wire.Kind_NONE {
		return errors.New("it has no value")
	}
	return nil
}
