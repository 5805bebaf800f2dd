package machine

import (
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// explicit is a disjunct of an operation that gives every after-state variable and
// output a value by an equation. Its outcome is computed; those of other disjuncts need
// a search.
type explicit []equation

// equation says that a variable has the value of a term or, where it stands under a quantifier, that several variables
// have the components of one of the elements of a set, each of which is what the equations give for one of the values
// that are quantified over.
type equation struct {
	frames []int // the indices of the variables in the frame
	term   *eval.Program
	chosen bool // whether the term is such a set
}

// maxChosen is how many elements of such a set are tried.
const maxChosen = 64

// explicits returns those disjuncts of a unit that are explicit, and how many disjuncts there are, where the schemas of
// other units in it have been replaced by what they say.
func (m *Machine) explicits(u *spec.Unit, slots []string) (out []explicit, of int) {
	for _, d := range u.Op.Disjuncts {
		for _, conjuncts := range expand(d.Conjuncts, false) {
			of++
			if e, ok := m.makeExplicit(u, conjuncts, slots); ok {
				out = append(out, e)
			}
		}
	}
	return out, of
}

// maxExpanded is how many disjuncts a disjunct is expanded to at most.
const maxExpanded = 64

// expand returns the disjuncts of a conjunction in which the schemas of other units, and disjunctions in these, have
// been replaced by what they say; the conjunction alone where there are too many. within says that it stands in such a
// schema.
func expand(conjuncts []zed.Expr, within bool) [][]zed.Expr {
	out := [][]zed.Expr{nil}
	for _, c := range conjuncts {
		var with [][]zed.Expr
		for _, alternative := range alternatives(c, within) {
			for _, before := range out {
				with = append(with, slices.Concat(before, alternative))
			}
		}
		if out = with; len(out) > maxExpanded {
			return [][]zed.Expr{conjuncts}
		}
	}
	return out
}

// alternatives returns the disjuncts of a conjunct, each as its conjuncts.
func alternatives(c zed.Expr, within bool) [][]zed.Expr {
	switch c := c.(type) {
	case *zed.Occur:
		return alternatives(c.Body, true)
	case *zed.Logic:
		switch {
		case c.Op == zed.And && within:
			return expand(schema.Conjuncts(c), within)
		case c.Op == zed.Or && within:
			var out [][]zed.Expr
			for _, arg := range c.Args {
				out = append(out, alternatives(arg, within)...)
			}
			return out
		}
	}
	return [][]zed.Expr{{c}}
}

// makeExplicit returns the equations of the conjuncts of a disjunct, in an order in which each term depends
// on known variables only. It is false where some variable has no equation.
func (m *Machine) makeExplicit(u *spec.Unit, conjuncts []zed.Expr, slots []string) (out explicit, ok bool) {
	open := map[string]bool{}
	for _, v := range u.Op.Late.Vars {
		open[v.Name] = true
	}
	for found := true; found && len(open) > 0; {
		found = false
		for _, c := range conjuncts {
			names, term, chosen := findAllGiven(m, c, open)
			if len(names) == 0 {
				continue
			}
			program, err := eval.Compile(term, slots, m.system.Globals)
			if err != nil {
				continue
			}
			e := equation{term: program, chosen: chosen}
			for _, name := range names {
				e.frames = append(e.frames, u.Op.Find(name))
				delete(open, name)
			}
			out, found = append(out, e), true
		}
	}
	return out, len(open) == 0
}

// findAllGiven returns the variables that a conjunct equates to terms without open variables, and the term that gives
// them: of an equation its other side, and of an ∃ the set of what the equations in it give.
func findAllGiven(m *Machine, c zed.Expr, open map[string]bool) (names []string, term zed.Expr, chosen bool) {
	if name, term := m.findGiven(c, open); name != "" {
		return []string{name}, term, false
	}
	q, ok := c.(*zed.Quant)
	isIncluded := func(d zed.Decl) bool { return len(d.Names) == 0 }
	if !ok || q.Q == zed.Forall || slices.ContainsFunc(q.Text.Decls, isIncluded) {
		return nil, nil, false
	}
	var guards, terms []zed.Expr
	var elems []zed.Type
	for _, inner := range append(schema.Conjuncts(q.Text.Pred), schema.Conjuncts(q.Body)...) {
		name, term := m.findGiven(inner, open)
		switch {
		case name != "" && !slices.Contains(names, name):
			names, terms, elems = append(names, name), append(terms, term), append(elems, term.Typ())
		case !hasOpen(m, inner, open):
			guards = append(guards, inner)
		}
	}
	if len(names) == 0 {
		return nil, nil, false
	}
	body, elem := terms[0], elems[0]
	if len(terms) > 1 {
		elem = zed.ProductType{Elems: elems}
		body = &zed.TupleExt{Info: zed.Info{Type: elem, Span: q.At()}, Elems: terms}
	}
	return names, &zed.Comp{Info: zed.Info{Type: zed.PowerType{Elem: elem}, Span: q.At()}, Op: zed.SetComp,
		Text: zed.Text{Decls: q.Text.Decls, Pred: schema.Conjoin(guards)}, Body: body}, true
}

// hasOpen tells whether a term has an open variable.
func hasOpen(m *Machine, e zed.Expr, open map[string]bool) bool {
	return slices.ContainsFunc(m.system.Calculus.FreeVars(e), func(v string) bool { return open[v] })
}

// findGiven returns the variable that a conjunct equates to a term without open variables,
// and that term; "" for other conjuncts.
func (m *Machine) findGiven(c zed.Expr, open map[string]bool) (name string, term zed.Expr) {
	eq, ok := c.(*zed.Op)
	if !ok || eq.Op != zed.Equal || len(eq.Args) != 2 {
		return "", nil
	}
	for i := range eq.Args {
		ref, ok := eq.Args[i].(*zed.Ref)
		if !ok || !open[ref.Name] {
			continue
		}
		other := eq.Args[1-i]
		if !hasOpen(m, other, open) {
			return ref.Name, other
		}
	}
	return "", nil
}

// computeOutcome returns the frame with a computed outcome that the unit's whole
// specification allows; nil where there is none.
func (t *transition) computeOutcome(frame spec.Frame) spec.Frame {
	for _, e := range t.explicit {
		if out := t.computeBy(e, slices.Clone(frame)); out != nil {
			return out
		}
	}
	return nil
}

// computeBy does what computeOutcome does, by equations, in a frame that it may change.
func (t *transition) computeBy(e explicit, out spec.Frame) spec.Frame {
	if len(e) == 0 {
		if truth, _ := t.whole.Truth(out); truth == eval.True {
			return out
		}
		return nil
	}
	v, reason := e[0].term.Value(out)
	if reason != nil || v.Kind() == value.Nothing {
		return nil
	}
	if !e[0].chosen {
		out[e[0].frames[0]] = v
		return t.computeBy(e[1:], out)
	}
	if v.Kind() != value.Set && v.Kind() != value.Seq || v.Open() {
		return nil
	}
	for i := range min(v.Len(), maxChosen) {
		next, member := slices.Clone(out), v.Member(i)
		for k, at := range e[0].frames {
			if next[at] = member; len(e[0].frames) > 1 {
				next[at] = member.Elem(k)
			}
		}
		if next = t.computeBy(e[1:], next); next != nil {
			return next
		}
	}
	return nil
}

// isSole tells whether a disjunct gives one outcome at most.
func (e explicit) isSole() bool {
	return !slices.ContainsFunc(e, func(one equation) bool { return one.chosen })
}
