package solve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The limits of refutation by rules.
const (
	// maxFacts is the number of conjuncts up to which contradictions are
	// looked for by rules; a leaf has a few dozen.
	maxFacts = 160
	// maxSplits is the number of cases that disjunctions are split into.
	maxSplits = 64
)

// fact is a conjunct as the rules take it.
type fact struct {
	expr    zed.Expr
	negated bool
	in      *scope
}

// refuted looks for a contradiction between conjuncts that needs no search,
// and makes it minimal by leaving out one conjunct after the other.
func (p *Prepared) refuted(bound map[string]value.Value) (Result, bool) {
	if r, ok := p.denied(); ok {
		return r, true
	}
	all := p.everyConjunct()
	if len(all) > maxFacts || !p.contradictory(all, bound) {
		return Result{}, false
	}
	// What speaks of inputs and before-states alone is what people wrote of them,
	// so that the other conjuncts are left out first.
	slices.SortStableFunc(all, func(i, j int) int { return cmp.Compare(p.unscoped(j), p.unscoped(i)) })
	for i := 0; i < len(all); {
		if rest := slices.Delete(slices.Clone(all), i, i+1); p.contradictory(rest, bound) {
			all = rest
		} else {
			i++
		}
	}
	slices.Sort(all)
	r := Result{Outcome: Unsatisfiable}
	for _, i := range all {
		r.Conflict = append(r.Conflict, p.conjuncts[i].shown())
	}
	r.Reason = contradiction(r.Conflict)
	return r, true
}

// unscoped returns how many variables of a conjunct no scope bounds: after-states,
// outputs and witnesses.
func (p *Prepared) unscoped(i int) int {
	n := 0
	for _, s := range p.conjuncts[i].slots {
		if slot := &p.slots[s]; slot.unknown && !slot.scoped {
			n++
		}
	}
	return n
}

// contradiction says that conjuncts cannot be true together.
func contradiction(conflict []zed.Expr) string {
	words := make([]string, len(conflict))
	for i, e := range conflict {
		words[i] = zed.Print(e, zed.Unicode)
	}
	switch len(words) {
	case 0:
		return "the bound values contradict each other"
	case 1:
		return words[0] + " contradicts itself"
	case 2:
		return words[0] + " contradicts " + words[1]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last] + " contradict each other"
}

// refutes tells whether refuted finds a contradiction, without the reason.
func (p *Prepared) refutes(bound map[string]value.Value) bool {
	if _, ok := p.denied(); ok {
		return true
	}
	all := p.everyConjunct()
	return len(all) <= maxFacts && p.contradictory(all, bound)
}

func (p *Prepared) everyConjunct() []int {
	all := make([]int, len(p.conjuncts))
	for i := range all {
		all[i] = i
	}
	return all
}

func (p *Prepared) contradictory(conjuncts []int, bound map[string]value.Value) bool {
	g := newGraph(p, bound)
	for _, i := range conjuncts {
		c := &p.conjuncts[i]
		g.assert(fact{c.expr, c.negated, c.in})
	}
	splits := maxSplits
	return g.refute(&splits)
}

// refute closes the graph, and where that gives no contradiction splits the
// disjunctions, unit ones first.
func (g *graph) refute(splits *int) bool {
	for {
		if g.close(); g.broken {
			return true
		}
		progress := false
		for i, d := range g.choices {
			var left []fact
			for _, f := range d {
				if h := g.copy(); !h.refutedBy(f) {
					left = append(left, f)
				}
			}
			switch {
			case len(left) == 0:
				return true
			case len(left) == 1:
				g.choices = slices.Delete(slices.Clone(g.choices), i, i+1)
				g.assert(left[0])
				progress = true
			}
			if progress {
				break
			}
		}
		if !progress {
			break
		}
	}
	if len(g.choices) == 0 {
		return false
	}
	d := g.choices[0]
	for _, f := range d {
		if *splits--; *splits < 0 {
			return false
		}
		h := g.copy()
		h.choices = h.choices[1:]
		h.assert(f)
		if !h.refute(splits) {
			return false
		}
	}
	return true
}

func (g *graph) refutedBy(f fact) bool {
	g.assert(f)
	g.close()
	return g.broken
}

// assert adds a fact. Conjunctions are taken apart, disjunctions are kept for
// splitting, relations go into the graph, and anything else is a proposition
// that is the same wherever it reads the same.
func (g *graph) assert(f fact) {
	switch e := f.expr.(type) {
	case nil:
	case *zed.Truth:
		g.broken = g.broken || e.Value == f.negated
	case *zed.Occur:
		g.assert(fact{e.Body, f.negated, f.in})
	case *zed.Logic:
		g.assertLogic(e, f)
	case *zed.Op:
		op := e.Op
		if o, ok := opposite[op]; f.negated && ok {
			op, f.negated = o, false
		}
		if len(e.Args) != 2 || !g.relate(op, e.Args[0], e.Args[1], f) {
			g.proposition(f)
		}
	default:
		g.proposition(f)
	}
}

func (g *graph) assertLogic(e *zed.Logic, f fact) {
	with := func(i int, negated bool) fact { return fact{e.Args[i], negated, f.in} }
	var parts []fact
	for i := range e.Args {
		parts = append(parts, with(i, f.negated))
	}
	switch {
	case e.Op == zed.Not:
		g.assert(with(0, !f.negated))
	case e.Op == zed.And && !f.negated, e.Op == zed.Or && f.negated:
		for _, p := range parts {
			g.assert(p)
		}
	case e.Op == zed.And, e.Op == zed.Or:
		g.choices = append(g.choices, parts)
	case e.Op == zed.Implies && f.negated:
		g.assert(with(0, false))
		g.assert(with(1, true))
	case e.Op == zed.Implies:
		g.choices = append(g.choices, []fact{with(0, true), with(1, false)})
	default: // ⇔: one side as it is decides the other
		g.choices = append(g.choices,
			[]fact{with(0, true), with(1, f.negated)}, []fact{with(0, false), with(1, !f.negated)})
	}
}

// proposition adds P or ¬P for a predicate that has no rules.
func (g *graph) proposition(f fact) {
	node := g.opaque(f.expr, f.in)
	truth := g.leaf("true")
	if f.negated {
		truth = g.leaf("false")
	}
	g.merge(node, truth)
}

// relate adds a relation; it returns false where no rule knows it.
func (g *graph) relate(op zed.Operator, left, right zed.Expr, f fact) bool {
	if f.negated && op != zed.SubsetEq {
		return false
	}
	if r, ok := right.(*zed.Op); ok && op == zed.In && r.Op == zed.Range {
		g.order(g.term(r.Args[0], f.in), g.term(left, f.in), 0)
		g.order(g.term(left, f.in), g.term(r.Args[1], f.in), 0)
	}
	a, b := g.term(left, f.in), g.term(right, f.in)
	switch op {
	case zed.Equal:
		g.merge(a, b)
	case zed.NotEqual:
		g.differ = append(g.differ, [2]int{a, b})
	case zed.In:
		g.in = append(g.in, [2]int{a, b})
	case zed.NotIn:
		g.out = append(g.out, [2]int{a, b})
	case zed.SubsetEq:
		if f.negated {
			// Some element of the left is not in the right.
			g.filled = append(g.filled, a)
			g.differ = append(g.differ, [2]int{a, b})
			g.notSub = append(g.notSub, [2]int{a, b})
			return true
		}
		g.sub = append(g.sub, [2]int{a, b})
	case zed.Subset:
		g.sub = append(g.sub, [2]int{a, b})
		g.differ = append(g.differ, [2]int{a, b})
		g.filled = append(g.filled, b)
	case zed.Less:
		g.order(a, b, 1)
	case zed.LessEq:
		g.order(a, b, 0)
	case zed.Greater:
		g.order(b, a, 1)
	case zed.GreaterEq:
		g.order(b, a, 0)
	default:
		return false
	}
	return true
}
