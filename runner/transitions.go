package runner

import (
	"cmp"
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/machine/fsm"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

const (
	// maxModel is how many states within the scope a machine may have of which all
	// transitions are tried.
	maxModel = 10_000
	// maxSuite is how many steps its sequences may have, those that several begin with
	// counted once.
	maxSuite = 1_000_000
	// maxExplored is how many steps are tried to find these states.
	maxExplored = 4_000_000
	// maxLessons is how often the sequences are made anew because the program has chosen
	// another outcome than was foretold, among those that its specification allows.
	maxLessons = 100
)

// proving is a machine all of whose transitions are tried.
type proving struct {
	model     *machine.Model
	suite     *fsm.Suite
	sequences [][]int // of inputs of the model
	learned   bool    // whether the program has shown an outcome that was not foretold
	why       string  // why nothing is proved although all is right
	// ask are sequences of inputs that show what of a specified machine was not as foretold.
	ask [][]value.Value
}

// prove runs the sequences that try all transitions of a machine. Where the specification
// allows several outcomes, they are those of the machine in which each is the one that the
// program has shown.
func (m *machineRun) prove(ctx context.Context) {
	m.begin(ctx)
	for lessons := 0; ; lessons++ {
		if why := m.foresee(ctx); why != "" {
			m.out.Verdict, m.out.Why = result.Blocked, why
			return
		}
		m.runAll(ctx)
		if p := m.proving; !p.learned || m.out.Fail+m.out.Error > 0 || ctx.Err() != nil {
			break
		} else if lessons == maxLessons {
			p.why = "the program goes on doing other than it did before"
			break
		}
		m.forget()
		if m.follows != nil && m.follows.ask(ctx) {
			break
		}
	}
	m.settle(ctx)
}

// begin runs one step, which shows in which state objects begin.
func (m *machineRun) begin(ctx context.Context) {
	if m.follows != nil {
		return
	}
	s := &sequence{machine: m, steps: m.model.Draw(ctx, m.newRandom(0, 0), nil, []machine.State{m.initial}, 1)}
	j := &judge{run: m.run, observer: m.program.Observer()}
	for _, w := range m.send(ctx, m.program.Worker(0), j, []*sequence{s}) {
		m.initial = m.initial.UpdateBy(w.first)
	}
}

// foresee explores the machine and makes the sequences. why says why that is not possible.
func (m *machineRun) foresee(ctx context.Context) (why string) {
	model, err := m.explore(ctx)
	if err != nil {
		return "not all transitions can be tried: " + err.Error()
	}
	p := &proving{model: model}
	if p.suite, err = fsm.Prove(model.Machine, m.of.Extra, maxSuite); err != nil {
		return "not all transitions can be tried: " + err.Error()
	}
	m.proving = p
	m.out.Sequences, m.out.Length = p.suite.Sequences, 0
	for inputs := range p.suite.All() {
		p.sequences = append(p.sequences, append([]int(nil), inputs...))
		m.out.Length = max(m.out.Length, len(inputs))
	}
	if wanted := m.run.options.Machines.Sequences; wanted > 0 && wanted < m.out.Sequences {
		p.why = fmt.Sprintf("only %d of %d sequences were to be run", wanted, m.out.Sequences)
		m.out.Sequences = wanted
	}
	return ""
}

// explore returns the machine as a finite one.
func (m *machineRun) explore(ctx context.Context) (*machine.Model, error) {
	if m.follows != nil {
		return m.follows.makeFinite(ctx)
	}
	return m.model.Explore(ctx, m.initial, maxModel, maxExplored, m.showsVariable)
}

// showsVariable tells whether the program shows a variable after a unit has run.
func (m *machineRun) showsVariable(unit int, name string) bool {
	return m.moves[unit].binding.ShowsVariable(name)
}

// sequence returns the sequence with a number, which counts from 1.
func (p *proving) sequence(number int) []machine.Step {
	var out []machine.Step
	for _, i := range p.sequences[number-1] {
		out = append(out, p.model.Steps[i])
	}
	return out
}

// compare holds what the program has shown against what was foretold.
func (m *machineRun) compare(ctx context.Context, w *walk) {
	p := m.proving
	if m.follows != nil {
		if p.why == "" {
			ask, why := m.follows.compare(w)
			p.why, p.learned = why, (p.learned || len(ask) > 0) && why == ""
			p.ask = append(p.ask, ask...)
		}
		return
	}
	if begun := m.initial.UpdateBy(w.first); begun.Key() != m.initial.Key() {
		p.why = cmp.Or(p.why, fmt.Sprintf("objects do not all begin in the same state: %s, and %s",
			m.model.Text(m.initial), m.model.Text(begun)))
		return
	}
	at := m.initial
	for i, s := range w.steps[:w.right] {
		after, what := m.model.Learn(ctx, at, s, w.seen[i])
		before := m.model.TextStep(s) + " in the state " + m.model.Text(at)
		switch what {
		case machine.Learned:
			p.learned = true
		case machine.Unsettled:
			p.why = cmp.Or(p.why, "the program does not always do the same after "+before)
			return
		case machine.Unshown:
			p.why = cmp.Or(p.why, "the program shows only a part of what is left after "+before)
			return
		}
		at = after
	}
}

// forget sets the counts of a machine back, before its sequences are run again.
func (m *machineRun) forget() {
	out := m.out
	out.Ran, out.Steps, out.Summary, out.Ended, out.Why = 0, 0, result.Summary{}, 0, ""
	m.states, m.graph, m.covered = map[string]bool{}, stateGraph{}, machine.Coverage{}
	clear(m.counts)
}

// settle says what is proved.
func (m *machineRun) settle(ctx context.Context) {
	p, out := m.proving, m.out
	proof := &result.Proof{Why: p.why, States: len(p.suite.Machine.States), Transitions: p.suite.Transitions,
		Leaving: p.model.Leaving, Sampled: p.model.Sampled}
	if m.follows != nil {
		proof.Chosen = m.follows.guess.Several
	}
	proof.Most = proof.States + m.of.Extra
	switch {
	case ctx.Err() != nil:
		proof.Why = cmp.Or(proof.Why, "the run was interrupted")
	case out.Pass < out.Ran:
		proof.Why = cmp.Or(proof.Why, fmt.Sprintf("%d of %d sequences are not right", out.Ran-out.Pass, out.Ran))
	case out.Ran < out.Sequences || len(m.run.options.Machines.Numbers[m.of.Name]) > 0:
		proof.Why = cmp.Or(proof.Why, "not all sequences were run")
	}
	proof.Proved = proof.Why == ""
	out.Proof = proof
	if !proof.Proved && out.Verdict == result.Pass {
		out.Verdict, out.Why = result.Undecided, "nothing is proved: "+proof.Why
	}
}

// continuesUnforeseen tells whether a sequence goes on from a state that was not foretold.
func (m *machineRun) continuesUnforeseen() bool { return m.of.Inputs == spec.OnTheFly }
