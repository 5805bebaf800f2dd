package tableau

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// isAcyclic tells whether no value of a free type contains itself. Where one does, that
// is a contradiction.
func isAcyclic(t *terms) bool {
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
					t.agenda.clash(e)
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
		if root := t.find(i); strings.HasPrefix(t.nodes[i].op, constructor) && state[root] == 0 &&
			!visit(root, deps{}) {
			return false
		}
	}
	return true
}

// constructor is the prefix of the operator for a value that a constructor of a free
// type makes.
const constructor = "make "

// asRelation is the prefix of the leaf for a constructor that is used as a relation.
const asRelation = "constructor "

// constructors returns the constructors of a free type; nil for other types, and where
// they are not known.
func (t *reader) constructors(typ zed.Type) []Constructor {
	named, ok := typ.(zed.NamedType)
	if !ok || !named.Free || t.free == nil {
		return nil
	}
	return t.free(named.Name)
}

// argument returns the type of a constructor's argument.
func (c Constructor) argument() (zed.Type, bool) {
	if c.Domain == nil {
		return nil, false
	}
	p, ok := c.Domain.Typ().(zed.PowerType)
	return p.Elem, ok
}

func (t *terms) isConstructed(n int) bool {
	for _, k := range t.classes[t.find(n)].terms {
		if strings.HasPrefix(t.nodes[k].op, constructor) {
			return true
		}
	}
	return false
}

// refuteConstructed finds a contradiction between a constant of a free type and an equal
// value that a constructor makes.
func refuteConstructed(t *branch, left, right class) {
	for _, side := range [2][2]class{{left, right}, {right, left}} {
		if side[0].fixed == 0 {
			continue
		}
		for _, n := range side[1].terms {
			if strings.HasPrefix(t.terms.nodes[n].op, constructor) {
				t.agenda.clash(t.terms.explain(n, side[0].fixed-1))
				return
			}
		}
	}
}

// growConstructor derives that a value is in the relation of its constructor, where a
// term mentions that relation.
func growConstructor(t *branch, i int) {
	name, whole := strings.CutPrefix(t.terms.nodes[i].op, asRelation)
	if !whole {
		name = strings.TrimPrefix(t.terms.nodes[i].op, constructor)
	}
	relation, ok := t.terms.leaves[asRelation+name]
	if !ok {
		return
	}
	for k := range t.terms.nodes {
		if (whole || k == i) && t.terms.live[k] && t.terms.nodes[k].op == constructor+name {
			t.facts.addIn(t.terms.couple(t.terms.nodes[k].args[0], k), relation, t.terms.alive[k])
		}
	}
}

// boundFinite bounds the size of a set of values of a free type that has only constants.
func boundFinite(t *branch, i, s int) {
	if typ := t.terms.elem(s); t.reader.constantsAlone(typ) {
		t.bounds.order(i, t.terms.number(int64(len(t.reader.constructors(typ)))), 0, deps{})
	}
}

// maxConstructors is the largest number of constructors that are tried one by one.
const maxConstructors = 8

// enumerate splits on which constructor makes a term of a free type, where the term
// differs from something or a constructor is excluded.
func (t *splitter) enumerate() (int, bool) {
	for i := range t.b.facts.apart {
		for _, n := range [2]int{t.b.facts.apart[i].a, t.b.facts.apart[i].b} {
			if c, ok := construct(t.b, n); ok {
				return c, true
			}
		}
	}
	for i := range t.b.facts.members {
		if m := &t.b.facts.members[i]; !m.in && isMade(t.b, m.s) {
			if c, ok := construct(t.b, m.x); ok {
				return c, true
			}
		}
	}
	return 0, false
}

// isMade tells whether a set is what a constructor makes.
func isMade(t *branch, s int) bool {
	for _, k := range t.terms.classes[t.terms.find(s)].terms {
		if zed.Operator(t.terms.nodes[k].op) != zed.Ran {
			continue
		}
		for _, r := range t.terms.classes[t.terms.find(t.terms.nodes[k].args[0])].terms {
			if strings.HasPrefix(t.terms.nodes[r].op, asRelation) {
				return true
			}
		}
	}
	return false
}

// construct adds the choice of how a term is constructed, where that is open.
func construct(t *branch, n int) (int, bool) {
	if t.terms.classes[t.terms.find(n)].fixed > 0 || t.terms.isConstructed(n) {
		return 0, false
	}
	ways := t.reader.constructors(t.terms.nodes[n].typ)
	if len(ways) == 0 || len(ways) > maxConstructors {
		return 0, false
	}
	all := make([][]literal, len(ways))
	for k, c := range ways {
		if all[k] = listMadeBy(t, n, c); all[k] == nil {
			return 0, false
		}
	}
	return t.splits.addLate(deps{}, all...), true
}

// listMadeBy returns the literals that a constructor makes a term; nil where a witness
// would nest too deeply.
func listMadeBy(t *branch, n int, c Constructor) []literal {
	typ := t.terms.nodes[n].typ
	if c.Domain == nil {
		return []literal{{kind: equalTo, a: n, b: t.terms.leaf("a"+c.Name, typ, true)}}
	}
	arg, ok := c.argument()
	if !ok {
		return nil
	}
	w, ok := t.terms.witness("of "+c.Name, arg, n)
	if !ok {
		return nil
	}
	made := t.terms.make(constructor+c.Name, typ, w)
	out := []literal{{kind: equalTo, a: n, b: made}, {kind: memberOf, a: w, b: t.reader.term(c.Domain, t.reader.root)}}
	if relation, ok := t.terms.leaves[asRelation+c.Name]; ok {
		out = append(out, literal{kind: memberOf, a: t.terms.couple(w, made), b: relation})
	}
	return out
}
