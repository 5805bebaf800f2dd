package smt

import (
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// problem is a problem that was written as formulas.
type problem struct {
	enc *encoder
	solve.Problem
	vars      map[string]*variable
	conjuncts []*conjunct
}

// variable is a variable of the problem, or a witness of one of its ∃.
type variable struct {
	solve.Var
	value *sym
	// is is the conjunct that defines the variable by an equation, if there is one.
	is   *conjunct
	side zed.Expr
	busy bool
	// sources are the conjuncts from which its bounds come, where it has bounds.
	sources []*conjunct
}

// conjunct is a predicate that is true in every model.
type conjunct struct {
	expr zed.Expr
	in   *env
	name string // its name as the owner of cuts, and as a formula
	is   *node
	lost string // why it could not be written, or ""
}

// translate writes a problem as formulas.
func translate(p solve.Problem) *problem {
	q := &problem{Problem: p, vars: map[string]*variable{}}
	q.enc = newEncoder(p.Globals, p.Scope, q)
	for _, v := range p.Vars {
		q.vars[v.Name] = &variable{Var: v}
	}
	q.flatten(p.Pred, nil, map[flattened]bool{})
	q.define(false)
	q.define(true)
	for _, c := range q.conjuncts {
		q.enc.assumed.owner, q.enc.f.failed = c.name, ""
		c.is = q.enc.predicates.holds(c.expr, c.in, true)
		c.lost = q.enc.f.failed
	}
	q.enc.assumed.owner, q.enc.f.failed = "", ""
	for _, v := range p.Vars {
		q.variable(v.Name, v.Type)
	}
	return q
}

type flattened struct {
	expr zed.Expr
	in   *env
}

// flatten splits conjunctions, and turns the variables of an ∃ into variables of the
// problem.
func (q *problem) flatten(x zed.Expr, in *env, seen map[flattened]bool) {
	if x == nil || seen[flattened{x, in}] {
		return
	}
	seen[flattened{x, in}] = true
	switch x := x.(type) {
	case *zed.Occur:
		q.flatten(x.Body, in, seen)
		return
	case *zed.Logic:
		if x.Op == zed.And {
			for _, a := range x.Args {
				q.flatten(a, in, seen)
			}
			return
		}
	case *zed.Quant:
		if x.Q == zed.Exists && q.witnesses(x, in, seen) {
			return
		}
	}
	q.conjuncts = append(q.conjuncts, &conjunct{expr: x, in: in, name: "c" + strconv.Itoa(len(q.conjuncts))})
}

func (q *problem) witnesses(x *zed.Quant, in *env, seen map[flattened]bool) bool {
	all := bindersOf(x.Text)
	for i, b := range all {
		if _, ok := b.set.Typ().(zed.PowerType); !ok ||
			slices.ContainsFunc(all[:i], func(c binder) bool { return c.name == b.name }) {
			return false
		}
	}
	inner := in
	var refs []zed.Expr
	for _, b := range all {
		t := b.set.Typ().(zed.PowerType).Elem
		if p, ok := t.(zed.PowerType); ok && !p.List {
			p.List = isSequences(b.set)
			t = p
		}
		name := b.name + "#" + strconv.Itoa(len(q.vars))
		q.vars[name] = &variable{Var: solve.Var{Var: zed.Var{Name: name, Type: t, Decl: b.set}}}
		inner = &env{name: b.name, witness: name, outer: inner}
		refs = append(refs, &zed.Ref{Info: zed.Info{Type: t}, Name: b.name, Kind: zed.Local})
	}
	for i, b := range all {
		if toolkit.FullOfFinite(b.set) {
			continue
		}
		// The set is not in the scope of the variables.
		member := &zed.Ref{Info: zed.Info{Type: refs[i].Typ()}, Name: b.name, Kind: zed.Local}
		_, top := inner.resolve(b.name)
		at := &env{name: b.name, witness: top, outer: in}
		if q.enc.names.mentions(b.set, []string{b.name}) {
			return false
		}
		q.flatten(&zed.Op{Info: zed.Info{Span: b.set.At(), Type: zed.BoolType{}}, Op: zed.In,
			Args: []zed.Expr{member, b.set}}, at, seen)
	}
	q.flatten(x.Text.Pred, inner, seen)
	q.flatten(x.Body, inner, seen)
	return true
}

// isSequences tells whether a term is a set of sequences.
func isSequences(x zed.Expr) bool {
	o, ok := x.(*zed.Op)
	return ok && toolkit.IsSequences(o.Op)
}

// unknowns returns the variables to find that a term mentions.
func (q *problem) unknowns(x zed.Expr, in *env) []*variable {
	var out []*variable
	for _, name := range q.enc.names.free.NamesOf(x) {
		v, top := in.resolve(name)
		if _, bound := q.Bound[top]; v != nil || bound || q.vars[top] == nil {
			continue
		}
		out = append(out, q.vars[top])
	}
	return out
}

// dependsOn tells whether a term depends on a variable, through definitions.
func (q *problem) dependsOn(x zed.Expr, in *env, v *variable) bool {
	for _, w := range q.unknowns(x, in) {
		if w == v || w.is != nil && q.dependsOn(w.side, w.is.in, v) {
			return true
		}
	}
	return false
}

// define finds the conjuncts that define a variable by an equation, for variables with
// a scope or for those without. A conjunct defines a variable with a scope only where
// all variables in the defining term have scopes too.
func (q *problem) define(scoped bool) {
	for _, c := range q.conjuncts {
		o, ok := c.expr.(*zed.Op)
		if !ok || o.Op != zed.Equal {
			continue
		}
		for i, side := range o.Args {
			v, other := q.variableOf(side, c.in), o.Args[1-i]
			if v == nil || v.is != nil || v.Scoped != scoped || toolkit.Large(other) || q.dependsOn(other, c.in, v) {
				continue
			}
			if scoped && slices.ContainsFunc(q.unknowns(other, c.in), func(w *variable) bool { return !w.Scoped }) {
				continue
			}
			v.is, v.side = c, other
			break
		}
	}
}

// variableOf returns the variable that a term is, or nil.
func (q *problem) variableOf(x zed.Expr, in *env) *variable {
	r, ok := x.(*zed.Ref)
	if !ok || len(r.Args) > 0 || r.Kind != zed.Local && r.Kind != zed.Unresolved && r.Kind != zed.Global {
		return nil
	}
	v, top := in.resolve(r.Name)
	if _, bound := q.Bound[top]; v != nil || bound {
		return nil
	}
	return q.vars[top]
}

// variable returns the value of a variable of the problem.
func (q *problem) variable(name string, t zed.Type) (*sym, bool) {
	v := q.vars[name]
	if known, bound := q.Bound[name]; bound {
		if v != nil {
			t = v.Type
		}
		return q.enc.lits.literal(known, t), true
	}
	if v == nil {
		return nil, false
	}
	if v.value != nil {
		return v.value, true
	}
	if v.busy {
		q.enc.f.fail("%s depends on itself", name)
		return q.enc.vals.newDummy(v.Type), true
	}
	owner, failed := q.enc.assumed.owner, q.enc.f.failed
	q.enc.assumed.owner, v.busy = name, true
	if v.is != nil {
		q.enc.f.failed = ""
		if s := q.enc.terms.term(v.side, v.is.in); q.enc.f.failed == "" {
			v.value = q.enc.vals.withoutPresence(s)
		} else {
			v.is, v.side = nil, nil
		}
	}
	if v.value == nil {
		b := q.boundsOf(v)
		q.enc.f.failed = ""
		v.value = q.enc.unknowns.newUnknown(v.Type, b)
		if q.enc.f.failed != "" && failed == "" {
			failed = q.enc.f.failed
		}
	}
	q.enc.assumed.owner, q.enc.f.failed, v.busy = owner, failed, false
	return v.value, true
}

// closure returns the variables and conjuncts on which some conjuncts rest: their
// variables, the definitions of these, and the sources of their bounds.
func (q *problem) closure(from []*conjunct) (owners map[string]bool, all []*conjunct) {
	owners = map[string]bool{}
	var visit func(c *conjunct)
	var visitVar func(v *variable)
	visit = func(c *conjunct) {
		if owners[c.name] {
			return
		}
		owners[c.name] = true
		for _, v := range q.unknowns(c.expr, c.in) {
			visitVar(v)
		}
	}
	visitVar = func(v *variable) {
		if owners[v.Name] {
			return
		}
		owners[v.Name] = true
		if v.is != nil {
			visit(v.is)
		}
		if q.enc.assumed.leant[v.Name] {
			for _, c := range v.sources {
				visit(c)
			}
		}
	}
	for _, c := range from {
		visit(c)
	}
	for _, c := range q.conjuncts {
		if owners[c.name] {
			all = append(all, c)
		}
	}
	return owners, all
}
