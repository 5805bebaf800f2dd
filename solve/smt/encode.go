package smt

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// encoder writes terms of Z as formulas.
type encoder struct {
	*nodes
	globals *eval.Globals
	scope   value.Scope
	free    *zed.FreeNames

	made    int
	pairs   map[int][]entry // of sequences
	strings []string
	spans   map[*node]span
	leant   map[string]bool // the variables whose bounds by the predicate are relied on
	terms   map[string]*sym
	truths  map[string]*node
	inside  map[string]bool // constants whose definitions are being written

	facts  []*node // of unknowns, whatever the predicate says
	limits []limit // what may be given up
	cuts   []cut   // what cannot
	top    func(name string, t zed.Type) (*sym, bool)
	owner  string // of the cuts that are made now
	failed string // why the conjunct at hand cannot be written
}

// limit is a bound of the scope that can be lifted.
type limit struct {
	is   *node
	text string
}

// cut is a bound that the formulas lean on. Its owner is a variable of the
// problem, or a conjunct.
type cut struct {
	owner  string
	scoped bool
	text   string
}

// span is the range that an integer of a variable has: by its scope, or by what
// the predicate says.
type span struct {
	lo, hi int64
	name   string
	scoped bool
}

// env gives the variables of quantifiers their values. A variable that is a
// witness of the whole problem has none of its own: it stands for a variable of
// the problem.
type env struct {
	name    string
	v       *sym
	witness string
	outer   *env
}

func (in *env) with(name string, v *sym) *env { return &env{name: name, v: v, outer: in} }

// resolve returns the binding of a name, or the name of the problem's variable
// that it stands for.
func (in *env) resolve(name string) (*sym, string) {
	for ; in != nil; in = in.outer {
		if in.name == name {
			return in.v, in.witness
		}
	}
	return nil, name
}

func newEncoder(g *eval.Globals, sc value.Scope) *encoder {
	if g == nil {
		g = &eval.Globals{}
	}
	return &encoder{
		nodes: newNodes(), globals: g, scope: sc, free: zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved),
		pairs: map[int][]entry{}, spans: map[*node]span{}, leant: map[string]bool{}, terms: map[string]*sym{}, truths: map[string]*node{},
		inside: map[string]bool{},
	}
}

// fail says why the conjunct at hand cannot be written; the first reason stays.
func (e *encoder) fail(format string, args ...any) {
	if e.failed == "" {
		e.failed = fmt.Sprintf(format, args...)
	}
}

// full tells whether the conjunct at hand is given up.
func (e *encoder) full() bool {
	if e.count > maxNodes {
		e.fail("more than %d formulas", maxNodes)
	}
	return e.failed != ""
}

func (e *encoder) always(n *node) { e.facts = append(e.facts, n) }

func (e *encoder) cut(scoped bool, format string, args ...any) {
	e.cuts = append(e.cuts, cut{e.owner, scoped, fmt.Sprintf(format, args...)})
}

// lookup returns the value of a name.
func (e *encoder) lookup(name string, t zed.Type, in *env) (*sym, bool) {
	v, top := in.resolve(name)
	if v != nil {
		return v, true
	}
	return e.top(top, t)
}

// key tells a term under its variables' values from others; mark says what is
// asked of it.
func (e *encoder) key(x zed.Expr, in *env, mark string) string {
	var b strings.Builder
	// Bounds that are leaned on are noted while a term is written: once for each
	// owner.
	fmt.Fprintf(&b, "%p%s%s", x, mark, e.owner)
	if in == nil {
		return b.String()
	}
	for _, name := range e.free.Of(x) {
		v, top := in.resolve(name)
		if v != nil {
			top = strconv.Itoa(v.id)
		}
		b.WriteString(" " + name + "=" + top)
	}
	return b.String()
}

// bounded returns the range of an integer, and what that leans on.
func (e *encoder) bounded(n *node) (lo, hi int64, leans []span) {
	lo, hi = n.lo, n.hi
	if sp, ok := e.spans[n]; ok {
		return max(lo, sp.lo), min(hi, sp.hi), []span{sp}
	}
	if lo != least && hi != most {
		return lo, hi, nil
	}
	switch n.op {
	case opAdd:
		lo, hi = 0, 0
		for _, a := range n.args {
			x, y, more := e.bounded(a)
			lo, hi, leans = plus(lo, x, least), plus(hi, y, most), append(leans, more...)
		}
	case opIte:
		x, y, some := e.bounded(n.args[1])
		z, w, more := e.bounded(n.args[2])
		return max(lo, min(x, z)), min(hi, max(y, w)), append(some, more...)
	case opMul:
		if a := n.args[0]; a.op == opNum && a.lo == -1 {
			x, y, some := e.bounded(n.args[1])
			return minus(y), minus(x), some
		}
	}
	return max(lo, n.lo), min(hi, n.hi), leans
}

// minus negates a bound.
func minus(n int64) int64 {
	switch n {
	case least:
		return most
	case most:
		return least
	}
	return -n
}
