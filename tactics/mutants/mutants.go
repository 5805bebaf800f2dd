package mutants

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
)

// Kind is a kind of mistake, by the name that an argument of the tactic mut has for it.
type Kind string

// The kinds of mistakes, in the order in which the mutants of a unit stand.
const (
	Calls     Kind = "calls"     // a callee left out, called twice, in another order, or with other inputs
	Disjuncts Kind = "disjuncts" // a disjunct left out, or an alternative of a callee
	Atoms     Kind = "atoms"     // an atom negated
	Operators Kind = "operators" // an operator for another, or one of its operands alone
	Numbers   Kind = "numbers"   // a number one more, or one less
	Constants Kind = "constants" // a constant of a free type for another
	Variables Kind = "variables" // a variable for another of the same type
	Results   Kind = "results"   // an after-state left as it was, or free; an output free
	Fixed     Kind = "fixed"     // an output that is always the same
)

// Kinds returns the kinds of mistakes.
func Kinds() []Kind {
	return []Kind{Calls, Disjuncts, Atoms, Operators, Numbers, Constants, Variables, Results, Fixed}
}

// Max is the number of mutants of a unit that are looked at, spread over all where there
// are more: an operation of a screenful has about a hundred.
const Max = 400

// Of returns the mutants of a unit's operation, of the given kinds, none twice; made is how many
// there are, which may be more than Max.
func Of(unit *spec.Unit, system *spec.System, kinds []Kind) (list []suite.Mutant, made int) {
	w := newWriter(unit, system)
	w.predicate(unit.Op.Pred)
	w.orders()
	w.results()
	var out []suite.Mutant
	for _, k := range kinds {
		for _, m := range w.mistakes {
			if m.kind == k {
				out = append(out, w.mutant(m))
			}
		}
	}
	if made = len(out); made > Max {
		some := make([]suite.Mutant, Max)
		for i := range some {
			some[i] = out[i*made/Max]
		}
		out = some
	}
	return out, made
}

// mistake is what is changed in a predicate: nodes, each with what stands in its place.
type mistake struct {
	kind   Kind
	shown  string
	span   source.Span
	callee string
	free   string
	nodes  map[zed.Expr]zed.Expr
	whole  zed.Expr // the predicate, where no node of it is changed
}

// writer lists the mistakes that can be made in a unit's operation.
type writer struct {
	unit     *spec.Unit
	types    []types.Free // the free types
	calculus *schema.Calculus
	mistakes []*mistake
	known    map[string]*mistake
	seen     map[zed.Expr]bool
	stated   map[string]bool // the conjuncts of the operation, as they are printed
}

func newWriter(unit *spec.Unit, system *spec.System) *writer {
	w := &writer{unit: unit, types: system.Spec.Free, calculus: system.Calculus, known: map[string]*mistake{},
		seen: map[zed.Expr]bool{}, stated: map[string]bool{}}
	for _, d := range unit.Op.Disjuncts {
		for _, c := range d.Conjuncts {
			w.stated[zed.Print(c, zed.Unicode)] = true
		}
	}
	return w
}

// add notes a mistake. What was written once may stand at several places of the predicate: it
// is the same mistake at all of them.
func (w *writer) add(kind Kind, at zed.Expr, by zed.Expr, shown string) *mistake {
	key := fmt.Sprint(kind, " ", shown)
	if span := at.At(); span.Valid() {
		key = fmt.Sprint(key, " ", span.Pos())
	} else {
		key = fmt.Sprintf("%s %p", key, at)
	}
	m := w.known[key]
	if m == nil {
		m = &mistake{kind: kind, shown: shown, span: at.At(), nodes: map[zed.Expr]zed.Expr{}}
		w.known[key], w.mistakes = m, append(w.mistakes, m)
	}
	m.nodes[at] = by
	return m
}

// mutant returns the operation with a mistake.
func (w *writer) mutant(m *mistake) suite.Mutant {
	out := suite.Mutant{Kind: string(m.kind), Pred: m.whole, Shown: m.shown, Span: m.span, Callee: m.callee,
		Free: m.free}
	if out.Pred == nil {
		out.Pred = changed(w.unit.Op.Pred, m.nodes)
	}
	return out
}

// changed returns a predicate with other nodes in the place of some.
func changed(e zed.Expr, nodes map[zed.Expr]zed.Expr) zed.Expr {
	memo := map[zed.Expr]zed.Expr{}
	var change func(zed.Expr) zed.Expr
	change = func(e zed.Expr) zed.Expr {
		if by, ok := nodes[e]; ok {
			return by
		}
		if _, callee := e.(*zed.Occur); callee {
			return e
		}
		out, ok := memo[e]
		if !ok {
			out = zed.Rebuild(e, change)
			memo[e] = out
		}
		return out
	}
	return change(e)
}

// predicate lists the mistakes in a predicate of the operation.
func (w *writer) predicate(e zed.Expr) {
	if w.seen[e] || w.given(e) {
		return
	}
	w.seen[e] = true
	switch e := e.(type) {
	case *zed.Truth:
	case *zed.Occur:
		w.call(e)
	case *zed.Logic:
		if e.Op == zed.Or {
			w.disjuncts(e)
		}
		for _, a := range e.Args {
			w.predicate(a)
		}
	case *zed.Quant:
		if e.Q != zed.Exists {
			w.negated(e)
		}
		if e.Text.Pred != nil {
			w.predicate(e.Text.Pred)
		}
		w.predicate(e.Body)
	case *zed.If:
		w.predicate(e.Cond)
		w.predicate(e.Then)
		w.predicate(e.Else)
	default:
		w.negated(e)
		(&atom{writer: w, whole: e}).term(e, e, nil)
	}
}

// given tells whether a predicate is no part of what the operation does: a declaration,
// or what the invariant says of the before-state.
func (w *writer) given(e zed.Expr) bool {
	if w.unit.Declares(e) {
		return true
	}
	if l, ok := e.(*zed.Logic); ok && l.Op == zed.And {
		return false
	}
	primed := map[string]string{}
	for _, v := range w.unit.Op.Before.Vars {
		primed[v.Name] = v.Name + "'"
	}
	names := w.calculus.FreeVars(e)
	if len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return primed[n] == "" }) {
		return false
	}
	return w.stated[zed.Print(schema.Rename(e, primed), zed.Unicode)]
}

// disjuncts leaves out one disjunct after the other.
func (w *writer) disjuncts(or *zed.Logic) {
	for i, a := range or.Args {
		rest := slices.Delete(slices.Clone(or.Args), i, i+1)
		m := w.add(Disjuncts, or, schema.Disjoin(rest), "without "+w.briefly(a))
		if m.span = a.At(); !m.span.Valid() {
			m.span = w.spanOf(a)
		}
	}
}

// briefly prints a disjunct without what is given.
func (w *writer) briefly(e zed.Expr) string {
	said := slices.DeleteFunc(schema.Conjuncts(e), w.given)
	return brief(schema.Conjoin(said))
}

// spanOf returns where the first part of a derived predicate was written that is not given.
func (w *writer) spanOf(e zed.Expr) source.Span {
	for _, c := range schema.Conjuncts(e) {
		if c.At().Valid() && !w.given(c) {
			return c.At()
		}
	}
	return w.unit.At
}

// negated negates an atom.
func (w *writer) negated(e zed.Expr) {
	not := schema.Negate(e)
	w.add(Atoms, e, not, instead(not, e))
}

// instead says that one term stands in the place of another.
func instead(now, was zed.Expr) string { return brief(now) + " instead of " + brief(was) }

// maxBrief is the number of characters of a term that people read in a list.
const maxBrief = 100

// brief prints a term on one line, and cuts what is long.
func brief(e zed.Expr) string {
	text := strings.Join(strings.Fields(zed.Print(e, zed.Unicode)), " ")
	if runes := []rune(text); len(runes) > maxBrief {
		return string(runes[:maxBrief]) + " …"
	}
	return text
}
