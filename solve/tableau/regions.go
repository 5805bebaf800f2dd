package tableau

import (
	"math/bits"

	"github.com/ttf-int/ttf-int/solve/linear"
	"github.com/ttf-int/ttf-int/zed"
)

// maxBases is the largest number of sets for which the regions are counted into which
// they divide a type. Each set doubles the number of regions.
const maxBases = 5

// regions adds rows that relate the sizes of sets: each is the sum of the sizes of
// regions into which the sets divide their type (Kuncak, Nguyen, Rinard: Deciding
// Boolean Algebra with Presburger Arithmetic).
func (t *arithmetic) regions(rows []row) []row {
	done := map[int]bool{}
	next := len(t.b.terms.nodes)
	for i := range t.b.terms.nodes {
		if zed.Operator(t.b.terms.nodes[i].op) != zed.Card || done[t.b.terms.find(t.b.terms.nodes[i].args[0])] {
			continue
		}
		v := &venn{t: t, number: map[int]int{}, masks: map[int]area{}, next: next}
		if !v.gather(t.b.terms.find(t.b.terms.nodes[i].args[0]), done) {
			continue
		}
		v.measure()
		rows = v.rows(rows)
		next = v.next + 1<<len(v.bases)
	}
	return rows
}

// venn has connected sets and the regions into which they divide their type.
type venn struct {
	t      *arithmetic
	sets   []int       // classes
	bases  []int       // those that are not composed of others
	number map[int]int // the numbers of bases
	masks  map[int]area
	next   int // the variable of the first region
}

// area is a set of regions; deps is why a class has exactly these.
type area struct {
	regions uint32
	deps    deps
}

// divides tells whether the regions of an operator's value follow from those of its
// arguments.
func divides(op string) bool { return ruleOf(op).region != nil }

// gather finds the sets that are connected to one by set operations and inclusions;
// false where there are too many, or only one.
func (v *venn) gather(root int, done map[int]bool) bool {
	t := v.t
	seen := map[int]bool{}
	queue := []int{root}
	add := func(n int) {
		if r := t.b.terms.find(n); !seen[r] {
			queue = append(queue, r)
		}
	}
	for len(queue) > 0 {
		r := queue[0]
		queue = queue[1:]
		if seen[r] {
			continue
		}
		seen[r], done[r] = true, true
		v.sets = append(v.sets, r)
		if _, ok := t.b.terms.isEmpty(r); ok {
			continue
		}
		made := false
		for _, n := range t.b.terms.classes[r].terms {
			if divides(t.b.terms.nodes[n].op) {
				made = true
				for _, a := range t.b.terms.nodes[n].args {
					add(a)
				}
			}
		}
		if !made {
			v.number[r] = len(v.bases)
			v.bases = append(v.bases, r)
		}
		for _, u := range t.b.terms.classes[r].uses {
			switch op := t.b.terms.nodes[u].op; {
			case divides(op):
				add(u)
			case zed.Operator(op) == zed.SubsetEq && t.b.terms.find(u) == t.b.terms.find(t.b.terms.yes):
				for _, a := range t.b.terms.nodes[u].args {
					add(a)
				}
			}
		}
		if len(v.bases) > maxBases {
			return false
		}
	}
	return len(v.sets) > 1
}

// measure computes the regions of classes: first of bases, and then of classes composed
// of others whose regions are known. A class may be composed of itself, as in S = S ∪
// T, so that they may have no order.
func (v *venn) measure() {
	for root, k := range v.number {
		a := area{}
		for r := range 1 << len(v.bases) {
			if r&(1<<k) != 0 {
				a.regions |= 1 << r
			}
		}
		v.masks[root] = a
	}
	for more := true; more; {
		more = false
		for _, root := range v.sets {
			if _, known := v.area(root); !known {
				more = v.makeRegions(root) || more
			}
		}
	}
}

// makeRegions sets the regions of a class to those of the first term in it that has some, and
// returns whether there is one.
func (v *venn) makeRegions(root int) bool {
	for _, n := range v.t.b.terms.classes[root].terms {
		if a, ok := v.areaOf(n); ok {
			a.deps = a.deps.or(v.t.b.terms.explain(root, n))
			v.masks[root] = a
			return true
		}
	}
	return false
}

// area returns the regions of a class, as far as they are known.
func (v *venn) area(root int) (area, bool) {
	if a, ok := v.masks[root]; ok {
		return a, true
	}
	d, empty := v.t.b.terms.isEmpty(root)
	return area{0, d}, empty
}

// areaOf returns the regions of a term that is made from others.
func (v *venn) areaOf(n int) (area, bool) {
	t := v.t
	m := &t.b.terms.nodes[n]
	region := ruleOf(m.op).region
	if region == nil {
		return area{}, false
	}
	x, ok1 := v.area(t.b.terms.find(m.args[0]))
	y, ok2 := v.area(t.b.terms.find(m.args[1]))
	if !ok1 || !ok2 {
		return area{}, false
	}
	out := area{deps: x.deps.or(y.deps)}
	for _, a := range m.args[:2] {
		out.deps = out.deps.or(t.b.terms.explain(a, t.b.terms.find(a)))
	}
	out.regions = region(x.regions, y.regions)
	return out, true
}

// rows adds the constraints on the sizes of the regions.
func (v *venn) rows(rows []row) []row {
	t := v.t
	for r := range 1 << len(v.bases) {
		if r > 0 {
			rows = append(rows, row{Terms: []linear.Term{{X: v.next + r, K: 1}}})
		}
	}
	for _, s := range v.sets {
		own, ok := v.area(s)
		if !ok {
			continue
		}
		for _, n := range t.b.terms.classes[s].terms {
			if other, ok := v.areaOf(n); ok {
				rows = v.addEmptyRows(rows, own.regions^other.regions,
					own.deps.or(other.deps).or(t.b.terms.explain(s, n)))
			}
			if t.b.terms.nodes[n].op == "{}" && len(t.b.terms.nodes[n].args) == 1 {
				rows = v.addSingleRows(rows, own, t.b.terms.nodes[n].args[0], t.b.terms.explain(s, n))
			}
		}
		for _, u := range t.b.terms.classes[s].uses {
			switch zed.Operator(t.b.terms.nodes[u].op) {
			case zed.Card:
				if d, ok := isBounded(t.b, s); ok {
					r := row{Equal: true, Why: own.deps.or(d).or(t.b.terms.explain(s, t.b.terms.nodes[u].args[0]))}
					v.sum(&r, own.regions)
					t.addTerm(&r, u, -1)
					rows = append(rows, r)
				}
			case zed.SubsetEq:
				rows = v.addIncludedRows(rows, u)
			}
		}
		for _, g := range t.b.terms.classes[s].members {
			if o := t.b.facts.members[g]; o.in {
				rows = v.element(rows, o)
			}
		}
	}
	return rows
}

func (v *venn) sum(r *row, regions uint32) {
	for rest := regions &^ 1; rest != 0; rest &= rest - 1 {
		r.Add(v.next+bits.TrailingZeros32(rest), 1)
	}
}

// addEmptyRows adds the rows that regions are empty.
func (v *venn) addEmptyRows(rows []row, regions uint32, d deps) []row {
	for rest := regions &^ 1; rest != 0; rest &= rest - 1 {
		rows = append(rows, row{Terms: []linear.Term{{X: v.next + bits.TrailingZeros32(rest), K: 1}}, Equal: true,
			Why: d})
	}
	return rows
}

func (v *venn) addIncludedRows(rows []row, u int) []row {
	t := v.t
	d, ok := t.b.terms.areEqual(u, t.b.terms.yes)
	if !ok {
		return rows
	}
	args := t.b.terms.nodes[u].args
	x, ok1 := v.area(t.b.terms.find(args[0]))
	y, ok2 := v.area(t.b.terms.find(args[1]))
	if !ok1 || !ok2 {
		return rows
	}
	d = d.or(x.deps).or(y.deps)
	for _, a := range args[:2] {
		d = d.or(t.b.terms.explain(a, t.b.terms.find(a)))
	}
	return v.addEmptyRows(rows, x.regions&^y.regions, d)
}

// element adds the row that the regions in which an element may lie are not all empty.
func (v *venn) element(rows []row, o member) []row {
	regions := ^uint32(1)
	if n := 1 << len(v.bases); n < 32 {
		regions &= 1<<n - 1
	}
	d := deps{}
	for _, s := range v.sets {
		in, known, e := v.t.b.facts.isIn(o.x, s)
		own, ok := v.area(s)
		switch {
		case !known || !ok:
			continue
		case in:
			regions &= own.regions
		default:
			regions &^= own.regions
		}
		d = d.or(e).or(own.deps)
	}
	r := row{C: -1, Why: d}
	v.sum(&r, regions)
	return append(rows, r)
}

// addSingleRows adds the rows that {x} has one element, which lies where x does.
func (v *venn) addSingleRows(rows []row, own area, x int, d deps) []row {
	one := row{C: -1, Equal: true, Why: own.deps.or(d)}
	v.sum(&one, own.regions)
	rows = append(rows, one)
	for _, s := range v.sets {
		in, known, e := v.t.b.facts.isIn(x, s)
		other, ok := v.area(s)
		if !known || !ok {
			continue
		}
		e = e.or(d).or(own.deps).or(other.deps)
		if in {
			rows = v.addEmptyRows(rows, own.regions&^other.regions, e)
		} else {
			rows = v.addEmptyRows(rows, own.regions&other.regions, e)
		}
	}
	return rows
}
