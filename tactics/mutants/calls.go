package mutants

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// step is a state variable of a callee, before and after its call.
type step struct{ before, after zed.Var }

// steps returns the state variables of a callee at an occurrence.
func steps(o *zed.Occur) []step {
	own := map[string]zed.Var{}
	for _, v := range o.Vars {
		own[nameIn(o, v)] = v
	}
	var out []step
	for _, v := range o.Vars {
		if name := nameIn(o, v); schema.RoleOf(name) == schema.Before {
			if after, ok := own[name+"'"]; ok {
				out = append(out, step{v, after})
			}
		}
	}
	return out
}

// nameIn returns the name that a variable of an occurrence has in the callee's schema.
func nameIn(o *zed.Occur, v zed.Var) string {
	for own, here := range o.Rename {
		if here == v.Name {
			return own
		}
	}
	return v.Name
}

// call adds the mistakes that can be made at an occurrence of a callee.
func (w *writer) call(o *zed.Occur) {
	called := func(by zed.Expr, shown string) { w.add(Calls, o, by, shown).callee = o.Schema }
	var still []zed.Expr
	for _, s := range steps(o) {
		still = append(still, zed.Relate(zed.Equal, zed.LocalRef(s.after.Name, s.after.Type),
			zed.LocalRef(s.before.Name, s.before.Type)))
	}
	called(schema.Conjoin(still), fmt.Sprintf("without %s, occurrence %d", o.Schema, o.Index))
	if len(still) > 0 {
		called(w.makeTwice(o), fmt.Sprintf("%s twice, occurrence %d", o.Schema, o.Index))
	}
	w.inputs(o, called)
	w.addWithoutAlternatives(o)
	w.addMargins(o)
}

// makeTwice returns the predicate in which a call is made twice in succession.
func (w *writer) makeTwice(o *zed.Occur) zed.Expr {
	first, second := map[string]string{}, map[string]string{}
	taken := map[string]bool{}
	for _, v := range w.unit.Op.Vars {
		taken[v.Name] = true
	}
	for _, v := range o.Vars {
		taken[v.Name] = true
	}
	var between []zed.Var
	for _, s := range steps(o) {
		mid := s.after
		mid.Name = schema.FreshName(s.before.Name, taken)
		first[s.after.Name], second[s.before.Name] = mid.Name, mid.Name
		between = append(between, mid)
	}
	for _, v := range o.Vars {
		if schema.RoleOf(nameIn(o, v)) == schema.Output {
			lost := v
			lost.Name = schema.FreshName(v.Name, taken)
			first[v.Name] = lost.Name
			between = append(between, lost)
		}
	}
	return w.calculus.Exists(between, schema.Conjoin([]zed.Expr{schema.Rename(o, first), schema.Rename(o, second)}))
}

// inputs adds the mistakes that a call has another input, or two inputs of one type
// exchanged.
func (w *writer) inputs(o *zed.Occur, called func(by zed.Expr, shown string)) {
	var inputs []zed.Var
	for _, v := range o.Vars {
		if schema.RoleOf(nameIn(o, v)) == schema.Input {
			inputs = append(inputs, v)
		}
	}
	for i, v := range inputs {
		for _, u := range inputs[i+1:] {
			if zed.SameType(u.Type, v.Type) {
				called(schema.Rename(o, map[string]string{u.Name: v.Name, v.Name: u.Name}),
					fmt.Sprintf("%s with %s and %s exchanged, occurrence %d", o.Schema, v.Name, u.Name, o.Index))
			}
		}
		for _, u := range w.unit.Op.Input.Vars {
			if zed.SameType(u.Type, v.Type) && !slices.ContainsFunc(inputs,
				func(x zed.Var) bool { return x.Name == u.Name }) {
				called(schema.Rename(o, map[string]string{v.Name: u.Name}),
					fmt.Sprintf("%s with %s instead of %s, occurrence %d", o.Schema, u.Name, v.Name, o.Index))
			}
		}
	}
}

// maxLeftOut is the largest number of alternatives that a callee may have for mutants
// without one of them.
const maxLeftOut = 8

// addWithoutAlternatives adds, for each alternative of a callee, those of its own callees
// included, the mistake that it is left out. A program makes it that forgets what its
// callee may answer.
func (w *writer) addWithoutAlternatives(o *zed.Occur) {
	all := schema.Alternatives(o.Body)
	if len(all) < 2 || len(all) > maxLeftOut {
		return
	}
	texts := map[zed.Expr]string{} // of the atoms, which alternatives share
	said := map[string]int{}       // by how many of them
	for _, e := range all {
		for _, c := range atoms(e) {
			if _, printed := texts[c]; !printed {
				texts[c] = zed.Print(c, zed.Unicode)
			}
			said[texts[c]]++
		}
	}
	for i, e := range all {
		own := slices.DeleteFunc(atoms(e), func(c zed.Expr) bool { return said[texts[c]] == len(all) })
		by := *o
		by.Body = schema.Disjoin(slices.Delete(slices.Clone(all), i, i+1))
		w.add(Disjuncts, o, &by, fmt.Sprintf("%s without %s, occurrence %d", o.Schema, shorten(schema.Conjoin(own)),
			o.Index))
	}
}

// atoms returns the conjuncts of an alternative, also within callees and below
// intermediate states.
func atoms(e zed.Expr) []zed.Expr {
	var out []zed.Expr
	for _, c := range schema.Conjuncts(e) {
		switch x := c.(type) {
		case *zed.Occur:
			out = append(out, atoms(x.Body)...)
		case *zed.Quant:
			if x.Q != zed.Exists {
				out = append(out, c)
				continue
			}
			out = append(out, atoms(x.Body)...)
		default:
			out = append(out, c)
		}
	}
	return out
}

// orders adds the mistakes that two calls are exchanged, of which one begins in the
// state that the other leaves.
func (w *writer) orders() {
	all := w.unit.Op.Occurrences
	for _, first := range all {
		for _, second := range all {
			a, b := steps(first), steps(second)
			if first == second || len(a) == 0 || len(a) != len(b) {
				continue
			}
			early, late := map[string]string{}, map[string]string{}
			follows := true
			for _, s := range a {
				i := slices.IndexFunc(b, func(t step) bool { return t.before.Name == s.after.Name })
				if follows = follows && i >= 0; !follows {
					break
				}
				early[s.before.Name], early[s.after.Name] = s.after.Name, b[i].after.Name
				late[b[i].before.Name], late[b[i].after.Name] = s.before.Name, s.after.Name
			}
			if follows {
				m := w.add(Calls, first, schema.Rename(first, early), fmt.Sprintf("%s before %s", second.Schema,
					first.Schema))
				m.nodes[second], m.callee = schema.Rename(second, late), second.Schema
			}
		}
	}
}
