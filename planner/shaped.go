package planner

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// shape is what a case has that is made of another one of its disjunct.
type shape struct {
	size int   // of its collections; 0: that of the other case
	few  bool  // that case is one with few elements, where there is one
	ways []way // in which it is tried to make it, up to the first that gives a case
}

// shapes are the shapes of which each disjunct should have a case. A store that begins
// with any power of two up to 32 and doubles is full with 32 elements, and has just
// grown with 33; what is divided into nodes has several levels then. Numbers that are
// kept as bits are in several words.
var shapes = [...]shape{
	{size: 33, ways: []way{
		{numbers: amid}, {}, {count: true}, {back: true}, {repeat: true}, {back: true, repeat: true},
	}},
	{size: 32, ways: []way{{back: true}, {}, {count: true}, {back: true, repeat: true}, {repeat: true}}},
	{size: 2, ways: []way{{}, {count: true}, {back: true}}},
	{few: true, ways: []way{{numbers: endNumbers(63)}}},
	{ways: []way{{numbers: endNumbers(1)}}},
}

// maxMisses is after how many questions in vain no more cases of a shape are tried:
// where the specification binds its variables closely, all would fail.
const maxMisses = 3

// mostFull is the largest of these sizes.
const mostFull = 33

// way is a way to make a case of another one, with collections of another size.
type way struct {
	numbers func(i, of int) int64 // what the numbers become, by their order; nil: they stay
	back    bool                  // numbers that are not in collections grow by as much as the size
	count   bool                  // those among them do that are the size
	repeat  bool                  // new elements have the images of old ones; else all that is new is fresh
}

// amid returns the i-th of some numbers with gaps between them.
func amid(i, of int) int64 { return int64((i + 1) * mostFull / (of + 1)) }

// endNumbers returns numbers of which each is in another word of 64 bits, in turn the last and
// the first one there; it begins with 63 or 1.
func endNumbers(begin int) func(i, of int) int64 {
	return func(i, _ int) int64 {
		if (i%2 == 0) == (begin == 63) {
			return 64*int64(i+1) - 1
		}
		return max(1, 64*int64(i))
	}
}

// addShapes adds, for each disjunct, cases that have the given shapes, where evaluation
// shows that what is made of another case is a case.
func (a *apart) addShapes(ctx context.Context) {
	filter := a.finder.newFilter(a.unit)
	for d := range a.unit.Op.Disjuncts[:min(maxDisjuncts, len(a.unit.Op.Disjuncts))] {
		bound := false
		for _, s := range shapes {
			if large := s.size > many; !large || !bound {
				a.misses = 0
				a.addShape(ctx, filter, d+1, s)
				bound = large && a.misses > 0
			}
		}
	}
}

// addShape adds the cases of a disjunct that have a shape: one in which all collections
// have it or, where none is found, one for each collection.
func (a *apart) addShape(ctx context.Context, filter *leafFilter, disjunct int, s shape) {
	for _, vars := range a.groups(disjunct) {
		if ctx.Err() != nil || a.steps > mutantsMost || a.misses >= maxMisses {
			return
		}
		if a.addShaped(ctx, filter, disjunct, s, vars) && len(vars) > 1 {
			return
		}
	}
}

// groups returns the collections that are given a shape together: all of a disjunct's
// cases that have elements in some case, and if these are several, each by itself.
func (a *apart) groups(disjunct int) [][]zed.Var {
	var all []zed.Var
	var out [][]zed.Var
	for _, v := range a.unit.Tree.VIS {
		if _, collection := v.Type.(zed.PowerType); collection && a.base(disjunct, 1, []zed.Var{v}) != nil {
			all = append(all, v)
			out = append(out, []zed.Var{v})
		}
	}
	if len(all) > 1 {
		out = slices.Insert(out, 0, all)
	}
	return out
}

// base returns the case of a disjunct in which the smallest of some collections is
// largest, but not larger than is asked for. It returns nil where some of them is
// empty in each case.
func (a *apart) base(disjunct, size int, vars []zed.Var) *plan.Case {
	var best *plan.Case
	most := 0
	for _, c := range slices.Concat(a.unit.Cases, a.added) {
		if c.Leaf.Disjunct != disjunct || c.Leaf.IsRejected() || c.Open {
			continue
		}
		least := size
		for _, v := range vars {
			x, _ := c.Values().Lookup(v.Name)
			least = min(least, x.Len())
		}
		if least > most {
			best, most = c, least
		}
	}
	return best
}

// addShaped adds a case of a disjunct in which the given collections have a shape,
// unless there is one, and returns whether there is one then.
func (a *apart) addShaped(ctx context.Context, filter *leafFilter, disjunct int, s shape, vars []zed.Var) bool {
	size := many
	if s.few {
		size = 3
	}
	base := a.base(disjunct, size, vars)
	numbers := base != nil && hasNumbers(base.Values(), vars)
	if base == nil || s.size == 0 && !numbers {
		return false
	}
	if s.size > 0 && a.hasSize(disjunct, s.size, vars) {
		return true
	}
	sizes := base.Sizes
	for _, v := range vars {
		for _, t := range a.finder.system.Globals.GivenIn(v.Type) {
			if s.size >= many {
				sizes = sizes.Merge(value.Sizes{t: s.size + len(a.finder.system.Globals.Given[t])})
			}
		}
	}
	for _, way := range s.ways {
		if way.numbers != nil && !numbers {
			continue
		}
		e := newReshaping(a.finder.withSizes(sizes), base.Values(), way)
		all, before := e.values(vars, s.size), a.misses
		for _, values := range all {
			if c := a.caseIn(ctx, filter, disjunct, values, sizes); c != nil {
				if a.misses = 0; a.findSameCase(c) == nil {
					a.note(ctx, c)
					a.keep(c)
				}
				return true
			}
			if a.misses >= maxMisses+before {
				break
			}
		}
		if len(all) > 1 { // they are one way to leave elements out
			a.misses = min(a.misses, before+1)
		}
		if a.misses >= maxMisses {
			return false
		}
	}
	return false
}

// isLarge tells whether a case has a collection of one of the large sizes.
func isLarge(c *plan.Case) bool {
	return slices.ContainsFunc(c.Values(), func(item spec.Item) bool {
		return slices.ContainsFunc(shapes[:], func(s shape) bool {
			return s.size > many && item.Value.Len() == s.size
		})
	})
}

// hasNumbers tells whether some of the collections are sets of numbers, or functions
// from numbers that are not sequences.
func hasNumbers(values spec.Values, vars []zed.Var) bool {
	return slices.ContainsFunc(vars, func(v zed.Var) bool {
		x, _ := values.Lookup(v.Name)
		if x.Kind() != value.Set || x.Len() == 0 {
			return false
		}
		first := x.Elem(0)
		if first.Kind() == value.Tuple {
			first = first.Elem(0)
		}
		return first.Kind() == value.Int
	})
}

// hasSize tells whether the given collections have a size in some case of a disjunct.
func (a *apart) hasSize(disjunct, size int, vars []zed.Var) bool {
	return slices.ContainsFunc(slices.Concat(a.unit.Cases, a.added), func(c *plan.Case) bool {
		return c.Leaf.Disjunct == disjunct && !c.Leaf.IsRejected() && !c.Open &&
			!slices.ContainsFunc(vars, func(v zed.Var) bool {
				x, _ := c.Values().Lookup(v.Name)
				return x.Len() != size
			})
	})
}

// caseIn makes a case of a disjunct of some values, if a few steps show that they lie
// in a leaf of it. It returns nil otherwise.
func (a *apart) caseIn(ctx context.Context, filter *leafFilter, disjunct int, values spec.Values,
	sizes value.Sizes) *plan.Case {
	given := values.Map()
	frame := make([]value.Value, len(a.unit.Tree.VIS))
	for i, v := range a.unit.Tree.VIS {
		frame[i] = given[v.Name]
	}
	if a.unit.telling.rulesOutAll(a.operation, given) {
		a.misses++
		return nil
	}
	filter.set(frame)
	sizes = a.finder.sizes(a.unit, a.finder.neededSizes(a.unit, sizes), values)
	at := a.finder.withSizes(sizes)
	for _, leaf := range a.unit.Leaves {
		if leaf.Disjunct != disjunct || leaf.IsRejected() || leaf.Pruned != "" || filter.excludes(leaf.Condition) {
			continue
		}
		for _, part := range at.alternatives(a.unit, leaf) {
			part.Bound, part.Steps = given, pointSteps
			if a.ask(ctx, part).Outcome != solve.Case {
				a.misses++
				continue
			}
			if c := a.finder.newCase(ctx, a.unit, leaf, a.cases[leaf]+1, values, sizes); c.Witness != nil {
				return c
			}
		}
	}
	return nil
}

// rulesOutAll tells whether evaluation shows that none of some alternatives allows an outcome for the
// given inputs and before-state.
func (t *telling) rulesOutAll(of []*alternative, given map[string]value.Value) bool {
	frame := make([]value.Value, len(t.unit.Op.Vars))
	for i, v := range t.unit.Op.Vars {
		frame[i] = given[v.Name]
	}
	now := t.newMoment(frame)
	defer now.end()
	return len(of) > 0 && !slices.ContainsFunc(of, func(one *alternative) bool { return !now.rulesOut(one) })
}

// reshaping makes the values of a case of those of another one.
type reshaping struct {
	way
	base  spec.Values
	fresh []value.Value // numbers that do not occur in the case, in order
	given map[string][]value.Value
	types map[string]string // of elements, their given types
}

// newReshaping returns the reshaping of some values in the finder's system, which has
// elements enough.
func newReshaping(f finder, base spec.Values, how way) *reshaping {
	e := &reshaping{way: how, base: slices.Clone(base), given: map[string][]value.Value{}, types: map[string]string{}}
	if how.numbers != nil {
		e.renumber()
	}
	taken := map[string]bool{}
	for _, item := range e.base {
		item.Value.Scalars(func(v value.Value) { taken[v.Key()] = true })
	}
	free := func(all []value.Value) []value.Value {
		return slices.DeleteFunc(slices.Clone(all), func(v value.Value) bool { return taken[v.Key()] })
	}
	var numbers []value.Value
	for n := range int64(2 * mostFull) {
		numbers = append(numbers, value.OfInt(n+2))
	}
	e.fresh = free(numbers)
	for t, all := range f.system.Globals.Given {
		e.given[t] = free(all)
		for _, x := range all {
			e.types[x.Name()] = t
		}
	}
	return e
}

// renumber replaces the numbers of the case by others in the same order.
func (e *reshaping) renumber() {
	var all []value.Value
	for _, item := range e.base {
		item.Value.Scalars(func(v value.Value) {
			if v.Kind() == value.Int {
				all = append(all, v)
			}
		})
	}
	slices.SortFunc(all, value.Value.Compare)
	all = slices.CompactFunc(all, value.Value.Equal)
	by := map[string]value.Value{}
	for i, v := range all {
		by[v.Key()] = value.OfInt(e.numbers(i, len(all)))
	}
	for i, item := range e.base {
		e.base[i].Value = item.Value.Map(func(v value.Value) value.Value {
			if other, ok := by[v.Key()]; ok {
				return other
			}
			return v
		})
	}
}

// values returns the values with collections of the given size for some variables, in
// one way or several.
func (e *reshaping) values(vars []zed.Var, size int) []spec.Values {
	if size == 0 {
		return []spec.Values{e.base}
	}
	var out []spec.Values
	for skip := range many {
		values, was := slices.Clone(e.base), 0
		for i, item := range e.base {
			if slices.ContainsFunc(vars, func(v zed.Var) bool { return v.Name == item.Name }) {
				was = item.Value.Len()
				if values[i].Value = e.resize(item.Value, size, skip); values[i].Value.Len() != size {
					return out
				}
			}
		}
		if (e.back || e.count) && !e.moveNumbers(values, int64(was), int64(size-was)) {
			return out
		}
		if out = append(out, values); was <= size {
			break
		}
	}
	return out
}

// moveNumbers adds a number to those that are not in collections, or to those of them that
// are the size of a collection, and tells whether there are any.
func (e *reshaping) moveNumbers(values spec.Values, size, by int64) (moved bool) {
	for i, item := range values {
		n, small := item.Value.Int()
		if item.Value.Kind() == value.Int && small && (e.back && n > 0 || n == size) {
			values[i].Value, moved = value.OfInt(n+by), true
		}
	}
	return moved
}

// resize returns a collection of the given size: with fresh elements between those of a
// smaller one, or without some of a larger one, beginning after those that are skipped.
func (e *reshaping) resize(v value.Value, size, skip int) value.Value {
	old, added := v.Items(), []value.Value(nil)
	if n := len(old); n > size {
		old = slices.Clone(old)
		if v.Kind() == value.Set {
			slices.SortStableFunc(old, func(a, b value.Value) int { return e.countShared(b) - e.countShared(a) })
		}
		old = slices.Concat(old, old)[skip%n : skip%n+size]
	}
	for k := 0; len(old) > 0 && len(old)+k < size; k++ {
		added = append(added, e.makeLike(old[k%len(old)], v.Kind(), k))
	}
	if v.Kind() != value.Seq {
		return value.OfSet(slices.Concat(old, added))
	}
	half := (len(old) + 1) / 2
	return value.OfSeq(slices.Concat(old[:half], added, old[half:]))
}

// countShared returns 1 for an element that has a part which is also the value of a variable.
func (e *reshaping) countShared(element value.Value) int {
	found := 0
	element.Scalars(func(part value.Value) {
		if slices.ContainsFunc(e.base, func(item spec.Item) bool { return item.Value.Equal(part) }) {
			found = 1
		}
	})
	return found
}

// makeLike returns an element like another one in which all that may differ is the k-th
// that does not occur in the case.
func (e *reshaping) makeLike(other value.Value, in value.Kind, k int) value.Value {
	if in == value.Seq && e.repeat {
		return other
	}
	if in == value.Set && e.repeat && other.Kind() == value.Tuple {
		items := slices.Clone(other.Items())
		items[0] = e.makeLike(items[0], value.Nothing, k)
		return value.OfTuple(items...)
	}
	return other.Map(func(v value.Value) value.Value {
		switch v.Kind() {
		case value.Int:
			if k < len(e.fresh) {
				return e.fresh[k]
			}
		case value.Atom:
			if all := e.given[e.types[v.Name()]]; k < len(all) {
				return all[k]
			}
		case value.Str:
			return value.OfStr(v.Name() + string(rune('a'+k%26)) + string(rune('a'+k/26)))
		}
		return v
	})
}
