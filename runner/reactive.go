package runner

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/machine/reactive"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed/value"
)

// following follows the specification of a reactive system while sequences run.
type following struct {
	*reactive.Machine
	run *machineRun

	// what of the specification was met: states and transitions where it is known in
	// which state the specification was
	states, transitions, inputs, outputs map[string]bool
	begun                                bool // whether the first step of some sequence was run
	learner                              *reactive.Learner
	guess                                *reactive.Hypothesis // what all transitions are taken to be
	labels                               []string             // what transitions say, by their numbers
	numbers                              map[string]int
}

// follow has a machine follow its specification, where it has one of its own. why says
// why that is not possible.
func (m *machineRun) follow() (why string) {
	if m.of.Reactive == nil {
		return ""
	}
	model, err := reactive.New(m.of.Name, m.of.Reactive, m.run.plan.System)
	if err != nil {
		return err.Error()
	}
	m.follows = &following{Machine: model, run: m, states: map[string]bool{}, transitions: map[string]bool{},
		inputs: map[string]bool{}, outputs: map[string]bool{}, numbers: map[string]int{}}
	m.out.Spec = strings.TrimSpace(m.of.Reactive.Text.Value)
	return ""
}

// taken is a step whose output was allowed.
type taken struct {
	from, to      reactive.States
	input, output value.Value
}

// draw returns steps that are specified, from the states in which the specification can
// be.
func (f *following) draw(ctx context.Context, r *rand.Rand, at reactive.States, n int) []machine.Step {
	if f.run.of.Inputs == spec.Generic {
		inputs := make([]value.Value, n)
		for i := range inputs {
			inputs[i] = f.Inputs[r.IntN(len(f.Inputs))]
		}
		return f.steps(inputs)
	}
	inputs, err := f.Draw(ctx, r, at, n)
	if err != nil {
		f.run.remark(err.Error())
	}
	return f.steps(inputs)
}

// steps returns inputs as steps of the unit that takes them.
func (f *following) steps(inputs []value.Value) []machine.Step {
	v := f.run.model.Units[0].Op.Input.Vars[0]
	out := make([]machine.Step, len(inputs))
	for i, input := range inputs {
		out[i] = machine.Step{Inputs: spec.Values{spec.NewItem(v.Name, v.Type, input)}}
	}
	return out
}

// makeFinite returns the specification as a finite machine. Where it allows several outputs, they
// are those that the program has shown.
func (f *following) makeFinite(ctx context.Context) (*machine.Model, error) {
	if f.learner == nil {
		f.learner = f.NewLearner()
	}
	var err error
	if f.guess, err = f.learner.MakeHypothesis(ctx, maxModel); err != nil {
		return nil, err
	}
	return &machine.Model{Machine: f.guess.Machine, Steps: f.steps(f.Inputs), Sampled: f.Bounded != ""}, nil
}

// maxAsked is how many sequences are run to find out why a program gave another output than was
// foretold, before all is made anew.
const maxAsked = 500

// compare holds the outputs of a sequence against those that were foretold. It returns sequences
// that show what is different, and the reason why nothing is proved.
func (f *following) compare(w *walk) (ask [][]value.Value, why string) {
	if f.guess.Several == 0 {
		return nil, "" // the specification allows no other outputs than those
	}
	var inputs, outputs []value.Value
	for _, p := range w.passed {
		inputs, outputs = append(inputs, p.input), append(outputs, p.output)
	}
	if err := f.learner.Observe(inputs, outputs); err != nil {
		return nil, err.Error()
	}
	return f.guess.FindDiffering(inputs, outputs), ""
}

// ask runs the sequences that show what was not as foretold. It tells whether one of them fails.
func (f *following) ask(ctx context.Context) (failed bool) {
	m := f.run
	var list []*sequence
	for _, inputs := range m.proving.ask[:min(len(m.proving.ask), maxAsked)] {
		list = append(list, &sequence{machine: m, steps: f.steps(inputs)})
	}
	j := &judge{run: m.run, observer: m.program.Observer()}
	for part := range slices.Chunk(list, maxSequenceBatch) {
		for _, w := range m.send(ctx, m.program.Worker(0), j, part) {
			if w.end == failing {
				m.count(ctx, w)
				m.conclude(ctx)
				return true
			}
			f.compare(w) // whose error comes again when the machine is made
		}
	}
	return false
}

// findAllowed returns the outcomes that are allowed for a step. end is not `completed` where
// the step cannot be judged, since nothing is specified there or there is no telling.
func (f *following) findAllowed(w *walk, i int) (list []reactive.Outcome, end walkEnd) {
	list, err := f.FindAllowed(w.in, w.steps[i].Inputs[0].Value)
	switch {
	case err != nil:
		w.why = err.Error()
		return nil, unclear
	case len(list) == 0:
		return nil, unpredicted
	}
	return list, completed
}

// judge holds the output of a step against the specification.
func (f *following) judge(j *judge, a *attempt, w *walk, c *trace.Case, ruling *trace.Ruling, r *host.Reply,
	allowed []reactive.Outcome) walkEnd {
	u := f.run.model.Units[0]
	input, output := c.Frame[u.Op.Input.At[0]], c.Frame[u.Op.Output.At[0]]
	if output.Kind() == value.Nothing {
		w.why = fmt.Sprintf("the output of %s was not observed", u.Name)
		return stopped
	}
	to := reactive.StatesAfter(allowed, output)
	if to != nil {
		w.passed = append(w.passed, taken{from: w.in, to: to, input: input, output: output})
		w.in = to
		return completed
	}
	w.result = j.reportFailure(a, w, c, ruling, r)
	w.result.Verdict, w.result.Blame = result.Fail, []string{u.Name}
	v := u.Op.Output.Vars[0]
	if len(allowed) == 1 {
		w.result.Expected = spec.Values{spec.NewItem(v.Name, v.Type, allowed[0].Output)}
	}
	w.result.Message = fmt.Sprintf("step %d: in %s, %s allows %s for %s, and the output was %s", w.right+1,
		f.Text(w.in), f.Name, f.Outputs(allowed), input.Text(f.Of.Input), output.Text(f.Of.Output))
	return failing
}

// note records what a sequence has met.
func (f *following) note(w *walk) {
	f.begun = f.begun || w.right > 0
	if len(f.Init) == 1 {
		f.states[f.Init[0].Key()] = true
	}
	for _, p := range w.passed {
		f.inputs[p.input.Key()], f.outputs[p.output.Key()] = true, true
		if len(p.to) == 1 && len(f.states) < result.MostStates {
			f.states[p.to[0].Key()] = true
		}
		if len(p.from) == 1 && len(p.to) == 1 && len(f.transitions) < result.MostStates {
			f.transitions[moveKey(p.from[0], p.input, p.output, p.to[0])] = true
			f.run.graph.add([]moved{{from: machine.State(p.from), to: machine.State(p.to), unit: f.label(p)}})
		}
	}
}

// label returns the number of what a transition says in the picture of the states.
func (f *following) label(p taken) int {
	text := p.input.Text(f.Of.Input) + " / " + p.output.Text(f.Of.Output)
	n, ok := f.numbers[text]
	if !ok {
		n = len(f.labels)
		f.numbers[text], f.labels = n, append(f.labels, text)
	}
	return n
}

// legend says how the picture of the states is written.
func (f *following) legend() legend {
	return legend{vars: []string{"state"}, label: func(n int) string { return f.labels[n] },
		texts: func(s machine.State) []string { return []string{s[0].Text(f.Of.State)} }}
}

// moveKey returns a text that identifies a transition.
func moveKey(values ...value.Value) string {
	var b []byte
	for _, v := range values {
		b = append(v.AppendKey(b), 0)
	}
	return string(b)
}

const (
	// maxCounted is how many states of a specification are explored to tell how much of
	// it was met.
	maxCounted = 2_000
	// maxUnmet is how many states that were not met are named.
	maxUnmet = 20
)

// conclude says how much of the specification was met.
func (f *following) conclude(ctx context.Context) {
	out := &result.Met{States: result.Part{Met: len(f.states)}, Transitions: result.Part{Met: len(f.transitions)},
		Inputs: result.Part{Met: len(f.inputs), Of: len(f.Inputs)}, Outputs: result.Part{Met: len(f.outputs)}}
	f.run.out.Met, f.run.out.States = out, len(f.states)
	if f.Bounded != "" {
		out.Bounded = f.Bounded
	}
	if !f.begun && f.run.out.Fail+f.run.out.Error+f.run.out.Blocked+f.run.out.Undecided == 0 {
		f.run.out.Pass, f.run.out.Undecided = 0, f.run.out.Pass
		f.run.out.Why = fmt.Sprintf("%s specifies nothing for any input in %s, where it begins", f.Name, f.Text(f.Init))
	}
	e, err := f.Explore(ctx, maxCounted)
	if err != nil || !e.Whole {
		return
	}
	outputs := map[string]bool{}
	for i, row := range e.Moves {
		for _, list := range row {
			out.Transitions.Of += len(list)
			for _, one := range list {
				outputs[one.Output.Key()] = true
			}
		}
		if s := e.States[i]; !f.states[s.Key()] && len(out.Never) < maxUnmet {
			out.Never = append(out.Never, s.Text(f.Of.State))
		}
	}
	out.States.Of, out.Outputs.Of = len(e.States), len(outputs)
}
