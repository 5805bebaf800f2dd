package sut

import (
	"fmt"
	"reflect"
	"slices"
	"time"
	"unsafe"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Port connects the intercepted calls of one object of a case with the SDK.
type Port struct {
	object *object
	hooked map[int]*signature
	last   *hookedValue
}

// Through returns a function that passes calls on to real, the implementation
// of the callee, and records them, or answers in its place:
//
//	func (s *recordedStore) Put(k string, v int) error {
//		return sut.Through(s.port, "put", s.Store.Put)(k, v)
//	}
//
// The parameters and results of real are bound as the Params and Results of the
// unit say. Where they do not fit, or there is no such unit, the case is over and
// reported as the adapter's fault.
func Through[F any](p *Port, callee string, real F) F {
	o := p.object
	t := o.table
	i, ok := t.index[callee]
	if !ok {
		o.at.Load().stop(&wire.Result{Status: wire.Status_BROKEN,
			Message: fmt.Sprintf("sut.Through: there is no unit %q", callee)})
	}
	typ := reflect.TypeFor[F]()
	sig, err := o.signature(i, typ, p.hooked)
	if err != nil {
		o.at.Load().stop(&wire.Result{Status: wire.Status_BROKEN, Message: fmt.Sprintf("sut.Through: unit %s: %v",
			callee, err)})
	}
	inner := reflect.ValueOf(real)
	made := reflect.MakeFunc(typ, func(args []reflect.Value) []reflect.Value {
		return o.at.Load().intercept(p, i, sig, inner, args)
	})
	return made.Interface().(F)
}

// signature binds a unit to a function type, once in a session.
func (s *session) signature(callee int, typ reflect.Type, hooked map[int]*signature) (*signature, error) {
	if sig := hooked[callee]; sig != nil {
		return sig, nil
	}
	s.sigMu.Lock()
	defer s.sigMu.Unlock()
	at := signatureKey{callee, typ}
	if sig := s.signatures[at]; sig != nil {
		return sig, nil
	}
	sig, err := s.table.bind(s.table.units[callee], typ)
	if err == nil {
		s.signatures[at] = sig
	}
	return sig, err
}

type signatureKey struct {
	callee int
	typ    reflect.Type
}

// hook returns the function that replaces a function value; nil where it is replaced
// already. A value that outlives the instance, such as a package variable, may still be
// replaced for an earlier case; then the original is replaced anew.
func hook[F any](p *Port, callee string, value *F) *F {
	if reflect.ValueOf(value).Elem().IsNil() {
		return nil
	}
	at := closure(value)
	if slices.Contains(p.object.functions, at) {
		return nil
	}
	real := *value
	if p.last.hooked == at {
		real = p.last.real.(F)
	}
	made := Through(p, callee, real)
	// This keeps the closure alive, so that no other can have its address.
	*p.last = hookedValue{closure(&made), real}
	p.object.functions = append(p.object.functions, closure(&made))
	return &made
}

// hookedValue is a function value that a seam has replaced.
type hookedValue struct {
	hooked unsafe.Pointer
	real   any
}

// closure returns the identity of a function value.
func closure[F any](value *F) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(value)) }

// intercept handles an intercepted call.
func (c *running) intercept(p *Port, callee int, sig *signature, real reflect.Value,
	args []reflect.Value) []reflect.Value {
	u := c.script.table.units[callee]
	if c.calls.isPassedOn(p, callee, args) {
		return call(real, args)
	}
	if c.calls.closed.Load() {
		if !preparing() {
			c.late(callee, sig, args)
		}
		return call(real, args)
	}
	instance := p.object.instance
	if sig.instance && !args[0].IsNil() {
		instance = args[0].Interface()
	}
	right := c.claim(sig.isStateful())
	defer right.release()
	w := &wire.Call{Callee: uint32(callee)}
	id, ok := c.calls.addOpen(w, passage{port: p, args: args}, c.limit.calls)
	if !ok {
		right.release()
		c.late(callee, sig, args)
		return call(real, args)
	}
	from := instance
	if c.routes.byEdge[edge{int(w.Caller), callee}] == nil { // a stub needs the state in any case
		from = c.instanceSeen(instance, id)
	}
	var given, after []*wire.Value
	var unfit, unmapped []unexpressed
	c.observe(id, w, false, func(func(string)) { given, unfit = sig.read(u.given, sig.given, from, args, nil, nil) })
	if !c.calls.began(w, given, findFirst(unfit, c.listDark(unfit, nil)).message()) {
		right.release()
		return call(real, args)
	}
	c.endBounded(w)
	mode, got := c.route(w)
	if mode == wire.Mode_ASK {
		mode, got = c.ask(id, w)
	} else if c.wire.Stream {
		c.event(wire.EventKind_OPENED, withID(w, id))
	}
	var results []reflect.Value
	if from = instance; mode == wire.Mode_RUN {
		right.release()
		if results = c.real(id, w, real, args); c.calls.closed.Load() {
			return results
		}
		right = c.claim(sig.isStateful() && !c.calls.overlaps(id))
		from = c.instanceSeen(instance, id)
	} else {
		var err error
		c.observe(id, w, false, func(func(string)) { results, err = sig.write(u, got, instance, args) })
		if err != nil {
			c.stop(newBlocked("call of %s: %v", u.name, err))
		}
	}
	c.observe(id, w, mode == wire.Mode_RUN, func(next func(string)) {
		after, unmapped = sig.read(u.got, sig.got, from, args, results, next)
	})
	if mode != wire.Mode_RUN {
		c.endStubbed(u, sig, got, after, id)
	}
	if c.calls.recordReturn(id, w, mode, after, findFirst(unmapped, c.listDark(unmapped, unfit))) && c.wire.Stream {
		c.event(wire.EventKind_CLOSED_CALL, withID(w, id))
	}
	return results
}

// endStubbed ends a case in which a stub has set a state that then reads as another one. It
// does not where other calls overlap this one, which may have changed the state.
func (c *running) endStubbed(u *unit, sig *signature, answer, after []*wire.Value, id uint64) {
	if c.calls.overlaps(id) {
		return
	}
	for i, set := range answer {
		if sig.got[i].where == inResult || set.Kind == wire.Kind_NONE || after[i].Kind == wire.Kind_NONE ||
			isEqual(set, after[i]) {
			continue
		}
		c.stop(newBlocked("call of %s: its stub set %s to %s and it reads %s", u.name, u.got[i].name, show(set),
			show(after[i])))
	}
}

// listDark returns the names of the variables that could not be expressed when the step
// began, or when a call in it began; none where there are no faults to compare with
// them.
func (c *running) listDark(faults, call []unexpressed) []string {
	if len(faults) == 0 {
		return nil
	}
	var out []string
	for i, v := range c.before {
		given := c.wire.Given
		if open := i >= len(given) || given[i].Kind == wire.Kind_NONE; open && v.Kind == wire.Kind_NONE {
			out = append(out, c.script.table.units[c.wire.Unit].given[i].name)
		}
	}
	for _, f := range call {
		out = append(out, f.name)
	}
	return out
}

// endBounded ends a case that makes too many calls, in the call that made the last one.
// Calls of goroutines other than the one that runs the unit do not count, since they do
// not keep the unit from returning. Finding out the goroutine takes long: where no
// events are sent it is done only when there are too many calls, so that the unit may
// make as many again.
func (c *running) endBounded(w *wire.Call) {
	if !c.wire.Stream && c.calls.count() <= c.limit.most {
		return
	}
	if c.calls.countOfUnit(goroutine()) > c.limit.most {
		c.stop(&wire.Result{Status: wire.Status_PANICKED, Message: fmt.Sprintf("it made more than %d calls",
			c.limit.most), PanickedIn: w.Parent, Given: c.before})
	}
}

// real runs the callee itself. Its name is searched for in stacks.
//
//go:noinline
func (c *running) real(id uint64, w *wire.Call, real reflect.Value, args []reflect.Value) []reflect.Value {
	returned := false
	defer func() {
		if !returned && c.calls.unwind(id, w) && c.wire.Stream {
			c.event(wire.EventKind_CLOSED_CALL, withID(w, id)) // the process may be about to end
		}
	}()
	if c.wire.Stream && id <= c.limit.calls {
		c.label(id)
		defer c.label(w.Parent)
	}
	results := call(real, args)
	returned = true
	return results
}

// withID returns a copy of a call that has its id.
func withID(w *wire.Call, id uint64) *wire.Call {
	return &wire.Call{Id: id, Parent: w.Parent, Caller: w.Caller, Callee: w.Callee, Given: w.Given, Got: w.Got,
		State: w.State, By: w.By, Message: w.Message, Unfit: w.Unfit, Unnamed: w.Unnamed, Aside: w.Aside}
}

// ask asks the host for the answer to a call. That time does not count as the unit's.
func (c *running) ask(id uint64, w *wire.Call) (wire.Mode, []*wire.Value) {
	c.watch.wait(time.Now())
	answer := c.script.session.ask(c.wire.Id, withID(w, id))
	c.watch.resume(time.Now())
	switch {
	case answer == nil:
		c.stop(&wire.Result{Status: wire.Status_ABORTED, Message: "the host has left"})
	case answer.Kind == wire.AnswerKind_REFUSE:
		c.stop(&wire.Result{Status: wire.Status_ABORTED, Message: answer.Reason})
	case answer.Kind == wire.AnswerKind_REAL:
		return wire.Mode_RUN, nil
	}
	return wire.Mode_ASK, answer.Got
}

// event tells the host what happens next to a call or to the unit.
func (c *running) event(kind wire.EventKind, w *wire.Call) {
	c.tell(&wire.Event{Kind: kind, Call: w})
}

// tell sends an event and waits until the host has it.
func (c *running) tell(e *wire.Event) {
	e.Step = c.wire.Id
	c.watch.wait(time.Now())
	if e.Kind != wire.EventKind_ENTERED || e.Phase == wire.Phase_OBSERVING {
		e.Others, e.Foreign = c.others.look(e.Step, c.calls.goroutinesAtWork())
	}
	c.script.session.event(e)
	c.watch.resume(time.Now())
}

// late reports a call that came after its case was settled. It does not read the state,
// since the instance is closed.
func (c *running) late(callee int, sig *signature, args []reflect.Value) {
	if !c.calls.countLate() {
		return
	}
	u := c.script.table.units[callee]
	w := &wire.Call{Caller: c.wire.Unit, Callee: uint32(callee)}
	var unfit []unexpressed
	w.Given, unfit = sig.read(u.given, sig.given, nil, args, nil, nil)
	w.Unfit = findFirst(unfit, nil).message()
	c.script.session.sendLate(&wire.Late{Step: c.wire.Id, Call: w})
}
