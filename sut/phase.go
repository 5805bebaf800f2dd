package sut

import (
	"fmt"
	"reflect"
	"runtime/debug"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// phase is what the SDK does for a step besides running its unit, so that what goes
// wrong then is not charged to the unit. In the zero phase the unit is at work.
type phase struct {
	kind wire.Phase
	at   string // as Event.at
}

// endedGoroutine is the message for a function that ended its goroutine
// (runtime.Goexit).
const endedGoroutine = "it ended its goroutine"

// endBroken returns the result of a step in which a phase failed: by a panic with a value,
// or nil where it ended its goroutine.
func (s phase) endBroken(panicked any) *wire.Result {
	r := &wire.Result{Status: wire.Status_BROKEN, Message: s.kind.Doing(s.at) + ": " + endedGoroutine}
	if panicked != nil {
		r.Message, r.Stack = clip(s.kind.Doing(s.at)+": panic: "+textOf(panicked)), string(debug.Stack())
	}
	return r
}

// enter begins a phase of the goroutine that runs cases.
func (c *running) enter(p wire.Phase, at string) {
	c.phase = phase{p, at}
	c.announce(p, at, nil)
	if c.wire.Stream {
		labelPhase(p, at)
	}
}

// reading records that a variable of the outcome is read next.
func (c *running) reading(name string) { c.enter(wire.Phase_READING, name) }

// announce tells the host what is done next, where the host asked for events. A phase
// of a call has the call, so that the host knows where else a unit is at work.
func (c *running) announce(p wire.Phase, at string, of *wire.Call) {
	if c.wire.Stream {
		c.tell(&wire.Event{Kind: wire.EventKind_ENTERED, Phase: p, At: at, Call: of})
	}
}

// observe does something with the values of a unit's call, and names each variable that it reads. Where that fails, the
// case is over, and the goroutine ends. ran says that the callee has run, and is to blame for a state that cannot be
// read after it.
func (c *running) observe(id uint64, w *wire.Call, ran bool, do func(next func(string))) {
	callee := c.script.table.units[w.Callee]
	done, at := false, ""
	defer func() {
		if p := recover(); !done {
			var result *wire.Result
			if ran && p != nil {
				result = phase{wire.Phase_READING, at}.endUnreadable(c.script.table, callee, id, p)
			}
			if result == nil {
				result = phase{wire.Phase_OBSERVING, callee.name}.endBroken(p)
			}
			c.stop(result)
		}
	}()
	if c.wire.Stream {
		c.announce(wire.Phase_OBSERVING, callee.name, &wire.Call{Id: id, Parent: w.Parent, Caller: w.Caller,
			Callee: w.Callee, Aside: w.Aside})
		labelPhase(wire.Phase_OBSERVING, callee.name)
		defer c.label(w.Parent)
	}
	do(func(name string) { at = name })
	done = true
}

// check reads the state before the unit runs. It keeps the values of variables that the
// case left open. Variables that the case set must read as they were set; otherwise the
// result says so, and the unit does not run. It reads the state twice, since the
// changes of a getter that changes what it reads would be charged to the unit.
func (c *running) check(u *unit) *wire.Result {
	if wrong := c.checkOnce(u); wrong != nil {
		return wrong
	}
	for i := range u.given {
		v := &u.given[i]
		if v.state == nil {
			continue
		}
		var value *wire.Value
		switch given := c.wire.Given; {
		case i < len(given) && given[i].Kind != wire.Kind_NONE:
			value = given[i]
		case c.before[i].Kind != wire.Kind_NONE:
			value = c.before[i]
		default: // it cannot be expressed
			continue
		}
		c.phase = phase{wire.Phase_CHECKING, v.name} // the host has been told
		if wrong := c.compare(i, v.name, value, v.codec, v.state.read(c.object.instance)); wrong != nil {
			if wrong.Given == nil {
				return wrong
			}
			return &wire.Result{Status: wire.Status_BROKEN,
				Message: fmt.Sprintf("reading the state changes it: %s reads %s and then %s", v.name, show(value),
					show(wrong.Given[i]))}
		}
	}
	return nil
}

// checkOnce reads the state once.
func (c *running) checkOnce(u *unit) *wire.Result {
	given := c.wire.Given
	for i := range u.given {
		v := &u.given[i]
		if v.state == nil {
			continue
		}
		c.enter(wire.Phase_CHECKING, v.name)
		if i < len(given) && given[i].Kind != wire.Kind_NONE {
			if wrong := c.compare(i, v.name, given[i], v.codec, v.state.read(c.object.instance)); wrong != nil {
				return wrong
			}
			continue
		}
		if c.before == nil {
			c.before = nones(len(u.given))
		}
		if err := v.codec.encode(v.state.read(c.object.instance), c.before[i], extent{}); err != nil {
			c.before[i].Reset()
		}
	}
	return nil
}

// compare returns a result where a variable, given by its position in the case, does
// not have the value to which it was set.
func (c *running) compare(i int, name string, set *wire.Value, by *codec, in reflect.Value) *wire.Result {
	now := &c.now
	now.Kind, now.Int, now.Text, now.Ints, now.Elems, now.Names = wire.Kind_NONE, 0, "", now.Ints[:0], nil, nil
	if err := by.encode(in, now, extent{}); err != nil {
		return &wire.Result{Status: wire.Status_BROKEN, Message: fmt.Sprintf("%s was set to %s and cannot be read: %v",
			name, show(set), err)}
	}
	if isEqual(set, now) {
		return nil
	}
	r := newBlocked("%s was set to %s and reads %s", name, show(set), show(now))
	r.Given = nones(i + 1)
	r.Given[i] = now
	return r
}

// nones returns n values of kind NONE.
func nones(n int) []*wire.Value {
	block, out := make([]wire.Value, n), make([]*wire.Value, n)
	for i := range out {
		out[i] = &block[i]
	}
	return out
}
