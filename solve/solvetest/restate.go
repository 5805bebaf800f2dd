package solvetest

import (
	"slices"
	"strings"
)

// tautologies hold whatever the variables of a problem are.
var tautologies = []string{"(1 < 2)", "(∅[NAME] ⊆ NAME)", "(∀ n : NAME • n = n)", "(∀ n : NAME • n ∈ {n})",
	"(∃ n : NAME • {n} ≠ ∅)", "(NAME ≠ ∅)", "(1 ∈ 0 .. 3)", "(# {tip} = 1)"}

// Restate writes a problem down in another way, and says in which.
func (g Generated) Restate(c Choices) (how, text string) {
	conjuncts := slices.Clone(g.conjuncts)
	one := c.IntN(len(conjuncts))
	switch c.IntN(7) {
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
	case 5:
		return "with copies of variables", g.copyVariables(c)
	}
	for i, t := range conjuncts {
		conjuncts[i] = t.commute()
	}
	g.conjuncts = conjuncts
	return "commuted", g.text(nil)
}

// copyVariables writes a problem down with a copy of each of its variables, as an after-state is one of what an
// operation leaves as it was: each conjunct is about some variables and about the copies of others.
func (g Generated) copyVariables(c Choices) string {
	copies, preds := map[string]string{}, []string{}
	decls, _ := g.Parts(nil)
	for i, v := range g.vars {
		copies[v.name] = strings.TrimSuffix(v.name, "'") + "Copy'"
		decls = append(decls, copies[v.name]+" : "+g.as[i].set)
		sides := []string{copies[v.name], v.name}
		first := c.IntN(2)
		preds = append(preds, sides[first]+" = "+sides[1-first])
	}
	for _, conjunct := range g.conjuncts {
		renamed := map[string]string{}
		for _, v := range g.vars {
			if c.IntN(2) == 0 {
				renamed[v.name] = copies[v.name]
			}
		}
		preds = append(preds, conjunct.text(renamed))
	}
	return strings.Join(decls, "; ") + " | " + strings.Join(preds, " ∧ ")
}
