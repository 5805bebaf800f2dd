package planner

import (
	"context"
	"hash/fnv"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The number of models of a leaf that a case is chosen from, beside the smallest.
const (
	maxDraws = 6
	// unitDraws is how many models are drawn for all leaves of a unit: where there are
	// many leaves, the cases differ by these.
	unitDraws = 600
)

// candidate is a model of a leaf that may become a case.
type candidate struct {
	solve.Result
	told  []int // the mutants that do not allow its outcome
	score []int // how much it tells as a test case, the more important first
}

// choose returns the model of a leaf that tells most, of the smallest one and of some
// that are drawn: on which the outcome is none that mutants of the operation allow, in
// which variables and elements of one type differ, the state changes, and numbers are not
// 0 and 1, nor constants the first of their type; and then the smallest.
func (f finder) choose(ctx context.Context, u *unit, leaf *plan.Leaf, also []zed.Expr,
	first solve.Result) solve.Result {
	draws := min(maxDraws, max(1, unitDraws/max(1, len(u.Leaves))))
	best := u.candidate(first)
	parts := f.alternatives(u, leaf)
	for i := range parts {
		parts[i].Pred = with(parts[i].Pred, also)
	}
	for k := range draws {
		problem := parts[k%len(parts)]
		problem.Seed = seedOf(leaf.ID, len(also), k)
		drawn := f.engine.Solver.Solve(ctx, problem)
		if drawn.Outcome != solve.Case {
			continue
		}
		if c := u.candidate(drawn); slices.Compare(c.score, best.score) > 0 {
			best = c
		}
	}
	return best.Result
}

// seedOf returns the seed of a draw: the same in every plan, and another for every leaf.
func seedOf(leaf string, cases, draw int) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(leaf))
	_, _ = h.Write([]byte{byte(cases), byte(draw)})
	return max(1, h.Sum64())
}

// candidate returns a model with what it tells as a test case.
func (u *unit) candidate(found solve.Result) candidate {
	model := found.Model
	frame := u.Frame(model)
	told := u.telling.told(frame)
	differ, size := 0, 0
	for i, v := range u.Op.Vars {
		size += int(min(frame[i].Size(), 1<<20))
		if !u.Op.Early.Has(v.Name) {
			switch was, state := model[before(v.Name)]; {
			case !state:
				differ += u.telling.variety(frame[i])
			case !was.Equal(frame[i]):
				differ += 2
			}
			continue
		}
		differ += u.telling.variety(frame[i])
		for j, w := range u.Op.Vars[:i] {
			if zed.Same(v.Type, w.Type) && u.Op.Early.Has(w.Name) && !frame[i].Equal(frame[j]) {
				differ++
			}
		}
	}
	return candidate{found, told, []int{len(told), differ, -size}}
}

// maxVariety is how many elements of a collection count as variety: two tell most of what
// many tell.
const maxVariety = 3

// variety says how much a value differs from what a program that does nothing has: numbers
// that are not 0 and 1, constants that are not the first of their type, and different elements.
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
	case value.Tuple, value.Binding, value.Ctor:
		n := 0
		for i := range v.Len() {
			n += t.variety(v.Elem(i))
		}
		return n
	}
	return 0
}

// before returns the name that an after-state has before.
func before(name string) string {
	if len(name) > 0 && name[len(name)-1] == '\'' {
		return name[:len(name)-1]
	}
	return ""
}
