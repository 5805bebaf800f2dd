package prop

import (
	"fmt"
	"reflect"
	"slices"
)

// Generator makes the values of a type that a property is tested with, in place of those that
// follow from the type (section 2.2 of the paper). The zero Generator is not valid.
type Generator[T any] struct {
	space func(*deriver) (space, error)
}

// Any is the generator that follows from the type, what it is made of included.
func Any[T any]() Generator[T] {
	return Generator[T]{func(d *deriver) (space, error) { return d.derive(reflect.TypeFor[T]()) }}
}

// Fields is the generator that follows from a structure, its fields that are not exported
// included. It makes values that the type's own operations may never make.
func Fields[T any]() Generator[T] {
	t := reflect.TypeFor[T]()
	return Generator[T]{func(d *deriver) (space, error) {
		if t.Kind() != reflect.Struct {
			return nil, fmt.Errorf("Fields: %s is not a structure", t)
		}
		d.open[t] = true
		return d.derive(t)
	}}
}

// Values is the generator of the values listed, small ones first. Values that can be compared
// are taken once.
func Values[T any](values ...T) Generator[T] {
	var list []reflect.Value
	seen := map[any]bool{}
	for i := range values {
		v := reflect.ValueOf(&values[i]).Elem()
		if v.Comparable() {
			if seen[values[i]] {
				continue
			}
			seen[values[i]] = true
		}
		list = append(list, v)
	}
	return Generator[T]{func(*deriver) (space, error) { return newChoice(list), nil }}
}

// Map is the generator of what f makes of another one's values. No value is made twice where f
// makes different values of different ones. The result of f must not depend on anything else.
func Map[A, B any](of Generator[A], f func(A) B) Generator[B] {
	return Generator[B]{func(d *deriver) (space, error) {
		s, err := of.space(d)
		return &mapped[A, B]{s, f}, err
	}}
}

// mapped is the set of what a function makes of the values of another.
type mapped[A, B any] struct {
	space
	f func(A) B
}

func (m *mapped[A, B]) put(to reflect.Value, size int, number uint64) {
	a, b := new(A), new(B)
	m.space.put(reflect.ValueOf(a).Elem(), size, number)
	*b = m.f(*a)
	to.Set(reflect.ValueOf(b).Elem())
}

// OneOf is the generator of the values of several.
func OneOf[T any](of ...Generator[T]) Generator[T] {
	of = slices.Clone(of)
	return Generator[T]{func(d *deriver) (space, error) {
		u := &union{}
		for _, g := range of {
			s, err := g.space(d)
			if err != nil {
				return nil, err
			}
			u.of = append(u.of, alternative{space: s, typ: reflect.TypeFor[T]()})
		}
		return u, nil
	}}
}

// Operations is the generator of the values that operations make, as a type whose parts are
// hidden wants it: sequences of calls on what start returns, each of which adds one to the size.
// An operation is a function whose first parameter is of type T. If its first result is of type
// T it is the next value; otherwise the operation changes the value in place, and its results
// are ignored. Other parameters have values of their types, those of type T among them. No
// sequence comes twice, but two may make the same value.
func Operations[T any](start func() T, operations ...any) Generator[T] {
	operations = slices.Clone(operations)
	return Generator[T]{func(d *deriver) (space, error) {
		t := reflect.TypeFor[T]()
		h := &histories{start: func() reflect.Value { return reflect.ValueOf(new(start())).Elem() }}
		h.elements = h.calls.count
		d.known[t] = h
		for _, o := range operations {
			f := reflect.ValueOf(o)
			if f.Kind() != reflect.Func || f.IsNil() || f.Type().NumIn() == 0 || f.Type().In(0) != t ||
				f.Type().IsVariadic() {
				return nil, fmt.Errorf("Operations: %T is not an operation on %s: its first parameter is to be one", o, t)
			}
			args, typ, err := d.parameters(f.Type(), 1)
			if err != nil {
				return nil, err
			}
			h.calls.of = append(h.calls.of, alternative{space: args, typ: typ})
			h.functions = append(h.functions, f)
		}
		return h, nil
	}}
}

// parameters derives the set of the arguments of a function from a parameter on, as structures
// of a type.
func (d *deriver) parameters(f reflect.Type, from int) (*tuple, reflect.Type, error) {
	var fields []reflect.StructField
	t := &tuple{place: reflect.Value.Field}
	for i := from; i < f.NumIn(); i++ {
		s, err := d.derive(f.In(i))
		if err != nil {
			return nil, nil, err
		}
		t.parts = append(t.parts, s)
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("P%d", i), Type: f.In(i)})
	}
	return t, reflect.StructOf(fields), nil
}

// histories is the set of what sequences of operations make.
type histories struct {
	list
	start     func() reflect.Value
	calls     union
	functions []reflect.Value
}

func (h *histories) last() int {
	if len(h.functions) == 0 {
		return 0
	}
	return endless
}

func (h *histories) put(to reflect.Value, size int, number uint64) {
	h.count(size)
	v := h.start()
	for _, p := range h.picks(nil, size, number) {
		which, own := h.calls.split(p.size, p.number)
		alternative := h.calls.of[which]
		args := reflect.New(alternative.typ).Elem()
		alternative.put(args, p.size, own)
		in := []reflect.Value{v}
		for i := range args.NumField() {
			in = append(in, args.Field(i))
		}
		out := h.functions[which].Call(in)
		if len(out) > 0 && out[0].Type() == v.Type() {
			v = out[0]
		}
	}
	to.Set(v)
}
