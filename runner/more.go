package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// More asks for further cases in the leaves that a run has passed, with values drawn at
// random by the seed of the options.
type More struct {
	Cases int           // the number in each leaf; 0: as many as there is time for
	Time  time.Duration // the time for all of them, where Cases is 0
}

// Drawer makes cases that are not in the plan.
type Drawer interface {
	// Draw returns a case of a leaf with the values that are bound, the same one for the same
	// seed, and the smallest for 0; nil where it draws none.
	Draw(ctx context.Context, u *plan.Unit, leaf *plan.Leaf, bound spec.Values, seed uint64) *plan.Case
	// FindSmaller yields cases in the leaf of c that have smaller values than c.
	FindSmaller(ctx context.Context, u *plan.Unit, c *plan.Case) iter.Seq[*plan.Case]
}

const (
	// maxMisses is how many draws in succession may give no values, or only values that
	// were drawn before, until the leaf is taken to have no others.
	maxMisses = 24
	// maxBatch is how many cases of a leaf are drawn before they are run.
	maxBatch = 64
)

// errDrawn is why drawing ends when its time is over.
var errDrawn = errors.New("the time for more cases was over")

// drawing is the state of drawing cases at random in a run.
type drawing struct {
	left  time.Duration
	units int // the number of units that are still to come
}

// drawnLeaf is a leaf in which cases are drawn.
type drawnLeaf struct {
	*result.MoreLeaf
	leaf   *plan.Leaf
	number int             // the number of the last of its cases that was run
	seen   map[string]bool // the values that were drawn, and those of the plan's cases
	kinds  map[string]bool // the kinds of failures that were reported
	drawn  int             // the number of the last draw
	misses int
}

// drawn is what is known of a case that was drawn.
type drawn struct {
	of        *drawnLeaf
	result    *result.Result   // nil until there is one; guarded by results.mu
	charges   []*result.Result // the failures of callees that it showed
	withdrawn []certified      // the certificates that it withdraws
	doubted   []certified      // those of which it shows that they hold only sometimes
}

// certified names a leaf of a unit.
type certified struct{ unit, leaf string }

// beginMore sets up the drawing of further cases, where the options ask for it.
func (x *execution) beginMore() {
	m := x.options.More
	if m == nil {
		return
	}
	x.drawing.left = m.Time
	for _, u := range x.plan.Units {
		if len(x.selection.cases(u)) > 0 {
			x.drawing.units++
		}
	}
	x.results.run.More = &result.More{Seed: x.options.Seed, Cases: m.Cases, Seconds: m.Time.Seconds(),
		Leaves: []*result.MoreLeaf{}}
}

// runMore draws and runs further cases in the leaves of a unit whose cases all passed. It
// reports those that fail, each with the smallest values found with which it fails.
func (x *execution) runMore(ctx context.Context, ur *unitRun, cases []numbered) {
	m := x.options.More
	if m == nil {
		return
	}
	share := x.drawing.left / time.Duration(max(1, x.drawing.units))
	leaves := x.results.listPassed(ur.plan, cases)
	if len(leaves) == 0 {
		return
	}
	began, within := x.clock.Now(), ctx
	if m.Cases == 0 {
		var end context.CancelFunc
		within, end = x.clock.WithLimit(ctx, share, errDrawn)
		defer end()
	}
	size := maxBatch
	if m.Cases == 0 {
		size = 1
	}
	for within.Err() == nil {
		from := x.clock.Now()
		batch := x.drawAll(within, ur, leaves, size)
		if len(batch) == 0 {
			break
		}
		x.runDrawn(ctx, ur, batch)
		for _, c := range batch {
			if errors.Is(context.Cause(ctx), errFailed) {
				return // one failure is enough
			}
			x.judgeDrawn(ctx, ur, c)
		}
		if m.Cases == 0 && x.clock.Now()-from < share/8 {
			size = min(2*size, maxBatch)
		}
	}
	x.drawing.left -= min(x.drawing.left, x.clock.Now()-began)
}

// listPassed returns those leaves of a unit whose cases were run and all passed. A leaf
// that is a single point is left out, since it has no further cases.
func (r *results) listPassed(u *plan.Unit, cases []numbered) []*drawnLeaf {
	r.mu.Lock()
	defer r.mu.Unlock()
	last, failed := map[*plan.Leaf]int{}, map[*plan.Leaf]bool{}
	for _, c := range cases {
		of := r.at(c.number)
		failed[c.Leaf] = failed[c.Leaf] || of == nil || of.Verdict != result.Pass || of.Support
		last[c.Leaf] = c.number
	}
	var out []*drawnLeaf
	for _, leaf := range u.Leaves {
		number, ran := last[leaf]
		if !ran || failed[leaf] || leaf.Kind == suite.Point || leaf.IsOpen() {
			continue
		}
		l := &drawnLeaf{
			MoreLeaf: &result.MoreLeaf{Leaf: leaf.ID, Unit: u.Name}, leaf: leaf, number: number,
			seen: map[string]bool{}, kinds: map[string]bool{},
		}
		for _, c := range leaf.Cases {
			l.seen[c.Values().String()] = true
		}
		out = append(out, l)
		r.run.More.Leaves = append(r.run.More.Leaves, l.MoreLeaf)
	}
	return out
}

// drawAll draws cases in leaves that may have more, in each as many as are asked for
// and at most `size`, on several workers, and makes the decisions for them.
func (x *execution) drawAll(ctx context.Context, ur *unitRun, leaves []*drawnLeaf, size int) []numbered {
	found := make([][]numbered, len(leaves))
	var next atomic.Int64
	group, working := workers.New(ctx)
	for range min(runtime.GOMAXPROCS(0), len(leaves)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(leaves) && working.Err() == nil; i = int(next.Add(1)) - 1 {
				found[i] = x.drawIn(working, ur, leaves[i], size)
			}
		})
	}
	group.Wait()
	return slices.Concat(found...)
}

// drawIn draws cases in a leaf.
func (x *execution) drawIn(ctx context.Context, ur *unitRun, l *drawnLeaf, size int) []numbered {
	m := x.options.More
	if m.Cases > 0 {
		size = min(size, m.Cases-l.Drawn)
	}
	var out []numbered
	for len(out) < size && !l.Exhausted {
		c := x.options.Drawer.Draw(ctx, ur.plan, l.leaf, nil, l.seed(x.options.Seed, l.drawn+1))
		if ctx.Err() != nil {
			break
		}
		l.drawn++
		if c == nil || l.seen[c.Values().String()] {
			l.misses++
			l.Exhausted = l.misses >= maxMisses
			continue
		}
		l.misses, l.seen[c.Values().String()] = 0, true
		l.Drawn++
		c.ID = l.leaf.ID + "~" + strconv.Itoa(l.Drawn)
		if decided := x.prepareDrawn(ctx, ur, l, c); decided.Case != nil {
			out = append(out, decided)
		}
	}
	return out
}

// prepareDrawn makes the decisions for a case that was drawn, and gives it a number.
func (x *execution) prepareDrawn(ctx context.Context, ur *unitRun, l *drawnLeaf, c *plan.Case) numbered {
	c.Stubs = x.engine.WithSizes(c.Sizes).Decider.Decide(ctx, ur.plan.UnitFor(c.Leaf), c.Values(), x.certs)
	return numbered{Case: c, number: l.number, drawn: &drawn{of: l}}
}

// seed returns the seed of a draw, a different one for each leaf and each draw.
func (l *drawnLeaf) seed(of int64, draw int) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %d %s", of, draw, l.leaf.ID)
	return max(1, h.Sum64())
}

// replay returns the command that runs a case again, behind others.
func (x *execution) replay(c numbered, behind ...string) string {
	command := cmp.Or(x.options.Command, "ttf-int run") + " --case "
	for _, id := range behind {
		command += id + " --case "
	}
	if c.drawn == nil {
		return command + c.ID
	}
	return fmt.Sprintf("%s%s --more %s --seed %d", command, c.Leaf.Cases[0].ID, strings.TrimPrefix(c.ID, c.Leaf.ID+"~"),
		x.options.Seed)
}

// runDrawn runs cases that were drawn.
func (x *execution) runDrawn(ctx context.Context, ur *unitRun, batch []numbered) {
	x.results.expect(len(batch))
	todo := make([]*attempt, 0, len(batch))
	for _, c := range batch {
		if a := new(attempt); x.makeAttempt(ctx, ur, c, a) {
			todo = append(todo, a)
		}
	}
	runAttempts(ctx, x, ur, todo)
}

// judgeDrawn counts the result of a case that was drawn. It reports the first case of
// each kind of failure in a leaf.
func (x *execution) judgeDrawn(ctx context.Context, ur *unitRun, c numbered) {
	d, l := c.drawn, c.drawn.of
	if d.result == nil {
		return // the run was ended
	}
	kind := d.kind()
	switch {
	case d.result.Verdict == result.Flaky:
		if l.Flaky++; !l.kinds[kind] {
			l.kinds[kind] = true
			x.report(c, &result.Drawn{Seed: x.options.Seed, Values: c.Values()})
		}
		return
	case kind != "" && d.result.Verdict == result.Error:
		l.Error++
	case kind != "":
		l.Fail++
	case d.result.Verdict == result.Pass:
		l.Pass++
	case d.result.Verdict == result.Blocked:
		l.Blocked++
	default:
		l.Undecided++
	}
	if kind == "" && d.result.Verdict != result.Pass && l.Why == "" {
		l.Why = d.result.Message
	}
	if kind == "" || l.kinds[kind] {
		return
	}
	l.kinds[kind] = true
	small, steps := x.shrink(ctx, ur, c, kind)
	x.report(small, &result.Drawn{Seed: x.options.Seed, Values: c.Values(), Steps: steps})
}

// kind returns a text for how a case failed: its verdict, class and blame, and those of
// callees in it; "" where nothing failed.
func (d *drawn) kind() string {
	out := ""
	for _, r := range append(d.charges[:len(d.charges):len(d.charges)], d.result) {
		if r.Verdict != result.Fail && r.Verdict != result.Error && r.Verdict != result.Flaky {
			continue
		}
		class := result.Class("")
		if r.Class != nil {
			class = *r.Class
		}
		out += fmt.Sprintf("%s %s %s %v;", r.Unit, r.Verdict, class, r.Blame)
	}
	return out
}

// report reports a case that was drawn and failed. It withdraws the certificates that
// the case refutes: those of its leaf, and of leaves of callees.
func (x *execution) report(c numbered, as *result.Drawn) {
	d := c.drawn
	for _, w := range d.withdrawn {
		x.certs.withdraw(w.unit, w.leaf)
	}
	for _, of := range d.doubted {
		x.certs.doubt(of.unit, of.leaf)
	}
	switch d.result.Verdict {
	case result.Fail, result.Error:
		x.certs.withdraw(d.result.Unit, c.Leaf.ID)
	case result.Flaky:
		x.certs.doubt(d.result.Unit, c.Leaf.ID)
	}
	planned := numbered{Case: c.Case, number: c.number}
	d.result.Drawn = as
	for _, r := range d.charges {
		u := x.plan.Unit(r.Unit)
		if l := u.Leaf(r.Leaf); l != nil && l.Kind != suite.Point && len(r.Values) == len(u.Op.Early.At) {
			r.Drawn = &result.Drawn{Seed: as.Seed, Steps: as.Steps}
		}
	}
	for _, r := range append([]*result.Result{d.result}, d.charges...) {
		if x.results.charge(r.Case) {
			x.results.emit(r, planned, nil, nil)
		}
	}
}

// withdraw withdraws a leaf's certificate because of a case. Where the case was drawn,
// that is done when the case is reported.
func (x *execution) withdraw(c numbered, unit, leaf string) {
	if c.drawn == nil {
		x.certs.withdraw(unit, leaf)
		return
	}
	x.results.mu.Lock()
	defer x.results.mu.Unlock()
	c.drawn.withdrawn = append(c.drawn.withdrawn, certified{unit, leaf})
}

// doubt records that a case shows that what a leaf certifies holds only sometimes. Where the case was drawn, that is
// done when it is reported.
func doubt(x *execution, c numbered, of certified) {
	if c.drawn == nil {
		x.certs.doubt(of.unit, of.leaf)
		return
	}
	x.results.mu.Lock()
	defer x.results.mu.Unlock()
	c.drawn.doubted = append(c.drawn.doubted, of)
}
