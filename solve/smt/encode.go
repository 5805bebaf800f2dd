package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// encoder writes terms and predicates of Z as formulas. It consists of parts, of which
// each calls only those below it: predicates and memberships call terms; terms call
// comprehensions, these quantifiers, and these extents; all of them call relations,
// sequences, numbers, unknowns, literals, values, and formulas. Since expressions of
// all kinds may contain each other, the lower parts reach the upper ones through
// expressions.
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

// expressions writes expressions of any form. The encoder is handed to its parts as
// this.
type expressions interface {
	// term returns the value of a term.
	term(x zed.Expr, in *env) *sym
	// holds returns when a predicate is true, or when it is false (want).
	holds(p zed.Expr, in *env, want bool) *node
	// member returns when it is true, or false, that a value is in a set.
	member(x *sym, s zed.Expr, in *env, want bool) *node
	// needed returns when the set extensions have values that a set, or an operator's
	// arguments, consist of.
	needed(x zed.Expr, in *env) *node
}

func (e *encoder) term(x zed.Expr, in *env) *sym              { return e.terms.term(x, in) }
func (e *encoder) holds(p zed.Expr, in *env, want bool) *node { return e.predicates.holds(p, in, want) }
func (e *encoder) needed(x zed.Expr, in *env) *node           { return e.terms.needed(x, in) }
func (e *encoder) member(x *sym, s zed.Expr, in *env, want bool) *node {
	return e.memberships.member(x, s, in, want)
}

// newEncoder returns an encoder with its parts.
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
