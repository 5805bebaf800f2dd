package rewriting

import (
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// Reason says why a condition on parameters is asked: an axiom, applied to a term, asks it.
type Reason struct {
	Axiom *language.Axiom
	Asked language.Term // as the axiom has it; nil where its left side asks whether two terms are equal
	at    site
	by    binding
}

// Reason returns why a condition was asked first, if an axiom has asked it.
func (e *Engine) Reason(condition *Term) (Reason, bool) {
	r, ok := e.reasons[condition]
	return r, ok
}

// site is an axiom and the term to which it is applied.
type site struct {
	axiom *language.Axiom
	op    *language.Operation
	args  []*Term
}

// explain notes for the conditions of a tree, of which nothing is noted, where they are asked.
func (e *Engine) explain(t *Tree, at site, asked language.Term, by binding) {
	if at.axiom == nil || t.Leaf != nil || e.explained[t] {
		return
	}
	e.explained[t] = true
	if _, known := e.reasons[t.Cond]; !known {
		e.reasons[t.Cond] = Reason{at.axiom, asked, at, by}
	}
	e.explain(t.Yes, at, asked, by)
	e.explain(t.No, at, asked, by)
}

// Applied returns the term to which the axiom is applied.
func (r Reason) Applied() string {
	applied := Term{Kind: Operation, Op: r.at.op, Args: r.at.args}
	return applied.String()
}

// Where says what the variables of what is asked are.
func (r Reason) Where() string {
	asked := map[string]bool{}
	addVariables(r.Asked, asked)
	var out []string
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		if v := r.by[name]; v != nil {
			out = append(out, name+" is "+v.String())
		}
	}
	return strings.Join(out, " and ")
}

func addVariables(t language.Term, to map[string]bool) {
	if t == nil {
		return
	}
	if v, ok := t.(*language.Variable); ok {
		to[v.Name] = true
	}
	for _, c := range language.Children(t) {
		addVariables(c, to)
	}
}
