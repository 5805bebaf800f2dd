package planner_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/suite"
)

// tokens has a free type of which only some values are listed: what its constructors are
// applied to has many values.
const tokens = `Cert == [id, key : ℕ; valid : ℙ ℕ; class : 0 .. 5]
TOKEN ::= none | bad | good⟪Cert⟫ | text⟪seq ℤ⟫ | pair⟪ℤ × ℤ⟫ | marks⟪ℙ ℤ⟫
`

// drawToken returns the declarations of what a token is made of, the token, and what holds of it.
func drawToken(r *rand.Rand) (decls, token string, facts []string) {
	n := func() int { return 20 + r.IntN(80) }
	switch r.IntN(4) {
	case 0:
		all := []string{fmt.Sprint("c.key = ", n()), fmt.Sprint("c.id > ", n()), fmt.Sprint(n(), " ∈ c.valid"),
			"c.id ≠ c.key", fmt.Sprint("c.class = ", r.IntN(6)), fmt.Sprint("# c.valid = ", 1+r.IntN(3))}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return "c : Cert", "good c", all[:1+r.IntN(4)]
	case 1:
		size := 1 + r.IntN(4)
		return "s : seq ℤ", "text s", []string{fmt.Sprint("# s = ", size),
			fmt.Sprintf("s %d = %d", 1+r.IntN(size), n())}
	case 2:
		return "x, y : ℤ", "pair (x, y)", []string{fmt.Sprint("x > ", n()), fmt.Sprint("y = x + ", n())}
	}
	return "m : ℙ ℤ", "marks m", []string{fmt.Sprint(n(), " ∈ m"), fmt.Sprint("# m = ", 1+r.IntN(3))}
}

// drawTokenUnit returns a schema that something satisfies, by the way in which it is made.
func drawTokenUnit(r *rand.Rand, name string) string {
	decls, token, facts := drawToken(r)
	body := strings.Join(facts, " ∧ ")
	switch r.IntN(8) {
	case 0:
		return fmt.Sprintf("%s == [t? : TOKEN | ∃ %s • %s = t? ∧ %s]\n", name, decls, token, body)
	case 1:
		return fmt.Sprintf("%s == [%s; t? : TOKEN | t? = %s ∧ %s]\n", name, decls, token, body)
	case 2:
		return fmt.Sprintf("%s == [t, t' : TOKEN | t' = t ∧ (∃ %s • t = %s ∧ %s)]\n", name, decls, token, body)
	case 3:
		return fmt.Sprintf("%s == [ts? : seq TOKEN | # ts? = 2 ∧ (∃ %s • ts? 2 = %s ∧ %s)]\n",
			name, decls, token, body)
	case 4:
		return fmt.Sprintf("%s == [ts? : ℙ TOKEN | ∃ %s • %s ∈ ts? ∧ %s]\n", name, decls, token, body)
	case 5:
		return fmt.Sprintf("%s == [f : ℕ ⇸ TOKEN; a? : ℕ | a? ∈ dom f ∧ (∃ %s • f a? = %s ∧ %s)]\n",
			name, decls, token, body)
	case 6:
		return fmt.Sprintf("%s == [p? : 0 .. 3; t? : TOKEN | p? = 2 ∧"+
			" (p? ∈ {1, 2} ⇒ t? = none ∧ p? = 1 ∨ (∃ %s • t? = %s ∧ %s))]\n", name, decls, token, body)
	}
	return fmt.Sprintf("%s == [t?, u? : TOKEN | t? = u? ∧ u? ∉ {none, bad} ∧ (∃ %s • %s = u? ∧ %s)]\n",
		name, decls, token, body)
}

// TestMadeOf: what a free type's constructors are applied to is found where a predicate says what it
// is like, also far outside of the values that are listed of the type.
func TestMadeOf(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 3))
	var z strings.Builder
	z.WriteString(tokens)
	var units, names []string
	for i := range 120 {
		name := fmt.Sprint("Made", i)
		z.WriteString(drawTokenUnit(r, name))
		names = append(names, strings.ToLower(name))
		units = append(units, unit(strings.ToLower(name), name, "tactics: [dnf]\n"))
	}
	p := makePlan(t, project(t, z.String(), units...), planner.Options{})
	missed := 0
	for _, u := range p.Units {
		found := slices.ContainsFunc(u.Leaves, func(l *plan.Leaf) bool {
			return l.Status == suite.HasCase && !l.Cases[0].Open
		})
		if found {
			continue
		}
		leaf, text := u.Leaves[0], strings.Split(z.String(), "\n")[2+slices.Index(names, u.Name)]
		t.Logf("%s: %s: %s", text, leaf.Status, leaf.Why().Reason)
		if missed++; leaf.Status == suite.Unsatisfiable || missed > 6 {
			t.Errorf("%d without a case, %s: %s", missed, u.Name, leaf.Status)
		}
	}
}
