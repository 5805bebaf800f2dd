package planner_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

var (
	huntSeed    = flag.Uint64("hunt.seed", 1, "the first of the random specifications")
	huntCount   = flag.Int("hunt.count", 36, "how many random specifications are planned")
	huntFigures = flag.Bool("hunt.figures", false, "write what came of the random specifications into docs/hunt.md")
)

// huntSteps is the budget of a leaf.
const huntSteps = 3_000

// hunted is a random specification: an operation of several alternatives, each with an
// answer of its own, on a state with an invariant or on inputs alone.
type hunted struct {
	alternatives []solvetest.Generated // what holds in each, the invariant included
	plant        *solvetest.World      // where the problem that it was made of has a model, or nil
	text, unit   string
	names        map[string]string // of variables, as the specification has them
}

// specify makes a specification of a random problem: its first conjunct is what all
// alternatives have in common, and the others and their negations are what each has.
func specify(c solvetest.Choices) hunted {
	h := hunted{names: map[string]string{}}
	g, others := h.problem(c)
	stateful := c.IntN(2) == 0
	for _, n := range g.Names() {
		switch base, after := strings.CutSuffix(n, "'"); {
		case after:
			h.names[n] = base + "x!"
		case !stateful:
			h.names[n] = n + "?"
		}
	}
	decls, _ := g.Parts(h.names)
	_, common := g.Select(0).Parts(h.names)
	var state, own []string
	for i, n := range g.Names() {
		if stateful && h.names[n] == "" {
			state = append(state, decls[i])
		} else {
			own = append(own, decls[i])
		}
	}
	invariant := len(state) > 0 && !strings.Contains(common[0], "!")
	var alternatives []string
	for k := range 1 + c.IntN(3) {
		of := []int{0}
		for i := 1; i < g.Size(); i++ {
			switch pick := c.IntN(6); {
			case pick < 3:
				of = append(of, i)
			case pick == 3 || i >= others:
				of = append(of, ^i)
			}
		}
		alternative := g.Select(of...)
		h.alternatives = append(h.alternatives, alternative)
		_, parts := alternative.Parts(h.names)
		if invariant {
			parts = parts[1:]
		}
		alternatives = append(alternatives, "("+strings.Join(append(parts, fmt.Sprintf("answer! = %d", k)), " ∧ ")+")")
	}
	h.text = solvetest.RandomTypes + "\n"
	if len(state) > 0 {
		h.text += "St == [" + strings.Join(state, "; ")
		if invariant {
			h.text += " | " + common[0]
		}
		h.text += "]\n"
		own = append([]string{"ΞSt"}, own...)
	}
	h.text += "Op == [" + strings.Join(append(own, "answer! : ℤ"), "; ") + " |\n  " + strings.Join(alternatives,
		" ∨\n  ") + "]\n"
	h.unit = unit("op", "Op", "tactics: [dnf"+chooseTactic(c,
		h.text)+"]\nscope: {int: [-1, 2], set: 9, seq: 2, given: 2}\n")
	return h
}

// problem makes a random problem, half of the time with more about constants.
// It returns how many conjuncts are not about constants alone.
func (h *hunted) problem(c solvetest.Choices) (g solvetest.Generated, others int) {
	for g.Size() == 0 {
		if h.plant = nil; c.IntN(4) == 0 {
			g = solvetest.Generate(c)
		} else {
			g, h.plant = solvetest.Plant(c)
		}
	}
	others = g.Size()
	if c.IntN(2) == 0 {
		g = g.AddConstants(c).AddConstants(c)
	}
	return g, others
}

// chooseTactic chooses a tactic that divides what dnf makes, and leaves nothing out.
func chooseTactic(c solvetest.Choices, text string) string {
	for _, op := range []string{"∪", "∩", "∖", "⊕", "◁", "⌢"} {
		if strings.Contains(text, op) && c.IntN(3) == 0 {
			return ", {sp: " + op + "}"
		}
	}
	return ""
}

// answer says of which alternative a conjunct is.
var answer = regexp.MustCompile(`^answer! = (\d)$`)

// alternativeOf returns which alternative a leaf belongs to.
func (h hunted) alternativeOf(u *plan.Unit, l *plan.Leaf) int {
	for c := l.Condition; c != nil; c = c.Parent {
		if c.Disjunct == 0 {
			continue
		}
		for _, e := range u.Op.Disjuncts[c.Disjunct-1].Conjuncts {
			if m := answer.FindStringSubmatch(zed.Print(e, zed.Unicode)); m != nil {
				return int(m[1][0] - '0')
			}
		}
	}
	return -1
}

// judge holds what a plan says of each alternative against brute force. It returns how
// many were refuted, and how many have a case.
func (h hunted) judge(t *testing.T, p *planner.Planned) (refuted, cases int) {
	t.Helper()
	u := p.Unit("op")
	statuses, open := make([]map[suite.Status]int, len(h.alternatives)), make([]bool, len(h.alternatives))
	for k := range statuses {
		statuses[k] = map[suite.Status]int{}
	}
	for _, l := range u.Leaves {
		if k := h.alternativeOf(u, l); k >= 0 {
			statuses[k][l.Status]++
			open[k] = open[k] || len(l.Why().Chosen) > 0
		} else {
			t.Errorf("%s\n%s belongs to no alternative", h.text, l.ID)
		}
	}
	for k, g := range h.alternatives {
		s := statuses[k]
		var in []*solvetest.World
		switch {
		case s[suite.HasCase] > 0:
			cases++
		case s[suite.Undecided] > 0:
		case s[suite.NoneInScope] == 0:
			refuted++
			in = solvetest.Worlds()
			if h.plant != nil && !g.Fails(h.plant, h.plant.Values()) {
				t.Errorf("%s\nalternative %d is refuted (%v), but %v is in it", h.text, k, s, h.plant)
			}
		case !open[k]: // no value of a constant was chosen that it leans on
			in = solvetest.Worlds()[:1]
		}
		for _, w := range in {
			if model, _ := g.Model(w); model != nil {
				t.Errorf("%s\nalternative %d has no case (%v), but %v is in it", h.text, k, s, w)
				break
			}
		}
	}
	for _, c := range u.Cases {
		h.check(t, p, c)
	}
	for _, m := range p.Mistakes {
		t.Errorf("%s\n%s", h.text, m)
	}
	return refuted, cases
}

// check holds a case with its witness against the alternative of the answer. An open case has no witness, and its leaf
// is undecided for the solver.
func (h hunted) check(t *testing.T, p *planner.Planned, c *plan.Case) {
	t.Helper()
	if c.Open && len(c.Witness) == 0 {
		return
	}
	values := c.Values().Map()
	maps.Copy(values, c.Witness.Map())
	k, ok := values["answer!"].Int()
	if !ok || int(k) >= len(h.alternatives) {
		t.Errorf("%s\n%s: the answer is %v", h.text, c.ID, values["answer!"])
		return
	}
	for old, renamed := range h.names {
		values[old] = values[renamed]
	}
	for name, v := range p.System.Globals.Consts {
		values[name] = v
	}
	sizes := map[string]int{}
	for _, typ := range []string{"NAME", "PLACE"} {
		sizes[typ] = 2
		for _, v := range values {
			v.Atoms(func(element string) { sizes[typ] = max(sizes[typ], p.System.Globals.Number(typ, element)) })
		}
		if n, rests := c.Sizes[typ]; rests {
			sizes[typ] = n
		}
	}
	if g := h.alternatives[k]; g.Fails(solvetest.WorldOf(sizes["NAME"], sizes["PLACE"], -9, 9, 3), values) {
		t.Errorf("%s\n%s: %v with %v is not in alternative %d", h.text, c.ID, values, sizes, k)
	}
}

// loadWithPlant returns the project in which the constants have the values of the plant, which
// is a case of the unit, too, where cases says so; types are those of its variables.
func (h hunted) loadWithPlant(t *testing.T, types []zed.Var, cases bool) *spec.System {
	t.Helper()
	values := h.plant.Values()
	sizes := h.plant.Sizes()
	given := fmt.Sprintf("scope: {given: %d}\nconstants:\n", sizes["NAME"])
	for name, typ := range constantTypes {
		given += fmt.Sprintf("  %s: %s\n", name, value.Encode(values[name], typ))
	}
	own := "cases:\n  - {"
	for _, v := range types {
		old := v.Name
		for from, to := range h.names {
			if to == v.Name {
				old = from
			}
		}
		own += fmt.Sprintf("%q: %s, ", v.Name, value.Encode(values[old], v.Type))
	}
	own += "}\n"
	if !cases {
		own = ""
	}
	own += "scope: {int: [-4, 6], set: 9, seq: 3}\n"
	unit, _, _ := strings.Cut(h.unit, "scope:")
	return projectWith(t, given, h.text, unit+own)
}

// constantTypes are the types of the constants that have no value of their own.
var constantTypes = map[string]zed.Type{
	"limit": zed.IntType{}, "start": zed.NamedType{Name: "NAME"},
	"known": zed.PowerType{Elem: zed.NamedType{Name: "NAME"}},
	"home": zed.PowerType{Elem: zed.ProductType{Elems: []zed.Type{zed.NamedType{Name: "NAME"},
		zed.NamedType{Name: "PLACE"}}}},
}

// planOwnCase plans the specification with its plant as a case, which contradicts nothing and
// ends no plan: the plant is a case of the unit, or it is said why that is undecided.
func (h hunted) planOwnCase(t *testing.T, types []zed.Var) string {
	t.Helper()
	if !h.isPlantAllowed() {
		return "not in it"
	}
	p, err := planner.Make(context.Background(), h.loadWithPlant(t, types, true),
		planner.Options{Solver: embedded.New(solve.Options{}), Steps: huntSteps})
	if err != nil {
		t.Errorf("%s\n%s\n%v", h.text, h.plant, err)
		return "refused"
	}
	for _, m := range p.Mistakes {
		t.Errorf("%s\n%s\n%s", h.text, h.plant, m)
	}
	for _, c := range p.Unit("op").Cases {
		h.check(t, p, c)
	}
	return h.findOwnCase(t, p)
}

// isPlantAllowed tells whether the plant satisfies the specification.
func (h hunted) isPlantAllowed() bool {
	return slices.ContainsFunc(h.alternatives,
		func(g solvetest.Generated) bool { return g.Holds(h.plant, h.plant.Values()) })
}

// findOwnCase tells whether the case that the specification gives is one in the plan, or is
// undecided, with the reason.
func (h hunted) findOwnCase(t *testing.T, p *planner.Planned) string {
	t.Helper()
	u := p.Unit("op")
	placed := slices.ContainsFunc(u.Cases, func(c *plan.Case) bool { return c.Own && c.Leaf.Kind != suite.Unplaced })
	l := u.Leaf("op/OWN_1")
	switch {
	case placed == (l != nil):
		t.Errorf("%s\n%s\nthe case is one of a leaf of the tree: %v, and it has a leaf of its own: %v", h.text, h.plant,
			placed, l != nil)
	case l != nil && (l.Why().Reason == "" || (l.Status == suite.HasCase) != l.IsOpen() || l.Status != suite.HasCase &&
		l.Status != suite.Undecided):
		t.Errorf("%s\n%s\nthe given case has the status %s (%s), and is open: %v", h.text, h.plant, l.Status, l.Why().Reason,
			l.IsOpen())
	case l != nil:
		return "unplaced"
	}
	return "placed"
}

// An input is outside a precondition only where that holds whatever the sizes of given
// types are: here an element that is not a home is all that it takes, and there may be one.
func TestPreconditionAtOtherSizes(t *testing.T) {
	t.Parallel()
	const text = `[NAME, PLACE]
TREE ::= tip | fork⟪TREE × TREE⟫
│ home : NAME → PLACE
└
Op == [x? : ℤ; answer! : ℤ | (x? > 0 ∧ %s ∧ (∃ z : TREE • z = z) ∧ answer! = 0) ∨ (x? < 0 ∧ answer! = 1)]
`
	for condition, outside := range map[string]bool{
		"ran home ≠ PLACE":                false,
		"(∃ p : PLACE • p ∉ ran home)":    false,
		"# PLACE = 2":                     false,
		"¬ (∀ p, q : PLACE • p = q)":      false,
		"x? = 2":                          true,
		"ran home = ∅ ∧ ran home ≠ PLACE": true,
		"(# PLACE = 2 ∨ (∃ p : PLACE • p ∉ ran home))": false,
	} {
		s := projectWith(t, "scope: {given: 1}\nconstants:\n  home: [[name1, place1]]\n", fmt.Sprintf(text, condition),
			unit("op", "Op", "cases: [{x?: 1}]\n"))
		p, err := planner.Make(context.Background(), s, planner.Options{Solver: embedded.New(solve.Options{})})
		switch {
		case outside && (err == nil || !strings.Contains(err.Error(), "outside the precondition")):
			t.Errorf("%s: %v", condition, err)
		case !outside && err != nil:
			t.Errorf("%s: %v", condition, err)
		case !outside && p.Unit("op").Leaf("op/OWN_1") == nil:
			t.Errorf("%s: the case is not undecided", condition)
		}
	}
}

// TestHunt holds plans of random specifications against brute force at several sizes of
// the given types and several values of the loose constants: what is refuted has no
// case, and what is a case is one.
func TestHunt(t *testing.T) {
	t.Parallel()
	planned, refuted, cases := 0, 0, 0
	refusals, owned := map[string]int{}, map[string]int{}
	for i := range *huntCount {
		seed := *huntSeed + uint64(i)
		h := specify(solvetest.ChoicesOf(seed))
		p, err := planner.Make(context.Background(), project(t, h.text, h.unit),
			planner.Options{Solver: embedded.New(solve.Options{}), Steps: huntSteps})
		if err != nil {
			refusals[fmt.Sprint(err)]++
			continue
		}
		planned++
		r, c := h.judge(t, p)
		refuted, cases = refuted+r, cases+c
		if h.plant != nil {
			owned[h.planOwnCase(t, p.Unit("op").Tree.VIS)]++
		}
		if t.Failed() && !testing.Verbose() {
			t.Fatalf("specification %d", seed)
		}
	}
	t.Logf("%d planned: %d alternatives refuted, %d with a case; refused: %v; plants: %v", planned, refuted, cases,
		refusals, owned)
	if planned*2 < *huntCount || refuted == 0 || cases == 0 {
		t.Error("the test says nothing")
	}
	row := fmt.Sprintf("| `TestHunt` | %d | %d | %d | %d | %d | 0 |\n", *huntSeed, *huntCount, planned, refuted, cases)
	solvetest.KeepFigures(t, "../docs/hunt.md", "| hunt of plans |", row, *huntFigures)
}

// A case rests on no size of a given type with which a constant is outside the set in
// which it is declared.
func TestSizesOfConstants(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, `[S, T]
│ home : S → T
└
Op == [answer! : ℤ | (home ∈ S ↣ T ∧ answer! = 0) ∨ (home ∉ S ↣ T ∧ answer! = 1) ∨ (dom home ≠ S ∧ answer! = 2)]
`, unit("op", "Op", "")), planner.Options{})
	for _, c := range p.Unit("op").Cases {
		if home := p.System.Globals.Consts["home"]; c.Leaf.ID == "op/DNF_3" || c.Sizes["S"] != home.Len() {
			t.Errorf("%s rests on %v, where home = %v is not in S → T", c.ID, c.Sizes, home)
		}
	}
	if len(p.Unit("op").Cases) == 0 {
		t.Error("no case")
	}
}
