package planner_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/suite"
)

// hardPredicate is true of x where the cube of a number is that of another one, plus x − 7, less
// that of a third: the solver cannot tell.
func hardPredicate(x string) string {
	return "(∃ p, q, r : ℕ₁ • p * p * p + q * q * q = r * r * r + " + x + " - 7 ∧ p > r)"
}

// harden returns the specification with a conjunct more in some of its alternatives,
// which is true, and which a small budget does not show.
func (h hunted) harden(c solvetest.Choices) hunted {
	for k := range h.alternatives {
		p, q, r := 20+c.IntN(30), 20+c.IntN(30), 20+c.IntN(30)
		also := ""
		switch c.IntN(4) {
		case 0:
			also = fmt.Sprintf("(∃ p, q : ℕ₁ • p * p * p - q * q = %d) ∧ ", p*p*p-q*q)
		case 1:
			also = fmt.Sprintf("(∃ p, q, r : ℕ₁ • p * p * p + q * q * q = r * r + %d) ∧ ", p*p*p+q*q*q-r*r)
		case 2:
			also = fmt.Sprintf("(∃ s : ℙ ℤ • # s = %d ∧ (∀ i, j : s • i ≠ j ⇒ i * i - j * j ∉ {%d, %d})) ∧ ", p, q, q+r)
		}
		answer := fmt.Sprintf("answer! = %d", k)
		h.text = strings.Replace(h.text, answer, also+answer, 1)
	}
	return h
}

// small is a budget with which what hardened adds is not decided.
const small = 40

// outcomes returns what a plan has of the leaves of the trees: their statuses and cases,
// without the given cases that are undecided.
func outcomes(t *testing.T, p *planner.Planned) []string {
	t.Helper()
	var out []string
	for _, u := range p.Units {
		for _, l := range u.Leaves {
			if l.Kind == suite.Unplaced {
				continue
			}
			out = append(out, fmt.Sprint(l.ID, " ", l.Status, " ", l.Why().Reason))
			for _, c := range l.Cases {
				decisions, err := json.Marshal(c.Stubs)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, fmt.Sprintf("%s %v %v %s", c.ID, c.Values(), c.Witness, decisions))
			}
		}
	}
	return out
}

// A case that the specification gives ends no plan where the solver cannot tell whether it
// is one: it is open, the rest of the plan is what it is without it, an earlier plan keeps
// it, and a plan's file has it.
func TestUnplacedOwnCases(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	for seed := uint64(1); seed <= 24; seed++ {
		c := solvetest.ChoicesOf(seed)
		h := specify(c)
		if h.plant == nil || !h.isPlantAllowed() {
			continue
		}
		h = h.harden(c)
		first, err := planner.Make(t.Context(), project(t, h.text, h.unit),
			planner.Options{Solver: embedded.New(solve.Options{}), Steps: 1})
		if err != nil {
			t.Fatalf("specification %d: %v", seed, err)
		}
		vars := first.Unit("op").Tree.VIS
		system := h.loadWithPlant(t, vars, true)
		cache := newKept()
		o := planner.Options{Steps: small, Cache: cache}
		p, text := document(t, system, o)
		standing := h.findOwnCase(t, p)
		count[standing]++
		again, same := document(t, system, o)
		if same != text || len(listSolved(again)) > 0 {
			t.Errorf("specification %d: with what an earlier plan found it is another one:\n%s", seed,
				cmp.Diff(text, same))
		}
		if standing != "unplaced" {
			continue
		}
		if diff := cmp.Diff(outcomes(t, makePlan(t, h.loadWithPlant(t, vars, false), o)), outcomes(t, p)); diff != "" {
			t.Errorf("specification %d: without the case the plan is another one:\n%s", seed, diff)
		}
		read, err := loadPlan(t, []byte(text), system, planner.Options{Steps: small})
		if err != nil {
			t.Errorf("specification %d: %v", seed, err)
			continue
		}
		if data, err := read.JSON(); err != nil || string(data) != text {
			t.Errorf("specification %d: the plan that was read is another one (%v):\n%s", seed, err,
				cmp.Diff(text, string(data)))
		}
	}
	t.Log(count)
	if count["unplaced"] < 2 || count["placed"] < 2 {
		t.Errorf("the test says nothing: %v", count)
	}
}

// What is not decided of a callee's case changes nothing for its callers, also where they
// may call it just there.
func TestCallersOfUnplacedOwnCases(t *testing.T) {
	t.Parallel()
	text := "Inc == [x?, o! : ℤ | (x? > 0 ∧ " + hardPredicate("x?") + " ∧ o! = 1) ∨ (x? < 0 ∧ o! = 2)]\n" +
		"Use == (Inc ∧ [x?, k? : ℤ | x? ∈ {4, k?}]) ∖ (x?)\n"
	use := unit("use", "Use", "uses: [inc]\ntactics: [dnf]\n")
	o := planner.Options{Theorem2: true, Steps: 3_000}
	without := makePlan(t, project(t, text, unit("inc", "Inc", "tactics: [dnf]\n"), use), o)
	with, file := document(t, project(t, text, unit("inc", "Inc", "tactics: [dnf]\ncases: [{x?: 4}]\n"), use), o)
	if with.Unit("inc").Leaf("inc/OWN_1") == nil || len(with.Unit("use").Cases) == 0 ||
		len(with.Unit("use").Cases[0].Stubs) == 0 {
		t.Fatalf("nothing is undecided, or nothing is called:\n%s", file)
	}
	if diff := cmp.Diff(outcomes(t, without), outcomes(t, with)); diff != "" {
		t.Errorf("without the case:\n%s", diff)
	}
	if diff := cmp.Diff(without.Unit("use").Theorem2, with.Unit("use").Theorem2); diff != "" {
		t.Errorf("without the case:\n%s", diff)
	}
}

// The file of a plan has every case that the specification gives, or says why it is not one.
func TestFileHasUnplacedOwnCases(t *testing.T) {
	t.Parallel()
	text := "Op == [x?, o! : ℤ | (x? > 0 ∧ " + hardPredicate("x?") + " ∧ o! = 1) ∨ (x? < 0 ∧ o! = 2)]\n"
	system := project(t, text, unit("op", "Op", "tactics: [dnf]\ncases: [{x?: 4}, {x?: -1}, {x?: 5}]\n"))
	_, file := document(t, system, planner.Options{Steps: 3_000})
	for _, test := range []struct {
		name  string
		alter func(leaves []any) []any
		want  string
	}{
		{"as it is", func(l []any) []any { return l }, ""},
		{"without the first", func(l []any) []any { return slices.Delete(l, 2, 3) },
			"the specifications have op/OWN_1"},
		{"without the last", func(l []any) []any { return l[:3] }, "the leaf op/OWN_3 is missing"},
		{"in another order", func(l []any) []any { l[2], l[3] = l[3], l[2]; return l },
			"the specifications have op/OWN_1"},
		{"one more", func(l []any) []any { return append(l, l[3]) }, "the specifications have op/ST_"},
	} {
		var doc map[string]any
		if err := json.Unmarshal([]byte(file), &doc); err != nil {
			t.Fatal(err)
		}
		op := doc["units"].(map[string]any)["op"].(map[string]any)
		op["leaves"] = test.alter(op["leaves"].([]any))
		data, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		_, err = loadPlan(t, data, system, planner.Options{Steps: 3_000})
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// The given cases of a unit that is left out are undecided with it.
func TestOwnCasesOfUnitsLeftOut(t *testing.T) {
	t.Parallel()
	text := "│ f : ℤ → ℤ\n├\n│ ∀ k : ℤ • f k > k\n\nOp == [x?, o! : ℤ | f x? > 100 ∧ o! = 1 ∨ x? = 3 ∧ o! = 2]\n"
	system := project(t, text, unit("op", "Op", "tactics: [dnf]\ncases: [{x?: 1}, {x?: 3}]\n"))
	o := planner.Options{Cache: newKept()}
	p, file := document(t, system, o)
	for _, id := range []string{"op/OWN_1", "op/OWN_2"} {
		if l := p.Unit("op").Leaf(id); l == nil || l.Status != suite.Undecided ||
			!strings.Contains(l.Why().Reason, "the constant f of Op has no value") {
			t.Errorf("%s: %+v", id, l)
		}
	}
	if _, again := document(t, system, o); again != file {
		t.Error(cmp.Diff(file, again))
	}
	if _, err := loadPlan(t, []byte(file), system, planner.Options{}); err != nil {
		t.Error(err)
	}
}

// What the cases that a specification gives have for values, and their sizes, is tried in
// other leaves too; without them there is none in scope, and the plan says which bound is
// to blame.
func TestOwnCasesWiden(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ z, tactics, own, blamed string }{
		{"Op == [s : seq ℤ; x?, o! : ℤ | # (ran s) * 2 > 3 * 4 ∧ o! = x?]", "{nr: [x?, [5]]}",
			"{s: [1, 2, 3, 4, 5, 6, 7], x?: 5}", "(seq: 3) satisfy it; with seq: "},
	} {
		for _, own := range []string{"", "cases: [" + test.own + "]\n"} {
			p := makePlan(t, project(t, test.z+"\n", unit("op", "Op", "tactics: [dnf, "+test.tactics+"]\n"+own)),
				planner.Options{})
			for _, l := range p.Unit("op").Leaves {
				switch {
				case own != "" && l.Status != suite.HasCase:
					t.Errorf("%s: %s is %s: %s", test.z, l.ID, l.Status, l.Why().Reason)
				case own == "" && (l.Status != suite.NoneInScope || !strings.Contains(l.Why().Reason, test.blamed)):
					t.Errorf("%s: %s without the given case is %s: %s", test.z, l.ID, l.Status, l.Why().Reason)
				}
			}
		}
	}
}

// Of each case that a specification gives it is known whether it is a case, undecided, or
// wrong; only the last ends the plan.
func TestStandingOfOwnCases(t *testing.T) {
	t.Parallel()
	alternatives := "Op == [x? : ℤ; o! : ℤ | (x? > 0 ∧ " + hardPredicate("x?") + " ∧ o! = 1) ∨ (x? < 0 ∧ o! = 2)]"
	for _, test := range []struct {
		name, z, unit string
		want          map[string]string // the reasons of cases that lie in no leaf, in part
		wrong         string
		left          []string // of want, those that are not run
	}{
		{"a precondition", alternatives, "cases: [{x?: 4}, {x?: -3}, {x?: 4}]\n",
			map[string]string{"OWN_1": "not shown to satisfy the precondition of Op: op/DNF_1 is undecided",
				"OWN_3": "op/DNF_1 is undecided"}, "", nil},
		{"outside", alternatives, "cases: [{x?: 4}, {x?: 0}]\n", nil,
			"the case x? = 0 is outside the precondition of Op", nil},
		{"rejected inputs", "Op == [x? : ℤ; o! : ℤ | x? > 0 ∧ " + hardPredicate("x?") + " ∧ o! = 1]",
			"tactics: [dnf, rj]\nrejects: o! = 0\ncases: [{x?: 4}, {x?: -1}]\n",
			map[string]string{"OWN_1": "precondition of Op",
				"OWN_2": "it is outside the precondition of Op, and is not shown to lie in any leaf of rejected inputs"}, "",
			[]string{"OWN_2"}},
		{"a leaf", "Op == [x?, o! : ℤ | x? > 0 ∧ o! = x?]", "tactics: [dnf, {halved: x?}]\ncases: [{x?: 4}]\n",
			map[string]string{"OWN_1": "it satisfies the precondition of Op, but is not shown to lie in any leaf"}, "",
			nil},
		{"an intermediate state", "St == [n : ℤ]\nA == [ΔSt; x? : ℤ | " + hardPredicate("x?") +
			" ∧ n' > n]\nB == [ΔSt | n' = n + 1]\nOp == A ⨾ B", "cases: [{n: 0, x?: 4}]\n",
			map[string]string{"OWN_1": "is undecided"}, "", nil},
		{"a given type",
			"[T]\nOp == [s? : ℙ T; o! : ℤ | (s? ≠ ∅ ∧ " + hardPredicate("# s?") + " ∧ o! = 1) ∨ (s? = ∅ ∧ o! = 2)]",
			"cases: [{s?: {set: [t1, t4]}}, {s?: {set: []}}]\n",
			map[string]string{"OWN_1": "is undecided"}, "", nil},
		{"no value", "Op == [x? : ℤ; o! : ℤ | x? div 0 = 1 ∧ o! = 1 ∨ x? = 5 ∧ o! = 2]", "cases: [{x?: 1}, {x?: 5}]\n",
			map[string]string{"OWN_1": "x? div 0 has no value"}, "", nil},
		{"a chosen constant", "│ limit : ℕ\n└\nOp == [x?, o! : ℤ | x? = limit ∧ o! = 1]", "cases: [{x?: 3}, {x?: 5}]\n",
			map[string]string{"OWN_2": "none with limit = 3, which was chosen"}, "", nil},
		{"ruled out, and perhaps elsewhere", "Op == [x? : ℤ; o! : ℤ | (x? > 0 ∧ " + hardPredicate("x?") +
			" ∧ o! = 1) ∨ (x? > 0 ∧ o! = 2)]", "prune: [op/DNF_2]\ncases: [{x?: 4}]\n",
			map[string]string{"OWN_1": "it lies in op/DNF_2, which the specification rules out, and is not shown to lie in another leaf"}, "",
			[]string{"OWN_1"}},
		{"ruled out", "Op == [x? : ℤ; o! : ℤ | (x? < 0 ∧ " + hardPredicate("x?") + " ∧ o! = 1) ∨ (x? > 0 ∧ o! = 2)]",
			"prune: [op/DNF_2]\ncases: [{x?: 4}]\n",
			nil, "the case x? = 4 lies in op/DNF_2, which the specification rules out", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tactics := "tactics: [dnf]\n"
			if strings.Contains(test.unit, "tactics") {
				tactics = ""
			}
			halved := "tactics: {halved: {params: \"x : ℤ\", rows: [\"" + hardPredicate("x") +
				"\", \"¬ " + hardPredicate("x") + "\"]}}\n"
			system := projectWith(t, halved, test.z+"\n", unit("op", "Op", tactics+test.unit))
			o := planner.Options{Solver: embedded.New(solve.Options{}), Steps: 3_000}
			p, err := planner.Make(t.Context(), system, o)
			_, checked := planner.Check(t.Context(), system, o)
			if test.wrong != "" {
				for _, err := range []error{err, checked} {
					if err == nil || !strings.Contains(err.Error(), test.wrong) {
						t.Errorf("%v", err)
					}
				}
				return
			}
			if err != nil || checked != nil {
				t.Fatal(err, checked)
			}
			u := p.Unit("op")
			got := map[string]string{}
			for _, l := range u.Leaves {
				label := strings.TrimPrefix(l.ID, "op/")
				if l.Kind != suite.Unplaced {
					continue
				}
				if got[label] = l.Why().Reason; strings.Contains(l.Why().Reason, test.want[label]) {
					got[label] = test.want[label]
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			own := 0
			for _, c := range u.Cases {
				if c.Own && c.Leaf.Kind != suite.Unplaced {
					own++
				}
			}
			for label := range got {
				l := u.Leaf("op/" + label)
				if run := !slices.Contains(test.left, label); l.IsOpen() != run || (l.Status == suite.HasCase) != run {
					t.Errorf("%s is %s, with %d cases", label, l.Status, len(l.Cases))
				}
			}
			if own+len(got) != len(u.Unit.Cases) {
				t.Errorf("%d of %d cases are in the plan, and %v undecided", own, len(u.Unit.Cases),
					slices.Sorted(maps.Keys(got)))
			}
		})
	}
}
