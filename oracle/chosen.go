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

// violation judges a frame of which the specification is false. Where the value of a
// constant was chosen, and another value allows the frame, that is not a violation.
func (u *Unit) violation(ctx context.Context, frame spec.Frame) Judgement {
	if excuse := u.excuse(ctx, frame); excuse != "" {
		return Judgement{Compliance: Undecided, Reason: excuse}
	}
	return Judgement{Compliance: Violated, Conjuncts: u.violated(ctx, frame)}
}

// excuse says for which other values of constants than the chosen ones a frame is
// allowed; "" where none were found.
func (u *Unit) excuse(ctx context.Context, frame spec.Frame) string {
	p := u.Problem(0)
	if p.Globals.Chosen == nil {
		return ""
	}
	p.Bound = map[string]value.Value{}
	for i, v := range u.Vars {
		if frame[i].Kind() != value.Nothing {
			p.Bound[v.Name] = frame[i]
		}
	}
	open, vars := u.oracle.choices.Opened(p)
	if len(vars) == 0 {
		return ""
	}
	found := u.oracle.solver.Solve(ctx, open)
	if found.Outcome != solve.Case {
		return ""
	}
	var here, there, names []string
	for _, v := range vars {
		if chosen, other := p.Globals.Consts[v.Name], found.Model[v.Name]; !chosen.Equal(other) && p.Globals.Chosen.Stated[v.Name] == nil {
			here = append(here, v.Name+" = "+chosen.Text(v.Type))
			there = append(there, v.Name+" = "+other.Text(v.Type))
			names = append(names, v.Name)
		}
	}
	if len(names) == 0 {
		return "" // the specification is false with these
	}
	return fmt.Sprintf("it is allowed with %s, and not with %s, which was chosen: put %s under constants in ttf-int.yaml, or bind it with sut.Constant",
		strings.Join(there, ", "), strings.Join(here, ", "), strings.Join(names, ", "))
}

// Chosen lists the constants that terms speak of and whose values were chosen, each
// with its value; it is "" where there are none.
func (o *Oracle) Chosen(terms ...zed.Expr) string {
	var parts []string
	for _, v := range o.choices.Used(solve.Problem{Pred: schema.Conjoin(terms), Globals: o.system.Globals}) {
		parts = append(parts, v.Name+" = "+o.system.Globals.Consts[v.Name].Text(v.Type))
	}
	return strings.Join(parts, ", ")
}

// certain returns those of the conjuncts that do not speak of constants whose values
// were chosen: of these alone it is proved that they are false.
func (o *Oracle) certain(conjuncts []zed.Expr) []zed.Expr {
	if o.system.Globals.Chosen == nil {
		return conjuncts
	}
	var out []zed.Expr
	for _, e := range conjuncts {
		if len(o.choices.Used(solve.Problem{Pred: e, Globals: o.system.Globals})) == 0 {
			out = append(out, e)
		}
	}
	return out
}
