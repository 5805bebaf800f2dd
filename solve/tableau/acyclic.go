package tableau

import "strings"

// acyclic tells whether no value of a free type is a part of itself; where one
// is, that is a contradiction.
func acyclic(t *terms) bool {
	state := map[int]int{} // of classes: 1 on the path, 2 done
	var visit func(root int, d deps) bool
	visit = func(root int, d deps) bool {
		state[root] = 1
		for _, n := range t.classes[root].terms {
			m := &t.nodes[n]
			if m.op != "()" && !strings.HasPrefix(m.op, constructor) {
				continue
			}
			for _, a := range m.args {
				next := t.find(a)
				e := d.or(t.explain(root, n)).or(t.explain(a, next))
				if state[next] == 1 {
					t.clash(e)
					return false
				}
				if state[next] == 0 && !visit(next, e) {
					return false
				}
			}
		}
		state[root] = 2
		return true
	}
	for i := range t.nodes {
		if root := t.find(i); strings.HasPrefix(t.nodes[i].op, constructor) && state[root] == 0 && !visit(root, deps{}) {
			return false
		}
	}
	return true
}
