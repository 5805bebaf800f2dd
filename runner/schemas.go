package runner

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// bySchemas runs the sequences of pairs as steps of the units that the operations of their class are, so that the
// schema of each unit judges what the axioms judge in another way.
type bySchemas struct {
	steps *machineRun
	class *plan.Class
	out   *result.ClassRun
	of    map[*sequence]*judged
	fails map[string]*walk // the shortest failing sequence, by the unit whose step it is
	wrong map[string]bool  // the ids of the pairs that have a failing sequence
}

// judged is a sequence that is run as steps.
type judged struct {
	pairs []*suite.Pair     // that have it
	terms []*language.Apply // the sequence up to each step
}

// schemaBatch is how many sequences are sent at once.
const schemaBatch = 500

// judgeBySchemas has the schemas of units judge the sequences of pairs, where operations of the class are units.
func judgeBySchemas(ctx context.Context, x *execution, of *plan.Class, pairs []*suite.Pair, out *result.ClassRun) {
	if len(of.Operations) == 0 || ctx.Err() != nil {
		return
	}
	var units []string
	for _, o := range of.Operations {
		if !slices.Contains(units, o.Unit) {
			units = append(units, o.Unit)
		}
	}
	machineOf := &spec.Machine{Name: of.Name, Units: units, Objects: 1}
	b := &bySchemas{class: of, out: out, of: map[*sequence]*judged{}, fails: map[string]*walk{},
		wrong: map[string]bool{},
		steps: &machineRun{run: x, of: machineOf, model: machine.New(machineOf, x.engine.Oracle, x.engine.Solver),
			out: &result.Machine{Machine: of.Name}, counts: make([]int, len(units)), states: map[string]bool{},
			kinds: map[string]bool{}, unspecified: map[string]bool{}}}
	out.BySchemas = &result.BySchemas{Units: units}
	if why := b.steps.prepare(ctx); why != "" {
		out.BySchemas.Why = why
		return
	}
	list := b.sequences(pairs)
	w, size := b.steps.program.Worker(0), 1 // the first one shows in which state objects begin
	for len(list) > 0 && ctx.Err() == nil && out.BySchemas.Failed < maxFailing {
		size = min(size, len(list))
		b.judge(ctx, w, list[:size])
		list, size = list[size:], schemaBatch
	}
	out.Findings = append(out.Findings, b.steps.out.Findings...)
	b.conclude()
}

// sequences returns the sequences of pairs, each once, as far as their operations are units that are given values.
func (b *bySchemas) sequences(pairs []*suite.Pair) (out []*sequence) {
	known := map[string]*judged{}
	for _, p := range pairs {
		open := p.Open()
		for _, t := range []language.Term{open.First, open.Second} {
			steps, terms := b.stepsOf(t)
			if len(steps) == 0 {
				continue
			}
			text := language.FormatTerm(terms[len(terms)-1], language.LOBAS)
			if j := known[text]; j != nil {
				j.pairs = append(j.pairs, p)
				continue
			}
			s := &sequence{machine: b.steps, number: len(out) + 1, steps: steps}
			b.of[s] = &judged{[]*suite.Pair{p}, terms}
			known[text] = b.of[s]
			out = append(out, s)
		}
	}
	return out
}

// stepsOf returns the steps of a sequence, up to the first operation that is not a unit or is given what is not a
// value.
func (b *bySchemas) stepsOf(t language.Term) (steps []machine.Step, terms []*language.Apply) {
	a, is := t.(*language.Apply)
	if !is || a.Op == language.Create || len(a.Args) == 0 {
		return nil, nil
	}
	before, is := a.Args[0].(*language.Apply)
	if !is {
		return nil, nil
	}
	if before.Op != language.Create {
		if steps, terms = b.stepsOf(before); len(terms) == 0 || terms[len(terms)-1] != before {
			return steps, terms
		}
	}
	i := slices.IndexFunc(b.class.Operations, func(o spec.OperationUnit) bool { return o.Operation == a.Op })
	if i < 0 || len(before.Args) > 0 && before.Op == language.Create {
		return steps, terms
	}
	o := b.class.Operations[i]
	unit := slices.Index(b.steps.of.Units, o.Unit)
	step := machine.Step{Unit: unit}
	for _, v := range b.steps.model.Units[unit].Op.Input.Vars {
		l, is := a.Args[1+slices.Index(o.Inputs, v.Name)].(*language.Literal)
		if !is {
			return steps, terms
		}
		x, ok := valueOf(l)
		if !ok {
			return steps, terms
		}
		step.Inputs = append(step.Inputs, spec.NewItem(v.Name, v.Type, x))
	}
	return append(steps, step), append(terms, a)
}

// valueOf returns the value of Z that a literal stands for.
func valueOf(l *language.Literal) (value.Value, bool) {
	switch l.Sort {
	case language.Integer:
		n, ok := new(big.Int).SetString(l.Text, 10)
		if !ok {
			return value.Value{}, false
		}
		return value.OfBig(n), true
	case language.String:
		s, err := strconv.Unquote(l.Text)
		return value.OfStr(s), err == nil
	}
	return value.Value{}, false
}

// judge runs sequences, and counts what came of them.
func (b *bySchemas) judge(ctx context.Context, w *host.Worker, list []*sequence) {
	j := &judge{run: b.steps.run, observer: b.steps.program.Observer()}
	by := b.out.BySchemas
	for _, one := range b.steps.send(ctx, w, j, list) {
		if by.Sequences == 0 && one.first != nil {
			b.steps.initial = b.steps.initial.UpdateBy(one.first)
		}
		by.Sequences++
		by.Steps += one.right
		of := b.of[one.sequence]
		one, tries, flaky := tryAgain(ctx, b.steps, one)
		b.of[one.sequence] = of
		switch {
		case flaky:
			b.noteFlaky(one, tries)
		case one.end == failing:
			by.Failed++
			for _, p := range b.of[one.sequence].pairs {
				b.wrong[p.ID] = true
			}
			if before := b.fails[one.result.Unit]; before == nil || one.right < before.right {
				b.fails[one.result.Unit] = one
			}
		case one.end == stopped, one.end == unclear:
			by.Undecided++
			if by.Why == "" {
				by.Why = one.why
			}
		}
	}
}

// conclude reports the shortest failing sequence of each unit, and counts the pairs that have a failing one as wrong.
func (b *bySchemas) conclude() {
	for _, id := range slices.Sorted(maps.Keys(b.wrong)) {
		if !slices.Contains(b.out.FailedIDs, id) {
			b.out.FailedIDs = append(b.out.FailedIDs, id)
			b.out.Failed = min(b.out.Failed+1, b.out.Pairs)
		}
	}
	for _, o := range b.class.Operations {
		w := b.fails[o.Unit]
		if w == nil {
			continue
		}
		delete(b.fails, o.Unit)
		b.out.Verdict = result.Fail
		b.out.Failures = append(b.out.Failures, b.describe(w))
	}
}

// describe returns a sequence that a schema finds wrong.
func (b *bySchemas) describe(w *walk) *result.PairFailure {
	of := b.of[w.sequence]
	pair := of.pairs[0]
	sequence := language.FormatIn(b.class.Name, of.terms[w.right])
	return &result.PairFailure{Case: pair.ID, Verdict: w.result.Verdict, Equivalent: pair.Equivalent, First: sequence,
		Schema: b.steps.model.Units[w.steps[w.right].Unit].Name, Step: w.right + 1, In: sequence,
		Original: sequencesOf(pair), Blame: of.terms[w.right].Op, Uncertain: w.result.Uncertain,
		Message: fmt.Sprintf("%s is not as its schema says: %s", b.steps.model.TextStep(w.steps[w.right]),
			w.result.Message),
		Replay: cmp.Or(b.steps.run.options.Command, "ttf-int run") + " --case " + pair.ID}
}

// noteFlaky counts a sequence that a schema finds wrong in some attempts only, and reports the first.
func (b *bySchemas) noteFlaky(w *walk, tries []result.Attempt) {
	if b.out.Flaky++; b.out.Verdict == result.Pass {
		b.out.Verdict = result.Flaky
	}
	if slices.ContainsFunc(b.out.Failures, func(f *result.PairFailure) bool {
		return f.Schema != "" && f.Verdict == result.Flaky
	}) {
		return
	}
	one := b.describe(w)
	one.Verdict, one.Attempts, one.Message = result.Flaky, tries, noteAttempts(tries, one.Message)
	b.out.Failures = append(b.out.Failures, one)
}

func sequencesOf(p *suite.Pair) (out [2]string) {
	out[0], out[1] = p.Sequences()
	return out
}
