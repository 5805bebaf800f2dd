package runner

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/trace"
)

// lateError is an error that nobody handled, of what a unit has left behind in a sequence of a machine.
type lateError struct {
	of         *sequence
	unit, text string
}

// message says what a unit, or "" for one that is not known, has left behind.
func (l lateError) message() string { return explainLate(l.unit, l.text) }

func explainLate(unit, text string) string {
	return fmt.Sprintf("what %s has left behind raised an error that nobody handled: %s", unit, text)
}

// noteLate keeps the first error of each sequence that came late.
func noteLate(m *machineRun, l lateError) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, has := m.lates[l.of.number]; !has {
		m.lates[l.of.number] = l
	}
}

// chargeLate charges units with errors that came late in sequences which passed otherwise. It is called when all
// processes have ended, since such an error may come until then.
func chargeLate(x *execution) {
	for _, m := range x.machines {
		for _, number := range slices.Sorted(maps.Keys(m.lates)) {
			l := m.lates[number]
			if !m.passed[number] {
				m.remark("late error: " + l.message())
				continue
			}
			m.out.Pass--
			m.out.Error++
			if m.out.Verdict != result.Fail {
				m.out.Verdict = result.Error
			}
			if isNewKind(m, "late "+l.unit) {
				reportLate(m, l)
			}
		}
	}
}

// reportLate reports a sequence after which an error came.
func reportLate(m *machineRun, l lateError) {
	class, w := trace.WFE, m.newWalk(l.of)
	r := &result.Result{Case: l.of.name(), Unit: l.unit, Verdict: result.Error, Class: &class, Blame: []string{l.unit},
		Message: l.message(), Replay: m.repeatCommand(w)}
	fillLists(r)
	m.out.Failures = append(m.out.Failures, &result.Sequence{Number: l.of.number, Drawn: len(l.of.steps),
		Steps: m.describeSteps(w, len(l.of.steps)), Result: r, Why: "the error came after its steps"})
	if m.run.options.Sink != nil {
		m.run.options.Sink(r)
	}
}
