package sut

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// maxObjects is how many objects a case may have: observations of a class make objects again for each of them. The
// first fewObjects are searched one by one, which most cases are content with.
const (
	maxObjects = 100_000
	fewObjects = 16
)

// script is the state of a case: its objects and its current step.
type script struct {
	*session
	// at is the current step, whose calls are recorded. Between two steps it is the
	// earlier one, so that calls made then are late.
	at        atomic.Pointer[running]
	first     object            // the first of a list of objects; most cases have one
	last      *object           // of the list; nil where there are none
	count     int               // how many objects there are
	many      map[int64]*object // by their numbers, those beyond the first few
	instances map[any]*object   // by their instances, the same
	functions []unsafe.Pointer  // the function values that were replaced for the case
	over      bool              // whether its objects are closed
	step      running           // the first step
}

// object is an instance of the program with its number in a case.
type object struct {
	*script
	number   uint32
	instance any // nil where there is none
	next     *object
}

// begin returns the step of a case: of the open case, or of a new one.
func (s *session) begin(w *wire.Step) *running {
	sc := s.script
	if sc == nil {
		sc = &script{session: s}
	}
	s.script = nil
	if w.More && !w.End {
		s.script = sc
	}
	c := &sc.step
	if c.wire != nil {
		c = &running{}
	}
	c.script, c.wire = sc, w
	c.calls.table, c.calls.step = s.table, w
	if sc.at.Load() == nil {
		sc.at.Store(c)
	}
	return c
}

// finish closes the objects of a case whose end was not sent, when there are no more
// steps.
func (s *session) finish() {
	defer close(s.finished)
	if s.script != nil && !s.script.over {
		c := &running{script: s.script, wire: &wire.Step{}}
		c.release(&wire.Result{})
	}
}

// resultUnrun returns the result of a step that runs no unit; nil for other steps.
func (c *running) resultUnrun() *wire.Result {
	switch {
	case c.script.over:
		return &wire.Result{Status: wire.Status_SKIPPED, Message: "an earlier step has ended its case"}
	case c.wire.End && c == &c.script.step:
		return newBlocked("there is no case to end")
	case c.wire.End:
		return &wire.Result{Status: wire.Status_RETURNED}
	}
	return nil
}

// findObject returns the object with the given number, or nil.
func (sc *script) findObject(number int64) *object {
	o := &sc.first
	for range min(sc.count, fewObjects) {
		if int64(o.number) == number {
			return o
		}
		o = o.next
	}
	return sc.many[number]
}

// findInstance returns the object with the given instance, or nil.
func (sc *script) findInstance(instance any) *object {
	o := &sc.first
	for range min(sc.count, fewObjects) {
		if o.instance == instance {
			return o
		}
		o = o.next
	}
	return sc.instances[instance]
}

// add appends an instance to the objects of the case.
func (sc *script) add(number uint32, instance any) *object {
	o := &sc.first
	if sc.last != nil {
		o = &object{}
		sc.last.next = o
	}
	o.script, o.number, o.instance = sc, number, instance
	sc.last = o
	if sc.count++; sc.count > fewObjects {
		if sc.many == nil {
			sc.many, sc.instances = map[int64]*object{}, map[any]*object{}
		}
		sc.many[int64(number)], sc.instances[instance] = o, o
	}
	return o
}

// reach finds or makes the object on which the step runs. isNew says that it is new. The
// result is not nil where the step cannot run.
func (c *running) reach() (isNew bool, wrong *wire.Result) {
	w := c.wire
	if w.Keep != 0 && (w.Keep == w.Object || c.script.findObject(int64(w.Keep)) != nil) {
		return false, newBlocked("the case has an object %d already", w.Keep)
	}
	if c.object = c.script.findObject(int64(w.Object)); c.object != nil {
		return false, nil
	}
	if c.script.isFull() {
		return false, newBlocked("a case has at most %d objects", maxObjects)
	}
	c.enter(wire.Phase_MAKING, "")
	made, wrong := c.makeObject()
	if wrong != nil {
		return false, wrong
	}
	c.object = c.script.add(w.Object, made)
	return true, nil
}

// isFull tells whether the case has maxObjects objects.
func (sc *script) isFull() bool { return sc.count >= maxObjects }

// hook installs the seams in an object.
func (c *running) hook(o *object) {
	if c.script.functions == nil {
		c.script.functions = make([]unsafe.Pointer, 0, len(c.script.table.seams))
	}
	ports := make([]Port, len(c.script.table.seams))
	for i := range c.script.table.seams {
		s := &c.script.table.seams[i]
		c.enter(wire.Phase_HOOKING, s.callees)
		ports[i] = Port{o, s.hooked, &c.script.hooks[i]}
		s.install(o.instance, &ports[i])
	}
}

// pass sets an argument to an object of the case.
func (c *running) pass(value *wire.Value, s *slot, args []reflect.Value) error {
	if !s.object {
		return errors.New("an object was sent, and the program takes a value")
	}
	o := c.script.findObject(value.Int)
	if o == nil {
		return fmt.Errorf("the case has no object %d", value.Int)
	}
	args[s.index].Set(reflect.ValueOf(o.instance))
	return nil
}

// gave finds the objects of the case among the results of a unit, and adds a new one
// where the step keeps it.
func (c *running) gave(u *unit, results []reflect.Value, got []*wire.Value) (faults []unexpressed) {
	for _, i := range u.sig.objects {
		from := results[u.sig.got[i].index]
		if from.IsNil() {
			faults = append(faults, unexpressed{u.got[i].name, errors.New("it gave no object")})
			continue
		}
		o := c.script.findInstance(from.Interface())
		if keep := c.wire.Keep; o == nil && keep != 0 && c.script.findObject(int64(keep)) == nil && !c.script.isFull() {
			o = c.script.add(keep, from.Interface())
			c.hook(o)
		}
		if o != nil {
			got[i].Kind, got[i].Int = wire.Kind_OBJECT, int64(o.number)
		}
	}
	return faults
}

// release closes the objects. Where that fails, the step fails too.
func (c *running) release(result *wire.Result) {
	if !c.script.over {
		c.script.over = true
		c.close(&c.script.first, result)
	}
}

// close closes an object and those after it in the list, also where closing ends the
// goroutine.
func (c *running) close(o *object, result *wire.Result) {
	if o == nil || o.instance == nil {
		return
	}
	defer c.close(o.next, result)
	closed := false
	defer func() {
		p := recover()
		if closed || result.Status != wire.Status_RETURNED && result.Status != wire.Status_UNMAPPED {
			return
		}
		why := phase{kind: wire.Phase_CLOSING}.endBroken(p)
		result.Status, result.Message, result.Stack = why.Status, why.Message, why.Stack
	}()
	c.announce(wire.Phase_CLOSING, "", nil)
	c.script.table.close(o.instance)
	closed = true
}

// preparing tells whether the current goroutine is about to run a step. Calls that it
// makes then are the adapter's.
func preparing() bool {
	var pcs [128]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	for {
		frame, more := frames.Next()
		if strings.HasSuffix(frame.Function, ".(*running).prepare") {
			return true
		}
		if !more {
			return false
		}
	}
}
