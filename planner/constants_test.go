package planner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// describeConstants returns the constants of a plan, and its leaves by status.
func describeConstants(p *planner.Planned) string {
	var out []string
	for _, c := range p.System.Constants {
		text := fmt.Sprint(c.Name, " = ", c.Text(), " ", c.From)
		if len(c.With) > 0 {
			text += " with " + strings.Join(c.With, " and ")
		}
		out = append(out, text)
	}
	for _, u := range p.Units {
		for _, l := range u.Leaves {
			text := l.ID + " " + string(l.Status)
			if len(l.Why().Chosen) > 0 {
				text += " (" + l.Why().Reason + ")"
			}
			out = append(out, text)
		}
	}
	return strings.Join(out, "\n")
}

// TestChosenOfMany: where more leaves depend on a constant than are asked about, the
// choice sees some of every kind.
func TestChosenOfMany(t *testing.T) {
	t.Parallel()
	z, units := "│ limit : ℕ\n├\n│ limit > 0\n\n", []string{}
	for i := range 150 {
		z += fmt.Sprintf("A%d == [n? : ℤ; o! : ℤ | (n? ≥ limit ∧ n? < %d ∧ o! = 1) ∨ (n? < limit ∧ o! = 0) ∨ (n? = %d ∧ limit > 3 ∧ o! = 2)]\n\n", i, i%7+5, i%5)
		units = append(units, unit(fmt.Sprint("a", i), fmt.Sprint("A", i), ""))
	}
	p := makePlan(t, project(t, z, units...), planner.Options{})
	if got := fmt.Sprint(p.System.Constants[0].Text(), " ", p.System.Constants[0].From); got != "4 chosen" {
		t.Errorf("limit is %s, want 4 chosen", got)
	}
	checkHaveCases(t, p)
}

// checkHaveCases complains of each leaf of a plan that has no case.
func checkHaveCases(t *testing.T, p *planner.Planned) {
	t.Helper()
	for _, u := range p.Units {
		for _, l := range u.Leaves {
			if l.Status != suite.HasCase {
				t.Errorf("%s is %s: %s", l.ID, l.Status, l.Why().Reason)
			}
		}
	}
}

// checkReasons complains of a reason for which a leaf is unsatisfiable that takes the chosen
// value of a constant for what the specification says.
func checkReasons(t *testing.T, p *planner.Planned) {
	t.Helper()
	for _, u := range p.Units {
		for _, l := range u.Leaves {
			for _, c := range p.System.Constants {
				chosen := c.From == spec.Chosen || len(c.With) > 0
				reason := l.Why().Reason
				if chosen && l.Status == suite.Unsatisfiable && strings.Contains(reason, c.Name+" is a constant") {
					t.Errorf("%s is unsatisfiable: %s, but the value was chosen", l.ID, l.Why().Reason)
				}
			}
		}
	}
}

// TestChosen: the values of loose constants are chosen so that as much as can be
// has a case, and what has none for these values alone is not unsatisfiable.
func TestChosen(t *testing.T) {
	t.Parallel()
	const buffer = "│ size : ℕ\n\nBuf == [b : seq ℤ | # b ≤ size]\nPut == [ΔBuf; x? : ℤ | # b < size ∧ b' = b ⌢ ⟨x?⟩]\nGet == [ΔBuf; x! : ℤ | b ≠ ⟨⟩ ∧ b = ⟨x!⟩ ⌢ b']\n"
	for _, test := range []struct{ name, z, units, want string }{
		{"a threshold", "│ limit : ℕ\n├\n│ limit > 0\n\nA == [n? : ℤ; o! : ℤ | (n? ≥ limit ∧ n? < 5 ∧ limit > 3 ∧ o! = 1) ∨ (n? < limit ∧ o! = 0)]\n", unit("a", "A", ""),
			"limit = 4 chosen\na/DNF_1 case\na/DNF_2 case"},
		{"disjuncts that exclude each other",
			"│ limit : ℕ\n├\n│ limit > 0\n\nA == [n? : ℤ | (n? = 1 ∧ limit > 3) ∨ (n? = 2 ∧ limit < 3) ∨ (n? = 3 ∧ limit < 2)]\n", unit("a", "A", ""),
			"limit = 1 chosen\na/DNF_1 none-in-scope (none with limit = 1, which was chosen)\na/DNF_2 case\na/DNF_3 case"},
		{"what no value allows",
			"│ limit : ℕ\n├\n│ limit > 0\n\nA == [n? : ℤ | (n? = 1) ∨ (n? < limit ∧ n? > limit) ∨ (n? = 3 ∧ limit < 1)]\n", unit("a", "A", ""),
			"limit = 1 chosen\na/DNF_1 case\na/DNF_2 unsatisfiable\na/DNF_3 unsatisfiable"},
		{"the bound of a state", buffer, unit("put", "Put", "") + "---\n" + unit("get", "Get", ""),
			"size = 1 chosen\nget/DNF_1 case\nput/DNF_1 case"},
		{"what a tactic asks for", buffer, unit("put", "Put", "tactics: [dnf, {sp: ⌢}]\n"),
			"size = 3 chosen\nput/DNF_1/SP_1 unsatisfiable\nput/DNF_1/SP_2 unsatisfiable\nput/DNF_1/SP_3 case\nput/DNF_1/SP_4 unsatisfiable\nput/DNF_1/SP_5 unsatisfiable\nput/DNF_1/SP_6 unsatisfiable\nput/DNF_1/SP_7 unsatisfiable\nput/DNF_1/SP_8 case\nput/DNF_1/SP_9 unsatisfiable\nput/DNF_1/SP_10 unsatisfiable\nput/DNF_1/SP_11 unsatisfiable\nput/DNF_1/SP_12 case\nput/DNF_1/SP_13 unsatisfiable\nput/DNF_1/SP_14 case\nput/DNF_1/SP_15 unsatisfiable"},
		{"one value is allowed",
			"│ limit : ℕ\n├\n│ limit > 4 ∧ limit < 6\n\nA == [n? : ℤ | n? = 1 ∨ (n? = 2 ∧ limit > 5)]\n",
			unit("a", "A", ""),
			"limit = 5 axiom\na/DNF_1 case\na/DNF_2 unsatisfiable"},
		{"constants that an axiom ties",
			"│ low, high : ℕ\n├\n│ low < high\n\nA == [n? : ℤ | (n? > low ∧ n? < high) ∨ n? = high + 1]\n",
			unit("a", "A", ""),
			"high = 2 chosen\nlow = 0 chosen\na/DNF_1 case\na/DNF_2 case"},
		{"a constant that is stated by others",
			"│ a, b, c : ℕ\n├\n│ b = a + 1\n│ c > b\n\nA == [n? : ℕ | (n? > c ∧ a > 2) ∨ (n? < b ∧ a < 2)]\n",
			unit("a", "A", ""),
			"a = 0 chosen\nb = 1 axiom with a = 0\nc = 2 chosen\na/DNF_1 none-in-scope (none with c = 2 and a = 0, which were chosen)\na/DNF_2 case"},
		{"what speaks of constants alone", "COLOUR ::= red | green\n│ fav : COLOUR\n│ a, b : ℕ\n├\n│ b = a + a\n" +
			"\nA == [n? : ℕ | (n? = 1 ∧ fav ∉ {red, green}) ∨ (n? = 2 ∧ fav ≠ fav) ∨ (n? = 3 ∧ b ≠ b ∧ a = 1) ∨ n? = a]\n",
			unit("a", "A", ""),
			"a = 0 chosen\nb = 0 axiom with a = 0\nfav = red chosen\na/DNF_1 unsatisfiable\na/DNF_2 unsatisfiable\n" +
				"a/DNF_3 unsatisfiable\na/DNF_4 case"},
		{"several units", "│ limit : ℕ\n\nA == [n? : ℕ | n? < limit]\nB == [n? : ℕ | n? + 3 < limit ∧ n? > 1]\n",
			unit("a", "A", "") + "---\n" + unit("b", "B", ""),
			"limit = 6 chosen\na/DNF_1 case\nb/DNF_1 case"},
		{"a case that a person wrote", "│ limit : ℕ\n\nA == [n? : ℕ | n? < limit]\n",
			unit("a", "A", "cases: [{n?: 7}]\n"),
			"limit = 8 chosen\na/DNF_1 case"},
		{"a set", "[P]\n│ admins : ℙ P\n\nA == [p? : P; r! : ℤ | (p? ∈ admins ∧ r! = 1) ∨ (p? ∉ admins ∧ r! = 0)]\n",
			unit("a", "A", ""),
			"admins = {p1} chosen\na/DNF_1 case\na/DNF_2 case"},
		{"a function", "LEVEL ::= lo | hi\n│ clearance : LEVEL → ℕ\n\nA == [l? : LEVEL; n? : ℕ | (clearance l? < n? ∧ l? = lo) ∨ (clearance l? > 1 ∧ l? = hi)]\n", unit("a", "A", ""),
			"clearance = {hi ↦ 2, lo ↦ 0} chosen\na/DNF_1 case\na/DNF_2 case"},
		{"one of a free type",
			"MODE ::= on | off\n│ initial : MODE\n\nA == [n? : ℤ | (n? = 1 ∧ initial = off) ∨ n? = 2]\n",
			unit("a", "A", ""),
			"initial = off chosen\na/DNF_1 case\na/DNF_2 case"},
		{"some pairs of a function without end",
			"│ price : ℕ → ℕ\n\nA == [n? : ℕ; o! : ℕ | (price n? > 5 ∧ o! = price n?) ∨ (price n? ≤ 5 ∧ o! = 0) ∨ (price n? < 0 ∧ o! = 1)]\n", unit("a", "A", ""),
			"price = {0 ↦ 6, 1 ↦ 0} chosen\na/DNF_1 case\na/DNF_2 case\na/DNF_3 unsatisfiable"},
		{"and of an injection",
			"│ f : ℤ ↣ ℤ\n\nA == [n?, m? : ℕ; o! : ℤ | (n? ≠ m? ∧ f n? = f m? ∧ o! = 1) ∨ (f n? ≠ f m? ∧ o! = 0)]\n",
			unit("a", "A", ""),
			"f = {0 ↦ 1, 1 ↦ 0} chosen\na/DNF_1 unsatisfiable\na/DNF_2 case"},
		{"a literal beside the pairs",
			"│ f : ℤ → ℤ\n\nA == [n? : ℕ; o! : ℤ | (f n? > 1 ∧ f 40 > n? ∧ f 40 < n? ∧ o! = 1) ∨ (f n? > 1 ∧ o! = 0)]\n", unit("a", "A", ""),
			"f = {0 ↦ 2} chosen\na/DNF_1 unsatisfiable\na/DNF_2 case"},
		{"pairs in a quantifier",
			"│ f : ℕ → ℤ\n\nA == [s? : ℙ ℕ; o! : ℤ | ((∃ x : s? • f x > 3 ∧ f x < 2) ∧ o! = 1) ∨ ((∃ x : s? • f x > 3) ∧ o! = 0)]\n", unit("a", "A", ""),
			"f = {0 ↦ 4} chosen\na/DNF_1 unsatisfiable\na/DNF_2 case"},
		{"pairs of two functions",
			"│ f, g : ℕ → ℤ\n\nA == [n? : ℕ; o! : ℤ | (f (n? + 1) > g n? ∧ f (n? + 1) < g n? ∧ o! = 1) ∨ (f n? ≠ g n? ∧ o! = 0)]\n", unit("a", "A", ""),
			"f = {0 ↦ 0} chosen\ng = {0 ↦ 1} chosen\na/DNF_1 unsatisfiable\na/DNF_2 case"},
		{"an element outside of a total function",
			"│ f : 0 ‥ 1 → ℕ\n\nA == [n? : ℕ; o! : ℕ | (f n? > 5 ∧ f n? < 3 ∧ o! = 1) ∨ (f n? > 1 ∧ o! = 0)]\n",
			unit("a", "A", ""),
			"f = {0 ↦ 0, 1 ↦ 2} chosen\na/DNF_1 undecided\na/DNF_2 case"},
		{"a partial function",
			"│ f : ℕ ⇸ ℕ\n\nA == [n? : ℕ; o! : ℕ | (f n? > 5 ∧ f n? < 3 ∧ o! = 1) ∨ (f n? > 1 ∧ o! = 0)]\n",
			unit("a", "A", ""),
			"f = {0 ↦ 2} chosen\na/DNF_1 undecided\na/DNF_2 case"},
		{"another function of the same name",
			"│ f : ℕ → ℕ\n\nA == [n? : ℕ; o! : ℕ | ((∃ f : {{(1, 2)}} • f n? > 5) ∧ o! = 1) ∨ (f n? > 1 ∧ o! = 0)]\n",
			unit("a", "A", ""),
			"f = {0 ↦ 2} chosen\na/DNF_1 undecided\na/DNF_2 case"},
		{"within what an axiom says",
			"│ f : ℤ → ℤ\n├\n│ ∀ x : 0 ‥ 2 • f x > x\n\nA == [n? : 0 ‥ 2; o! : ℤ | (f n? = 1 ∧ o! = 1) ∨ (f n? < 0 ∧ o! = 0)]\n", unit("a", "A", ""),
			"f = {0 ↦ 1, 1 ↦ 2, 2 ↦ 3} chosen\na/DNF_1 case\na/DNF_2 unsatisfiable"},
		{"what a definition hides",
			"│ limit : ℕ\n\n│ over : ℤ → ℤ\n├\n│ ∀ n : ℤ • over n = n - limit\n\nA == [n? : ℕ | (over n? = 0 ∧ n? > 5) ∨ n? = 0]\n", unit("a", "A", ""),
			"limit = 6 chosen\na/DNF_1 case\na/DNF_2 case"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := makePlan(t, project(t, test.z, strings.Split(test.units, "---\n")...), planner.Options{})
			checkReasons(t, p)
			if got := describeConstants(p); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestGivenPairs: a finite function that is given for a total one without end says these
// pairs, and what it is elsewhere is open.
func TestGivenPairs(t *testing.T) {
	t.Parallel()
	const z = "│ price : ℕ → ℕ\n\nA == [n? : ℕ; o! : ℕ | (price n? > 5 ∧ o! = price n?) ∨ (price n? < 2 ∧ n? < 2) ∨ (n? = 2 ∧ price n? = 4) ∨ n? ∉ dom price]\n"
	system := projectWithConstants(t, z, "price: {set: [{tuple: [0, 9]}, {tuple: [1, 2]}]}", unit("a", "A", ""))
	want := "price = {0 ↦ 9, 1 ↦ 2} configured\na/DNF_1 case\na/DNF_2 unsatisfiable\na/DNF_3 undecided\na/DNF_4 none-in-scope"
	if got := describeConstants(makePlan(t, system, planner.Options{})); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNoPairs: where a function is spoken of as a whole, or an axiom is about infinitely
// many pairs, none are chosen, and it is said what to write.
func TestNoPairs(t *testing.T) {
	t.Parallel()
	for _, z := range []string{
		"│ f : ℕ → ℕ\n├\n│ ∀ n : ℕ • f n > n\n\nA == [n? : ℕ | f n? > 5]\n",
		"│ f : ℕ → ℕ\n\nA == [n? : ℕ | n? ∈ ran f]\n",
		"│ f : ℕ → ℕ\n\nA == [g? : ℕ ⇸ ℕ | g? ⊆ f]\n",
		"│ f : ℕ → ℕ\n│ g : ℕ\n├\n│ g = # f\n\nA == [n? : ℕ | f n? > g]\n",
	} {
		p := makePlan(t, project(t, z, unit("a", "A", "")), planner.Options{})
		const want = "some of its pairs under constants in ttf-int.yaml, or axioms such as ∀ x : … • f x = …"
		if l := p.Unit("a").Leaves[0]; l.Status != suite.Undecided || !strings.Contains(l.Why().Reason, want) {
			t.Errorf("%s: %s: %s", z, l.Status, l.Why().Reason)
		}
	}
}
