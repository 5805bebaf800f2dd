package solvetest

import (
	"fmt"

	"github.com/ttf-int/ttf-int/zed/value"
)

// meaning computes what a term means in a world; false says that it has no value,
// or no truth.
type meaning func(w *World, t *term) (value.Value, bool)

// rule makes a term of its parts. Where it binds, its first part is a new variable
// of that sort, the second what the variable runs through, and the others see it.
type rule struct {
	format string
	is     meaning
	parts  []sort
	binds  sort
}

// op returns a rule for an operator that has a value where all its parts have.
func op(format string, is func(a []value.Value) value.Value, parts ...sort) rule {
	return partialRule(format, func(a []value.Value) (value.Value, bool) { return is(a), true }, parts...)
}

// partialRule returns a rule for an operator that may have no value.
func partialRule(format string, is func(a []value.Value) (value.Value, bool), parts ...sort) rule {
	return rule{format: format, parts: parts, is: func(w *World, t *term) (value.Value, bool) {
		args := make([]value.Value, len(t.parts))
		for i, p := range t.parts {
			v, ok := p.evaluate(w)
			if !ok {
				return v, false
			}
			args[i] = v
		}
		return is(args)
	}}
}

// rel returns a rule for a relation.
func rel(format string, holds func(a []value.Value) bool, parts ...sort) rule {
	return op(format, func(a []value.Value) value.Value { return truthOf(holds(a)) }, parts...)
}

// liftBinary makes a rule's meaning of a function of two values.
func liftBinary(f func(a, b value.Value) value.Value) func([]value.Value) value.Value {
	return func(a []value.Value) value.Value { return f(a[0], a[1]) }
}
func liftUnary(f func(a value.Value) value.Value) func([]value.Value) value.Value {
	return func(a []value.Value) value.Value { return f(a[0]) }
}
func counting(f func(a, b int64) int64) func([]value.Value) value.Value {
	return func(a []value.Value) value.Value { return value.OfInt(f(integer(a[0]), integer(a[1]))) }
}
func compare(f func(a, b int64) bool) func([]value.Value) bool {
	return func(a []value.Value) bool { return f(integer(a[0]), integer(a[1])) }
}
func size(a []value.Value) value.Value { return value.OfInt(int64(a[0].Len())) }
func extension(a []value.Value) value.Value {
	return set(a...)
}
func sequence(a []value.Value) value.Value { return value.OfSeq(a) }
func apply(a []value.Value) (value.Value, bool) {
	return image(a[0], a[1])
}
func maplet(a []value.Value) value.Value { return set(couple(a[0], a[1])) }

// guardNonempty guards an operator on what is not empty.
func guardNonempty(f func(value.Value) value.Value) func([]value.Value) (value.Value, bool) {
	return func(a []value.Value) (value.Value, bool) {
		if a[0].Len() == 0 {
			return value.Value{}, false
		}
		return f(a[0]), true
	}
}

func minOf(s value.Value) value.Value  { return s.Members()[0] }
func maxOf(s value.Value) value.Value  { return s.Members()[s.Len()-1] }
func head(s value.Value) value.Value   { return items(s)[0] }
func lastOf(s value.Value) value.Value { return items(s)[s.Len()-1] }
func tail(s value.Value) value.Value   { return value.OfSeq(items(s)[1:]) }
func front(s value.Value) value.Value  { return value.OfSeq(items(s)[:s.Len()-1]) }
func concatenate(s, t value.Value) value.Value {
	return value.OfSeq(append(items(s), items(t)...))
}
func reverse(s value.Value) value.Value {
	var out []value.Value
	for _, x := range items(s) {
		out = append([]value.Value{x}, out...)
	}
	return value.OfSeq(out)
}

// pick keeps the items of a sequence that a test keeps.
func pick(s value.Value, keep func(i int, x value.Value) bool) value.Value {
	var out []value.Value
	for i, x := range items(s) {
		if keep(i+1, x) {
			out = append(out, x)
		}
	}
	return value.OfSeq(out)
}

func filterItems(s, by value.Value) value.Value {
	return pick(s, func(_ int, x value.Value) bool { return by.Contains(x) })
}
func extract(by, s value.Value) value.Value {
	return pick(s, func(i int, _ value.Value) bool { return by.Contains(value.OfInt(int64(i))) })
}

// isPrefix tells whether one sequence begins another.
func isPrefix(s, t value.Value) bool {
	return s.Len() <= t.Len() && value.OfSeq(items(t)[:s.Len()]).Equal(s)
}

func big(join func(a, b value.Value) value.Value) func(value.Value) value.Value {
	return func(g value.Value) value.Value {
		out := g.Members()[0]
		for _, s := range g.Members() {
			out = join(out, s)
		}
		return out
	}
}

// mapMembers applies a function to each member of a set; where it has no value for one,
// the image is taken to have none.
func mapMembers(f func(value.Value) value.Value) func([]value.Value) (value.Value, bool) {
	return func(a []value.Value) (value.Value, bool) {
		for _, s := range a[0].Members() {
			if s.Len() == 0 {
				return value.Value{}, false
			}
		}
		return mapSet(a[0], f), true
	}
}

// setRules returns the rules that every sort of sets has.
func setRules(s, element sort) []rule {
	return []rule{
		op("{%s}", extension, element), op("{%s, %s}", extension, element, element),
		op("(%s ∪ %s)", liftBinary(union), s, s), op("(%s ∩ %s)", liftBinary(meet), s, s), op("(%s ∖ %s)",
			liftBinary(minus), s, s),
		op("(%s ⊖ %s)", liftBinary(func(a, b value.Value) value.Value { return union(minus(a, b), minus(b, a)) }), s,
			s),
		{format: "{%[1]s : %[2]s | %[3]s}", binds: element, parts: []sort{s, truth}, is: computeComprehension},
		{format: "{%[1]s : %[2]s | %[3]s • %[4]s}", binds: element, parts: []sort{s, truth, element},
			is: computeComprehension},
		{format: "{%[1]s : %[2]s • %[3]s}", binds: element, parts: []sort{s, element},
			is: func(w *World, t *term) (value.Value, bool) {
				return collectTerms(w, t, nil, t.parts[2])
			}},
	}
}

// setTruths returns the predicates on a sort of sets.
func setTruths(s, element sort) []rule {
	return []rule{
		rel("(%s ∈ %s)", func(a []value.Value) bool { return a[1].Contains(a[0]) }, element, s),
		rel("(%s ∉ %s)", func(a []value.Value) bool { return !a[1].Contains(a[0]) }, element, s),
		rel("(%s ⊆ %s)", func(a []value.Value) bool { return subset(a[0], a[1]) }, s, s),
		rel("(%s ⊂ %s)", func(a []value.Value) bool { return subset(a[0], a[1]) && !a[0].Equal(a[1]) }, s, s),
		rel("(disjoint ⟨%s, %s⟩)", func(a []value.Value) bool { return meet(a[0], a[1]).Len() == 0 }, s, s),
		{format: "(∀ %[1]s : %[2]s • %[3]s)", binds: element, parts: []sort{s, truth}, is: computeUniversal},
		{format: "(∀ %[1]s : %[2]s | %[3]s • %[4]s)", binds: element, parts: []sort{s, truth, truth},
			is: computeUniversal},
		{format: "(∃ %[1]s : %[2]s • %[3]s)", binds: element, parts: []sort{s, truth}, is: computeExistential},
		{format: "(∃ %[1]s : %[2]s | %[3]s • %[4]s)", binds: element, parts: []sort{s, truth, truth},
			is: computeExistential},
		{format: "(∃₁ %[1]s : %[2]s • %[3]s)", binds: element, parts: []sort{s, truth}, is: computeUnique},
	}
}

// equalities returns the predicates that every sort has.
func equalities(s sort) []rule {
	return []rule{
		rel("(%s = %s)", func(a []value.Value) bool { return a[0].Equal(a[1]) }, s, s),
		rel("(%s ≠ %s)", func(a []value.Value) bool { return !a[0].Equal(a[1]) }, s, s),
	}
}

// relationRules returns the rules that each sort of relations has, between two sets of
// sorts.
func relationRules(s, from, to, x, y sort) []rule {
	return []rule{
		op("{%s ↦ %s}", maplet, x, y), op("(%s ⊕ %s)", liftBinary(override), s, s),
		op("(%s ⊕ {%s ↦ %s})", func(a []value.Value) value.Value { return override(a[0], maplet(a[1:])) }, s, x, y),
		op("(%s ◁ %s)", liftBinary(func(a, r value.Value) value.Value { return restrict(r, firstOf, a, true) }), from,
			s),
		op("(%s ⩤ %s)", liftBinary(func(a, r value.Value) value.Value { return restrict(r, firstOf, a, false) }), from,
			s),
		op("(%s ▷ %s)", liftBinary(func(r, a value.Value) value.Value { return restrict(r, secondOf, a, true) }), s,
			to),
		op("(%s ⩥ %s)", liftBinary(func(r, a value.Value) value.Value { return restrict(r, secondOf, a, false) }), s,
			to),
		op("(%s × %s)", liftBinary(product), from, to),
		{format: "(λ %[1]s : %[2]s • %[3]s)", binds: x, parts: []sort{from, y},
			is: func(w *World, t *term) (value.Value, bool) {
				return collectTerms(w, t, nil, &term{parts: []*term{t.parts[0], t.parts[2]},
					is: func(w *World, t *term) (value.Value, bool) {
						a, _ := t.parts[0].evaluate(w)
						b, ok := t.parts[1].evaluate(w)
						return couple(a, b), ok
					}})
			}},
	}
}

// computeComprehension computes {x : S | P} and {x : S | P • e}.
func computeComprehension(w *World, t *term) (value.Value, bool) {
	body := t.parts[0]
	if len(t.parts) == 4 {
		body = t.parts[3]
	}
	return collectTerms(w, t, t.parts[2], body)
}

// collectTerms collects a term for each element of a set that a predicate keeps.
func collectTerms(w *World, t, keep, body *term) (value.Value, bool) {
	s, ok := t.parts[1].evaluate(w)
	if !ok {
		return s, false
	}
	var out []value.Value
	for _, x := range s.Members() {
		w.env[t.parts[0].format] = x
		if keep != nil {
			k, ok := keep.evaluate(w)
			if !ok {
				return k, false
			}
			if !isTrue(k) {
				continue
			}
		}
		v, ok := body.evaluate(w)
		if !ok {
			return v, false
		}
		out = append(out, v)
	}
	return value.OfSet(out), true
}

// truths counts for how many values the body of a quantifier is true, false and
// neither, a condition before it included.
func truths(w *World, t *term, over []value.Value, every bool) (holds, fails, open int) {
	for _, x := range over {
		w.env[t.parts[0].format] = x
		v, ok := t.parts[len(t.parts)-1].evaluate(w)
		if len(t.parts) == 4 {
			k, known := t.parts[2].evaluate(w)
			switch decides := truthOf(every); {
			case known && !isTrue(k):
				v, ok = decides, true
			case !known && !(ok && v.Equal(decides)):
				ok = false
			}
		}
		switch {
		case !ok:
			open++
		case isTrue(v):
			holds++
		default:
			fails++
		}
	}
	return holds, fails, open
}

func computeUniversal(w *World, t *term) (value.Value, bool) {
	s, ok := t.parts[1].evaluate(w)
	if !ok {
		return s, false
	}
	_, fails, open := truths(w, t, s.Members(), true)
	return truthOf(fails == 0), fails > 0 || open == 0
}

func computeExistential(w *World, t *term) (value.Value, bool) {
	s, ok := t.parts[1].evaluate(w)
	if !ok {
		return s, false
	}
	holds, _, open := truths(w, t, s.Members(), false)
	return truthOf(holds > 0), holds > 0 || open == 0
}

func computeUnique(w *World, t *term) (value.Value, bool) {
	s, ok := t.parts[1].evaluate(w)
	if !ok {
		return s, false
	}
	holds, _, open := truths(w, t, s.Members(), false)
	return truthOf(holds == 1), holds > 1 || open == 0
}

// maxSample is how many elements of an infinite set are tried.
const maxSample = 24

// endless returns a quantifier over a set of which only some elements are tried: it is
// known to be false, or true, where one of these shows it.
func endless(q, set string, binds sort, keep func(value.Value) bool) rule {
	return rule{format: fmt.Sprintf("(%s %%[1]s : %s • %%[3]s)", q, set), binds: binds, parts: []sort{nothing, truth},
		is: func(w *World, t *term) (value.Value, bool) {
			over, known := w.sample[set]
			if !known {
				for _, x := range w.values(binds) {
					if (keep == nil || keep(x)) && len(over) < maxSample {
						over = append(over, x)
					}
				}
				w.sample[set] = over
			}
			holds, fails, _ := truths(w, t, over, q == "∀")
			if q == "∀" {
				return truthOf(false), fails > 0
			}
			return truthOf(true), holds > 0
		}}
}
