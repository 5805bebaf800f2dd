package planner

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/graph"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// ReadReportedConstants returns the constants of a kept plan whose values programs under test reported.
// Errors are located in the plan's file.
func ReadReportedConstants(f *plan.File, system *spec.System) ([]spec.Constant, error) {
	var out []spec.Constant
	for _, name := range slices.Sorted(maps.Keys(f.Constants)) {
		c := f.Constants[name]
		v, err := system.Constant(name)
		if c.From != spec.Told || err != nil {
			continue // the specification has changed
		}
		x, err := value.Decode(c.Value, v.Type)
		if err != nil {
			return nil, f.Errorf([]string{"constants", name, "value"}, "%v", err)
		}
		out = append(out, spec.Constant{Item: spec.NewItem(name, v.Type, x), From: spec.Told, By: c.By})
	}
	return out, nil
}

// checkConstants returns an error where a kept plan was made with other values of
// constants.
func (p *Planned) checkConstants(kept map[string]plan.FileConstant) error {
	for _, c := range p.System.Constants {
		k := kept[c.Name]
		v, err := value.Decode(k.Value, c.Type)
		if err != nil {
			return &plan.Stale{Changed: []string{fmt.Sprintf("the plan has no value for the constant %s", c.Name)}}
		}
		if !v.Equal(c.Value) || k.From != c.From {
			return &plan.Stale{Changed: []string{fmt.Sprintf("the constant %s is %s (%s), the plan says %s (%s)",
				c.Name, c.Text(), c.From, v.Text(c.Type), k.From)}}
		}
	}
	return nil
}

// Load makes a plan from its file. It plans nothing anew: what runs is what the file
// says. The specifications must be those that the plan was made from; otherwise the
// error is a *plan.Stale. The whole file is checked against them: layers, leaves and
// calls must follow from them, every case is certified by evaluation, and each decision
// must have its evidence. Other errors are located in the file.
func Load(ctx context.Context, f *plan.File, system *spec.System, o Options) (*Planned, error) {
	if changed := plan.Changes(f.Inputs, system.Inputs); len(changed) > 0 {
		return nil, &plan.Stale{Changed: changed}
	}
	if err := f.CheckUnaltered(); err != nil {
		return nil, err
	}
	p, err := load(ctx, f, system, o, false)
	if err != nil {
		return nil, err
	}
	return p, f.Compare(p.Plan)
}

// LoadPart makes a plan from a file of plan.Part, which ttf-int itself has written and which nobody has changed since:
// it is read by the specifications, and not checked against them. The system has the units of the file.
func LoadPart(ctx context.Context, f *plan.File, system *spec.System, o Options) (*Planned, error) {
	return load(ctx, f, system, o, true)
}

func load(ctx context.Context, f *plan.File, system *spec.System, o Options, trusted bool) (*Planned, error) {
	if f.Unfinished != nil {
		return nil, &plan.Stale{Changed: []string{"it was not finished: " + f.Unfinished.Reason}}
	}
	o.NoStrengthen, o.CoverCallees, o.Cache = !f.Strengthened, f.CoverCallees, nil
	uses := graph.Uses(system)
	layers, err := uses.UnitLayers()
	if err != nil {
		return nil, err
	}
	if system, err = SettleConstants(ctx, system, o); err != nil {
		return nil, err
	}
	p := newPlanned(system, layers, o)
	if err := p.checkConstants(f.Constants); err != nil {
		return nil, err
	}
	for k, layer := range layers {
		for _, name := range layer {
			p.add(&unit{Unit: &plan.Unit{Unit: system.Unit(name), Layer: k, Families: uses.Families(name)}})
		}
	}
	c := &certifier{work: newWork(p, o), file: f, trusted: trusted}
	if err := c.checkProject(); err != nil && !trusted {
		return nil, err
	}
	for _, stage := range []func(context.Context) error{c.certifyUnits, c.certifyDecisions, c.certifyPairs} {
		if err := stage(ctx); err != nil {
			return nil, err
		}
	}
	p.Complete()
	return p, nil
}
