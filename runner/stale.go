package runner

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxIgnored is how many steps before a failure are asked whether it does as if they had not been.
const maxIgnored = 12

// explainIgnored looks for the last step before a failure that the failing one does not seem to know of: with the
// values that variables had before it, and not with those that are shown, the specification allows what the failing
// step did. Then an operation has changed what is shown, and not what others go by. likely are the units of such steps,
// and of later ones that have changed these variables; why is "" where there is none.
func (o *otherWays) explainIgnored(ctx context.Context, best *walk) (likely []string, why string) {
	m, last := o.machine.model, best.right
	if best.result.Verdict != result.Fail {
		return nil, "" // it has given nothing
	}
	now := m.StateBefore(best.steps[last].Unit, best.seen[last])
	for i := last - 1; i >= max(0, last-maxIgnored) && ctx.Err() == nil; i-- {
		unit := best.steps[i].Unit
		was, changed := m.StateBefore(unit, best.seen[i]), o.listChanged(best, i)
		changed = slices.DeleteFunc(changed, func(k int) bool { return !isKnown(now[k]) || now[k].Equal(was[k]) })
		for _, of := range choicesOf(changed) {
			if !o.allowsWith(ctx, best, of, was) {
				continue
			}
			for k := i; k < last; k++ {
				if slices.ContainsFunc(o.listChanged(best, k), func(v int) bool { return slices.Contains(of, v) }) {
					likely = append(likely, m.Units[best.steps[k].Unit].Name)
				}
			}
			return likely, fmt.Sprintf("the last step does what follows from %s, as it was before %s, and not what "+
				"follows from %s: perhaps %s changes what is shown, and not all that belongs to it",
				textOf(m, was, of), m.TextStep(best.steps[i]), textOf(m, now, of), m.Units[unit].Name)
		}
	}
	return nil, ""
}

// listChanged returns the variables that a step of a sequence has changed, as far as that is shown.
func (o *otherWays) listChanged(best *walk, i int) []int {
	m, unit := o.machine.model, best.steps[i].Unit
	was, then := m.StateBefore(unit, best.seen[i]), m.StateAfter(unit, best.seen[i])
	var out []int
	for k := range m.Vars {
		if isKnown(was[k]) && isKnown(then[k]) && !was[k].Equal(then[k]) {
			out = append(out, k)
		}
	}
	return out
}

func isKnown(v value.Value) bool { return v.Kind() != value.Nothing }

// choicesOf returns the variables that are taken together: each alone, and then all.
func choicesOf(changed []int) [][]int {
	out := slices.Collect(slices.Chunk(changed, 1))
	if len(changed) > 1 {
		out = append(out, changed)
	}
	return out
}

// allowsWith tells whether the specification allows what the last step of a sequence did, where some variables have the
// values of another state before it, and any value after it.
func (o *otherWays) allowsWith(ctx context.Context, best *walk, of []int, was machine.State) bool {
	m, unit := o.machine.model, best.steps[best.right].Unit
	op, frame := m.Units[unit].Op, slices.Clone(best.seen[best.right])
	judge := o.machine.run.engine.Oracle.Unit(m.Units[unit])
	for _, k := range of {
		if i := op.Find(m.Vars[k].Name); i >= 0 {
			frame[i] = was[k]
		}
		if i := op.Find(m.Vars[k].Name + "'"); i >= 0 {
			frame[i] = value.Value{}
		}
	}
	if !frame.Has(op.Early) || judge.Pre(ctx, frame).Compliance != oracle.Holds {
		return false
	}
	if frame.Has(op.Late) {
		return judge.Judge(ctx, frame).Compliance == oracle.Holds
	}
	return len(m.JudgeFrame(ctx, unit, frame).Frames) > 0
}

// explainWrong says that, behind the steps before a failure, another operation than the failing one is wrong
// too; "" where none of the steps is that are drawn for this.
func (o *otherWays) explainWrong(ctx context.Context, best *walk) string {
	m := o.machine.model
	random := rand.New(rand.NewPCG(uint64(o.machine.run.options.Seed), uint64(best.number)))
	var tries []*sequence
	seen := map[string]bool{}
	for range maxShowing {
		for _, step := range machine.DrawOfEach(ctx, m, random, best.known[0]) {
			text, name := m.TextStep(step), m.Units[step.Unit].Name
			if name == best.result.Unit || seen[text] || len(tries) == maxProbes {
				continue
			}
			seen[text] = true
			tries = append(tries, best.withSteps(append(slices.Clip(best.steps[:best.right]), step), best.timeout))
		}
	}
	for _, one := range o.machine.send(ctx, o.worker, o.judge, tries) {
		if one.end == failing && one.right == best.right && slices.Contains(one.result.Blame, one.result.Unit) {
			return fmt.Sprintf("behind the same steps %s is wrong too: perhaps they have left what is not shown wrong",
				m.TextStep(one.steps[one.right]))
		}
	}
	return ""
}

// textOf writes some variables of a state.
func textOf(m *machine.Machine, s machine.State, of []int) string {
	var out []string
	for _, k := range of {
		out = append(out, m.Vars[k].Name+" = "+s[k].Text(m.Vars[k].Type))
	}
	return strings.Join(out, ", ")
}
