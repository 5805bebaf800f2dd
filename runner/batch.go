package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/zed"
)

// Executor has batches of cases run somewhere else. Of a run without one all is run in this process (Options.Executor).
type Executor interface {
	// Execute runs a batch, and returns what came of it. An error says why it was not run, which is never the fault of
	// a unit. Execute is called from several goroutines.
	Execute(ctx context.Context, b *Batch) (*Outcome, error)
}

// Batch is a slice of a plan: cases of one unit, and all that their verdicts depend on beside the plan and the program.
// It says nothing of clocks, folders or machines, so that an equal one has equal bytes as JSON.
type Batch struct {
	Unit    string        `json:"unit"`
	Cases   []string      `json:"cases"`
	Facts   Facts         `json:"facts"` // of all units on which its decisions may rest
	Seed    int64         `json:"seed,omitempty"`
	Retries int           `json:"retries,omitempty"`
	Repeat  int           `json:"repeat,omitempty"`
	Timeout time.Duration `json:"timeout,omitempty"` // for one case, in nanoseconds; 0: as the project says
	Reach   bool          `json:"reach,omitempty"`
	Routes  int           `json:"routes,omitempty"`
	// Units are those that must be known where it runs, sorted: its own, all below it, and what its program says
	// that these call.
	Units []string `json:"-"`
	// Files are the paths on this machine of what the program consists of, as far as that is known: its file unless the
	// machine has it elsewhere, those of its arguments that are files, and what it declares to read.
	Files []string `json:"-"`
	// Fresh says that the batch is to be run even if its outcome is known.
	Fresh bool `json:"-"`
	// At is called whenever a worker has the batch (Running), or has it no longer (Queued).
	At func(Stage) `json:"-"`
}

// Outcome is what came of a batch.
type Outcome struct {
	Run   *result.Run // with its cases alone
	Facts Facts       // the certificates after it, of its unit for its own cases
	Known bool        // whether it was known before, and not run
}

// AllPassed tells whether nothing but passes came of a batch, and nothing went wrong that is no unit's fault: then it
// would come so again.
func (o *Outcome) AllPassed() bool {
	for r := range o.Run.All() {
		if r.Verdict != result.Pass {
			return false
		}
	}
	return !o.Run.Interrupted && len(o.Run.Machinery)+len(o.Run.Findings) == 0
}

// batchLimit is longer than anybody lets a batch run: whoever has it run says how long it may take.
const batchLimit = 30 * 24 * time.Hour

// errNotWhole is the error that a batch was interrupted.
var errNotWhole = errors.New("the batch was interrupted")

// RunBatch runs a batch of a plan with programs that are built already, and returns what came of it. Of the options it
// takes what is not said in the batch.
func RunBatch(ctx context.Context, p *plan.Plan, b *Batch, o Options) (*Outcome, error) {
	u := p.Unit(b.Unit)
	if u == nil {
		return nil, fmt.Errorf("the plan has no unit %q", b.Unit)
	}
	certs := newCertificates(p)
	certs.take(b.Facts)
	o.earned, o.Cases, o.Shard = certs, b.Cases, &result.Shard{Index: 1, Count: 1}
	o.Seed, o.Retries, o.Repeat, o.Timeout = b.Seed, b.Retries, b.Repeat, b.Timeout
	o.Reach, o.Routes = b.Reach, b.Routes
	o.RunTimeout = batchLimit
	o.Builds = &Builds{outcomes: map[string]error{}}
	for name := range p.System.SUTs {
		o.Builds.outcomes[name] = nil
	}
	run, err := Run(ctx, p, o)
	if err != nil {
		return nil, err
	}
	if run.Interrupted {
		return nil, errNotWhole
	}
	return &Outcome{Run: run, Facts: certs.export(append(listBelow(p, u), u.Name))}, nil
}

// newBatch returns a batch of a unit.
func newBatch(x *execution, u *plan.Unit, cases []numbered, facts Facts) (*Batch, error) {
	o := &x.options
	b := &Batch{Unit: u.Name, Cases: make([]string, len(cases)), Facts: facts, Seed: o.Seed, Retries: o.Retries,
		Repeat: o.Repeat, Timeout: o.Timeout, Reach: o.Reach, Routes: o.Routes, Fresh: o.Fresh}
	for i, c := range cases {
		b.Cases[i] = c.ID
	}
	var err error
	b.Units = listNeeded(x, u)
	b.Files, err = host.FilesOf(x.programs[u.SUT])
	return b, err
}

// listNeeded returns the units that must be known where cases of a unit run, sorted: those on which its verdicts may
// depend by what is specified, those that its program says that they call, and where states are reached by operations
// all of its program.
func listNeeded(x *execution, u *plan.Unit) []string {
	p := x.programs[u.SUT]
	known := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		of := x.plan.Unit(name)
		if of == nil || known[name] {
			return
		}
		known[name] = true
		for _, callee := range slices.Concat(of.Uses, of.Calls, of.Shares, host.CalleesOf(p, name)) {
			add(callee)
		}
	}
	add(u.Name)
	b := p.Unit(u.Name)
	if x.options.Reach || slices.ContainsFunc(u.Op.Before.Vars, func(v zed.Var) bool { return b.IsFixed(v.Name) }) {
		for _, of := range x.plan.Units {
			if of.SUT == u.SUT {
				add(of.Name)
			}
		}
	}
	return keys(known)
}

const (
	// batchTime is how many seconds a batch is to take: many times what it costs to have it run elsewhere.
	batchTime = 10
	// caseTime is how many seconds a case takes of which nothing is known.
	caseTime = 0.002
	// maxBatchCases is how many cases a batch has at most, so that what comes of it stays small.
	maxBatchCases = 4096
)

// split divides the cases of a unit into batches. Their number is a power of two, so that times that differ a little
// from run to run give the same batches.
func split(x *execution, cases []numbered) [][]numbered {
	var seconds float64
	for _, c := range cases {
		one := 0.0
		if x.options.BatchSeconds != nil {
			one = x.options.BatchSeconds(c.ID)
		}
		if one <= 0 {
			one = caseTime
		}
		seconds += one
	}
	parts := 1
	for (seconds > float64(parts)*batchTime || len(cases) > parts*maxBatchCases) && parts < len(cases) {
		parts *= 2
	}
	size := max(1, (len(cases)+parts-1)/parts)
	return slices.Collect(slices.Chunk(cases, size))
}
