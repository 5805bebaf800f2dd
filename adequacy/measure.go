package adequacy

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/internal/scratch"
	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/mutation"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

// Options are the options of Of.
type Options struct {
	Package string        // the package as the go command takes it: ./bank
	Tags    string        // the build tags with which the package is read
	Mutants int           // the largest number of mutants; 0: no limit
	Seed    uint64        // the seed for drawing mutants and inputs
	Time    time.Duration // the time for all runs; 0: no limit
	// Case is how long a case may take; 0: as the project says. Run is how long the run
	// of one mutant may take, whose verdicts may need searches; 0: no limit.
	Case, Run time.Duration
	Parallel  int  // the number of mutants that run at the same time; 0: one per core
	All       bool // whether all cases run against a mutant, and not only those up to the first that fails
	Draws     int  // the number of inputs drawn for each unit, to reveal survivors
	// Random says that as many drawn inputs as the plan has cases run against every
	// mutant too.
	Random bool
	Guard  proc.Guard
	// Stage, where it is not nil, is called when a stage begins. It returns a function
	// that is called with the progress of the stage, from several goroutines, one at a
	// time, and one that is called at its end.
	Stage func(name string) (progress func(done, total int), end func())
	// Plan makes a plan of a system other than the project's own.
	Plan func(ctx context.Context, system *spec.System) (*planner.Planned, error)
}

// Status is the result for a mutant.
type Status string

// The results for mutants.
const (
	Killed   Status = "killed"   // a case or sequence failed that passes on the original program
	Hung     Status = "hung"     // one failed because it did not end in time
	Broken   Status = "broken"   // the program could not be started, or was refused
	Survived Status = "survived" // nothing failed
	// Unreached means that nothing reaches the place of the mutant, which therefore
	// changes nothing.
	Unreached Status = "not reached"
	NotRun    Status = "not run" // the time for all runs was over
	// Overdue means that the run of the mutant took longer than it may, and no case had
	// failed.
	Overdue Status = "overdue"
)

// Outcome is a mutant with its result.
type Outcome struct {
	mutation.Mutant
	// the units to which its function belongs, where that is known
	Units  []string      `json:"units,omitempty"`
	Status Status        `json:"status"`
	Case   string        `json:"case,omitempty"`  // the first case that failed, or sequence
	Class  *result.Class `json:"class,omitempty"` // the error class of that failure
	Blame  []string      `json:"blame,omitempty"`
	// Right says whether the unit that is blamed is one of Units; nil where either is
	// not known.
	Right *bool  `json:"right,omitempty"`
	Doubt string `json:"doubt,omitempty"` // for a survivor: what could not be judged
	// Seconds is how long the run against it took.
	Seconds float64 `json:"seconds,omitempty"`
	// Shown is an input that reveals a survivor, with its unit.
	Shown *Input `json:"shown,omitempty"`
	// Random says whether as many drawn inputs as the plan has cases kill it.
	Random *bool `json:"random,omitempty"`
}

// Input is an input with a before-state.
type Input struct {
	Unit   string      `json:"unit"`
	Values spec.Values `json:"values"`
}

// Measure is the result of measuring a plan.
type Measure struct {
	Package string `json:"package"`
	Places  int    `json:"places"`  // the number of places where mutants are possible
	Refused int    `json:"refused"` // the number of tried mutants that the compiler refused
	Cases   int    `json:"cases"`   // the number of cases of the plan
	// Sequences is how many sequences of machines run against a mutant that the cases do not kill.
	Sequences int       `json:"sequences"`
	Drawn     int       `json:"drawn"` // the number of inputs that were drawn
	Seed      uint64    `json:"seed"`
	Seconds   float64   `json:"seconds"`
	Outcomes  []Outcome `json:"mutants"`
	// Notes say what could not be done.
	Notes []string `json:"notes,omitempty"`
	// Interrupted says that not all was done.
	Interrupted bool `json:"interrupted,omitempty"`
}

// Count returns how many mutants have one of the given statuses.
func (m *Measure) Count(of ...Status) int {
	n := 0
	for _, o := range m.Outcomes {
		if slices.Contains(of, o.Status) {
			n++
		}
	}
	return n
}

// Failing is the error that the original program does not pass its plan.
type Failing struct {
	Cases []string // the names of what fails
	What  string   // what these are, as in "of the plan's cases"
}

func (f *Failing) Error() string {
	return fmt.Sprintf("the program as it is fails %d %s, %s first: only of one that passes are mutants measured",
		len(f.Cases), f.What, f.Cases[0])
}

// measurement is the state while a plan is measured.
type measurement struct {
	options  Options
	planned  *planner.Planned
	programs *programs
	out      *Measure
	unclear  map[string]bool // the cases on which the original program could not be judged
	machines []string        // those that pass on the original program
}

// MeasurePlan measures a plan. When the context ends, or the time is over, it returns what was
// found until then.
func MeasurePlan(ctx context.Context, planned *planner.Planned, o Options) (*Measure, error) {
	began := time.Now()
	m := &measurement{options: o, planned: planned, out: &Measure{Package: o.Package, Seed: o.Seed,
		Outcomes: []Outcome{}}}
	for _, u := range planned.Units {
		m.out.Cases += len(u.Cases)
	}
	made, err := m.makeMutants(ctx)
	if err != nil {
		return nil, err
	}
	m.out.Places, m.out.Refused = made.Places, made.Refused
	for _, mutant := range made.Mutants {
		m.out.Outcomes = append(m.out.Outcomes, Outcome{Mutant: mutant, Units: made.Owners[mutant.Function],
			Status: NotRun})
	}
	if len(made.Mutants) == 0 {
		return m.out, nil
	}
	folder, err := scratch.Make("ttf-int-mutate")
	if err != nil {
		return nil, err
	}
	defer folder.Remove()
	dir := folder.Path
	if m.programs, err = m.build(ctx, dir, made.Overlay); err != nil {
		return nil, err
	}
	if err := m.runOriginal(ctx); err != nil {
		return nil, err
	}
	timed, stop := ctx, context.CancelFunc(func() {})
	if o.Time > 0 {
		timed, stop = context.WithTimeout(ctx, o.Time)
	}
	defer stop()
	m.runMutants(timed)
	m.draw(timed)
	m.out.Interrupted = timed.Err() != nil
	m.out.Seconds = time.Since(began).Seconds()
	return m.out, nil
}

// beginStage begins a stage.
func (m *measurement) beginStage(name string) (func(done, total int), func()) {
	if m.options.Stage == nil {
		return func(int, int) {}, func() {}
	}
	return m.options.Stage(name)
}

// runOriginal runs the plan against the program as it was written, which must pass it.
func (m *measurement) runOriginal(ctx context.Context) error {
	progress, end := m.beginStage("running the program as it is")
	defer end()
	run, err := m.run(ctx, attempt{planned: m.planned, progress: progress})
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	if len(run.Machinery) > 0 {
		return fmt.Errorf("the program as it is: %s", run.Machinery[0])
	}
	m.unclear = map[string]bool{}
	var failing []string
	for r := range run.All() {
		switch r.Verdict {
		case result.Fail, result.Error:
			failing = append(failing, r.Case)
		case result.Blocked, result.Undecided:
			m.unclear[r.Case] = true
		}
	}
	if len(failing) > 0 {
		return &Failing{failing, "of the plan's cases"}
	}
	if failing, err = m.runMachines(ctx); err != nil {
		return err
	}
	if len(failing) > 0 {
		return &Failing{failing, "kinds of sequences"}
	}
	return m.markUnreached()
}

// runMachines runs the machines whose units the program has against it as it was written, and returns the sequences
// that fail. Machines of which it does not pass all sequences are not run against mutants.
func (m *measurement) runMachines(ctx context.Context) (failing []string, err error) {
	for _, of := range m.planned.System.Machines {
		if of.Reactive == nil {
			m.machines = append(m.machines, of.Name)
		}
	}
	if len(m.machines) == 0 {
		return nil, nil
	}
	run, err := m.run(ctx, attempt{planned: m.planned, sequences: true})
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	m.machines = nil
	for _, of := range run.Machines {
		switch of.Verdict {
		case result.Pass:
			m.machines = append(m.machines, of.Machine)
			m.out.Sequences += of.Ran
		case result.Fail, result.Error:
			for _, f := range of.Failures {
				failing = append(failing, f.Result.Case)
			}
		default:
			m.out.Notes = append(m.out.Notes, fmt.Sprintf("the machine %s is left out, which is %s: %s", of.Machine,
				of.Verdict, of.Why))
		}
	}
	return failing, nil
}

// markUnreached marks the mutants to which the program as it is does not come.
func (m *measurement) markUnreached() error {
	reached, err := m.programs.reachedPlaces()
	if err != nil {
		return err
	}
	for i := range m.out.Outcomes {
		// Where it says nothing at all, it may be that it can write no file.
		if o := &m.out.Outcomes[i]; len(reached) > 0 && o.Place > 0 && !reached[o.Place] {
			o.Status = Unreached
		}
	}
	return nil
}

// run runs a plan, the cases of it that are named, or sequences alone against a mutant.
func (m *measurement) run(ctx context.Context, a attempt) (*result.Run, error) {
	plan := *a.planned.Plan
	plan.System = m.programs.systemFor(plan.System, a.mutant)
	var machines *runner.Machines
	if a.sequences {
		machines = &runner.Machines{Names: m.machines}
	}
	return runner.Run(ctx, &plan, runner.Options{
		Machines: machines,
		Cases:    a.cases, FailFast: a.first, Seed: int64(m.options.Seed), Parallel: 1, Timeout: m.options.Case,
		Progress: a.progress,
		Engine:   a.planned.Engine(), Guard: m.options.Guard,
	})
}

// attempt is a plan that is to be run against a mutant.
type attempt struct {
	planned   *planner.Planned
	mutant    int      // 0: the program as it was written
	cases     []string // none: all
	sequences bool     // of the machines, without cases
	first     bool     // up to the first that fails
	progress  func(done, total int)
}

// runMutants runs the plan against every mutant, and sequences against those that its cases do not kill.
func (m *measurement) runMutants(ctx context.Context) {
	var reached []int
	for i, o := range m.out.Outcomes {
		if o.Status != Unreached {
			reached = append(reached, i)
		}
	}
	m.eachOutcome(ctx, "running mutants", reached, func(o *Outcome) {
		a := attempt{planned: m.planned, mutant: o.ID, first: !m.options.All}
		m.runAgainst(ctx, o, a)
		if a.sequences = true; o.Status == Survived && len(m.machines) > 0 {
			m.runAgainst(ctx, o, a)
		}
	})
}

// runAgainst makes an attempt at a mutant.
func (m *measurement) runAgainst(ctx context.Context, o *Outcome, a attempt) {
	began := time.Now()
	run, over, err := m.runPatiently(ctx, a)
	o.Seconds += time.Since(began).Seconds()
	switch {
	case ctx.Err() != nil:
	case !over:
		o.Status = Overdue
	default:
		m.judge(o, run, err)
	}
}

// patience is how long a run is waited for after its time: what judges its cases may be
// in the middle of an evaluation.
const patience = 2 * time.Second

// runPatiently runs cases against a mutant for as long as a run may take. It tells whether
// the run has ended: one that has not is left behind.
func (m *measurement) runPatiently(ctx context.Context, a attempt) (_ *result.Run, over bool, _ error) {
	if m.options.Run > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, m.options.Run)
		defer stop()
	}
	type ended struct {
		run *result.Run
		err error
	}
	came := make(chan ended, 1)
	group, running := workers.New(ctx)
	group.Go(func() {
		run, err := m.run(running, a)
		came <- ended{run, err}
	})
	if !group.WaitPatiently(patience) {
		return nil, false, nil
	}
	e := <-came
	return e.run, ctx.Err() == nil || firstFailure(e.run) != nil, e.err
}

// eachOutcome calls f for the outcomes of the given indices, several at the same time, until the
// context ends.
func (m *measurement) eachOutcome(ctx context.Context, stage string, indices []int, f func(*Outcome)) {
	progress, end := m.beginStage(stage)
	defer end()
	group, ctx := workers.New(ctx)
	queue := make(chan int, len(indices))
	for _, i := range indices {
		queue <- i
	}
	close(queue)
	var mu sync.Mutex
	done := 0
	parallel := m.options.Parallel
	if parallel == 0 {
		parallel = runtime.NumCPU()
	}
	for range min(parallel, max(1, len(indices))) {
		group.Go(func() {
			for i := range queue {
				if ctx.Err() != nil {
					return
				}
				f(&m.out.Outcomes[i])
				mu.Lock()
				done++
				progress(done, len(indices))
				mu.Unlock()
			}
		})
	}
	group.Wait()
}

// judge says what a run says of a mutant.
func (m *measurement) judge(o *Outcome, run *result.Run, refused error) {
	failure := firstFailure(run)
	switch {
	case failure != nil:
		o.Status, o.Case, o.Class, o.Blame, o.Doubt = Killed, failure.Case, failure.Class, failure.Blame, ""
		if isHung(failure) {
			o.Status = Hung
		}
		if len(o.Units) > 0 && len(o.Blame) > 0 {
			right := slices.ContainsFunc(o.Blame, func(b string) bool { return slices.Contains(o.Units, b) })
			o.Right = &right
		}
	case refused != nil || len(run.Machinery) > 0:
		o.Status = Broken
	default:
		o.Status = Survived
		for _, of := range run.Machines {
			if of.Verdict == result.Blocked || of.Verdict == result.Undecided {
				o.Doubt = of.Machine + " is " + string(of.Verdict) + ": " + of.Why
			}
		}
		for r := range run.All() {
			if (r.Verdict == result.Blocked || r.Verdict == result.Undecided) && !m.unclear[r.Case] {
				o.Doubt = r.Case + " is " + string(r.Verdict) + ": " + r.Message
				break
			}
		}
	}
}

// firstFailure returns the first failure of a run: of a case that counts, where there is one, or of a sequence;
// nil where nothing failed.
func firstFailure(run *result.Run) *result.Result {
	var out *result.Result
	if run == nil {
		return nil
	}
	for _, of := range run.Machines {
		for _, f := range of.Failures {
			if out == nil && f.Result.Verdict != result.Flaky {
				out = f.Result
			}
		}
	}
	for r := range run.All() {
		if (r.Verdict == result.Fail || r.Verdict == result.Error) && (out == nil || out.Support && !r.Support) {
			out = r
		}
	}
	return out
}

// isHung tells whether a case failed because it did not end in time.
func isHung(r *result.Result) bool {
	return r.Verdict == result.Error && strings.Contains(r.Message, "did not return within")
}
