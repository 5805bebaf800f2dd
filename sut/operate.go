package sut

import (
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// failure is the value of an operation that gives an error.
const failure = "error"

// arguments are the arguments of the operations of a step, which are taken one after the other.
type arguments struct {
	ints  []int64
	elems []*wire.Value
	one   wire.Value // the last that was taken from ints
}

// take returns the next argument, or nil.
func (a *arguments) take() *wire.Value {
	switch {
	case len(a.ints) > 0:
		a.one = wire.Value{Kind: wire.Kind_INT, Int: a.ints[0]}
		a.ints = a.ints[1:]
		return &a.one
	case len(a.elems) > 0:
		next := a.elems[0]
		a.elems = a.elems[1:]
		return next
	}
	return nil
}

// operate runs the operations of a step one after the other.
func (c *running) operate() (result *wire.Result) {
	w := c.wire
	if int(w.Class) > len(c.script.table.classes) {
		return newBlocked("class %d is not there", w.Class)
	}
	of := c.script.table.classes[w.Class-1]
	c.result = &wire.Result{Status: wire.Status_RETURNED}
	begun := time.Now()
	defer func() {
		if p := recover(); p != nil {
			result = c.result
			result.Status, result.Message, result.Stack = wire.Status_PANICKED, clip(textOf(p)), string(debug.Stack())
		}
		if result != nil { // it is nil where the goroutine is ended
			result.Nanoseconds = uint64(time.Since(begun))
		}
	}()
	if w.Stream {
		c.tell(&wire.Event{Kind: wire.EventKind_STARTED})
		defer func() { c.event(wire.EventKind_ENDED, nil) }()
	}
	c.object = c.script.findObject(int64(w.Object))
	s := &sent{c, of, arguments{ints: w.Arguments.GetInts(), elems: w.Arguments.GetElems()}}
	for _, code := range w.Operations {
		if int(code/2) >= len(of.operations) || of.operations[code/2].unfit != "" {
			return newBlocked("operation %d of %s is not served", code/2, of.name)
		}
		if wrong := s.run(&of.operations[code/2], code%2 == 1); wrong != nil {
			return wrong
		}
		c.result.Ran++
	}
	if c.object != nil {
		c.result.Failed = c.object.instance.(*given).failed
	}
	return c.result
}

// sent are the operations of a step while they run.
type sent struct {
	step *running
	of   *class
	args arguments
}

// run runs an operation and adds its value to the result, where that is wanted.
func (c *sent) run(o *operation, wanted bool) (wrong *wire.Result) {
	of, args := c.of, &c.args
	made := o.kind == wire.OperationKind_MAKES || o.kind == wire.OperationKind_COPIES
	if wrong := c.findGiven(made); wrong != nil {
		return wrong
	}
	on := c.step.object.instance.(*given)
	if o.quick != nil && !on.failed && !of.panics && len(args.ints) >= len(o.params) {
		number, is := o.quick(on.held, args.ints)
		args.ints = args.ints[len(o.params):]
		got := &wire.Value{Kind: wire.Kind_INT, Int: number}
		if is == truth {
			got = &wire.Value{Kind: wire.Kind_ATOM, Text: strconv.FormatBool(number == 1)}
		}
		if wanted && is != nothing {
			c.step.result.Got = append(c.step.result.Got, got)
		}
		return nil
	}
	values := make([]reflect.Value, 0, 1+len(o.params))
	if o.kind == wire.OperationKind_METHOD || o.kind == wire.OperationKind_SHOWS {
		values = append(values, toParam(on.held, o.fn.Type().In(0)))
	}
	failed := on.failed && !made
	if o.kind == wire.OperationKind_COPIES {
		other, err := c.findArgument(of, args.take())
		if err != nil {
			return newBlocked("%s: %v", o.name, err)
		}
		failed = other.failed
		values = append(values, toParam(other.held, o.fn.Type().In(0)))
	}
	for i, p := range o.params {
		v, is, err := c.decodeArgument(p, args.take())
		if err != nil {
			return newBlocked("argument %d of %s: %v", i+1, o.name, err)
		}
		failed = failed || is
		values = append(values, v)
	}
	var results []reflect.Value
	if !failed {
		results, failed = callOperation(o, values, of.panics)
	}
	return c.conclude(o, on, results, failed, wanted)
}

// callOperation calls the function of an operation, and tells whether it is an error.
func callOperation(o *operation, values []reflect.Value, panics bool) (results []reflect.Value, failed bool) {
	if panics {
		defer func() {
			if p := recover(); p != nil {
				results, failed = nil, true
			}
		}()
	}
	results = o.fn.Call(values)
	if o.errors < 0 {
		return results, false
	}
	if r := results[o.errors]; r.Kind() == reflect.Bool {
		return results, !r.Bool()
	}
	return results, !results[o.errors].IsNil()
}

// conclude keeps what an operation has given.
func (c *sent) conclude(o *operation, on *given, results []reflect.Value, failed, wanted bool) *wire.Result {
	switch {
	case failed && wanted:
		c.step.result.Got = append(c.step.result.Got, &wire.Value{Kind: wire.Kind_ATOM, Text: failure})
		return nil
	case failed:
		on.failed = true
		return nil
	case o.object >= 0:
		held := results[o.object]
		if held.Type() != on.class.typ && on.class.typ.Kind() == reflect.Pointer {
			at := reflect.New(held.Type())
			at.Elem().Set(held)
			held = at
		}
		if held.IsNil() {
			panic(o.name + " gave nil in the place of an object")
		}
		on.held = held.Interface()
	}
	if !wanted {
		return nil
	}
	out := &wire.Value{}
	if o.value < 0 {
		return newBlocked("%s gives no value", o.name)
	}
	if err := o.codec.encode(results[o.value], out, extent{}); err != nil {
		return &wire.Result{Status: wire.Status_UNMAPPED, Message: clip(o.name + ": " + err.Error())}
	}
	c.step.result.Got = append(c.step.result.Got, out)
	return nil
}

// toParam returns an object as the parameter of a function, which may take it by value.
func toParam(held any, typ reflect.Type) reflect.Value {
	v := reflect.ValueOf(held)
	if v.Kind() == reflect.Pointer && v.Type().Elem() == typ {
		return v.Elem()
	}
	return v
}

// findGiven finds the object of the step, or adds the one that is about to be made.
func (c *sent) findGiven(made bool) *wire.Result {
	of := c.of
	switch {
	case made && c.step.object != nil:
		return newBlocked("the case has an object %d already", c.step.wire.Object)
	case made && c.step.script.isFull():
		return newBlocked("a case has at most %d objects", maxObjects)
	case made:
		c.step.object = c.step.script.add(c.step.wire.Object, &given{class: of})
	case c.step.object == nil:
		return newBlocked("the case has no object %d", c.step.wire.Object)
	}
	if on, ok := c.step.object.instance.(*given); !ok || on.class != of {
		return newBlocked("object %d is not of the class %s", c.step.wire.Object, of.name)
	}
	return nil
}

// findArgument returns the object of a class that an argument is.
func (c *sent) findArgument(of *class, w *wire.Value) (*given, error) {
	if w.GetKind() != wire.Kind_OBJECT {
		return nil, errors.New("an object was expected")
	}
	o := c.step.script.findObject(w.Int)
	if o == nil {
		return nil, fmt.Errorf("the case has no object %d", w.Int)
	}
	is, ok := o.instance.(*given)
	if !ok || is.class != of {
		return nil, fmt.Errorf("object %d is not of the class %s", w.Int, of.name)
	}
	return is, nil
}

// decodeArgument returns an argument, and whether it is an error.
func (c *sent) decodeArgument(p parameter, w *wire.Value) (v reflect.Value, failed bool, err error) {
	switch {
	case w == nil:
		return v, false, errors.New("it was not sent")
	case p.class != nil:
		is, err := c.findArgument(p.class, w)
		if err != nil {
			return v, false, err
		}
		return toParam(is.held, p.typ), is.failed, nil
	}
	v = reflect.New(p.typ).Elem()
	return v, false, p.codec.decode(w, v)
}
