package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// encoder writes terms and predicates of Z as formulas. It is put together of parts,
// each of which asks only those beneath it: predicates and memberships ask terms;
// terms ask comprehensions, these quantifiers, and these extents; all of them ask
// relations, sequences, numbers, unknowns, literals, values, and at last formulas. An
// expression may hold any other, a term a predicate and a predicate a term: what the
// lower parts need for that is handed to them as expressions.
type encoder struct {
	f           *formulas
	vals        *values
	lits        *literals
	assumed     *assumptions
	names       *names
	defs        *definitions
	unknowns    *unknowns
	extents     *extents
	terms       *terms
	predicates  *predicates
	memberships *memberships
}

// expressions writes an expression, whatever it consists of. The encoder is handed to
// its parts as this.
type expressions interface {
	// term returns the value of a term.
	term(x zed.Expr, in *env) *sym
	// holds returns when a predicate is true, or when it is false (want).
	holds(p zed.Expr, in *env, want bool) *node
	// member returns when it is true, or false, that a bare value is in a set.
	member(x *sym, s zed.Expr, in *env, want bool) *node
	// needed returns when the extensions have values of which a set, or an operator's
	// arguments, are made.
	needed(x zed.Expr, in *env) *node
}

func (e *encoder) term(x zed.Expr, in *env) *sym              { return e.terms.term(x, in) }
func (e *encoder) holds(p zed.Expr, in *env, want bool) *node { return e.predicates.holds(p, in, want) }
func (e *encoder) needed(x zed.Expr, in *env) *node           { return e.terms.needed(x, in) }
func (e *encoder) member(x *sym, s zed.Expr, in *env, want bool) *node {
	return e.memberships.member(x, s, in, want)
}

// newEncoder puts the parts together, from the lowest up.
func newEncoder(g *eval.Globals, sc value.Scope, problem variables) *encoder {
	if g == nil {
		g = &eval.Globals{}
	}
	f := newFormulas()
	vals := &values{f: f, pairs: map[int][]entry{}}
	lits := &literals{f: f, vals: vals, globals: g}
	assumed := &assumptions{spans: map[*node]span{}, leant: map[string]bool{}}
	names := &names{assumed: assumed, free: zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved), problem: problem}
	defs := &definitions{globals: g, inside: map[string]bool{}}
	unknowns := &unknowns{f: f, vals: vals, lits: lits, assumed: assumed, scope: sc}
	numbers := &numbers{f: f, vals: vals, assumed: assumed}
	rels := &relations{f: f, vals: vals}
	seqs := &sequences{f: f, vals: vals, rels: rels}

	e := &encoder{f: f, vals: vals, lits: lits, assumed: assumed, names: names, defs: defs, unknowns: unknowns}
	e.extents = &extents{f: f, vals: vals, up: e}
	quantifiers := &quantifiers{f: f, vals: vals, names: names, assumed: assumed, unknowns: unknowns, numbers: numbers,
		extents: e.extents, up: e}
	comprehensions := &comprehensions{f: f, vals: vals, quantifiers: quantifiers, up: e}
	e.terms = &terms{f: f, vals: vals, lits: lits, assumed: assumed, names: names, defs: defs, numbers: numbers,
		rels: rels, seqs: seqs, extents: e.extents, comprehensions: comprehensions, up: e, known: map[string]*sym{}}
	e.predicates = &predicates{f: f, vals: vals, names: names, rels: rels, seqs: seqs, extents: e.extents,
		quantifiers: quantifiers, terms: e.terms, up: e, known: map[string]*node{}}
	e.memberships = &memberships{f: f, vals: vals, defs: defs, rels: rels, seqs: seqs, comprehensions: comprehensions,
		terms: e.terms}
	return e
}
