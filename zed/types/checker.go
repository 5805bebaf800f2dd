package types

import "github.com/ttf-int/ttf-int/zed"

// checker checks one specification, or one term in it. It consists of parts, of which
// each calls only those before it in this list.
type checker struct {
	mistakes   *mistakes
	globals    *globals
	gaps       *gaps
	types      *inference
	defs       *definitions
	schemas    *schemas
	texts      *texts
	terms      *expressions
	paragraphs *paragraphs
}

// recursion checks expressions of any form. The parts before expressions get the part
// expressions in this form, since what they check may contain any other expression.
type recursion interface {
	expr(e zed.Expr, env *scope) zed.Expr
	predicate(e zed.Expr, env *scope) zed.Expr
	// set checks an expression that must be a set, and returns it with the type of its
	// elements.
	set(e zed.Expr, env *scope) (zed.Expr, zed.Type)
	// checkAlike checks expressions that must have the same type.
	checkAlike(es []zed.Expr, env *scope) ([]zed.Expr, zed.Type)
}

// newChecker returns a checker with its parts. `in` is nil where a single term is
// checked.
func newChecker(s *Spec, in *sections) *checker {
	m := &mistakes{spec: s}
	g := &globals{spec: s, mistakes: m, sections: in}
	gaps := &gaps{spec: s, globals: g}
	types := &inference{mistakes: m, gaps: gaps}
	names := &operatorNames{globals: g, gaps: gaps}
	terms := &expressions{spec: s, mistakes: m, types: types, names: names}

	defs := &definitions{spec: s, mistakes: m, globals: g, gaps: gaps, up: terms}
	texts := &texts{mistakes: m, types: types, globals: g, defs: defs, up: terms}
	schemas := &schemas{mistakes: m, types: types, globals: g, gaps: gaps, names: names, defs: defs,
		texts: texts, up: terms}
	operators := &operators{mistakes: m, types: types, gaps: gaps, names: names, schemas: schemas, up: terms}
	refs := &references{spec: s, mistakes: m, types: types, globals: g, gaps: gaps, defs: defs, schemas: schemas,
		operators: operators, up: terms}

	terms.texts, terms.schemas, terms.operators, terms.refs = texts, schemas, operators, refs
	paragraphs := &paragraphs{spec: s, mistakes: m, types: types, globals: g, gaps: gaps, defs: defs,
		schemas: schemas, terms: terms}
	return &checker{mistakes: m, globals: g, gaps: gaps, types: types, defs: defs, schemas: schemas, texts: texts,
		terms: terms, paragraphs: paragraphs}
}
