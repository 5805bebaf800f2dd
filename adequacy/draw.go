package adequacy

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
)

// drawn are inputs that were drawn at random, in the form of cases of a plan.
type drawn struct {
	planned *planner.Planned
	cases   map[string]*plan.Case // by id
	units   map[string][]string   // the ids of each unit's cases, in the order in which they were drawn
}

// ids returns the ids of cases, for each unit at most as many as `most` returns.
func (d *drawn) ids(most func(unit string) int) []string {
	var out []string
	for _, u := range d.planned.Units {
		ids := d.units[u.Name]
		out = append(out, ids[:min(len(ids), most(u.Name))]...)
	}
	return out
}

// draw runs inputs drawn at random against mutants: all of them against the survivors
// and, where the options ask for it, as many as the plan has cases against every
// mutant.
func (m *measurement) draw(ctx context.Context) {
	var survivors, all []int
	for i, o := range m.out.Outcomes {
		if o.Status != NotRun {
			all = append(all, i)
		}
		if o.Status == Survived || o.Status == Unreached {
			survivors = append(survivors, i)
		}
	}
	if len(survivors) == 0 && !m.options.Random || m.options.Draws == 0 && !m.options.Random || ctx.Err() != nil {
		return
	}
	d, err := m.drawInputs(ctx)
	if err == nil {
		err = m.dropFailing(ctx, d)
	}
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		m.out.Notes = append(m.out.Notes, "no inputs were drawn: "+err.Error())
		return
	}
	m.out.Drawn = len(d.cases)
	reached, err := m.programs.reachedPlaces()
	if err != nil {
		return
	}
	idle := func(i int) bool { return isUnreached(m.out.Outcomes[i].Place, reached) }
	if m.options.Random {
		ids := d.ids(func(unit string) int { return len(m.planned.Unit(unit).Cases) })
		for _, i := range all {
			if idle(i) {
				m.out.Outcomes[i].Random = new(bool)
			}
		}
		m.eachOutcome(ctx, "running random inputs", slices.DeleteFunc(all, idle), func(o *Outcome) {
			if run, over, err := m.runPatiently(ctx, attempt{planned: d.planned, mutant: o.ID, cases: ids,
				first: true}); ctx.Err() == nil && over && len(ids) > 0 {
				killed := firstFailure(run) != nil || err != nil || len(run.Machinery) > 0
				o.Random = &killed
			}
		})
	}
	ids := d.ids(func(string) int { return m.options.Draws })
	if len(ids) == 0 {
		return
	}
	survivors = slices.DeleteFunc(survivors, idle)
	m.eachOutcome(ctx, "looking for inputs that show survivors", survivors, func(o *Outcome) {
		run, _, err := m.runPatiently(ctx, attempt{planned: d.planned, mutant: o.ID, cases: ids, first: true})
		if failure := firstFailure(run); ctx.Err() == nil && err == nil && failure != nil {
			if c := d.cases[result.CaseOf(failure.Case)]; c != nil {
				o.Shown = &Input{c.LastStep().Unit, c.Values()}
			}
		}
	})
}

// isUnreached tells whether it is known that no drawn input reaches the place of a
// mutant. That is not known for a mutant without a place of its own, and where the
// program has recorded no place at all.
func isUnreached(place int, reached map[int]bool) bool {
	return place > 0 && len(reached) > 0 && !reached[place]
}

// drawInputs draws inputs and makes a plan for them, with expected outcomes and stub
// decisions as for other cases.
func (m *measurement) drawInputs(ctx context.Context) (*drawn, error) {
	progress, end := m.beginStage("drawing inputs")
	defer end()
	system := *m.planned.System
	system.Units = slices.Clone(system.Units)
	for i, u := range system.Units {
		wanted := m.options.Draws
		if m.options.Random {
			wanted = max(wanted, len(m.planned.Unit(u.Name).Cases))
		}
		changed := *u
		changed.Tactics, changed.Prune = []spec.Tactic{{Name: "dnf"}}, nil
		if u.Rejects != nil {
			changed.Tactics = append(changed.Tactics, spec.Tactic{Name: "rj"})
		}
		changed.Cases = m.models(ctx, u, wanted)
		system.Units[i] = &changed
		progress(i+1, len(system.Units))
	}
	planned, err := m.options.Plan(ctx, &system)
	if err != nil {
		return nil, err
	}
	d := &drawn{planned: planned, cases: map[string]*plan.Case{}, units: map[string][]string{}}
	for _, u := range planned.Units {
		for _, own := range system.Unit(u.Name).Cases {
			for _, c := range u.Cases {
				if c.Own && c.Values().Equal(own.Values) {
					d.cases[c.ID] = c
					d.units[u.Name] = append(d.units[u.Name], c.ID)
				}
			}
		}
	}
	return d, nil
}

// maxTries is how many models are drawn for each that is needed, since some are drawn
// twice.
const maxTries = 4

// models draws inputs with before-states of a unit, from its disjuncts in turn. It
// returns different ones, in the form of own cases.
func (m *measurement) models(ctx context.Context, u *spec.Unit, wanted int) []spec.OwnCase {
	engine, vis := m.planned.Engine(), m.planned.Unit(u.Name).Tree.VIS
	unit := engine.Oracle.Unit(u)
	var problems []solve.Problem
	for k := range u.Op.Disjuncts {
		problems = append(problems, unit.Problems(k+1)...)
	}
	if len(problems) == 0 {
		problems = []solve.Problem{unit.Problem(0)}
	}
	r := rand.New(rand.NewPCG(m.options.Seed, uint64(len(u.Name))))
	var out []spec.OwnCase
	seen := map[string]bool{}
	for k := 0; k < maxTries*wanted && len(out) < wanted && ctx.Err() == nil; k++ {
		p := problems[k%len(problems)]
		p.Seed = max(1, r.Uint64())
		found := engine.Solver.Solve(ctx, p)
		if found.Outcome != solve.Case {
			continue
		}
		values := spec.FromModel(vis, found.Model)
		if key := values.String(); len(values) == len(vis) && !seen[key] {
			seen[key] = true
			out = append(out, spec.OwnCase{Span: u.At, Values: values})
		}
	}
	return out
}

// dropFailing removes the inputs on which the original program does not pass.
func (m *measurement) dropFailing(ctx context.Context, d *drawn) error {
	all := func(string) int { return len(d.cases) }
	ids := d.ids(all)
	if len(ids) == 0 {
		return fmt.Errorf("none was found")
	}
	run, err := m.run(ctx, attempt{planned: d.planned, cases: ids})
	if err != nil {
		return err
	}
	failing := map[string]bool{}
	for r := range run.All() {
		if r.Verdict == result.Fail || r.Verdict == result.Error {
			failing[result.CaseOf(r.Case)] = true
		}
	}
	if len(failing) > 0 {
		m.out.Notes = append(m.out.Notes,
			fmt.Sprintf("%d inputs that were drawn show a fault of the program as it is, and are left out",
				len(failing)))
	}
	for unit, ids := range d.units {
		d.units[unit] = slices.DeleteFunc(ids, func(id string) bool { return failing[id] })
	}
	return nil
}
