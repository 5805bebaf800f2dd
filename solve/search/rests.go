package search

import "github.com/ttf-int/ttf-int/zed/value"

// links says on which decided variables the ranges rest that propagation found: those of the
// comparisons that have to do with each other by way of what is open. It is made when it is asked
// for first, which few choices need.
type links struct {
	made   bool
	parent []int // by hole, and after all holes by slot for the size of a variable
	rests  []choices
}

// restOf returns on which decided variables the range of a hole rests, and that of the size of the
// variable that it is wholly.
func (b *bounds) restOf(h int, pending []waiting) (out choices) {
	l := b.link(pending)
	out = l.rests[l.find(h)]
	if h < len(b.s.p.slots) {
		out.add(l.rests[l.find(len(b.s.holes)+h)])
	}
	return out
}

// restOfFailure returns on which decided variables it rests that a comparison leaves nothing.
func (b *bounds) restOfFailure(c *comparison, pending []waiting) choices {
	l := b.link(pending)
	out := b.maskOf(c)
	b.eachOpen(c, func(node int) { out.add(l.rests[l.find(node)]) })
	return out
}

func (b *bounds) link(pending []waiting) *links {
	l := &b.links
	if l.made {
		return l
	}
	n := len(b.s.holes) + len(b.s.p.slots)
	l.made, l.parent, l.rests = true, l.parent[:0], l.rests[:0]
	for i := range n {
		l.parent, l.rests = append(l.parent, i), append(l.rests, choices{})
	}
	each := func(c *comparison) {
		first := -1
		mask := b.maskOf(c)
		b.eachOpen(c, func(node int) {
			if first >= 0 {
				l.join(first, node)
			} else if first = node; true {
				l.rests[l.find(node)].add(mask)
			}
		})
	}
	for i := range b.s.p.intervals {
		each(&b.s.p.intervals[i])
	}
	for i := range b.s.bounds {
		each(&b.s.bounds[i])
	}
	for i := range pending {
		if w := &pending[i]; w.at != nil && w.at.says != nil {
			each(w.at.says)
		}
	}
	return l
}

func (l *links) find(i int) int {
	for l.parent[i] != i {
		l.parent[i] = l.parent[l.parent[i]]
		i = l.parent[i]
	}
	return i
}

func (l *links) join(i, j int) {
	if i, j = l.find(i), l.find(j); i != j {
		l.parent[i] = j
		l.rests[j].add(l.rests[i])
	}
}

// maskOf returns the decided variables on whose values a comparison rests.
func (b *bounds) maskOf(c *comparison) (out choices) {
	if c.within != nil {
		return b.s.mask(c.within.slots)
	}
	var walk func(q *quantity)
	walk = func(q *quantity) {
		switch q.kind {
		case valueOf, sizeOf:
			if q.slot < len(b.s.p.slots) {
				out.add(b.s.deps[q.slot])
			}
		case opaqueTerm:
			out.add(b.s.mask(q.term.slots))
		}
		for _, a := range q.args {
			walk(a)
		}
	}
	walk(c.left)
	walk(c.right)
	return out
}

// eachOpen yields what a comparison says something of that is not known yet.
func (b *bounds) eachOpen(c *comparison, yield func(node int)) {
	var walk func(q *quantity)
	walk = func(q *quantity) {
		switch q.kind {
		case valueOf:
			if b.isOpen(q.slot) {
				yield(q.slot)
			}
		case sizeOf:
			if b.s.frame[q.slot].Kind() == value.Hole {
				yield(len(b.s.holes) + q.slot)
			}
		case opaqueTerm:
			if known := b.look(q); known != q {
				walk(known)
			}
		}
		for _, a := range q.args {
			walk(a)
		}
	}
	walk(c.left)
	walk(c.right)
}

// isOpen tells whether a hole is one that was not filled.
func (b *bounds) isOpen(h int) bool {
	if h < len(b.s.p.slots) {
		return b.s.frame[h].Kind() == value.Hole
	}
	return !b.s.holes[h].filled
}
