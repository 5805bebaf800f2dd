package checks

import (
	"math/rand/v2"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// The limits of instances that are drawn.
const (
	maxDrawn       = 4000
	maxDrawnLength = 5 // constructors of an object, but create
	maxDrawnInside = 3 // how deep objects stand in arguments of objects
	maxDrawnValues = 3 // different integers and strings of one instance, so that some are equal
)

// drawer draws values of variables for one instance: larger objects than those that are gone through in order, whose
// arguments are few values, so that what compares them finds equal ones too.
type drawer struct {
	checker  *checker
	rng      *rand.Rand
	integers []string
	strings  []string
	length   int // the most constructors of an object, but create; those in arguments have fewer
}

// newDrawer returns the drawer of an instance, which depends on nothing but the axioms and its number. The objects of
// those with small numbers are small.
func (k *checker) newDrawer(number int) *drawer {
	out := &drawer{checker: k, rng: rand.New(rand.NewPCG(1, uint64(number))),
		length: 1 + number*maxDrawnLength/maxDrawn}
	integers, strings := k.integers(), []string{`""`, `"a"`, `"b"`}
	for range 1 + out.rng.IntN(maxDrawnValues) {
		out.integers = append(out.integers, integers[out.rng.IntN(len(integers))])
		out.strings = append(out.strings, strings[out.rng.IntN(len(strings))])
	}
	return out
}

// draw returns values for variables; a variable whose sort has none stays as it is.
func (d *drawer) draw(names []string, known map[string]*language.Variable) map[string]language.Term {
	out := map[string]language.Term{}
	for _, n := range names {
		if t := d.value(known[n].Sort, 0); t != nil {
			out[n] = t
		}
	}
	return out
}

// value returns a value of a sort, or nil where there is none.
func (d *drawer) value(sort string, depth int) language.Term {
	switch sort {
	case language.Integer:
		return &language.Literal{Text: d.integers[d.rng.IntN(len(d.integers))], Sort: sort}
	case language.String:
		return &language.Literal{Text: d.strings[d.rng.IntN(len(d.strings))], Sort: sort}
	case language.Boolean:
		return &language.Literal{Text: []string{"false", "true"}[d.rng.IntN(2)], Sort: sort}
	}
	c := d.checker.find(sort)
	if c == nil || c.Find(language.Create) == nil {
		return nil
	}
	create := c.Find(language.Create)
	var makers []*language.Operation
	for _, o := range c.Operations {
		if o.Kind == language.Constructor && o != create {
			makers = append(makers, o)
		}
	}
	out := d.apply(create, nil, depth)
	if depth >= maxDrawnInside || len(makers) == 0 || out == nil {
		return out
	}
	for range d.rng.IntN(1 + max(1, d.length-depth)) {
		if out = d.apply(makers[d.rng.IntN(len(makers))], out, depth); out == nil {
			return nil
		}
	}
	return out
}

// apply returns an operation on an object, nil for create, or nil where an argument has no value.
func (d *drawer) apply(o *language.Operation, on language.Term, depth int) language.Term {
	out := &language.Apply{Op: o.Name.Text, Decl: o}
	if on != nil {
		out.Args = append(out.Args, on)
	}
	for _, p := range o.Params {
		t := d.value(p.Sort.Text, depth+1)
		if t == nil {
			return nil
		}
		out.Args = append(out.Args, t)
	}
	return out
}
