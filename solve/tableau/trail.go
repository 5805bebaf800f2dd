package tableau

// change is the former state of something in the terms, to be restored.
type change struct {
	kind changeKind
	i, j int
	edge edge
	key  string
}

type changeKind uint8

const (
	parentOf changeKind = iota
	proofEdge
	classOf
	newLeaf
	nowLive
)

// set records a change. Before the first choice, nothing is recorded.
func (t *terms) set(c change) {
	if t.agenda.level > 0 {
		t.trail = append(t.trail, c)
	}
}

// changeClass returns a class that is about to be changed.
func (t *terms) changeClass(root int) *class {
	if t.agenda.level > 0 {
		t.set(change{kind: classOf, i: root})
		t.were = append(t.were, t.classes[root])
	}
	return &t.classes[root]
}

// undo goes back to where there were some changes and some terms.
func (t *terms) undo(changes, terms int) {
	for k := len(t.trail) - 1; k >= changes; k-- {
		switch c := &t.trail[k]; c.kind {
		case parentOf:
			t.parent[c.i] = c.j
		case proofEdge:
			t.proof[c.i] = c.edge
		case classOf:
			last := len(t.were) - 1
			t.classes[c.i], t.were = t.were[last], t.were[:last]
		case newLeaf:
			delete(t.leaves, c.key)
		case nowLive:
			t.live[c.i] = false
		}
	}
	t.trail = t.trail[:changes]
	t.nodes, t.parent, t.proof = t.nodes[:terms], t.parent[:terms], t.proof[:terms]
	t.classes, t.live, t.alive = t.classes[:terms], t.live[:terms], t.alive[:terms]
	t.version++
}

// mark is a state of a tableau to which it can return.
type mark struct {
	changes, terms        int
	members, apart        int
	orders, consistent    int
	choices, settled      int
	universals, instances int
	asserted              int
}

// mark begins a choice.
func (t *Tableau) mark() mark {
	t.branch.agenda.level++
	return mark{
		changes: len(t.branch.terms.trail), terms: len(t.branch.terms.nodes),
		members: len(t.branch.facts.members), apart: len(t.branch.facts.apart),
		orders: len(t.branch.bounds.orders), consistent: t.arithmetic.consistent,
		choices: len(t.branch.splits.choices), settled: len(t.branch.splits.settled),
		universals: len(t.branch.universals.list), instances: len(t.branch.universals.made),
		asserted: len(t.branch.asserted.made),
	}
}

// undo ends a choice, and restores the state before it.
func (t *Tableau) undo(m mark) {
	t.branch.agenda.level--
	t.branch.terms.undo(m.changes, m.terms)
	t.branch.facts.undo(m.members, m.apart)
	t.branch.bounds.undo(m.orders)
	t.branch.splits.undo(m.settled, m.choices)
	t.branch.universals.undo(m.instances, m.universals)
	t.branch.asserted.undo(m.asserted)
	t.arithmetic.consistent = m.consistent
	t.branch.agenda.drop()
	t.branch.agenda.broken = false
}
