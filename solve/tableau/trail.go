package tableau

// change is what undoing puts back.
type change struct {
	kind  changeKind
	i, j  int
	edge  edge
	class class
	key   string
}

type changeKind uint8

const (
	parentOf changeKind = iota
	proofEdge
	classOf
	choiceDone
	newLeaf
	newInstance
	nowLive
)

// mark is a state of a tableau to come back to.
type mark struct {
	trail, nodes, members, apart, orders, choices, universals int
	linear                                                    int
}

func (t *Tableau) mark() mark {
	t.level++
	return mark{len(t.trail), len(t.nodes), len(t.members), len(t.apart), len(t.orders), len(t.choices), len(t.universals), t.linear}
}

// set notes a change. Nothing comes back to before the first choice.
func (t *Tableau) set(c change) {
	if t.level > 0 {
		t.trail = append(t.trail, c)
	}
}

// changeClass returns a class that is about to be changed.
func (t *Tableau) changeClass(root int) *class {
	t.set(change{kind: classOf, i: root, class: t.classes[root]})
	return &t.classes[root]
}

// undo goes back to a mark.
func (t *Tableau) undo(m mark) {
	t.level--
	for k := len(t.trail) - 1; k >= m.trail; k-- {
		switch c := &t.trail[k]; c.kind {
		case parentOf:
			t.parent[c.i] = c.j
		case proofEdge:
			t.proof[c.i] = c.edge
		case classOf:
			t.classes[c.i] = c.class
		case choiceDone:
			t.choices[c.i].done = false
		case newLeaf:
			delete(t.leaves, c.key)
		case newInstance:
			delete(t.instances, c.key)
		case nowLive:
			t.live[c.i] = false
		}
	}
	t.trail = t.trail[:m.trail]
	t.nodes, t.parent, t.proof = t.nodes[:m.nodes], t.parent[:m.nodes], t.proof[:m.nodes]
	t.classes, t.live, t.alive = t.classes[:m.nodes], t.live[:m.nodes], t.alive[:m.nodes]
	t.members, t.apart, t.orders = t.members[:m.members], t.apart[:m.apart], t.orders[:m.orders]
	t.choices, t.universals = t.choices[:m.choices], t.universals[:m.universals]
	t.linear = m.linear
	t.version++
	t.queue, t.broken = t.queue[:0], false
}
