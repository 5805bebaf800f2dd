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

// Kind is a kind of mistake, by its name in the argument of the tactic mut.
type Kind string

// The kinds of mistakes, in the order of a unit's mutants.
const (
	Calls     Kind = "calls"     // a callee left out, called twice, in another order, or with other inputs
	Disjuncts Kind = "disjuncts" // a disjunct left out, or an alternative of a callee
	Atoms     Kind = "atoms"     // an atom negated
	Operators Kind = "operators" // an operator replaced by another, or by one of its operands
	Numbers   Kind = "numbers"   // a number one more, or one less
	Constants Kind = "constants" // a constant of a free type replaced by another
	Variables Kind = "variables" // a variable replaced by another of the same type
	Results   Kind = "results"   // an after-state left as it was, or free; an output free
	Fixed     Kind = "fixed"     // an output that is always the same
	Margins   Kind = "margins"   // an order relation that holds near its boundary alone
)

// Kinds returns the kinds of mistakes.
func Kinds() []Kind {
	return []Kind{Calls, Disjuncts, Atoms, Operators, Numbers, Constants, Variables, Results, Fixed, Margins}
}

// Max is the largest number of mutants of a unit that are considered. Where there are
// more, they are chosen evenly from all. An operation that fills a screen has about a
// hundred.
const Max = 400

// List returns the mutants of a unit's operation, of the given kinds, each once; made is
// how many there are, which may be more than Max.
func List(unit *spec.Unit, system *spec.System, kinds []Kind) (list []suite.Mutant, made int) {
	w := newWriter(unit, system)
	w.predicate(unit.Op.Pred)
	w.orders()
	w.results()
	var all []*mistake
	for _, k := range kinds {
		for _, m := range w.mistakes {
			if m.kind == k {
				all = append(all, m)
			}
		}
	}
	made = len(all)
	for i := range min(made, Max) {
		list = append(list, w.mutant(all[i*max(made, Max)/Max]))
	}
	return list, made
}

// mistake is a change to a predicate: nodes, each with the term that replaces it.
type mistake struct {
	kind   Kind
	shown  string
	span   source.Span
	callee string
	free   string
	nodes  map[zed.Expr]zed.Expr
	whole  zed.Expr // the whole mutant, where it is not made by replacing nodes
}

// writer collects the mistakes that can be made in a unit's operation.
type writer struct {
	unit     *spec.Unit
	types    []types.Free // the free types
	calculus *schema.Calculus
	mistakes []*mistake
	known    map[string]*mistake
	seen     map[zed.Expr]bool
	stated   map[string]bool         // the printed conjuncts of the operation
	said     []map[string]bool       // those of each disjunct
	named    map[string][]string     // constants that the operation mentions, by their type
	holders  map[zed.Expr][]zed.Expr // in which parts of the operation each part stands; see around
}

func newWriter(unit *spec.Unit, system *spec.System) *writer {
	w := &writer{unit: unit, types: system.Spec.Free, calculus: system.Calculus, known: map[string]*mistake{},
		seen: map[zed.Expr]bool{}, stated: map[string]bool{}, named: map[string][]string{}}
	texts := map[zed.Expr]string{} // disjuncts share most of what they say
	for _, d := range unit.Op.Disjuncts {
		said := map[string]bool{}
		for _, c := range d.Conjuncts {
			text, ok := texts[c]
			if !ok {
				text = zed.Print(c, zed.Unicode)
				texts[c] = text
			}
			w.stated[text], said[text] = true, true
		}
		w.said = append(w.said, said)
	}
	return w
}

// add adds a mistake. A part of the specification that occurs several times in the
// predicate is changed everywhere by the same mistake.
func (w *writer) add(kind Kind, at zed.Expr, by zed.Expr, shown string) *mistake {
	key := fmt.Sprint(kind, " ", shown)
	if span := at.At(); span.IsValid() {
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

// mutant returns the operation with a mistake in it.
func (w *writer) mutant(m *mistake) suite.Mutant {
	out := suite.Mutant{Kind: string(m.kind), Pred: m.whole, Shown: m.shown, Span: m.span, Callee: m.callee,
		Free: m.free}
	if out.Pred == nil {
		out.Pred = change(w.unit.Op.Pred, m.nodes, w.partsAround(m.nodes))
	}
	return out
}

// partsAround returns the parts of the operation in which some nodes stand, at any depth, so that
// no other part is looked at where these are changed.
func (w *writer) partsAround(nodes map[zed.Expr]zed.Expr) map[zed.Expr]bool {
	if w.holders == nil {
		w.holders = map[zed.Expr][]zed.Expr{}
		zed.EachPart([]zed.Expr{w.unit.Op.Pred}, func(e zed.Expr) bool {
			if _, callee := e.(*zed.Occur); callee {
				return false
			}
			for _, part := range zed.Children(e) {
				w.holders[part] = append(w.holders[part], e)
			}
			return true
		})
	}
	out := map[zed.Expr]bool{}
	var rise func(zed.Expr)
	rise = func(e zed.Expr) {
		for _, holder := range w.holders[e] {
			if !out[holder] {
				out[holder] = true
				rise(holder)
			}
		}
	}
	for node := range nodes {
		rise(node)
	}
	return out
}

// change returns a predicate in which nodes are replaced. They stand in the given parts of it;
// where these are nil, anywhere.
func change(e zed.Expr, nodes map[zed.Expr]zed.Expr, around map[zed.Expr]bool) zed.Expr {
	memo := map[zed.Expr]zed.Expr{}
	var change func(zed.Expr) zed.Expr
	change = func(e zed.Expr) zed.Expr {
		if by, ok := nodes[e]; ok {
			return by
		}
		if _, callee := e.(*zed.Occur); callee || around != nil && !around[e] {
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

// predicate adds the mistakes in a predicate of the operation.
func (w *writer) predicate(e zed.Expr) {
	if w.seen[e] || w.isGiven(e) {
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
			w.addNegation(e)
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
		w.addNegation(e)
		(&atom{writer: w, whole: e}).term(e, e, nil)
	}
}

// isGiven tells whether a predicate is a declaration, or a part of the invariant on the
// before-state. The program does not do these, so that no mistake is made in them.
func (w *writer) isGiven(e zed.Expr) bool {
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

// disjuncts adds, for each disjunct, the mistake that it is left out.
func (w *writer) disjuncts(or *zed.Logic) {
	for i, a := range or.Args {
		rest := slices.Delete(slices.Clone(or.Args), i, i+1)
		m := w.add(Disjuncts, or, schema.Disjoin(rest), "without "+w.shortenDisjunct(a))
		if m.span = a.At(); !m.span.IsValid() {
			m.span = w.spanOf(a)
		}
	}
}

// shortenDisjunct returns a disjunct as text, without the predicates that are given.
func (w *writer) shortenDisjunct(e zed.Expr) string {
	said := slices.DeleteFunc(schema.Conjuncts(e), w.isGiven)
	return shorten(schema.Conjoin(said))
}

// spanOf returns the place of the first part of a derived predicate that is not given.
func (w *writer) spanOf(e zed.Expr) source.Span {
	for _, c := range schema.Conjuncts(e) {
		if c.At().IsValid() && !w.isGiven(c) {
			return c.At()
		}
	}
	return w.unit.At
}

// addNegation adds the mistake that an atom is negated.
func (w *writer) addNegation(e zed.Expr) {
	not := schema.Negate(e)
	w.add(Atoms, e, not, describeReplacement(not, e))
}

// describeReplacement returns the text that one term replaces another.
func describeReplacement(now, was zed.Expr) string {
	return shorten(now) + " instead of " + shorten(was)
}

// maxBrief is the largest number of characters of a term in a list.
const maxBrief = 100

// shorten returns a term in one line, shortened where it is long.
func shorten(e zed.Expr) string {
	text := strings.Join(strings.Fields(zed.Print(e, zed.Unicode)), " ")
	if runes := []rune(text); len(runes) > maxBrief {
		return string(runes[:maxBrief]) + " …"
	}
	return text
}
