package solve

import (
	"strconv"

	"github.com/ttf-int/ttf-int/zed"
)

// maxClosing bounds the passes of a closure, and maxTerms the terms that its
// rules may make: both are far above what leaves need.
const (
	maxClosing = 12
	maxTerms   = 600
)

// close derives what follows from the facts, until nothing new does.
func (g *graph) close() {
	for range maxClosing {
		if g.broken {
			return
		}
		n := len(g.terms) + len(g.in) + len(g.out) + len(g.sub) + len(g.filled) + len(g.differ)
		changed := g.congruence()
		changed = g.setTerms() || changed
		changed = g.singletons() || changed
		g.members()
		changed = g.inclusions() || changed
		changed = g.numbers() || changed
		g.contradictions()
		if !changed && n == len(g.terms)+len(g.in)+len(g.out)+len(g.sub)+len(g.filled)+len(g.differ) {
			return
		}
		if len(g.terms) > maxTerms {
			return
		}
	}
}

// congruence merges terms whose operators and arguments are equal.
func (g *graph) congruence() bool {
	changed := false
	seen := make(map[string]int, len(g.terms))
	for i, t := range g.terms {
		if len(t.args) == 0 {
			continue
		}
		key := t.op
		for _, a := range t.args {
			key += " " + strconv.Itoa(g.find(a))
		}
		if j, ok := seen[key]; ok {
			changed = g.merge(i, j) || changed
		} else {
			seen[key] = i
		}
	}
	return changed
}

// setTerms applies the laws of ∅ and of equal operands.
func (g *graph) setTerms() bool {
	changed := false
	empty := g.empty()
	merge := func(a, b int) { changed = g.merge(a, b) || changed }
	for i := range g.terms {
		t := g.terms[i]
		none := func(k int) bool { return g.same(t.args[k], empty) }
		switch zed.Operator(t.op) {
		case "{}", "⟨⟩":
			g.fill(i)
		case zed.Dom, zed.Ran, zed.Rev:
			if none(0) {
				merge(i, empty)
			} else if g.same(i, empty) {
				merge(t.args[0], empty)
			}
			if g.isFilled(t.args[0]) {
				g.fill(i)
			} else if g.isFilled(i) {
				g.fill(t.args[0])
			}
		case zed.Card:
			zero := g.number(0)
			if none(0) {
				merge(i, zero)
			} else if g.same(i, zero) {
				merge(t.args[0], empty)
			}
			if ext := g.terms[t.args[0]]; ext.op == "⟨⟩" || ext.op == "{}" && len(ext.args) == 1 {
				merge(i, g.number(int64(len(ext.args))))
			}
		case zed.Union, zed.Cat:
			switch {
			case none(0):
				merge(i, t.args[1])
			case none(1), t.op == string(zed.Union) && g.same(t.args[0], t.args[1]):
				merge(i, t.args[0])
			case g.same(i, empty):
				merge(t.args[0], empty)
				merge(t.args[1], empty)
			case g.isFilled(t.args[0]) || g.isFilled(t.args[1]):
				g.fill(i)
			}
			if t.op == string(zed.Union) {
				g.include(t.args[0], i)
				g.include(t.args[1], i)
			}
		case zed.Intersect:
			switch {
			case none(0) || none(1):
				merge(i, empty)
			case g.included(t.args[0], t.args[1]):
				merge(i, t.args[0])
			case g.included(t.args[1], t.args[0]):
				merge(i, t.args[1])
			}
			g.include(i, t.args[0])
			g.include(i, t.args[1])
		case zed.Minus:
			if len(t.args) != 2 || t.kind != setTerm {
				continue
			}
			switch {
			case none(0) || g.included(t.args[0], t.args[1]):
				merge(i, empty)
			case none(1):
				merge(i, t.args[0])
			case g.same(i, empty):
				g.include(t.args[0], t.args[1])
			}
			g.include(i, t.args[0])
		}
	}
	return changed
}

func (g *graph) fill(i int) {
	if !g.isFilled(i) {
		g.filled = append(g.filled, i)
	}
}

func (g *graph) isFilled(i int) bool {
	for _, f := range g.filled {
		if g.same(f, i) {
			return true
		}
	}
	return false
}

func (g *graph) include(a, b int) {
	if !g.included(a, b) {
		g.sub = append(g.sub, [2]int{a, b})
	}
}

func (g *graph) included(a, b int) bool { return g.same(a, b) || g.pair(g.sub, a, b) }

func (g *graph) pair(pairs [][2]int, a, b int) bool {
	for _, p := range pairs {
		if g.same(p[0], a) && g.same(p[1], b) {
			return true
		}
	}
	return false
}

func (g *graph) addIn(x, s int) {
	if !g.pair(g.in, x, s) {
		g.in = append(g.in, [2]int{x, s})
	}
}

func (g *graph) addOut(x, s int) {
	if !g.pair(g.out, x, s) {
		g.out = append(g.out, [2]int{x, s})
	}
}

// members takes memberships through the structure of their sets.
func (g *graph) members() {
	for k := 0; k < len(g.in) && len(g.in) < maxTerms; k++ {
		x, s := g.in[k][0], g.in[k][1]
		g.fill(s)
		for _, p := range g.sub {
			if g.same(p[0], s) {
				g.addIn(x, p[1])
			}
		}
		for i := range g.terms {
			if !g.same(i, s) {
				continue
			}
			switch t := g.terms[i]; zed.Operator(t.op) {
			case "{}":
				if len(t.args) == 1 {
					g.merge(x, t.args[0])
				}
			case zed.Intersect:
				g.addIn(x, t.args[0])
				g.addIn(x, t.args[1])
			case zed.Minus:
				g.addIn(x, t.args[0])
				g.addOut(x, t.args[1])
			case zed.Union:
				if g.pair(g.out, x, t.args[0]) {
					g.addIn(x, t.args[1])
				} else if g.pair(g.out, x, t.args[1]) {
					g.addIn(x, t.args[0])
				}
			case "oℕ":
				g.order(g.number(0), x, 0)
			case "oℕ₁":
				g.order(g.number(1), x, 0)
			}
		}
	}
	for i := range g.terms {
		if t := g.terms[i]; t.op == "{}" {
			for _, a := range t.args {
				g.addIn(a, i)
			}
		}
	}
	g.absences()
}

// absences takes ∉ through the structure of sets.
func (g *graph) absences() {
	for k := 0; k < len(g.out) && len(g.out) < maxTerms; k++ {
		x, s := g.out[k][0], g.out[k][1]
		for i := range g.terms {
			if !g.same(i, s) {
				continue
			}
			switch t := g.terms[i]; zed.Operator(t.op) {
			case zed.Union:
				g.addOut(x, t.args[0])
				g.addOut(x, t.args[1])
			case zed.Intersect:
				if g.pair(g.in, x, t.args[0]) {
					g.addOut(x, t.args[1])
				} else if g.pair(g.in, x, t.args[1]) {
					g.addOut(x, t.args[0])
				}
			case zed.Minus:
				if g.pair(g.in, x, t.args[0]) {
					g.addIn(x, t.args[1])
				}
			}
		}
	}
}

// inclusions closes ⊆ under transitivity and antisymmetry.
func (g *graph) inclusions() bool {
	changed := false
	empty := g.empty()
	for i := 0; i < len(g.sub) && len(g.sub) < maxTerms; i++ {
		a, b := g.sub[i][0], g.sub[i][1]
		if g.same(b, empty) {
			changed = g.merge(a, empty) || changed
		}
		if g.isFilled(a) {
			g.fill(b)
		}
		for j := range len(g.sub) {
			if c := g.sub[j]; g.same(b, c[0]) && !g.same(a, c[1]) {
				g.include(a, c[1])
			}
		}
		if !g.same(a, b) && g.pair(g.sub, b, a) {
			changed = g.merge(a, b) || changed
		}
	}
	return changed
}

// contradictions looks for facts that exclude each other.
func (g *graph) contradictions() {
	empty := g.empty()
	for _, f := range g.filled {
		g.broken = g.broken || g.same(f, empty)
	}
	for _, d := range g.differ {
		g.broken = g.broken || g.same(d[0], d[1])
		if g.same(d[0], empty) {
			g.fill(d[1])
		} else if g.same(d[1], empty) {
			g.fill(d[0])
		}
	}
	for _, m := range g.in {
		g.broken = g.broken || g.same(m[1], empty) || g.pair(g.out, m[0], m[1])
	}
	for _, n := range g.notSub {
		g.broken = g.broken || g.included(n[0], n[1])
	}
}

// numbers propagates a + gap ≤ b along chains (Bellman, Ford): a cycle that
// gains is a contradiction.
func (g *graph) numbers() bool {
	edges := make([]order, 0, len(g.orders)+len(g.terms))
	for _, o := range g.orders {
		edges = append(edges, order{g.find(o.a), g.find(o.b), o.gap})
	}
	zero := g.find(g.number(0))
	one := func(from, to int, gap int64) { edges = append(edges, order{g.find(from), g.find(to), gap}) }
	for i, t := range g.terms {
		switch {
		case t.kind == integer && t.fixed && abs(t.n) < infinite:
			one(zero, i, t.n)
			one(i, zero, -t.n)
		case t.op == string(zed.Card):
			one(zero, i, 0)
			if g.isFilled(t.args[0]) {
				one(zero, i, 1)
			}
		case (t.op == string(zed.Plus) || t.op == string(zed.Subtract)) && len(t.args) == 2:
			g.offset(i, t, one)
		}
	}
	best := make([]int64, len(g.terms))
	for round := 0; ; round++ {
		changed := false
		for _, e := range edges {
			if d := best[e.a] + e.gap; d > best[e.b] {
				best[e.b], changed = min(d, infinite), true
			}
		}
		if !changed {
			return false
		}
		if round > len(g.terms) {
			g.broken = true
			return false
		}
	}
}

// offset relates t + n and t - n to t.
func (g *graph) offset(i int, t term, one func(from, to int, gap int64)) {
	for k := range t.args {
		n := g.terms[g.find(t.args[1-k])]
		if !n.fixed || n.kind != integer || abs(n.n) >= infinite {
			continue
		}
		gap := n.n
		if t.op == string(zed.Subtract) {
			if k == 1 {
				continue
			}
			gap = -gap
		}
		one(t.args[k], i, gap)
		one(i, t.args[k], -gap)
	}
}
