package rewriting

import (
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// Tree has the normal forms of a term. Of one engine, equal trees are the same tree.
type Tree struct {
	Leaf    *Term // nil where the tree has branches
	Cond    *Term // a condition on parameters: x < y, x = y, or a term of sort Boolean
	Yes, No *Tree
	id      int
}

// Condition is a condition, or its contrary, on a path.
type Condition struct {
	Term  *Term
	Holds bool
}

// String returns the condition in LOBAS, without a negation where there is an operator for that.
func (c Condition) String() string {
	t := c.Term.Syntax()
	o, ok := t.(*language.Operator)
	if !c.Holds {
		contrary := map[string]string{"<": "≥", "=": "≠"}
		if !ok || contrary[o.Op] == "" {
			return language.FormatTerm(&language.Operator{Op: "not", Args: []language.Term{t}}, language.LOBAS)
		}
		o.Op = contrary[o.Op]
	}
	return language.FormatTerm(t, language.LOBAS)
}

// Path is one way through a tree.
type Path struct {
	Conditions []Condition
	Leaf       *Term
}

func (e *Engine) leaf(t *Term) *Tree {
	if tree := e.leaves[t]; tree != nil {
		return tree
	}
	var out *Tree
	if t.Sort == language.Boolean && t.Kind != Value && t.Kind != Failed {
		out = e.branch(t, e.leaf(e.value("true", language.Boolean)), e.leaf(e.value("false", language.Boolean)))
	} else {
		e.nextID++
		out = &Tree{Leaf: t, id: e.nextID}
	}
	e.leaves[t] = out
	return out
}

type branchKey struct{ cond, yes, no int }

func (e *Engine) branch(cond *Term, yes, no *Tree) *Tree {
	if yes == no {
		return yes
	}
	key := branchKey{cond.id, yes.id, no.id}
	if known := e.branches[key]; known != nil {
		return known
	}
	e.nextID++
	out := &Tree{Cond: cond, Yes: yes, No: no, id: e.nextID}
	e.branches[key] = out
	return out
}

// first returns the condition by which trees are to be divided first, or nil.
func first(trees ...*Tree) *Term {
	var out *Term
	for _, t := range trees {
		if t.Leaf == nil && (out == nil || t.Cond.id < out.id) {
			out = t.Cond
		}
	}
	return out
}

// given returns what a tree is where a condition, before which it has none, holds or does not.
func (t *Tree) given(cond *Term, holds bool) *Tree {
	switch {
	case t.Cond != cond:
		return t
	case holds:
		return t.Yes
	}
	return t.No
}

type choiceKey struct{ cond, yes, no int }

// choose returns the tree that is yes where cond is true, and no where it is false.
func (e *Engine) choose(cond, yes, no *Tree) *Tree {
	if cond.Leaf != nil {
		switch cond.Leaf.Text {
		case "true":
			return yes
		case "false":
			return no
		}
		return cond
	}
	if yes == no && !e.mayFail(cond) {
		return yes
	}
	key := choiceKey{cond.id, yes.id, no.id}
	if known := e.choices[key]; known != nil {
		return known
	}
	c := first(cond, yes, no)
	out := e.branch(c, e.choose(cond.given(c, true), yes.given(c, true), no.given(c, true)),
		e.choose(cond.given(c, false), yes.given(c, false), no.given(c, false)))
	e.choices[key] = out
	return out
}

// mayFail tells whether some leaf of a condition is neither true nor false.
func (e *Engine) mayFail(t *Tree) bool {
	return e.has(t, func(l *Term) bool { return l.Text != "true" && l.Text != "false" })
}

// has tells whether some leaf of a tree is such a term.
func (e *Engine) has(t *Tree, such func(*Term) bool) bool {
	seen := map[*Tree]bool{}
	var visit func(*Tree) bool
	visit = func(t *Tree) bool {
		switch {
		case seen[t]:
			return false
		case t.Leaf != nil:
			return such(t.Leaf)
		}
		seen[t] = true
		return visit(t.Yes) || visit(t.No)
	}
	return visit(t)
}

// Differ tells whether there are paths that are not refuted on which the leaves of two trees are
// not the same.
func Differ(a, b *Tree, refuted func([]Condition) bool) bool {
	var differ func(a, b *Tree, conds []Condition) bool
	differ = func(a, b *Tree, conds []Condition) bool {
		c := first(a, b)
		switch {
		case a == b:
			return false
		case c == nil:
			return true
		}
		for _, holds := range []bool{true, false} {
			next := append(conds[:len(conds):len(conds)], Condition{c, holds})
			if !refuted(next) && differ(a.given(c, holds), b.given(c, holds), next) {
				return true
			}
		}
		return false
	}
	return differ(a, b, nil)
}

// Count returns how many paths a tree has, also those whose conditions contradict each other.
func (t *Tree) Count() *big.Int { return t.count(map[*Tree]*big.Int{}) }

func (t *Tree) count(known map[*Tree]*big.Int) *big.Int {
	var count func(*Tree) *big.Int
	count = func(t *Tree) *big.Int {
		if t.Leaf != nil {
			return big.NewInt(1)
		}
		n := known[t]
		if n == nil {
			n = new(big.Int).Add(count(t.Yes), count(t.No))
			known[t] = n
		}
		return n
	}
	return count(t)
}

// Size returns how many nodes a tree has, shared ones once.
func (t *Tree) Size() int {
	seen := map[*Tree]bool{}
	var visit func(*Tree)
	visit = func(t *Tree) {
		if !seen[t] {
			seen[t] = true
			if t.Leaf == nil {
				visit(t.Yes)
				visit(t.No)
			}
		}
	}
	visit(t)
	return len(seen)
}

// Paths returns the paths of a tree whose conditions are not refuted, up to a number of them,
// and whether these are all. It asks no question about a part of the tree that no path leads to.
func (t *Tree) Paths(limit int, refuted func([]Condition) bool) (out []Path, all bool) {
	all = true
	var walk func(*Tree, []Condition)
	walk = func(t *Tree, conds []Condition) {
		switch {
		case len(out) == limit:
			all = false
		case t.Leaf != nil:
			out = append(out, Path{append([]Condition(nil), conds...), t.Leaf})
		default:
			for _, holds := range []bool{true, false} {
				next := append(conds[:len(conds):len(conds)], Condition{t.Cond, holds})
				if !refuted(next) {
					walk(t.given(t.Cond, holds), next)
				}
			}
		}
	}
	walk(t, nil)
	return out, all
}

// Sample returns the paths of a tree whose conditions are not refuted; where there are more than a
// number of them, as many that are drawn from all, each with the same chance where nothing is
// refuted, in the order that Paths has. It tells whether these are all.
func (t *Tree) Sample(limit int, seed uint64, refuted func([]Condition) bool) (out []Path, all bool) {
	if out, all = t.Paths(limit, refuted); all {
		return out, true
	}
	d := drawer{rng: rand.New(rand.NewPCG(seed, 1)), counts: map[*Tree]*big.Int{}, refuted: refuted}
	found := map[string]Path{}
	for range 4 * limit {
		if key, p, ok := d.draw(t); ok {
			found[key] = p
		}
		if len(found) == limit {
			break
		}
	}
	out = out[:0]
	for _, key := range slices.Sorted(maps.Keys(found)) {
		out = append(out, found[key])
	}
	return out, false
}

// drawer draws paths of a tree.
type drawer struct {
	rng     *rand.Rand
	counts  map[*Tree]*big.Int
	refuted func([]Condition) bool
}

// draw returns a path and a key by which paths are ordered; there is none where both sides of a
// branch were refuted.
func (d *drawer) draw(t *Tree) (key string, p Path, ok bool) {
	var choices []byte
	for t.Leaf == nil {
		yes, no := toFloat(t.Yes.count(d.counts)), toFloat(t.No.count(d.counts))
		holds := d.rng.Float64()*(yes+no) < yes
		next := append(p.Conditions, Condition{t.Cond, holds})
		if d.refuted(next) {
			holds = !holds
			if next[len(next)-1].Holds = holds; d.refuted(next) {
				return "", p, false
			}
		}
		p.Conditions, t = next, t.given(t.Cond, holds)
		if holds {
			choices = append(choices, '0')
		} else {
			choices = append(choices, '1')
		}
	}
	p.Leaf = t.Leaf
	return string(choices), p, true
}

// toFloat returns a count as a weight; what is too large for that is the largest weight.
func toFloat(n *big.Int) float64 {
	f, _ := new(big.Float).SetInt(n).Float64()
	return min(f, math.MaxFloat64/4)
}
