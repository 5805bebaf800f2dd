package solvetest

import "slices"

// tautologies hold whatever the variables of a problem are.
var tautologies = []string{"(1 < 2)", "(∅[NAME] ⊆ NAME)", "(∀ n : NAME • n = n)", "(∀ n : NAME • n ∈ {n})",
	"(∃ n : NAME • {n} ≠ ∅)", "(NAME ≠ ∅)", "(1 ∈ 0 .. 3)", "(# {tip} = 1)"}

// Restate writes a problem down in another way, and says in which.
func (g Generated) Restate(c Choices) (how, text string) {
	conjuncts := slices.Clone(g.conjuncts)
	one := c.IntN(len(conjuncts))
	switch c.IntN(6) {
	case 0:
		renamed := map[string]string{}
		for _, v := range g.vars {
			renamed[v.name] = "q" + v.name // keeps what a name ends in
		}
		return "renamed", g.text(renamed)
	case 1:
		slices.Reverse(conjuncts)
		g.conjuncts = conjuncts
		return "reordered", g.text(nil)
	case 2:
		g.conjuncts = append(conjuncts, &term{format: tautologies[c.IntN(len(tautologies))]})
		return "with a tautology", g.text(nil)
	case 3:
		g.conjuncts = append(conjuncts, conjuncts[one])
		return "doubled", g.text(nil)
	case 4:
		conjuncts[one] = &term{format: "(¬ (¬ %s))", parts: []*term{conjuncts[one]}}
		g.conjuncts = conjuncts
		return "negated twice", g.text(nil)
	}
	for i, t := range conjuncts {
		conjuncts[i] = t.commute()
	}
	g.conjuncts = conjuncts
	return "commuted", g.text(nil)
}
