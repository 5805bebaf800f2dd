package checks

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
)

// The limits of the search for a term for which two axioms differ.
const (
	maxInstances  = 5000 // of the variables together; of more, as many as that, from all over
	maxObjects    = 20
	maxIntegers   = 12 // that variables have; those inside objects have as many as maxInside
	maxInside     = 5
	instanceSteps = 5_000
)

// checkOverlaps holds what two axioms make of one term against each other: at the root, or where
// one rewrites a constructor inside the left side of the other. It says where they differ, and
// which axioms are never applied.
func (k *checker) checkOverlaps() {
	var all []*overlap
	for _, outer := range k.class.Axioms {
		for _, inner := range k.class.Axioms {
			if k.invalid[outer] || k.invalid[inner] {
				continue
			}
			k.checkAt(outer, inner, outer.Left, func(t language.Term) language.Term { return t }, true, &all)
		}
	}
	k.sayOverlaps(all)
}

// checkAt holds two axioms against each other at one place of the left side of outer, and at all
// places inside it; put puts a term at the place.
func (k *checker) checkAt(outer, inner *language.Axiom, at language.Term, put func(language.Term) language.Term,
	root bool, all *[]*overlap,
) {
	t, ok := at.(*language.Apply)
	if !ok {
		return
	}
	later := slices.Index(k.class.Axioms, outer) > slices.Index(k.class.Axioms, inner)
	if !root || later {
		by := map[string]language.Term{}
		if unify(rename(inner.Left, "'"), at, by) {
			o := &overlap{outer: outer, inner: inner, from: resolve(outer.Left, by), one: resolve(outer.Right, by),
				other: resolve(put(rename(inner.Right, "'")), by)}
			if k.join(o); o.said != "" {
				*all = append(*all, o)
			}
		}
	}
	for i, a := range t.Args {
		k.checkAt(outer, inner, a, func(s language.Term) language.Term {
			return put(t.WithArg(i, s))
		}, false, all)
	}
}

// overlap is a term that two axioms cover, and what each makes of it.
type overlap struct {
	outer, inner     *language.Axiom
	from, one, other language.Term
	differ           bool   // whether an instance was found for which the axioms differ
	said             string // that instance with both values, or the term where it is not known; "" where they agree
}

// join notes what is to be said of the terms that two axioms make of one: nothing where they have one normal form, and
// nothing where rewriting does not end for an instance, since that is said of the axiom that does not end.
func (k *checker) join(o *overlap) {
	known := map[string]*language.Variable{}
	variables(o.from, known)
	names := slices.Sorted(maps.Keys(known))
	engine := rewriting.New(k.classes)
	engine.Steps = instanceSteps
	a, err1 := engine.Normalize(o.one)
	b, err2 := engine.Normalize(o.other)
	if err1 == nil && err2 == nil && a == b {
		return
	}
	endless := false
	for _, by := range k.instances(names, known) {
		if endless = !k.tell(engine, o, by); endless || o.differ {
			break
		}
	}
	if o.differ || err1 == nil && err2 == nil && !rewriting.Differ(a, b, k.asker.Refuted) {
		return
	}
	for i := range maxDrawn {
		ended := k.tell(engine, o, k.newDrawer(i).draw(names, known))
		if endless = endless || !ended; endless || o.differ {
			break
		}
	}
	if !o.differ && (!endless || k.found.Ends) {
		o.said = language.FormatTerm(o.from, language.LOBAS)
	}
}

// tell holds an instance of an overlap, and notes it where the axioms differ for that. It returns whether rewriting
// ends for it.
func (k *checker) tell(engine *rewriting.Engine, o *overlap, by map[string]language.Term) bool {
	engine.Steps = instanceSteps
	a, err1 := engine.Normalize(language.Substitute(o.one, by))
	b, err2 := engine.Normalize(language.Substitute(o.other, by))
	if err1 != nil || err2 != nil {
		return false
	}
	if a != b && a.Leaf != nil && b.Leaf != nil {
		o.differ = true
		o.said = fmt.Sprintf("%s: %s and %s", language.FormatTerm(language.Substitute(o.from, by), language.LOBAS),
			b.Leaf, a.Leaf)
	}
	return true
}

// instances returns small values for variables.
func (k *checker) instances(names []string, known map[string]*language.Variable) []map[string]language.Term {
	values := make([][]language.Term, len(names))
	total := 1
	for i, n := range names {
		values[i] = k.values(known[n].Sort, 3)
		total = min(total*max(1, len(values[i])), math.MaxInt32)
	}
	type instance struct {
		by     map[string]language.Term
		weight int
	}
	var all []instance
	step := 1
	if total > maxInstances { // a step that has no divisor in common with their number meets each at most once
		for step = int(float64(total) * 0.618); divisor(step, total) > 1; {
			step++
		}
	}
	for i := range min(total, maxInstances) {
		at, one := i, instance{by: map[string]language.Term{}}
		if i > maxInstances/2 {
			at = i * step % total
		}
		for v, n := range names {
			if len(values[v]) > 0 {
				one.by[n] = values[v][at%len(values[v])]
				one.weight += at % len(values[v])
				at /= len(values[v])
			}
		}
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b instance) int { return a.weight - b.weight }) // the small ones come first
	out := make([]map[string]language.Term, len(all))
	for i, one := range all {
		out[i] = one.by
	}
	return out
}

// divisor returns the greatest common divisor.
func divisor(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// integers returns the integers that variables have: small ones, and those that axioms name, with their neighbours.
func (k *checker) integers() []string {
	out := []string{"0", "1", "2", "-1"}
	add := func(n int64) {
		if s := strconv.FormatInt(n, 10); len(out) < maxIntegers && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	var visit func(t language.Term)
	visit = func(t language.Term) {
		if l, is := t.(*language.Literal); is && l.Sort == language.Integer {
			if n, err := strconv.ParseInt(l.Text, 10, 32); err == nil {
				add(n)
				add(n + 1)
				add(n - 1)
			}
		}
		for _, c := range language.Children(t) {
			visit(c)
		}
	}
	for _, c := range k.classes {
		for _, a := range c.Axioms {
			visit(a.Left)
			visit(a.Right)
		}
	}
	return out
}

// values returns small values of a sort; objects have this many constructors at most.
func (k *checker) values(sort string, depth int) (out []language.Term) {
	texts := map[string][]string{language.Integer: k.integers(), language.Boolean: {"false", "true"},
		language.String: {`""`, `"a"`}}
	if list := texts[language.Integer]; depth < 3 {
		texts[language.Integer] = list[:min(len(list), maxInside)]
	}
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
