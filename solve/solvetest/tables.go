package solvetest

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed/value"
)

// leaf is a term without parts.
type leaf struct {
	format string
	is     meaning
}

func fixed(format string, v value.Value) leaf {
	return leaf{format, func(*World, *term) (value.Value, bool) { return v, true }}
}

// all returns the leaf for every value of a given or free type.
func all(format string, of func(w *World) []value.Value) leaf {
	return leaf{format, func(w *World, _ *term) (value.Value, bool) { return set(of(w)...), true }}
}

func integersOf(ns ...int64) value.Value {
	var out []value.Value
	for _, n := range ns {
		out = append(out, value.OfInt(n))
	}
	return value.OfSet(out)
}

// leaves are the terms without parts, by sort.
var leaves = map[sort][]leaf{
	number:  {fixed("0", value.OfInt(0)), fixed("1", value.OfInt(1)), fixed("2", value.OfInt(2))},
	names:   {fixed("∅[NAME]", set()), all("NAME", func(w *World) []value.Value { return w.names })},
	places:  {fixed("∅[PLACE]", set()), all("PLACE", func(w *World) []value.Value { return w.places })},
	numbers: {fixed("∅[ℤ]", set()), fixed("{1}", integersOf(1)), fixed("(0 .. 1)", integersOf(0, 1))},
	graphs:  {fixed("∅[NAME × NAME]", set())},
	links:   {fixed("∅[NAME × PLACE]", set())},
	ledgers: {fixed("∅[NAME × ℤ]", set())},
	lists:   {fixed("∅[ℤ × NAME]", set())},
	rows:    {fixed("∅[ℤ × ℤ]", set()), fixed("⟨1⟩", value.OfSeq([]value.Value{value.OfInt(1)}))},
	colour:  {fixed("red", value.OfAtom("red")), fixed("green", value.OfAtom("green"))},
	maybes:  {fixed("none", none())},
	tree:    {fixed("tip", tip())},
	trees:   {fixed("∅[TREE]", set()), fixed("{tip}", set(tip()))},
	groups:  {fixed("{∅[NAME]}", set(set()))},
	bundles: {fixed("∅[seq NAME]", set()), fixed("{∅[ℤ × NAME]}", set(set()))},
}

func divide(by func(a, b int64) int64) func(a []value.Value) (value.Value, bool) {
	return func(a []value.Value) (value.Value, bool) {
		if integer(a[1]) == 0 {
			return value.Value{}, false
		}
		return value.OfInt(by(integer(a[0]), integer(a[1]))), true
	}
}

// rules are the terms with parts, by sort.
var rules = map[sort][]rule{
	number: {
		op("(%s + %s)", counting(func(a, b int64) int64 { return a + b }), number, number),
		op("(%s - %s)", counting(func(a, b int64) int64 { return a - b }), number, number),
		op("(%s * %s)", counting(func(a, b int64) int64 { return a * b }), number, number),
		op("(2 * %s)", liftUnary(func(a value.Value) value.Value { return value.OfInt(2 * integer(a)) }), number),
		op("(%s div 2)", liftUnary(func(a value.Value) value.Value { return value.OfInt(quotient(integer(a), 2)) }),
			number),
		op("(%s mod 2)", liftUnary(func(a value.Value) value.Value { return value.OfInt(remainder(integer(a), 2)) }),
			number),
		partialRule("(%s div %s)", divide(quotient), number, number), partialRule("(%s mod %s)", divide(remainder),
			number,
			number),
		op("(# (%s))", size, names), op("(# (%s))", size, graphs), op("(# (%s))", size, lists),
		op("(# (%s))", size, numbers),
		op("(# (%s))", size, ledgers), op("(# (%s))", size, links), op("(# (%s))", size, groups),
		op("(# (%s))", size, trees),
		op("(# (%s))", size, bundles), op("(# (%s))", size, places),
		partialRule("((%s) (%s))", apply, ledgers, name), partialRule("((%s) (%s))", apply, rows, number),
		partialRule("(head (%s))", guardNonempty(head), rows), partialRule("(last (%s))", guardNonempty(lastOf), rows),
		partialRule("(min (%s))", guardNonempty(minOf), numbers), partialRule("(max (%s))", guardNonempty(maxOf),
			numbers),
		{format: "(if %s then %s else %s)", parts: []sort{truth, number, number}, is: computeConditional},
		op("(%s).k", liftUnary(func(e value.Value) value.Value { v, _ := e.Field("k"); return v }), entries),
		op("(twice (%s))", liftUnary(func(n value.Value) value.Value { return value.OfInt(2 * integer(n)) }), number),
		partialRule("(halved (%s))", func(a []value.Value) (value.Value, bool) {
			n := integer(a[0])
			return value.OfInt(quotient(n, 2)), remainder(n, 2) == 0
		}, number),
		partialRule("(%s ♯ %s)", func(a []value.Value) (value.Value, bool) {
			if !isBag(a[0]) {
				return value.Value{}, false
			}
			return value.OfInt(times(a[0], a[1])), true
		}, ledgers, name),
		op("(forks (%s))", liftUnary(func(t value.Value) value.Value { return value.OfInt(forks(t)) }), tree),
	},
	name: {
		partialRule("(head (%s))", guardNonempty(head), lists), partialRule("(last (%s))", guardNonempty(lastOf),
			lists),
		partialRule("((%s) (%s))", apply, lists, number), partialRule("((%s) (%s))", apply, graphs, name),
		op("(%s).1", liftUnary(firstOf), pair), op("(second (%s))", liftUnary(secondOf), pair),
		partialRule("(μ z : %s • z)", func(a []value.Value) (value.Value, bool) {
			if a[0].Len() != 1 {
				return value.Value{}, false
			}
			return a[0].Members()[0], true
		}, names),
		op("(%s).who", liftUnary(func(e value.Value) value.Value { v, _ := e.Field("who"); return v }), entries),
		{format: "(if %s then %s else %s)", parts: []sort{truth, name, name}, is: computeConditional},
		partialRule("((some∼) (%s))", func(a []value.Value) (value.Value, bool) {
			if a[0].Kind() != value.Ctor {
				return value.Value{}, false
			}
			return a[0].Elem(0), true
		}, maybes),
	},
	place:  {partialRule("((%s) (%s))", apply, links, name)},
	maybes: {op("(some (%s))", func(a []value.Value) value.Value { return value.OfCtor("some", a[0]) }, name)},
	tree:   {op("(fork (%s, %s))", liftBinary(fork), tree, tree)},
	entries: {op("⦉k == %s, who == %s⦊", func(a []value.Value) value.Value {
		return value.OfBinding([]string{"k", "who"}, []value.Value{a[0], a[1]})
	}, number, name)},
	pair: {op("(%s, %s)", liftBinary(couple), name, name), op("(%s ↦ %s)", liftBinary(couple), name, name)},
	groups: slices.Concat(setRules(groups, names), []rule{
		op("(ℙ (%s))", liftUnary(func(s value.Value) value.Value { return value.OfSet(subsets(s.Members())) }), names),
		op("(𝔽₁ (%s))", liftUnary(func(s value.Value) value.Value { return value.OfSet(subsets(s.Members())[1:]) }),
			names),
		op("{z : %s • {z}}",
			liftUnary(func(s value.Value) value.Value {
				return mapSet(s,
					func(x value.Value) value.Value { return set(x) })
			}), names),
		op("(ran ⦇ %s ⦈)", liftUnary(func(g value.Value) value.Value { return mapSet(g, rangeOf) }), bundles),
	}),
	names: slices.Concat(setRules(names, name), []rule{
		op("(⋃ {%s, %s})", liftBinary(union), names, names), op("(⋂ {%s, %s})", liftBinary(meet), names, names),
		op("(dom (%s))", liftUnary(domain), graphs), op("(ran (%s))", liftUnary(rangeOf), graphs),
		op("(dom (%s))", liftUnary(domain), ledgers), op("(dom (%s))", liftUnary(domain), links),
		op("(ran (%s))", liftUnary(rangeOf), lists),
		op("((%s) ⦇ %s ⦈)", func(a []value.Value) value.Value { return rangeOf(restrict(a[0], firstOf, a[1], true)) },
			graphs, names),
		op("((%s) ∼ ⦇ %s ⦈)", func(a []value.Value) value.Value { return domain(restrict(a[0], secondOf, a[1], true)) },
			links, places),
		op("(⋃ (%s))", func(a []value.Value) value.Value { return rangeOf(value.OfSet(flatten(a[0]))) }, groups),
		partialRule("(⋂ (%s))", guardNonempty(big(meet)), groups),
		partialRule("(last ⦇ %s ⦈)", mapMembers(lastOf), bundles), partialRule("(head ⦇ %s ⦈)", mapMembers(head),
			bundles),
		op("(last ⦇ {z : %s | z ≠ ∅} ⦈)", func(a []value.Value) value.Value {
			return mapSet(filterSet(a[0],
				isNonempty), lastOf)
		},
			bundles),
		op("(head ⦇ %s ∖ {⟨⟩} ⦈)", func(a []value.Value) value.Value {
			return mapSet(filterSet(a[0], isNonempty),
				head)
		},
			bundles),
	}),
	places: slices.Concat(setRules(places, place), []rule{
		op("(ran (%s))", liftUnary(rangeOf), links),
		op("((%s) ⦇ %s ⦈)", func(a []value.Value) value.Value { return rangeOf(restrict(a[0], firstOf, a[1], true)) },
			links, names),
	}),
	trees: slices.Concat(setRules(trees, tree), []rule{
		op("(%s ∩ even)", func(a []value.Value) value.Value { return filterSet(a[0], isEven) }, trees),
		{format: "(%s ∖ leftmost)", parts: []sort{trees}, is: func(w *World, t *term) (value.Value, bool) {
			s, ok := t.parts[0].evaluate(w)
			if !ok {
				return s, false
			}
			return filterSet(s, func(t value.Value) bool { return !w.isLeftmost(t) }), true
		}},
	}),
	bundles: slices.Concat(setRules(bundles, lists), []rule{
		op("(rev ⦇ %s ⦈)", liftUnary(func(g value.Value) value.Value { return mapSet(g, reverse) }), bundles),
		partialRule("(tail ⦇ %s ⦈)", mapMembers(tail), bundles), partialRule("(front ⦇ %s ⦈)", mapMembers(front),
			bundles),
		op("(front ⦇ %s ∖ {⟨⟩} ⦈)", func(a []value.Value) value.Value {
			return mapSet(filterSet(a[0], isNonempty),
				front)
		},
			bundles),
	}),
	numbers: slices.Concat(setRules(numbers, number), []rule{
		op("(%s .. %s)", liftBinary(span), number, number), op("(ran (%s))", liftUnary(rangeOf), ledgers),
		op("(dom (%s))", liftUnary(domain), lists),
		op("((%s) ⦇ %s ⦈)", func(a []value.Value) value.Value { return rangeOf(restrict(a[0], firstOf, a[1], true)) },
			ledgers, names),
		op("(ran (%s))", liftUnary(rangeOf), rows),
		op("(%s ∩ evens)", func(a []value.Value) value.Value {
			return filterSet(a[0], func(n value.Value) bool { return remainder(integer(n), 2) == 0 })
		}, numbers),
		op("(twice ⦇ %s ⦈)", func(a []value.Value) value.Value {
			return mapSet(a[0], func(n value.Value) value.Value { return value.OfInt(2 * integer(n)) })
		}, numbers),
		op("((# _) ⦇ %s ⦈)", func(a []value.Value) value.Value {
			return mapSet(a[0], func(s value.Value) value.Value { return value.OfInt(int64(s.Len())) })
		}, groups),
	}),
	graphs: slices.Concat(setRules(graphs, pair), relationRules(graphs, names, names, name, name), []rule{
		op("((%s) ∼)", liftUnary(invert), graphs), op("(%s ⨾ %s)", liftBinary(compose), graphs, graphs),
		op("(%s ∘ %s)", func(a []value.Value) value.Value { return compose(a[1], a[0]) }, graphs, graphs),
		op("(id %s)", liftUnary(func(s value.Value) value.Value {
			return mapSet(s, func(x value.Value) value.Value { return couple(x, x) })
		}), names),
		op("((%s) ⁺)", liftUnary(closure), graphs),
		{format: "((%s) ⁎)", parts: []sort{graphs}, is: func(w *World, t *term) (value.Value, bool) {
			r, ok := t.parts[0].evaluate(w)
			if !ok {
				return r, false
			}
			var loops []value.Value
			for _, n := range w.names {
				loops = append(loops, couple(n, n))
			}
			return union(closure(r), value.OfSet(loops)), true
		}},
		op("(%s ⨾ ((%s) ∼))", func(a []value.Value) value.Value { return compose(a[0], invert(a[1])) }, links,
			links),
	}),
	links: slices.Concat(relationRules(links, names, places, name, place),
		[]rule{op("(%s ⨾ %s)", liftBinary(compose), graphs, links), op("(%s ∪ %s)", liftBinary(union), links, links),
			op("(%s ∖ %s)", liftBinary(minus), links, links)}),
	ledgers: slices.Concat(relationRules(ledgers, names, numbers, name, number),
		[]rule{op("(%s ⨾ %s)", liftBinary(compose), graphs, ledgers),
			op("(%s ∪ %s)", liftBinary(union), ledgers, ledgers),
			op("(%s ∩ %s)", liftBinary(meet), ledgers, ledgers)}, bags),
	lists: {
		op("⟨%s⟩", sequence, name), op("⟨%s, %s⟩", sequence, name, name), op("(%s ⌢ %s)", liftBinary(concatenate),
			lists, lists),
		op("(%s ⌢ ⟨%s⟩)", func(a []value.Value) value.Value { return concatenate(a[0], value.OfSeq(a[1:])) }, lists,
			name),
		op("(rev (%s))", liftUnary(reverse), lists), partialRule("(tail (%s))", guardNonempty(tail), lists),
		partialRule("(front (%s))", guardNonempty(front), lists),
		op("(%s ↾ %s)", liftBinary(filterItems), lists, names), op("(%s ↿ %s)", liftBinary(extract), numbers, lists),
		op("(squash (%s ◁ %s))", liftBinary(extract), numbers, lists),
	},
	rows: {op("⟨%s⟩", sequence, number), op("(%s ⌢ %s)", liftBinary(concatenate), rows, rows),
		partialRule("(tail (%s))", guardNonempty(tail), rows), op("(rev (%s))", liftUnary(reverse), rows)},
	truth: truthRules(),
}

// bags are the rules for bags of names.
var bags = []rule{
	op("⟦%s, %s⟧", func(a []value.Value) value.Value {
		if a[0].Equal(a[1]) {
			return maplet([]value.Value{a[0], value.OfInt(2)})
		}
		return set(couple(a[0], value.OfInt(1)), couple(a[1], value.OfInt(1)))
	}, name, name),
	partialRule("(%s ⊎ %s)", func(a []value.Value) (value.Value, bool) {
		if !isBag(a[0]) || !isBag(a[1]) {
			return value.Value{}, false
		}
		return mapSet(union(domain(a[0]), domain(a[1])), func(x value.Value) value.Value {
			return couple(x, value.OfInt(times(a[0], x)+times(a[1], x)))
		}), true
	}, ledgers, ledgers),
	partialRule("(%s ⩁ %s)", func(a []value.Value) (value.Value, bool) {
		if !isBag(a[0]) || !isBag(a[1]) {
			return value.Value{}, false
		}
		more := filterSet(domain(a[0]), func(x value.Value) bool { return times(a[0], x) > times(a[1], x) })
		return mapSet(more, func(x value.Value) value.Value {
			return couple(x,
				value.OfInt(times(a[0], x)-times(a[1], x)))
		}), true
	}, ledgers, ledgers),
	partialRule("(2 ⊗ %s)", func(a []value.Value) (value.Value, bool) {
		return mapSet(a[0], func(p value.Value) value.Value {
			return couple(firstOf(p),
				value.OfInt(2*integer(secondOf(p))))
		}), isBag(a[0])
	}, ledgers),
	partialRule("(%s ⊗ %s)", func(a []value.Value) (value.Value, bool) {
		if integer(a[0]) < 0 || !isBag(a[1]) {
			return value.Value{}, false
		}
		if integer(a[0]) == 0 {
			return set(), true
		}
		return mapSet(a[1], func(p value.Value) value.Value {
			return couple(firstOf(p), value.OfInt(integer(a[0])*integer(secondOf(p))))
		}), true
	}, number, ledgers),
	op("(items %s)", liftUnary(func(s value.Value) value.Value {
		return mapSet(rangeOf(s), func(x value.Value) value.Value {
			return couple(x, value.OfInt(int64(pick(s, func(_ int, y value.Value) bool { return y.Equal(x) }).Len())))
		})
	}), lists),
}

func isBag(b value.Value) bool { return isFunction(b) && holdsForAll(rangeOf(b), atLeast(1)) }

func times(b, x value.Value) int64 {
	if n, ok := image(b, x); ok {
		return integer(n)
	}
	return 0
}

func span(a, b value.Value) value.Value {
	var out []value.Value
	for n := integer(a); n <= integer(b) && len(out) < 100; n++ {
		out = append(out, value.OfInt(n))
	}
	return value.OfSet(out)
}

// flatten returns the pairs of each set of a family with its members.
func flatten(g value.Value) []value.Value {
	var out []value.Value
	for _, s := range g.Members() {
		for _, x := range s.Members() {
			out = append(out, couple(s, x))
		}
	}
	return out
}

func computeConditional(w *World, t *term) (value.Value, bool) {
	c, ok := t.parts[0].evaluate(w)
	switch {
	case !ok:
		return c, false
	case isTrue(c):
		return t.parts[1].evaluate(w)
	}
	return t.parts[2].evaluate(w)
}

// connective returns a rule for a connective, given by when it holds and when it fails,
// in strong Kleene logic.
func connective(format string, is func(a, b, notA, notB bool) (holds, fails bool)) rule {
	return rule{format: format, parts: []sort{truth, truth}, is: func(w *World, t *term) (value.Value, bool) {
		a, ok := t.parts[0].evaluate(w)
		b, also := t.parts[1].evaluate(w)
		holds, fails := is(ok && isTrue(a), also && isTrue(b), ok && !isTrue(a), also && !isTrue(b))
		return truthOf(holds), holds || fails
	}}
}
