package runner

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/result"
)

// maxOthers is in how many other ways the state is reached in which a step of a sequence has
// failed, to see whether more than what is shown of the state matters to it.
const maxOthers = 3

// otherWays tries whether more than what is shown of a state matters to what an operation does.
type otherWays struct {
	machine *machineRun
	worker  *host.Worker
	judge   *judge
}

// suspect looks for another way to the state in which the last step of a sequence has failed,
// behind which the same step is right. Where there is one, what the step does depends on more than
// what is shown of the state, and each of the steps before it may have left that wrong: it is no
// longer certain that the last one is to blame. Where an operation other than the last has failed
// before, in a sequence without the last one, all of them share the blame.
func (o *otherWays) suspect(ctx context.Context, best *walk) {
	last, r, m := best.right, best.result, o.machine.model
	if best.died == host.Crashed || best.died == host.Hung {
		return // each further try may end or hang too, and whoever does so is to blame
	}
	onOther := func(s machine.Step) bool { return s.Object != 0 }
	if last == 0 || last >= len(best.seen) || r.Uncertain || !slices.Equal(r.Blame, []string{r.Unit}) ||
		r.Unit != m.Units[best.steps[last].Unit].Name || slices.ContainsFunc(best.steps, onOther) ||
		best.known[0] == nil || !best.isWhollyKnown(0) {
		return
	}
	for _, way := range o.find(ctx, best) {
		steps := append(slices.Clip(way), best.steps[last])
		again := best.withSteps(steps, best.timeout)
		for _, one := range o.machine.send(ctx, o.worker, o.judge, []*sequence{again}) {
			if one.end == completed && one.right == len(steps) && o.beginAlike(one, best) {
				o.shareBlame(ctx, best, way)
				return
			}
		}
	}
}

// find returns other ways to the state before the last step of a sequence.
func (o *otherWays) find(ctx context.Context, best *walk) [][]machine.Step {
	taken := best.steps[:best.right]
	from, goal := o.machine.initial.UpdateBy(best.first), best.known[0]
	known := [][]machine.Step{taken}
	if way := o.machine.model.Reach(ctx, from, goal); way.Found && len(way.Steps) < len(taken) {
		known = append(known, way.Steps)
	}
	random := rand.New(rand.NewPCG(uint64(o.machine.run.options.Seed), uint64(best.number)))
	for len(known) <= maxOthers {
		way := o.machine.model.FindOtherWay(ctx, random, from, goal, known)
		if way == nil {
			break
		}
		known = append(known, way)
	}
	return known[1:]
}

// beginAlike tells whether the last step of a sequence that is right began as the last step of
// one that is not: in the same state, as far as it is shown.
func (o *otherWays) beginAlike(right, wrong *walk) bool {
	n := len(right.steps) - 1
	for _, at := range o.machine.model.Units[right.steps[n].Unit].Op.Early.At {
		if n >= len(right.seen) || !right.seen[n][at].Equal(wrong.seen[wrong.right][at]) {
			return false
		}
	}
	return true
}

// shareBlame makes the blame for the last step of a sequence uncertain, which is right behind another way to the same
// state. Where something speaks for it that the state is wrong, the steps before it share the blame: that there are
// failures without an operation of the last one's name, or that it does not seem to know of one of these steps, or that
// other operations are wrong in its place.
func (o *otherWays) shareBlame(ctx context.Context, best *walk, way []machine.Step) {
	r := best.result
	isLast := func(s result.SequenceStep) bool { return s.Unit == r.Unit }
	var before, text []string
	for _, s := range best.steps[:best.right] {
		if name := o.machine.model.Units[s.Unit].Name; name != r.Unit && !slices.Contains(before, name) {
			before = append(before, name)
		}
	}
	for _, s := range way {
		text = append(text, o.machine.model.TextStep(s))
	}
	r.Uncertain = true
	r.Findings = append(r.Findings, fmt.Sprintf("in the same state, as far as it is shown, the last step is right "+
		"where %s leads to it: it depends on what is not shown, which %s may have left wrong",
		cmp.Or(strings.Join(text, ", "), "no step"), cmp.Or(strings.Join(before, " or "), "an earlier call")))
	if len(before) == 0 {
		return
	}
	likely, why := o.explainIgnored(ctx, best)
	if why == "" {
		why = o.explainWrong(ctx, best)
	}
	if why != "" {
		r.Findings = append(r.Findings, why)
	}
	if why != "" || slices.ContainsFunc(o.machine.out.Failures, func(f *result.Sequence) bool {
		return !slices.ContainsFunc(f.Steps, isLast)
	}) {
		r.Blame = unique(slices.Concat(r.Blame, likely, before))
	}
}
