package search

import (
	"sync"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// template is a predicate that holds for all values of some bound variables. A conjunct
// ∀ x : S • P is expanded as late as possible: once S is known, P becomes a conjunct of
// its own for each element of S for which it is not decided, and waits for the one hole
// that it read. So a choice is followed only by evaluating what waited for it, and what
// an instance states of a hole bounds that hole.
type template struct {
	expr    zed.Expr
	negated bool
	in      *scope
	locals  []int // the slots of the bound variables, outermost first
	// quant is the quantifier that is expanded, and body what it states of each
	// element; own is how many of the body's locals it binds.
	quant *zed.Quant
	body  *template
	own   int
	// premise guards parts: once it is true, the template is equivalent to them.
	// Without a premise they are its conjuncts.
	premise *template
	parts   []*template

	once    sync.Once
	whole   conjunct
	sets    []use
	compare *comparison
	sides   [2]use // of an equation between terms that are not integers
	equates bool
}

// instance is a template with values for its bound variables.
type instance struct {
	*template
	values []value.Value
	says   *comparison // what it states about integers, with holes in the place of terms
	forces *forced
}

// forced is the value that a hole must have.
type forced struct {
	hole  int
	value value.Value
}

// The limits of expansion.
const (
	// maxTemplates is the largest number of parts into which a conjunct is split.
	maxTemplates = 48
	// maxInstances is the number of elements up to which a quantifier is expanded.
	maxInstances = 1024
	// minInstances is the smallest number of elements for which expansion pays within
	// the scope. Fewer are evaluated again in less time.
	minInstances = 17
)

// setTemplate gives the conjunct its template, where it is a quantifier that
// stands for a conjunction.
func (b *builder) setTemplate(c *conjunct) {
	q, ok := c.expr.(*zed.Quant)
	if !ok || (q.Q != zed.Forall || c.negated) && (q.Q != zed.Exists || !c.negated) {
		return
	}
	left := maxTemplates
	c.template = b.template(c.expr, c.negated, c.in, nil, &left)
}

func (b *builder) template(e zed.Expr, negated bool, in *scope, locals []int, left *int) *template {
	t := &template{expr: e, negated: negated, in: in, locals: locals}
	if *left--; *left < 0 {
		return t
	}
	parts := func(es []zed.Expr, negated bool) {
		for _, a := range es {
			t.parts = append(t.parts, b.template(a, negated, in, locals, left))
		}
	}
	switch e := e.(type) {
	case *zed.Occur:
		return b.template(e.Body, negated, in, locals, left)
	case *zed.Logic:
		switch {
		case e.Op == zed.Not:
			return b.template(e.Args[0], !negated, in, locals, left)
		case e.Op == zed.And && !negated, e.Op == zed.Or && negated:
			parts(e.Args, negated)
		case e.Op == zed.Implies && negated:
			parts(e.Args[:1], false)
			parts(e.Args[1:], true)
		case e.Op == zed.Implies:
			t.premise = &template{expr: e.Args[0], in: in, locals: locals}
			parts(e.Args[1:], false)
		}
	case *zed.Quant:
		if (e.Q == zed.Forall) != negated && e.Q != zed.Exists1 {
			b.setBody(t, e, left)
		}
	}
	return t
}

// setBody gives a template of a quantifier its body. The predicate of the
// quantifier's text is a premise of what it says.
func (b *builder) setBody(t *template, e *zed.Quant, left *int) {
	inner := &scope{slots: map[string]int{}, parent: t.in}
	locals := t.locals[:len(t.locals):len(t.locals)]
	for _, d := range e.Text.Decls {
		power, ok := d.Type.Typ().(zed.PowerType)
		if !ok || len(d.Names) == 0 || toolkit.Large(d.Type) {
			return
		}
		for _, n := range d.Names {
			if _, twice := inner.slots[n.Name]; twice {
				return
			}
			inner.slots[n.Name] = len(b.p.slots)
			locals = append(locals, len(b.p.slots))
			b.p.slots = append(b.p.slots, slot{name: n.Name, typ: power.Elem, local: true})
		}
	}
	body := e.Body
	if e.Text.Pred != nil {
		op, args := zed.Implies, []zed.Expr{e.Text.Pred, body}
		if t.negated {
			op = zed.And // the negation of which is said of each element
		}
		body = &zed.Logic{Info: zed.Info{Span: e.Span, Type: zed.BoolType{}}, Op: op, Args: args}
	}
	t.quant, t.own = e, len(locals)-len(t.locals)
	t.body = b.template(body, t.negated, inner, locals, left)
}

// compile compiles the template on first use: most are never expanded.
func (t *template) compile(p *Prepared) {
	t.once.Do(func() {
		p.cache.mu.Lock()
		defer p.cache.mu.Unlock()
		b := &builder{p: p}
		t.whole = conjunct{use: b.use(t.expr, t.in), negated: t.negated, in: t.in}
		if t.quant != nil {
			for _, d := range t.quant.Text.Decls {
				set := b.use(d.Type, t.in)
				for range d.Names {
					t.sets = append(t.sets, set)
				}
			}
		}
		op, left, right, ok := t.whole.relation()
		if !ok {
			return
		}
		if op == zed.Greater || op == zed.GreaterEq {
			left, right = right, left
			op, _ = toolkit.Mirror(op)
		}
		switch op {
		case zed.Less, zed.LessEq, zed.Equal:
			if _, number := left.Typ().(zed.IntType); number {
				t.compare = &comparison{op: op, left: b.quantity(left, t.in), right: b.quantity(right, t.in)}
			} else if op == zed.Equal {
				t.sides, t.equates = [2]use{b.use(left, t.in), b.use(right, t.in)}, true
			}
		}
	})
}

// expansion replaces a conjunct that is a quantifier by its instances.
type expansion struct {
	s     *search
	index int        // of the conjunct
	rest  *[]waiting // receives what is left
}

// callWith calls f while the frame has the values of an instance's bound variables.
func (x *expansion) callWith(t *template, values []value.Value, f func()) {
	for i, slot := range t.locals {
		x.s.frame[slot] = values[i]
	}
	f()
	for _, slot := range t.locals {
		x.s.frame[slot] = value.Value{}
	}
}

// instance evaluates a template for values of its locals, and adds what is left
// of it to those that wait.
func (x *expansion) instance(t *template, values []value.Value) *failure {
	t.compile(x.s.p)
	if t.premise != nil {
		switch x.truthOf(t.premise, values).truth {
		case eval.False:
			return nil
		case eval.True:
			return x.evaluateParts(t, values)
		}
	} else if t.quant != nil && x.lacks(&t.whole) {
		if f, done := x.expand(t, values); done {
			return f
		}
	}
	switch v := x.truthOf(t, values); v.truth {
	case eval.True:
		return nil
	case eval.Unknown:
		return x.refine(t, values, v.hole)
	default:
		f := &failure{unknown: v.open, conjunct: x.index, jump: true}
		f.vars, f.early = past{x.s}.restOf(x.index)
		return f
	}
}

// lacks tells whether some variable of a conjunct is not wholly known.
func (x *expansion) lacks(c *conjunct) bool {
	for _, i := range c.slots {
		if x.s.frame[i].HasHole() {
			return true
		}
	}
	return false
}

func (x *expansion) truthOf(t *template, values []value.Value) (v assessment) {
	t.compile(x.s.p)
	x.callWith(t, values, func() { v = x.s.test(&t.whole) })
	return v
}

// evaluateParts evaluates the parts of a template.
func (x *expansion) evaluateParts(t *template, values []value.Value) *failure {
	for _, part := range t.parts {
		if f := x.instance(part, values); f != nil {
			return f
		}
	}
	return nil
}

// refine replaces an instance that waits for a hole by its parts.
func (x *expansion) refine(t *template, values []value.Value, hole int) *failure {
	if len(t.parts) > 0 && t.premise == nil {
		return x.evaluateParts(t, values)
	}
	i := &instance{template: t, values: values}
	x.callWith(t, values, func() { x.useStatement(i) })
	*x.rest = append(*x.rest, waiting{index: x.index, hole: hole, at: i})
	return nil
}

// expand replaces a quantifier by its instances; done is false where its sets
// are not known yet, or are too large.
func (x *expansion) expand(t *template, values []value.Value) (f *failure, done bool) {
	t.compile(x.s.p)
	sets, count := make([][]value.Value, t.own), 1
	for i := range sets {
		var set value.Value
		known := false
		x.callWith(t, values, func() { set, known = finiteValue(x.s, t.sets[i]) })
		if !known || set.Len() > maxInstances {
			return nil, false
		}
		sets[i] = set.Members()
		if count *= len(sets[i]); count > maxInstances {
			return nil, false
		}
	}
	if count < minInstances && x.s.reach == inScope && !x.s.patient {
		return nil, false
	}
	for i := range count {
		all := append(make([]value.Value, 0, len(values)+t.own), values...)
		for _, set := range sets {
			count /= len(set)
			all = append(all, set[i/count%len(set)])
		}
		for _, set := range sets {
			count *= len(set)
		}
		if f := x.instance(t.body, all); f != nil {
			return f, true
		}
	}
	return nil, true
}

// useStatement uses what an instance states about holes: a comparison of integers, or the value
// of one hole.
func (x *expansion) useStatement(i *instance) {
	if i.compare != nil {
		left, right := x.s.resolve(i.compare.left), x.s.resolve(i.compare.right)
		i.says = &comparison{op: i.compare.op, left: left, right: right, within: &x.s.p.conjuncts[x.index]}
		return
	}
	if !i.equates {
		return
	}
	for k, side := range i.sides {
		h, ok := x.holeAt(side)
		if !ok {
			continue
		}
		if v, ok := x.s.evaluate(i.sides[1-k]); ok {
			i.forces = &forced{h, v}
			return
		}
	}
}

// holeAt returns the hole that is the value of a term, where it is one.
func (x *expansion) holeAt(u use) (int, bool) {
	v, ok := x.s.evaluatePartly(u)
	return v.Hole(), ok && v.Kind() == value.Hole
}

// evaluatePartly returns the value of a term, which may hold holes.
func (s *search) evaluatePartly(u use) (value.Value, bool) {
	if u.prog == nil {
		return value.Value{}, false
	}
	for _, i := range u.slots {
		if !s.holes[i].filled {
			return value.Value{}, false
		}
	}
	v, reason := u.prog.ValueIn(s.work, s.values(u))
	return v, reason == nil
}

// resolve returns a quantity with numbers and holes in place of the terms that
// are such.
func (s *search) resolve(q *quantity) *quantity {
	if q.kind == opaqueTerm {
		v, ok := s.evaluatePartly(q.term)
		if n, small := v.Int(); ok && small {
			return &quantity{kind: number, n: n}
		}
		if ok && v.Kind() == value.Hole {
			return &quantity{kind: valueOf, slot: v.Hole()}
		}
		return &quantity{kind: opaqueTerm, whole: q.whole}
	}
	if len(q.args) == 0 {
		return q
	}
	out := *q
	out.args = make([]*quantity, len(q.args))
	for i, a := range q.args {
		out.args[i] = s.resolve(a)
	}
	return &out
}
