package solve

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// graph is the terms of a conjunction, merged into classes that are equal
// (congruence closure: Nelson, Oppen, Fast Decision Procedures Based on
// Congruence Closure, section 2, by naive iteration), with facts between the
// classes. What it derives holds for all values; it knows no bounds.
type graph struct {
	p       *Prepared
	bound   map[string]value.Value
	terms   []term
	index   map[string]int
	parent  []int
	in      [][2]int // x ∈ S
	out     [][2]int // x ∉ S
	sub     [][2]int // S ⊆ T
	notSub  [][2]int // ¬ S ⊆ T
	differ  [][2]int // a ≠ b
	filled  []int    // S ≠ ∅
	orders  []order
	choices [][]fact
	broken  bool
}

// term is an operator over classes; a leaf has no arguments.
type term struct {
	op    string
	args  []int
	kind  termKind
	fixed bool  // a value: two different ones are never equal
	n     int64 // the integer, where kind is integer and fixed
}

type termKind uint8

const (
	otherTerm termKind = iota
	integer
	setTerm
)

// order says a + gap ≤ b.
type order struct {
	a, b int
	gap  int64
}

func newGraph(p *Prepared, bound map[string]value.Value) *graph {
	return &graph{p: p, bound: bound, index: map[string]int{}}
}

func (g *graph) copy() *graph {
	h := *g
	h.terms = slices.Clone(g.terms)
	h.parent = slices.Clone(g.parent)
	h.in, h.out, h.sub, h.notSub = slices.Clone(g.in), slices.Clone(g.out), slices.Clone(g.sub), slices.Clone(g.notSub)
	h.differ, h.filled, h.orders = slices.Clone(g.differ), slices.Clone(g.filled), slices.Clone(g.orders)
	h.choices = slices.Clone(g.choices)
	h.index = make(map[string]int, len(g.index))
	for k, v := range g.index {
		h.index[k] = v
	}
	return &h
}

func (g *graph) add(t term) int {
	key := t.op
	for _, a := range t.args {
		key += " " + strconv.Itoa(a)
	}
	if i, ok := g.index[key]; ok {
		return i
	}
	i := len(g.terms)
	g.index[key] = i
	g.terms = append(g.terms, t)
	g.parent = append(g.parent, i)
	return i
}

func (g *graph) leaf(op string) int { return g.add(term{op: op, fixed: true}) }

func (g *graph) number(n int64) int {
	return g.add(term{op: "n" + strconv.FormatInt(n, 10), kind: integer, fixed: true, n: n})
}

func (g *graph) empty() int { return g.add(term{op: "∅", kind: setTerm, fixed: true}) }

func (g *graph) find(i int) int {
	for g.parent[i] != i {
		i = g.parent[i]
	}
	return i
}

func (g *graph) same(a, b int) bool { return g.find(a) == g.find(b) }

// merge makes two classes one. A class's root is its value, where it has one.
func (g *graph) merge(a, b int) bool {
	a, b = g.find(a), g.find(b)
	if a == b {
		return false
	}
	if g.terms[a].fixed && g.terms[b].fixed {
		g.broken = true
		return false
	}
	if g.terms[b].fixed || !g.terms[a].fixed && b < a {
		a, b = b, a
	}
	g.parent[b] = a
	return true
}

func (g *graph) order(a, b int, gap int64) { g.orders = append(g.orders, order{a, b, gap}) }

// term adds a term of the language.
func (g *graph) term(e zed.Expr, in *scope) int {
	switch e := e.(type) {
	case *zed.Num:
		if e.Value != nil && e.Value.IsInt64() {
			return g.number(e.Value.Int64())
		}
	case *zed.Str:
		return g.add(term{op: "s" + strconv.Quote(e.Value), fixed: true})
	case *zed.Ref:
		return g.reference(e, in)
	case *zed.SetExt:
		if len(e.Elems) == 0 {
			return g.empty()
		}
		return g.compound("{}", e.Elems, e, in)
	case *zed.SeqExt:
		if len(e.Elems) == 0 {
			return g.empty()
		}
		return g.compound("⟨⟩", e.Elems, e, in)
	case *zed.TupleExt:
		return g.compound("()", e.Elems, e, in)
	case *zed.Apply:
		return g.compound("apply", []zed.Expr{e.Fn, e.Arg}, e, in)
	case *zed.Op:
		if e.Op == zed.EmptySet {
			return g.empty()
		}
		return g.compound(string(e.Op), e.Args, e, in)
	}
	return g.opaque(e, in)
}

func (g *graph) compound(op string, args []zed.Expr, e zed.Expr, in *scope) int {
	t := term{op: op, kind: kindOf(e)}
	for _, a := range args {
		t.args = append(t.args, g.term(a, in))
	}
	return g.add(t)
}

func kindOf(e zed.Expr) termKind {
	switch e.Typ().(type) {
	case zed.IntType:
		return integer
	case zed.PowerType:
		return setTerm
	}
	return otherTerm
}

func (g *graph) reference(e *zed.Ref, in *scope) int {
	if e.Kind == zed.Constant {
		if _, ok := e.Typ().(zed.NamedType); ok {
			return g.add(term{op: "a" + e.Name, fixed: true})
		}
	}
	for sc := in; sc != nil; sc = sc.parent {
		slot, ok := sc.slots[e.Name]
		if !ok {
			continue
		}
		i := g.add(term{op: "v" + strconv.Itoa(slot), kind: kindOf(e)})
		if v, ok := g.bound[e.Name]; ok && sc.parent == nil {
			g.merge(i, g.constant(v, kindOf(e)))
		}
		return i
	}
	return g.opaque(e, in)
}

// constant adds a value.
func (g *graph) constant(v value.Value, kind termKind) int {
	if n, ok := v.Int(); ok {
		return g.number(n)
	}
	switch v.Kind() {
	case value.Atom:
		return g.add(term{op: "a" + v.Name(), fixed: true})
	case value.Str:
		return g.add(term{op: "s" + strconv.Quote(v.Name()), fixed: true})
	case value.Set:
		if v.Len() == 0 {
			return g.empty()
		}
	}
	i := g.add(term{op: "c" + v.Key(), kind: kind, fixed: true})
	if v.Kind() == value.Set || v.Kind() == value.Seq {
		g.filled = append(g.filled, i)
		size := g.add(term{op: string(zed.Card), args: []int{i}, kind: integer})
		g.merge(size, g.number(int64(v.Len())))
	}
	return i
}

// opaque adds a term that nothing is known of but how it reads, and where its
// variables are bound.
func (g *graph) opaque(e zed.Expr, in *scope) int {
	key := "o" + zed.Print(e, zed.Unicode)
	for _, name := range freeNames().Of(e) {
		for sc := in; sc != nil; sc = sc.parent {
			if slot, ok := sc.slots[name]; ok {
				key += fmt.Sprintf(" %d", slot)
				break
			}
		}
	}
	return g.add(term{op: key, kind: kindOf(e)})
}
