package plan

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/suite"
)

// DiffSinceRun compares a unit of the plan with the cases of an earlier run. A run keeps no predicates and no
// leaves without a case: leaves that have a case are compared by their ids, and cases by their ids and values. What an
// earlier run lacks has not appeared where that run left out a part of its plan.
func (p *Plan) DiffSinceRun(run *result.Run, u *Unit) (*Diff, error) {
	out := &Diff{Unit: u.Name, Inputs: list(Changes(run.Inputs, p.System.Inputs)), Conditions: []LeafChange{},
		Cases: []CaseChange{}}
	before, was, ran, err := listRan(run, u.Name)
	if err != nil {
		return nil, err
	}
	whole := run.IsWhole()
	out.New = whole && len(ran) == 0
	var after []CaseState
	for _, c := range u.Cases {
		if instead, known := ran[c.ID]; instead || !whole && !known {
			if !instead {
				out.LeftOut++
			}
			continue
		}
		data, err := json.Marshal(c.Values())
		if err != nil {
			return nil, fmt.Errorf("the case %s of the plan cannot be written: %w", c.ID, err)
		}
		after = append(after, CaseState{ID: c.ID, Values: data})
	}
	isRun := func(c *Case) bool { _, known := ran[c.ID]; return known }
	for _, l := range u.Leaves {
		if tested := was[l.ID] || slices.ContainsFunc(l.Cases, isRun); whole && !tested && l.Status == suite.HasCase {
			out.Conditions = append(out.Conditions, LeafChange{Change: Appeared,
				After: LeafState{ID: l.ID, Predicate: fileLeaf(l).Predicate, Status: l.Status}})
		}
		if l.Status == suite.HasCase {
			delete(was, l.ID)
		}
	}
	for _, id := range sortedKeys(was) {
		out.Conditions = append(out.Conditions, LeafChange{Change: Disappeared,
			Before: LeafState{ID: id, Status: suite.HasCase}})
	}
	out.compareCases(before, after)
	return out, nil
}

// listRan returns the cases of a unit that a run has, the leaves that it tested, and whether in the place of a case
// another one was run, by its id.
func listRan(run *result.Run, unit string) (cases []CaseState, leaves, instead map[string]bool, err error) {
	leaves, instead = map[string]bool{}, map[string]bool{}
	for r := range run.All() {
		if r.Unit != unit || r.Drawn != nil || r.IsNotRun() || result.CaseOf(r.Case) != r.Case {
			continue
		}
		leaves[r.Leaf], instead[r.Case] = true, r.Instead
		if r.Instead {
			continue
		}
		data, err := json.Marshal(r.Values)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("the case %s of the run cannot be read: %w", r.Case, err)
		}
		cases = append(cases, CaseState{ID: r.Case, Values: data})
	}
	return cases, leaves, instead, nil
}
