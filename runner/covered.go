package runner

import (
	"context"

	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/result"
)

const (
	// maxTotal is how many states a machine may have within the scope, and maxTried how
	// many steps are tried to find them, for its coverage to be told in parts of all.
	maxTotal = 2000
	maxTried = 20_000
	// maxMissed is how many of each kind are listed that were never met.
	maxMissed = 100
)

// cover notes the steps of a walk that are right.
func (m *machineRun) cover(w *walk) {
	if m.follows != nil {
		return
	}
	for i, moved := range w.moved {
		m.covered.Add(m.model, moved.from, w.steps[i], w.seen[i], moved.to)
	}
}

// tellCovered says what of the machine was met, and where it has few states within the
// scope, what was not.
func (m *machineRun) tellCovered(ctx context.Context) {
	if m.follows != nil || m.out.Ran == 0 {
		return
	}
	var model *machine.Model
	if m.proving != nil {
		model = m.proving.model
	} else if found, err := m.model.Explore(ctx, m.initial, maxTotal, maxTried, m.showsVariable); err == nil {
		model = found
	}
	count := m.covered.CountAll()
	out := &result.Met{States: result.Part{Met: count.States}, Transitions: result.Part{Met: count.Transitions},
		Inputs: result.Part{Met: count.Inputs}, Outputs: result.Part{Met: count.Outputs}}
	m.out.Met = out
	if model == nil {
		return
	}
	met, all, missed := m.covered.CompareWith(model, m.model)
	out.Beyond = max(0, count.States-met.States)
	out.States, out.Transitions = result.Part{Met: met.States, Of: all.States},
		result.Part{Met: met.Transitions, Of: all.Transitions}
	out.Inputs, out.Outputs = result.Part{Met: met.Inputs, Of: all.Inputs},
		result.Part{Met: met.Outputs, Of: all.Outputs}
	out.Never, out.NeverTried = cutList(missed.States), cutList(missed.Transitions)
	out.NeverInputs, out.NeverOutputs = cutList(missed.Inputs), cutList(missed.Outputs)
}

// cutList returns the first of a list, as many as are kept.
func cutList(list []string) []string { return list[:min(len(list), maxMissed)] }
