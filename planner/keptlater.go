package planner

import (
	"encoding/hex"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// The names of results that are kept after the leaves and the first decisions. They
// also depend on the leaves that strengthening adds.
const (
	decisionStage = "decision2"
	pointStage    = "point2"
	matrixStage   = "theorem2b"
)

// appendPoints appends the ids of the leaves that strengthening has given the unit so far. An
// id depends on the point that the leaf is.
func (u *unit) appendPoints(to []string) []string {
	for _, l := range u.Leaves {
		if l.Kind == suite.Point {
			to = append(to, l.ID)
		}
	}
	return to
}

// decisionKey hashes all that the decisions for a case depend on.
func (m *memory) decisionKey(p *Planned, d decision) string {
	f := m.glossary.Begin()
	f.Add(m.choicesKey(p, d.unit), d.c.Leaf.ID, d.c.Values().String())
	for _, name := range d.unit.Uses {
		if q := p.unit(name); q != nil {
			f.Add(name, q.appendPoints(nil))
		}
	}
	h := f.Hash()
	return hex.EncodeToString(h.Content[:])
}

// decision returns the decisions of an earlier plan for a case, and whether there are
// any.
func (m *memory) decision(p *Planned, d decision) ([]result.Choice, bool) {
	var kept []result.Choice
	if m == nil || !m.find(decisionStage, m.decisionKey(p, d), &kept) {
		return nil, false
	}
	all, err := readChoices(p, kept)
	return all, err == nil
}

func (m *memory) keepDecision(p *Planned, d decision) {
	if m != nil {
		m.keep(decisionStage, m.decisionKey(p, d), d.c.Stubs)
	}
}

// readChoices reads the values in kept decisions.
func readChoices(p *Planned, kept []result.Choice) ([]result.Choice, error) {
	var out []result.Choice
	for _, k := range kept {
		var vars []zed.Var
		if q := p.unit(k.Callee); q != nil {
			vars = q.Op.Vars
		}
		choice, err := k.ReadAs(vars)
		if err != nil {
			return nil, err
		}
		out = append(out, choice)
	}
	return out, nil
}

// keptPoint is the kept form of a point at which callers ask for a test: its case, or
// that there is none.
type keptPoint struct {
	Case *keptCase `json:"case"`
}

// pointKey hashes all that the case at a point depends on.
func (m *memory) pointKey(s *strengthening) string {
	f := m.glossary.Begin()
	f.Add(s.unit.keys.leaves, s.point.String(), s.by[0].c.Sizes.String())
	h := f.Hash()
	return hex.EncodeToString(h.Content[:])
}

// point returns the case that an earlier plan found at a point; nil where the point has
// none. known is false where no earlier plan looked for it.
func (m *memory) point(p *Planned, s *strengthening, l *plan.Leaf) (c *plan.Case, known bool) {
	var kept keptPoint
	if m == nil || !m.find(pointStage, m.pointKey(s), &kept) {
		return nil, false
	}
	if kept.Case == nil {
		return nil, true
	}
	c, err := kept.Case.read(p, l, s.unit)
	return c, err == nil
}

func (m *memory) keepPoint(s *strengthening, c *plan.Case) {
	if m == nil {
		return
	}
	var kept keptPoint
	if c != nil {
		one := keepCase(c)
		kept.Case = &one
	}
	m.keep(pointStage, m.pointKey(s), kept)
}

// matricesKey hashes all that the matrices of Theorem 2 depend on: the unit, its
// callees, and the cases that were added to the unit.
func (m *memory) matricesKey(p *Planned, u *unit) string {
	f := m.glossary.Begin()
	f.Add(u.keys.leaves, u.appendPoints(nil), u.listCoveringCases())
	for _, name := range u.Uses {
		if q := p.unit(name); q != nil {
			f.Add(name, q.keys.leaves)
		}
	}
	h := f.Hash()
	return hex.EncodeToString(h.Content[:])
}

// matrices returns the matrices that an earlier plan computed, or nil.
func (m *memory) matrices(p *Planned, u *unit) []plan.Matrix {
	out := []plan.Matrix{}
	if m == nil || !m.find(matrixStage, m.matricesKey(p, u), &out) {
		return nil
	}
	for _, one := range out {
		if one.ReadAs(u.Op.Vars) != nil {
			return nil
		}
	}
	return out
}

func (m *memory) keepMatrices(p *Planned, u *unit, list []plan.Matrix) {
	if m == nil {
		return
	}
	m.keep(matrixStage, m.matricesKey(p, u), list)
}
