package planner

import (
	"context"
	"hash/fnv"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// How many models of a leaf are drawn, from which, with the smallest model, the case is
// chosen.
const (
	maxDraws = 6
	// unitDraws is the number of models that are drawn for all leaves of a unit
	// together, where it has so many leaves that each has few.
	unitDraws = 600
	// toldDraws is how many are drawn at most where cases are looked for afterwards that tell the mutants
	// apart which none of the chosen ones does.
	toldDraws = 3
	// toldSteps is the budget for each of these. Most draws that need more are in vain.
	toldSteps = 300
)

// candidate is a model of a leaf that may become its case.
type candidate struct {
	solve.Result
	told  []int // the mutants that do not allow its outcome
	score []int // how much it tells as a test case, in several respects, the most important first
}

// choose returns the best of the smallest model of a leaf and some that are drawn. The
// best one is that whose outcome most mutants of the operation do not allow; then the
// one with most variety (variables and elements of one type differ, the state changes,
// numbers are not 0 or 1, constants are not the first of their type); and then the
// smallest.
//
// Where there is a deadline, drawing takes no more than half of what is left until then, and the
// smallest model is chosen where that is not enough: which model it is must not depend on how many
// were drawn in time, and the outcome of the case has to be found too.
//
// Of further cases of a leaf, those mutants count that the earlier ones do not tell apart, and
// then how unlike the earlier ones the model is.
func (f finder) choose(ctx context.Context, u *unit, leaf *plan.Leaf, also []zed.Expr,
	first solve.Result, earlier earlierModels) solve.Result {
	if end, ok := ctx.Deadline(); ok {
		var stop context.CancelFunc
		ctx, stop = context.WithDeadlineCause(ctx, time.Now().Add(time.Until(end)/2), solve.ErrTime)
		defer stop()
	}
	draws, steps := min(maxDraws, max(1, unitDraws/max(1, len(u.Leaves)))), int64(0)
	if u.Tree.Mutants != nil {
		draws, steps = min(draws, toldDraws), toldSteps
	}
	wanted := earlier.isWanted
	best := earlier.rank(u, u.candidate(first, wanted))
	parts := f.alternatives(u, leaf)
	for i := range parts {
		parts[i].Pred = conjoin(parts[i].Pred, also)
	}
	for k := 0; k < draws && len(parts) > 0; k++ {
		at := k % len(parts)
		problem := parts[at]
		problem.Seed, problem.Steps = seedOf(leaf.ID, len(also), k), steps
		drawn := f.engine.Solver.Solve(ctx, problem)
		if drawn.Outcome != solve.Case { // what is hard to draw once is hard to draw again
			parts = slices.Delete(parts, at, at+1)
			continue
		}
		if c := earlier.rank(u, u.candidate(drawn, wanted)); slices.Compare(c.score, best.score) > 0 {
			best = c
		}
	}
	if ctx.Err() != nil {
		return first
	}
	return best.Result
}

// seedOf returns the seed of a draw, which is the same in every plan and different for
// every leaf.
func seedOf(leaf string, cases, draw int) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(leaf))
	_, _ = h.Write([]byte{byte(cases), byte(draw)})
	return max(1, h.Sum64())
}

// candidate returns a model with its score as a test case, in which only the wanted mutants
// count.
func (u *unit) candidate(found solve.Result, wanted func(mutant int) bool) candidate {
	model := found.Model
	frame := u.Frame(model)
	told := u.telling.listTold(frame, wanted)
	differ, size := 0, 0
	for i, v := range u.Op.Vars {
		size += int(min(frame[i].Size(), 1<<20))
		if !u.Op.Early.Has(v.Name) {
			switch was, state := model[beforeName(v.Name)]; {
			case !state:
				differ += u.telling.variety(frame[i])
			case !was.Equal(frame[i]):
				differ += 2
			}
			continue
		}
		differ += u.telling.variety(frame[i])
		for j, w := range u.Op.Vars[:i] {
			if zed.SameType(v.Type, w.Type) && u.Op.Early.Has(w.Name) && !frame[i].Equal(frame[j]) {
				differ++
			}
		}
	}
	return candidate{found, told, []int{len(told), differ, -size}}
}

// maxVariety is the largest number of elements of a collection that count as variety:
// two elements show most of what more would show.
const maxVariety = 3

// variety returns how much a value differs from the values that appear by themselves.
// It counts numbers other than 0 and 1, constants other than the first of their type,
// and different elements.
func (t *telling) variety(v value.Value) int {
	switch v.Kind() {
	case value.Atom:
		if t.later[v.Name()] {
			return 1
		}
		return 0
	case value.Int:
		if n, ok := v.Int(); ok && (n == 0 || n == 1) {
			return 0
		}
		return 1
	case value.Set, value.Seq:
		n, images := 0, map[string]bool{}
		for i := range min(v.Len(), maxVariety) {
			e := v.Elem(i)
			if n += t.variety(e); e.Kind() == value.Tuple {
				e = e.Elem(e.Len() - 1)
			}
			images[e.Key()] = true
		}
		return n + len(images)
	case value.Tuple, value.Binding, value.Ctor, value.Total:
		n := 0
		for i := range v.Len() {
			n += t.variety(v.Elem(i))
		}
		return n
	}
	return 0
}

// beforeName returns the before-state variable for the name of an after-state variable.
func beforeName(name string) string {
	if len(name) > 0 && name[len(name)-1] == '\'' {
		return name[:len(name)-1]
	}
	return ""
}
