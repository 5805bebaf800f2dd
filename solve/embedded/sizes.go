package embedded

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The limits of sizes.
const (
	// maxNamedSize is the largest number in a predicate that is tried as the size of a
	// given type.
	maxNamedSize = 24
	// maxSizes is how many combinations of sizes of several given types are tried.
	maxSizes = 40
	// stepsPerSize is the number of steps of a search for which another combination is tried: in few steps a
	// problem is not asked about at all of them, each of which is prepared anew.
	stepsPerSize = 1_000
)

// Sizes keeps results about the sizes of given types that solvers need again and again.
// It is safe for concurrent use.
type Sizes struct {
	mu       sync.Mutex
	counts   map[zed.Expr]counted
	sizings  map[sizingKey]sizing
	variants map[variantKey]*eval.Globals
}

// sizing says how a problem depends on the sizes of given types. Of these it is only
// known that they are not 0. A predicate that depends on the size of a given type is
// searched at one size after the other, and no such search is a proof.
type sizing struct {
	open    []string    // the given types on whose sizes the problem depends, and which have no size yet
	exact   []string    // all given types on whose sizes the problem depends
	growing []string    // those without a size in which some element is searched for
	first   value.Sizes // the sizes of all given types with which the search begins
	low     value.Sizes // the numbers of elements that are named
}

// sizingKey identifies the sizing of a problem whose values name no elements of given
// types.
type sizingKey struct {
	pred    zed.Expr
	globals *eval.Globals
	given   int // the size of given types in the scope
}

// countGiven returns the sizing of a problem. Its maps must not be changed.
func (s *Sizes) countGiven(p solve.Problem) sizing {
	g := p.Globals
	if g == nil || len(g.Given) == 0 {
		return sizing{}
	}
	named := findNamedElements(p)
	key := sizingKey{p.Pred, g, p.Scope.Given}
	if len(named) == 0 {
		s.mu.Lock()
		known, ok := s.sizings[key]
		s.mu.Unlock()
		if ok {
			return known
		}
	}
	out := s.countWith(p, named)
	if len(named) == 0 {
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.sizings) >= maxReady || s.sizings == nil {
			s.sizings = map[sizingKey]sizing{}
		}
		s.sizings[key] = out
	}
	return out
}

// countWith returns the sizing of a problem whose values name some elements.
func (s *Sizes) countWith(p solve.Problem, named []string) sizing {
	g := p.Globals
	counts := s.countTypes(p.Pred, g)
	out := sizing{exact: slices.Clip(counts.Exact), first: value.Sizes{}, low: value.Sizes{}}
	if len(named) == 0 {
		named = counts.elements
	} else {
		named = append(named, counts.elements...)
		slices.Sort(named)
		named = slices.Compact(named)
	}
	for t, all := range g.Given {
		n, settled := g.Sizes[t]
		if !settled {
			n = len(all)
			if p.Scope.Given > 0 {
				n = min(n, p.Scope.Given)
			}
		}
		low := 1
		for _, e := range named {
			if !settled || !slices.ContainsFunc(all, func(v value.Value) bool { return v.Name() == e }) {
				low = max(low, g.Number(t, e))
			}
		}
		out.first[t], out.low[t] = max(n, low), low
		switch exact, growing := slices.Contains(counts.Exact, t), slices.Contains(counts.Growing, t); {
		case exact && !settled:
			out.open = append(out.open, t)
		case growing && settled:
			out.exact = append(out.exact, t)
		case growing:
			out.growing = append(out.growing, t)
		}
	}
	slices.Sort(out.open)
	slices.Sort(out.growing)
	return out
}

// counted says what a predicate, or an axiom about sizes, states about given types: on
// which of their sizes it depends, and which of their elements it names.
type counted struct {
	eval.Counts
	elements []string
}

// countTypes returns what a predicate states about given types.
func (s *Sizes) countTypes(pred zed.Expr, g *eval.Globals) counted {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.counts[pred]; ok {
		return known
	}
	if len(s.counts) >= maxReady || s.counts == nil {
		s.counts = map[zed.Expr]counted{}
	}
	made := counted{g.CountsOf(append([]zed.Expr{pred}, g.Facts...)...), elementsIn(pred)}
	s.counts[pred] = made
	return made
}

// findNamedElements returns the elements of given types that occur in bound values and in
// the values of constants.
func findNamedElements(p solve.Problem) []string {
	var out []string
	note := func(name string) { out = append(out, name) }
	for _, v := range p.Bound {
		v.Atoms(note)
	}
	for _, v := range p.Globals.Consts {
		v.Atoms(note)
	}
	return out
}

// elementsIn returns the elements of given types that occur in a predicate.
func elementsIn(pred zed.Expr) []string {
	var out []string
	zed.EachPart([]zed.Expr{pred}, func(e zed.Expr) bool {
		if r, ok := e.(*zed.Ref); ok && r.Kind == zed.Element && !slices.Contains(out, r.Name) {
			out = append(out, r.Name)
		}
		not, negation := e.(*zed.Logic)
		return !negation || not.Op != zed.Not // what a value is not, that may have more elements than there are
	})
	return out
}

// withSizes returns the problem at the given sizes of given types.
func (s *Sizes) withSizes(p solve.Problem, z sizing, sizes value.Sizes) solve.Problem {
	if p.Globals == nil || len(p.Globals.Given) == 0 {
		return p
	}
	exact := make(value.Sizes, len(z.exact))
	for _, t := range z.exact {
		exact[t] = sizes[t]
	}
	p.Globals = s.variant(p.Globals, sizes, exact)
	return p
}

// variantKey identifies globals with other sizes.
type variantKey struct {
	of           *eval.Globals
	sizes, exact string
}

// variant returns globals with other sizes. For the same sizes it returns the same
// globals.
func (s *Sizes) variant(g *eval.Globals, sizes, exact value.Sizes) *eval.Globals {
	same := maps.Equal(exact, g.Sizes)
	for t, n := range sizes {
		same = same && len(g.Given[t]) == n
	}
	if same {
		return g
	}
	key := variantKey{g, sizes.String(), exact.String()}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.variants[key]; ok {
		return known
	}
	if len(s.variants) >= maxReady || s.variants == nil {
		s.variants = map[variantKey]*eval.Globals{}
	}
	made := g.WithSizes(sizes)
	made.Sizes = exact
	s.variants[key] = made
	return made
}

// Solve answers a problem. It tries the sizes of given types that the scope says before
// all others. It calls first with these; where that neither finds a model nor proves
// that there is none, it calls again with other sizes, and says whether they are beyond
// the scope.
func (s *Sizes) Solve(ctx context.Context, p solve.Problem, first func(solve.Problem) solve.Result,
	again func(p solve.Problem, beyond bool) solve.Result) solve.Result {
	z := s.countGiven(p)
	var found solve.Result
	tried := s.admits(p, z, z.first)
	if tried {
		found = first(s.withSizes(p, z, z.first))
		if found.Outcome == solve.Case || found.Proved || ctx.Err() != nil {
			return z.setSizes(p, found, z.first)
		}
	}
	if found.Outcome == solve.Unsatisfiable && len(z.growing) > 0 {
		found.Given = true
	}
	others, cut := z.others(p, tried, found.Given)
	for _, sizes := range others {
		if !s.admits(p, z, sizes) {
			continue
		}
		q := s.withSizes(p, z, sizes)
		var r solve.Result
		if tried {
			r = again(q, z.hasLarger(sizes))
		} else {
			r = first(q)
		}
		r.Steps += found.Steps
		if r.Outcome == solve.Case || r.Proved {
			return z.setSizes(p, s.findFewer(p, z, &sizes, r, again), sizes)
		}
		if !tried || r.Outcome == solve.Undecided && !z.hasLarger(sizes) {
			found = r
		}
		tried, found.Steps = true, r.Steps
		if ctx.Err() != nil {
			return solve.Result{Reason: r.Reason, Steps: r.Steps}
		}
	}
	if !tried {
		found = solve.Result{Outcome: solve.NoneInScope}
	}
	found = z.concludeNone(p, found)
	if cut && found.Outcome == solve.NoneInScope {
		found = solve.Result{Steps: found.Steps, Built: found.Built, Bound: "steps",
			Reason: fmt.Sprintf("no values were found in %d steps, in which not all sizes of given types are tried", p.Steps)}
	}
	return found
}

// findFewer looks for a model with fewer elements of given types than the model `found`
// has. It sets sizes to those of the model that it returns.
func (s *Sizes) findFewer(p solve.Problem, z sizing, sizes *value.Sizes, found solve.Result,
	again func(p solve.Problem, beyond bool) solve.Result) solve.Result {
	if found.Outcome != solve.Case || !maps.Equal(*sizes, z.addElements(p, value.MoreElements)) {
		return found
	}
	for k := 1; k < value.MoreElements; k++ {
		less := z.addElements(p, k)
		if r := again(s.withSizes(p, z, less), true); r.Outcome == solve.Case {
			r.Steps += found.Steps
			*sizes = less
			return r
		}
	}
	return found
}

// yieldAll yields the models that the function models yields, at the sizes that the scope
// says.
func (s *Sizes) yieldAll(p solve.Problem, yield func(solve.Result) bool,
	models func(solve.Problem, func(solve.Result) bool)) {
	z := s.countGiven(p)
	matter := z.matter(p)
	models(s.withSizes(p, z, z.first), func(r solve.Result) bool {
		if r.Outcome == solve.Unsatisfiable {
			r = z.concludeNone(p, r)
		}
		if matter {
			r = z.setSizes(p, r, z.first)
		}
		return yield(r)
	})
}

// matter tells whether models may rest on sizes: the problem depends on the size of
// some given type, or the values of a variable contain elements.
func (z sizing) matter(p solve.Problem) bool {
	return len(z.exact)+len(z.growing) > 0 ||
		slices.ContainsFunc(p.Vars, func(v solve.Var) bool {
			return p.Globals != nil &&
				len(p.Globals.GivenIn(v.Type)) > 0
		})
}

// setSizes sets the sizes on which a model rests.
func (z sizing) setSizes(p solve.Problem, found solve.Result, sizes value.Sizes) solve.Result {
	if found.Outcome != solve.Case {
		return found
	}
	for t, n := range sizes {
		switch {
		case slices.Contains(z.exact, t):
		case slices.Contains(z.growing, t):
			if n <= len(p.Globals.Given[t]) {
				continue
			}
		default:
			n = 0
			for _, v := range found.Model {
				v.Atoms(func(e string) { n = max(n, p.Globals.Number(t, e)) })
			}
			if n <= len(p.Globals.Given[t]) {
				continue
			}
		}
		found.Sizes = found.Sizes.Merge(value.Sizes{t: n})
	}
	return found
}

// hasLarger tells whether some size is larger than the one with which the search began.
func (z sizing) hasLarger(sizes value.Sizes) bool {
	for t, n := range sizes {
		if n > z.first[t] {
			return true
		}
	}
	return false
}

// concludeNone returns the result of searches at several sizes that have found no model.
func (z sizing) concludeNone(p solve.Problem, found solve.Result) solve.Result {
	if found.Outcome == solve.Unsatisfiable && len(z.open) == 0 && len(z.growing) > 0 && !found.Proved {
		bound := fmt.Sprintf("given: %d", z.first[z.growing[0]])
		return solve.Result{Outcome: solve.NoneInScope, Steps: found.Steps, Bound: bound, Given: true,
			Reason: fmt.Sprintf("no values within the scope (%s) satisfy it", bound)}
	}
	if len(z.open) == 0 || found.Outcome == solve.Undecided {
		return found
	}
	sizes := make([]string, len(z.open))
	for i, t := range z.open {
		all := z.candidates(p, t)
		sizes[i] = fmt.Sprintf("%s of %d to %d elements", t, all[0], all[len(all)-1])
	}
	bound := strings.Join(sizes, ", ")
	if found.Outcome == solve.NoneInScope && found.Bound != "" && !found.Given {
		bound = found.Bound + "; " + bound
	}
	return solve.Result{Outcome: solve.NoneInScope, Steps: found.Steps, Bound: bound,
		Reason: fmt.Sprintf("no values within the scope (%s) satisfy it", bound)}
}

// admits tells whether the axioms about the sizes of given types allow the given sizes.
func (s *Sizes) admits(p solve.Problem, z sizing, sizes value.Sizes) bool {
	if p.Globals == nil || len(p.Globals.Facts)+len(p.Globals.Declared) == 0 {
		return true
	}
	return s.withSizes(p, z, sizes).Globals.AreConsistent()
}

// others returns the sizes to try where the first ones have no model: for types on
// whose sizes the problem depends every combination, smaller ones first; for other
// types more elements, where that may help. Of many combinations a search of few steps is given few: then they
// are cut.
func (z sizing) others(p solve.Problem, tried, given bool) (out []value.Sizes, cut bool) {
	most := maxSizes
	if p.Steps > 0 {
		most = min(most, int(max(1, p.Steps/stepsPerSize)))
	}
	var candidates [][]int
	for _, t := range z.open {
		candidates = append(candidates, z.candidates(p, t))
	}
	for row := range combine(candidates) {
		if len(out) == most {
			cut = most < maxSizes
			break
		}
		sizes := maps.Clone(z.first)
		for i, t := range z.open {
			sizes[t] = row[i]
		}
		if !(tried && maps.Equal(sizes, z.first)) {
			out = append(out, sizes)
		}
	}
	if more := z.addElements(p, value.MoreElements); given && !maps.Equal(more, z.first) {
		out = append(out, more)
		if n := z.countNamed(p); n > 0 {
			out = append(out, z.addElements(p, n))
		}
	}
	return out, cut
}

// countNamed returns how many more elements of given types than those of the first search,
// and than are tried in any case, are needed for the largest number near one that the
// predicate names.
func (z sizing) countNamed(p solve.Problem) int {
	first, largest := maxNamedSize, int64(0)
	for _, n := range z.first {
		first = min(first, n)
	}
	for _, n := range numbersIn(p) {
		if n < maxNamedSize {
			largest = max(largest, n+1)
		}
	}
	if more := int(largest) - first; more > value.MoreElements {
		return more
	}
	return 0
}

// addElements returns the first sizes with k more elements of the types on whose sizes the
// problem does not depend. A model with fewer of these is one with more.
func (z sizing) addElements(p solve.Problem, k int) value.Sizes {
	out := maps.Clone(z.first)
	for t := range out {
		if _, settled := p.Globals.Sizes[t]; !settled && !slices.Contains(z.open, t) {
			out[t] += k
		}
	}
	return out
}

// candidates returns the sizes to try for a type on whose size the problem depends.
func (z sizing) candidates(p solve.Problem, t string) []int {
	var out []int
	for n := z.low[t]; n <= z.first[t]+value.MoreElements; n++ {
		out = append(out, n)
	}
	for _, n := range numbersIn(p) {
		for _, near := range []int64{n - 1, n, n + 1} {
			if near > int64(z.first[t]+value.MoreElements) && near <= maxNamedSize {
				out = append(out, int(near))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// numbersIn returns the numbers that the predicate of a problem names, with the values
// and sizes of constants in it.
func numbersIn(p solve.Problem) []int64 {
	var out []int64
	var note func(v value.Value)
	note = func(v value.Value) {
		switch v.Kind() {
		case value.Int:
			if n, ok := v.Int(); ok {
				out = append(out, n)
			}
		case value.Set, value.Seq:
			out = append(out, int64(v.Len()))
			fallthrough
		case value.Tuple, value.Binding, value.Ctor, value.Total:
			for i := range min(v.Len(), maxNamedSize) {
				note(v.Elem(i))
			}
		}
	}
	zed.EachPart([]zed.Expr{p.Pred}, func(e zed.Expr) bool {
		switch e := e.(type) {
		case *zed.Num:
			note(value.OfBig(e.Value))
		case *zed.Ref:
			if v, ok := p.Globals.Consts[e.Name]; ok && e.Kind == zed.Global {
				note(v)
			}
		}
		return true
	})
	return out
}
