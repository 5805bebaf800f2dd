package tableau

import (
	"github.com/ttf-int/ttf-int/zed"
)

// arrow is what an arrow demands beyond a relation between its sets.
type arrow struct{ function, total, injective, surjective, finite bool }

var arrows = map[zed.Operator]arrow{
	zed.Relation:    {},
	zed.PartialFun:  {function: true},
	zed.TotalFun:    {function: true, total: true},
	zed.PartialInj:  {function: true, injective: true},
	zed.TotalInj:    {function: true, total: true, injective: true},
	zed.PartialSurj: {function: true, surjective: true},
	zed.TotalSurj:   {function: true, total: true, surjective: true},
	zed.Bijection:   {function: true, total: true, injective: true, surjective: true},
	zed.FinitePfun:  {function: true, finite: true},
	zed.FinitePinj:  {function: true, injective: true, finite: true},
}

// downArrow takes f ∈ X ⇸ Y, and the memberships in the other arrows.
func downArrow(t *branch, m member, op zed.Operator, from, to int, d deps) {
	k := arrows[op]
	if !m.in && k.finite {
		return
	}
	dom := t.make(string(zed.Dom), t.nodes[from].typ, m.x)
	ran := t.make(string(zed.Ran), t.nodes[to].typ, m.x)
	var all []literal
	side := func(s, of int, every bool) {
		switch {
		case every && m.in:
			all = append(all, literal{kind: equalTo, a: s, b: of})
		case every:
			all = append(all, literal{kind: within, a: of, b: s})
			fallthrough
		case !t.isUniverse(of):
			all = append(all, literal{kind: within, a: s, b: of})
		}
	}
	side(dom, from, k.total)
	side(ran, to, k.surjective)
	if k.function {
		all = append(all, literal{kind: holds, a: t.make("function", zed.BoolType{}, m.x)})
	}
	if k.injective {
		all = append(all, literal{kind: holds, a: t.make("injection", zed.BoolType{}, m.x)})
	}
	t.both(m.in, d, all...)
}
