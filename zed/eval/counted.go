package eval

import (
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/guards"
	"github.com/ttf-int/ttf-int/zed/meaning"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// Counts says on the sizes of which given types the truth of predicates depends.
type Counts struct {
	// Exact are the given types whose elements are all enumerated, counted, or compared
	// with a set. With another number of elements the truth may be different.
	Exact []string
	// Growing are the other given types, in which some element is searched for: what is
	// true with some elements is true with more.
	Growing []string
}

// All returns the given types of both kinds, in order.
func (c Counts) All() []string {
	out := slices.Concat(c.Exact, c.Growing)
	slices.Sort(out)
	return out
}

// CountsOf returns the given types on whose sizes predicates depend. A predicate that
// mentions only elements which are values of its variables depends on none: for example
// x ∈ T, A ⊆ T, f ∈ T ⇸ S and ∀ x : T | x ∈ A • P.
func (g *Globals) CountsOf(predicates ...zed.Expr) Counts {
	if g == nil || len(g.Given) == 0 {
		return Counts{}
	}
	growing := map[string]bool{}
	w := &counting{
		g: g, found: map[string]bool{}, growing: growing, seen: map[countingKey]bool{}, names: map[string]bool{},
		guards: guards.New(zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved)),
	}
	for _, e := range predicates {
		w.predicate(e, true)
	}
	out := Counts{Exact: slices.Sorted(maps.Keys(w.found))}
	for _, t := range slices.Sorted(maps.Keys(growing)) {
		if !w.found[t] {
			out.Growing = append(out.Growing, t)
		}
	}
	return out
}

// CountedIn returns the given types on whose sizes the value of a term depends, in
// order.
func (g *Globals) CountedIn(e zed.Expr) []string {
	same := &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.Equal, Args: []zed.Expr{e, e}}
	return g.CountsOf(same).Exact
}

// counting finds the given types on whose sizes predicates depend, by walking over them.
type counting struct {
	g       *Globals
	found   map[string]bool
	growing map[string]bool
	seen    map[countingKey]bool
	names   map[string]bool // the defined names whose definitions were visited
	guards  guards.Finder
}

// countingKey is a term and the way in which it is walked over.
type countingKey struct {
	e  zed.Expr
	as walking
}

// walking says what about a term matters to the result: its value; only its elements,
// membership in it, or its value for an argument as a function; that it is true, or
// false; or which elements it has, where one is searched for.
type walking uint8

const (
	asValue walking = iota
	asMembers
	asTrue
	asFalse
	asSource
)

func (w *counting) isDone(e zed.Expr, as walking) bool {
	k := countingKey{e, as}
	if e == nil || w.seen[k] {
		return true
	}
	w.seen[k] = true
	return false
}

// countAll records that the result depends on all values of a type.
func (w *counting) countAll(t zed.Type) { w.g.givenIn(t, w.found, map[string]bool{}) }

// predicate walks over a predicate where it matters that it is true, or that it is
// false.
func (w *counting) predicate(e zed.Expr, positive bool) {
	as := asFalse
	if positive {
		as = asTrue
	}
	if w.isDone(e, as) {
		return
	}
	switch x := e.(type) {
	case *zed.Occur:
		w.predicate(x.Body, positive)
		return
	case *zed.Logic:
		if x.Op == zed.Iff {
			break
		}
		for i, a := range x.Args {
			flips := x.Op == zed.Not || x.Op == zed.Implies && i == 0
			w.predicate(a, positive != flips)
		}
		return
	case *zed.Quant:
		if x.Q == zed.Exists1 {
			break
		}
		looked := (x.Q == zed.Exists) == positive
		run := w.term
		if looked {
			run = w.source
		}
		w.text(x.Text, guards.NeededConjuncts(x.Q, x.Text, x.Body), run)
		w.predicate(x.Text.Pred, looked)
		w.predicate(x.Body, positive)
		return
	}
	w.term(e)
}

// source walks over a set in which an element is searched for.
func (w *counting) source(set zed.Expr) {
	if w.isDone(set, asSource) {
		return
	}
	w.members(set)
	inner := *w
	inner.found, inner.seen = w.growing, map[countingKey]bool{}
	inner.term(set)
}

// term walks over a term whose whole value matters.
func (w *counting) term(e zed.Expr) {
	if w.isDone(e, asValue) {
		return
	}
	switch e := e.(type) {
	case *zed.Ref:
		w.name(e, false)
	case *zed.Quant:
		w.text(e.Text, guards.NeededConjuncts(e.Q, e.Text, e.Body), w.term)
		w.term(e.Text.Pred)
		w.term(e.Body)
	case *zed.Comp:
		w.text(e.Text, guards.Flat(e.Text.Pred, map[zed.Expr]bool{}), w.term)
		w.term(e.Text.Pred)
		w.term(e.Body)
	case *zed.Apply:
		w.members(e.Fn)
		w.term(e.Arg)
	case *zed.Op:
		w.operator(e)
	default:
		w.children(e)
	}
}

func (w *counting) children(e zed.Expr) {
	for _, x := range zed.Children(e) {
		w.term(x)
	}
}

func (w *counting) operator(e *zed.Op) {
	switch e.Op {
	case zed.In, zed.NotIn, zed.SubsetEq:
		w.term(e.Args[0])
		w.members(e.Args[1])
		return
	case zed.ReflClos, zed.Iter:
		if set, ok := e.Typ().(zed.PowerType); ok {
			w.countAll(set.Elem)
		}
	default:
		if meant, ok := meaning.Expand(e); ok {
			w.term(meant)
			return
		}
	}
	w.children(e)
}

// members walks over a set or function that is only asked for elements.
func (w *counting) members(e zed.Expr) {
	if w.isDone(e, asMembers) {
		return
	}
	switch e := e.(type) {
	case *zed.Ref:
		w.name(e, true)
	case *zed.Comp:
		if e.Op == zed.Lambda || e.Op == zed.SetComp && isPlain(e) {
			for _, d := range e.Text.Decls {
				w.members(d.Type)
			}
			w.term(e.Text.Pred)
			w.term(e.Body)
			return
		}
		w.term(e)
	case *zed.Op:
		w.memberOf(e)
	default:
		w.term(e)
	}
}

func (w *counting) memberOf(e *zed.Op) {
	m, space := toolkit.MembersOf(e.Op)
	whole := func(side int) bool { return m.Total && side == 0 || m.Surjective && side == 1 }
	switch e.Op {
	case zed.Cross, zed.Union, zed.Intersect, zed.Minus, zed.SymDiff, zed.Inverse, zed.Identity:
	case zed.ReflClos:
		whole = func(int) bool { return true }
	default:
		if !space {
			w.term(e)
			return
		}
	}
	for i, a := range e.Args {
		if whole(i) {
			w.term(a)
		} else {
			w.members(a)
		}
	}
}

// isPlain tells whether a comprehension is a set of values of its variables themselves.
func isPlain(e *zed.Comp) bool {
	local := func(x zed.Expr) bool {
		r, ok := x.(*zed.Ref)
		return ok && r.Kind == zed.Local
	}
	switch b := e.Body.(type) {
	case nil:
		return true
	case *zed.TupleExt:
		return !slices.ContainsFunc(b.Elems, func(x zed.Expr) bool { return !local(x) })
	case *zed.Binding:
		return !slices.ContainsFunc(b.Values, func(x zed.Expr) bool { return !local(x) })
	}
	return local(e.Body)
}

// text walks over declarations. The set of a variable that other conjuncts bound is not
// enumerated; the function `run` is called with the other sets.
func (w *counting) text(t zed.Text, conjuncts []zed.Expr, run func(zed.Expr)) {
	var unbound []string
	sets := map[string][]zed.Expr{}
	for _, d := range t.Decls {
		for _, n := range d.Names {
			unbound = append(unbound, n.Name)
			sets[n.Name] = append(sets[n.Name], d.Type)
		}
	}
	for again := true; again; {
		again = false
		for i, name := range unbound {
			g := w.guards.BoundOf(name, nil, conjuncts, unbound)
			if g == nil {
				continue
			}
			w.term(g.Set)
			w.term(g.Equal)
			unbound = slices.Delete(slices.Clone(unbound), i, i+1)
			again = true
			break
		}
	}
	for name, all := range sets {
		for _, set := range all {
			if slices.Contains(unbound, name) {
				run(set)
			} else {
				w.members(set)
			}
		}
	}
}

// name walks over the meaning of a name.
func (w *counting) name(e *zed.Ref, members bool) {
	switch e.Kind {
	case zed.GivenSet, zed.FreeType:
		if set, ok := e.Typ().(zed.PowerType); ok && !members {
			w.countAll(set.Elem)
		}
	case zed.Constant:
		if _, function := e.Typ().(zed.PowerType); function && !members {
			w.countAll(e.Typ())
		}
	case zed.Global:
		w.definition(e, members)
		for _, a := range e.Args {
			w.term(a)
		}
	}
}

// definition walks over the definition that axioms give a name.
func (w *counting) definition(e *zed.Ref, members bool) {
	d := w.g.Defined[e.Name]
	if _, valued := w.g.Consts[e.Name]; d == nil || valued {
		return
	}
	if d.Value != nil {
		if members {
			w.members(d.Value)
		} else {
			w.term(d.Value)
		}
		return
	}
	if !members {
		w.term(d.Set)
	}
	if w.names[e.Name] {
		return
	}
	w.names[e.Name] = true
	for _, c := range d.Clauses {
		for _, decl := range c.Text.Decls {
			w.members(decl.Type)
		}
		w.term(c.Text.Pred)
		w.term(c.Arg)
		w.term(c.Value)
	}
}
