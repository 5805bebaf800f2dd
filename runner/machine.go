package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// Machines asks for sequences of operations, which the machines of the project make.
type Machines struct {
	Names []string // the machines to run, without any cases of units; empty: all machines
	// Numbers are, for a machine, the numbers of the sequences to run; none: all of them.
	Numbers           map[string][]int
	Sequences, Length int // 0: as the machine or the project says
	// Changed are the machines, by name, of which the options say other than the project how
	// inputs are chosen or what is to be reached, and Flags the flags that say so.
	Changed map[string]*spec.Machine
	Flags   string
}

const (
	// defaultSequences and defaultLength are the number of sequences of a machine and
	// of steps in each, where neither the options nor the project say them. They take
	// some seconds.
	defaultSequences = 500
	defaultLength    = 50
	// maxSequenceBatch is the largest number of sequences that are sent to a process at
	// once.
	maxSequenceBatch = 64
	// maxContinued is how often a sequence is run again from its beginning, to go on
	// from a state that was not predicted.
	maxContinued = 20
	// maxFailing is the number of failing and flaky sequences after which no more are run, where those
	// in which the process ends count as deadFailing, since each takes a new process, and those in
	// which it hangs as hungDead times that. maxKinds is how many kinds of failures are made smaller and
	// reported.
	maxFailing  = 50
	deadFailing = 10
	hungDead    = 3
	maxKinds    = 5
)

// isExclusive tells whether only sequences are run, and no cases.
func (m *Machines) isExclusive() bool { return m != nil && len(m.Names) > 0 }

// selectFrom returns those machines of a system that are run.
func (m *Machines) selectFrom(system *spec.System, shard *result.Shard) []*spec.Machine {
	if m == nil {
		return nil
	}
	var out []*spec.Machine
	for _, one := range system.Machines {
		wanted := len(m.Names) == 0 || slices.Contains(m.Names, one.Name)
		one = cmp.Or(m.Changed[one.Name], one)
		if wanted && len(one.Units) > 0 && shard.Has("machine "+one.Name) {
			out = append(out, one)
		}
	}
	return out
}

// machineRun is the state of a machine while its sequences run.
type machineRun struct {
	run     *execution
	of      *spec.Machine
	model   *machine.Machine
	program *host.Program
	moves   []*move // one for each unit of the machine
	initial machine.State
	starts  []machine.State // what objects may be made with, beside what they are where nothing is said
	follows *following      // nil: the schemas of its units are the specification
	out     *result.Machine
	counts  []int // how many steps of each unit were run
	dead    int   // how many sequences have ended their process or hung
	states  map[string]bool
	kinds   map[string]bool // the kinds of failures that were reported
	passed  map[int]bool    // the numbers of the sequences that passed
	graph   stateGraph
	covered machine.Coverage
	proving *proving // nil where not all transitions are tried
	goals   []*seeking

	mu          sync.Mutex        // guards what follows, and out.Findings
	unspecified map[string]bool   // the units that did not end as they should, and of which nothing is specified
	lates       map[int]lateError // by the number of the sequence
}

// runMachines runs the machines that the options ask for.
func (x *execution) runMachines(ctx context.Context) {
	for _, of := range x.options.Machines.selectFrom(x.plan.System, x.options.Shard) {
		if ctx.Err() != nil && !isTimeOver(ctx) {
			return
		}
		m := x.newMachine(of)
		began := x.clock.Now()
		if ctx.Err() != nil {
			m.out.Verdict, m.out.Why = result.Blocked, result.NotRun+explainEnd(ctx)
		} else if why := m.prepare(ctx); why != "" {
			m.out.Verdict, m.out.Why = result.Blocked, why
		} else {
			renewAll(m)
			m.runBy(ctx)
		}
		m.out.Seconds = (x.clock.Now() - began).Seconds()
	}
}

// newMachine returns the initial state of a machine.
func (x *execution) newMachine(of *spec.Machine) *machineRun {
	wanted := x.options.Machines
	out := &result.Machine{
		Machine: of.Name, Seed: x.options.Seed, Objects: of.Objects, Units: []result.MachineUnit{},
		Failures: []*result.Sequence{}, Inputs: of.Inputs,
		Sequences: cmp.Or(wanted.Sequences, of.Sequences, x.plan.System.Run.Sequences, defaultSequences),
		Length:    cmp.Or(wanted.Length, of.Length, x.plan.System.Run.Length, defaultLength),
	}
	x.results.run.Machines = append(x.results.run.Machines, out)
	m := &machineRun{
		run: x, of: of, model: machine.New(of, x.engine.Oracle, x.engine.Solver), out: out,
		counts: make([]int, len(of.Units)), states: map[string]bool{}, kinds: map[string]bool{},
		passed: map[int]bool{}, unspecified: map[string]bool{}, lates: map[int]lateError{},
	}
	x.machines = append(x.machines, m)
	return m
}

// prepare starts the programs of the machine's units. why says why that is not
// possible.
func (m *machineRun) prepare(ctx context.Context) (why string) {
	for _, u := range m.model.Units {
		one, why := m.run.move(ctx, u)
		if why != "" {
			return why
		}
		one.beside = m.changedBeside(u, one.set.decisions)
		m.program, m.moves = one.program, append(m.moves, one)
	}
	if m.of.Reactive != nil {
		return m.follow()
	}
	var err error
	if m.initial, err = m.model.FindInitial(ctx); err != nil {
		return err.Error()
	}
	m.starts = findStarts(ctx, m)
	return ""
}

// changedBeside returns the state variables that callees of a unit may change and that its
// signature does not have.
func (m *machineRun) changedBeside(u *spec.Unit, edges decisions) []int {
	var out []int
	for k, v := range m.model.Vars {
		later := v.Name + "'"
		if u.Op.Find(later) >= 0 {
			continue
		}
		for e := range edges {
			if m.run.plan.System.Unit(e.callee).Op.Find(later) >= 0 {
				out = append(out, k)
				break
			}
		}
	}
	return out
}

// runBy runs the sequences in the way in which inputs are chosen, and those that lead to
// goals.
func (m *machineRun) runBy(ctx context.Context) {
	m.seek()
	if m.of.Inputs == spec.Transitions {
		m.prove(ctx)
	} else {
		m.runAll(ctx)
	}
	m.reachGoals(ctx)
	m.tellCovered(ctx)
}

// runAll runs the sequences. It runs the first one alone, which shows in which state
// objects begin, and then more and more at once, but few where processes have ended or hung.
func (m *machineRun) runAll(ctx context.Context) {
	defer m.conclude(ctx)
	if only := m.run.options.Machines.Numbers[m.of.Name]; len(only) > 0 {
		m.runOnly(ctx, only)
		return
	}
	size := 1
	for next := 1; next <= m.out.Sequences && ctx.Err() == nil; {
		count := min(size, m.out.Sequences-next+1)
		todo := make([]int, count)
		for i := range todo {
			todo[i] = next + i
		}
		for _, w := range m.batch(ctx, todo) {
			if errors.Is(context.Cause(ctx), errFailed) ||
				m.out.Fail+m.out.Error+m.out.Flaky+m.dead*(deadFailing-1) >= maxFailing {
				return
			}
			m.count(ctx, w)
		}
		if m.proving != nil && m.proving.learned {
			return
		}
		next += count
		if size = min(4*size, maxSequenceBatch*m.processes()); m.dead > 0 {
			size = m.processes()
		}
	}
}

// runOnly runs the sequences with the given numbers, as they are among all others: the first
// of all shows in which state objects begin, and is counted only where it is one of them.
func (m *machineRun) runOnly(ctx context.Context, numbers []int) {
	numbers = slices.Compact(slices.Sorted(slices.Values(numbers)))
	m.out.Sequences = len(numbers)
	if numbers[0] != 1 {
		for _, w := range m.batch(ctx, []int{1}) {
			m.initial = m.initial.UpdateBy(w.first)
		}
	}
	for _, number := range numbers {
		for _, w := range m.batch(ctx, []int{number}) {
			m.count(ctx, w)
		}
	}
}

// processes returns how many processes run sequences at the same time.
func (m *machineRun) processes() int {
	if m.run.options.Debug {
		return 1
	}
	return max(1, cmp.Or(m.run.options.Parallel, m.run.plan.System.Run.Parallel, 1))
}

// batch runs sequences, and returns the walks of those that were not cut off.
func (m *machineRun) batch(ctx context.Context, todo []int) []*walk {
	parts := slices.Collect(slices.Chunk(todo, (len(todo)+m.processes()-1)/m.processes()))
	found := make([][]*walk, len(parts))
	group, working := workers.New(ctx)
	for i, part := range parts {
		w := m.program.Worker(i)
		group.Go(func() {
			var list []*sequence
			for _, number := range part {
				list = append(list, m.draw(working, number))
			}
			found[i] = m.runSequences(working, w, list)
		})
	}
	group.Wait()
	return slices.Concat(found...)
}

// newRandom returns the random source for a sequence, a different one each time that the
// sequence goes on.
func (m *machineRun) newRandom(number, round int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %d", m.run.options.Seed, m.of.Name, number)
	return rand.New(rand.NewPCG(h.Sum64(), uint64(round)))
}

// draw draws a sequence that begins with new objects.
func (m *machineRun) draw(ctx context.Context, number int) *sequence {
	if s := drawOn(ctx, m, number, drawStarts(m, number)); s.isMade() {
		return s
	}
	return drawOn(ctx, m, number, nil)
}

// drawOn draws a sequence on objects that are made with what is said of them.
func drawOn(ctx context.Context, m *machineRun, number int, starts []machine.State) *sequence {
	s := &sequence{machine: m, number: number, starts: starts}
	s.steps = m.drawMore(ctx, s, 0, m.newWalk(s), m.out.Length)
	return s
}

// drawMore draws steps with which a sequence goes on from where a walk has come.
func (m *machineRun) drawMore(ctx context.Context, s *sequence, round int, from *walk, n int) []machine.Step {
	switch {
	case m.proving != nil:
		return m.proving.sequence(s.number)
	case m.follows != nil:
		return m.follows.draw(ctx, m.newRandom(s.number, round), from.in, n)
	case m.of.Inputs == spec.Generic:
		return m.model.DrawGeneric(ctx, m.newRandom(s.number, round), from.at, n)
	}
	favoured := m.model.DrawFavoured(m.newRandom(s.number, -1)) // the same in all rounds
	return m.drawAmong(ctx, m.newRandom(s.number, round), favoured, from, n)
}

// runSequences runs sequences, and continues those that come to a state that was not
// predicted.
func (m *machineRun) runSequences(ctx context.Context, w *host.Worker, list []*sequence) []*walk {
	j := &judge{run: m.run, observer: m.program.Observer()}
	var out []*walk
	for round := 1; len(list) > 0 && ctx.Err() == nil; round++ {
		var again []*sequence
		for _, one := range m.send(ctx, w, j, list) {
			if one.refused {
				again = append(again, drawOn(ctx, m, one.number, nil))
				continue
			}
			if one.end != unpredicted || round > maxContinued || one.died != 0 || !m.continuesUnforeseen() {
				out = append(out, one)
				continue
			}
			s := *one.sequence
			s.steps = slices.Concat(s.steps[:one.right], m.drawMore(ctx, &s, round, one, m.out.Length-one.right))
			if len(s.steps) == one.right {
				one.end = completed
				out = append(out, one)
				continue
			}
			again = append(again, &s)
		}
		list = again
	}
	slices.SortFunc(out, func(a, b *walk) int { return cmp.Compare(a.number, b.number) })
	return out
}

// count records the result of a sequence.
func (m *machineRun) count(ctx context.Context, w *walk) {
	out := m.out
	out.Ran++
	if out.Ran == 1 {
		m.initial = m.initial.UpdateBy(w.first)
	}
	if m.notice(w); m.proving != nil {
		m.compare(ctx, w)
	}
	out.Steps += w.right
	if m.follows != nil {
		m.follows.note(w)
	}
	for _, s := range w.steps[:w.right] {
		m.counts[s.Unit]++
	}
	if len(w.moved) > 0 {
		m.graph.number(m.initial) // it is the first
	}
	m.graph.add(w.moved)
	m.cover(w)
	for _, key := range w.met {
		if len(m.states) < result.MostStates {
			m.states[key] = true
		}
	}
	if m.proving == nil && (w.end == completed && len(w.steps) < out.Length || w.end == unpredicted &&
		!m.continuesUnforeseen()) {
		out.Ended++
	}
	tries, flaky := repeatSequenceApart(ctx, m, w)
	if !flaky {
		w, tries, flaky = tryAgain(ctx, m, w)
	}
	if flaky {
		noteFlaky(m, w, tries)
		return
	}
	switch w.end {
	case completed, unpredicted:
		m.dead += w.cost()
		if w.right == 0 && !w.unspecified && (w.end == unpredicted || m.follows == nil && m.of.Inputs != spec.Generic) {
			out.Undecided++
			out.Why = cmp.Or(out.Why, noStep)
			break
		}
		out.Pass++
		m.passed[w.number] = true
	case stopped:
		out.Blocked++
		out.Why = cmp.Or(out.Why, w.why)
	case unclear:
		out.Undecided++
		out.Why = cmp.Or(out.Why, w.why)
	case failing:
		m.dead += w.cost()
		if w.result.Verdict == result.Error {
			out.Error++
		} else {
			out.Fail++
		}
		if isNewKind(m, w.kind()) {
			m.fail(ctx, w, tries)
		}
	}
}

// isNewKind tells whether a failure is to be reported: it is the first of its kind, and there are not too many.
func isNewKind(m *machineRun, kind string) bool {
	if m.kinds[kind] || len(m.kinds) >= maxKinds {
		return false
	}
	m.kinds[kind] = true
	return true
}

// conclude sets the verdict on the machine.
func (m *machineRun) conclude(ctx context.Context) {
	out := m.out
	by := legendOf(m.model)
	if m.follows != nil {
		by = m.follows.legend()
	}
	out.States, out.Graph = len(m.states), m.graph.drawGraph(by)
	if m.follows != nil {
		m.follows.conclude(ctx)
	}
	if names := slices.Sorted(maps.Keys(m.unspecified)); len(names) > 0 {
		m.remark(fmt.Sprintf("not every call of %s ended as it should: nothing is specified yet of that",
			strings.Join(names, ", ")))
	}
	out.Units = []result.MachineUnit{}
	for i, u := range m.model.Units {
		out.Units = append(out.Units, result.MachineUnit{Unit: u.Name, Steps: m.counts[i]})
	}
	switch {
	case out.Fail > 0:
		out.Verdict = result.Fail
	case out.Error > 0:
		out.Verdict = result.Error
	case out.Flaky > 0:
		out.Verdict = result.Flaky
	case out.Blocked > 0 || out.Ran == 0:
		out.Verdict = result.Blocked
		out.Why = cmp.Or(out.Why, "no sequence was run")
	case out.Pass > 0 && out.Ran < out.Sequences && ctx.Err() != nil && !errors.Is(context.Cause(ctx), errFailed):
		out.Verdict = result.Undecided
		out.Why = cmp.Or(out.Why, fmt.Sprintf("%s: of %d sequences the first %d were run, and none of them failed",
			explainEnd(ctx), out.Sequences, out.Ran))
	case out.Pass > 0 && (out.Steps > 0 || len(m.unspecified) > 0):
		out.Verdict = result.Pass
	default:
		out.Verdict = result.Undecided
		out.Why = cmp.Or(out.Why, noStep)
	}
}

// noStep says why nothing was found out.
const noStep = "no step was found that is known to be inside its precondition"
