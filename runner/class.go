package runner

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner/classes"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// Classes asks for the pairs of classes.
type Classes struct {
	Names []string // only these, and no case of a unit; none: all
	// Pairs are, for a class, the ids of the pairs to run; none: all of them.
	Pairs map[string][]string
	Mask  bool // compare objects in all ways, to find what the ways that are named do not see
	// Reaches returns which functions of a program another one calls, in the order of their names: of those of others,
	// which has their places in the source by their names; none where that is not known. nil: it is not asked.
	Reaches func(ctx context.Context, from string, others map[string]string) []string
	// Calls returns which of some functions of a program each of them calls, by their places in the source: none where
	// that is not known. nil: it is not asked.
	Calls func(ctx context.Context, places map[string]string) map[string][]string
}

// isExclusive tells whether nothing but classes is wanted.
func (c *Classes) isExclusive() bool { return c != nil && len(c.Names) > 0 }

// flags returns what a command that runs these pairs again has besides their names.
func (c *Classes) flags() string {
	if c.Mask {
		return " --mask"
	}
	return ""
}

// selectFrom returns the classes of a plan that are run.
func (c *Classes) selectFrom(p *plan.Plan, shard *result.Shard) []*plan.Class {
	if c == nil {
		return nil
	}
	var out []*plan.Class
	for _, one := range p.Classes {
		if (len(c.Names) == 0 || slices.Contains(c.Names, one.Name)) && shard.Has("class "+one.Name) {
			out = append(out, one)
		}
	}
	return out
}

// runClasses runs the pairs of those classes that are selected and now wanted, and have not run.
func runClasses(ctx context.Context, x *execution, now func(class string) bool) {
	for _, of := range x.options.Classes.selectFrom(x.plan, x.options.Shard) {
		if !now(of.Name) || classRun(x, of.Name) != nil {
			continue
		}
		if ctx.Err() != nil && !isTimeOver(ctx) {
			return
		}
		out := &result.ClassRun{Class: of.Name, SUT: of.SUT, Equal: of.Equal, Mutants: of.Telling,
			Failures: []*result.PairFailure{}}
		out.Replay = fmt.Sprintf("%s --unit %s%s", cmp.Or(x.options.Command, "ttf-int run"), of.Name,
			x.options.Classes.flags())
		x.results.run.Classes = append(x.results.run.Classes, out)
		began := x.clock.Now()
		if why := runClass(ctx, x, of, out); why != "" {
			out.Verdict, out.Why = result.Blocked, why
		}
		out.Seconds = (x.clock.Now() - began).Seconds()
	}
}

// runClass runs the pairs of a class. why says why that is not possible.
func runClass(ctx context.Context, x *execution, of *plan.Class, out *result.ClassRun) (why string) {
	if ctx.Err() != nil {
		return "not run: " + explainEnd(ctx)
	}
	p := x.programs[of.SUT]
	if err := x.ensureReady(ctx, p); err != nil {
		x.results.recordMachineFailureOnce(p.Name(), err.Error())
		return err.Error()
	}
	b := p.Classes().Find(of.Name)
	switch {
	case b == nil:
		return fmt.Sprintf("the system under test %s has no class %s%s", of.SUT, of.Name,
			cmp.Or(source.DidYouMean(of.Name, p.Classes().Names),
				host.ExplainNone(p, "classes", len(p.Classes().Names))))
	}
	pairs := of.Pairs
	if ids := x.options.Classes.Pairs[of.Name]; len(ids) > 0 {
		pairs = nil
		for _, id := range ids {
			pairs = append(pairs, of.Pair(id))
		}
	}
	if slices.Contains(of.Equal, spec.ByEqn) {
		out.EqnCalls = callsOfEqn(ctx, x.options.Classes, b)
	}
	workers := cmp.Or(x.options.Parallel, x.plan.System.Run.Parallel, 1)
	if x.options.Debug {
		workers = 1
	}
	classes.Run(ctx, p, classes.Options{Class: of, Pairs: pairs, Workers: workers,
		Timeout: cmp.Or(x.options.Timeout, x.plan.System.Run.Timeout, defaultTimeout), Mask: x.options.Classes.Mask,
		Calls:   func(ctx context.Context) map[string][]string { return callsOf(ctx, x.options.Classes, b) },
		Again:   max(x.options.Retries, x.options.Repeat-1, 0),
		Command: cmp.Or(x.options.Command, "ttf-int run"),
		Beside:  func(notes []host.Note) { recordClassNotes(x, p, notes) }}, out)
	judgeBySchemas(ctx, x, of, pairs, out)
	return ""
}

// callsOfEqn returns the operations of a class that its operation eqn calls in the program, as far as is known.
func callsOfEqn(ctx context.Context, o *Classes, b *host.Class) []string {
	from := b.Place(spec.Eqn)
	if o.Reaches == nil || from == "" {
		return nil
	}
	others := sourcesOf(b)
	delete(others, spec.Eqn)
	return o.Reaches(ctx, from, others)
}

// sourcesOf returns where the program has the operations of a class, but for create.
func sourcesOf(b *host.Class) map[string]string {
	out := map[string]string{}
	for _, op := range b.Spec.Algebra.Operations {
		name := op.Name.Text
		if place := b.Place(name); place != "" && name != language.Create {
			out[name] = place
		}
	}
	return out
}

// callsOf returns which operations of a class each of them calls in the program; nil where that is not known.
func callsOf(ctx context.Context, o *Classes, b *host.Class) map[string][]string {
	if o.Calls == nil {
		return nil
	}
	return o.Calls(ctx, sourcesOf(b))
}

// recordClassNotes records what a program did besides replying while pairs ran.
func recordClassNotes(x *execution, p *host.Program, notes []host.Note) {
	for _, n := range notes {
		switch n.Kind {
		case host.Leak:
			x.results.recordLeak(p.Name(), n.Text)
		case host.Breach, host.Twice:
			x.results.recordMachineFailureOnce(p.Name()+": "+n.Rule,
				fmt.Sprintf("the system under test %s broke the protocol: %s", p.Name(), n.Text))
		}
	}
}
