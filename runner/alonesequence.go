package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
)

// renew gives a worker a process that has run nothing, unless somebody debugs the one that it has.
func renew(m *machineRun, w *host.Worker) {
	if m.run.options.Debug {
		return
	}
	w.Renew(func(d host.Delivery) { m.run.recordNotes(m.program, d.Notes) })
}

// renewAll has sequences begin in processes that have run no cases of units.
func renewAll(m *machineRun) {
	for n := range m.processes() {
		renew(m, m.program.Worker(n))
	}
}

// sendApart returns what comes of the steps of a sequence up to the one that failed, in a process that has run nothing;
// nil where nothing comes.
func sendApart(ctx context.Context, m *machineRun, w *walk) *walk {
	renew(m, m.program.Worker(0))
	again := w.withSteps(w.steps[:w.right+1], 0)
	again.watched = w.died != 0
	j := &judge{run: m.run, observer: m.program.Observer()}
	if came := m.send(ctx, m.program.Worker(0), j, []*sequence{again}); len(came) > 0 {
		return came[0]
	}
	return nil
}

// failsApart tells whether a sequence fails as it did where no others have run before it. Where that is not known, or
// takes a whole process anyway, it is taken to.
func failsApart(ctx context.Context, m *machineRun, w *walk) bool {
	if w.died != 0 || m.run.options.Debug {
		return true
	}
	one := sendApart(ctx, m, w)
	return one == nil || one.end == stopped || one.end == unclear || one.end == failing && one.kind() == w.kind()
}

// repeatSequenceApart repeats a sequence that is the first to fail in its way without those before it. Where it does
// not fail then, it is flaky: others have left something behind, or it fails only sometimes.
func repeatSequenceApart(ctx context.Context, m *machineRun, w *walk) (tries []result.Attempt, flaky bool) {
	if w.end != failing || m.kinds[w.kind()] || len(m.kinds) >= maxKinds || failsApart(ctx, m, w) {
		return nil, false
	}
	w.result.Findings = append(w.result.Findings, "it failed behind other sequences in its process, and not alone")
	return []result.Attempt{w.attempt(), {Verdict: result.Pass, Blame: []string{}}}, true
}

// sharePollution makes the blame for the last step of a sequence uncertain where the cases of a unit have left
// something behind in this run, and a step before it runs that unit.
func sharePollution(m *machineRun, w *walk) {
	r := w.result
	var by []string
	for _, s := range w.steps[:w.right] {
		name := m.model.Units[s.Unit].Name
		if m.run.polluters[name] && !slices.Contains(r.Blame, name) && !slices.Contains(by, name) {
			by = append(by, name)
		}
	}
	if len(by) > 0 {
		r.Blame, r.Uncertain = slices.Concat(by, r.Blame), true
		r.Findings = append(r.Findings, fmt.Sprintf("cases of %s have left something behind on which others depended",
			strings.Join(by, " and ")))
	}
}
