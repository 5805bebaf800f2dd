package plan

import "github.com/ttf-int/ttf-int/spec"

// Part returns a plan of the named units alone, to be kept in a file that planner.LoadPart reads. It says nothing of
// the files that the project was read from, nor for whom points were added, nor which mutants cases tell apart, so that
// it stays the same while the units and what they are judged by do.
func Part(p *Plan, units []string) *Plan {
	system := *p.System
	system.Inputs, system.Units = nil, nil
	out := &Plan{Tool: p.Tool, System: &system, NoStrengthen: p.NoStrengthen, CoverCallees: p.CoverCallees}
	wanted := map[string]bool{}
	for _, name := range units {
		wanted[name] = true
	}
	for _, u := range p.Units {
		if !wanted[u.Name] {
			continue
		}
		of := *u
		of.Coverage, of.Mutants, of.Theorem2, of.Strengthening, of.Budget = &Coverage{}, nil, nil, nil, nil
		of.Leaves = make([]*Leaf, len(u.Leaves))
		for i, l := range u.Leaves {
			one := *l
			one.For = nil
			of.Leaves[i] = &one
		}
		out.Add(&of)
	}
	out.System.Units = listUnits(out)
	return out
}

func listUnits(p *Plan) []*spec.Unit {
	var out []*spec.Unit
	for _, u := range p.Units {
		out = append(out, u.Unit)
	}
	return out
}
