package runner

import (
	"context"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxOpenings is with how many values of the variables that can be set the way to the rest of a state is looked for.
const maxOpenings = 8

// open has variables that can be set be set before the first step of a way, where operations on what a new object
// is do not lead to the rest of the state of a case: nothing fits into a queue whose capacity is 0. It tries their
// values in the case first, and then those with which an object may begin.
func (a *attempt) open(ctx context.Context, w *way) bool {
	if len(w.settable) == 0 {
		return false
	}
	given := make(machine.State, len(w.goal))
	for i, v := range w.of.model.Vars {
		if slices.Contains(w.settable, v.Name) {
			given[i], _ = a.c.Values().Lookup(v.Name)
		}
	}
	for _, opening := range w.openings(ctx, given) {
		from := w.from.UpdateBy(opening)
		if from.Key() == w.from.Key() && w.opening != nil {
			continue
		}
		found := w.of.find(ctx, from, w.goal)
		if !found.Found || len(found.Steps) > 0 && !w.canSet(found.Steps[0], opening) {
			continue
		}
		w.from, w.opening = from, w.values(opening)
		w.lead(a, found.Steps)
		return true
	}
	return false
}

// openings returns values of the variables that can be set: those of the case, and those with which an object may
// begin, of which some are as in the case: a cursor is at the beginning of a list that is empty, whatever the capacity.
func (w *way) openings(ctx context.Context, given machine.State) []machine.State {
	key := strings.Join(w.settable, " ")
	w.of.mu.Lock()
	starts, known := w.of.starts[key]
	w.of.mu.Unlock()
	if !known {
		starts = machine.FindStarts(ctx, w.of.model, w.settable)
		if ctx.Err() == nil {
			w.of.mu.Lock()
			w.of.starts[key] = starts
			w.of.mu.Unlock()
		}
	}
	out := []machine.State{given}
	for _, start := range starts {
		for kept := 1<<len(w.settable) - 2; kept >= 0 && len(out) < maxOpenings; kept-- {
			mixed, left := slices.Clone(start), kept
			for i, v := range given {
				if v.Kind() == value.Nothing {
					continue
				}
				if left&1 == 1 {
					mixed[i] = v
				}
				left >>= 1
			}
			if !slices.ContainsFunc(out, func(s machine.State) bool { return s.Key() == mixed.Key() }) {
				out = append(out, mixed)
			}
		}
	}
	return out
}

// canSet tells whether the program can set the variables of which an opening says something before a step.
func (w *way) canSet(s machine.Step, opening machine.State) bool {
	for i, v := range w.of.model.Vars {
		of := w.of.moves[s.Unit]
		if opening[i].Kind() != value.Nothing && (of.plan.Unit.Op.Find(v.Name) < 0 || !of.binding.Shows(v.Name) ||
			of.binding.IsFixed(v.Name)) {
			return false
		}
	}
	return true
}
