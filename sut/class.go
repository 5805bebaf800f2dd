package sut

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Class is a class of the program whose operations ttf-int runs in sequences, on objects of
// their own. T is its type: a structure, whose objects are pointers, or an interface. Its
// methods are its operations; one is found by its name in the specification, whatever the
// case of letters, without underscores.
//
// An operation may give an error, as its last result, or a bool after a value, as maps do: the
// value that the specification calls error. What gives an object of the class has the object
// stand in the place of the one that it was sent to.
type Class[T any] struct {
	// Name is the name of the class in the specification. It may be left out where it is that
	// of T.
	Name string
	// Create is a function that makes an object: of its parameters and results, the first of
	// which is the object, the same holds as of operations.
	Create any
	// Operations are operations that no method of their name is: by their names, functions, the
	// first parameter of which is the object.
	Operations map[string]any
	// State, if set, is a function of an object that gives its state as a value, by which
	// objects can be compared.
	State any
	// Copy, if set, is a function that copies an object, so that objects can be observed
	// without running their sequences again.
	Copy any
	// Panics says that an operation that panics was used where it has no value, which the
	// specification calls error. Otherwise a panic is a failure.
	Panics bool
}

// Classes are classes of a program, each a Class.
type Classes []interface{ prepare() (*class, error) }

// class is a checked Class, independent of its type.
type class struct {
	name       string
	typ        reflect.Type // of objects
	operations []operation
	panics     bool
}

// operation is an operation of a class.
type operation struct {
	name   string
	kind   wire.OperationKind
	fn     reflect.Value
	place  reflect.Value // the function whose place is shown: fn, or the one that the compiler has wrapped in it
	sent   bool          // whether the first parameter is an object
	params []parameter
	object int // the index of the result that is the object; -1: none
	value  int // the index of the value that it gives; -1: none
	errors int // the index of the result that is an error, or says by false that there is none; -1: none
	codec  *codec
	unfit  string
	// quick runs an operation of some common types of functions on integers alone; nil for others.
	quick func(held any, ints []int64) (number int64, is answer)
}

// answer says what the number means that an operation gives.
type answer uint8

const (
	nothing answer = iota
	integer
	truth
)

// parameter is a parameter of an operation.
type parameter struct {
	typ   reflect.Type
	class *class // nil for values
	codec *codec
}

// given is an object of a class.
type given struct {
	class  *class
	held   any
	failed bool // it is an error
}

// prepare finds the operations of a class; their parameters are not looked at yet.
func (c Class[T]) prepare() (*class, error) {
	typ := reflect.TypeFor[*T]()
	if reflect.TypeFor[T]().Kind() == reflect.Interface {
		typ = reflect.TypeFor[T]()
	}
	out := &class{name: c.Name, typ: typ, panics: c.Panics}
	if out.name == "" {
		out.name = reflect.TypeFor[T]().Name()
	}
	if c.Create == nil {
		return nil, fmt.Errorf("class %s: it has no Create", out.name)
	}
	add := func(name string, kind wire.OperationKind, fn reflect.Value) error {
		if fn.Kind() != reflect.Func {
			return fmt.Errorf("class %s: %s is not a function", out.name, name)
		}
		o := operation{name: name, kind: kind, fn: fn, place: fn, sent: kind != wire.OperationKind_MAKES}
		if o.sent && (fn.Type().NumIn() == 0 || !o.takes(typ)) {
			return fmt.Errorf("class %s: the first parameter of %s is not %v", out.name, name, typ)
		}
		if kind == wire.OperationKind_METHOD && typ.Kind() == reflect.Pointer && fn.CanInterface() {
			o.quick = quicken[T](fn.Interface())
		}
		out.operations = append(out.operations, o)
		return nil
	}
	errs := []error{add("create", wire.OperationKind_MAKES, reflect.ValueOf(c.Create))}
	for name, fn := range c.Operations {
		errs = append(errs, add(name, wire.OperationKind_METHOD, reflect.ValueOf(fn)))
	}
	for i := range typ.NumMethod() {
		m := typ.Method(i)
		same := func(name string) bool { return plainName(name) == plainName(m.Name) }
		if slices.ContainsFunc(out.operations, func(o operation) bool { return same(o.name) }) {
			continue
		}
		fn := m.Func
		if typ.Kind() == reflect.Interface {
			fn = throughInterface(typ, m)
		}
		errs = append(errs, add(m.Name, wire.OperationKind_METHOD, fn))
		if typ.Kind() == reflect.Pointer {
			if byValue, ok := typ.Elem().MethodByName(m.Name); ok && len(out.operations) > 0 {
				out.operations[len(out.operations)-1].place = byValue.Func
			}
		}
	}
	if c.State != nil {
		errs = append(errs, add("state", wire.OperationKind_SHOWS, reflect.ValueOf(c.State)))
	}
	if c.Copy != nil {
		errs = append(errs, add("copy", wire.OperationKind_COPIES, reflect.ValueOf(c.Copy)))
	}
	slices.SortStableFunc(out.operations, func(a, b operation) int { return strings.Compare(a.name, b.name) })
	return out, errors.Join(errs...)
}

// plainName returns what is compared of the name of an operation.
func plainName(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// throughInterface returns a function that calls a method of an interface.
func throughInterface(typ reflect.Type, m reflect.Method) reflect.Value {
	in, out := []reflect.Type{typ}, []reflect.Type{}
	for i := range m.Type.NumIn() {
		in = append(in, m.Type.In(i))
	}
	for i := range m.Type.NumOut() {
		out = append(out, m.Type.Out(i))
	}
	fn := reflect.FuncOf(in, out, m.Type.IsVariadic())
	return reflect.MakeFunc(fn, func(args []reflect.Value) []reflect.Value {
		return call(args[0].Method(m.Index), args[1:])
	})
}

// takes tells whether the first parameter of an operation can be an object.
func (o *operation) takes(typ reflect.Type) bool {
	first := o.fn.Type().In(0)
	return typ.AssignableTo(first) || typ.Kind() == reflect.Pointer && typ.Elem() == first
}

// quicken returns a function that runs an operation of a common type without reflection; nil
// for other types.
func quicken[T any](fn any) func(held any, ints []int64) (int64, answer) {
	switch f := fn.(type) {
	case func(*T):
		return func(held any, _ []int64) (int64, answer) { f(held.(*T)); return 0, nothing }
	case func(*T, int):
		return func(held any, ints []int64) (int64, answer) { f(held.(*T), int(ints[0])); return 0, nothing }
	case func(*T) int:
		return func(held any, _ []int64) (int64, answer) { return int64(f(held.(*T))), integer }
	case func(*T, int) int:
		return func(held any, ints []int64) (int64, answer) { return int64(f(held.(*T), int(ints[0]))), integer }
	case func(*T) bool:
		return func(held any, _ []int64) (int64, answer) { return truthNumber(f(held.(*T))), truth }
	case func(*T, int) bool:
		return func(held any, ints []int64) (int64, answer) { return truthNumber(f(held.(*T), int(ints[0]))), truth }
	}
	return nil
}

func truthNumber(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// classes prepares the classes of a program.
func (list Classes) classes(cs *codecs) ([]*class, error) {
	var out []*class
	for _, one := range list {
		c, err := one.prepare()
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(out, func(o *class) bool { return o.name == c.name || o.typ == c.typ }) {
			return nil, fmt.Errorf("class %s: it, or its type %v, is there twice", c.name, c.typ)
		}
		out = append(out, c)
	}
	for _, c := range out {
		for i := range c.operations {
			o := &c.operations[i]
			if err := o.bind(c, out, cs); err != nil {
				o.unfit = err.Error()
			}
			if o.unfit != "" && o.kind != wire.OperationKind_METHOD {
				return nil, fmt.Errorf("class %s: %s: %s", c.name, o.name, o.unfit)
			}
		}
	}
	return out, nil
}

// bind finds what the parameters and results of an operation are. The error says why it cannot
// be run.
func (o *operation) bind(of *class, all []*class, cs *codecs) error {
	typ := o.fn.Type()
	find := func(t reflect.Type) *class {
		i := slices.IndexFunc(all, func(c *class) bool { return t == c.typ || reflect.PointerTo(t) == c.typ })
		if i < 0 {
			return nil
		}
		return all[i]
	}
	first := 0
	if o.sent {
		first = 1
	}
	if typ.IsVariadic() {
		return errors.New("it takes any number of arguments")
	}
	for i := first; i < typ.NumIn(); i++ {
		p := parameter{typ: typ.In(i), class: find(typ.In(i))}
		if p.class == nil {
			var err error
			if p.codec, err = cs.find(p.typ); err != nil {
				return fmt.Errorf("parameter %d: %w", i+1, err)
			}
		} else {
			o.quick = nil
		}
		o.params = append(o.params, p)
	}
	return o.bindResults(typ, of, cs)
}

func (o *operation) bindResults(typ reflect.Type, of *class, cs *codecs) error {
	o.object, o.value, o.errors = -1, -1, -1
	n := typ.NumOut()
	switch {
	case n > 0 && typ.Out(n-1) == reflect.TypeFor[error](),
		n == 2 && typ.Out(1).Kind() == reflect.Bool:
		n--
		o.errors = n
	}
	if n > 0 && (typ.Out(0) == of.typ || reflect.PointerTo(typ.Out(0)) == of.typ) {
		o.object = 0
	}
	made := o.kind == wire.OperationKind_MAKES || o.kind == wire.OperationKind_COPIES
	switch value := o.object + 1; {
	case made && o.object < 0:
		return fmt.Errorf("its first result is not an object: %v", of.typ)
	case n > value+1:
		return fmt.Errorf("it has %d results, and at most one value is read", n)
	case n > value:
		c, err := cs.find(typ.Out(value))
		if err != nil {
			return fmt.Errorf("its result: %w", err)
		}
		o.value, o.codec = value, c
	case o.kind == wire.OperationKind_SHOWS:
		return errors.New("it gives no value")
	}
	if o.kind == wire.OperationKind_COPIES && len(o.params) > 0 {
		return errors.New("it has parameters beside the object")
	}
	return nil
}

// placeOf returns the line where a function begins.
func placeOf(fn reflect.Value) string {
	if f := runtime.FuncForPC(fn.Pointer()); f != nil {
		file, line := f.FileLine(f.Entry())
		return fmt.Sprintf("%s:%d", file, line)
	}
	return ""
}

// describeClasses describes the classes of a program.
func (t *table) describeClasses() []*wire.Class {
	var out []*wire.Class
	for _, c := range t.classes {
		d := &wire.Class{Name: c.name}
		for i := range c.operations {
			o := &c.operations[i]
			w := &wire.Operation{Name: o.name, Kind: o.kind, Unfit: clip(o.unfit), Place: placeOf(o.place)}
			for _, p := range o.params {
				if p.class != nil {
					w.Params = append(w.Params, &wire.Shape{Kind: wire.Kind_OBJECT, Names: []string{p.class.name}})
				} else {
					w.Params = append(w.Params, p.codec.shape)
				}
			}
			if o.codec != nil {
				w.Gives = o.codec.shape
			}
			d.Operations = append(d.Operations, w)
		}
		out = append(out, d)
	}
	return out
}
