package sut

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// setup is a checked Setup.
type setup struct {
	fn     reflect.Value
	params Names
	codecs []*codec // of the parameters
}

// check returns the setup of a program whose instances have the given type, nil where there is
// none.
func (s Setup) check(instance reflect.Type, cs *codecs, isState func(name string) bool) (*setup, error) {
	if s.Func == nil {
		if len(s.Params) > 0 {
			return nil, fmt.Errorf("setup: it names %d parameters and has no Func", len(s.Params))
		}
		return nil, nil
	}
	out := &setup{fn: reflect.ValueOf(s.Func), params: s.Params}
	typ := out.fn.Type()
	switch {
	case typ.Kind() != reflect.Func || typ.IsVariadic() || typ.NumOut() < 1 || typ.NumOut() > 2 ||
		typ.Out(0) != instance || typ.NumOut() == 2 && typ.Out(1) != reflect.TypeFor[error]():
		return nil, fmt.Errorf("setup: %v is not a function that returns a %v, alone or with an error", typ, instance)
	case typ.NumIn() != len(s.Params) || typ.NumIn() == 0:
		return nil, fmt.Errorf("setup: %v has %d parameters, and Params names %d", typ, typ.NumIn(), len(s.Params))
	}
	for i, name := range s.Params {
		if !isState(name) {
			return nil, fmt.Errorf("setup: State does not bind %q", name)
		}
		c, err := cs.find(typ.In(i))
		if err != nil {
			return nil, fmt.Errorf("setup: %s: %w", name, err)
		}
		out.codecs = append(out.codecs, c)
	}
	return out, nil
}

// has tells whether a variable of the state before is a parameter.
func (s *setup) has(name string) bool { return s != nil && slices.Contains(s.params, name) }

// makeObject returns a new instance for a step: by Setup where the step gives values to its
// parameters, and otherwise by New.
func (c *running) makeObject() (instance any, wrong *wire.Result) {
	t := c.script.table
	var args []reflect.Value
	if s := t.setup; s != nil && int(c.wire.Unit) < len(t.units) {
		for i, name := range s.params {
			value := c.given(name)
			if value == nil {
				break
			}
			arg := reflect.New(s.fn.Type().In(i)).Elem()
			if err := s.codecs[i].decode(value, arg); err != nil {
				return nil, newBlocked("%s: %v", name, err)
			}
			args = append(args, arg)
		}
		if len(args) == len(s.params) {
			return s.call(args)
		}
	}
	return t.make(), nil
}

// call makes an instance. It is not the adapter's fault where the program refuses the
// arguments.
func (s *setup) call(args []reflect.Value) (instance any, wrong *wire.Result) {
	defer func() {
		if p := recover(); p != nil {
			wrong = newBlocked("it cannot be set up so: panic: %s", textOf(p))
		}
	}()
	made := s.fn.Call(args)
	if len(made) == 2 && !made[1].IsNil() {
		return nil, newBlocked("it cannot be set up so: %v", made[1].Interface())
	}
	if made[0].IsNil() {
		return nil, newBlocked("it cannot be set up so: Setup returned nil")
	}
	return made[0].Interface(), nil
}

// given returns the value that the step gives to a variable of the state before; nil where
// it gives none.
func (c *running) given(name string) *wire.Value {
	for i, v := range c.script.table.units[c.wire.Unit].given {
		if v.name == name && v.state != nil && i < len(c.wire.Given) && c.wire.Given[i].Kind != wire.Kind_NONE {
			return c.wire.Given[i]
		}
	}
	return nil
}
