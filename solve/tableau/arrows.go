package tableau

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// downArrow takes f ∈ X ⇸ Y, and the memberships in the other arrows.
func downArrow(t *branch, m member, op zed.Operator, from, to int, d deps) {
	k, _ := toolkit.MembersOf(op)
	if !m.in && k.Finite {
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
	side(dom, from, k.Total)
	side(ran, to, k.Surjective)
	if k.Function {
		all = append(all, literal{kind: holds, a: t.make("function", zed.BoolType{}, m.x)})
	}
	if k.Injective {
		all = append(all, literal{kind: holds, a: t.make("injection", zed.BoolType{}, m.x)})
	}
	t.both(m.in, d, all...)
}
