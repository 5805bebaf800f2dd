package runner

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// usesUnits tells whether a class uses a unit, itself or through other classes.
func usesUnits(s *spec.System, class string) bool {
	c := s.Class(class)
	return c != nil && slices.ContainsFunc(c.Uses, func(name string) bool {
		return s.Class(name) == nil && s.Unit(name) != nil || usesUnits(s, name)
	})
}

// runEarly runs the classes that use no units: they come before all of these.
func runEarly(ctx context.Context, x *execution) {
	runClasses(ctx, x, func(name string) bool { return !usesUnits(x.plan.System, name) })
}

// runUsed runs the classes that a unit uses, where they have not run.
func runUsed(ctx context.Context, x *execution, u *plan.Unit) {
	if len(u.Classes) == 0 {
		return
	}
	wanted := map[string]bool{}
	var want func(names []string)
	want = func(names []string) {
		for _, name := range names {
			if c := x.plan.System.Class(name); c != nil && !wanted[name] {
				wanted[name] = true
				want(c.Uses)
			}
		}
	}
	want(u.Classes)
	runClasses(ctx, x, func(name string) bool { return wanted[name] })
}

// classRun returns what came of a class in this run; nil where it has not run.
func classRun(x *execution, name string) *result.ClassRun {
	for _, c := range x.results.run.Classes {
		if c.Class == name {
			return c
		}
	}
	return nil
}

// restOn notes on which classes a unit rests, and what came of them: they stand for themselves, whatever that is, since
// nothing else could.
func restOn(x *execution, u *plan.Unit) {
	for _, name := range u.Classes {
		x.results.run.ClassUses = append(x.results.run.ClassUses, useOf(u.Name, name, classRun(x, name)))
	}
}

// useOf says on what it rests that a unit uses a class, of which c came; nil where it has not run.
func useOf(unit, class string, c *result.ClassRun) *result.ClassUse {
	out := &result.ClassUse{Unit: unit, Class: class, Verdict: result.Undecided,
		Why: class + " was not run, and stands for itself"}
	if c == nil {
		return out
	}
	out.Verdict, out.Pairs = c.Verdict, c.Pairs
	out.Why = class + " did not pass, and stands for itself: what fails in the unit may be its fault"
	if c.Verdict == result.Pass {
		out.Why = fmt.Sprintf("%s stands for itself: it passed %d pairs, compared by %s, and no leaf is behind that", class,
			c.Pairs, equalities(c.Equal))
	}
	return out
}

// joinUses returns which unit uses which class, each once, by what came of the classes in all parts of a run.
func joinUses(parts []*result.ClassUse, classes []*result.ClassRun) (out []*result.ClassUse) {
	for _, u := range parts {
		same := func(o *result.ClassUse) bool { return o.Unit == u.Unit && o.Class == u.Class }
		if slices.ContainsFunc(out, same) {
			continue
		}
		var of *result.ClassRun
		for _, c := range classes {
			if c.Class == u.Class {
				of = c
			}
		}
		out = append(out, useOf(u.Unit, u.Class, of))
	}
	return out
}

// equalities names ways to compare objects.
func equalities(list []spec.Equality) string {
	out := ""
	for i, e := range list {
		if i > 0 {
			out += " and "
		}
		out += string(e)
	}
	return out
}

// shareWithClasses makes the blame uncertain for what a unit failed while a class that it uses has run and not passed.
func shareWithClasses(x *execution, u *plan.Unit, res *result.Result) {
	if res.Verdict != result.Fail && res.Verdict != result.Error || !slices.Contains(res.Blame, u.Name) {
		return
	}
	for _, name := range u.Classes {
		if c := classRun(x, name); c != nil && c.Verdict != result.Pass && !slices.Contains(res.Blame, name) {
			res.Blame, res.Uncertain = append(slices.Clone(res.Blame), name), true
		}
	}
}
