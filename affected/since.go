package affected

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// Change is what a project was before, and what has changed of its programs since.
type Change struct {
	Before, Now *spec.System
	// Programs says, by the name of a system under test, which file of those changed that it is made from.
	Programs map[string]string
	// Code is a changed file of any of these programs, or one that units on structures may be made from; "" for none.
	Code string
}

// Affected is a unit, machine, property or class that a change can affect, and why.
type Affected struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// List lists what a change can affect: what says something else than before or is new, whose program has changed, and
// whatever uses, calls, shares state with or consists of that, directly or through others, each with the nearest
// reason.
func (c *Change) List() []Affected {
	why := c.listChanged()
	below := map[string][]string{}
	for _, u := range c.Now.Units {
		below[u.Name] = slices.Concat(u.Uses, u.Calls, u.Shares, u.Classes)
	}
	verb := map[string]string{}
	for _, m := range c.Now.Machines {
		below[m.Name], verb[m.Name] = m.Units, "it consists of %s, among others"
	}
	for _, k := range c.Now.Classes {
		below[k.Name] = k.Uses
	}
	for _, m := range c.Now.Methods {
		below[m.Name] = m.Uses
	}
	names := listSubjects(c.Now)
	for again := true; again; {
		again = false
		nearer := map[string]string{}
		for _, name := range names {
			i := slices.IndexFunc(below[name], func(b string) bool { return why[b] != "" })
			if why[name] != "" || i < 0 {
				continue
			}
			how := "it uses %s"
			if verb[name] != "" {
				how = verb[name]
			} else if u := c.Now.Unit(name); u != nil && slices.Contains(u.Calls, below[name][i]) {
				how = "it calls %s"
			} else if u != nil && slices.Contains(u.Shares, below[name][i]) {
				how = "it shares state with %s"
			}
			nearer[name], again = fmt.Sprintf(how, below[name][i]), true
		}
		for name, reason := range nearer {
			why[name] = reason
		}
	}
	out := []Affected{}
	for _, name := range names {
		if why[name] != "" {
			out = append(out, Affected{name, why[name]})
		}
	}
	return out
}

// listChanged returns why things are affected by themselves, by their names.
func (c *Change) listChanged() map[string]string {
	why := map[string]string{}
	before, now := planner.Prints(c.Before), planner.Prints(c.Now)
	for _, name := range listSubjects(c.Now) {
		of, known := before[name]
		switch program := c.explainProgram(c.programOf(name)); {
		case !known:
			why[name] = "it is new"
		case of != now[name]:
			why[name] = "its specification has changed"
		case program != "":
			why[name] = program
		case c.Code != "" && slices.ContainsFunc(c.Now.Methods, func(m *spec.Method) bool { return m.Name == name }):
			why[name] = c.Code + " has changed"
		case !reflect.DeepEqual(c.Before.Run, c.Now.Run):
			why[name] = "run: of the project has changed"
		}
	}
	return why
}

// programOf returns the system under test of a unit, property or class; "" where it has none of its own.
func (c *Change) programOf(name string) string {
	if u := c.Now.Unit(name); u != nil {
		return u.SUT
	}
	if k := c.Now.Class(name); k != nil {
		return k.SUT
	}
	for _, l := range c.Now.Laws {
		if l.Name == name {
			return l.SUT
		}
	}
	return ""
}

// explainProgram says how a program has changed; "" where it has not.
func (c *Change) explainProgram(name string) string {
	now, before := c.Now.SUTs[name], c.Before.SUTs[name]
	switch {
	case now == nil:
		return ""
	case before == nil:
		return "its program " + name + " is new"
	case c.Programs[name] != "":
		return fmt.Sprintf("its program %s has changed (%s)", name, c.Programs[name])
	}
	a, b := *before, *now
	a.At, b.At = source.Span{}, source.Span{}
	if !reflect.DeepEqual(a, b) {
		return "what the project says of its program " + name + " has changed"
	}
	return ""
}
