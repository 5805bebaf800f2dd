package runner

import (
	"context"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
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
	FailFast bool  // stop at the first case that fails
	Seed     int64 // of what stubs answer where several answers are allowed
	Parallel int   // processes per system under test; 0: as the project says
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
	// Command is what a person types for this program, in front of "run", for
	// results to say how they are had again; "": ttf-int.
	Command string
	// Waiting, where not nil, is told what the run waits for before it starts.
	Waiting func(what string)
	Logger  *slog.Logger // nil: nothing is logged
	// Engine is that with which the plan was made; nil: one of its own, over the
	// embedded solver.
	Engine *stubs.Engine
	// Guard is the permission to start guard processes: without one, what a
	// system under test starts may outlive a killed run.
	Guard proc.Guard
}

// engine returns the engine that the run asks about the plan.
func (o *Options) engine(p *plan.Plan) *stubs.Engine {
	if o.Engine != nil {
		return o.Engine
	}
	return stubs.NewEngine(p.System, solve.Embedded(solve.Options{}), p.Leaves)
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
func collectSeldom() func() {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(gcPercent)
	if os.Getenv("GOMEMLIMIT") != "" {
		return func() { debug.SetGCPercent(before) }
	}
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	limit := debug.SetMemoryLimit(max(memoryFloor, 3*int64(now.HeapAlloc)))
	return func() {
		debug.SetGCPercent(before)
		debug.SetMemoryLimit(limit)
	}
}

// The limits of what the host accepts and waits for.
const (
	// buildTime is how long a build command may take: a large program from
	// scratch takes minutes.
	buildTime = 15 * time.Minute
	// defaultStart is how long a system under test may take to start where
	// the project does not say.
	defaultStart = 10 * time.Second
	// defaultTimeout is how long a case may take where nothing says.
	defaultTimeout = 5 * time.Second
	// defaultRun is how long a run may take where nothing says: a night.
	defaultRun = 8 * time.Hour
	// defaultCalls is how many calls a case may make where nothing says: more
	// than any case makes on values that a person can read.
	defaultCalls = 100_000
	// defaultMemory is how many bytes a program under test may hold in memory
	// where nothing says: as many as ttf-int itself.
	defaultMemory = 2 << 30
	// startLimit is for how long go-plugin waits for a program to start: longer
	// than the host does, whose deadline is on its clock.
	startLimit = 48 * time.Hour
	// flushTime is how long a SUT may keep a result back, with some room for
	// a busy machine.
	flushTime = 100 * time.Millisecond
	// answerTime is how long stubs may look for answers in a case: the solver is
	// bounded by steps, this is a safety net.
	answerTime = time.Minute
	// endTime is how long a SUT may take to end by itself when asked to.
	endTime = time.Second
	// outputLimit is how much of what a process prints is kept.
	outputLimit = 64 << 10
	// messageLimit is the largest message accepted; the protocol has it.
	messageLimit = 16 << 20
	// handshakeLimit is how much a SUT may print before the handshake line.
	handshakeLimit = 1 << 20
	// window is how many cases are unanswered at most: enough to keep a SUT
	// busy, few enough to run them again one at a time after a crash.
	window = 4096
	// maxAsks is how many calls may wait for an answer at a time: a case has
	// as many as it has goroutines.
	maxAsks = 4096
	// postTime is how long a SUT may leave a message unread.
	postTime = 10 * time.Second
	// chunk is how many cases are sent in a message.
	chunk = 512
	// aloneAfter is how many cases are run one at a time after a crash or
	// hang, which seldom come alone, before cases are sent in batches again.
	aloneAfter = 8
)
