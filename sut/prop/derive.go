package prop

import (
	"fmt"
	"maps"
	"reflect"
	"unsafe"
)

// deriver makes sets of values from types.
type deriver struct {
	known map[reflect.Type]space
	using map[reflect.Type]func(*deriver) (space, error) // own generators
	open  map[reflect.Type]bool                          // structures whose unexported fields are set
	cases map[reflect.Type][]reflect.Type                // what implements an interface
}

// derive returns the set of all values of a type. A type that has itself as a part has a set that
// has itself as a part.
func (d *deriver) derive(t reflect.Type) (space, error) {
	if s := d.known[t]; s != nil {
		return s, nil
	}
	if own := d.using[t]; own != nil {
		s, err := own(d.withoutOwn(t))
		d.known[t] = s
		return s, err
	}
	switch t.Kind() {
	case reflect.Bool:
		no := reflect.New(t).Elem()
		yes := reflect.New(t).Elem()
		yes.SetBool(true)
		d.known[t] = newChoice([]reflect.Value{no, yes})
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		d.known[t] = newIntegers(t.Bits(), true)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		d.known[t] = newIntegers(t.Bits(), false)
	case reflect.Float32, reflect.Float64:
		d.known[t] = newFloats(t.Bits())
	case reflect.Complex64, reflect.Complex128:
		f := newFloats(t.Bits() / 2)
		d.known[t] = &complexes{tuple{parts: []space{f, f}, place: reflect.Value.Index}}
	case reflect.String:
		d.known[t] = newTexts()
	default:
		return d.compound(t)
	}
	return d.known[t], nil
}

// withoutOwn returns a deriver that does not use the own generator of a type, for what that
// generator is made of.
func (d *deriver) withoutOwn(t reflect.Type) *deriver {
	using := maps.Clone(d.using)
	delete(using, t)
	return &deriver{known: map[reflect.Type]space{}, using: using, open: maps.Clone(d.open), cases: d.cases}
}

// compound derives the set of values of a type that has parts.
func (d *deriver) compound(t reflect.Type) (space, error) {
	var err error
	switch t.Kind() {
	case reflect.Slice:
		s := newSequences(t)
		d.known[t] = s
		s.elem, err = d.derive(t.Elem())
	case reflect.Array:
		s := &tuple{place: reflect.Value.Index}
		d.known[t] = s
		var elem space
		elem, err = d.derive(t.Elem())
		for range t.Len() {
			s.parts = append(s.parts, elem)
		}
	case reflect.Map:
		s := newDictionaries(t)
		d.known[t] = s
		for _, c := range d.cases[t.Key()] {
			if !c.Comparable() {
				return nil, fmt.Errorf("%s cannot be a key of %s: its values cannot be compared", c, t)
			}
		}
		s.key, err = d.derive(t.Key())
		if err == nil {
			s.value, err = d.derive(t.Elem())
		}
	case reflect.Pointer:
		s := &pointers{typ: t.Elem()}
		d.known[t] = s
		s.elem, err = d.derive(t.Elem())
	case reflect.Struct:
		return d.structure(t)
	case reflect.Interface:
		return d.implementations(t)
	default:
		return nil, fmt.Errorf("no values of type %s can be made: give a generator for it, with Using", t)
	}
	return d.known[t], err
}

// structure derives the set of values of a structure, through its fields.
func (d *deriver) structure(t reflect.Type) (space, error) {
	var index []int
	s := &tuple{}
	d.known[t] = s
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name == "_" {
			continue
		}
		if !f.IsExported() && !d.open[t] {
			return nil, fmt.Errorf("the field %s of %s is not exported: "+
				"give a generator for %s, with Using, or have all its fields set, with Fields", f.Name, t, t)
		}
		part, err := d.derive(f.Type)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", t, f.Name, err)
		}
		index = append(index, i)
		s.parts = append(s.parts, part)
	}
	s.place = func(v reflect.Value, part int) reflect.Value { return field(v, index[part]) }
	return s, nil
}

// field returns a field of an addressable structure so that it can be set.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	if f.CanSet() {
		return f
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// implementations derives the set of values of an interface.
func (d *deriver) implementations(t reflect.Type) (space, error) {
	if len(d.cases[t]) == 0 {
		return nil, fmt.Errorf("the types that implement %s are not known: name them, with Implementations", t)
	}
	u := &union{cost: 1}
	d.known[t] = u
	for _, c := range d.cases[t] {
		a := alternative{typ: c, pointer: c.Kind() == reflect.Pointer && d.using[c] == nil}
		if a.pointer {
			a.typ = c.Elem()
		}
		var err error
		if a.space, err = d.derive(a.typ); err != nil {
			return nil, err
		}
		u.of = append(u.of, a)
	}
	return u, nil
}
