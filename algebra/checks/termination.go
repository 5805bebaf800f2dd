package checks

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
)

// maxOrderSteps bounds the search for a path order.
const maxOrderSteps = 300_000

// checkTermination looks for a recursive path order in which every axiom makes terms smaller
// (Dershowitz, "Orderings for Term-Rewriting Systems", 1982): a precedence, in which operations may
// be equal, and for each operation whether its arguments are compared from the left, from the right,
// or as a multiset. It names the axioms for which none is found, and describes that of the others. A
// term of a condition counts as one of the result. Axioms that are never applied do not count, nor do
// those whose left sides are said to be wrong.
func (k *checker) checkTermination() {
	type axiom struct {
		class *language.Class
		*language.Axiom
	}
	var all []axiom
	var operations []*language.Operation
	for _, c := range k.classes {
		operations = append(operations, c.Operations...)
		for _, a := range c.Axioms {
			if !k.isUnused(a) && !k.invalid[a] {
				all = append(all, axiom{c, a})
			}
		}
	}
	order := func(axioms []axiom) (description string, ok bool) {
		o := newOrdering(operations)
		var decrease func(rest []axiom) bool
		decrease = func(rest []axiom) bool {
			if len(rest) == 0 {
				description = o.describe()
				return true
			}
			return o.greater(rest[0].Left, rest[0].Right, func() bool { return decrease(rest[1:]) })
		}
		ok = decrease(axioms)
		return description, ok
	}
	if description, ok := order(all); ok {
		k.found.Ends, k.found.Order = true, description
		return
	}
	var accepted []axiom
	for _, a := range all {
		next := append(accepted[:len(accepted):len(accepted)], a)
		if _, ok := order(next); ok {
			accepted = next
			continue
		}
		k.sayEndless(a.class, a.Axiom)
	}
}

// sayEndless says of an axiom for which no path order was found whether rewriting does not end for a small term.
func (k *checker) sayEndless(c *language.Class, a *language.Axiom) {
	name := language.FormatAxiom(c, a)
	known := map[string]*language.Variable{}
	variables(a.Left, known)
	engine := rewriting.New(k.classes)
	long := ""
	for _, by := range k.instances(slices.Sorted(maps.Keys(known)), known) {
		engine.Steps = instanceSteps
		term := language.Substitute(a.Left, by)
		_, err := engine.Normalize(term)
		var circle *rewriting.CircleError
		if len(by) == len(known) && errors.As(err, &circle) {
			of := ""
			shown := language.FormatTerm(term, language.LOBAS)
			if strings.TrimPrefix(shown, c.Name.Text+".") != circle.Term {
				of = " for " + shown
			}
			k.fail(a.Span, "axiom %s does not terminate%s: %s is rewritten to what has it again", name, of, circle.Term)
			return
		}
		if err != nil {
			long = fmt.Sprintf("; for %s, rewriting goes on for more than %d steps",
				language.FormatTerm(term, language.LOBAS), instanceSteps)
			break
		}
	}
	k.found.warn(a.Span, "axiom %s is not shown to terminate: no path order was found in which its right side is "+
		"smaller%s; rewriting is bounded by steps", name, long)
}

// greater tells whether s is greater than t in some extension of the order with which what follows
// succeeds.
func (o *ordering) greater(s, t language.Term, then func() bool) bool {
	if o.steps++; o.steps > maxOrderSteps {
		return false
	}
	f, ok := s.(*language.Apply)
	if !ok {
		return false
	}
	switch t := t.(type) {
	case *language.Literal:
		return then()
	case *language.Variable:
		return contains(s, t.Name) && then()
	case *language.If, *language.Operator:
		// Below all operations, so that only the parts count.
		return o.greaterAll(s, language.Children(t), then)
	}
	g := t.(*language.Apply)
	for _, a := range f.Args {
		if o.same(a, t) {
			return then()
		}
	}
	if f.Decl == g.Decl {
		if o.compareArguments(f, g, then) {
			return true
		}
	} else {
		if o.extend(f.Decl, g.Decl, above, func() bool { return o.greaterAll(s, g.Args, then) }) {
			return true
		}
		if o.extend(f.Decl, g.Decl, level, func() bool { return o.compareArguments(f, g, then) }) {
			return true
		}
	}
	for _, a := range f.Args {
		if o.greater(a, t, then) {
			return true
		}
	}
	return false
}

func contains(t language.Term, variable string) bool {
	if v, ok := t.(*language.Variable); ok {
		return v.Name == variable
	}
	return slices.ContainsFunc(language.Children(t), func(c language.Term) bool { return contains(c, variable) })
}

func (o *ordering) greaterAll(s language.Term, ts []language.Term, then func() bool) bool {
	if len(ts) == 0 {
		return then()
	}
	return o.greater(s, ts[0], func() bool { return o.greaterAll(s, ts[1:], then) })
}

// compareArguments compares the arguments of operations of one level by each status that they may
// have.
func (o *ordering) compareArguments(f, g *language.Apply, then func() bool) bool {
	for st := fromLeft; st <= asMultiset; st++ {
		if o.assume(f.Decl, st, func() bool {
			switch st {
			case fromLeft:
				return o.lexicographic(f, f.Args, g.Args, then)
			case fromRight:
				as, bs := slices.Clone(f.Args), slices.Clone(g.Args)
				slices.Reverse(as)
				slices.Reverse(bs)
				return o.lexicographic(f, as, bs, then)
			}
			return o.multiset(f.Args, g.Args, then)
		}) {
			return true
		}
	}
	return false
}

// lexicographic compares arguments in order: the first that differ decide, and s must be greater
// than all that follow.
func (o *ordering) lexicographic(s language.Term, as, bs []language.Term, then func() bool) bool {
	for i := range as {
		switch {
		case i == len(bs):
			return then()
		case !o.same(as[i], bs[i]):
			return o.greater(as[i], bs[i], func() bool { return o.greaterAll(s, bs[i+1:], then) })
		}
	}
	return false
}

// multiset compares arguments as multisets: without those that both have, there are some left, and
// each of the others is below one of them.
func (o *ordering) multiset(as, bs []language.Term, then func() bool) bool {
	as, bs = slices.Clone(as), slices.Clone(bs)
	for i := 0; i < len(as); {
		if j := slices.IndexFunc(bs, func(b language.Term) bool { return o.same(as[i], b) }); j >= 0 {
			as, bs = slices.Delete(as, i, i+1), slices.Delete(bs, j, j+1)
			continue
		}
		i++
	}
	var below func(rest []language.Term) bool
	below = func(rest []language.Term) bool {
		if len(rest) == 0 {
			return then()
		}
		for _, a := range as {
			if o.greater(a, rest[0], func() bool { return below(rest[1:]) }) {
				return true
			}
		}
		return false
	}
	return len(as) > 0 && below(bs)
}

// same tells whether two terms are the same, but for operations of one level.
func (o *ordering) same(a, b language.Term) bool {
	switch a := a.(type) {
	case *language.Variable:
		v, ok := b.(*language.Variable)
		return ok && v.Name == a.Name
	case *language.Literal:
		l, ok := b.(*language.Literal)
		return ok && l.Text == a.Text
	case *language.Apply:
		g, ok := b.(*language.Apply)
		if !ok || a.Decl != g.Decl && !o.isLevel(a.Decl, g.Decl) {
			return false
		}
		return slices.EqualFunc(a.Args, g.Args, o.same)
	}
	return false
}
