package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

const (
	// maxShorter is the cost that making a sequence smaller may have. Each sequence
	// that is run costs 1.
	maxShorter = 2000
	// dearer is the cost of a sequence in which the process ends.
	dearer = maxShorter * dear / maxShrink
	// hungTime is the time that sequences may take together in which the process hangs.
	hungTime = 6 * time.Second
	// restartTime is about what a hang takes beside the time of its case: a new process is started.
	restartTime = 150 * time.Millisecond
	// hungShare is the part of its time after which a step is taken to hang while a sequence that
	// hangs is made smaller: most steps take a thousandth of their time. The smallest sequence has the
	// whole of it once more.
	hungShare = 10
)

// shrinking makes a failing sequence smaller.
type shrinking struct {
	machine *machineRun
	worker  *host.Worker
	judge   *judge
	found   *walk
	best    *walk         // the smallest that fails in the same way
	shaped  *sequence     // what found has beside its steps, with the least of what objects are made with
	timeout time.Duration // for a step
	left    int           // of maxShorter
	tried   int           // how many sequences were run
	apart   bool          // whether each of them has a process of its own
}

// try runs steps, and tells whether they fail in the same way. It returns the steps of the smallest that does, and
// whether no others are tried.
func (s *shrinking) try(ctx context.Context, steps []machine.Step) (failed []machine.Step, same, done bool) {
	if s.left <= 0 || ctx.Err() != nil {
		return nil, false, true
	}
	if s.tried++; s.apart {
		renew(s.machine, s.worker)
		s.left -= dearer
	}
	for _, one := range s.machine.send(ctx, s.worker, s.judge, []*sequence{s.shaped.withSteps(steps, s.timeout)}) {
		switch s.left--; one.died {
		case host.Crashed:
			s.left -= dearer
		case host.Hung:
			s.left -= int(maxShorter * (s.timeout + restartTime) / hungTime)
		}
		if one.end == failing && one.kind() == s.found.kind() {
			s.best, same = one, true
		}
	}
	return s.failed(), same, false
}

// failed returns the steps of the smallest sequence.
func (s *shrinking) failed() []machine.Step { return s.best.steps[:s.best.right+1] }

// shrink tries smaller sequences, as many as may be tried.
func (s *shrinking) shrink(ctx context.Context) {
	less := func(starts []machine.State) (same bool) {
		old := s.shaped.starts
		s.shaped.starts = starts
		if _, same, _ = s.try(ctx, s.failed()); !same {
			s.shaped.starts = old
		}
		return same
	}
	s.shaped.makeLess(ctx, less)
	try := func(steps []machine.Step) (failed []machine.Step, same, done bool) { return s.try(ctx, steps) }
	s.machine.model.Shrink(s.failed(), try)
	s.shaped.makeLess(ctx, less)
}

// run makes the sequence as small as it can. Where the smallest does not fail in a process that has run nothing, it
// rests on what others have left behind, and all are tried again in such a process each.
func (s *shrinking) run(ctx context.Context) {
	m := s.machine
	whole := m.moves[0].timeout
	if s.timeout = whole; s.found.died == host.Hung {
		s.timeout = whole / hungShare
	}
	s.shaped = s.found.withSteps(s.found.steps, s.timeout)
	s.shaped.watched = s.found.died != 0
	s.best, s.left = s.found, maxShorter
	if s.shrink(ctx); s.best != s.found && !failsApart(ctx, m, s.best) {
		s.best, s.left, s.apart, s.shaped.starts = s.found, maxShorter, true, s.found.starts
		s.shrink(ctx)
	}
	if s.timeout == whole || s.best == s.found {
		return
	}
	if s.best = m.confirm(ctx, s.worker, s.judge, s.found, s.best); s.best == s.found {
		s.left = 0 // what was only slow was taken to hang, so that little is known
	}
}

// fail makes a failing sequence as small as it can, and reports it, with the attempts at it as it was.
func (m *machineRun) fail(ctx context.Context, found *walk, tries []result.Attempt) {
	w, j := m.program.Worker(0), &judge{run: m.run, observer: m.program.Observer()}
	s := &shrinking{machine: m, worker: w, judge: j, found: found}
	s.run(ctx)
	best := s.best
	out := &result.Sequence{Number: found.number, Drawn: found.right + 1, Tried: s.tried,
		Shortest: s.left > 0 && ctx.Err() == nil,
		Steps:    m.describeSteps(best, best.right+1), Result: best.result}
	out.Result.Replay, out.Result.Attempts = m.repeatCommand(found), tries
	m.expect(ctx, best)
	sharePollution(m, best)
	if m.run.options.shortened != nil && out.Shortest {
		m.run.options.shortened(ctx, m, j, best)
	}
	if m.follows == nil {
		renew(m, w)
		(&otherWays{m, w, j}).suspect(ctx, best)
		suspectShown(ctx, m, w, j, best)
		out.Keep, out.Why = m.runAlone(ctx, w, j, best)
	}
	m.out.Failures = append(m.out.Failures, out)
	if m.run.options.Sink != nil {
		m.run.options.Sink(out.Result)
	}
	if m.run.options.FailFast {
		m.run.results.stop()
	}
}

// confirm returns the smaller of two sequences that fails in the same way when its steps have all of
// their time.
func (m *machineRun) confirm(ctx context.Context, w *host.Worker, j *judge, found, small *walk) *walk {
	whole := small.withSteps(small.steps, 0)
	whole.watched = true
	for _, one := range m.send(ctx, w, j, []*sequence{whole}) {
		if one.end == failing && one.kind() == found.kind() {
			return one
		}
	}
	return found
}

// expect says which outcome was expected of the step that failed, where its specification allows
// only one.
func (m *machineRun) expect(ctx context.Context, w *walk) {
	if w.result.Expected != nil || w.result.Actual == nil || w.right >= len(w.seen) {
		return
	}
	s := w.steps[w.right]
	u, frame := m.model.Units[s.Unit], w.seen[w.right]
	if among := w.among[s.Object]; len(among) == 1 {
		frame = m.model.FillFrame(s.Unit, among[0], frame)
	}
	if frame == nil || !frame.Has(u.Op.Early) || w.result.Unit != u.Name || w.result.Case != w.name() {
		return
	}
	all, complete, _ := m.run.engine.Oracle.Unit(u).Outcomes(ctx, frame, 2)
	if complete && len(all) == 1 {
		w.result.Expected = all[0]
	}
}

// repeatCommand returns the command that finds the failure of a sequence again.
func (m *machineRun) repeatCommand(w *walk) string {
	command := cmp.Or(m.run.options.Command, "ttf-int run")
	if flags := m.run.options.Machines.Flags; flags != "" {
		command += " " + flags
	}
	if m.proving != nil || w.number == 0 {
		return fmt.Sprintf("%s --machine %s --seed %d", command, m.of.Name, m.run.options.Seed)
	}
	return fmt.Sprintf("%s --case %s --length %d --seed %d", command, w.name(), m.out.Length, m.run.options.Seed)
}

// describeSteps returns the first n steps of a walk, with what was observed of them.
func (m *machineRun) describeSteps(w *walk, n int) []result.SequenceStep {
	out := make([]result.SequenceStep, n)
	for i := range out {
		u := m.model.Units[w.steps[i].Unit]
		out[i] = result.SequenceStep{Unit: u.Name, Object: w.steps[i].Object + 1, Inputs: w.steps[i].Inputs,
			Made: w.makes(i)}
		if i < len(w.seen) {
			frame := w.seen[i]
			out[i].Before, out[i].After, out[i].Result = frame.KnownValues(u.Op.Before), frame.KnownValues(u.Op.After),
				frame.KnownValues(u.Op.Output)
		}
	}
	return out
}

// runAlone runs the last step of a sequence as a case, from the state in which the
// sequence came to it. It returns the values of the case where it fails in the same
// way, and otherwise the reason why there is no such case.
func (m *machineRun) runAlone(ctx context.Context, w *host.Worker, j *judge, best *walk) (spec.Values, string) {
	i := best.right
	if i >= len(best.seen) {
		return nil, "it is not its last step that is wrong"
	}
	u, move := m.model.Units[best.steps[i].Unit], m.moves[best.steps[i].Unit]
	values := best.seen[i].KnownValues(u.Op.Early)
	for _, v := range values {
		if why, bad := move.binding.Unset[v.Name]; bad && !move.binding.IsMade(v.Name) {
			return nil, fmt.Sprintf("%s cannot be set: %s", v.Name, why)
		}
	}
	if len(values) < len(u.Op.Early.At) || ctx.Err() != nil {
		return nil, "the state before its last step is not known"
	}
	s := &sequence{machine: m, number: best.number,
		steps: []machine.Step{{Unit: best.steps[i].Unit, Inputs: best.steps[i].Inputs}}}
	step := suite.Step{Unit: u.Name, Values: values}
	timeout := move.timeout
	if best.died == host.Hung {
		timeout /= hungShare
	}
	c := &host.Case{Name: s.name(), Stubs: s, Timeout: timeout, Watched: best.died != 0,
		Steps: []host.Step{{Step: &step, Binding: move.binding, Routes: move.set.routes}}}
	var one *walk
	err := w.Run(ctx, []*host.Case{c}, func(d host.Delivery) {
		m.run.recordNotes(m.program, d.Notes)
		for n := range d.Cases {
			one = j.judgeAlone(ctx, d.Cases[n], &d.Replies[n])
		}
	})
	switch {
	case err != nil || one == nil:
		return nil, cmp.Or(errText(err), "it was not run")
	case one.end == failing && one.kind() == best.kind():
		return values, ""
	}
	return nil, "alone, from the same state, its last step does not fail so: it takes the steps before it"
}

// errText returns the text of an error; "" where there is none.
func errText(err error) string {
	if err == nil || errors.Is(err, context.Canceled) {
		return ""
	}
	return err.Error()
}

// judgeAlone judges a step whose state was set before it.
func (j *judge) judgeAlone(ctx context.Context, sent *host.Case, r *host.Reply) *walk {
	s := sent.Stubs.(*sequence)
	w := s.machine.newWalk(s)
	values := sent.Steps[0].Values
	state := make(machine.State, len(s.machine.model.Vars))
	for k, v := range s.machine.model.Vars {
		if x, ok := values.Lookup(v.Name); ok && x.Kind() != value.Nothing {
			state[k] = x
		}
	}
	w.known[0] = state
	w.end = j.step(ctx, w, sent, r, r, 0)
	return w
}
