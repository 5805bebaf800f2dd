package checks

import (
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/source"
)

// The limits of the search for a term for which two axioms differ.
const (
	maxInstances  = 3000
	maxObjects    = 12
	instanceSteps = 5_000
)

// checkOverlaps holds what two axioms make of one term against each other: at the root, or where
// one rewrites a constructor inside the left side of the other.
func (k *checker) checkOverlaps() {
	for _, outer := range k.class.Axioms {
		for _, inner := range k.class.Axioms {
			k.checkAt(outer, inner, outer.Left, func(t language.Term) language.Term { return t }, true)
		}
	}
}

// checkAt holds two axioms against each other at one place of the left side of outer, and at all
// places inside it; put puts a term at the place.
func (k *checker) checkAt(outer, inner *language.Axiom, at language.Term, put func(language.Term) language.Term,
	root bool,
) {
	t, ok := at.(*language.Apply)
	if !ok {
		return
	}
	later := slices.Index(k.class.Axioms, outer) > slices.Index(k.class.Axioms, inner)
	if !root || later {
		by := map[string]language.Term{}
		if unify(rename(inner.Left, "'"), at, by) {
			k.join(outer, inner, resolve(outer.Left, by), resolve(outer.Right, by),
				resolve(put(rename(inner.Right, "'")), by))
		}
	}
	for i, a := range t.Args {
		k.checkAt(outer, inner, a, func(s language.Term) language.Term {
			out := *t
			out.Args = slices.Clone(t.Args)
			out.Args[i] = s
			return put(&out)
		}, false)
	}
}

// join says whether two terms, which are made of one, have one normal form.
func (k *checker) join(outer, inner *language.Axiom, from, one, other language.Term) {
	known := map[string]*language.Variable{}
	variables(from, known)
	names := slices.Sorted(maps.Keys(known))
	engine := rewriting.New(k.classes)
	engine.Steps = instanceSteps
	a, err1 := engine.Normalize(one)
	b, err2 := engine.Normalize(other)
	if err1 == nil && err2 == nil && a == b {
		return
	}
	numbers := [2]string{language.FormatAxiom(k.class, inner), language.FormatAxiom(k.class, outer)}
	for _, by := range k.instances(names, known) {
		engine.Steps = instanceSteps
		a, err1 := engine.Normalize(language.Substitute(one, by))
		b, err2 := engine.Normalize(language.Substitute(other, by))
		if err1 != nil || err2 != nil {
			break // the axioms do not end: it is said elsewhere
		}
		if a != b {
			k.found.Errors.Add(source.Errorf(outer.Span, "axioms %s and %s differ for %s: %s and %s",
				numbers[0], numbers[1],
				language.FormatTerm(language.Substitute(from, by), language.LOBAS), b.Leaf, a.Leaf))
			return
		}
	}
	if err1 == nil && err2 == nil && !rewriting.Differ(a, b, k.asker.Refuted) {
		return
	}
	k.found.warn(outer.Span,
		"axioms %s and %s both cover %s: that they agree is not shown, but no term was found for which they differ",
		numbers[0], numbers[1], language.FormatTerm(from, language.LOBAS))
}

// instances returns small values for variables.
func (k *checker) instances(names []string, known map[string]*language.Variable) []map[string]language.Term {
	out := []map[string]language.Term{{}}
	for _, n := range names {
		var next []map[string]language.Term
		for _, v := range k.values(known[n].Sort, 3) {
			for _, by := range out {
				if len(next) < maxInstances {
					by = maps.Clone(by)
					by[n] = v
					next = append(next, by)
				}
			}
		}
		out = next
	}
	return out
}

// values returns small values of a sort; objects have this many constructors at most.
func (k *checker) values(sort string, depth int) (out []language.Term) {
	texts := map[string][]string{language.Integer: {"0", "1", "2"}, language.Boolean: {"false", "true"},
		language.String: {`""`, `"a"`}}
	for _, s := range texts[sort] {
		out = append(out, &language.Literal{Text: s, Sort: sort})
	}
	c := k.find(sort)
	if c == nil || depth == 0 {
		return out
	}
	for _, o := range c.Operations {
		if o.Kind != language.Constructor {
			continue
		}
		terms := []*language.Apply{{Op: o.Name.Text, Decl: o}}
		for _, s := range sortsOf(o) {
			var next []*language.Apply
			for _, t := range terms {
				for _, v := range k.values(s, depth-1) {
					more := *t
					more.Args = append(slices.Clone(t.Args), v)
					next = append(next, &more)
				}
			}
			terms = next
		}
		for _, t := range terms {
			if len(out) < maxObjects {
				out = append(out, t)
			}
		}
	}
	return out
}
