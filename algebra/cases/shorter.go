package cases

import (
	"iter"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/suite"
)

const (
	// maxPool is how many values of one sort sequences are made with, where all of a length are made.
	maxPool = 4
	// maxListed is how many objects of one size are made.
	maxListed = 20_000
	// maxUnequal is how many candidates for pairs that are not equivalent are held against the axioms: an experiment
	// is looked for with each.
	maxUnequal = 4000
)

// Size returns how many operations a pair has: those of both sequences, or those of the first where the second is the
// normal form of that. What makes an object is not counted.
func Size(p *suite.Pair) int {
	n := Operations(p.First)
	if !p.Equivalent {
		n += Operations(p.Second)
	}
	return n
}

// Shorter yields pairs with the same tag and fewer operations than bound says at the time, which is at most as many as
// a pair has. They are made of the values in that pair, in four rounds, each with the short ones first: of the
// operations in the pair, and of all that the class exports; and each of these first with one sequence alone for each
// object to which a last operation is sent, or that is its argument, and then with all. The second sequence of those
// that are not equivalent is always one for each object. What is done with an error is left out, and so is a sequence
// that is its own normal form where an equivalent one is wanted. It yields nothing where no axiom stands behind the
// pair.
func (p *Prover) Shorter(of *suite.Pair, bound func() int) iter.Seq[*suite.Pair] {
	return func(yield func(*suite.Pair) bool) {
		if p.Check(of) != nil {
			return
		}
		tried, used := map[string]bool{}, operationsIn(of.First)
		if !of.Equivalent {
			used = append(used, operationsIn(of.Second)...)
		}
		left := maxUnequal
		for round := range 4 {
			e := p.enumerate(of, round < 2, round%2 == 0, used)
			made := e.equal(of, bound)
			if !of.Equivalent {
				made = e.unequal(p.enumerate(of, round < 2, true, used), of, bound, &left)
			}
			for one := range made {
				first, second := one.Sequences()
				if text := first + " " + second; first != second && !tried[text] {
					if tried[text] = true; !yield(one) {
						return
					}
				}
			}
		}
	}
}

// Objects yields objects of the class of a pair, made of its values by operations that are in its first sequence: one
// sequence for each, of up to some operations.
func (p *Prover) Objects(of *suite.Pair, size int) iter.Seq[language.Term] {
	return func(yield func(language.Term) bool) {
		first, is := of.First.(*language.Apply)
		if !is || first.Decl == nil {
			return
		}
		e := p.enumerate(of, true, true, operationsIn(of.First))
		for n := range size + 1 {
			for _, t := range e.of(first.Decl.Class, n) {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// enumerate returns an enumeration of sequences of the values in a pair: of the operations that are used, or of all;
// with one sequence for each object, or with all.
func (p *Prover) enumerate(of *suite.Pair, few, one bool, used []*language.Operation) *enumeration {
	e := &enumeration{Prover: p, pool: poolOf(of), objects: map[sized][]language.Term{}, making: map[sized]bool{}}
	if few {
		e.allowed = used
	}
	if one {
		e.known = map[string]bool{}
	}
	return e
}

// equal yields equivalent pairs of sequences that end as the first of a pair does, by their sizes.
func (e *enumeration) equal(of *suite.Pair, bound func() int) iter.Seq[*suite.Pair] {
	return func(yield func(*suite.Pair) bool) {
		for size := 0; size < bound(); size++ {
			for term := range e.terms(of.First, size) {
				made := e.remake(of, language.Chain(term), nil)
				if size >= bound() || made != nil && !yield(made) {
					return
				}
			}
		}
	}
}

// unequal yields pairs that are not equivalent, by their sizes. The second sequences are those of another enumeration,
// or a value of the pair. At most as many candidates are held against the axioms as are left.
func (e *enumeration) unequal(second *enumeration, of *suite.Pair, bound func() int, left *int) iter.Seq[*suite.Pair] {
	others := func(size int) []language.Term {
		if _, is := of.Second.(*language.Literal); is && size == 0 {
			return e.literals(of.Second)
		}
		if a, is := isObject(of.Second); is {
			return second.of(a.Decl.Class, size)
		}
		return slices.Collect(second.terms(of.Second, size))
	}
	return func(yield func(*suite.Pair) bool) {
		for size := 0; size < bound(); size++ {
			for n := range size + 1 {
				list := others(size - n)
				for term := range e.terms(of.First, n) {
					for _, other := range list {
						if *left--; *left < 0 || size >= bound() {
							return
						}
						made := &suite.Pair{ID: of.ID, First: term, Second: other, Original: of.Original, Own: of.Own}
						if e.Check(made) == nil && !yield(made) {
							return
						}
					}
				}
			}
		}
	}
}

// literals returns a literal, and those of its sort that sequences are made with.
func (e *enumeration) literals(of language.Term) []language.Term {
	out := []language.Term{of}
	for _, one := range e.pool[of.(*language.Literal).Sort] {
		if one.(*language.Literal).Text != of.(*language.Literal).Text {
			out = append(out, one)
		}
	}
	return out
}

// operationsIn returns the operations of a term, those of its arguments too, each once.
func operationsIn(t language.Term) (out []*language.Operation) {
	if a, is := t.(*language.Apply); is && a.Decl != nil {
		out = append(out, a.Decl)
	}
	for _, c := range language.Children(t) {
		for _, o := range operationsIn(c) {
			if !slices.Contains(out, o) {
				out = append(out, o)
			}
		}
	}
	return out
}

// poolOf returns the first values in a pair of each built-in sort, and one where there is none.
func poolOf(p *suite.Pair) map[string][]language.Term {
	out := map[string][]language.Term{
		language.Boolean: {&language.Literal{Text: "false", Sort: language.Boolean},
			&language.Literal{Text: "true", Sort: language.Boolean}},
	}
	numbers, texts := valuesOf(p)
	add := func(sort, text string) { out[sort] = append(out[sort], &language.Literal{Text: text, Sort: sort}) }
	for _, n := range numbers[:min(len(numbers), maxPool)] {
		add(language.Integer, n.String())
	}
	for _, t := range texts[:min(len(texts), maxPool)] {
		add(language.String, t)
	}
	if len(numbers) == 0 {
		add(language.Integer, "0")
	}
	if len(texts) == 0 {
		add(language.String, `"a"`)
	}
	return out
}

// sized is a class and a number of operations.
type sized struct {
	class string
	size  int
}

// enumeration makes all sequences of exported operations, by their size.
type enumeration struct {
	*Prover
	allowed []*language.Operation // nil: all
	pool    map[string][]language.Term
	objects map[sized][]language.Term // those that are no errors
	making  map[sized]bool
	known   map[string]bool // the normal forms of objects, of each of which one sequence is wanted; nil: all are
}

// terms yields the sequences of a size that end as one does: with its observer, or with none.
func (e *enumeration) terms(as language.Term, size int) iter.Seq[language.Term] {
	return func(yield func(language.Term) bool) {
		last, is := as.(*language.Apply)
		if !is || last.Decl == nil {
			return
		}
		class := e.find(last.Decl.Class)
		for _, o := range class.Operations {
			isLast := o == last.Decl
			if last.Decl.Kind != language.Observer {
				isLast = o.Kind != language.Observer && e.takes(class, o)
			}
			if !isLast {
				continue
			}
			for t := range e.applications(o, size) {
				if !yield(t) {
					return
				}
			}
		}
	}
}

func (e *enumeration) find(class string) *language.Class {
	i := slices.IndexFunc(e.class.Classes, func(c *language.Class) bool { return c.Name.Text == class })
	if i < 0 {
		return e.class.Algebra
	}
	return e.class.Classes[i]
}

// takes tells whether sequences consist of an operation.
func (e *enumeration) takes(class *language.Class, o *language.Operation) bool {
	return class.IsExported(o) && (o.Name.Text == language.Create || e.allowed == nil || slices.Contains(e.allowed, o))
}

// of returns the objects of a class with a number of operations.
func (e *enumeration) of(class string, size int) []language.Term {
	key := sized{class, size}
	if known, is := e.objects[key]; is || e.making[key] {
		return known
	}
	e.making[key] = true
	for less := range size { // what is known is made of as few operations as can be
		e.of(class, less)
	}
	var out []language.Term
	c := e.find(class)
	for _, o := range c.Operations {
		if o.Kind == language.Observer || !e.takes(c, o) {
			continue
		}
		for t := range e.applications(o, size) {
			normal, err := e.Normalize(t)
			if l, is := normal.(*language.Literal); err != nil || is && l.Sort == "" {
				continue
			}
			if text := language.FormatIn("", normal); e.known != nil && e.known[text] {
				continue
			} else if e.known != nil {
				e.known[text] = true
			}
			if out = append(out, t); len(out) == maxListed {
				break
			}
		}
	}
	e.objects[key] = out
	return out
}

// applications yields an operation with all arguments, of a size together with it.
func (e *enumeration) applications(o *language.Operation, size int) iter.Seq[language.Term] {
	return func(yield func(language.Term) bool) {
		if o.Name.Text != language.Create {
			size--
		}
		sorts := o.Sorts()
		var choose func(args []language.Term, left int) bool
		choose = func(args []language.Term, left int) bool {
			if len(args) == len(sorts) {
				one := &language.Apply{Op: o.Name.Text, Decl: o, Args: slices.Clone(args)}
				return left > 0 || yield(one)
			}
			sort := sorts[len(args)]
			if values, is := e.pool[sort]; is {
				for _, v := range values {
					if !choose(append(args, v), left) {
						return false
					}
				}
				return true
			}
			for n := left; n >= 0; n-- {
				for _, object := range e.of(sort, n) {
					if !choose(append(args, object), left-n) {
						return false
					}
				}
			}
			return true
		}
		if size >= 0 {
			choose(nil, size)
		}
	}
}
