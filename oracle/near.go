package oracle

import (
	"context"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The limits of a search near an outcome: the largest change of an integer, and the
// solver's budget for one variable.
const (
	farthest  = 8
	nearSteps = 20_000
)

// FindNear looks for an outcome that the specification allows for the inputs and
// before-state of a frame, where a search found none. It tries outcomes that differ in
// one variable from that of the frame, since a program's wrong answer is seldom far
// from a right one.
func FindNear(ctx context.Context, u *Unit, frame spec.Frame) (outcome spec.Values, ok bool) {
	for _, i := range u.spec.Op.Late.At {
		if frame[i].Kind() == value.Nothing {
			return nil, false
		}
	}
	for _, i := range u.spec.Op.Late.At {
		if _, is := u.Vars[i].Type.(zed.IntType); !is {
			continue
		}
		for _, n := range neighbours(frame[i]) {
			other := append(spec.Frame(nil), frame...)
			if other[i] = n; u.Judge(ctx, other).Compliance == Holds {
				return u.afterValues(valuesByName(u.Vars, other)), true
			}
		}
	}
	for _, i := range u.spec.Op.Late.At {
		problem := u.Problem(0)
		problem.Steps, problem.Bound = nearSteps, u.boundValues(frame)
		for _, k := range u.spec.Op.Late.At {
			if k != i {
				problem.Bound[u.Vars[k].Name] = frame[k]
			}
		}
		if found := u.oracle.solver.Solve(ctx, problem); found.Outcome == solve.Case {
			return u.afterValues(found.Model), true
		}
	}
	return nil, false
}

// neighbours returns the integers next to a value, and those next to its negation.
func neighbours(v value.Value) []value.Value {
	n, ok := v.Int()
	if !ok || n > 1<<61 || n < -1<<61 {
		return nil
	}
	var out []value.Value
	for d := int64(0); d <= farthest; d++ {
		for _, m := range [4]int64{n + d, n - d, d - n, -d - n} {
			out = append(out, value.OfInt(m))
		}
	}
	return out
}

func valuesByName(vars []zed.Var, frame spec.Frame) map[string]value.Value {
	out := make(map[string]value.Value, len(vars))
	for i, v := range vars {
		out[v.Name] = frame[i]
	}
	return out
}
