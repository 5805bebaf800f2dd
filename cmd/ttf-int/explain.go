package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/suite"
)

const explainHelp = `Explain shows all about one test case: the conditions that it satisfies, with
their places in the specification, its values, what stands in for each callee
and why, and from the last run the trace, expected against actual, and the
blame. Of callee@CASE, the id of a failure that was charged to a callee or to an
operation on the way to the state of a case, it shows what the callee did there.
Of a machine, a property, a class, or a sequence of a machine that failed
(machine~5), it shows what came of it in the last run; and of a pair of a class
(Stack/given1_2) the conditions and the experiment by which the axioms say whether
its sequences are equivalent.`

func explainCommand(a *app) *cobra.Command {
	var ways *bool
	c := &cobra.Command{
		Use: "explain CASE", Short: "show all about one test case, machine or property", Long: explainHelp,
		Args:    arguments(1, 1, "the id of a case"),
		Example: "  ttf-int explain insert/DNF_1/SP_1\n  ttf-int explain insert/DNF_1/SP_1 --json\n  ttf-int explain depot~5",
		RunE: func(cmd *cobra.Command, args []string) error {
			e := &explanation{app: a, id: args[0]}
			if found, err := e.explainSubject(); found {
				return err
			}
			return a.planning.show(cmd.Context(), false, e.find, func(pl *planner.Planned) error {
				if e.class != nil {
					return e.showPair(pl)
				}
				if *ways {
					return a.showWays(cmd.Context(), pl, []*plan.Unit{e.unit}, e.of)
				}
				return e.show(cmd.Context(), pl)
			})
		},
	}
	ways = waysFlag(c)
	return a.planning.flag(c)
}

// explanation explains a case, or what a callee did wrong in a case of its caller.
type explanation struct {
	*app
	id   string
	unit *plan.Unit
	of   *plan.Case
	// class and pair are what is explained where the id is that of a pair of a class, or of a class.
	class *plan.Class
	pair  *suite.Pair
}

// find looks the case up in the plan.
func (e *explanation) find(pl *planner.Planned) (err error) {
	if name, _, _ := strings.Cut(e.id, "/"); pl.Unit(name) == nil && pl.Plan.Class(name) != nil {
		if e.class = pl.Plan.Class(name); name == e.id {
			return nil
		}
		e.class, e.pair, err = findPair(pl, name, e.id)
		return err
	}
	in, _, _ := splitDrawn(result.CaseOf(e.id))
	e.unit, e.of, err = findCase(pl, in)
	return err
}

// findDrawn looks up a case that the run drew at random and that is therefore not in the
// plan. It does nothing where the id is not that of such a case.
func (e *explanation) findDrawn(run *result.Run) error {
	id := result.CaseOf(e.id)
	if _, _, ok := splitDrawn(id); !ok {
		return nil
	}
	var r *result.Result
	if run != nil {
		r = run.ResultOf(id)
	}
	if r == nil || r.Drawn == nil {
		return fmt.Errorf("there is no result %q: the last run kept here has drawn no such case that failed", id)
	}
	c := *e.of
	c.ID, c.Steps, c.Stubs, c.Own, c.Covers = id, suite.MakeSteps(e.unit.Name, r.Values), nil, false, ""
	c.Expect, c.Rests, c.Carriers = suite.Expect{Expected: r.Expected}, r.Sizes, nil
	for _, st := range r.Stubs {
		c.Stubs = append(c.Stubs, result.Choice{Callee: st.Callee, Occurrence: st.Occurrence, Decision: st.Decision,
			Leaf: st.Leaf, Reason: st.Reason})
	}
	e.of = &c
	return nil
}

// show writes the case with its result in the last run.
func (e *explanation) show(ctx context.Context, pl *planner.Planned) error {
	run, from, err := e.planning.readLatest(pl)
	if err != nil {
		return err
	}
	var r *result.Result
	if run != nil {
		r = run.ResultOf(e.id)
	}
	if err := e.findDrawn(run); err != nil {
		return err
	}
	if r == nil && e.id != e.of.ID {
		return fmt.Errorf("there is no result %q: no run kept here has charged that callee in %s", e.id, e.of.ID)
	}
	outcomes, err := callWithin(ctx, e.limits.memory, grace, func(ctx context.Context) (plan.Outcomes,
		error) {
		return pl.Outcomes(ctx, e.unit, e.of), nil
	})
	if err != nil {
		return err
	}
	return e.console.write(func(w io.Writer) error {
		if e.console.json {
			return report.ExplainJSON(w, e.unit, e.of, outcomes, r, from)
		}
		return report.Explain(w, e.unit, e.of, outcomes, r, from, style(e.console.stdout))
	})
}
