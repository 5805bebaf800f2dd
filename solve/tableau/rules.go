package tableau

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// applyDown applies the rule of a term that a membership's set equals.
func (t *rules) applyDown(f, n int) {
	m := t.b.facts.members[f]
	if t.b.agenda.broken {
		return
	}
	d := m.deps.or(t.b.terms.explain(m.s, n))
	k := &t.b.terms.nodes[n]
	if len(k.args) == 0 {
		downLeaf(t.b, m, k.op, d)
	} else if down := ruleOf(k.op).down; down != nil {
		down(t.b, m, n, d)
	}
}

// applyUpAt applies the rule for a membership in the k-th argument of a term.
func (t *rules) applyUpAt(f, u, k int) {
	m := t.b.facts.members[f]
	if up := ruleOf(t.b.terms.nodes[u].op).up; up != nil {
		up(t.b, m, u, k, m.deps.or(t.b.terms.explain(m.s, t.b.terms.nodes[u].args[k])))
	}
	upMember(t.b, m, u)
}

// grow applies the rule for a term by itself.
func (t *rules) grow(i int) {
	if grow := ruleOf(t.b.terms.nodes[i].op).grow; grow != nil {
		grow(t.b, i)
	}
	declaredIn(t.b, i)
}

// rules applies the rules of operators to new facts.
type rules struct{ b *branch }

func (t *rules) work(k task) {
	switch k.kind {
	case grown:
		t.grow(k.a)
	case learnt, again:
		f := t.b.facts.members[k.a]
		c := &t.b.terms.classes[t.b.terms.find(f.s)]
		if k.kind == again {
			t.b.facts.compare(k.a)
		}
		for _, n := range c.terms {
			t.applyDown(k.a, n)
		}
		for _, u := range c.uses {
			t.applyUp(k.a, u)
		}
	case downward:
		t.applyDown(k.a, k.b)
	case upward:
		t.applyUp(k.a, k.b)
	case met:
		t.meet(k.a, k.b)
	case joined:
		t.join(k.were[0], k.were[1])
	}
}

// join applies what follows when two classes become one.
func (t *rules) join(left, right class) {
	for _, side := range [2][2]class{{left, right}, {right, left}} {
		a, b := side[0], side[1]
		for _, f := range a.members {
			t.b.facts.compare(f)
			for _, n := range b.terms {
				t.b.agenda.add(task{kind: downward, a: f, b: n})
			}
			for _, u := range b.uses {
				t.b.agenda.add(task{kind: upward, a: f, b: u})
			}
		}
	}
	t.joinParts(left, right)
	smaller := left.elems
	if len(right.elems) < len(smaller) {
		smaller = right.elems
	}
	for _, f := range smaller {
		t.b.agenda.add(task{kind: again, a: f})
	}
	for _, i := range left.apart {
		t.b.facts.recheckInequation(i)
	}
	for _, i := range right.apart {
		t.b.facts.recheckInequation(i)
	}
	for _, p := range left.uses {
		for _, q := range right.uses {
			m, n := &t.b.terms.nodes[p], &t.b.terms.nodes[q]
			if p == q || m.op != n.op || len(m.args) != len(n.args) || m.bound != n.bound || m.env != n.env {
				continue
			}
			if t.b.terms.areCongruent(m.args, n.args) {
				t.b.terms.merge(p, q, t.b.terms.explainAll(m.args, n.args))
			}
		}
	}
	for _, m := range left.terms {
		for _, n := range right.terms {
			if len(t.b.terms.nodes[m].args) > 0 && len(t.b.terms.nodes[n].args) > 0 {
				t.b.agenda.add(task{kind: met, a: m, b: n})
			}
		}
	}
	refuteConstructed(t.b, left, right)
	// Terms whose value depends on how an argument is put together.
	for _, side := range [2]class{left, right} {
		for _, u := range side.uses {
			if ruleOf(t.b.terms.nodes[u].op).again {
				t.b.agenda.add(task{kind: grown, a: u})
			}
		}
	}
	// What is about the emptiness, the truth or the number of a term is looked
	// at again where it became known.
	for _, side := range [2][2]class{{left, right}, {right, left}} {
		if side[0].fixed > 0 || side[1].fixed == 0 {
			continue
		}
		for _, n := range side[0].terms {
			t.b.agenda.add(task{kind: grown, a: n})
		}
		for _, u := range side[0].uses {
			t.b.agenda.add(task{kind: grown, a: u})
		}
	}
}

// joinParts records, for memberships of elements that have become equal to tuples, that
// they are about the parts of these.
func (t *rules) joinParts(left, right class) {
	for _, side := range [2][2]class{{left, right}, {right, left}} {
		for _, n := range side[0].terms {
			if m := &t.b.terms.nodes[n]; m.op == "()" || m.op == "⦉⦊" {
				for _, f := range side[1].elems {
					for _, a := range m.args {
						t.b.facts.element(f, a)
						t.b.agenda.add(task{kind: again, a: f})
					}
				}
				for _, u := range side[1].uses {
					t.b.agenda.add(task{kind: grown, a: u})
				}
				break
			}
		}
	}
}

// meet applies what follows when two composed terms become equal.
func (t *rules) meet(i, j int) {
	m, n := &t.b.terms.nodes[i], &t.b.terms.nodes[j]
	constructed := strings.HasPrefix(m.op, constructor) && strings.HasPrefix(n.op, constructor)
	switch {
	case constructed && m.op != n.op:
		t.b.agenda.clash(t.b.terms.explain(i, j))
	case zed.Operator(m.op) == zed.Range && zed.Operator(n.op) == zed.Range:
		addEnds(t.b, i)
		addEnds(t.b, j)
	case constructed,
		m.op == n.op && (m.op == "()" || m.op == "⦉⦊"),
		m.op == "⟨⟩" && n.op == "⟨⟩" && len(m.args) == len(n.args):
		d := t.b.terms.explain(i, j)
		a, b := m.args, n.args
		for k := range a {
			t.b.terms.merge(a[k], b[k], d)
		}
	default:
		meetSequences(t.b, i, j)
	}
}

// applyUp applies the rule of a term that has a membership's set as an argument.
func (t *rules) applyUp(f, u int) {
	if t.b.agenda.broken {
		return
	}
	n := &t.b.terms.nodes[u]
	root := t.b.terms.find(t.b.facts.members[f].s)
	for k := range n.args {
		if t.b.terms.find(n.args[k]) == root && !t.b.agenda.broken {
			t.applyUpAt(f, u, k)
			n = &t.b.terms.nodes[u]
		}
	}
}
