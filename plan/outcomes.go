package plan

import (
	"context"

	"github.com/ttf-int/ttf-int/spec"
)

// MaxOutcomes is how many outcomes of a case are shown: as many as a person
// compares at a glance.
const MaxOutcomes = 8

// Others says whether a specification allows outcomes beside those that are
// known.
type Others string

// Whether there are other outcomes.
const (
	NoOthers      Others = "none"
	MoreOthers    Others = "more"
	UnknownOthers Others = "unknown" // the search for them gave up
)

// Outcomes are the after-states with outputs that a specification allows for a
// case.
type Outcomes struct {
	Known  []spec.Values // at most MaxOutcomes
	Others Others
}

// Outcomes returns the outcomes that the unit's specification allows for one
// of its cases.
func (p *Plan) Outcomes(ctx context.Context, u *Unit, c *Case) Outcomes {
	if c.Expected != nil {
		return Outcomes{Known: []spec.Values{c.Expected}, Others: NoOthers}
	}
	judge := p.engine.At(c.Sizes).Oracle.Unit(u.Under(c.Leaf))
	all, complete, _ := judge.Outcomes(ctx, u.Frame(c.Values.Map()), MaxOutcomes+1)
	switch {
	case len(all) > MaxOutcomes:
		return Outcomes{Known: all[:MaxOutcomes], Others: MoreOthers}
	case complete && len(all) > 0:
		return Outcomes{Known: all, Others: NoOthers}
	case len(all) == 0:
		all = []spec.Values{c.Witness}
	}
	return Outcomes{Known: all, Others: UnknownOthers}
}
