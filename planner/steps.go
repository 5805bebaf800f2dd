package planner

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// steps returns the steps of a case in the file. The last of them must run the unit on
// the case's values.
func (c *certifier) steps(u *unit, kept plan.FileCase, values spec.Values, place []string) ([]suite.Step, error) {
	if kept.Steps == nil {
		return suite.MakeSteps(u.Name, values), nil
	}
	place = append(place[:len(place):len(place)], "steps")
	s := &scripter{certifier: c, objects: map[uint32]bool{}}
	out := make([]suite.Step, len(kept.Steps))
	for i, k := range kept.Steps {
		at := append(place[:len(place):len(place)], strconv.Itoa(i))
		q := c.work.planned.unit(k.Unit)
		switch {
		case q == nil:
			return nil, c.file.Errorf(append(at, "unit"), "there is no unit %q", k.Unit)
		case q.SUT != u.SUT:
			return nil, c.file.Errorf(append(at, "unit"),
				"all steps run in one program, and %s and %s are not of the same", q.Name, u.Name)
		}
		var err error
		if out[i], err = s.step(q, k, at); err != nil {
			return nil, err
		}
	}
	if len(out) == 0 || !suite.IsScript(out) {
		return nil, c.file.Errorf(place,
			"they say no more than the values of the case, and are left out of a plan then")
	}
	return out, c.judged(u, out[len(out)-1], values, append(place, strconv.Itoa(len(out)-1)))
}

// judged returns an error where the last step of a case cannot be judged, because it
// does not begin with the values that were certified.
func (c *certifier) judged(u *unit, last suite.Step, values spec.Values, place []string) error {
	if last.Unit != u.Name {
		return c.file.Errorf(append(place, "unit"), "the last step is the one that is judged: it runs %s", u.Name)
	}
	if len(last.Passed) > 0 {
		return c.file.Errorf(append(place, "passed"),
			"an object that is an input of the last step, %s, has no value to judge it by: that is not supported",
			last.Passed[0].Name)
	}
	var open []string
	for _, item := range values {
		if _, given := last.Values.Lookup(item.Name); !given {
			open = append(open, item.Name)
		}
	}
	if len(open) > 0 {
		return c.file.Errorf(append(place, "values"), "the last step leaves %s to the steps before it: "+
			"what these make of it is not judged before a run, and that is not supported", strings.Join(open, ", "))
	}
	if !last.Values.Equal(values) {
		return c.file.Errorf(append(place, "values"), "the values of the last step are those of the case, %s", values)
	}
	return nil
}

// scripter reads the steps of a case in their order.
type scripter struct {
	*certifier
	objects map[uint32]bool // the objects that the case has so far
}

// step returns the step that an entry of the file describes.
func (s *scripter) step(u *unit, k plan.FileStep, place []string) (suite.Step, error) {
	vars, inputs := u.Op.Early.Vars, u.Op.Input.Vars
	typed, err := k.Values.ReadAs(vars)
	if err != nil {
		return suite.Step{}, s.file.Errorf(append(place, "values"), "%v", err)
	}
	out := suite.Step{Unit: u.Name, Object: int(k.Object), Values: spec.FromModel(vars, typed.Map()), Keep: int(k.Keep)}
	if len(out.Values) != len(typed) {
		return out, s.file.Errorf(append(place, "values"), "a variable has two values")
	}
	if out.Values == nil {
		out.Values = spec.Values{}
	}
	s.objects[k.Object] = true
	for _, name := range slices.Sorted(maps.Keys(k.Passed)) {
		at := append(place[:len(place):len(place)], "passed", name)
		_, valued := out.Values.Lookup(name)
		switch {
		case !slices.ContainsFunc(inputs, func(v zed.Var) bool { return v.Name == name }):
			return out, s.file.Errorf(at, "%s has no input %s", u.Name, name)
		case valued:
			return out, s.file.Errorf(at, "%s is an object, and has a value", name)
		case !s.objects[k.Passed[name]]:
			return out, s.file.Errorf(at, "no step before has named the object %d", k.Passed[name])
		}
		out.Passed = append(out.Passed, suite.Passed{Name: name, Object: int(k.Passed[name])})
	}
	for _, v := range inputs {
		_, passed := k.Passed[v.Name]
		if _, valued := out.Values.Lookup(v.Name); !valued && !passed {
			return out, s.file.Errorf(append(place, "values"), "the input %s has no value, and is not an object",
				v.Name)
		}
	}
	if k.Keep != 0 && s.objects[k.Keep] {
		return out, s.file.Errorf(append(place, "keep"), "the case has an object %d", k.Keep)
	}
	if k.Keep != 0 {
		s.objects[k.Keep] = true
	}
	return out, nil
}
