package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

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
}

// ticket is a candidate with a random number. Candidates are tried in descending order
// of these numbers.
type ticket struct {
	candidate
	place float64
}

// drawCandidates yields the candidates of a domain in the order in which they are tried; frame
// has the values of the variables.
func (d *drawing) drawCandidates(from *domain, frame []value.Value, yield func(candidate) bool) {
	if d == nil {
		from.each(yield)
		return
	}
	var tickets []ticket
	draw := func() bool {
		slices.SortStableFunc(tickets, func(a, b ticket) int { return cmp.Compare(b.place, a.place) })
		return !slices.ContainsFunc(tickets, func(t ticket) bool { return !yield(t.candidate) })
	}
	drawn := false
	from.each(func(c candidate) bool {
		if drawn {
			return yield(c)
		}
		// Of a ticket of weight w, the chance to come before one of weight v is w / (w + v).
		tickets = append(tickets, ticket{c, math.Pow(d.rand.Float64(), 1/d.weight(c, frame))})
		if drawn = len(tickets) == drawnFrom; drawn {
			return draw()
		}
		return true
	})
	if !drawn {
		draw()
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
