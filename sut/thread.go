package sut

import (
	"cmp"
	"context"
	"os"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Labels of goroutines, which those that they start have too, so that the stack in which
// a process ends says who started the goroutine. The host reads them.
const (
	// callLabel is the label of what a unit starts in a step with events: the step, and
	// the call in which it is started, or 0, as in 12/3.
	callLabel = "ttf-int-call"
	// phaseLabel is the label of what the adapter starts: what it does. The SDK's own
	// goroutines have it too.
	phaseLabel = "ttf-int-phase"
	// sdkPhase is what the SDK's own goroutines do.
	sdkPhase = "serving"
)

// sdkLabels marks a goroutine as the SDK's own.
func sdkLabels() context.Context {
	return pprof.WithLabels(context.Background(), pprof.Labels(phaseLabel, sdkPhase))
}

// unlabel marks the goroutine as the SDK's own again.
func (s *session) unlabel() { pprof.SetGoroutineLabels(s.own) }

// showLabels has stacks say the labels of their goroutines, from here on. Processes that
// the program starts inherit the variable, which changes nothing but such stacks.
func showLabels() {
	const name, setting = "GODEBUG", ",tracebacklabels=1"
	if is := os.Getenv(name); !strings.HasSuffix(","+is, setting) {
		os.Setenv(name, strings.TrimPrefix(is+setting, ","))
	}
}

// label marks the goroutine as running a call, or the unit where that is 0.
func (c *running) label(call uint64) {
	unit := strconv.Itoa(int(c.wire.Unit))
	at := strconv.FormatUint(c.wire.Id, 10) + "/" + strconv.FormatUint(call, 10)
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels(unitLabel, unit, callLabel, at)))
}

// labelPhase marks the goroutine as the adapter's. What makes an instance may start what
// does the instance's work, which is the program's own.
func labelPhase(p wire.Phase, at string) {
	ctx := context.Background()
	if p != wire.Phase_MAKING {
		ctx = pprof.WithLabels(ctx, pprof.Labels(phaseLabel, p.Doing(at)))
	}
	pprof.SetGoroutineLabels(ctx)
}

// lookTime is how long it is looked for other goroutines in a step: a look stops the
// program.
const lookTime = 200 * time.Millisecond

// bystanders are the goroutines of a program that go on beside those which run the unit
// and its open calls. It is safe for concurrent use.
type bystanders struct {
	mu       sync.Mutex
	took     time.Duration // for all looks
	count    int           // of goroutines, at the last look
	atWork   []uint64      // the goroutines that ran the unit and its calls then
	least    int           // how many there were where nothing went on beside them; 0: not known
	starters []uint64      // the calls that have started what there was, 0 for the unit
	foreign  bool          // some were started by none of them
}

// look returns which calls have started goroutines that go on beside those at work, and
// whether there are others. It looks where something has changed.
func (b *bystanders) look(step uint64, atWork []uint64) (starters []uint64, foreign bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	count := runtime.NumGoroutine()
	switch {
	case count == b.count && slices.Equal(atWork, b.atWork):
	case b.took > lookTime:
		return nil, b.least == 0 || count > b.least-1+len(atWork)
	default:
		began := time.Now()
		b.count, b.atWork = count, atWork
		if b.starters, b.foreign = findStarters(step, atWork); len(b.starters) == 0 && !b.foreign {
			b.least = count + 1 - len(atWork)
		}
		b.took += time.Since(began)
	}
	return b.starters, b.foreign
}

// What the stack of a goroutine begins with.
var (
	stackHead = regexp.MustCompile(`^goroutine (\d+) \[([^\n]*)\]:\n`)
	stackCall = regexp.MustCompile(`"` + callLabel + `": "(\d+)/(\d+)"`)
)

// stacksRoom is how many bytes of stacks are looked through.
const stacksRoom = 1 << 20

// findStarters looks through the goroutines that are not at work.
func findStarters(step uint64, atWork []uint64) (starters []uint64, foreign bool) {
	buf := make([]byte, 64<<10)
	n := runtime.Stack(buf, true)
	if n == len(buf) {
		buf = make([]byte, stacksRoom)
		n = runtime.Stack(buf, true)
	}
	foreign = n == len(buf)
	for _, stack := range strings.Split(string(buf[:n]), "\n\n") {
		head := stackHead.FindStringSubmatch(stack)
		if head == nil || strings.Contains(head[2], `"`+phaseLabel+`": "`+sdkPhase+`"`) ||
			strings.Contains(stack, "os/signal.loop(") || strings.Contains(stack, "sut.(*session).flush(") {
			continue
		}
		if id, _ := strconv.ParseUint(head[1], 10, 64); slices.Contains(atWork, id) {
			continue
		}
		by := stackCall.FindStringSubmatch(head[2])
		if by == nil || by[1] != strconv.FormatUint(step, 10) {
			foreign = true
			continue
		}
		call, _ := strconv.ParseUint(by[2], 10, 64)
		starters = append(starters, call)
	}
	slices.SortFunc(starters, cmp.Compare)
	return slices.Compact(starters), foreign
}

// goroutinesAtWork returns the goroutines that run the unit and its open calls, in order.
func (r *record) goroutinesAtWork() []uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := []uint64{r.unit}
	for _, id := range r.open {
		out = append(out, r.passages[id-1].goroutine)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
