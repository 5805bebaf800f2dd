package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// freeze writes a table for each callee in whose place a stub made from its
// specification answers some case of the given units, all where none is given.
func (a *app) freeze(ctx context.Context, pl *planner.Planned, run *result.Run, folder string, seed int64, units []string) error {
	written := 0
	for _, u := range pl.Units {
		if len(units) > 0 && !slices.Contains(units, u.Name) {
			continue
		}
		for _, callee := range u.Uses {
			t, stubbed := tableOf(ctx, pl, run, u, pl.System.Unit(callee), seed)
			if !stubbed {
				continue
			}
			path := filepath.Join(folder, u.Name+"-"+callee+".yaml")
			if err := os.MkdirAll(folder, 0o777); err != nil {
				return machinery(err)
			}
			if err := writeFile(path, t.Write); err != nil {
				return err
			}
			written++
			fmt.Fprintf(a.stdout, "%s: %s; once it is reviewed, in the specification of %s:\n  stubs: {%s: {decision: manual, table: %s}}\n",
				path, count(len(t.Rows), "answer"), u.Name, callee, from(pl.System, u.Unit, path))
		}
	}
	if written == 0 {
		fmt.Fprintln(a.stdout, "no callee is replaced by a stub made from its specification: there is nothing to freeze")
	}
	return nil
}

// tableOf returns what a stub of q answers u: to the calls that are possible on the
// cases where one stands in, and to those that a run recorded there.
func tableOf(ctx context.Context, pl *planner.Planned, run *result.Run, u *plan.Unit, q *spec.Unit, seed int64) (t report.Table, stubbed bool) {
	t = report.Table{Caller: u.Name, Callee: q.Name, Seed: seed}
	var calls []spec.Values
	for _, c := range u.Cases {
		replaced := slices.ContainsFunc(c.Stubs, func(ch result.Choice) bool {
			return ch.Callee == q.Name && (ch.Decision == result.Spec || ch.Decision == result.ByCall)
		})
		if !replaced {
			continue
		}
		stubbed = true
		points, complete := pl.Engine().At(c.Sizes).Decider.Calls().Every(ctx, u.Under(c.Leaf), q, c.Values)
		calls = append(calls, points...)
		if !complete {
			t.Open = append(t.Open, c.ID)
		}
	}
	if run != nil {
		for _, r := range run.Results {
			calls = append(calls, answered(r.Trace, u.Name, q.Name)...)
			stubbed = stubbed || len(calls) > 0
		}
	}
	t.Rows, t.Left = pl.Engine().Decider.Freeze(ctx, u.Unit, q, calls, seed)
	return t, stubbed
}

// answered returns the calls of a callee by a caller that a stub made from the
// specification answered.
func answered(calls []*result.Call, caller, callee string) []spec.Values {
	var out []spec.Values
	for _, c := range calls {
		if c.Caller == caller && c.Unit == callee && c.Decision == result.Spec && !c.Open {
			out = append(out, append(slices.Clone(c.Before), c.Args...))
		}
		out = append(out, answered(c.Calls, caller, callee)...)
	}
	return out
}

// from returns the path of a file as the unit's file names it.
func from(s *spec.System, u *spec.Unit, path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	file := u.At.Pos().File.Name
	if !filepath.IsAbs(file) {
		file = filepath.Join(s.Dir, filepath.FromSlash(file))
	}
	rel, err := filepath.Rel(filepath.Dir(file), full)
	if err != nil {
		return full
	}
	return filepath.ToSlash(rel)
}
