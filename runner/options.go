package runner

import (
	"context"
	"log/slog"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/stubs"
)

// Options are the options of Run.
type Options struct {
	Units []string // run only the cases of these units; none: all
	Cases []string // run only these cases; none: all
	// Debug lifts all deadlines, so that a debugger can be attached, and
	// starts one process per system under test.
	Debug bool
	// Attach, where not nil and under Debug, is called with the process id of
	// each process before it has anything to do, and waits for a debugger.
	Attach   func(ctx context.Context, sut string, pid int)
	FailFast bool // stop at the first case that fails
	// Seed chooses what stubs answer where several answers are allowed, and draws the
	// values of More.
	Seed     int64
	More     *More     // cases beside the plan's; nil: none
	Machines *Machines // sequences of operations; nil: none
	Parallel int       // processes per system under test; 0: as the project says
	// Timeout is the time that a case may take; 0: as the project says.
	Timeout time.Duration
	// RunTimeout is the time that the run may take; 0: as the project says.
	RunTimeout time.Duration
	// Progress, where not nil, is told how many of the cases are done.
	Progress func(done, total int)
	// Sink, where not nil, is given each result as it comes. Like Progress it
	// is called from several goroutines, one at a time.
	Sink func(*result.Result)
	// Keep says whether results are kept in the project's folder. Then too
	// what the runs of that folder build is kept apart.
	Keep bool
	// Command is what a person types to run the plan, in front of "--case", for
	// results to say how they are had again; "": ttf-int run.
	Command string
	// Waiting, where not nil, is told what the run waits for before it starts.
	Waiting func(what string)
	Logger  *slog.Logger // nil: nothing is logged
	// Engine is that with which the plan was made, and which the run asks about it.
	Engine *stubs.Engine
	// Builds are programs that were built already, of the same project; whoever built
	// them releases them. nil: the run builds what it needs.
	Builds *Builds
	// Guard is the permission to start guard processes: without one, what a
	// system under test starts may outlive a killed run.
	Guard proc.Guard
	// Beside says that other runs go on at the same time: how often memory is collected is not
	// this one's to say.
	Beside bool
	// BuildEnv has variables, as NAME=value, that build commands see beside our environment.
	BuildEnv []string
}

// host returns the options as the host has them.
func (o *Options) host(clock *host.Clock) *host.Options {
	return &host.Options{Clock: clock, Logger: o.Logger, Debug: o.Debug, Attach: o.Attach, Guard: o.Guard,
		BuildEnv: o.BuildEnv}
}

// gcPercent is the garbage collector's target while cases run, where the
// environment sets none: a run keeps its results and makes several times as
// much garbage, so that by default it would look through all results every few
// thousand cases.
const gcPercent = 800

// memoryFloor is the memory up to which the collector may be as seldom as
// that: a large project has more alive, and may use three times that.
const memoryFloor = 2 << 30

// collectSeldom sets the target and returns what sets it back.
func (o *Options) collectSeldom() func() {
	if o.Beside || os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(gcPercent)
	if os.Getenv("GOMEMLIMIT") != "" {
		return func() { debug.SetGCPercent(before) }
	}
	alive := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(alive)
	limit := debug.SetMemoryLimit(max(memoryFloor, 3*int64(alive[0].Value.Uint64())))
	return func() {
		debug.SetGCPercent(before)
		debug.SetMemoryLimit(limit)
	}
}

const (
	// defaultTimeout is how long a case may take where nothing says.
	defaultTimeout = 5 * time.Second
	// defaultRun is how long a run may take where nothing says: a night.
	defaultRun = 8 * time.Hour
)
