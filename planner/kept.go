package planner

import (
	"encoding/json"
	"fmt"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// keptLeaf is what is kept of a leaf.
type keptLeaf struct {
	Status   plan.Status `json:"status"`
	Reason   string      `json:"reason,omitempty"`
	Conflict []string    `json:"conflict,omitempty"`
	Chosen   []string    `json:"chosen,omitempty"`
	Steps    int64       `json:"steps,omitempty"`
	Cases    []keptCase  `json:"cases,omitempty"`
}

// keptCase is what is kept of a case, but the decisions.
type keptCase struct {
	ID      string     `json:"id"`
	Own     bool       `json:"own,omitempty"`
	Only    bool       `json:"only,omitempty"` // the witness is what is expected
	Several bool       `json:"several,omitempty"`
	Values  keptValues `json:"values"`
	Witness keptValues `json:"witness"`

	Sizes value.Sizes `json:"sizes,omitempty"`
}

// keptChoice is a decision with its values in a form that can be read back.
type keptChoice struct {
	result.Choice
	Witness      keptValues   `json:"witness"`
	Substitution keptValues   `json:"substitution"`
	Untested     []keptValues `json:"untested"`
}

// keep returns a decision as it is kept.
func keep(c result.Choice) keptChoice {
	out := keptChoice{Choice: c, Witness: written(c.Witness), Substitution: written(c.Substitution)}
	for _, point := range c.Untested {
		out.Untested = append(out.Untested, written(point))
	}
	return out
}

// read returns a kept decision; vars are those of the callee.
func (k keptChoice) read(vars []zed.Var) (out result.Choice, err error) {
	out = k.Choice
	if out.Witness, err = k.Witness.read(vars); err != nil {
		return out, err
	}
	if out.Substitution, err = k.Substitution.read(vars); err != nil {
		return out, err
	}
	out.Untested = nil
	for _, kept := range k.Untested {
		point, err := kept.read(vars)
		if err != nil {
			return out, err
		}
		out.Untested = append(out.Untested, point)
	}
	return out, nil
}

// keptCoverage is a coverage with its gaps in a form that can be read back.
type keptCoverage struct {
	plan.Coverage
	Missing []keptGap `json:"missing"`
}

type keptGap struct {
	plan.Gap
	Values keptValues `json:"values"`
}

// keptValues are values in their order; nil stays nil.
type keptValues []keptItem

type keptItem struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
}

// written returns values as they are kept.
func written(vs spec.Values) keptValues {
	if vs == nil {
		return nil
	}
	out := keptValues{}
	for _, item := range vs {
		out = append(out, keptItem{item.Name, value.Encode(item.Value, item.Type)})
	}
	return out
}

// read returns kept values; vars gives their types.
func (k keptValues) read(vars []zed.Var) (spec.Values, error) {
	if k == nil {
		return nil, nil
	}
	types := map[string]zed.Type{}
	for _, v := range vars {
		types[v.Name] = v.Type
	}
	out := spec.Values{}
	for _, item := range k {
		t := types[item.Name]
		if t == nil {
			return nil, fmt.Errorf("there is no variable %s", item.Name)
		}
		v, err := value.Decode(item.Value, t)
		if err != nil {
			return nil, err
		}
		out = append(out, spec.Item{Name: item.Name, Type: t, Value: v})
	}
	return out, nil
}

// keep keeps what was found, unless that cannot be written.
func (m *memory) keep(stage, key string, found any) {
	if data, err := json.Marshal(found); err == nil && !m.closed.Load() {
		m.cache.Keep(stage+" "+key, data)
	}
}

// find reads what was kept, and tells whether there is any.
func (m *memory) find(stage, key string, into any) bool {
	data := m.cache.Find(stage + " " + key)
	return data != nil && json.Unmarshal(data, into) == nil
}

// The stages that are kept of a unit; another form of what is kept has another
// name.
const (
	leavesStage   = "leaves2"
	choicesStage  = "choices2"
	coverageStage = "coverage"
)

// leaves gives the leaves of a unit the status and the cases that an earlier
// plan found, and tells whether there were any.
func (m *memory) leaves(p *Planned, u *unit) bool {
	if m == nil {
		return false
	}
	u.keys = m.keysOf(u)
	var kept []keptLeaf
	if !m.find(leavesStage, u.keys.leaves, &kept) || len(kept) != len(u.Leaves) {
		return false
	}
	cases := make([][]*plan.Case, len(kept))
	for i, k := range kept {
		for _, c := range k.Cases {
			made, err := c.of(p, u.Leaves[i], u)
			if err != nil {
				return false
			}
			cases[i] = append(cases[i], made)
		}
	}
	for i, l := range u.Leaves {
		if l.Cases = cases[i]; l.Pruned == "" {
			l.Status, l.Reason, l.Conflict, l.Chosen, l.Steps = kept[i].Status, kept[i].Reason, kept[i].Conflict, kept[i].Chosen, kept[i].Steps
		}
	}
	u.Known = true
	return true
}

// of returns the case of a leaf.
func (k keptCase) of(p *Planned, l *plan.Leaf, u *unit) (*plan.Case, error) {
	values, err := k.Values.read(u.Op.Vars)
	if err != nil {
		return nil, err
	}
	witness, err := k.Witness.read(u.Op.Vars)
	if err != nil {
		return nil, err
	}
	c := &plan.Case{ID: k.ID, Leaf: l, Values: values, Own: k.Own, Sizes: k.Sizes, Rests: p.resting(u, k.Sizes), Witness: witness, Several: k.Several}
	if k.Only {
		c.Expected = witness
	}
	return c, nil
}

// keepCase returns a case as it is kept.
func keepCase(c *plan.Case) keptCase {
	return keptCase{ID: c.ID, Own: c.Own, Sizes: c.Sizes, Only: c.Expected != nil, Several: c.Several, Values: written(c.Values), Witness: written(c.Witness)}
}

// keepLeaves keeps what was found of the leaves of a unit.
func (m *memory) keepLeaves(u *unit) {
	if m == nil {
		return
	}
	kept := make([]keptLeaf, len(u.Leaves))
	for i, l := range u.Leaves {
		kept[i] = keptLeaf{Status: l.Status, Reason: l.Reason, Conflict: l.Conflict, Chosen: l.Chosen, Steps: l.Steps}
		for _, c := range l.Cases {
			kept[i].Cases = append(kept[i].Cases, keepCase(c))
		}
	}
	m.keep(leavesStage, u.keys.leaves, kept)
}

// choices gives the cases of a unit the decisions that an earlier plan made, and
// tells whether there were any.
func (m *memory) choices(p *Planned, u *unit) bool {
	var kept [][]keptChoice
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
	kept := make([][]keptChoice, len(u.Cases))
	for i, c := range u.Cases {
		kept[i] = keepChoices(c.Stubs)
	}
	m.keep(choicesStage, m.choicesKey(p, u), kept)
}

// coverage returns the coverage of a unit that an earlier plan found, nil where there
// is none. It names places in files, which may have moved.
func (m *memory) coverage(u *unit) *plan.Coverage {
	var kept keptCoverage
	if m == nil || !m.find(coverageStage, u.coverageKey(), &kept) {
		return nil
	}
	kept.Coverage.Missing = []plan.Gap{}
	for _, k := range kept.Missing {
		values, err := k.Values.read(u.Op.Vars)
		if err != nil {
			return nil
		}
		k.Gap.Values = values
		kept.Coverage.Missing = append(kept.Coverage.Missing, k.Gap)
	}
	return &kept.Coverage
}

// keepCoverage keeps the coverage of a unit.
func (m *memory) keepCoverage(u *unit, found *plan.Coverage) {
	if m == nil {
		return
	}
	kept := keptCoverage{Coverage: *found}
	for _, g := range found.Missing {
		kept.Missing = append(kept.Missing, keptGap{g, written(g.Values)})
	}
	m.keep(coverageStage, u.coverageKey(), kept)
}
