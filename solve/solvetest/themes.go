package solvetest

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed/value"
)

// theme is a kind of problems of which there would be too few by chance: all of their
// variables, and most of their predicates, are about the same.
type theme struct {
	vars   []string // of the pool
	truths []rule
}

// themes are what whole problems are about.
var themes = []theme{
	{[]string{"f", "g", "n", "m", "x", "A", "s", "t"}, []rule{
		rel("(%s = %s)", equal, ledgers, ledgers), rel("(%s ≠ %s)", differ, ledgers, ledgers),
		rel("(%s ⋿ %s)", func(a []value.Value) bool { return isBag(a[1]) && times(a[1], a[0]) > 0 }, name, ledgers),
		rel("(%s ⊑ %s)", func(a []value.Value) bool {
			return isBag(a[0]) && isBag(a[1]) &&
				every(domain(a[0]), func(x value.Value) bool { return times(a[0], x) <= times(a[1], x) })
		}, ledgers, ledgers),
		rel("(%s ∈ bag NAME)", func(a []value.Value) bool { return isBag(a[0]) }, ledgers),
		rel("(%s ∈ bag (%s))", func(a []value.Value) bool { return isBag(a[0]) && subset(domain(a[0]), a[1]) }, ledgers,
			names),
		rel("(%s < %s)", comparing(func(a, b int64) bool { return a < b }), number, number),
		rel("(%s = %s)", equal, number, number), rel("(%s ∈ %s)", contained, name, names),
	}},
	{[]string{"R", "h", "n", "m", "A", "B", "p"}, []rule{
		rel("((%s, %s) ∈ (%s) ⁺)", reaches(closure), name, name, graphs),
		rel("((%s, %s) ∉ (%s) ⁺)", not(reaches(closure)), name, name, graphs),
		rel("((%s) ⁺ ⊆ %s)", closedIn, graphs, graphs),
		rel("(%s ⊆ (%s) ⁺)", func(a []value.Value) bool { return subset(a[0], closure(a[1])) }, graphs, graphs),
		rel("((%[1]s) ⦇ %[2]s ⦈ ⊆ %[2]s)", stays, graphs, names), rel("(¬ ((%[1]s) ⁎) ⦇ %[2]s ⦈ ⊆ %[2]s)", not(stays),
			graphs, names),
		rel("(disjoint ⟨(%s) ⁺, id NAME⟩)", func(a []value.Value) bool {
			return every(closure(a[0]), func(p value.Value) bool { return !first(p).Equal(second(p)) })
		}, graphs),
		rel("(%[1]s ⨾ %[1]s ⊆ %[1]s)", func(a []value.Value) bool { return subset(composed(a[0], a[0]), a[0]) },
			graphs),
		rel("(dom ((%s) ⁺) = %s)", func(a []value.Value) bool { return domain(a[0]).Equal(a[1]) }, graphs, names),
		rel("(%s ⊆ %s)", func(a []value.Value) bool { return subset(a[0], a[1]) }, graphs, graphs),
		rel("((%s, %s) ∈ %s)", reaches(func(r value.Value) value.Value { return r }), name, name, graphs),
		rel("(%s ∈ %s)", contained, name, names), rel("(%s ≠ %s)", differ, name, name),
		rel("(%s = %s)", equal, graphs, graphs),
	}},
	{[]string{"u", "x", "y", "I", "x'"}, []rule{
		rel("((%s, %s) ∈ (%s) ⁺)", reaches(closure), number, number, rows), rel("((%s, %s) ∈ (%s) ⁺)", reaches(closure),
			number, number, rows),
		rel("(∀ p : %s • p.1 < p.2)", rising(func(a, b int64) bool { return a < b }), rows),
		rel("(∀ p : %s • p.2 ≤ p.1)", rising(func(a, b int64) bool { return b <= a }), rows),
		rel("(∀ i, j : ℤ | (i, j) ∈ %s • i > j)", rising(func(a, b int64) bool { return a > b }), rows),
		rel("(∀ i, j : ℤ • (i, j) ∈ %s ⇒ i ≤ j)", rising(func(a, b int64) bool { return a <= b }), rows),
		rel("(%s ≤ %s)", comparing(func(a, b int64) bool { return a <= b }), number, number),
		rel("(%s < %s)", comparing(func(a, b int64) bool { return a < b }), number, number),
		rel("(%[1]s ⦇ %[2]s ⦈ ⊆ %[2]s)", stays, rows, numbers), rel("(%s ∈ %s)", contained, number, numbers),
	}},
	{[]string{"h", "l", "s", "t", "A", "n", "m"}, []rule{
		rel("(%s ∈ NAME ⤔ NAME)", func(a []value.Value) bool { return injective(a[0]) }, graphs),
		rel("(%s ∉ NAME ⤔ NAME)", func(a []value.Value) bool { return !injective(a[0]) }, graphs),
		rel("(%s ∈ iseq NAME)", func(a []value.Value) bool { return injective(a[0]) }, lists),
		rel("(%s ∉ iseq NAME)", func(a []value.Value) bool { return !injective(a[0]) }, lists),
		rel("(%s ∉ iseq (%s))", func(a []value.Value) bool { return !(injective(a[0]) && subset(ranging(a[0]), a[1])) },
			lists, names),
		rel("(%s ∉ seq₁ NAME)", func(a []value.Value) bool { return a[0].Len() == 0 }, lists),
		rel("(%s ∉ seq₁ (%s))", func(a []value.Value) bool { return a[0].Len() == 0 || !subset(ranging(a[0]), a[1]) },
			lists, names),
		rel("(# ran %[1]s = # %[1]s)", func(a []value.Value) bool { return ranging(a[0]).Len() == a[0].Len() }, lists),
		rel("(# ran %[1]s < # %[1]s)", func(a []value.Value) bool { return ranging(a[0]).Len() < a[0].Len() }, graphs),
		rel("(# ((%[1]s) ⦇ %[2]s ⦈) = # %[2]s)", func(a []value.Value) bool { return imageOf(a).Len() == a[1].Len() },
			graphs, names),
		rel("(# ((%[1]s) ⦇ %[2]s ⦈) ≠ # %[2]s)", func(a []value.Value) bool { return imageOf(a).Len() != a[1].Len() },
			graphs, names),
		rel("(%s ⊆ dom %s)", func(a []value.Value) bool { return subset(a[0], domain(a[1])) }, names, graphs),
	}},
	{[]string{"s", "t", "s'", "n", "A"}, []rule{
		rel("(%s prefix %s)", func(a []value.Value) bool { return begins(a[0], a[1]) }, lists, lists),
		rel("(¬ %s prefix %s)", func(a []value.Value) bool { return !begins(a[0], a[1]) }, lists, lists),
		rel("(%s suffix %s)", ends, lists, lists), rel("(¬ %s suffix %s)", not(ends), lists, lists),
		rel("(%s infix %s)", within, lists, lists), rel("(¬ %s infix %s)", not(within), lists, lists),
		rel("(# %s ≤ # %s)", func(a []value.Value) bool { return a[0].Len() <= a[1].Len() }, lists, lists),
		rel("(# %s = # %s)", func(a []value.Value) bool { return a[0].Len() == a[1].Len() }, lists, lists),
		rel("(%s = %s)", equal, lists, lists), rel("(%s ≠ %s)", differ, lists, lists),
		rel("(¬ (∃ w : seq NAME • %s ⌢ w = %s))", func(a []value.Value) bool { return !begins(a[0], a[1]) }, lists,
			lists),
		rel("(items %s = items %s)", sameItems, lists, lists),
	}},
}

func equal(a []value.Value) bool     { return a[0].Equal(a[1]) }
func differ(a []value.Value) bool    { return !a[0].Equal(a[1]) }
func contained(a []value.Value) bool { return a[1].Contains(a[0]) }

func not(holds func(a []value.Value) bool) func(a []value.Value) bool {
	return func(a []value.Value) bool { return !holds(a) }
}

func reaches(by func(value.Value) value.Value) func(a []value.Value) bool {
	return func(a []value.Value) bool { return by(a[2]).Contains(couple(a[0], a[1])) }
}

func closedIn(a []value.Value) bool { return subset(closure(a[0]), a[1]) }

func imageOf(a []value.Value) value.Value { return ranging(restricted(a[0], first, a[1], true)) }

// stays tells whether a relation does not lead out of a set.
func stays(a []value.Value) bool { return subset(imageOf(a), a[1]) }

// rising tells whether the parts of all pairs compare in some way.
func rising(compare func(a, b int64) bool) func(a []value.Value) bool {
	return func(a []value.Value) bool {
		return !slices.ContainsFunc(a[0].Members(),
			func(p value.Value) bool { return !compare(integer(first(p)), integer(second(p))) })
	}
}

func ends(a []value.Value) bool { return begins(reversed(a[0]), reversed(a[1])) }

// within tells whether a sequence stands somewhere in another.
func within(a []value.Value) bool {
	all := items(a[1])
	for from := range len(all) + 1 {
		if begins(a[0], value.OfSeq(all[from:])) {
			return true
		}
	}
	return false
}
