package sut

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// running is a case while it runs.
type running struct {
	*session
	wire     *wire.Case
	instance any
	routes   *routes
	maxCalls uint64
	before   []*wire.Value // the state that the case left open; nil where it left none
	dark     []string      // the variables among them that cannot be expressed
	closed   atomic.Bool   // its result is settled; set under mu

	mu        sync.Mutex
	calls     []*wire.Call
	passages  []passage // of each of the calls
	open      []uint64  // ids of the calls that are open, in the order in which they opened
	dropped   bool      // calls were not recorded
	unwound   uint64    // the innermost call that a panic is unwinding
	waited    time.Duration
	started   time.Time
	functions []unsafe.Pointer // the function values that this case has put in
}

// runCase runs a case and hands in its result. It reports whether the goroutine
// is still the one that runs cases: it is not when the case was settled from
// elsewhere.
func (s *session) runCase(w *wire.Case) bool {
	c := &running{session: s, wire: w}
	defer c.ended()
	if w.Stream {
		s.capture.stream(true)
	}
	result, err := c.prepare()
	if err == nil {
		result = c.run(s.table.units[w.Unit])
	}
	return c.settle(result)
}

// ended settles a case whose unit ended the goroutine that it ran on, and goes
// on in a new one.
func (c *running) ended() {
	if c.closed.Load() {
		return
	}
	c.mu.Lock()
	in := c.unwound
	c.mu.Unlock()
	if c.settle(&wire.Result{Status: wire.Status_PANICKED, Message: "it ended its goroutine", PanickedIn: in}) {
		go c.work()
	}
}

// prepare makes an instance in the before-state. With an error comes the result
// of a case that cannot run.
func (c *running) prepare() (result *wire.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			result = &wire.Result{Status: wire.Status_BROKEN, Message: "making an instance: " + err.Error(), Stack: string(debug.Stack())}
		}
	}()
	w := c.wire
	if int(w.Unit) >= len(c.table.units) || c.table.units[w.Unit].sig == nil {
		err = fmt.Errorf("unit %d is not served", w.Unit)
		return &wire.Result{Status: wire.Status_BLOCKED, Message: err.Error()}, err
	}
	if c.routes, c.maxCalls = c.settings(w.Routes); c.routes == nil {
		err = fmt.Errorf("routes %d are not defined", w.Routes)
		return &wire.Result{Status: wire.Status_BLOCKED, Message: err.Error()}, err
	}
	u := c.table.units[w.Unit]
	if len(w.Given) > len(u.given) {
		err = fmt.Errorf("%d values are given, and %s has %d", len(w.Given), u.name, len(u.given))
		return &wire.Result{Status: wire.Status_BLOCKED, Message: err.Error()}, err
	}
	c.instance = c.table.make()
	c.functions = make([]unsafe.Pointer, 0, len(c.table.seams))
	for i, value := range w.Given {
		v := u.given[i]
		if v.state == nil || value.Kind == wire.Kind_NONE {
			continue
		}
		if err := v.state.write(c.instance, value); err != nil {
			err = fmt.Errorf("%s: %w", v.name, err)
			return &wire.Result{Status: wire.Status_BLOCKED, Message: err.Error()}, err
		}
	}
	c.before, c.dark = u.leftOpen(c.instance, w.Given)
	ports := make([]Port, len(c.table.seams))
	for i, s := range c.table.seams {
		ports[i] = Port{c, s.hooked, &c.hooks[i]}
		s.install(c.instance, &ports[i])
	}
	return nil, nil
}

// leftOpen returns the values of the state variables that are not given; one
// that cannot be expressed is NONE, and its name is in dark.
func (u *unit) leftOpen(instance any, given []*wire.Value) (out []*wire.Value, dark []string) {
	for i := range u.given {
		v := &u.given[i]
		if v.state == nil || i < len(given) && given[i].Kind != wire.Kind_NONE {
			continue
		}
		if out == nil {
			block := make([]wire.Value, len(u.given))
			out = make([]*wire.Value, len(u.given))
			for j := range out {
				out[j] = &block[j]
			}
		}
		if err := v.state.codec.encode(v.state.read(instance), out[i], 0); err != nil {
			out[i].Reset()
			dark = append(dark, v.name)
		}
	}
	return out, dark
}

// run runs the unit.
func (c *running) run(u *unit) (result *wire.Result) {
	args := u.sig.args(c.instance)
	for i, value := range c.wire.Given {
		s := u.sig.given[i]
		if s.where != inParam || value.Kind == wire.Kind_NONE {
			continue
		}
		if err := s.codec.decode(value, s.param(args)); err != nil {
			return &wire.Result{Status: wire.Status_BLOCKED, Message: fmt.Sprintf("%s: %v", u.given[i].name, err)}
		}
	}
	if c.wire.Stream {
		c.event(wire.EventKind_STARTED, nil)
	}
	results, panicked := c.invoke(u.fn, args)
	if panicked != nil {
		return panicked
	}
	nanoseconds := uint64(time.Since(c.started) - c.waiting())
	if c.wire.Stream {
		c.event(wire.EventKind_ENDED, nil)
	}
	result = &wire.Result{Status: wire.Status_RETURNED, Nanoseconds: nanoseconds, Given: c.before}
	defer func() {
		if p := recover(); p != nil {
			result.Status, result.Message, result.Stack = wire.Status_BROKEN, fmt.Sprintf("reading the after-state: panic: %v", p), string(debug.Stack())
		}
	}()
	got, faults := u.sig.read(u.got, u.sig.got, c.instance, args, results)
	result.Got = got
	if why := first(faults, c.dark); why != "" {
		result.Status, result.Message = wire.Status_UNMAPPED, why
	}
	return result
}

// invoke calls the unit's function; a panic becomes a result.
func (c *running) invoke(fn reflect.Value, args []reflect.Value) (results []reflect.Value, panicked *wire.Result) {
	c.started = time.Now()
	defer func() {
		if p := recover(); p != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			panicked = &wire.Result{Status: wire.Status_PANICKED, Message: fmt.Sprint(p), Stack: string(debug.Stack()), PanickedIn: c.unwound,
				Nanoseconds: uint64(time.Since(c.started) - c.waited)}
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

func (c *running) waiting() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waited
}

// settle hands in the result of the case, once. It reports whether this call
// did it.
func (c *running) settle(result *wire.Result) bool {
	c.mu.Lock()
	if c.closed.Load() {
		c.mu.Unlock()
		return false
	}
	c.closed.Store(true)
	result.Calls, result.CallsTruncated = c.calls, c.dropped
	c.mu.Unlock()
	result.Id = c.wire.Id
	if c.instance != nil {
		func() {
			defer func() {
				if p := recover(); p != nil && result.Status == wire.Status_RETURNED {
					result.Status, result.Message = wire.Status_BROKEN, fmt.Sprintf("closing the instance: panic: %v", p)
				}
			}()
			c.table.close(c.instance)
		}()
	}
	result.Stdout, result.Stderr, result.OutputTruncated = c.capture.take()
	if c.wire.Stream {
		c.capture.stream(false)
	}
	c.done(result)
	return true
}

// abort settles the case without its unit and ends the goroutine, which may be
// any that the unit uses. Cases go on in a new one.
func (c *running) abort(status wire.Status, message string) {
	if c.settle(&wire.Result{Status: status, Message: message}) {
		go c.work()
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

// first says of the first of some variables why it cannot be expressed. Those
// that could not be at the beginning of the case, whose names are given, are
// left out: no unit has made them so.
func first(faults []unexpressed, dark []string) string {
	for _, f := range faults {
		switch {
		case f.name == "":
			return f.err.Error()
		case !slices.Contains(dark, strings.TrimSuffix(f.name, "'")):
			return f.name + ": " + f.err.Error()
		}
	}
	return ""
}

// read returns the values of variables, and those that cannot be expressed,
// which are NONE.
func (s *signature) read(vars []variable, slots []slot, instance any, args, results []reflect.Value) (out []*wire.Value, faults []unexpressed) {
	values := make([]wire.Value, len(slots))
	out = make([]*wire.Value, len(slots))
	for i := range slots {
		out[i] = &values[i]
		var from reflect.Value
		switch slot := &slots[i]; slot.where {
		case inState:
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

// closeCall takes a call off the open ones.
func (c *running) closeCall(id uint64) {
	if i := slices.Index(c.open, id); i >= 0 {
		c.open = slices.Delete(c.open, i, i+1)
	}
}
