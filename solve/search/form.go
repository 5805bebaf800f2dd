package search

import (
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/partial"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxNesting is how deeply searches for quantifiers within quantifiers nest. Each level
// multiplies the work, and specifications rarely have two.
const maxNesting = 3

// form is the logical structure of a predicate with a quantifier that evaluation alone
// cannot decide (∃ list' : seq ℤ • …, below a negation or a disjunction). A nested
// search decides the quantifier.
type form struct {
	*atom
	from []int // the indices of the atom's variables among those of the whole
	op   zed.Connective
	args []*form
	// search looks for a witness of an ∃, or a counterexample of a ∀; nil where the
	// evaluator decides.
	search *Prepared
	forall bool
	// certain says what it means that there is no witness.
	certain *certainty
	endless *endless // what decides a relation between infinite sets; nil for others
}

// form returns the structure of e, compiled as whole, or nil where the
// evaluator needs no help with it.
func (c *Cache) form(e zed.Expr, whole *atom, g *eval.Globals, o solve.Options, nested int) *form {
	if !c.NeedsWitness(e) {
		return nil
	}
	return c.formOf(e, whole, g, o, nested)
}

// NeedsWitness tells whether a predicate has, outside quantifiers, one over a large set, which
// takes a search of its own wherever it is not a conjunct.
func (c *Cache) NeedsWitness(e zed.Expr) bool {
	c.witnessed.mu.Lock()
	defer c.witnessed.mu.Unlock()
	if len(c.witnessed.known) > maxAtoms || c.witnessed.known == nil {
		c.witnessed.known = map[zed.Expr]bool{}
	}
	return c.witnessed.needsSearch(e)
}

// witnessed remembers which predicates need a witness, since predicates share their parts. Its
// mutex is its own: it is asked while the cache is locked.
type witnessed struct {
	mu    sync.Mutex
	known map[zed.Expr]bool
}

func (w *witnessed) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.known = nil
}

// needsSearch tells whether a predicate has, outside quantifiers, one over a
// large set.
func (w *witnessed) needsSearch(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Logic:
		known, ok := w.known[e]
		if !ok {
			known = slices.ContainsFunc(e.Args, w.needsSearch)
			w.known[e] = known
		}
		return known
	case *zed.Occur:
		return w.needsSearch(e.Body)
	case *zed.Quant:
		return e.Q != zed.Exists1 && slices.ContainsFunc(e.Text.Decls, func(d zed.Decl) bool {
			return len(d.Names) > 0 && toolkit.Large(d.Type)
		})
	case *zed.Op:
		return relatesEndless(e)
	}
	return false
}

func (c *Cache) formOf(e zed.Expr, whole *atom, g *eval.Globals, o solve.Options, nested int) *form {
	f := &form{atom: whole}
	if e != whole.expr {
		f.atom = c.atom(e, g, o, maxNesting)
	}
	f.from = make([]int, len(f.free))
	for i, name := range f.free {
		for j, n := range whole.free {
			if n == name {
				f.from[i] = j
			}
		}
	}
	if !c.NeedsWitness(e) {
		return f
	}
	switch e := e.(type) {
	case *zed.Occur:
		return c.formOf(e.Body, whole, g, o, nested)
	case *zed.Logic:
		f.op = e.Op
		for _, a := range e.Args {
			f.args = append(f.args, c.formOf(a, whole, g, o, nested))
		}
	case *zed.Quant:
		c.prepareNested(f, e, g, o, nested)
	case *zed.Op:
		f.endless = c.endlessOf(e, g, o)
	}
	return f
}

// prepareNested prepares the search of f for a witness of e, or for a
// counterexample where e is universal.
func (c *Cache) prepareNested(f *form, e *zed.Quant, g *eval.Globals, o solve.Options, nested int) {
	var vars []solve.Var
	pred := partial.Memberships(e.Text)
	for _, d := range e.Text.Decls {
		power, ok := d.Type.Typ().(zed.PowerType)
		if !ok || len(d.Names) == 0 {
			return
		}
		for _, n := range d.Names {
			vars = append(vars, solve.Var{Var: zed.Var{Name: n.Name, Type: power.Elem, Decl: d.Type, Span: n.Span}})
		}
	}
	if e.Text.Pred != nil {
		pred = append(pred, parts(e.Text.Pred, false)...)
	}
	f.forall = e.Q == zed.Forall
	pred = append(pred, parts(e.Body, f.forall)...)
	f.search = prepareLocked(vars, conjunction(pred), g, o, c, nested+1)
	f.certain = c.certaintyOf(vars, pred, g, o, nested)
}

// truth evaluates the form. The values are those of the whole predicate's free
// variables.
func (f *form) truth(s *search, values []value.Value) assessment {
	if f.args == nil && f.search == nil {
		own := make([]value.Value, len(f.from))
		for i, j := range f.from {
			own[i] = values[j]
		}
		v := f.atom.truth(s.work, own)
		if f.endless != nil && v.open {
			return f.endless.decide(s, f.free, own, v)
		}
		return v
	}
	if f.search != nil {
		return f.decide(s, values)
	}
	switch f.op {
	case zed.Not:
		return f.args[0].truth(s, values).negate()
	case zed.Implies:
		return or(f.args[0].truth(s, values).negate(), func() assessment { return f.args[1].truth(s, values) })
	case zed.Iff:
		return assessEquivalence(f.args[0].truth(s, values), f.args[1].truth(s, values))
	}
	v := f.args[0].truth(s, values)
	for _, a := range f.args[1:] {
		next := func() assessment { return a.truth(s, values) }
		if f.op == zed.And {
			v = or(v.negate(), func() assessment { return next().negate() }).negate()
		} else {
			v = or(v, next)
		}
	}
	return v
}

// decide evaluates a quantifier, and searches where evaluation is not enough. A bounded
// search that finds nothing proves nothing. So only a value that was found or a proof
// decides, and a proof only where the body is false for all values and not undefined
// for some.
func (f *form) decide(s *search, values []value.Value) assessment {
	own := make([]value.Value, len(f.from))
	for i, j := range f.from {
		own[i] = values[j]
	}
	v := f.atom.truth(s.work, own)
	if v.truth == eval.True || v.truth == eval.False {
		s.beyond = true
		return v
	}
	bound := make(map[string]value.Value, len(own))
	for i, x := range own {
		if h, ok := findHole(x); ok {
			return assessment{truth: eval.Unknown, hole: h}
		}
		bound[f.free[i]] = x
	}
	found := f.search.solveNested(s, bound)
	witness, none := eval.True, eval.False
	if f.forall {
		witness, none = none, witness
	}
	switch found.Outcome {
	case solve.Case:
		s.beyond = s.beyond || !occursIn(found.Model, bound)
		return assessment{truth: witness}
	case solve.Unsatisfiable:
		if f.certain.isCertain(s, bound) {
			s.beyond = true
			return assessment{truth: none}
		}
	}
	return assessment{truth: eval.Undefined, open: true}
}

// occursIn tells whether every integer of a witness occurs in what was bound.
func occursIn(witness, bound map[string]value.Value) bool {
	around, found := &activeDomain{}, &activeDomain{}
	for _, v := range bound {
		around.add(v)
	}
	for _, v := range witness {
		found.add(v)
	}
	for _, n := range found.integers {
		if !slices.Contains(around.integers, n) {
			return false
		}
	}
	return true
}

// assessment is the result of evaluating a conjunct on values that contain holes.
type assessment struct {
	truth eval.Truth
	hole  int  // the hole that was read, where the truth is Unknown
	open  bool // whether it is Undefined because a decision is missing, and not a value
}

func (v assessment) negate() assessment {
	switch v.truth {
	case eval.True:
		v.truth = eval.False
	case eval.False:
		v.truth = eval.True
	}
	return v
}

// or returns Kleene's strong disjunction. It evaluates the second operand only where the
// first does not decide.
func or(a assessment, next func() assessment) assessment {
	if a.truth == eval.True {
		return a
	}
	b := next()
	switch {
	case b.truth == eval.True || a.truth == eval.False:
		return b
	case b.truth == eval.False:
		return a
	case a.truth == eval.Unknown:
		return a
	case b.truth == eval.Unknown:
		return b
	}
	a.open = a.open || b.open
	return a
}

func assessEquivalence(a, b assessment) assessment {
	decided := func(v assessment) bool { return v.truth == eval.True || v.truth == eval.False }
	switch {
	case decided(a) && decided(b):
		if a.truth == b.truth {
			return assessment{truth: eval.True}
		}
		return assessment{truth: eval.False}
	case a.truth == eval.Unknown:
		return a
	case b.truth == eval.Unknown:
		return b
	}
	return assessment{truth: eval.Undefined, open: a.open || b.open}
}
