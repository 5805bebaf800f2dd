package sut

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// running is a step of a case while it runs.
type running struct {
	script *script
	wire   *wire.Step
	object *object // that the unit runs on
	routes *routes
	limit  *limits
	// before is the state that the step left open, NONE where it cannot be expressed;
	// nil where it left none.
	before []*wire.Value
	phase  phase      // what the goroutine that runs cases is at
	now    wire.Value // see compare
	eye    sync.Mutex // see claim
	calls  record
	watch  stopwatch
}

// runStep runs a step of a case, in the goroutine of a number, and hands in its
// result. It reports whether the goroutine is still the one that runs cases: it is not
// when the step was settled from elsewhere.
func (s *session) runStep(w *wire.Step, worker uint64) bool {
	c := s.begin(w)
	c.calls.unit = worker
	defer c.ended()
	if w.Stream {
		s.capture.stream(true)
	}
	result := c.unrun()
	if result == nil {
		result = c.prepare()
	}
	if result == nil && !w.End {
		result = c.run(s.table.units[w.Unit])
	}
	return c.settle(result)
}

// ended settles a step whose goroutine was ended by the unit, or by what the
// adapter does beside it, and goes on in a new one.
func (c *running) ended() {
	if c.calls.closed.Load() {
		return
	}
	in := c.calls.unwinding()
	result := &wire.Result{Status: wire.Status_PANICKED, Message: endedGoroutine, PanickedIn: in}
	if c.phase.kind != wire.Phase_PHASE_UNKNOWN {
		result = c.phase.broken(nil)
	}
	if c.settle(result) {
		go c.script.work()
	}
}

// prepare puts the object of the step into its before-state. What it returns is the
// result of a step that cannot run.
func (c *running) prepare() (result *wire.Result) {
	defer func() {
		if p := recover(); p != nil {
			result = c.phase.broken(p)
		}
	}()
	w := c.wire
	if int(w.Unit) >= len(c.script.table.units) || c.script.table.units[w.Unit].sig == nil {
		return blocked("unit %d is not served", w.Unit)
	}
	if c.routes, c.limit = c.script.settings(w.Routes); c.routes == nil {
		return blocked("routes %d are not defined", w.Routes)
	}
	u := c.script.table.units[w.Unit]
	if len(w.Given) > len(u.given) {
		return blocked("%d values are given, and %s has %d", len(w.Given), u.name, len(u.given))
	}
	made, wrong := c.reach()
	if wrong != nil {
		return wrong
	}
	for i, value := range w.Given {
		v := &u.given[i]
		if v.state == nil || value.Kind == wire.Kind_NONE {
			continue
		}
		c.enter(wire.Phase_SETTING, v.name)
		if err := v.state.write(c.object.instance, value); err != nil {
			return blocked("%s: %v", v.name, err)
		}
	}
	if wrong := c.check(u); wrong != nil {
		return wrong
	}
	c.script.at.Store(c)
	if made {
		c.hook(c.object)
	}
	return nil
}

func blocked(format string, args ...any) *wire.Result {
	return &wire.Result{Status: wire.Status_BLOCKED, Message: clip(fmt.Sprintf(format, args...))}
}

// run runs the unit.
func (c *running) run(u *unit) (result *wire.Result) {
	defer func() {
		if p := recover(); p != nil {
			result = c.phase.broken(p)
		}
	}()
	args := u.sig.args(c.object.instance)
	for i, value := range c.wire.Given {
		s := &u.sig.given[i]
		if s.where != inParam || value.Kind == wire.Kind_NONE {
			continue
		}
		v := &u.given[i]
		c.enter(wire.Phase_SETTING, v.name)
		if value.Kind == wire.Kind_OBJECT {
			if err := c.pass(value, s, args); err != nil {
				return blocked("%s: %v", v.name, err)
			}
			continue
		}
		if err := s.codec.decode(value, s.param(args)); err != nil {
			return blocked("%s: %v", v.name, err)
		}
		if v.role == wire.Role_BEFORE {
			if wrong := c.compare(i, v.name, value, s.codec, s.param(args)); wrong != nil {
				return wrong
			}
		}
	}
	c.phase = phase{}
	if c.wire.Stream {
		c.event(wire.EventKind_STARTED, nil)
	}
	results, panicked := c.invoke(u.fn, args)
	if panicked != nil {
		return panicked
	}
	c.phase = phase{kind: wire.Phase_READING}
	right := c.claim(true) // calls may go on
	defer right.release()
	nanoseconds := c.watch.nanoseconds(time.Now())
	if c.wire.Stream {
		c.event(wire.EventKind_ENDED, nil)
	}
	result = &wire.Result{Status: wire.Status_RETURNED, Nanoseconds: nanoseconds, Given: c.before}
	got, faults := u.sig.read(u.got, u.sig.got, c.object.instance, args, results, c.reading)
	if len(u.sig.objects) > 0 {
		faults = append(faults, c.gave(u, results, got)...)
	}
	result.Got = got
	if f := first(faults, c.dark(faults, nil)); f != nil {
		result.Status, result.Message, result.Unnamed = wire.Status_UNMAPPED, f.message(), f.unnamed()
	}
	return result
}

// invoke calls the unit's function; a panic becomes a result.
func (c *running) invoke(fn reflect.Value, args []reflect.Value) (results []reflect.Value, panicked *wire.Result) {
	c.watch.begin(time.Now())
	pprof.SetGoroutineLabels(c.script.labels[c.wire.Unit])
	defer func() {
		unlabel()
		if p := recover(); p != nil {
			panicked = &wire.Result{Status: wire.Status_PANICKED, Message: clip(fmt.Sprint(p)),
				Stack: string(debug.Stack()), PanickedIn: c.calls.unwinding(),
				Nanoseconds: c.watch.nanoseconds(time.Now())}
		}
	}()
	return call(fn, args), nil
}

// call calls a function whose last parameter, if variadic, comes as a slice.
func call(fn reflect.Value, args []reflect.Value) []reflect.Value {
	if fn.Type().IsVariadic() {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}

// settle hands in the result of the step, once, and ends its case where no step
// follows or can follow. It reports whether this call did it.
func (c *running) settle(result *wire.Result) bool {
	if !c.calls.settle(result) {
		return false
	}
	result.Id = c.wire.Id
	gone := true // Close may end the goroutine, which then is not there to go on
	defer func() {
		c.handIn(result)
		if gone {
			go c.script.work()
		}
	}()
	if result.Status != wire.Status_RETURNED && result.Status != wire.Status_UNMAPPED || !c.wire.More || c.wire.End {
		c.release(result)
	}
	gone = false
	return true
}

func (c *running) handIn(result *wire.Result) {
	result.Stdout, result.Stderr, result.OutputTruncated = c.script.capture.take()
	if c.wire.Stream {
		c.script.capture.stream(false)
	}
	c.script.done(result)
}

// stop settles the step without its unit and ends the goroutine, which may be
// any that the unit uses. Cases go on in a new one.
func (c *running) stop(result *wire.Result) {
	if c.settle(result) {
		go c.script.work()
	}
	runtime.Goexit()
}

// args makes the arguments of a call: zero values, and the instance.
func (s *signature) args(instance any) []reflect.Value {
	args := make([]reflect.Value, s.typ.NumIn())
	for i := range args {
		if i == 0 && s.instance {
			args[0] = reflect.ValueOf(instance)
			continue
		}
		args[i] = reflect.New(s.typ.In(i)).Elem()
	}
	for _, list := range [][]slot{s.given, s.got} {
		for _, slot := range list {
			if slot.where == inParam && slot.pointer && args[slot.index].IsNil() {
				args[slot.index].Set(reflect.New(args[slot.index].Type().Elem()))
			}
		}
	}
	return args
}

// param returns the place of a variable that is bound to a parameter; an
// invalid one behind a nil pointer.
func (s *slot) param(args []reflect.Value) reflect.Value {
	if s.pointer {
		return args[s.index].Elem()
	}
	return args[s.index]
}

// unexpressed is a variable whose value cannot be expressed.
type unexpressed struct {
	name string // "" for an error result that no variable is bound to
	err  error
}

func (f *unexpressed) message() string {
	switch {
	case f == nil:
		return ""
	case f.name == "":
		return clip(f.err.Error())
	}
	return clip(f.name + ": " + f.err.Error())
}

// unnamed tells whether the value is an error that stands for no constant.
func (f *unexpressed) unnamed() bool {
	var err unmappedError
	return f != nil && errors.As(f.err, &err)
}

// first returns the first of some variables that cannot be expressed, or nil.
// Those that could not be at the beginning of the case, whose names are given,
// are left out: no unit has made them so.
func first(faults []unexpressed, dark []string) *unexpressed {
	for i := range faults {
		if f := &faults[i]; f.name == "" || !slices.Contains(dark, strings.TrimSuffix(f.name, "'")) {
			return f
		}
	}
	return nil
}

// read returns the values of variables, and those that cannot be expressed,
// which are NONE. Where there is no instance, the state is left out. next, where not
// nil, is told the name of each variable before the adapter is asked for it.
func (s *signature) read(vars []variable, slots []slot, instance any, args, results []reflect.Value,
	next func(string)) (out []*wire.Value, faults []unexpressed) {
	values := make([]wire.Value, len(slots))
	out = make([]*wire.Value, len(slots))
	for i := range slots {
		out[i] = &values[i]
		if next != nil {
			next(vars[i].name)
		}
		var from reflect.Value
		switch slot := &slots[i]; slot.where {
		case inState:
			if instance == nil {
				continue
			}
			from = vars[i].state.read(instance)
		case inParam:
			if from = slot.param(args); !from.IsValid() {
				continue
			}
		case inResult:
			from = results[slot.index]
		default:
			continue
		}
		if err := slots[i].codec.encode(from, out[i], 0); err != nil {
			out[i].Reset()
			faults = append(faults, unexpressed{vars[i].name, err})
		}
	}
	if results != nil {
		for _, i := range s.unnamed {
			if err, _ := results[i].Interface().(error); err != nil {
				faults = append(faults, unexpressed{"", unmappedError{err}})
			}
		}
	}
	return out, faults
}

// write puts answers into the state, the parameters and the results of a call.
func (s *signature) write(u *unit, got []*wire.Value, instance any, args []reflect.Value) ([]reflect.Value, error) {
	results := make([]reflect.Value, s.typ.NumOut())
	for i := range results {
		results[i] = reflect.New(s.typ.Out(i)).Elem()
	}
	if len(got) > len(s.got) {
		return nil, fmt.Errorf("the answer has %d values, and %s has %d", len(got), u.name, len(s.got))
	}
	for i, value := range got {
		if value.Kind == wire.Kind_NONE {
			continue
		}
		var err error
		switch slot := &s.got[i]; slot.where {
		case inState:
			err = u.got[i].state.write(instance, value)
		case inResult:
			err = slot.codec.decode(value, results[slot.index])
		case inParam:
			err = slot.writeBack(value, args)
		}
		if err != nil {
			return nil, fmt.Errorf("the answer's %s: %w", u.got[i].name, err)
		}
	}
	return results, nil
}

// writeBack changes what an argument refers to.
func (s *slot) writeBack(value *wire.Value, args []reflect.Value) error {
	at := s.param(args)
	if s.pointer {
		if !at.IsValid() {
			return errors.New("the program passed a nil pointer")
		}
		return s.codec.decode(value, at)
	}
	now := &wire.Value{}
	if err := s.codec.encode(at, now, 0); err == nil && key(now) == key(value) {
		return nil
	}
	fresh := reflect.New(at.Type()).Elem()
	if err := s.codec.decode(value, fresh); err != nil {
		return err
	}
	switch {
	case at.Kind() == reflect.Slice && at.Len() == fresh.Len():
		reflect.Copy(at, fresh)
		return nil
	case at.Kind() == reflect.Map && !at.IsNil():
		at.Clear()
		for it := fresh.MapRange(); it.Next(); {
			at.SetMapIndex(it.Key(), it.Value())
		}
		return nil
	}
	return fmt.Errorf("an argument of type %v cannot be made %s", at.Type(), show(value))
}
