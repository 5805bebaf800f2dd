package solve_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// sort is what a generated term is of.
type sort string

// randomTypes are the types of random problems.
const randomTypes = "[NAME]\nCOLOUR ::= red | green | blue\nMAYBE ::= none | some⟪NAME⟫\nEntry == [k : ℤ; who : NAME]"

// The sorts of generated terms.
const (
	number  sort = "ℤ"
	name    sort = "NAME"
	colour  sort = "COLOUR"
	pair    sort = "NAME × NAME"
	names   sort = "ℙ NAME"
	numbers sort = "ℙ ℤ"
	graphs  sort = "NAME ↔ NAME"
	ledgers sort = "NAME ↔ ℤ"
	lists   sort = "seq NAME"
	rows    sort = "seq ℤ"
	maybes  sort = "MAYBE"
	entries sort = "Entry"
	groups  sort = "ℙ (ℙ NAME)"
	truth   sort = "predicate"
)

// term is a generated term: a format with a place for each part. A variable has
// its name as the format.
type term struct {
	format   string
	parts    []*term
	variable bool
}

// commuting are the formats whose two parts can change places.
var commuting = []string{"(%s ∪ %s)", "(%s ∩ %s)", "(%s ⊖ %s)", "(%s + %s)", "(%s = %s)", "(%s ≠ %s)", "(%s ∧ %s)", "(%s ∨ %s)", "(%s ⇔ %s)"}

func variable(name string) *term { return &term{format: name, variable: true} }

// text writes a term down, with the names that its variables have been given.
func (t *term) text(renamed map[string]string) string {
	if t.variable {
		if to, is := renamed[t.format]; is {
			return to
		}
		return t.format
	}
	parts := make([]any, len(t.parts))
	for i, p := range t.parts {
		parts[i] = p.text(renamed)
	}
	return fmt.Sprintf(t.format, parts...)
}

// commuted returns a term with the parts of its commuting operators swapped.
func (t *term) commuted() *term {
	out := *t
	out.parts = nil
	for _, p := range t.parts {
		out.parts = append(out.parts, p.commuted())
	}
	if slices.Contains(commuting, t.format) {
		slices.Reverse(out.parts)
	}
	return &out
}

// declared is a variable of generated problems. Where several sorts of sets can
// be meant, one is chosen for each problem.
type declared struct {
	name string
	of   sort
	as   []string
}

var pool = []declared{
	{"x", number, []string{"ℤ", "ℕ", "0 .. 2"}}, {"y", number, []string{"ℤ", "ℕ₁"}},
	{"n", name, []string{"NAME"}}, {"m", name, []string{"NAME"}},
	{"A", names, []string{"ℙ NAME", "ℙ₁ NAME"}}, {"B", names, []string{"ℙ NAME"}},
	{"I", numbers, []string{"ℙ ℤ", "ℙ ℕ"}},
	{"R", graphs, []string{"NAME ↔ NAME"}},
	{"h", graphs, []string{"NAME ⇸ NAME", "NAME → NAME", "NAME ⤔ NAME", "NAME ⤖ NAME", "NAME ↠ NAME", "NAME ⤀ NAME", "NAME ↣ NAME"}},
	{"f", ledgers, []string{"NAME ⇸ ℤ", "NAME → ℤ", "NAME ⤔ ℕ", "NAME ⇸ 0 .. 1"}}, {"g", ledgers, []string{"NAME ⇸ ℤ"}},
	{"s", lists, []string{"seq NAME", "iseq NAME", "seq₁ NAME"}}, {"t", lists, []string{"seq NAME"}},
	{"u", rows, []string{"seq ℤ", "seq (0 .. 1)"}},
	{"c", colour, []string{"COLOUR"}},
	{"p", pair, []string{"NAME × NAME"}},
	{"o", maybes, []string{"MAYBE"}}, {"e", entries, []string{"Entry"}}, {"G", groups, []string{"ℙ (ℙ NAME)", "ℙ₁ (ℙ NAME)"}},
	{"x'", number, []string{"ℤ", "ℕ"}}, {"A'", names, []string{"ℙ NAME"}}, {"f'", ledgers, []string{"NAME ⇸ ℤ", "NAME ⇸ ℕ"}}, {"s'", lists, []string{"seq NAME"}},
}

// rule makes a term of its parts.
type rule struct {
	format string
	parts  []sort
}

// leaves are the terms without parts, and rules those with some, by sort.
var (
	leaves = map[sort][]string{
		number: {"0", "1", "2"}, names: {"∅[NAME]"}, numbers: {"∅[ℤ]", "{1}", "(0 .. 1)"}, graphs: {"∅[NAME × NAME]"}, ledgers: {"∅[NAME × ℤ]"},
		lists: {"∅[ℤ × NAME]"}, rows: {"∅[ℤ × ℤ]", "⟨1⟩"}, colour: {"red", "green"}, maybes: {"none"}, groups: {"{∅[NAME]}"},
	}
	rules = map[sort][]rule{
		number: {
			{"(%s + %s)", []sort{number, number}}, {"(%s - %s)", []sort{number, number}}, {"(2 * %s)", []sort{number}},
			{"(%s div 2)", []sort{number}}, {"(%s mod 2)", []sort{number}}, {"(%s * %s)", []sort{number, number}},
			{"(# (%s))", []sort{names}}, {"(# (%s))", []sort{graphs}}, {"(# (%s))", []sort{lists}}, {"(# (%s))", []sort{numbers}}, {"(# (%s))", []sort{ledgers}},
			{"((%s) (%s))", []sort{ledgers, name}}, {"((%s) (%s))", []sort{rows, number}}, {"(head (%s))", []sort{rows}},
			{"(min (%s))", []sort{numbers}}, {"(max (%s))", []sort{numbers}}, {"(if %s then %s else %s)", []sort{truth, number, number}}, {"(%s).k", []sort{entries}}, {"(# (%s))", []sort{groups}},
		},
		name: {
			{"(head (%s))", []sort{lists}}, {"(last (%s))", []sort{lists}}, {"((%s) (%s))", []sort{lists, number}}, {"((%s) (%s))", []sort{graphs, name}},
			{"(%s).1", []sort{pair}}, {"(second (%s))", []sort{pair}}, {"(μ z : %s • z)", []sort{names}}, {"(%s).who", []sort{entries}},
		},
		maybes:  {{"(some (%s))", []sort{name}}},
		entries: {{"⦉k == %s, who == %s⦊", []sort{number, name}}},
		groups:  {{"{%s}", []sort{names}}, {"{%s, %s}", []sort{names, names}}, {"(ℙ (%s))", []sort{names}}, {"(%s ∪ %s)", []sort{groups, groups}}, {"(%s ∖ %s)", []sort{groups, groups}}, {"{z : %s • {z}}", []sort{names}}},
		pair:    {{"(%s, %s)", []sort{name, name}}, {"(%s ↦ %s)", []sort{name, name}}},
		names: {
			{"{%s}", []sort{name}}, {"{%s, %s}", []sort{name, name}}, {"(%s ∪ %s)", []sort{names, names}}, {"(%s ∩ %s)", []sort{names, names}},
			{"(%s ∖ %s)", []sort{names, names}}, {"(%s ⊖ %s)", []sort{names, names}}, {"(⋃ {%s, %s})", []sort{names, names}}, {"(⋂ {%s, %s})", []sort{names, names}},
			{"(dom (%s))", []sort{graphs}}, {"(ran (%s))", []sort{graphs}}, {"(dom (%s))", []sort{ledgers}}, {"(ran (%s))", []sort{lists}},
			{"((%s) ⦇ %s ⦈)", []sort{graphs, names}}, {"{z : %s | z ∈ %s}", []sort{names, names}}, {"{z : %s • (%s) z}", []sort{names, graphs}}, {"(⋃ (%s))", []sort{groups}}, {"(⋂ (%s))", []sort{groups}},
		},
		numbers: {
			{"{%s}", []sort{number}}, {"{%s, %s}", []sort{number, number}}, {"(%s ∪ %s)", []sort{numbers, numbers}}, {"(%s ∩ %s)", []sort{numbers, numbers}},
			{"(%s ∖ %s)", []sort{numbers, numbers}}, {"(%s .. %s)", []sort{number, number}}, {"(ran (%s))", []sort{ledgers}}, {"(dom (%s))", []sort{lists}},
			{"((%s) ⦇ %s ⦈)", []sort{ledgers, names}}, {"(ran (%s))", []sort{rows}},
		},
		graphs: {
			{"{%s ↦ %s}", []sort{name, name}}, {"(%s ∪ %s)", []sort{graphs, graphs}}, {"(%s ∩ %s)", []sort{graphs, graphs}}, {"(%s ∖ %s)", []sort{graphs, graphs}},
			{"(%s ◁ %s)", []sort{names, graphs}}, {"(%s ▷ %s)", []sort{graphs, names}}, {"(%s ⩤ %s)", []sort{names, graphs}}, {"(%s ⩥ %s)", []sort{graphs, names}},
			{"(%s ⊕ %s)", []sort{graphs, graphs}}, {"(%s ⊕ {%s ↦ %s})", []sort{graphs, name, name}}, {"((%s) ∼)", []sort{graphs}}, {"(%s ⨾ %s)", []sort{graphs, graphs}},
			{"(%s ∘ %s)", []sort{graphs, graphs}}, {"(id %s)", []sort{names}}, {"((%s) ⁺)", []sort{graphs}}, {"((%s) ⁎)", []sort{graphs}}, {"(%s × %s)", []sort{names, names}}, {"{%s}", []sort{pair}},
		},
		ledgers: {
			{"{%s ↦ %s}", []sort{name, number}}, {"(%s ∪ %s)", []sort{ledgers, ledgers}}, {"(%s ∩ %s)", []sort{ledgers, ledgers}}, {"(%s ∖ %s)", []sort{ledgers, ledgers}},
			{"(%s ◁ %s)", []sort{names, ledgers}}, {"(%s ⩤ %s)", []sort{names, ledgers}}, {"(%s ▷ %s)", []sort{ledgers, numbers}}, {"(%s ⊕ %s)", []sort{ledgers, ledgers}},
			{"(%s ⊕ {%s ↦ %s})", []sort{ledgers, name, number}}, {"(%s ⨾ %s)", []sort{graphs, ledgers}},
		},
		lists: {
			{"⟨%s⟩", []sort{name}}, {"⟨%s, %s⟩", []sort{name, name}}, {"(%s ⌢ %s)", []sort{lists, lists}}, {"(%s ⌢ ⟨%s⟩)", []sort{lists, name}}, {"(rev (%s))", []sort{lists}},
			{"(tail (%s))", []sort{lists}}, {"(front (%s))", []sort{lists}}, {"(%s ↾ %s)", []sort{lists, names}}, {"(%s ↿ %s)", []sort{numbers, lists}},
		},
		rows: {{"⟨%s⟩", []sort{number}}, {"(%s ⌢ %s)", []sort{rows, rows}}, {"(tail (%s))", []sort{rows}}, {"(rev (%s))", []sort{rows}}},
		truth: {
			{"(%s ∧ %s)", []sort{truth, truth}}, {"(%s ∨ %s)", []sort{truth, truth}}, {"(%s ⇒ %s)", []sort{truth, truth}}, {"(¬ %s)", []sort{truth}}, {"(%s ⇔ %s)", []sort{truth, truth}},
			{"(%s = %s)", []sort{number, number}}, {"(%s < %s)", []sort{number, number}}, {"(%s ≤ %s)", []sort{number, number}}, {"(%s ≠ %s)", []sort{number, number}}, {"(%s ∈ %s)", []sort{number, numbers}},
			{"(%s = %s)", []sort{name, name}}, {"(%s ≠ %s)", []sort{name, name}}, {"(%s ∈ %s)", []sort{name, names}}, {"(%s ∉ %s)", []sort{name, names}},
			{"(%s = %s)", []sort{names, names}}, {"(%s ⊆ %s)", []sort{names, names}}, {"(%s ⊂ %s)", []sort{names, names}}, {"(%s ≠ %s)", []sort{names, names}}, {"(%s ≠ ∅)", []sort{names}},
			{"(%s = %s)", []sort{numbers, numbers}}, {"(%s ⊆ %s)", []sort{numbers, numbers}}, {"(%s = ∅)", []sort{numbers}},
			{"(%s = %s)", []sort{graphs, graphs}}, {"(%s ⊆ %s)", []sort{graphs, graphs}}, {"(%s ≠ %s)", []sort{graphs, graphs}}, {"(%s ∈ %s)", []sort{pair, graphs}}, {"(%s ∉ %s)", []sort{pair, graphs}}, {"(%s ∈ NAME ⇸ NAME)", []sort{graphs}},
			{"(%s = %s)", []sort{ledgers, ledgers}}, {"(%s ⊂ %s)", []sort{ledgers, ledgers}}, {"((%s, %s) ∈ %s)", []sort{name, number, ledgers}}, {"(%s ∈ NAME ⇸ ℕ)", []sort{ledgers}}, {"(%s ∉ NAME ⤔ ℤ)", []sort{ledgers}},
			{"(%s = %s)", []sort{lists, lists}}, {"(%s ≠ %s)", []sort{lists, lists}}, {"(%s prefix %s)", []sort{lists, lists}}, {"(%s suffix %s)", []sort{lists, lists}}, {"(%s ≠ ⟨⟩)", []sort{lists}}, {"(%s = ⟨⟩)", []sort{rows}}, {"(%s ∈ iseq NAME)", []sort{lists}},
			{"(%s = %s)", []sort{rows, rows}}, {"(%s = %s)", []sort{pair, pair}}, {"(%s = %s)", []sort{colour, colour}}, {"(%s ≠ %s)", []sort{colour, colour}},
			{"(%s = %s)", []sort{maybes, maybes}}, {"(%s ≠ %s)", []sort{maybes, maybes}}, {"(%s ∈ ran some)", []sort{maybes}}, {"(%s = some (%s))", []sort{maybes, name}},
			{"(%s = %s)", []sort{entries, entries}}, {"(%s ∈ %s)", []sort{names, groups}}, {"(%s = %s)", []sort{groups, groups}}, {"(%s ⊆ %s)", []sort{groups, groups}}, {"(∀ Y : %s • Y ⊆ %s)", []sort{groups, names}},
			{"(disjoint ⟨%s, %s⟩)", []sort{names, names}}, {"(⟨%s, %s⟩ partition %s)", []sort{names, names, names}},
			{"(∀ z : %s • z ∈ %s ∨ %s)", []sort{names, names, truth}}, {"(∃ z : %s • z ∉ %s ∧ %s)", []sort{names, names, truth}}, {"(∃₁ z : %s • z ∈ %s)", []sort{names, names}},
			{"(∀ k : %s • k ≤ %s)", []sort{numbers, number}}, {"(∃ k : ℕ • k + %s = %s)", []sort{number, number}}, {"(∃ W : ℙ NAME • W = %s ∧ W ⊂ %s)", []sort{names, names}},
			{"(¬ (∃ w : NAME ⇸ ℤ • w = %s ∧ %s))", []sort{ledgers, truth}}, {"(∃ v : seq NAME • v ⌢ ⟨%s⟩ = %s)", []sort{name, lists}}, {"(∀ z : NAME • (z, z) ∈ %s)", []sort{graphs}},
			{"(∃ z : NAME • (%s, z) ∈ %s ∧ z ∈ %s)", []sort{name, graphs, names}},
		},
	}
)

// choices are where a generator takes its decisions from.
type choices interface{ IntN(n int) int }

// bytesOf makes choices of bytes; behind the last one all are the first.
type bytesOf struct{ rest []byte }

func (b *bytesOf) IntN(n int) int {
	if len(b.rest) == 0 {
		return 0
	}
	next := int(b.rest[0])
	b.rest = b.rest[1:]
	return next % n
}

// generated is a problem: variables and conjuncts.
type generated struct {
	vars      []declared
	as        []string
	conjuncts []*term
}

// generator makes terms over the variables of a problem.
type generator struct {
	choices
	vars []declared
}

// term makes a term of a sort, at most so deep.
func (g *generator) term(of sort, depth int) *term {
	var plain []*term
	for _, v := range g.vars {
		if v.of == of {
			plain = append(plain, variable(v.name), variable(v.name), variable(v.name))
		}
	}
	for _, l := range leaves[of] {
		plain = append(plain, &term{format: l})
	}
	if of == truth && depth == 0 {
		return &term{format: "(%s)", parts: []*term{g.atom()}}
	}
	if len(rules[of]) == 0 || len(plain) > 0 && (depth <= 0 || g.known(of) && g.IntN(5) < 2) {
		return plain[g.IntN(len(plain))]
	}
	r := rules[of][g.IntN(len(rules[of]))]
	for range 3 {
		if slices.ContainsFunc(r.parts, g.known) {
			break
		}
		r = rules[of][g.IntN(len(rules[of]))]
	}
	if depth < -2 { // terms of this sort have no leaves
		r = rules[of][0]
	}
	t := &term{format: r.format}
	for _, p := range r.parts {
		t.parts = append(t.parts, g.term(p, depth-1))
	}
	return t
}

// known tells whether there is a variable of a sort, or it is of predicates.
func (g *generator) known(of sort) bool {
	return of == truth || slices.ContainsFunc(g.vars, func(v declared) bool { return v.of == of })
}

// atom makes a membership of variables and leaves.
func (g *generator) atom() *term {
	if g.IntN(2) == 0 {
		return &term{format: "(%s ≤ %s)", parts: []*term{g.term(number, 0), g.term(number, 0)}}
	}
	return &term{format: "(%s ⊆ %s)", parts: []*term{g.term(names, 0), g.term(names, 0)}}
}

// generate makes a problem of two to four variables.
func generate(c choices) generated {
	var out generated
	g := generator{choices: c, vars: []declared{{name: "n", of: name, as: []string{"NAME"}}}}
	for range 1 + c.IntN(3) {
		v := pool[c.IntN(len(pool))]
		if !slices.ContainsFunc(g.vars, func(w declared) bool { return w.name == v.name }) {
			g.vars = append(g.vars, v)
		}
	}
	for _, v := range g.vars {
		out.as = append(out.as, v.as[c.IntN(len(v.as))])
	}
	out.vars = g.vars
	for range 1 + c.IntN(4) {
		out.conjuncts = append(out.conjuncts, g.term(truth, 1+c.IntN(3)))
	}
	return out
}

// text writes a problem down, with names for its variables.
func (g generated) text(renamed map[string]string) string {
	var decls, preds []string
	for i, v := range g.vars {
		decls = append(decls, variable(v.name).text(renamed)+" : "+g.as[i])
	}
	for _, c := range g.conjuncts {
		preds = append(preds, c.text(renamed))
	}
	return strings.Join(decls, "; ") + " | " + strings.Join(preds, " ∧ ")
}

// seeded returns the choices of a number.
func seeded(n uint64) choices { return rand.New(rand.NewPCG(n, 17)) }
