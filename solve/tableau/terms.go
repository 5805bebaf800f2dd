package tableau

import (
	"math/big"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// isUniverse tells whether a set is known to be all of its type.
func (t *terms) isUniverse(s int) bool { return strings.HasPrefix(t.nodes[s].op, universe) }

// elem returns the type of a set's elements.
func (t *terms) elem(s int) zed.Type {
	if p, ok := t.nodes[s].typ.(zed.PowerType); ok {
		return p.Elem
	}
	return zed.IntType{}
}

// valueOf returns the number that a term is known to be; nil where it is not.
func (t *terms) valueOf(n int) (*big.Int, deps) {
	f := t.classes[t.find(n)].fixed
	if f == 0 || t.nodes[f-1].n == nil {
		return nil, deps{}
	}
	return t.nodes[f-1].n, t.explain(n, f-1)
}

// node is a term: an operator applied to other terms, or a leaf.
type node struct {
	op    string
	args  []int
	typ   zed.Type
	fixed bool // a value: two different ones are never equal
	n     *big.Int
	gen   int      // how deeply it nests in witnesses of witnesses
	bound zed.Expr // an expression that binds variables: a comprehension
	env   *Env     // its environment
}

// class is what is known of a set of equal terms. Only that of the representative is
// kept.
type class struct {
	terms   []int // the terms in it
	uses    []int // the terms that have one of these as an argument
	members []int // the indices of memberships in these sets
	elems   []int // the indices of memberships of these elements, or of tuples that contain them
	apart   []int // inequations
	fixed   int   // one more than the term in it that is a value; 0: none
}

// edge leads from a term to an equal one, with the reason; `to` is one more than the
// term, or 0.
type edge struct {
	to   int
	deps deps
}

// terms are all terms, in classes of equal ones (congruence closure).
type terms struct {
	agenda  *agenda
	nodes   []node
	parent  []int
	proof   []edge
	classes []class
	live    []bool // whether a term has a value, because it occurs in an asserted predicate
	alive   []deps // why it is live
	leaves  map[string]int
	yes, no int
	version int // changes whenever something changes that concerns integers
	deepest int // witnesses that are made for what witnesses demand
	cut     bool
	trail   []change
	were    []class // the classes that changes in the trail put back, in their order
	ids     []int   // each number at its own place, for classes of one term
}

// usual is how many terms a small refutation speaks of.
const usual = 12

func newTerms(a *agenda, deepest int) *terms {
	t := &terms{agenda: a, leaves: map[string]int{}, deepest: deepest,
		nodes: make([]node, 0, usual), parent: make([]int, 0, usual), proof: make([]edge, 0, usual),
		classes: make([]class, 0, usual),
		live:    make([]bool, 0, usual), alive: make([]deps, 0, usual), ids: make([]int, 0, usual)}
	t.yes = t.leaf("true", zed.BoolType{}, true)
	t.no = t.leaf("false", zed.BoolType{}, true)
	return t
}

// push adds a term, even where there is an equal one.
func (t *terms) push(n node) int {
	i := len(t.nodes)
	for _, a := range n.args {
		n.gen = max(n.gen, t.nodes[a].gen)
	}
	t.nodes = append(t.nodes, n)
	t.parent = append(t.parent, i)
	t.proof = append(t.proof, edge{})
	t.live = append(t.live, false)
	t.alive = append(t.alive, deps{})
	if _, ok := n.typ.(zed.IntType); ok && len(n.args) > 0 {
		t.version++
	}
	if i == len(t.ids) {
		t.ids = append(t.ids, i)
	}
	c := class{terms: t.ids[i : i+1 : i+1]}
	if n.fixed {
		c.fixed = i + 1
	}
	t.classes = append(t.classes, c)
	return i
}

// leaf returns the term without arguments that op names.
func (t *terms) leaf(op string, typ zed.Type, fixed bool) int {
	if i, ok := t.leaves[op]; ok {
		return i
	}
	i := t.push(node{op: op, typ: typ, fixed: fixed})
	t.leaves[op] = i
	if t.agenda.level > 0 {
		t.trail = append(t.trail, change{kind: newLeaf, key: op})
	}
	t.agenda.add(task{kind: grown, a: i})
	return i
}

func (t *terms) number(n int64) int { return t.bigNumber(big.NewInt(n)) }

func (t *terms) bigNumber(n *big.Int) int {
	key := "n" + n.String()
	if i, ok := t.leaves[key]; ok {
		return i
	}
	i := t.leaf(key, zed.IntType{}, true)
	t.nodes[i].n = n
	return i
}

// none returns ∅ of a type.
func (t *terms) none(typ zed.Type) int {
	if _, ok := typ.(zed.PowerType); !ok {
		typ = zed.PowerType{Elem: zed.IntType{}}
	}
	return t.leaf("∅ "+typeKey(typ), typ, true)
}

// typeKey tells types apart as zed.SameType does.
func typeKey(typ zed.Type) string {
	if p, ok := typ.(zed.PowerType); ok {
		return "ℙ(" + typeKey(p.Elem) + ")"
	}
	if p, ok := typ.(zed.ProductType); ok {
		s := "("
		for _, e := range p.Elems {
			s += typeKey(e) + "×"
		}
		return s + ")"
	}
	return typ.String()
}

func (t *terms) isEmpty(n int) (deps, bool) { return t.areEqual(n, t.none(t.nodes[n].typ)) }

// make returns the term op(args). A term that is already there is found among
// those that use its first argument.
func (t *terms) make(op string, typ zed.Type, args ...int) int {
	return t.makeNode(node{op: op, typ: typ, args: args})
}

func (t *terms) makeNode(n node) int {
	if len(n.args) == 0 {
		return t.leaf(n.op, n.typ, n.fixed)
	}
	congruent := -1
	for _, u := range t.classes[t.find(n.args[0])].uses {
		m := &t.nodes[u]
		if m.op != n.op || len(m.args) != len(n.args) || m.bound != n.bound || m.env != n.env {
			continue
		}
		if slices.Equal(m.args, n.args) {
			return u
		}
		if congruent < 0 && t.areCongruent(m.args, n.args) {
			congruent = u
		}
	}
	i := t.push(n)
	for k, a := range n.args {
		if !slices.Contains(n.args[:k], a) {
			t.changeClass(t.find(a)).uses = append(t.classes[t.find(a)].uses, i)
		}
	}
	if congruent >= 0 {
		t.merge(i, congruent, t.explainAll(n.args, t.nodes[congruent].args))
	}
	t.agenda.add(task{kind: grown, a: i})
	return i
}

// areCongruent tells whether two lists of arguments are equal one by one.
func (t *terms) areCongruent(a, b []int) bool {
	for k := range a {
		if t.find(a[k]) != t.find(b[k]) {
			return false
		}
	}
	return true
}

// explainAll returns the reasons why two lists of arguments are equal one by one.
func (t *terms) explainAll(a, b []int) deps {
	d := deps{}
	for k := range a {
		d = d.or(t.explain(a[k], b[k]))
	}
	return d
}

func (t *terms) find(i int) int {
	for t.parent[i] != i {
		i = t.parent[i]
	}
	return i
}

// areEqual tells whether two terms are known to be equal, and why.
func (t *terms) areEqual(a, b int) (deps, bool) {
	if a == b {
		return deps{}, true
	}
	if t.find(a) != t.find(b) {
		return deps{}, false
	}
	return t.explain(a, b), true
}

// explain returns the reasons on the path between two equal terms.
func (t *terms) explain(a, b int) deps {
	if a == b {
		return deps{}
	}
	depth := func(n int) int {
		k := 0
		for ; t.proof[n].to != 0; n = t.proof[n].to - 1 {
			k++
		}
		return k
	}
	d := deps{}
	up := func(n int) int {
		d = d.or(t.proof[n].deps)
		return t.proof[n].to - 1
	}
	i, j := depth(a), depth(b)
	for ; i > j; i-- {
		a = up(a)
	}
	for ; j > i; j-- {
		b = up(b)
	}
	for a != b {
		a, b = up(a), up(b)
	}
	return d
}

// merge makes two terms equal.
func (t *terms) merge(a, b int, d deps) {
	ra, rb := t.find(a), t.find(b)
	if ra == rb || t.agenda.broken {
		return
	}
	if weight(&t.classes[ra]) > weight(&t.classes[rb]) {
		a, b, ra, rb = b, a, rb, ra
	}
	t.reroot(a)
	t.set(change{kind: proofEdge, i: a, edge: t.proof[a]})
	t.proof[a] = edge{b + 1, d}
	from, to := t.classes[ra], t.classes[rb]
	if _, ok := t.nodes[ra].typ.(zed.IntType); ok {
		t.version++
	}
	if from.fixed > 0 && to.fixed > 0 {
		t.set(change{kind: parentOf, i: ra, j: ra})
		t.parent[ra] = rb
		if t.areDistinct(from.fixed-1, to.fixed-1) {
			t.agenda.clash(t.explain(from.fixed-1, to.fixed-1))
			return
		}
	} else {
		t.set(change{kind: parentOf, i: ra, j: ra})
		t.parent[ra] = rb
	}
	c := t.changeClass(rb)
	c.terms = append(c.terms, from.terms...)
	c.uses = append(c.uses, from.uses...)
	c.members = append(c.members, from.members...)
	c.elems = append(c.elems, from.elems...)
	c.apart = append(c.apart, from.apart...)
	if c.fixed == 0 {
		c.fixed = from.fixed
	}
	t.agenda.add(task{kind: joined, were: &[2]class{from, to}})
}

// areDistinct tells whether two values are known to differ. A value that is too large to
// be written out may equal another term.
func (t *terms) areDistinct(a, b int) bool { return a != b && t.nodes[a].fixed && t.nodes[b].fixed }

func weight(c *class) int { return len(c.terms) + len(c.uses) + len(c.members) + len(c.elems) }

// reroot makes a the root of its tree of reasons.
func (t *terms) reroot(a int) {
	prev := edge{}
	for at := a; ; {
		next := t.proof[at]
		t.set(change{kind: proofEdge, i: at, edge: next})
		t.proof[at] = prev
		if next.to == 0 {
			return
		}
		prev = edge{at + 1, next.deps}
		at = next.to - 1
	}
}

// constant returns the term for a value. Small sets become set extensions.
func (t *terms) constant(v value.Value, typ zed.Type) int {
	switch v.Kind() {
	case value.Int:
		return t.bigNumber(v.Big())
	case value.Str:
		return t.leaf("s"+quote(v.Name()), typ, true)
	case value.Atom:
		return t.leaf("a"+v.Name(), typ, true)
	case value.Tuple:
		if p, ok := typ.(zed.ProductType); ok {
			return t.make("()", typ, t.constants(v.Items(), func(i int) zed.Type { return p.Elems[i] })...)
		}
	case value.Binding:
		if s, ok := typ.(zed.SchemaType); ok && len(s.Fields) > 0 {
			fields := make([]value.Value, len(s.Fields))
			for i, f := range s.Fields {
				fields[i], _ = v.Field(f.Name)
			}
			return t.make("⦉⦊", typ, t.constants(fields, func(i int) zed.Type { return s.Fields[i].Type })...)
		}
	case value.Set, value.Seq:
		p, ok := typ.(zed.PowerType)
		if !ok {
			break
		}
		if v.Len() == 0 {
			return t.none(typ)
		}
		if v.Len() <= maxWritten {
			n := t.make("{}", typ, t.constants(v.Members(), func(int) zed.Type { return p.Elem })...)
			t.merge(t.make(string(zed.Card), zed.IntType{}, n), t.number(int64(v.Len())), deps{})
			return n
		}
	}
	return t.leaf("c"+v.Key(), typ, false)
}

// maxWritten is the size up to which a bound set is written out.
const maxWritten = 12

func (t *terms) constants(vs []value.Value, typ func(int) zed.Type) []int {
	out := make([]int, len(vs))
	for i, v := range vs {
		out[i] = t.constant(v, typ(i))
	}
	return out
}

func (t *terms) size(s int) int { return t.make(string(zed.Card), zed.IntType{}, s) }
