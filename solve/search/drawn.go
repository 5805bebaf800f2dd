package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The limits of models that are drawn.
const (
	// drawSteps is the number of choices after which a draw begins anew for the first
	// time, since its first choices were bad; it is larger where there are more variables to choose.
	// Later starts have up to 16 times as many, in the proportions of luby.
	drawSteps = 30
	// drawStarts is the largest number of starts of a draw.
	drawStarts = 31
	// drawnFrom is the number of candidates of a domain among which a draw chooses.
	// Later candidates come in their order.
	drawnFrom = 400
	// drawnLevels is how deeply constructors nest in what is drawn.
	drawnLevels = 3
)

// Draw looks for any model, as opposed to the smallest one. Values are drawn under the
// seed, values with a higher weight more often. It returns the same model for the same
// seed. A draw without a model says nothing about the problem.
func (p *Prepared) Draw(ctx context.Context, bound map[string]value.Value, sc value.Scope, seed uint64) solve.Result {
	s, missing := p.newSearch(ctx, bound, sc)
	if s == nil {
		return solve.Result{Reason: fmt.Sprintf("%s has no value", missing)}
	}
	defer s.work.Close()
	var model map[string]value.Value
	s.every = true
	s.found = func(s *search) bool {
		model = s.model()
		s.rejected = model == nil
		return model == nil
	}
	s.limit = p.options.Steps
	runDrawn(s, seed, func() bool { return model != nil })
	if model != nil {
		return solve.Result{Outcome: solve.Case, Model: model, Steps: *s.spent}
	}
	return solve.Result{Reason: fmt.Sprintf("no values were drawn in %d steps", *s.spent), Bound: "steps",
		Steps: *s.spent}
}

// runDrawn searches with candidates in a drawn order, and begins anew where that takes
// many choices, until `done` returns true. The limit is for all starts together.
func runDrawn(s *search, seed uint64, done func() bool) (end failure) {
	every, levels, limit := s.every, s.levels, s.limit
	defer func() { s.every, s.levels, s.limit, s.drawn = every, levels, limit, nil }()
	s.drawn = &drawing{rand: rand.New(rand.NewPCG(seed, uint64(len(s.p.vars))))}
	if s.sizesFirst {
		s.drawn.likely = s.p.mentioned().nears
	}
	s.levels = drawnLevels
	s.p.aliases.keepAll(s)
	for i := 0; i < drawStarts && *s.spent < limit; i++ {
		s.limit = *s.spent + min(max(drawSteps, int64(len(s.p.slots)))*luby(i+1), limit)
		end = s.node(s.start())
		if done() || !end.stopped || s.ctx.Err() != nil {
			break
		}
	}
	return end
}

// luby returns the terms of the sequence 1, 1, 2, 1, 1, 2, 4, …. With starts of these
// lengths a search of unknown length takes only a little longer than with the best
// fixed length (Luby, Sinclair and Zuckerman, Optimal speedup of Las Vegas algorithms).
func luby(i int) int64 {
	for k := 1; ; k++ {
		switch whole := 1<<k - 1; {
		case i == whole:
			return 1 << (k - 1)
		case i < whole:
			i -= 1<<(k-1) - 1
			k = 0
		}
	}
}

// drawing is the order in which a search that draws tries candidates; nil: the smallest
// first.
type drawing struct {
	rand   *rand.Rand
	likely func(size int) bool // the sizes of collections that are drawn more often than by their weight
	free   []*tickets          // that nobody uses
}

// drawCandidates yields the candidates of a domain in the order in which they are tried; frame
// has the values of the variables.
func (d *drawing) drawCandidates(from *domain, frame []value.Value, yield func(candidate) bool) {
	if d == nil {
		from.each(yield)
		return
	}
	t := d.take()
	defer d.give(t)
	drawn := false
	from.each(func(c candidate) bool {
		if drawn {
			return yield(c)
		}
		// Of a ticket of weight w, the chance to come before one of weight v is w / (w + v).
		t.add(c, math.Pow(d.rand.Float64(), 1/d.weight(c, frame)))
		if drawn = len(t.of) == drawnFrom; drawn {
			return t.each(yield)
		}
		return true
	})
	if !drawn {
		t.each(yield)
	}
}

// tickets are candidates of which the ones with the largest numbers are asked for first.
type tickets struct {
	of    []candidate
	place []float64
	heap  []int32 // of indices: no place is larger than that at the index above it
}

// take returns tickets to fill, which are given back when no more of them are asked for.
func (d *drawing) take() *tickets {
	if n := len(d.free) - 1; n >= 0 {
		t := d.free[n]
		d.free = d.free[:n]
		return t
	}
	return new(tickets)
}

func (d *drawing) give(t *tickets) {
	clear(t.of)
	t.of, t.place = t.of[:0], t.place[:0]
	d.free = append(d.free, t)
}

func (t *tickets) add(c candidate, place float64) {
	t.of, t.place = append(t.of, c), append(t.place, place)
}

// each yields the candidates in descending order of their numbers, and equal ones in the order in which they were
// added. It is false where yield was.
func (t *tickets) each(yield func(candidate) bool) bool {
	t.heap = t.heap[:0]
	for i := range t.of {
		t.heap = append(t.heap, int32(i))
	}
	for i := len(t.heap)/2 - 1; i >= 0; i-- {
		t.sink(i)
	}
	for len(t.heap) > 0 {
		first, last := t.heap[0], len(t.heap)-1
		t.heap[0] = t.heap[last]
		t.heap = t.heap[:last]
		t.sink(0)
		if !yield(t.of[first]) {
			return false
		}
	}
	return true
}

// sink moves an index down to its place in the heap.
func (t *tickets) sink(i int) {
	before := func(a, b int32) bool {
		return t.place[a] > t.place[b] || t.place[a] == t.place[b] && a < b
	}
	for {
		k := 2*i + 1
		if k >= len(t.heap) {
			return
		}
		if k+1 < len(t.heap) && before(t.heap[k+1], t.heap[k]) {
			k++
		}
		if !before(t.heap[k], t.heap[i]) {
			return
		}
		t.heap[i], t.heap[k] = t.heap[k], t.heap[i]
		i = k
	}
}

// weight returns how likely a candidate is drawn, by its use as test data. Collections
// of two or three different elements have more weight than smaller ones and those that
// repeat an element, numbers other than 0 and 1 more than these, and values that no
// other variable has more than those that one has, since they reveal a program that
// confuses variables.
func (d *drawing) weight(c candidate, frame []value.Value) float64 {
	w, n := weighDifference(c.value, frame), len(c.parts)
	if c.parts == nil {
		switch c.value.Kind() {
		case value.Int:
			if n, ok := c.value.Int(); ok && (n == 0 || n == 1) {
				w *= 0.3
			}
			return w
		case value.Set, value.Seq:
			n = c.value.Len()
		default:
			return w
		}
	}
	if c.parts == nil && n > 1 && imagesRepeat(c.value) {
		w /= 3
	}
	if d.likely != nil && d.likely(n) {
		return 4 * w
	}
	return w * [...]float64{0.3, 0.6, 2, 2, 1, 0.5}[min(n, 5)]
}

// weighDifference returns a smaller factor for a value that another variable has, or
// contains.
func weighDifference(v value.Value, frame []value.Value) float64 {
	w := 1.0
	for _, other := range frame {
		switch {
		case v.Kind() == value.Hole:
		case other.Kind() == v.Kind() && other.Equal(v):
			return 0.3
		case isPart(v, other):
			w = 0.5
		}
	}
	return w
}

// isPart tells whether a value that has no parts is part of another.
func isPart(v, other value.Value) bool {
	switch v.Kind() {
	case value.Int, value.Atom, value.Str:
	default:
		return false
	}
	switch other.Kind() {
	case v.Kind():
		return other.Equal(v)
	case value.Set, value.Seq, value.Tuple, value.Binding, value.Ctor, value.Total:
		for i := range other.Len() {
			if isPart(v, other.Elem(i)) {
				return true
			}
		}
	}
	return false
}

// imagesRepeat tells whether pairs of a relation have the same second component.
func imagesRepeat(v value.Value) bool {
	for i := range v.Len() {
		if v.Elem(i).Kind() != value.Tuple {
			return false
		}
		for k := range i {
			if a, b := v.Elem(i), v.Elem(k); a.Elem(a.Len() - 1).Equal(b.Elem(b.Len() - 1)) {
				return true
			}
		}
	}
	return false
}
