package planner

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Told returns the constants of a kept plan that programs under test said the values
// of.
func Told(data []byte, system *spec.System) ([]spec.Constant, error) {
	var doc struct {
		Constants map[string]plan.FileConstant `json:"constants"`
	}
	if json.Unmarshal(data, &doc) != nil {
		return nil, nil // Load says what is wrong with it
	}
	var out []spec.Constant
	for _, name := range slices.Sorted(maps.Keys(doc.Constants)) {
		c := doc.Constants[name]
		v, err := system.Constant(name)
		if c.From != spec.Told || err != nil {
			continue // the specification has changed
		}
		x, err := value.Decode(c.Value, v.Type)
		if err != nil {
			return nil, fmt.Errorf("the plan's constant %s: %w", name, err)
		}
		out = append(out, spec.Constant{Item: spec.Item{Name: name, Type: v.Type, Value: x}, From: spec.Told, By: c.By})
	}
	return out, nil
}

// sameConstants tells whether a kept plan was made with the values that constants
// have now.
func (p *Planned) sameConstants(kept map[string]plan.FileConstant) error {
	for _, c := range p.System.Constants {
		k := kept[c.Name]
		v, err := value.Decode(k.Value, c.Type)
		if err != nil {
			return &plan.Stale{Changed: []string{fmt.Sprintf("the plan has no value for the constant %s", c.Name)}}
		}
		if !v.Equal(c.Value) || k.From != c.From {
			return &plan.Stale{Changed: []string{fmt.Sprintf("the constant %s is %s (%s), the plan says %s (%s)", c.Name, c.Text(), c.From, v.Text(c.Type), k.From)}}
		}
	}
	return nil
}

// Load reads a plan back and rebuilds it from the specifications, which must
// be the ones that it was made from: otherwise the error is a *plan.Stale. The
// values of its cases are the plan's own.
func Load(ctx context.Context, data []byte, system *spec.System, o Options) (*Planned, error) {
	var doc struct {
		plan.File
		Units map[string]struct {
			Cases []struct {
				ID     string                     `json:"id"`
				Sizes  value.Sizes                `json:"sizes"`
				Values map[string]json.RawMessage `json:"values"`
			} `json:"cases"`
		} `json:"units"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("the plan cannot be read: %w", err)
	}
	if doc.Kind != "Plan" || doc.APIVersion != plan.APIVersion {
		return nil, fmt.Errorf("expected a plan of apiVersion %s, found kind %q of apiVersion %q", plan.APIVersion, doc.Kind, doc.APIVersion)
	}
	if changed := plan.Changes(doc.Inputs, system.Inputs); len(changed) > 0 {
		return nil, &plan.Stale{Changed: changed}
	}
	if doc.Unfinished != nil {
		return nil, &plan.Stale{Changed: []string{"it was not finished: " + doc.Unfinished.Reason}}
	}
	o.NoStrengthen, o.CoverCallees = !doc.Strengthened, doc.CoverCallees
	p, err := Make(ctx, system, o)
	if err != nil {
		return nil, err
	}
	if err := p.sameConstants(doc.Constants); err != nil {
		return nil, err
	}
	for name, kept := range doc.Units {
		u := p.unit(name)
		if u == nil {
			return nil, &plan.Stale{Changed: []string{fmt.Sprintf("there is no unit %s any more", name)}}
		}
		ids := map[string]*plan.Case{}
		for _, c := range u.Cases {
			ids[c.ID] = c
		}
		for _, k := range kept.Cases {
			c := ids[k.ID]
			if c == nil {
				return nil, &plan.Stale{Changed: []string{fmt.Sprintf("the case %s is not found any more", k.ID)}}
			}
			if c.Rests.String() != k.Sizes.String() {
				return nil, &plan.Stale{Changed: []string{fmt.Sprintf("the case %s has the sizes %q, the plan says %q", k.ID, c.Rests, k.Sizes)}}
			}
			for _, item := range c.Values {
				v, err := value.Decode(k.Values[item.Name], item.Type)
				if err != nil {
					return nil, fmt.Errorf("the plan's case %s: %s: %w", k.ID, item.Name, err)
				}
				if !v.Equal(item.Value) {
					return nil, &plan.Stale{Changed: []string{fmt.Sprintf("the case %s has %s, the plan says %s", k.ID, item.Text(), v.Text(item.Type))}}
				}
			}
		}
	}
	return p, nil
}
