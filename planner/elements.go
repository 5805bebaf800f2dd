package planner

import (
	"maps"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxElementOrders is how many orders of a given type's elements are tried for each
// case: all orders of four elements.
const maxElementOrders = 24

// met holds the elements of given types that the cases of a unit have, by disjunct and
// place, and the pairs of elements that a case has at two places.
type met map[string]bool

// vary exchanges the elements of given types in the cases that were found, so that the
// cases have as many different elements as possible at each place, the last elements of
// a type first. The search takes the first elements, and so do many programs. A case
// stays a case under the exchange, since elements that the specification mentions are
// left out.
func (f finder) vary(u *unit) {
	if len(f.system.Globals.Given) == 0 {
		return
	}
	known, named := met{}, f.findNamedElements(u)
	for _, c := range u.Cases {
		if c.Own {
			known.note(c, c.Values(), nil)
		}
	}
	for _, c := range u.Cases {
		if c.Own || isLarge(c) {
			continue // a large case has all elements as it is
		}
		for _, t := range slices.Sorted(maps.Keys(f.system.Globals.Given)) {
			u.renameElements(c, f.elements(u, c, t, named), known)
		}
		known.note(c, c.Values(), u.mixed[c])
	}
}

// findNamedElements returns the elements of given types that a unit's specification, or the value
// of a constant, mentions.
func (f finder) findNamedElements(u *unit) map[string]bool {
	out := map[string]bool{}
	note := func(name string) { out[name] = true }
	g := f.system.Globals
	parts := u.conditions()
	for _, d := range g.Defined {
		parts = append(parts, d.Parts()...)
	}
	zed.EachPart(parts, func(e zed.Expr) bool {
		if r, ok := e.(*zed.Ref); ok && r.Kind == zed.Element {
			note(r.Name)
		}
		return true
	})
	for _, constants := range []map[string]value.Value{g.Consts, g.Partly} {
		for _, v := range constants {
			v.Atoms(note)
		}
	}
	return out
}

// elements returns the elements of a given type that may be exchanged in a case.
func (f finder) elements(u *unit, c *plan.Case, t string, named map[string]bool) []string {
	g := f.withSizes(c.Sizes).system.Globals
	n := len(g.Given[t])
	if u.Scope.Given > 0 {
		n = min(n, u.Scope.Given)
	}
	var out []string
	for _, e := range g.Given[t][:n] {
		if !named[e.Name()] {
			out = append(out, e.Name())
		}
	}
	return out
}

// renameElements exchanges elements in a case, by the order of them under which the
// case has most elements at places where no earlier case has them.
func (u *unit) renameElements(c *plan.Case, elements []string, known met) {
	var best map[string]string
	var most []int
	for _, order := range orders(elements) {
		by := map[string]string{}
		for i, e := range elements {
			by[e] = order[i]
		}
		values := replaceElements(c.Values(), by)
		if s := known.score(c, values, renameMixed(u.mixed[c], by)); slices.Compare(s, most) > 0 && !u.has(c, values) {
			best, most = by, s
		}
	}
	c.Steps = suite.MakeSteps(u.Name, replaceElements(c.Values(), best))
	if best != nil && u.mixed[c] != nil {
		u.mixed[c] = renameMixed(u.mixed[c], best)
	}
	c.Witness = replaceElements(c.Witness, best)
	if c.Expected != nil {
		c.Expected = c.Witness
	}
}

// orders returns orders of some elements, starting from the last one backwards: all
// orders, or where these are many, one that begins with each element.
func orders(elements []string) [][]string {
	out := [][]string{{}}
	for i := range elements {
		var next [][]string
		for _, order := range out {
			for at := range i + 1 {
				next = append(next, slices.Insert(slices.Clone(order), at, elements[i]))
			}
		}
		if out = next; len(out) > maxElementOrders {
			break
		}
	}
	if len(out) <= maxElementOrders {
		return out
	}
	out = nil
	for i := range min(len(elements), maxElementOrders) {
		out = append(out, slices.Concat(elements[i:], elements[:i]))
	}
	return out
}

// replaceElements returns values in which elements of given types are replaced.
func replaceElements(values spec.Values, by map[string]string) spec.Values {
	out := slices.Clone(values)
	for i := range out {
		out[i].Value = out[i].Value.Rename(by)
	}
	return out
}

// has tells whether some case other than c has the given values.
func (u *unit) has(c *plan.Case, values spec.Values) bool {
	return slices.ContainsFunc(u.Cases,
		func(other *plan.Case) bool { return other != c && other.Values().Equal(values) })
}

// score returns how many mixups the values show with elements with which no earlier case shows
// them, how many elements they have at a place where no earlier case has them, and how many such pairs.
func (m met) score(c *plan.Case, values spec.Values, shown []mixed) []int {
	mixups, one, two := 0, 0, 0
	for _, x := range shown {
		if !m[x.key()] {
			mixups++
		}
	}
	m.eachKey(c, values, func(key string, pair bool) {
		switch {
		case m[key]:
		case pair:
			two++
		default:
			one++
		}
	})
	return []int{mixups, one, two}
}

// note adds the elements and pairs of some values, and the mixups that they show.
func (m met) note(c *plan.Case, values spec.Values, shown []mixed) {
	for _, x := range shown {
		m[x.key()] = true
	}
	m.eachKey(c, values, func(key string, _ bool) { m[key] = true })
}

// eachKey calls f with the key of each element at its place and of each pair, once for
// each key.
func (m met) eachKey(c *plan.Case, values spec.Values, f func(key string, pair bool)) {
	places := map[string]bool{}
	for _, item := range values {
		eachPlace(item.Value, strconv.Itoa(c.Leaf.Disjunct)+" "+item.Name, func(at string) { places[at] = true })
	}
	all := slices.Sorted(maps.Keys(places))
	for i, at := range all {
		f(at, false)
		for _, other := range all[:i] {
			f(other+" "+at, true)
		}
	}
}

// eachPlace calls f with every element in a value and a text that identifies its place.
func eachPlace(v value.Value, at string, f func(at string)) {
	switch v.Kind() {
	case value.Atom:
		f(at + "=" + v.Name())
	case value.Tuple, value.Binding:
		for i, x := range v.Items() {
			eachPlace(x, at+"."+strconv.Itoa(i), f)
		}
	case value.Set, value.Seq, value.Ctor, value.Total:
		for _, x := range v.Items() {
			eachPlace(x, at+"*", f)
		}
	}
}
