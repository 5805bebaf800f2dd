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
		rel("(%s = %s)", isEqual, ledgers, ledgers), rel("(%s ≠ %s)", differ, ledgers, ledgers),
		rel("(%s ⋿ %s)", func(a []value.Value) bool { return isBag(a[1]) && times(a[1], a[0]) > 0 }, name, ledgers),
		rel("(%s ⊑ %s)", func(a []value.Value) bool {
			return isBag(a[0]) && isBag(a[1]) &&
				holdsForAll(domain(a[0]), func(x value.Value) bool { return times(a[0], x) <= times(a[1], x) })
		}, ledgers, ledgers),
		rel("(%s ∈ bag NAME)", func(a []value.Value) bool { return isBag(a[0]) }, ledgers),
		rel("(%s ∈ bag (%s))", func(a []value.Value) bool { return isBag(a[0]) && subset(domain(a[0]), a[1]) }, ledgers,
			names),
		rel("(%s < %s)", compare(func(a, b int64) bool { return a < b }), number, number),
		rel("(%s = %s)", isEqual, number, number), rel("(%s ∈ %s)", isContained, name, names),
	}},
	{[]string{"R", "h", "n", "m", "A", "B", "p"}, []rule{
		rel("((%s, %s) ∈ (%s) ⁺)", reaches(closure), name, name, graphs),
		rel("((%s, %s) ∉ (%s) ⁺)", negateTest(reaches(closure)), name, name, graphs),
		rel("((%s) ⁺ ⊆ %s)", isClosedIn, graphs, graphs),
		rel("(%s ⊆ (%s) ⁺)", func(a []value.Value) bool { return subset(a[0], closure(a[1])) }, graphs, graphs),
		rel("((%[1]s) ⦇ %[2]s ⦈ ⊆ %[2]s)", staysInside, graphs, names), rel("(¬ ((%[1]s) ⁎) ⦇ %[2]s ⦈ ⊆ %[2]s)",
			negateTest(staysInside),
			graphs, names),
		rel("(disjoint ⟨(%s) ⁺, id NAME⟩)", func(a []value.Value) bool {
			return holdsForAll(closure(a[0]), func(p value.Value) bool { return !firstOf(p).Equal(secondOf(p)) })
		}, graphs),
		rel("(%[1]s ⨾ %[1]s ⊆ %[1]s)", func(a []value.Value) bool { return subset(compose(a[0], a[0]), a[0]) },
			graphs),
		rel("(dom ((%s) ⁺) = %s)", func(a []value.Value) bool { return domain(a[0]).Equal(a[1]) }, graphs, names),
		rel("(%s ⊆ %s)", func(a []value.Value) bool { return subset(a[0], a[1]) }, graphs, graphs),
		rel("((%s, %s) ∈ %s)", reaches(func(r value.Value) value.Value { return r }), name, name, graphs),
		rel("(%s ∈ %s)", isContained, name, names), rel("(%s ≠ %s)", differ, name, name),
		rel("(%s = %s)", isEqual, graphs, graphs),
	}},
	{[]string{"u", "x", "y", "I", "x'"}, []rule{
		rel("((%s, %s) ∈ (%s) ⁺)", reaches(closure), number, number, rows), rel("((%s, %s) ∈ (%s) ⁺)", reaches(closure),
			number, number, rows),
		rel("(∀ p : %s • p.1 < p.2)", isRising(func(a, b int64) bool { return a < b }), rows),
		rel("(∀ p : %s • p.2 ≤ p.1)", isRising(func(a, b int64) bool { return b <= a }), rows),
		rel("(∀ i, j : ℤ | (i, j) ∈ %s • i > j)", isRising(func(a, b int64) bool { return a > b }), rows),
		rel("(∀ i, j : ℤ • (i, j) ∈ %s ⇒ i ≤ j)", isRising(func(a, b int64) bool { return a <= b }), rows),
		rel("(%s ≤ %s)", compare(func(a, b int64) bool { return a <= b }), number, number),
		rel("(%s < %s)", compare(func(a, b int64) bool { return a < b }), number, number),
		rel("(%[1]s ⦇ %[2]s ⦈ ⊆ %[2]s)", staysInside, rows, numbers), rel("(%s ∈ %s)", isContained, number, numbers),
	}},
	{[]string{"h", "l", "s", "t", "A", "n", "m"}, []rule{
		rel("(%s ∈ NAME ⤔ NAME)", func(a []value.Value) bool { return isInjective(a[0]) }, graphs),
		rel("(%s ∉ NAME ⤔ NAME)", func(a []value.Value) bool { return !isInjective(a[0]) }, graphs),
		rel("(%s ∈ iseq NAME)", func(a []value.Value) bool { return isInjective(a[0]) }, lists),
		rel("(%s ∉ iseq NAME)", func(a []value.Value) bool { return !isInjective(a[0]) }, lists),
		rel("(%s ∉ iseq (%s))", func(a []value.Value) bool {
			return !(isInjective(a[0]) &&
				subset(rangeOf(a[0]), a[1]))
		},
			lists, names),
		rel("(%s ∉ seq₁ NAME)", func(a []value.Value) bool { return a[0].Len() == 0 }, lists),
		rel("(%s ∉ seq₁ (%s))", func(a []value.Value) bool { return a[0].Len() == 0 || !subset(rangeOf(a[0]), a[1]) },
			lists, names),
		rel("(# ran %[1]s = # %[1]s)", func(a []value.Value) bool { return rangeOf(a[0]).Len() == a[0].Len() }, lists),
		rel("(# ran %[1]s < # %[1]s)", func(a []value.Value) bool { return rangeOf(a[0]).Len() < a[0].Len() }, graphs),
		rel("(# ((%[1]s) ⦇ %[2]s ⦈) = # %[2]s)", func(a []value.Value) bool { return imageOf(a).Len() == a[1].Len() },
			graphs, names),
		rel("(# ((%[1]s) ⦇ %[2]s ⦈) ≠ # %[2]s)", func(a []value.Value) bool { return imageOf(a).Len() != a[1].Len() },
			graphs, names),
		rel("(%s ⊆ dom %s)", func(a []value.Value) bool { return subset(a[0], domain(a[1])) }, names, graphs),
	}},
	{[]string{"s", "t", "s'", "n", "A"}, []rule{
		rel("(%s prefix %s)", func(a []value.Value) bool { return isPrefix(a[0], a[1]) }, lists, lists),
		rel("(¬ %s prefix %s)", func(a []value.Value) bool { return !isPrefix(a[0], a[1]) }, lists, lists),
		rel("(%s suffix %s)", isSuffix, lists, lists), rel("(¬ %s suffix %s)", negateTest(isSuffix), lists, lists),
		rel("(%s infix %s)", isInfix, lists, lists), rel("(¬ %s infix %s)", negateTest(isInfix), lists, lists),
		rel("(# %s ≤ # %s)", func(a []value.Value) bool { return a[0].Len() <= a[1].Len() }, lists, lists),
		rel("(# %s = # %s)", func(a []value.Value) bool { return a[0].Len() == a[1].Len() }, lists, lists),
		rel("(%s = %s)", isEqual, lists, lists), rel("(%s ≠ %s)", differ, lists, lists),
		rel("(¬ (∃ w : seq NAME • %s ⌢ w = %s))", func(a []value.Value) bool { return !isPrefix(a[0], a[1]) }, lists,
			lists),
		rel("(items %s = items %s)", hasSameItems, lists, lists),
	}},
}

func isEqual(a []value.Value) bool     { return a[0].Equal(a[1]) }
func differ(a []value.Value) bool      { return !a[0].Equal(a[1]) }
func isContained(a []value.Value) bool { return a[1].Contains(a[0]) }

func negateTest(holds func(a []value.Value) bool) func(a []value.Value) bool {
	return func(a []value.Value) bool { return !holds(a) }
}

func reaches(by func(value.Value) value.Value) func(a []value.Value) bool {
	return func(a []value.Value) bool { return by(a[2]).Contains(couple(a[0], a[1])) }
}

func isClosedIn(a []value.Value) bool { return subset(closure(a[0]), a[1]) }

func imageOf(a []value.Value) value.Value { return rangeOf(restrict(a[0], firstOf, a[1], true)) }

// staysInside tells whether a relation does not lead out of a set.
func staysInside(a []value.Value) bool { return subset(imageOf(a), a[1]) }

// isRising tells whether the parts of all pairs compare in some way.
func isRising(compare func(a, b int64) bool) func(a []value.Value) bool {
	return func(a []value.Value) bool {
		return !slices.ContainsFunc(a[0].Members(),
			func(p value.Value) bool { return !compare(integer(firstOf(p)), integer(secondOf(p))) })
	}
}

func isSuffix(a []value.Value) bool { return isPrefix(reverse(a[0]), reverse(a[1])) }

// isInfix tells whether a sequence stands somewhere in another.
func isInfix(a []value.Value) bool {
	all := items(a[1])
	for from := range len(all) + 1 {
		if isPrefix(a[0], value.OfSeq(all[from:])) {
			return true
		}
	}
	return false
}
