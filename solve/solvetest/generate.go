package solvetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed/value"
)

// sort is what a generated term is of.
type sort string

// RandomTypes are the types and constants of random problems.
const RandomTypes = `[NAME, PLACE]
COLOUR ::= red | green | blue
MAYBE ::= none | some⟪NAME⟫
TREE ::= tip | fork⟪TREE × TREE⟫
Entry == [k : ℤ; who : NAME]

│ limit : ℤ
├
│ limit > 0
└
│ start : NAME
│ known : ℙ NAME
├
│ start ∈ known
└
│ home : NAME → PLACE
└
│ evens : ℙ ℤ
│ twice : ℤ → ℤ
│ halved : ℤ ⇸ ℤ
├
│ ∀ n : ℤ • n ∈ evens ⇔ n mod 2 = 0
│ ∀ n : ℤ • twice n = 2 * n
│ ∀ n : ℤ | n ∈ evens • halved n = n div 2
└
│ forks : TREE → ℕ
│ even, leftmost : ℙ TREE
├
│ forks tip = 0
│ ∀ l, r : TREE • forks (fork (l, r)) = 1 + forks l + forks r
│ tip ∈ even
│ ∀ l, r : TREE • fork (l, r) ∈ even ⇔ l ∈ even ∧ r ∈ even ∧ forks l = forks r
│ ∀ l, r : TREE • fork (l, r) ∈ leftmost ⇔ l ∈ leftmost
└`

// The sorts of generated terms.
const (
	number  sort = "ℤ"
	name    sort = "NAME"
	place   sort = "PLACE"
	colour  sort = "COLOUR"
	pair    sort = "NAME × NAME"
	names   sort = "ℙ NAME"
	places  sort = "ℙ PLACE"
	numbers sort = "ℙ ℤ"
	graphs  sort = "NAME ↔ NAME"
	links   sort = "NAME ↔ PLACE"
	ledgers sort = "NAME ↔ ℤ"
	lists   sort = "seq NAME"
	rows    sort = "seq ℤ"
	maybes  sort = "MAYBE"
	tree    sort = "TREE"
	trees   sort = "ℙ TREE"
	entries sort = "Entry"
	groups  sort = "ℙ (ℙ NAME)"
	bundles sort = "ℙ (seq NAME)"
	truth   sort = "predicate"
	nothing sort = ""
)

// term is a generated term: a format with a place for each part, and what it means.
// A variable has its name as the format.
type term struct {
	format   string
	parts    []*term
	variable bool
	is       meaning
}

// evaluate computes what a term means in a world.
func (t *term) evaluate(w *World) (value.Value, bool) {
	if t.variable {
		v, ok := w.env[t.format]
		return v, ok
	}
	return t.is(w, t)
}

// commuting are the formats whose two parts can change places.
var commuting = []string{"(%s ∪ %s)", "(%s ∩ %s)", "(%s ⊖ %s)", "(%s + %s)", "(%s = %s)", "(%s ≠ %s)", "(%s ∧ %s)",
	"(%s ∨ %s)", "(%s ⇔ %s)"}

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

// mentions tells whether a term has a variable in it.
func (t *term) mentions(name string) bool {
	return t.variable && t.format == name ||
		slices.ContainsFunc(t.parts, func(p *term) bool { return p.mentions(name) })
}

// commute returns a term with the parts of its commuting operators swapped.
func (t *term) commute() *term {
	out := *t
	out.parts = nil
	for _, p := range t.parts {
		out.parts = append(out.parts, p.commute())
	}
	if slices.Contains(commuting, t.format) {
		slices.Reverse(out.parts)
	}
	return &out
}

// Choices are where a generator takes its decisions from.
type Choices interface{ IntN(n int) int }

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

// Generated is a problem: variables and conjuncts.
type Generated struct {
	vars      []declared
	as        []among
	conjuncts []*term
}

// generator makes terms over the variables of a problem.
type generator struct {
	Choices
	vars  []declared
	bound int    // how many variables were bound, which gives each its name
	about *theme // what the problem is about; nil for anything
}

// term makes a term of a sort, at most so deep.
func (g *generator) term(of sort, depth int) *term {
	if of == nothing {
		return &term{}
	}
	var plain []*term
	for _, v := range g.vars {
		if v.of == of {
			plain = append(plain, variable(v.name), variable(v.name), variable(v.name))
		}
	}
	for _, l := range leaves[of] {
		plain = append(plain, &term{format: l.format, is: l.is})
	}
	if of == truth && depth <= 0 {
		return &term{format: "(%s)", parts: []*term{g.atom()}, is: evaluateBracketed}
	}
	if of == truth && g.about != nil && g.IntN(3) > 0 {
		return g.make(g.about.truths[g.IntN(len(g.about.truths))], depth)
	}
	if len(rules[of]) == 0 || len(plain) > 0 && (depth <= 0 || g.hasSort(of) && g.IntN(5) < 2) {
		return plain[g.IntN(len(plain))]
	}
	r := rules[of][g.IntN(len(rules[of]))]
	for range 3 {
		if slices.ContainsFunc(r.parts, g.hasSort) {
			break
		}
		r = rules[of][g.IntN(len(rules[of]))]
	}
	if depth < -2 { // terms of this sort have no leaves
		r = rules[of][0]
	}
	return g.make(r, depth)
}

// make makes a term by a rule.
func (g *generator) make(r rule, depth int) *term {
	t := &term{format: r.format, is: r.is}
	parts := r.parts
	if r.binds != nothing {
		g.bound++
		v := declared{name: fmt.Sprintf("z%d", g.bound), of: r.binds}
		t.parts = append(t.parts, variable(v.name), g.term(parts[0], depth-1))
		g.vars = append(g.vars, v)
		defer func() { g.vars = g.vars[:len(g.vars)-1] }()
		parts = parts[1:]
	}
	for _, p := range parts {
		t.parts = append(t.parts, g.term(p, depth-1))
	}
	return t
}

// evaluateBracketed returns the value of a term in brackets.
func evaluateBracketed(w *World, t *term) (value.Value, bool) { return t.parts[0].evaluate(w) }

// hasSort tells whether there is a variable of a sort, or it is of predicates.
func (g *generator) hasSort(of sort) bool {
	return of == truth || slices.ContainsFunc(g.vars, func(v declared) bool { return v.of == of })
}

// atom makes a relation of variables and leaves.
func (g *generator) atom() *term {
	sorts := []sort{number, names, names}
	if n := len(g.vars); n > 0 {
		sorts = append(sorts, g.vars[g.IntN(n)].of, g.vars[n-1].of)
	}
	of := sorts[g.IntN(len(sorts))]
	r := equalities(of)[g.IntN(2)]
	switch {
	case of == number && g.IntN(2) == 0:
		r = rel("(%s ≤ %s)", compare(func(a, b int64) bool { return a <= b }), number, number)
	case of == names && g.IntN(3) > 0:
		r = rel("(%s ⊆ %s)", func(a []value.Value) bool { return subset(a[0], a[1]) }, names, names)
	}
	return g.make(r, 0)
}

// Generate makes a problem of one to four variables.
func Generate(c Choices) Generated {
	g, out := beginProblem(c)
	for range 1 + c.IntN(3) {
		out.conjuncts = append(out.conjuncts, g.term(truth, 1+c.IntN(3)))
	}
	if c.IntN(4) == 0 {
		out.conjuncts = append(out.conjuncts, g.makeSeldom())
	}
	return out
}

// makeSeldom makes a predicate by a rule of which problems would have too few.
func (g *generator) makeSeldom() *term {
	r := seldom[g.IntN(len(seldom))]
	for range 3 {
		if slices.ContainsFunc(r.parts, func(of sort) bool { return of != truth && g.hasSort(of) }) {
			break
		}
		r = seldom[g.IntN(len(seldom))]
	}
	return g.make(r, 2)
}

// beginProblem chooses the variables of a problem, and the constants that it may mention.
func beginProblem(c Choices) (*generator, Generated) {
	var out Generated
	g := &generator{Choices: c}
	choose := func() declared { return pool[c.IntN(len(pool))] }
	if c.IntN(4) == 0 {
		g.about = &themes[c.IntN(len(themes))]
		choose = func() declared {
			name := g.about.vars[c.IntN(len(g.about.vars))]
			return pool[slices.IndexFunc(pool, func(v declared) bool { return v.name == name })]
		}
	}
	for range 1 + c.IntN(4) {
		v := choose()
		if !slices.ContainsFunc(g.vars, func(w declared) bool { return w.name == v.name }) {
			g.vars = append(g.vars, v)
		}
	}
	for _, v := range g.vars {
		out.as = append(out.as, v.as[c.IntN(len(v.as))])
	}
	out.vars = slices.Clone(g.vars)
	for _, v := range constants {
		if c.IntN(10) == 0 {
			g.vars = append(g.vars, v)
		}
	}
	return g, out
}

// maxTries is how many conjuncts are made to find those that have a truth.
const maxTries = 24

// Plant makes a problem around a model, in a world of its own: each conjunct is
// true there, or is negated. It returns the world, or nil where the variables have no
// values in it.
func Plant(c Choices) (Generated, *World) {
	g, out := beginProblem(c)
	low := int64(-c.IntN(4))
	w := WorldOf(1+c.IntN(4), 1+c.IntN(4), low, low+int64(1+c.IntN(5)), 1+c.IntN(3))
	w.tip = c.IntN(2) == 0
	b := &brute{w: w, vars: slices.Clone(out.vars), as: slices.Clone(out.as)}
	for _, v := range constants {
		b.vars, b.as = append(b.vars, v), append(b.as, v.as[0])
	}
	for i, v := range b.vars {
		all := w.values(v.of)
		from := c.IntN(len(all))
		for k := range all {
			if w.env[v.name] = all[(from+k)%len(all)]; b.as[i].has(w, w.env[v.name]) {
				break
			}
		}
	}
	if !b.areDeclared() {
		return out, nil
	}
	want := 1 + c.IntN(4)
	for tries := 0; len(out.conjuncts) < want && tries < maxTries; tries++ {
		t := g.term(truth, 1+c.IntN(3))
		if c.IntN(4) == 0 {
			t = g.makeSeldom()
		}
		if tries < maxTries/2 && !slices.ContainsFunc(out.vars, func(v declared) bool { return t.mentions(v.name) }) {
			continue // it says nothing of the problem
		}
		v, ok := t.evaluate(w)
		if ok && !isTrue(v) {
			t = negation(t)
		}
		if ok {
			out.conjuncts = append(out.conjuncts, t)
		}
	}
	return out, w
}

// Text writes a problem down as the solver takes it.
func (g Generated) Text() string { return g.text(nil) }

func (g Generated) text(renamed map[string]string) string {
	decls, preds := g.Parts(renamed)
	return strings.Join(decls, "; ") + " | " + strings.Join(preds, " ∧ ")
}

// Parts returns the declarations and the conjuncts of a problem, with other names for
// those of its variables that are given one.
func (g Generated) Parts(renamed map[string]string) (decls, preds []string) {
	for i, v := range g.vars {
		decls = append(decls, variable(v.name).text(renamed)+" : "+g.as[i].set)
	}
	for _, c := range g.conjuncts {
		preds = append(preds, c.text(renamed))
	}
	return decls, preds
}

// Names returns the names of a problem's variables.
func (g Generated) Names() []string {
	var out []string
	for _, v := range g.vars {
		out = append(out, v.name)
	}
	return out
}

// Select returns a problem with some of its conjuncts: i is the i-th, from 0, and ^i the
// negation of it.
func (g Generated) Select(of ...int) Generated {
	all := g.conjuncts
	g.conjuncts = nil
	for _, i := range of {
		if i >= 0 {
			g.conjuncts = append(g.conjuncts, all[i])
		} else {
			g.conjuncts = append(g.conjuncts, negation(all[^i]))
		}
	}
	return g
}

func negation(t *term) *term {
	return &term{format: opposite.format, parts: []*term{t}, is: opposite.is}
}

// AddConstants returns a problem with one conjunct more, which some values of the
// constants satisfy.
func (g Generated) AddConstants(c Choices) Generated {
	r := open[c.IntN(len(open))]
	t := &term{format: r.format, is: r.is}
	for _, of := range r.parts {
		t.parts = append(t.parts,
			variable(constants[slices.IndexFunc(constants, func(d declared) bool { return d.of == of })].name))
	}
	g.conjuncts = append(slices.Clone(g.conjuncts), t)
	return g
}

// Size returns how many conjuncts a problem has.
func (g Generated) Size() int { return len(g.conjuncts) }

// Bytes makes choices of bytes; behind the last one all are the first.
func Bytes(data []byte) Choices { return &bytesOf{data} }

// ChoicesOf returns the choices of a number.
func ChoicesOf(n uint64) Choices { return rand.New(rand.NewPCG(n, 17)) }
