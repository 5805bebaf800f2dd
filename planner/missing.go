package planner

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// parts divides a group by the axioms alone, in the order of its constants: constants
// that only a unit mentions together get into different parts. The units of a part are
// those that mention its constants.
func (g *group) parts() []*group {
	var out []*group
	for _, l := range g.loose {
		out = append(out, &group{system: g.system, free: g.free, loose: []spec.Loose{l}})
	}
	for _, e := range g.about {
		var joined *group
		out = slices.DeleteFunc(out, func(p *group) bool {
			switch {
			case !p.concerns(e):
				return false
			case joined == nil:
				joined = p
				return false
			}
			joined.loose, joined.about = append(joined.loose, p.loose...), append(joined.about, p.about...)
			return true
		})
		if joined != nil {
			joined.about = append(joined.about, e)
		}
	}
	for _, p := range out {
		for _, u := range g.units {
			if p.concerns(u.Op.Pred) {
				p.units = append(p.units, u)
			}
		}
	}
	return out
}

// hasAny tells whether one of the names is that of a constant of the group.
func (g *group) hasAny(names []string) bool {
	return slices.ContainsFunc(g.loose, func(l spec.Loose) bool { return slices.Contains(names, l.Name) })
}

// splitOffMissing splits off those constants of a group for which no value is found, or which the
// axioms allow none, with the units that need them. The rest of the group has values.
func (g *group) splitOffMissing(ctx context.Context, consts map[string]value.Value,
	o Options) (rest *group, missing []spec.Missing) {
	rest = &group{system: g.system, free: g.free, units: slices.Clone(g.units)}
	for _, p := range g.parts() {
		c := &chooser{group: p, consts: consts, solver: o.solver()}
		found := c.findFirst(ctx)
		if found.Outcome == solve.Case || ctx.Err() != nil {
			rest.loose, rest.about = append(rest.loose, p.loose...), append(rest.about, p.about...)
			continue
		}
		m := spec.Missing{Why: p.explainFailure(found), At: p.loose[0].At,
			Refuted: found.Outcome == solve.Unsatisfiable}
		for _, l := range p.loose {
			m.Constants = append(m.Constants, l.Var)
		}
		for _, u := range p.units {
			m.Units = append(m.Units, u.Name)
		}
		rest.units = slices.DeleteFunc(rest.units, func(u *spec.Unit) bool { return slices.Contains(m.Units, u.Name) })
		missing = append(missing, m)
	}
	return rest, missing
}

// leaveOut sets the reasons of a unit's leaves where the unit needs a constant without
// a value. It returns whether it does.
func (w *work) leaveOut(u *unit) bool {
	why := w.planned.System.Lacks(u.Name)
	if why == "" {
		return false
	}
	if w.memory != nil {
		u.keys = w.memory.keysOf(u)
	}
	for _, l := range u.Leaves {
		if l.Pruned == "" {
			settle(l, suite.Undecided, why)
		}
	}
	for i := range u.Unit.Unit.Cases {
		u.open = append(u.open, unplaced{Index: i, Reason: why})
	}
	w.planned.finder.addOpen(u)
	u.leftOut = true
	return true
}
