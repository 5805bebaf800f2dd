package runner

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
	"github.com/ttf-int/ttf-int/stubs"
)

// Options are the options of Run.
type Options struct {
	Units []string // the units whose cases are run; empty: all
	Cases []string // the cases that are run; empty: all
	// Without are units of which nothing is run: neither cases, nor steps that lead to a state.
	Without []string
	// Debug lifts all deadlines, so that a debugger can be attached, and
	// starts one process per system under test.
	Debug bool
	// Attach, where it is not nil and Debug is set, is called with the process id of
	// each process before the process gets anything to do. It waits for a debugger.
	Attach func(ctx context.Context, sut string, pid int)
	// Shard is the part of what is to be run that is run; nil: all. Beside it, uncounted, are run the cases on
	// which its decisions rest.
	Shard *result.Shard
	// Retries is how often a case that fails is run again, until it does not; Repeat, where it is more than 1, how
	// often each case is run whatever comes. At most one of them is set. FlakyRule stands in the document of the run.
	Retries, Repeat int
	FlakyRule       result.FlakyRule
	FailFast        bool // whether the run stops at the first case that fails
	// Seed chooses what stubs answer where several answers are allowed, and draws the
	// values of More.
	Seed     int64
	More     *More     // further cases, which are not in the plan; nil: none
	Drawer   Drawer    // draws cases that are not in the plan; nil: none are drawn
	Machines *Machines // sequences of operations; nil: none
	Laws     *Laws     // properties of programs; nil: none
	Classes  *Classes  // pairs of sequences of classes; nil: none
	Methods  *Methods  // units that are specified on structures; nil: none
	// Reach says that operations lead to the state before a unit also where it could be set.
	Reach bool
	// Routes is in how many ways such a state is reached, each time for another attempt at the
	// case; 0: as the project says, or one.
	Routes   int
	Parallel int // the number of processes per system under test; 0: that of the project
	// Timeout is how long a case may take; 0: as the project says.
	Timeout time.Duration
	// RunTimeout is how long the run may take; 0: as the project says.
	RunTimeout time.Duration
	// Progress, where it is not nil, is called with the number of cases done and the
	// total.
	Progress func(done, total int)
	// Sink, where it is not nil, is called with each result. Like Progress it is called
	// from several goroutines, one at a time.
	Sink func(*result.Result)
	// Earlier has what an earlier run of the plan found, which this one goes on with; nil: nothing.
	Earlier *result.Run
	// Selection is what the document of the run says of why not all of the plan is to be run; nil: all of it is.
	Selection *result.Selection
	// Basis is what the document of the run says of what verdicts rest on (result.Run.Basis); nil: nothing.
	Basis map[string]string
	// Cached, where it is not nil, returns the pass of an earlier run that stands for a case; nil where none does.
	// It is called from one goroutine.
	Cached func(Wanted) *result.Result
	// First are the cases that are run before the others of their units, and whose units are run before the
	// others of their layers.
	First map[string]bool
	// Kept has the places in files of those cases that are kept because they have failed. One that passes is a finding.
	Kept map[string]string
	// Traces is how many results have their traces in memory where all passed; those of further ones are read from the
	// file of the run. 0: store.HeldTraces.
	Traces int
	// Keep says whether results are kept in the project's folder. Then, also, no other
	// run of that folder builds programs while this one runs.
	Keep bool
	// Command is the command that runs the plan, to which results append "--case" and a
	// case; "": ttf-int run.
	Command string
	// Waiting, where it is not nil, is called with what the run is waiting for before
	// it starts.
	Waiting func(what string)
	Logger  *slog.Logger // nil: nothing is logged
	// Engine is the engine with which the plan was made.
	Engine *stubs.Engine
	// Builds are programs of the project that have been built already, and that the
	// caller releases. nil: the run builds what it needs.
	Builds *Builds
	// Guard is the permission to start guard processes. Without one, processes that a
	// system under test starts may outlive a run that is killed.
	Guard proc.Guard
	// BuildEnv has variables, as NAME=value, for build commands, besides our own
	// environment.
	BuildEnv []string
	// Before has what LoadBefore returned; what it does not have is read when it is needed.
	Before map[*spec.Structure]*Before

	// Writes tells of a file whether ttf-int itself may write it while the run goes on. Where it is not nil, it is
	// found which other files of the project were written meanwhile.
	Writes func(path string) bool

	// Executor, where it is not nil, has the cases of units run elsewhere, in batches; what is not a case of a unit
	// runs here.
	Executor Executor
	// Layers, where it is not nil, is called with how far the layers are of which cases run elsewhere, whenever that
	// has changed; the slice is the callee's. Calls come one at a time.
	Layers func([]LayerProgress)
	// BatchSeconds returns how many seconds cases are known to take; nil: nothing is known.
	BatchSeconds func(id string) float64
	// Fresh says that batches are run elsewhere even if their outcomes are known there.
	Fresh bool

	// earned, where it is not nil, are the certificates with which the run begins. The cases on which its decisions
	// rest are then not run.
	earned *certificates

	// shortened, where it is not nil, is called with each failing sequence that was made smaller
	// while its process can still be asked.
	shortened func(ctx context.Context, m *machineRun, j *judge, w *walk)
}

// Wanted is a case of which Options.Cached is asked, with the unit's program, its hash and that of what it declares to
// read, and with the verdicts that cases have in this run so far; "" for none.
type Wanted struct {
	Case               *plan.Case
	Unit               string
	SUT, SHA256, Reads string
	Verdict            func(id string) result.Verdict
}

// host returns the options in the form of package host.
func (o *Options) host(clock *host.Clock) *host.Options {
	return &host.Options{Clock: clock, Logger: o.Logger, Debug: o.Debug, Attach: o.Attach, Guard: o.Guard,
		BuildEnv: o.BuildEnv, Tried: o.earned != nil}
}

// traces returns how many passes have their traces in memory.
func (o *Options) traces() int { return cmp.Or(o.Traces, store.HeldTraces) }

const (
	// defaultTimeout is how long a case may take by default.
	defaultTimeout = 5 * time.Second
	// defaultRun is how long a run may take by default: a night.
	defaultRun = 8 * time.Hour
)
