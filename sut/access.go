package sut

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// access is a Var, independent of the type of instances.
type access struct {
	place    string
	codec    *codec
	typ      reflect.Type
	at       func(any) reflect.Value
	get      func(any) reflect.Value
	set      func(any, reflect.Value)
	observed bool // whether a case begins with whatever value it has
	// structured is what shows it, where that is a structure; nil for other variables
	structured *structured
}

// read returns the variable's value in an instance.
func (a *access) read(instance any) reflect.Value {
	if a.at != nil {
		return a.at(instance)
	}
	return a.get(instance)
}

// write sets the variable in an instance to a value of the protocol.
func (a *access) write(instance any, w *wire.Value) error {
	switch {
	case a.at != nil:
		return a.codec.decode(w, a.at(instance))
	case a.set == nil:
		now := &wire.Value{}
		if err := a.codec.encode(a.get(instance), now, extent{}); err != nil {
			return err
		}
		if key(now) != key(w) {
			return fmt.Errorf("it cannot be set from %s to %s", show(now), show(w))
		}
		return nil
	}
	v := reflect.New(a.typ).Elem()
	if err := a.codec.decode(w, v); err != nil {
		return err
	}
	a.set(instance, v)
	return nil
}

type named struct {
	name string
	*access
}

// accesses returns the bindings of a unit's variables; those of the unit take
// precedence over the program's.
func accesses[A any](cs *codecs, unit string, state, own []Var[A]) ([]named, error) {
	var out []named
	for _, v := range slices.Concat(own, state) {
		if slices.ContainsFunc(out, func(n named) bool { return n.name == v.name }) {
			continue
		}
		c, err := cs.find(v.typ)
		if err != nil {
			return nil, &placedError{v.place, fmt.Errorf("unit %s: variable %s: %w", unit, v.name, err)}
		}
		a := &access{place: v.place, codec: c, typ: v.typ, observed: v.observed, structured: v.structured}
		if v.at != nil {
			a.at = func(x any) reflect.Value { return v.at(x.(*A)) }
		} else {
			a.get = func(x any) reflect.Value { return v.get(x.(*A)) }
			if v.set != nil {
				a.set = func(x any, y reflect.Value) { v.set(x.(*A), y) }
			}
		}
		out = append(out, named{v.name, a})
	}
	return out, nil
}
