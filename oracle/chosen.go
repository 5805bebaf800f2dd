package oracle

import (
	"context"
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// violation returns the judgement on a frame for which the specification is false. It
// is not a violation where the value of a constant was chosen, and under another value
// the frame is allowed or outside the precondition.
func (u *Unit) violation(ctx context.Context, frame spec.Frame) Judgement {
	other := Otherwise{u}
	excuse := other.FindAllowing(ctx, frame)
	if excuse == "" {
		excuse = other.Refuses(ctx, frame)
	}
	if excuse != "" {
		return Judgement{Compliance: Undecided, Reason: excuse}
	}
	return Judgement{Compliance: Violated, Conjuncts: u.findViolated(ctx, frame)}
}

// Otherwise says what holds of a unit under values of constants other than the chosen
// ones, as far as the axioms allow them.
type Otherwise struct{ Unit *Unit }

// FindAllowing returns values of constants under which a frame is allowed, as far as the
// frame was observed; "" where none were found.
func (o Otherwise) FindAllowing(ctx context.Context, frame spec.Frame) string {
	p := o.Unit.Problem(0)
	p.Bound = map[string]value.Value{}
	for i, v := range o.Unit.Vars {
		if frame[i].Kind() != value.Nothing {
			p.Bound[v.Name] = frame[i]
		}
	}
	if values := o.values(ctx, p); values != "" {
		return "it is allowed with " + values
	}
	return ""
}

// Refuses returns values of constants under which the frame's inputs and before-state
// are outside the precondition; "" where none were found.
func (o Otherwise) Refuses(ctx context.Context, frame spec.Frame) string {
	p := o.Unit.Problem(0)
	if p.Globals.Chosen == nil {
		return ""
	}
	p.Pred, p.Vars, p.Bound = o.Unit.noOutcome(), nil, map[string]value.Value{}
	for _, i := range o.Unit.spec.Op.Early.At {
		p.Vars = append(p.Vars, o.Unit.unknown[i])
		if frame[i].Kind() != value.Nothing {
			p.Bound[o.Unit.Vars[i].Name] = frame[i]
		}
	}
	if values := o.values(ctx, p); values != "" {
		return "the input is outside the precondition of " + o.Unit.spec.Schema + " with " + values
	}
	return ""
}

// values returns values of constants under which a problem has a model; "" where none
// were found.
func (o Otherwise) values(ctx context.Context, p solve.Problem) string {
	open, vars := o.Unit.oracle.choices.OpenChosen(p)
	if len(vars) == 0 {
		return ""
	}
	found := o.Unit.oracle.outcomes.Solve(ctx, open)
	if found.Outcome != solve.Case {
		return ""
	}
	var here, there, names []string
	for _, v := range vars {
		if chosen, other := p.Globals.Consts[v.Name], found.Model[v.Name]; !chosen.Equal(other) &&
			p.Globals.Chosen.Stated[v.Name] == nil {
			here = append(here, v.Name+" = "+chosen.Text(v.Type))
			there = append(there, v.Name+" = "+other.Text(v.Type))
			names = append(names, v.Name)
		}
	}
	if len(names) == 0 {
		return "" // there is none with these
	}
	return fmt.Sprintf("%s, and not with %s, which was chosen: put %s under constants in ttf-int.yaml, or bind it with sut.Constant",
		strings.Join(there, ", "), strings.Join(here, ", "), strings.Join(names, ", "))
}

// listChosen lists the constants with chosen values that the terms mention, each with its
// value; "" where there are none.
func (o *Oracle) listChosen(terms ...zed.Expr) string {
	var parts []string
	for _, v := range o.choices.FindUsed(solve.Problem{Pred: schema.Conjoin(terms), Globals: o.system.Globals}) {
		parts = append(parts, v.Name+" = "+o.system.Globals.Consts[v.Name].Text(v.Type))
	}
	return strings.Join(parts, ", ")
}

// withoutChosen returns those conjuncts that mention no constants with chosen values. Only
// these are proved to be false.
func (o *Oracle) withoutChosen(conjuncts []zed.Expr) []zed.Expr {
	if o.system.Globals.Chosen == nil {
		return conjuncts
	}
	var out []zed.Expr
	for _, e := range conjuncts {
		if len(o.choices.FindUsed(solve.Problem{Pred: e, Globals: o.system.Globals})) == 0 {
			out = append(out, e)
		}
	}
	return out
}
