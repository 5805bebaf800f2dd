package checks

import "github.com/ttf-int/ttf-int/algebra/language"

// maxOrderSteps bounds the search for a precedence.
const maxOrderSteps = 200_000

// checkTermination looks for a lexicographic path order in which every axiom makes terms smaller
// (Dershowitz, "Orderings for Term-Rewriting Systems", 1982), and names the axioms for which
// none is found. A term of a condition counts as one of the result.
func checkTermination(classes []*language.Class, found *Findings) {
	var accepted []*language.Axiom
	for _, c := range classes {
		for _, a := range c.Axioms {
			o := &ordering{above: map[pair]bool{}}
			if o.decreaseAll(append(accepted[:len(accepted):len(accepted)], a)) {
				accepted = append(accepted, a)
				continue
			}
			found.warn(a.Span,
				"axiom %s is not shown to terminate: no path order was found in which its right side is smaller; "+
					"rewriting is bounded by steps", language.FormatAxiom(c, a))
		}
	}
}

// pair says that one operation is above another.
type pair struct{ high, low *language.Operation }

// ordering is a precedence as it is being found: what is above what, closed under transitivity.
type ordering struct {
	above map[pair]bool
	steps int
}

func (o *ordering) decreaseAll(axioms []*language.Axiom) bool {
	if len(axioms) == 0 {
		return true
	}
	return o.greater(axioms[0].Left, axioms[0].Right, func() bool { return o.decreaseAll(axioms[1:]) })
}

// raise puts one operation above another, if that can be, and takes it back where what follows
// does not succeed.
func (o *ordering) raise(f, g *language.Operation, then func() bool) bool {
	switch {
	case f == g || o.above[pair{g, f}]:
		return false
	case o.above[pair{f, g}]:
		return then()
	}
	var added []pair
	add := func(p pair) {
		if !o.above[p] {
			o.above[p] = true
			added = append(added, p)
		}
	}
	highs, lows := []*language.Operation{f}, []*language.Operation{g}
	for p := range o.above {
		if p.low == f {
			highs = append(highs, p.high)
		}
		if p.high == g {
			lows = append(lows, p.low)
		}
	}
	for _, h := range highs {
		for _, l := range lows {
			add(pair{h, l})
		}
	}
	if then() {
		return true
	}
	for _, p := range added {
		delete(o.above, p)
	}
	return false
}

// greater tells whether s is greater than t in some extension of the precedence with which what
// follows succeeds.
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
		known := map[string]*language.Variable{}
		variables(s, known)
		return known[t.Name] != nil && then()
	case *language.If, *language.Operator:
		// Below all operations, so that only the parts count.
		return o.greaterAll(s, language.Children(t), then)
	}
	g := t.(*language.Apply)
	for _, a := range f.Args {
		if isSame(a, t) && then() {
			return true
		}
		if o.greater(a, t, then) {
			return true
		}
	}
	if f.Decl == g.Decl {
		return o.lexicographic(s, f.Args, g.Args, then)
	}
	return o.raise(f.Decl, g.Decl, func() bool { return o.greaterAll(s, g.Args, then) })
}

func (o *ordering) greaterAll(s language.Term, ts []language.Term, then func() bool) bool {
	if len(ts) == 0 {
		return then()
	}
	return o.greater(s, ts[0], func() bool { return o.greaterAll(s, ts[1:], then) })
}

// lexicographic compares arguments from the left: the first that differ decide, and s must be
// greater than all that follow.
func (o *ordering) lexicographic(s language.Term, as, bs []language.Term, then func() bool) bool {
	for i := range as {
		if !isSame(as[i], bs[i]) {
			return o.greater(as[i], bs[i], func() bool { return o.greaterAll(s, bs[i+1:], then) })
		}
	}
	return false
}

func isSame(a, b language.Term) bool {
	return language.FormatTerm(a, language.Functional) == language.FormatTerm(b, language.Functional)
}
