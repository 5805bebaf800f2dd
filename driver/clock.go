package driver

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// clockVar is the variable of an instance that holds its clock.
const clockVar = "clock"

// clocks gives a sut.Clock to the objects that take a clock.
type clocks struct {
	reader *reader
	time   *Object // the clock, nil where none is given
}

// given returns the term of Go that gives a sut.Clock to a parameter of a type: the clock, its method Now, or an
// adapter. It is "" where what the type holds is not a clock.
func (c *clocks) given(t types.Type) string {
	if !isClock(t) {
		return ""
	}
	if c.time == nil {
		c.time, c.reader.calls.clocked = c.make(), true
	}
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return clockVar + ".Now"
	}
	a := ClockAdapter{Interface: c.reader.types.show(t)}
	var lacking []string
	for m := range iface.Methods() {
		switch typ := m.Signature().String(); {
		case m.Name() == "Now":
			if now := m.Signature().Results().At(0).Type(); !isNamed(now, "time", "Time") {
				a.Now = c.reader.types.show(now)
			}
		case clockMethods[m.Name()] != withoutNames(m.Signature()):
			lacking = append(lacking, m.Name()+strings.TrimPrefix(typ, "func"))
		default:
			a.Methods = append(a.Methods, m.Name())
		}
	}
	if a.Rest = len(lacking) > 0; a.Now == "" && !a.Rest {
		return clockVar
	}
	isIt := func(known ClockAdapter) bool { return known.Interface == a.Interface }
	if i := slices.IndexFunc(c.reader.pkg.Clocks, isIt); i >= 0 {
		return fmt.Sprintf("&%s{clock: %s}", c.reader.pkg.Clocks[i].Name, clockVar)
	}
	a.Name = "clock"
	if named, ok := types.Unalias(t).(*types.Named); ok {
		a.Name += "As" + upper(named.Obj().Name())
		if a.Rest {
			c.reader.note(named.Obj().Pos(), "%s has methods that sut.Clock has not: write those of %s that are called by hand (%s)",
				a.Interface, a.Name, strings.Join(lacking, ", "))
		}
	}
	c.reader.pkg.Clocks = append(c.reader.pkg.Clocks, a)
	return fmt.Sprintf("&%s{clock: %s}", a.Name, clockVar)
}

// clockMethods are the methods of a sut.Clock that interfaces of clocks have too, beside Now.
var clockMethods = map[string]string{
	"Sleep": "(time.Duration)", "After": "(time.Duration) (<-chan time.Time)",
	"Since": "(time.Time) (time.Duration)", "Until": "(time.Time) (time.Duration)",
}

// withoutNames returns the type of a function without names of parameters.
func withoutNames(f *types.Signature) string {
	tuple := func(t *types.Tuple) string {
		var out []string
		for v := range t.Variables() {
			out = append(out, v.Type().String())
		}
		return strings.Join(out, ", ")
	}
	if f.Results().Len() == 0 {
		return "(" + tuple(f.Params()) + ")"
	}
	return fmt.Sprintf("(%s) (%s)", tuple(f.Params()), tuple(f.Results()))
}

// isClock tells whether a type is that of clocks: an interface with a method Now that gives a time or an integer, or a
// function that gives a time.
func isClock(t types.Type) bool {
	shows := func(f *types.Signature, integer bool) bool {
		if f.Params().Len() != 0 || f.Results().Len() != 1 {
			return false
		}
		b, ok := f.Results().At(0).Type().Underlying().(*types.Basic)
		return isNamed(f.Results().At(0).Type(), "time", "Time") || integer && ok && b.Info()&types.IsInteger != 0
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return shows(u, false)
	case *types.Interface:
		for m := range u.Methods() {
			if m.Name() == "Now" {
				return shows(m.Signature(), true)
			}
		}
	}
	return false
}

// takesClock tells whether a parameter of a function is a clock.
func takesClock(f *types.Func) bool {
	for p := range f.Signature().Params().Variables() {
		if isClock(p.Type()) {
			return true
		}
	}
	return false
}

// option returns the term that gives a clock to a constructor which takes options of a type: a call of a function
// of its package such as WithClock. It is "" where there is none.
func (c *clocks) option(option types.Type, from *types.Package) string {
	for _, name := range from.Scope().Names() {
		f, ok := from.Scope().Lookup(name).(*types.Func)
		if !ok || !c.reader.reaches(f) {
			continue
		}
		sig := f.Signature()
		if sig.TypeParams().Len() == 0 && !sig.Variadic() && sig.Params().Len() == 1 && sig.Results().Len() == 1 &&
			types.Identical(sig.Results().At(0).Type(), option) && takesClock(f) {
			return fmt.Sprintf("%s(%s)", c.reader.types.nameIn(from, name), c.given(sig.Params().At(0).Type()))
		}
	}
	return ""
}

// set finds the methods that give an object a clock, which are called when it is made.
func (c *clocks) set(o *Object) {
	for _, f := range o.methods() {
		sig := signatureOf(o, f)
		if f.Exported() && !sig.Variadic() && sig.Params().Len() == 1 && sig.Results().Len() == 0 &&
			strings.HasPrefix(f.Name(), "Set") && isClock(sig.Params().At(0).Type()) {
			o.New.After = append(o.New.After, fmt.Sprintf("%s(%s)", f.Name(), c.given(sig.Params().At(0).Type())))
		}
	}
}

// isAfter tells whether a method is called when the object is made.
func (c *Constructor) isAfter(method string) bool {
	return slices.ContainsFunc(c.After, func(call string) bool { return strings.HasPrefix(call, method+"(") })
}

// make returns the clock as an object of the instance: with its time as state, and a unit that lets time pass.
func (c *clocks) make() *Object {
	return &Object{Name: "Clock", Var: clockVar, Schema: c.reader.types.names.take("Clock", "TestClock"), clock: true,
		State: []Variable{{Name: c.reader.vars.take("now", "clockNow"), Z: "ℕ", Go: "time.Duration"}}}
}

// add adds the clock to the objects, and its schema to those of the methods that look at it or wait on it. Of others
// that look at the clock of the machine, it says so.
func (c *clocks) add() {
	c.note()
	if c.time == nil {
		return
	}
	now := spell(c.time.State[0].Name)
	unit := c.reader.units.take("elapse", clockVar+".elapse")
	schema := c.reader.types.names.take("Elapse", "ClockElapse")
	c.time.Methods = []*Method{{Name: "Advance", Unit: unit, Schema: schema, Params: []Slot{{Name: "d?", Z: "ℕ"}},
		Says: fmt.Sprintf("%s' = %s + d?", now, now), object: c.time}}
	for _, m := range c.reader.pkg.units() {
		m.Time = c.reader.calls.timeOf(m.fn)
	}
	c.reader.pkg.Objects = append([]*Object{c.time}, c.reader.pkg.Objects...)
	c.reader.note(token.NoPos,
		"time is that of a sut.Clock: the variable %s, in nanoseconds, which the unit %s lets go on", now,
		c.time.Methods[0].Unit)
}

// note says which units look at the clock of the machine, and which wait on it.
func (c *clocks) note() {
	var looking, waiting []string
	var at, waits token.Pos
	for _, m := range c.reader.pkg.units() {
		f := c.reader.calls.looksAtTime(m.fn)
		switch {
		case m.Waits:
			waits = cmp.Or(waits, m.fn.Pos())
			waiting = append(waiting, m.Unit)
		case f != nil:
			at = cmp.Or(at, f.Pos())
			looking = append(looking, m.Unit)
		}
	}
	if looking != nil {
		c.reader.note(at, "%s may look at the clock of this machine: what they do depends on when they run, which no state variable "+
			"shows", strings.Join(looking, ", "))
	}
	if waiting != nil {
		c.reader.note(waits, "%s may wait on the clock of this machine: the machine of the project leaves them out, since its "+
			"sequences would take long", strings.Join(waiting, ", "))
	}
}

// looksAtTime returns a function of the packages that looks at the clock of the machine, or waits on it, and is f or
// one that it calls; nil where there is none.
func (g *callGraph) looksAtTime(f *types.Func) *types.Func {
	for _, called := range append(g.behind(f), f) {
		if called.Pkg() != nil && g.served[called.Pkg()] && slices.ContainsFunc(g.calls[called], isTime) {
			return called
		}
	}
	return nil
}

// dependsOnTime tells whether what a function gives depends on a clock.
func (g *callGraph) dependsOnTime(f *types.Func) bool {
	return g.timeOf(f) != "" || g.looksAtTime(f) != nil
}

// isTime tells whether a function of the standard library depends on the clock of the machine.
func isTime(f *types.Func) bool {
	return f.Pkg() != nil && f.Pkg().Path() == "time" && f.Signature().Recv() == nil &&
		slices.Contains(strings.Fields("Now Since Until Sleep After AfterFunc NewTimer NewTicker Tick"), f.Name())
}

// timeOf returns how the schema of a function includes that of the clock: with Δ where it may wait on it, with Ξ where
// it looks at it, and not at all otherwise.
func (g *callGraph) timeOf(f *types.Func) string {
	out := ""
	for _, called := range append(g.behind(f), f) {
		if recv := called.Signature().Recv(); recv != nil && isClock(recv.Type()) {
			if called.Name() == "Sleep" || called.Name() == "After" {
				return "Δ"
			}
			out = "Ξ"
		}
		if slices.ContainsFunc(g.runs[called], func(v *types.Var) bool { return isClock(v.Type()) }) {
			out = "Ξ"
		}
	}
	return out
}
