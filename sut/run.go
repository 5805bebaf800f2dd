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

// running is the state of a step of a case while it runs.
type running struct {
	script *script
	wire   *wire.Step
	object *object // the object that the unit runs on
	routes *routes
	limit  *limits
	// before has a value for each variable that the unit gets: the state before the step
	// where the step does not set it, and NONE where it does, or where the value cannot be
	// expressed. It is nil where the step sets all of the state.
	before []*wire.Value
	phase  phase      // what the goroutine that runs cases does
	now    wire.Value // used by compare
	eye    sync.Mutex // held by a claim
	calls  record
	others bystanders
	result *wire.Result // of a step of operations, as far as it has come
	watch  stopwatch
	built  *built // the structure with which it began, where the host has listed it; nil: none
}

// runStep runs a step of a case in the worker goroutine with the given number, and
// sends its result. It returns whether that goroutine still runs cases: it does not
// where the step was settled from elsewhere.
func (s *session) runStep(w *wire.Step, worker uint64) bool {
	c := s.begin(w)
	c.calls.unit = worker
	s.markStep(w.Id)
	defer c.settleEnded()
	if w.Stream {
		s.capture.stream(true)
		showLabels()
	}
	result := c.resultUnrun()
	if result == nil && w.Class != 0 {
		result = c.operate()
	}
	if result == nil {
		result = c.prepare()
	}
	if result == nil && !w.End {
		result = c.run(s.table.units[w.Unit])
	}
	return c.settle(result)
}

// settleEnded settles a step whose goroutine was ended by the unit or by the adapter, and
// continues in a new goroutine.
func (c *running) settleEnded() {
	if c.calls.closed.Load() {
		return
	}
	in := c.calls.unwinding()
	result := &wire.Result{Status: wire.Status_PANICKED, Message: endedGoroutine, PanickedIn: in, Given: c.before}
	if c.result != nil {
		result.Ran = c.result.Ran
	}
	if c.phase.kind != wire.Phase_PHASE_UNKNOWN {
		result = c.phase.endBroken(nil)
	}
	if c.settle(result) {
		go c.script.work()
	}
}

// prepare sets the state before the step. It returns a result where the step cannot
// run.
func (c *running) prepare() (result *wire.Result) {
	defer func() {
		if p := recover(); p != nil {
			result = c.phase.endBroken(p)
		}
	}()
	w := c.wire
	if int(w.Unit) >= len(c.script.table.units) || c.script.table.units[w.Unit].sig == nil {
		return newBlocked("unit %d is not served", w.Unit)
	}
	if c.routes, c.limit = c.script.settings(w.Routes); c.routes == nil {
		return newBlocked("routes %d are not defined", w.Routes)
	}
	u := c.script.table.units[w.Unit]
	if len(w.Given) > len(u.given) {
		return newBlocked("%d values are given, and %s has %d", len(w.Given), u.name, len(u.given))
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
		if v.state.isBuilt() {
			continue
		}
		if err := v.state.write(c.object.instance, value); err != nil {
			return newBlocked("%s: %v", v.name, err)
		}
	}
	if wrong := c.build(u); wrong != nil {
		return wrong
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

func newBlocked(format string, args ...any) *wire.Result {
	return &wire.Result{Status: wire.Status_BLOCKED, Message: clip(fmt.Sprintf(format, args...))}
}

// run runs the unit.
func (c *running) run(u *unit) (result *wire.Result) {
	defer func() {
		if p := recover(); p != nil {
			if result = c.phase.endUnreadable(c.script.table, u, 0, p); result == nil {
				result = c.phase.endBroken(p)
			}
			result.Given = c.before
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
				return newBlocked("%s: %v", v.name, err)
			}
			continue
		}
		if err := s.codec.decode(value, s.param(args)); err != nil {
			return newBlocked("%s: %v", v.name, err)
		}
		if v.role == wire.Role_BEFORE {
			if wrong := c.compare(i, v.name, value, s.codec, s.param(args)); wrong != nil {
				return wrong
			}
		}
	}
	c.phase = phase{}
	if c.wire.Stream {
		started := &wire.Event{Kind: wire.EventKind_STARTED, Given: c.before}
		if c.built != nil {
			started.Structures = c.built.shown
		}
		c.tell(started)
	}
	results, panicked := c.invoke(u.fn, args)
	if panicked != nil {
		panicked.Structures = c.built.leave()
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
	faults = append(c.inspect(u), faults...)
	result.Got, result.Structures = got, c.built.leave()
	if f := findFirst(faults, c.listDark(faults, nil)); f != nil {
		result.Status, result.Message, result.Unnamed = wire.Status_UNMAPPED, f.message(), f.isUnnamed()
	}
	return result
}

// invoke calls the unit's function. A panic becomes a result.
func (c *running) invoke(fn reflect.Value, args []reflect.Value) (results []reflect.Value, panicked *wire.Result) {
	c.watch.begin(time.Now())
	if c.wire.Stream {
		c.label(0)
	} else {
		pprof.SetGoroutineLabels(c.script.labels[c.wire.Unit])
	}
	defer func() {
		c.script.unlabel()
		if p := recover(); p != nil {
			panicked = &wire.Result{Status: wire.Status_PANICKED, Message: clip(textOf(p)),
				Stack: string(debug.Stack()), PanickedIn: c.calls.unwinding(), Given: c.before,
				Nanoseconds: c.watch.nanoseconds(time.Now())}
		}
	}()
	return call(fn, args), nil
}

// call calls a function. The last argument of a variadic function is a slice.
func call(fn reflect.Value, args []reflect.Value) []reflect.Value {
	if fn.Type().IsVariadic() {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}

// settle sends the result of the step, once, and ends the case where no step follows or
// can follow. It returns false where the step was settled before.
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
	c.script.addDone(result)
}

// stop settles the step before its unit has returned, and ends the current goroutine,
// which may be any that the unit uses. Cases continue in a new goroutine.
func (c *running) stop(result *wire.Result) {
	if c.settle(result) {
		go c.script.work()
	}
	runtime.Goexit()
}

// args returns the arguments for a call: the instance, and zero values.
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

// param returns the value that a variable bound to a parameter has in args; an invalid
// one behind a nil pointer.
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

// isUnnamed tells whether the value is an error for which there is no constant.
func (f *unexpressed) isUnnamed() bool {
	var err unmappedError
	return f != nil && errors.As(f.err, &err)
}

// findFirst returns the first of some variables that cannot be expressed, or nil. It
// ignores variables with the names in dark, which could not be expressed before the
// unit ran either.
func findFirst(faults []unexpressed, dark []string) *unexpressed {
	for i := range faults {
		if f := &faults[i]; f.name == "" || !slices.Contains(dark, strings.TrimSuffix(f.name, "'")) {
			return f
		}
	}
	return nil
}

// read returns the values of variables, and those that cannot be expressed, which are
// NONE. Without an instance it leaves the state out. It calls next, where that is not
// nil, with the name of each variable before it calls the adapter.
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
			from = slot.result(results)
		default:
			continue
		}
		if err := slots[i].codec.encode(from, out[i], extent{}); err != nil {
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

// write writes an answer into the state, the parameters and the results of a call.
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
			err = slot.writeResult(value, results)
		case inParam:
			err = slot.writeBack(value, args)
		}
		if state := u.got[i].state; err != nil && s.got[i].where == inState && state.at == nil && state.set == nil {
			return nil, fmt.Errorf("the answer's %s: %w; with stubs: {%s: self} in the caller's file the callee itself answers",
				u.got[i].name, err, u.name)
		}
		if err != nil {
			return nil, fmt.Errorf("the answer's %s: %w", u.got[i].name, err)
		}
	}
	return results, nil
}

// result returns the value that a variable bound to a result has in results.
func (s *slot) result(results []reflect.Value) reflect.Value {
	if !s.pair {
		return results[s.index]
	}
	pair := reflect.New(typeOfTwo(results[s.index].Type(), results[s.index+1].Type())).Elem()
	pair.Field(0).Set(results[s.index])
	pair.Field(1).Set(results[s.index+1])
	return pair
}

// writeResult sets a result, or the pair of results, that the variable is bound to.
func (s *slot) writeResult(value *wire.Value, results []reflect.Value) error {
	if !s.pair {
		return s.codec.decode(value, results[s.index])
	}
	pair := s.result(results)
	if err := s.codec.decode(value, pair); err != nil {
		return err
	}
	results[s.index].Set(pair.Field(0))
	results[s.index+1].Set(pair.Field(1))
	return nil
}

// writeBack changes the value that an argument refers to.
func (s *slot) writeBack(value *wire.Value, args []reflect.Value) error {
	at := s.param(args)
	if s.pointer {
		if !at.IsValid() {
			return errors.New("the program passed a nil pointer")
		}
		return s.codec.decode(value, at)
	}
	now := &wire.Value{}
	if err := s.codec.encode(at, now, extent{}); err == nil && key(now) == key(value) {
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
