package solvetest

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/zed/value"
)

// truthRules returns the rules for predicates.
func truthRules() []rule {
	logic := []rule{
		connective("(%s ∧ %s)", func(a, b, x, y bool) (bool, bool) { return a && b, x || y }),
		connective("(%s ∨ %s)", func(a, b, x, y bool) (bool, bool) { return a || b, x && y }),
		connective("(%s ⇒ %s)", func(a, b, x, y bool) (bool, bool) { return x || b, a && y }),
		connective("(%s ⇔ %s)", func(a, b, x, y bool) (bool, bool) { return a && b || x && y, a && y || x && b }),
		opposite,
	}
	out := slices.Concat(logic, logic, logic, relations, endlessRules)
	for _, s := range [][2]sort{{names, name}, {numbers, number}, {graphs, pair}, {groups, names}, {bundles, lists},
		{places, place}, {trees, tree}} {
		out = slices.Concat(out, setTruths(s[0], s[1]))
	}
	for _, s := range []sort{number, name, place, colour, pair, names, places, numbers, graphs, links, ledgers, lists,
		rows, maybes, tree, trees, entries, groups, bundles} {
		out = slices.Concat(out, equalities(s))
	}
	return out
}

var opposite = op("(¬ %s)", liftUnary(func(a value.Value) value.Value { return truthOf(!isTrue(a)) }), truth)

// belongs returns a rule for a relation of a term to a set of the world.
func belongs(format string, of sort, holds func(w *World, v value.Value) bool) rule {
	return rule{format: format, parts: []sort{of}, is: func(w *World, t *term) (value.Value, bool) {
		v, ok := t.parts[0].evaluate(w)
		return truthOf(ok && holds(w, v)), ok
	}}
}

// relations are the predicates that only some sorts have.
var relations = []rule{
	rel("(%s < %s)", compare(func(a, b int64) bool { return a < b }), number, number),
	rel("(%s ≤ %s)", compare(func(a, b int64) bool { return a <= b }), number, number),
	rel("(%s > %s)", compare(func(a, b int64) bool { return a > b }), number, number),
	rel("(%s ∈ %s .. %s)", func(a []value.Value) bool {
		return integer(a[0]) >= integer(a[1]) &&
			integer(a[0]) <= integer(a[2])
	}, number, number, number),
	rel("(%s ∈ evens)", func(a []value.Value) bool { return remainder(integer(a[0]), 2) == 0 }, number),
	rel("((%s, %s) ∈ %s)", func(a []value.Value) bool { return a[2].Contains(couple(a[0], a[1])) }, name, number,
		ledgers),
	rel("((%s, %s) ∈ %s)", func(a []value.Value) bool { return a[2].Contains(couple(a[0], a[1])) }, name, place, links),
	rel("((%s, %s) ∉ %s)", func(a []value.Value) bool { return !a[2].Contains(couple(a[0], a[1])) }, name, place,
		links),
	rel("(%s ⊆ %s)", func(a []value.Value) bool { return subset(a[0], a[1]) }, links, links),
	rel("(%s ⊂ %s)", func(a []value.Value) bool { return subset(a[0], a[1]) && !a[0].Equal(a[1]) }, ledgers, ledgers),
	belongs("(%s ∈ NAME ⇸ NAME)", graphs, func(_ *World, v value.Value) bool { return isFunction(v) }),
	belongs("(%s ∈ NAME ⇸ ℕ)", ledgers, func(_ *World, v value.Value) bool {
		return isFunction(v) &&
			holdsForAll(rangeOf(v), atLeast(0))
	}),
	belongs("(%s ∉ NAME ⤔ ℤ)", ledgers, func(_ *World, v value.Value) bool { return !isInjective(v) }),
	belongs("(%s ∈ NAME → PLACE)", links, func(w *World, v value.Value) bool {
		return isFunction(v) &&
			domain(v).Len() == len(w.names)
	}),
	belongs("(%s ∉ NAME ⤖ PLACE)", links, func(w *World, v value.Value) bool {
		return !(isInjective(v) && domain(v).Len() == len(w.names) && rangeOf(v).Len() == len(w.places))
	}),
	belongs("(%s ∉ NAME ↠ PLACE)", links, func(w *World, v value.Value) bool {
		return !(isFunction(v) && domain(v).Len() == len(w.names) && rangeOf(v).Len() == len(w.places))
	}),
	rel("(%s ∈ %s ⇸ %s)", func(a []value.Value) bool {
		return isFunction(a[0]) && subset(domain(a[0]), a[1]) && subset(rangeOf(a[0]), a[2])
	}, links, names, places),
	rel("(%s ∈ %s → %s)", func(a []value.Value) bool {
		return isFunction(a[0]) && domain(a[0]).Equal(a[1]) && subset(rangeOf(a[0]), a[2])
	}, graphs, names, names),
	rel("(%s ∉ %s ⤀ %s)", func(a []value.Value) bool {
		return !(isFunction(a[0]) && subset(domain(a[0]), a[1]) && rangeOf(a[0]).Equal(a[2]))
	}, links, names, places),
	rel("(%s ∈ ℙ (%s))", func(a []value.Value) bool { return subset(a[0], a[1]) }, names, names),
	rel("(%s ∈ seq (%s))", func(a []value.Value) bool { return subset(rangeOf(a[0]), a[1]) }, lists, names),
	rel("(%s prefix %s)", func(a []value.Value) bool { return isPrefix(a[0], a[1]) }, lists, lists),
	rel("(%s suffix %s)", func(a []value.Value) bool { return isPrefix(reverse(a[0]), reverse(a[1])) }, lists, lists),
	rel("(%s ∈ iseq NAME)", func(a []value.Value) bool { return isInjective(a[0]) }, lists),
	rel("(%s ∈ ran some)", func(a []value.Value) bool { return a[0].Kind() == value.Ctor }, maybes),
	rel("(%s = some (%s))", func(a []value.Value) bool { return a[0].Kind() == value.Ctor && a[0].Elem(0).Equal(a[1]) },
		maybes, name),
	rel("(%s ∈ even)", func(a []value.Value) bool { return isEven(a[0]) }, tree),
	rel("(%s ∉ even)", func(a []value.Value) bool { return !isEven(a[0]) }, tree),
	rel("(%s ∈ ran fork)", func(a []value.Value) bool { return a[0].Kind() == value.Ctor }, tree),
	belongs("(%s ∈ leftmost)", tree, (*World).isLeftmost),
	belongs("(%s ∉ leftmost)", tree, func(w *World, t value.Value) bool { return !w.isLeftmost(t) }),
	rel("(⟨%s, %s⟩ partition %s)", func(a []value.Value) bool {
		return meet(a[0], a[1]).Len() == 0 &&
			union(a[0], a[1]).Equal(a[2])
	}, names, names, names),
	rel("(∀ Y : %s • Y ⊆ %s)", func(a []value.Value) bool {
		return holdsForAll(a[0], func(s value.Value) bool { return subset(s, a[1]) })
	}, groups, names),
	{format: "(∃ %[1]s : ℙ NAME • %[3]s)", binds: names, parts: []sort{nothing, truth}, is: exactly("∃", names)},
	{format: "(∀ %[1]s : ℙ NAME • %[3]s)", binds: names, parts: []sort{nothing, truth}, is: exactly("∀", names)},
	{format: "(∃ %[1]s : PLACE • %[3]s)", binds: place, parts: []sort{nothing, truth}, is: exactly("∃", place)},
	{format: "(∀ %[1]s : PLACE • %[3]s)", binds: place, parts: []sort{nothing, truth}, is: exactly("∀", place)},
	{format: "(∀ %[1]s : COLOUR • %[3]s)", binds: colour, parts: []sort{nothing, truth}, is: exactly("∀", colour)},
	{format: "(∀ %[1]s : MAYBE • %[3]s)", binds: maybes, parts: []sort{nothing, truth}, is: exactly("∀", maybes)},
}

// open are predicates on the constants that only some of their values satisfy.
var open = []rule{
	rel("(%s ≤ 1)", func(a []value.Value) bool { return integer(a[0]) <= 1 }, number),
	rel("(%s = 2)", func(a []value.Value) bool { return integer(a[0]) == 2 }, number),
	rel("(%s mod 2 = 0)", func(a []value.Value) bool { return remainder(integer(a[0]), 2) == 0 }, number),
	rel("(# %s < %s)", func(a []value.Value) bool { return int64(a[0].Len()) < integer(a[1]) }, names, number),
	rel("(%s = {%s})", func(a []value.Value) bool { return a[0].Equal(set(a[1])) }, names, name),
	rel("(# %s ≥ 3)", func(a []value.Value) bool { return a[0].Len() >= 3 }, names),
	belongs("(%s = NAME)", names, func(w *World, v value.Value) bool { return v.Len() == len(w.names) }),
	belongs("(ran %s = PLACE)", links, func(w *World, v value.Value) bool { return rangeOf(v).Len() == len(w.places) }),
	belongs("(%s ∈ NAME ↣ PLACE)", links, func(_ *World, v value.Value) bool { return isInjective(v) }),
	belongs("(∃ m : NAME • m ∉ %s)", names, func(w *World, v value.Value) bool { return v.Len() < len(w.names) }),
	rel("(%s ◁ %s = ∅)", func(a []value.Value) bool { return meet(a[0], domain(a[1])).Len() == 0 }, names, links),
	rel("(# (ran %s) ≤ # %s)", func(a []value.Value) bool { return rangeOf(a[0]).Len() <= a[1].Len() }, links, names),
}

// endlessRules are quantifiers over sets of which only some elements are tried.
var endlessRules = []rule{
	endless("∀", "ℤ", number, nil), endless("∃", "ℤ", number, nil), endless("∃", "ℕ", number, atLeast(0)),
	endless("∀", "ℕ", number, atLeast(0)),
	endless("∀", "TREE", tree, nil), endless("∃", "TREE", tree, nil), endless("∀", "even", tree, isEven),
	endless("∃", "NAME ⇸ ℤ", ledgers, isFunction), endless("∀", "NAME ⇸ ℤ", ledgers, isFunction),
	endless("∃", "seq NAME", lists, nil), endless("∀", "seq NAME", lists, nil), endless("∃", "ℙ ℤ", numbers, nil),
}

// seldom are rules of which problems have one more often than chance would have it:
// quantifiers over bindings, and what the items of sequences are.
var seldom = []rule{
	rel("(items %s = items %s)", hasSameItems, lists, lists),
	rel("(items %s = items %s)", hasSameItems, rows, rows),
	rel("(ran %s = ran %s)", func(a []value.Value) bool { return rangeOf(a[0]).Equal(rangeOf(a[1])) }, rows, rows),
	rel("(ran %s = %s)", func(a []value.Value) bool { return rangeOf(a[0]).Equal(a[1]) }, lists, names),
	rel("(ran %s = %s)", func(a []value.Value) bool { return rangeOf(a[0]).Equal(a[1]) }, rows, numbers),
	rel("({k : ℤ | (∃ w : NAME • (w, k) ∈ %s ∧ k ≤ %s)} = %s)", func(a []value.Value) bool {
		return filterSet(rangeOf(a[0]), func(k value.Value) bool { return integer(k) <= integer(a[1]) }).Equal(a[2])
	}, ledgers, number, numbers),
	rel("(%s ∈ {k : ℕ | (∃ w : NAME • (w, k) ∈ %s)})", func(a []value.Value) bool {
		return integer(a[0]) >= 0 && rangeOf(a[1]).Contains(a[0])
	}, number, ledgers),
	rel("(%s ⊆ ran %s)", func(a []value.Value) bool { return subset(a[0], rangeOf(a[1])) }, names, lists),
	endless("∃", "Entry", entries, nil), endless("∀", "Entry", entries, nil),
	ofEntries("∃", "Entry", nil), ofEntries("∀", "Entry", nil),
	ofEntries("∃", "[k : ℕ; who : NAME | k ≠ 1]", hasKey), ofEntries("∀", "[k : ℕ; who : NAME | k ≠ 1]", hasKey),
}

// ofEntries returns a quantifier over those bindings of a set that have a number of a set.
func ofEntries(q, set string, keep func(value.Value) bool) rule {
	format := fmt.Sprintf("(%s %%[1]s : %s | %%[1]s.k ∈ %%[2]s • %%[3]s)", q, set)
	return rule{format: format, binds: entries, parts: []sort{numbers, truth}, is: func(w *World, t *term) (value.Value,
		bool) {
		keys, ok := t.parts[1].evaluate(w)
		if !ok {
			return keys, false
		}
		var over []value.Value
		for _, k := range keys.Members() {
			for _, who := range w.names {
				if e := value.OfBinding([]string{"k", "who"}, []value.Value{k, who}); keep == nil || keep(e) {
					over = append(over, e)
				}
			}
		}
		holds, fails, open := truths(w, t, over, q == "∀")
		if q == "∀" {
			return truthOf(fails == 0), fails > 0 || open == 0
		}
		return truthOf(holds > 0), holds > 0 || open == 0
	}}
}

// hasSameItems tells whether two sequences have each item equally often.
func hasSameItems(a []value.Value) bool {
	times := func(s, x value.Value) int {
		return pick(s, func(_ int, y value.Value) bool { return y.Equal(x) }).Len()
	}
	return a[0].Len() == a[1].Len() &&
		holdsForAll(rangeOf(a[0]), func(x value.Value) bool { return times(a[0], x) == times(a[1], x) })
}

// hasKey tells whether an entry has a key that is not negative and not 1.
func hasKey(e value.Value) bool {
	k, _ := e.Field("k")
	return integer(k) >= 0 && integer(k) != 1
}

// exactly returns the meaning of a quantifier over a set of which all elements are tried.
func exactly(q string, over sort) meaning {
	return func(w *World, t *term) (value.Value, bool) {
		holds, fails, open := truths(w, t, w.values(over), q == "∀")
		if q == "∀" {
			return truthOf(fails == 0), fails > 0 || open == 0
		}
		return truthOf(holds > 0), holds > 0 || open == 0
	}
}
