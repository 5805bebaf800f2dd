package planner

import (
	"encoding/json"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// keptTree is the kept form of a unit's leaves and mutants.
type keptTree struct {
	Leaves  []keptLeaf    `json:"leaves"`
	Open    []unplaced    `json:"open,omitempty"`
	Mutants *plan.Mutants `json:"mutants,omitempty"`
}

// keptLeaf is the kept form of a leaf.
type keptLeaf struct {
	Status   suite.Status `json:"status"`
	Reason   string       `json:"reason,omitempty"`
	Conflict []string     `json:"conflict,omitempty"`
	Chosen   []string     `json:"chosen,omitempty"`
	Steps    int64        `json:"steps,omitempty"`
	Built    int64        `json:"built,omitempty"`
	Cases    []keptCase   `json:"cases,omitempty"`
}

// keptCase is the kept form of a case, without its decisions.
type keptCase struct {
	ID      string      `json:"id"`
	Own     bool        `json:"own,omitempty"`
	Only    bool        `json:"only,omitempty"` // whether the witness is the only outcome allowed
	Several bool        `json:"several,omitempty"`
	Open    bool        `json:"open,omitempty"`
	Values  spec.Values `json:"values"`
	Witness spec.Values `json:"witness"`

	Sizes value.Sizes `json:"sizes,omitempty"`
}

// fallible is a solver that may fail to answer, as another program may crash. What such
// a failure left undecided is not kept.
type fallible interface{ IsFaulty() bool }

// keep keeps a result, unless it cannot be encoded or the solver has failed.
func (m *memory) keep(stage, key string, found any) {
	if s, may := m.options.Solver.(fallible); may && s.IsFaulty() {
		return
	}
	if data, err := json.Marshal(found); err == nil && !m.closed.Load() {
		m.cache.Keep(stage+" "+key, data)
	}
}

// find decodes a kept result, and returns whether there is one.
func (m *memory) find(stage, key string, into any) bool {
	data := m.cache.Find(stage + " " + key)
	return data != nil && json.Unmarshal(data, into) == nil
}

// The names of the results that are kept for each unit. Where the kept form of a result
// changes, its name must change.
const (
	leavesStage   = "leaves5"
	choicesStage  = "choices3"
	coverageStage = "coverage2"
)

// leaves sets the status and the cases of a unit's leaves to those that an earlier plan
// found. It returns whether there are any.
func (m *memory) leaves(p *Planned, u *unit) bool {
	if m == nil {
		return false
	}
	u.keys = m.keysOf(u)
	var tree keptTree
	if !m.find(leavesStage, u.keys.leaves, &tree) || len(tree.Leaves) != len(u.Leaves) || !u.locate(tree.Mutants) {
		return false
	}
	kept := tree.Leaves
	cases := make([][]*plan.Case, len(kept))
	for i, k := range kept {
		for _, c := range k.Cases {
			made, err := c.read(p, u.Leaves[i], u)
			if err != nil {
				return false
			}
			cases[i] = append(cases[i], made)
		}
	}
	for i, l := range u.Leaves {
		if l.Cases = cases[i]; l.Pruned == "" {
			l.Settle(kept[i].Status,
				suite.Why{Reason: kept[i].Reason, Conflict: kept[i].Conflict, Chosen: kept[i].Chosen})
			l.Steps, l.Built = kept[i].Steps, kept[i].Built
		}
	}
	u.Known, u.Mutants, u.open = true, tree.Mutants, tree.Open
	return true
}

// locate sets the present places of mutants that were kept. It is false where they are
// not the mutants of the unit.
func (u *unit) locate(kept *plan.Mutants) bool {
	if kept == nil || u.Tree.Mutants == nil {
		return kept == nil && u.Tree.Mutants == nil
	}
	if len(kept.List) != len(u.Tree.Mutants) {
		return false
	}
	for i := range kept.List {
		kept.List[i].At = placeOf(u.Tree.Mutants[i])
	}
	return true
}

// read returns the case of a leaf.
func (k keptCase) read(p *Planned, l *plan.Leaf, u *unit) (*plan.Case, error) {
	values, err := k.Values.ReadAs(u.Op.Vars)
	if err != nil {
		return nil, err
	}
	witness, err := k.Witness.ReadAs(u.Op.Vars)
	if err != nil {
		return nil, err
	}
	c := &plan.Case{
		Case: suite.Case{ID: k.ID, Steps: suite.MakeSteps(u.Name, values),
			Expect: suite.Expect{Witness: witness, Several: k.Several, Open: k.Open}},
		Leaf: l, Own: k.Own, Sizes: k.Sizes, Rests: p.finder.neededSizes(u, k.Sizes),
	}
	if k.Open {
		c.Witness = nil
	}
	if k.Only {
		c.Expected = witness
	}
	return c, nil
}

// keepCase returns the kept form of a case.
func keepCase(c *plan.Case) keptCase {
	return keptCase{ID: c.ID, Own: c.Own, Sizes: c.Sizes, Only: c.Expected != nil, Several: c.Several, Open: c.Open,
		Values: c.Values(), Witness: c.Witness}
}

// keepLeaves keeps the leaves of a unit with their cases.
func (m *memory) keepLeaves(u *unit) {
	if m == nil {
		return
	}
	kept := make([]keptLeaf, len(u.Leaves))
	for i, l := range u.Leaves {
		why := l.Why()
		kept[i] = keptLeaf{Status: l.Status, Reason: why.Reason, Conflict: why.Conflict, Chosen: why.Chosen,
			Steps: l.Steps, Built: l.Built}
		for _, c := range l.Cases {
			kept[i].Cases = append(kept[i].Cases, keepCase(c))
		}
	}
	m.keep(leavesStage, u.keys.leaves, keptTree{kept, u.open, u.Mutants})
}

// choices sets the decisions for a unit's cases to those of an earlier plan. It returns
// whether there are any.
func (m *memory) choices(p *Planned, u *unit) bool {
	var kept [][]result.Choice
	if m == nil || !m.find(choicesStage, m.choicesKey(p, u), &kept) || len(kept) != len(u.Cases) {
		return false
	}
	all := make([][]result.Choice, len(kept))
	for i, list := range kept {
		var err error
		if all[i], err = readChoices(p, list); err != nil {
			return false
		}
	}
	for i, c := range u.Cases {
		c.Stubs = all[i]
	}
	return true
}

// keepChoices keeps the decisions for the cases of a unit.
func (m *memory) keepChoices(p *Planned, u *unit) {
	if m == nil {
		return
	}
	kept := make([][]result.Choice, len(u.Cases))
	for i, c := range u.Cases {
		kept[i] = c.Stubs
	}
	m.keep(choicesStage, m.choicesKey(p, u), kept)
}

// coverage returns the coverage of a unit that an earlier plan computed, or nil. Its
// key includes the places in files that it names.
func (m *memory) coverage(u *unit) *plan.Coverage {
	var kept plan.Coverage
	if m == nil || !m.find(coverageStage, u.coverageKey(), &kept) || kept.ReadAs(u.Op.Vars) != nil {
		return nil
	}
	return &kept
}

// keepCoverage keeps the coverage of a unit.
func (m *memory) keepCoverage(u *unit, found *plan.Coverage) {
	if m == nil {
		return
	}
	m.keep(coverageStage, u.coverageKey(), found)
}
