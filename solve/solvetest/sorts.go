package solvetest

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed/value"
)

// among is a set that a variable is declared in.
type among struct {
	set string
	has func(w *World, v value.Value) bool
}

// declared is a variable of generated problems. Where several sorts of sets can
// be meant, one is chosen for each problem. Before it are constants of the random
// specification that its axioms relate it to.
type declared struct {
	name string
	of   sort
	as   []among
	also []string
}

func whole(set string) among { return among{set, func(*World, value.Value) bool { return true }} }

// restrictedTo returns a set of which only the value counts.
func restrictedTo(set string, has func(v value.Value) bool) among {
	return among{set, func(_ *World, v value.Value) bool { return has(v) }}
}

func atLeast(n int64) func(value.Value) bool {
	return func(v value.Value) bool { return integer(v) >= n }
}

func upTo(low, high int64) func(value.Value) bool {
	return func(v value.Value) bool { return integer(v) >= low && integer(v) <= high }
}

func holdsForAll(s value.Value, keep func(value.Value) bool) bool {
	return filterSet(s, keep).Len() == s.Len()
}

func isNonempty(v value.Value) bool { return v.Len() > 0 }

// property is what an arrow demands of a relation between two sets.
type property func(f, from, to value.Value) bool

func isOneToOne(f, _, _ value.Value) bool { return isInjective(f) }
func isTotal(f, from, _ value.Value) bool { return domain(f).Equal(from) }
func isOnto(f, _, to value.Value) bool    { return rangeOf(f).Equal(to) }
func into(of func(value.Value) bool) property {
	return func(f, _, _ value.Value) bool { return holdsForAll(rangeOf(f), of) }
}

// arrow returns a set of functions from the names to other values.
func arrow(set string, to sort, properties ...property) among {
	return among{set, func(w *World, v value.Value) bool {
		all := slices.Clone(w.values(to))
		return isFunction(v) && !slices.ContainsFunc(properties,
			func(p property) bool { return !p(v, value.OfSet(slices.Clone(w.names)), value.OfSet(all)) })
	}}
}

// arrows returns the sets of functions from names to a given type.
func arrows(to sort) []among {
	t := " " + string(to)
	return []among{
		whole("NAME ↔" + t), arrow("NAME ⇸"+t, to), arrow("NAME →"+t, to, isTotal), arrow("NAME ⤔"+t, to, isOneToOne),
		arrow("NAME ↣"+t, to, isOneToOne, isTotal), arrow("NAME ⤀"+t, to, isOnto),
		arrow("NAME ↠"+t, to, isOnto, isTotal),
		arrow("NAME ⤖"+t, to, isOneToOne, isOnto, isTotal), arrow("NAME ⇻"+t, to), arrow("NAME ⤕"+t, to, isOneToOne),
	}
}

var pool = []declared{
	{name: "n", of: name, as: []among{whole("NAME")}},
	{name: "m", of: name, as: []among{whole("NAME")}},
	{name: "x", of: number, as: []among{whole("ℤ"), restrictedTo("ℕ", atLeast(0)), restrictedTo("0 .. 2", upTo(0, 2))}},
	{name: "y", of: number, as: []among{whole("ℤ"), restrictedTo("ℕ₁", atLeast(1))}},
	{name: "q", of: place, as: []among{whole("PLACE")}},
	{name: "A", of: names, as: []among{whole("ℙ NAME"), restrictedTo("ℙ₁ NAME", isNonempty), whole("𝔽 NAME"),
		restrictedTo("𝔽₁ NAME", isNonempty)}},
	{name: "B", of: names, as: []among{whole("ℙ NAME")}},
	{name: "P", of: places, as: []among{whole("ℙ PLACE")}},
	{name: "I", of: numbers,
		as: []among{whole("ℙ ℤ"), restrictedTo("ℙ ℕ", func(v value.Value) bool { return holdsForAll(v, atLeast(0)) }),
			whole("𝔽 ℤ")}},
	{name: "R", of: graphs, as: []among{whole("NAME ↔ NAME")}},
	{name: "h", of: graphs, as: arrows(name)},
	{name: "l", of: links, as: arrows(place)},
	{name: "f", of: ledgers, as: []among{whole("NAME ↔ ℤ"), arrow("NAME ⇸ ℤ", number),
		arrow("NAME → ℤ", number, isTotal),
		arrow("NAME ⤔ ℕ", number, isOneToOne, into(atLeast(0))), arrow("NAME ⇸ 0 .. 1", number, into(upTo(0, 1))),
		arrow("NAME ↣ ℤ", number, isTotal, isOneToOne),
		restrictedTo("bag NAME", isBag), restrictedTo("bag NAME", isBag)}},
	{name: "g", of: ledgers, as: []among{arrow("NAME ⇸ ℤ", number), restrictedTo("bag NAME", isBag)}},
	{name: "s", of: lists, as: []among{whole("seq NAME"), restrictedTo("iseq NAME", isInjective),
		restrictedTo("seq₁ NAME", isNonempty)}},
	{name: "t", of: lists, as: []among{whole("seq NAME")}},
	{name: "u", of: rows,
		as: []among{whole("seq ℤ"),
			restrictedTo("seq (0 .. 1)", func(v value.Value) bool { return holdsForAll(rangeOf(v), upTo(0, 1)) })}},
	{name: "c", of: colour, as: []among{whole("COLOUR")}},
	{name: "p", of: pair, as: []among{whole("NAME × NAME")}},
	{name: "o", of: maybes, as: []among{whole("MAYBE")}},
	{name: "e", of: entries, as: []among{whole("Entry")}},
	{name: "a", of: tree, as: []among{whole("TREE"), restrictedTo("even", isEven)}},
	{name: "b", of: tree, as: []among{whole("TREE")}},
	{name: "W", of: trees, as: []among{whole("ℙ TREE")}},
	{name: "G", of: groups, as: []among{whole("ℙ (ℙ NAME)"), restrictedTo("ℙ₁ (ℙ NAME)", isNonempty)}},
	{name: "D", of: bundles, as: []among{whole("ℙ (seq NAME)"), whole("𝔽 (seq NAME)")}},
	{name: "E", of: bundles, as: []among{whole("ℙ (seq NAME)")}},
	{name: "x'", of: number, as: []among{whole("ℤ"), restrictedTo("ℕ", atLeast(0))}},
	{name: "A'", of: names, as: []among{whole("ℙ NAME")}},
	{name: "f'", of: ledgers, as: []among{arrow("NAME ⇸ ℤ", number), arrow("NAME ⇸ ℕ", number, into(atLeast(0)))}},
	{name: "s'", of: lists, as: []among{whole("seq NAME")}},
}

// constants are the variables of the random specification's axioms that have no
// value of their own; what they are declared in says what the axioms do.
var constants = []declared{
	{name: "limit", of: number, as: []among{restrictedTo("ℤ", atLeast(1))}},
	{name: "known", of: names, as: []among{restrictedTo("ℙ NAME", isNonempty)}, also: []string{"start"}},
	{name: "start", of: name, as: []among{{"NAME", func(w *World, v value.Value) bool {
		known, chosen := w.env["known"]
		return !chosen || known.Contains(v)
	}}}, also: []string{"known"}},
	{name: "home", of: links, as: []among{arrow("NAME → PLACE", place, isTotal)}},
}
