package search

import (
	"fmt"
	"iter"
	"slices"
	"sort"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// domain is the list of values that a hole may take, the smallest first.
type domain struct {
	each   func(yield func(candidate) bool)
	single bool    // whether there is at most one value
	deps   choices // the decided variables from which the domain was derived
	scope  string  // the bound of the scope that cut it, or ""
	open   string  // the variable, where it is unbounded and its domain was cut anyway
	after  []int   // the variables, by slot, on which the one value depends that is to be chosen
	given  bool    // whether given types may have more elements than the domain lists
}

// candidate is a value, or a structure whose parts are chosen later.
type candidate struct {
	value value.Value
	parts []component
	build func([]value.Value) value.Value
}

// component is a part of a structure that is chosen later. The parts of a function are
// its images. `where` is the path to the part, if that is not only its number.
type component struct {
	typ   zed.Type
	shape *shape
	where []int
}

// The limits of enumeration.
const (
	// maxDetermined is the largest number of values of a range that the predicate
	// itself gives up to which the range is searched completely, whatever the scope
	// says.
	maxDetermined = 64
	// maxUnscoped is the same for variables that the scope does not bound.
	maxUnscoped = 4096
	// maxPool is the largest number of elements from which sets are built.
	maxPool = 2048
	// maxLength is the longest sequence or largest set that is built because
	// the predicate fixes its size.
	maxLength = 256
)

// wanted is what is known about a hole when its domain is computed.
type wanted struct {
	s       *search
	typ     zed.Type
	scoped  bool
	name    string
	slot    int
	shapes  []*shape
	rules   []rule
	value   interval
	size    interval
	element bool // an element of a sequence or tuple
	listing bool // whole values are listed, for sets that have them as members
	depth   int  // the constructors around it
	active  *activeDomain
	d       *domain
}

func (s *search) domain(h int, b *bounds, active *activeDomain, pending []waiting) *domain {
	at := s.holes[h]
	slot := &s.p.slots[at.slot]
	w := &wanted{
		s: s, typ: at.typ, scoped: slot.scoped, name: slot.name, slot: at.slot,
		value: everything, size: interval{0, infinite},
		active: active, d: &domain{},
	}
	if len(at.path) > 0 {
		w.element = true
		w.depth = depthOf(s.frame[at.slot], at.path)
		w.d.deps = s.deps[at.slot]
		if at.shape != nil {
			w.shapes = []*shape{at.shape}
		}
		w.value = b.value[h]
	} else {
		w.rules = slot.rules
		for _, r := range slot.rules {
			if r.kind == memberOf {
				w.shapes = append(w.shapes, r.shape)
			}
		}
		w.value, w.size = b.value[at.slot], b.size[at.slot]
	}
	if w.value != everything || w.size != (interval{0, infinite}) {
		w.d.deps.add(b.restOf(h, pending))
	}
	limitSizes(w)
	if v, ok := b.forced[h]; ok {
		w.d.deps.add(b.restOfForced(v))
		w.values([]value.Value{v.value})
	} else if !s.filterFirst(h, w.d) && !s.itemOf(h, w.d) && !w.d.isStated(s, h) {
		w.fillDomain()
	}
	if w.d.open != "" {
		// What is tried depends on every value that is around.
		w.d.deps.add(s.allDecided())
	}
	return w.d
}

// limitSizes takes what shapes say about the size out of them.
func limitSizes(w *wanted) {
	for i, s := range w.shapes {
		for s.kind == few {
			w.size.hi = min(w.size.hi, s.most)
			s = s.args[0]
		}
		w.shapes[i] = s
	}
}

// evaluate returns the value of a term that is not an infinite function, and adds what that rests on to the domain.
func (w *wanted) evaluate(u use) (value.Value, bool) {
	v, ok := finiteValue(w.s, u)
	if ok {
		w.d.deps.add(w.s.mask(u.slots))
	}
	return v, ok
}

func (w *wanted) fillDomain() {
	if pool, ok := w.listKnown(); ok {
		w.values(pool)
		return
	}
	if parts, ok := listParts(w); ok {
		w.values(parts)
		return
	}
	if listDivisions(w) {
		return
	}
	switch t := w.typ.(type) {
	case zed.IntType:
		w.numbers()
	case zed.ProductType:
		parts := make([]component, len(t.Elems))
		product := findBuilt(w.shapes, func(o zed.Operator) bool { return o == zed.Cross })
		for i, e := range t.Elems {
			if parts[i].typ = e; product != nil {
				parts[i].shape = product.args[i]
			}
		}
		w.addCandidate(candidate{parts: parts,
			build: func(vs []value.Value) value.Value { return value.OfTuple(vs...) }})
	case zed.SchemaType:
		parts := make([]component, len(t.Fields))
		names := make([]string, len(t.Fields))
		record := findRecord(w.shapes)
		for i, f := range t.Fields {
			parts[i], names[i] = component{typ: f.Type, shape: record.component(f.Name)}, f.Name
		}
		w.addCandidate(candidate{parts: parts,
			build: func(vs []value.Value) value.Value { return value.OfBinding(names, vs) }})
	case zed.PowerType:
		if w.sequence(t) {
			w.sequences(t)
		} else {
			w.sets(t)
		}
	case zed.NamedType:
		if !t.Free || !w.listConstructed(t) {
			w.values(w.pool(t, nil))
		}
	default:
		w.values(w.pool(w.typ, nil))
	}
}

func (w *wanted) addCandidate(c candidate) {
	w.d.single = true
	w.d.each = func(yield func(candidate) bool) { yield(c) }
}

func (w *wanted) values(vs []value.Value) {
	w.d.single = len(vs) <= 1
	w.d.each = func(yield func(candidate) bool) {
		for _, v := range vs {
			if !yield(candidate{value: v}) {
				return
			}
		}
	}
}

// findBuilt returns a set built by an operator of some kind in which a value is said to lie;
// nil where there is none.
func findBuilt(shapes []*shape, is func(zed.Operator) bool) *shape {
	for _, s := range shapes {
		if s.kind == built && is(s.op) {
			return s
		}
	}
	return nil
}

// findRecord returns the set of bindings in which a value is said to lie; nil where there
// is none.
func findRecord(shapes []*shape) *shape {
	for _, s := range shapes {
		if s.kind == record {
			return s
		}
	}
	return nil
}

// keepInRange returns those of some values that are in a range, where they are integers.
func keepInRange(list []value.Value, in interval) []value.Value {
	var out []value.Value
	for _, e := range list {
		if n, ok := e.Int(); !ok || n >= in.lo && n <= in.hi {
			out = append(out, e)
		}
	}
	return out
}

// listKnown returns the candidates where a known set holds the value.
func (w *wanted) listKnown() ([]value.Value, bool) {
	var best []value.Value
	found := false
	for _, s := range w.shapes {
		if s.kind != byValue {
			continue
		}
		set, ok := w.evaluate(s.term)
		if !ok || set.Len() > maxUnscoped || found && set.Len() >= len(best) {
			continue
		}
		best, found = keepInRange(set.Members(), w.value), true
	}
	for i := range w.rules {
		if w.rules[i].kind != inTuple {
			continue
		}
		if list, ok := w.rules[i].listInTuples(w); ok && (!found || len(list) < len(best)) {
			best, found = keepInRange(list, w.value), true
		}
	}
	sort.SliceStable(best, func(i, j int) bool { return isSmaller(best[i], best[j]) })
	return best, found
}

// isSmaller tells whether a value comes before another. Integers are ordered by their distance from 0, positive ones
// first. Other values have their usual order.
func isSmaller(a, b value.Value) bool {
	m, ok1 := a.Int()
	n, ok2 := b.Int()
	if a.Kind() != value.Int || b.Kind() != value.Int || !ok1 || !ok2 {
		return a.Compare(b) < 0
	}
	return isCloser(m, n)
}

func isCloser(m, n int64) bool {
	if abs(m) != abs(n) {
		return abs(m) < abs(n)
	}
	return m > n
}

// numbers sets the domain to the integers that the value may be. They are listed only
// when they are tried.
func (w *wanted) numbers() {
	i := w.value
	for _, s := range w.shapes {
		i = i.meet(w.rangeOfShape(s))
	}
	if i.isFinite() && i.hi-i.lo < maxDetermined {
		w.values(w.integersIn(i))
		return
	}
	w.confine(i)
	w.d.each = func(yield func(candidate) bool) {
		all := w.integersIn(i)
		if w.scoped && w.s.reach == inText && !w.element {
			sort.SliceStable(all, func(i, j int) bool { return isSmaller(all[i], all[j]) })
		}
		for _, v := range all {
			if !yield(candidate{value: v}) {
				return
			}
		}
	}
}

// confine records the bound that cuts a range of integers.
func (w *wanted) confine(i interval) {
	switch {
	case i.isEmpty() || w.isListedWholly(i):
	case w.scoped:
		w.d.scope = intScope(w.s.scope)
	default:
		w.d.open = w.name
	}
}

func intScope(s value.Scope) string {
	return fmt.Sprintf("int: [%d, %d]", s.IntMin, s.IntMax)
}

// isListedWholly tells whether a range is listed completely, whatever the scope says.
func (w *wanted) isListedWholly(i interval) bool {
	limit := int64(maxDetermined)
	if !w.scoped || w.s.reach > inText {
		limit = maxUnscoped
	}
	return i.isFinite() && i.hi-i.lo < limit
}

// rangeOfShape returns the range in which membership in a set puts an integer.
func (w *wanted) rangeOfShape(s *shape) interval {
	out := everything
	switch s.kind {
	case natural:
		out.lo = s.low
	case span:
		if v, ok := w.evaluate(s.args[0].term); ok {
			if n, ok := v.Int(); ok {
				out.lo = n
			}
		}
		if v, ok := w.evaluate(s.args[1].term); ok {
			if n, ok := v.Int(); ok {
				out.hi = n
			}
		}
	}
	return out.clip()
}

func (w *wanted) integersIn(i interval) []value.Value {
	if i.isEmpty() {
		return nil
	}
	w.confine(i)
	if w.isListedWholly(i) {
		return listAscending(i)
	}
	if w.scoped && w.s.reach == inText {
		return w.listMentioned(i)
	}
	within := interval{w.s.scope.IntMin, w.s.scope.IntMax}
	if w.scoped && w.s.reach < anywhere {
		if few := w.s.few; few != nil && few[w.slot] > 0 && few[w.slot] < within.hi-within.lo {
			lo := max(within.lo, min(0, within.hi-few[w.slot]+1))
			within = interval{lo, lo + few[w.slot] - 1}
		}
		return listAscending(i.meet(within))
	}
	return w.listAround(i, within)
}

// listAround lists integers of a range that is not listed completely: those that occur
// already and their neighbours, those of twice the scope, and the ends.
func (w *wanted) listAround(i, within interval) []value.Value {
	near := w.active.listNear(w.element)
	wide := interval{2 * within.lo, 2 * within.hi}
	out := make([]value.Value, 0, len(near)+int(max(0, min(wide.hi-wide.lo+1, maxListed)))+maxDetermined)
	if w.s.taken == nil {
		w.s.taken = map[int64]bool{}
	}
	clear(w.s.taken)
	seen := w.s.taken
	take := func(n int64) {
		if n >= i.lo && n <= i.hi && !seen[n] {
			seen[n] = true
			out = append(out, value.OfInt(n))
		}
	}
	for _, n := range near {
		take(n)
	}
	for n := range wide.eachOutward() {
		take(n)
	}
	for k := range int64(maxDetermined) / 2 {
		if i.lo > -infinite {
			take(i.lo + k)
		}
		if i.hi < infinite {
			take(i.hi - k)
		}
	}
	return out
}

// maxListed is the number of integers that are listed of a wide scope.
const maxListed = 1 << 16

// listAscending lists the integers of a range, those closest to 0 first.
func listAscending(i interval) []value.Value {
	if i.isEmpty() {
		return nil
	}
	out := make([]value.Value, 0, min(i.hi-i.lo+1, maxListed))
	for n := range i.eachOutward() {
		out = append(out, value.OfInt(n))
	}
	return out
}

// eachOutward yields the integers of a range, those closest to 0 first, and no more than
// some of a wide one.
func (i interval) eachOutward() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		start := max(i.lo, min(0, i.hi))
		if i.isEmpty() || !yield(start) {
			return
		}
		listed := 1
		for up, down := start+1, start-1; (up <= i.hi || down >= i.lo) && listed < maxListed; up, down = up+1, down-1 {
			if up <= i.hi {
				if listed++; !yield(up) {
					return
				}
			}
			if down >= i.lo {
				if listed++; !yield(down) {
					return
				}
			}
		}
	}
}

// pool lists values of a type for members of sets.
func (w *wanted) pool(t zed.Type, s *shape) []value.Value {
	if s != nil && (s.kind == byValue || s.kind == few) {
		if set, ok := w.evaluate(s.term); ok && set.Len() <= maxPool {
			var out []value.Value
			out = append(out, set.Members()...)
			sort.SliceStable(out, func(i, j int) bool { return isSmaller(out[i], out[j]) })
			return out
		}
	}
	switch t := t.(type) {
	case zed.IntType:
		i := everything
		if s != nil {
			i = w.rangeOfShape(s)
		}
		return w.integersIn(i)
	case zed.StrType:
		w.d.scope = shortStrings
		words := w.active.strings()
		if w.s.reach == inText {
			words = append(slices.Clone(w.s.p.mentioned().words), words...)
		}
		return append(words, w.letters()...)
	case zed.NamedType:
		if t.Free {
			if w.s.p.globals.Partial[t.Name] {
				w.d.scope = fmt.Sprintf("%d values of %s", len(w.s.p.globals.Free[t.Name]), t.Name)
			}
			for _, given := range w.s.p.globals.GivenIn(t) {
				w.leanOnElements(given)
			}
			return w.s.p.globals.Free[t.Name]
		}
		w.leanOnElements(t.Name)
		return w.s.p.globals.Given[t.Name]
	case zed.ProductType:
		return w.tuples(t, s)
	case zed.SchemaType:
		return w.bindings(t, s)
	case zed.PowerType:
		return w.subsets(t, s)
	}
	w.d.open = w.name
	return nil
}

// leanOnElements records that the result depends on the number of elements of a given
// type, unless the search is at a certain size of it.
func (w *wanted) leanOnElements(given string) {
	if _, exact := w.s.p.globals.Sizes[given]; !exact {
		w.d.scope, w.d.given = fmt.Sprintf("given: %d", len(w.s.p.globals.Given[given])), true
	}
}
