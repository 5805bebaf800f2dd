package search

import (
	"iter"
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// mentioned has the integers and strings that a problem names, in its predicate and in
// the constants in it. These and their neighbours are tried besides the values in the
// scope, but not the integers between them.
type mentioned struct {
	integers []int64 // ascending; those that intervals can represent
	large    []value.Value
	words    []value.Value
}

// The limits of what is tried beside the scope.
const (
	// maxMentioned is the largest number of integers that are tried because the problem
	// names them.
	maxMentioned = 64
	// maxMentionedSize is the largest size that is tried because the text has it as a number.
	maxMentionedSize = 32
	// fewSmall is the number of small integers that are tried beside those.
	fewSmall = 5
	// maxSummed is the number of integers up to which their sums and differences are tried.
	maxSummed = 8
	// mentionedSteps is the number of choices of a search for what the text names.
	mentionedSteps = 4_000
)

// findMentioned reads the text of a problem.
func (p *Prepared) findMentioned() *mentioned {
	m := &mentioned{}
	zed.EachPart([]zed.Expr{p.pred}, func(e zed.Expr) bool {
		switch e := e.(type) {
		case *zed.Num:
			m.integer(e.Value)
		case *zed.Str:
			m.word(e.Value)
		case *zed.Op:
			if n, ok := readNegated(e); ok {
				m.integer(n)
			}
		case *zed.Ref:
			if v, ok := p.globals.Consts[e.Name]; ok && e.Kind == zed.Global {
				m.value(v)
			}
		}
		return true
	})
	m.sort()
	return m
}

func (m *mentioned) sort() {
	slices.Sort(m.integers)
	m.integers = slices.Compact(m.integers)
}

// add returns the same with further values and their sizes.
func (m *mentioned) add(values []value.Value) *mentioned {
	out := &mentioned{slices.Clone(m.integers), slices.Clone(m.large), slices.Clone(m.words)}
	for _, v := range values {
		out.value(v)
		switch v.Kind() {
		case value.Set, value.Seq:
			out.integers = append(out.integers, int64(v.Len()))
		}
	}
	out.sort()
	return out
}

// readNegated returns the integer where a term is one with a minus sign.
func readNegated(e *zed.Op) (*big.Int, bool) {
	if e.Op != zed.Negate {
		return nil, false
	}
	n, ok := e.Args[0].(*zed.Num)
	if !ok || n.Value == nil {
		return nil, false
	}
	return new(big.Int).Neg(n.Value), true
}

func (m *mentioned) integer(n *big.Int) {
	switch {
	case n == nil:
	case n.IsInt64() && abs(n.Int64()) < infinite:
		m.integers = append(m.integers, n.Int64())
	case len(m.large) < maxMentioned:
		for d := range int64(3) {
			v := value.OfBig(new(big.Int).Add(n, big.NewInt(d-1)))
			if !slices.ContainsFunc(m.large, v.Equal) {
				m.large = append(m.large, v)
			}
		}
	}
}

// word adds a string, a longer one and a shorter one.
func (m *mentioned) word(s string) {
	letters := []rune(s)
	for _, near := range []string{s, s + "a", string(letters[:max(0, len(letters)-1)])} {
		if v := value.OfStr(near); !slices.ContainsFunc(m.words, v.Equal) && len(m.words) < maxMentioned {
			m.words = append(m.words, v)
		}
	}
}

// shortStrings is the bound on which a search over arbitrary strings depends.
const shortStrings = "short strings"

// letters lists short strings: three, or as many as a set in the scope may have, or as
// a size that the problem names.
func (w *wanted) letters() []value.Value {
	many := max(3, w.s.scope.Set)
	if w.s.reach == inText {
		many = max(many, w.s.p.mentioned().size())
	}
	out := make([]value.Value, min(many, maxPool))
	for i := range out {
		out[i] = value.OfStr(shortString(i))
	}
	return out
}

// shortString returns the strings of the letters a to z, shorter ones first: "", "a",
// "b", …, "z", "aa", ….
func shortString(i int) string {
	if i == 0 {
		return ""
	}
	return shortString((i-1)/26) + string(rune('a'+(i-1)%26))
}

// value adds the parts of a value.
func (m *mentioned) value(v value.Value) {
	switch v.Kind() {
	case value.Int:
		m.integer(v.Big())
	case value.Str:
		m.word(v.Name())
	case value.Set, value.Seq, value.Tuple, value.Binding, value.Ctor, value.Total:
		for i := range min(v.Len(), maxMentioned) {
			m.value(part(v, i))
		}
	}
}

// isBeyond tells whether something is named that the scope does not contain.
func (m *mentioned) isBeyond(sc value.Scope) bool {
	return len(m.large) > 0 || len(m.words) > 0 || slices.ContainsFunc(m.integers, func(n int64) bool {
		return n <= sc.IntMin || n >= sc.IntMax || n >= int64(min(sc.Set, sc.Seq)) && n <= maxMentionedSize
	})
}

// size returns the largest size that the problem names, or one more.
func (m *mentioned) size() int {
	out := 0
	for _, n := range m.integers {
		if n >= 0 && n < maxMentionedSize {
			out = int(n) + 1
		}
	}
	return out
}

// listMentioned lists the integers of a range that the text names, with their neighbours,
// the ends of the range, and a few small ones.
func (w *wanted) listMentioned(i interval) []value.Value {
	m := w.s.p.mentioned()
	var out []value.Value
	seen := map[int64]bool{}
	take := func(ns ...int64) {
		for _, n := range ns {
			if n >= i.lo && n <= i.hi && !seen[n] && len(out) < maxMentioned {
				seen[n] = true
				out = append(out, value.OfInt(n))
			}
		}
	}
	take(m.integers...)
	for _, n := range m.integers {
		take(n-1, n+1)
	}
	if i.lo > -infinite {
		take(i.lo, i.lo+1, i.lo+2)
	}
	if i.hi < infinite {
		take(i.hi, i.hi-1, i.hi-2)
	}
	within := i.meet(interval{w.s.scope.IntMin, w.s.scope.IntMax})
	small := max(fewSmall, int(min(w.size.lo, maxMentionedSize))+1)
	for n := range within.eachOutward() {
		if small--; small < 0 {
			break
		}
		take(n)
	}
	take(w.active.listNear(w.element)...)
	if _, number := w.typ.(zed.IntType); len(m.integers) <= maxSummed && (number || len(m.integers) <= maxSummed/2) {
		for _, a := range m.integers {
			for _, b := range m.integers {
				take(a+b, a-b)
			}
		}
	}
	for _, v := range m.large {
		if sign := v.Big().Sign(); sign > 0 && i.hi >= infinite || sign < 0 && i.lo <= -infinite {
			out = append(out, v)
		}
	}
	return out
}

// NearMentioned returns the prepared problem for a search among the values that the problem
// names, and whether these are more than those of the scope.
func (p *Prepared) NearMentioned(sc value.Scope) (*Prepared, bool) {
	if p.confined || !p.mentioned().isBeyond(sc) {
		return p, false
	}
	out := *p
	out.reach = inText
	return &out, true
}

// namesBeyond tells whether what the text names is to be tried: a search of the scope
// found nothing, and the text names what the scope does not have.
func (a *attempt) namesBeyond() bool {
	return !a.s.p.confined && a.isDoubtful() && a.s.p.mentioned().isBeyond(a.s.scope)
}

// namedSeed is the seed of what is drawn where the text names a size.
const namedSeed = 1

// tryMentioned searches among the values that the problem names: first small
// collections and, where that takes too long, collections of a named size, and then
// with drawn elements, for many different ones. If it finds no model, that says nothing
// about the problem.
func (a *attempt) tryMentioned() bool {
	s := a.s
	spent, left, limit := *s.spent, s.work.Left, s.limit
	s.bounds, s.reach = s.p.combineComparisons(), inText
	for _, way := range [...]struct{ sizesFirst, drawn bool }{{false, false}, {true, false}, {true, true}} {
		s.limit, *s.spent, s.work.Left = min(mentionedSteps, s.p.options.Steps), 0, left/2
		s.sizesFirst = way.sizesFirst
		var end failure
		if way.drawn {
			end = runDrawn(s, namedSeed, func() bool { return a.model != nil })
		} else {
			end = s.run()
		}
		if spent += *s.spent; a.model != nil || !end.stopped || s.ctx.Err() != nil {
			break
		}
	}
	s.reach, s.bounds, s.sizesFirst = inScope, nil, false
	s.limit, s.work.Left, *s.spent = limit, left, spent
	return false
}

// nears tells whether a size is a number of the text, or next to one.
func (m *mentioned) nears(size int) bool {
	return slices.ContainsFunc(m.integers, func(n int64) bool { return abs(n-int64(size)) <= 1 })
}

// sizes yields the sizes from lo to hi; in a search for named sizes, those near a named
// number first.
func sizes(s *search, lo, hi int) iter.Seq[int] {
	return func(yield func(int) bool) {
		near := func(int) bool { return false }
		if s.sizesFirst {
			near = s.p.mentioned().nears
			for n := lo; n <= hi; n++ {
				if near(n) && !yield(n) {
					return
				}
			}
		}
		for n := lo; n <= hi; n++ {
			if !near(n) && !yield(n) {
				return
			}
		}
	}
}
