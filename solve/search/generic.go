package search

import (
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// generic finds variables for which a few integers stand for all. A predicate that only
// compares certain integers with each other, and neither computes with them nor names
// one, does not change when they are replaced by an increasing function. If m of them
// occur at once, m consecutive integers stand for all, and exhausting these exhausts
// every range. It gives every integer term a sort: terms that are compared have the
// same sort, and arithmetic spoils it.
type generic struct {
	p      *Prepared
	parent []int
	spoilt []bool
	slots  map[int]*sorted
	nodes  int
}

// sorted is a type with sorts in place of ℤ.
type sorted struct {
	sort int // of an integer; -1 for other types
	args []*sorted
}

// maxGeneric is the largest number of nodes, counted as a tree, that the analysis
// reads. A larger predicate counts as not generic.
const maxGeneric = 20_000

func (g *generic) newClass(spoilt bool) int {
	g.parent = append(g.parent, len(g.parent))
	g.spoilt = append(g.spoilt, spoilt)
	return len(g.parent) - 1
}

func (g *generic) find(i int) int {
	for g.parent[i] != i {
		i = g.parent[i]
	}
	return i
}

// newSorted returns a fresh sorted form of a type.
func (g *generic) newSorted(t zed.Type, spoilt bool) *sorted {
	out := &sorted{sort: -1}
	switch t := t.(type) {
	case zed.IntType:
		out.sort = g.newClass(spoilt)
	case zed.PowerType:
		out.args = []*sorted{g.newSorted(t.Elem, spoilt)}
	case zed.ProductType:
		for _, e := range t.Elems {
			out.args = append(out.args, g.newSorted(e, spoilt))
		}
	case zed.SchemaType:
		for _, f := range t.Fields {
			out.args = append(out.args, g.newSorted(f.Type, spoilt))
		}
	}
	return out
}

func (g *generic) unify(a, b *sorted) *sorted {
	if a == nil || b == nil {
		return a
	}
	if a.sort >= 0 && b.sort >= 0 {
		x, y := g.find(a.sort), g.find(b.sort)
		g.parent[x] = y
		g.spoilt[y] = g.spoilt[y] || g.spoilt[x]
	}
	if len(a.args) != len(b.args) {
		g.spoil(a)
		g.spoil(b)
		return a
	}
	for i := range a.args {
		g.unify(a.args[i], b.args[i])
	}
	return a
}

func (g *generic) spoil(s *sorted) {
	if s == nil {
		return
	}
	if s.sort >= 0 {
		g.spoilt[g.find(s.sort)] = true
	}
	for _, a := range s.args {
		g.spoil(a)
	}
}

// sequenceOf returns the sorted form of a sequence type: its indices are
// counted, so their sort is spoilt.
func (g *generic) sequenceOf(elem *sorted) *sorted {
	pair := &sorted{sort: -1, args: []*sorted{{sort: g.newClass(true)}, elem}}
	return &sorted{sort: -1, args: []*sorted{pair}}
}

func (g *generic) power(elem *sorted) *sorted { return &sorted{sort: -1, args: []*sorted{elem}} }

// names gives names their sorted forms; scopes nest.
type names struct {
	forms  map[string]*sorted
	parent *names
	scope  *scope
	// direct says that only connectives are above: a quantifier there is
	// decided by a search, whose witness is looked at.
	direct bool
}

func (n *names) lookup(g *generic, name string) *sorted {
	for ; n != nil; n = n.parent {
		if f, ok := n.forms[name]; ok {
			return f
		}
		for sc := n.scope; sc != nil; sc = sc.parent {
			if slot, ok := sc.slots[name]; ok {
				return g.slots[slot]
			}
		}
	}
	return nil
}

// analyse returns the sorted form of every slot.
func (p *Prepared) analyse() *generic {
	g := &generic{p: p, slots: map[int]*sorted{}}
	for i, s := range p.slots {
		g.slots[i] = g.newSorted(s.typ, !s.unknown || !s.scoped)
	}
	for i := range p.conjuncts {
		c := &p.conjuncts[i]
		g.term(c.expr, &names{scope: c.in, direct: true})
	}
	return g
}

// term reads a term and returns its sorted form.
func (g *generic) term(e zed.Expr, in *names) *sorted {
	if g.nodes++; g.nodes > maxGeneric {
		return g.newSorted(e.Typ(), true)
	}
	switch e := e.(type) {
	case *zed.Ref:
		if f := in.lookup(g, e.Name); f != nil {
			return f
		}
		return g.newSorted(e.Typ(), e.Kind != zed.Builtin || e.Name != "ℤ")
	case *zed.Logic: // still direct
		for _, a := range e.Args {
			g.term(a, in)
		}
		return nil
	case *zed.Occur:
		return g.term(e.Body, in)
	case *zed.Truth:
		return nil
	case *zed.Quant:
		direct := in.parent == nil && in.direct
		inner := &names{forms: map[string]*sorted{}, parent: in}
		for _, d := range e.Text.Decls {
			set := g.term(d.Type, in)
			for _, n := range d.Names {
				if set == nil || len(set.args) != 1 {
					continue
				}
				// Each variable of ℤ has a sort of its own.
				if r, ok := d.Type.(*zed.Ref); ok && r.Kind == zed.Builtin {
					set = g.term(d.Type, in)
				}
				if toolkit.Large(d.Type) && !direct {
					g.spoil(set.args[0])
				}
				inner.forms[n.Name] = set.args[0]
			}
		}
		if e.Text.Pred != nil {
			g.term(e.Text.Pred, inner)
		}
		g.term(e.Body, inner)
		return nil
	case *zed.SetExt:
		return g.power(g.elements(e.Elems, e.Typ(), in))
	case *zed.SeqExt:
		return g.sequenceOf(g.elements(e.Elems, e.Typ(), in))
	case *zed.TupleExt:
		out := &sorted{sort: -1}
		for _, x := range e.Elems {
			out.args = append(out.args, g.term(x, in))
		}
		return out
	case *zed.Apply:
		f, x := g.term(e.Fn, in), g.term(e.Arg, in)
		if pair := pairOf(f); pair != nil {
			g.unify(pair.args[0], x)
			return pair.args[1]
		}
	case *zed.Op:
		return g.op(e, in)
	}
	g.spoilAll(e, in)
	return g.newSorted(e.Typ(), true)
}

// pairOf returns the pair that a relation consists of.
func pairOf(f *sorted) *sorted {
	if f != nil && len(f.args) == 1 && len(f.args[0].args) == 2 {
		return f.args[0]
	}
	return nil
}

func (g *generic) elements(es []zed.Expr, t zed.Type, in *names) *sorted {
	var out *sorted
	for _, x := range es {
		f := g.term(x, in)
		if out == nil {
			out = f
		}
		g.unify(out, f)
	}
	if out == nil {
		whole := g.newSorted(t, false)
		if out = whole.args[0]; len(out.args) == 2 {
			out = out.args[1]
		}
	}
	return out
}

// spoilAll spoils every variable in a term that the analysis does not know.
func (g *generic) spoilAll(e zed.Expr, in *names) {
	for _, name := range solve.FreeNames().NamesOf(e) {
		g.spoil(in.lookup(g, name))
	}
}

func (g *generic) op(e *zed.Op, in *names) *sorted {
	args := make([]*sorted, len(e.Args))
	for i, a := range e.Args {
		args[i] = g.term(a, in)
	}
	switch e.Op {
	case zed.In, zed.NotIn:
		if len(args[1].args) == 1 {
			g.unify(args[0], args[1].args[0])
		}
		return nil
	case zed.Equal, zed.NotEqual, zed.Subset, zed.SubsetEq, zed.Less, zed.LessEq, zed.Greater, zed.GreaterEq:
		g.unify(args[0], args[1])
		return nil
	case zed.EmptySet:
		return g.newSorted(e.Typ(), false)
	case zed.Union, zed.Intersect, zed.Minus:
		return g.unify(args[0], args[1])
	case zed.Cat, zed.Rev, zed.Tail, zed.Front, zed.Head, zed.Last:
		for _, a := range args {
			g.unify(args[0], a)
		}
		pair := pairOf(args[0])
		if pair == nil {
			break
		}
		if g.spoil(pair.args[0]); e.Op == zed.Head || e.Op == zed.Last {
			return pair.args[1]
		}
		return args[0]
	case zed.Dom, zed.Ran:
		if pair := pairOf(args[0]); pair != nil && e.Op == zed.Dom {
			return g.power(pair.args[0])
		} else if pair != nil {
			return g.power(pair.args[1])
		}
	case zed.Filter:
		if pair := pairOf(args[0]); pair != nil && len(args[1].args) == 1 {
			g.spoil(pair.args[0])
			g.unify(pair.args[1], args[1].args[0])
			return args[0]
		}
	case zed.Card:
		return g.newSorted(e.Typ(), true)
	}
	switch {
	case toolkit.IsPower(e.Op):
		return g.power(args[0])
	case toolkit.IsSequences(e.Op) && len(args[0].args) == 1:
		return g.power(g.sequenceOf(args[0].args[0]))
	}
	for _, a := range args {
		g.spoil(a)
	}
	return g.newSorted(e.Typ(), true)
}

// countFew returns, by slot, how many consecutive integers stand for all in the variable's
// place; 0: there is no such number. It considers only integers, sets of integers and
// sequences of integers.
func (p *Prepared) countFew(scope int) []int64 {
	g := p.analyse()
	if g.nodes > maxGeneric {
		return nil
	}
	out := make([]int64, len(p.slots))
	count := map[int]int64{}
	sorts := make([]int, len(p.slots))
	for i, s := range p.slots {
		sorts[i] = -1
		if !s.unknown {
			continue
		}
		f, n := g.slots[i], int64(1)
		if pair := pairOf(f); pair != nil && (p.lists(i) || pair.args[1].sort >= 0 && pair.args[0].sort < 0) {
			g.spoil(pair.args[0])
			f, n = pair.args[1], int64(scope)
		} else if len(f.args) == 1 {
			f, n = f.args[0], int64(scope)
		}
		switch {
		case f.sort < 0:
			g.spoil(f) // sorts deeper down are not counted
		default:
			sorts[i] = g.find(f.sort)
			count[sorts[i]] += n
		}
	}
	any := false
	for i, s := range sorts {
		if s >= 0 && !g.spoilt[s] {
			out[i], any = count[s], true
		}
	}
	if !any {
		return nil
	}
	return out
}

func (p *Prepared) lists(slot int) bool {
	t, ok := p.slots[slot].typ.(zed.PowerType)
	return ok && t.List
}
