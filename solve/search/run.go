package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// workPerStep is the number of elements that evaluations may look at for each
// step that a search may take. Most look at a few dozen; quantifiers within
// quantifiers at millions.
const workPerStep = 25

// nestedSteps is the number of choices that one nested search may try.
const nestedSteps = 5_000

func (p *Prepared) newSearch(ctx context.Context, bound map[string]value.Value, sc value.Scope) (*search, string) {
	s := &search{
		p: p, ctx: ctx, scope: sc, reach: p.reach, limit: p.options.Steps, spent: new(int64),
		built: new(int64),
		work: &eval.Session{
			Left: int(min(p.options.Steps, math.MaxInt/workPerStep)) * workPerStep,
			Stop: func() bool { return ctx.Err() != nil },
		},
		frame: make([]value.Value, len(p.slots)), holes: make([]hole, len(p.slots), len(p.slots)+8),
		deps: make([]choices, len(p.slots)), stated: make([]int, len(p.slots)),
	}
	for i := range p.slots {
		slot := &p.slots[i]
		s.holes[i] = hole{slot: i, typ: slot.typ}
		if !slot.unknown || slot.own {
			if v, ok := bound[slot.name]; ok {
				s.frame[i], s.holes[i].filled = v, true
				continue
			}
			if slot.local {
				s.holes[i].filled = true
				continue
			}
			if !slot.unknown {
				return nil, slot.name
			}
		}
		s.frame[i] = value.OfHole(i)
	}
	p.aliases.leaveOut(s)
	s.symmetry = newSymmetry(p)
	return s, ""
}

func (s *search) start() []waiting {
	pending := make([]waiting, 0, len(s.p.conjuncts)+len(s.p.equations))
	for i := range s.p.equations {
		if states := s.p.equations[i].states; states > 0 && s.p.aliases.isLeftOut(s, states-1) {
			continue
		}
		pending = append(pending, waiting{index: i, hole: -1, equation: true})
	}
	for i := range s.p.conjuncts {
		if s.p.aliases.isLeftOut(s, i) {
			continue
		}
		pending = append(pending, waiting{index: i, hole: -1})
	}
	return pending
}

// outcome returns the outcome of a search without a model that ended with this failure.
func (f failure) outcome() solve.Outcome {
	switch {
	case f.stopped, f.unknown, f.open != "":
		return solve.Undecided
	case f.scope != "":
		return solve.NoneInScope
	}
	return solve.Unsatisfiable
}

// markFinite marks a failure that depends on values being finite as one that depends on a
// bound, where an unbound variable may be infinite.
func (s *search) markFinite(f *failure) {
	if f.scope != "" || !s.mayBeInfinite() {
		return
	}
	if s.work.Finite || !s.isSettled(*f) && s.p.infinite() {
		f.scope = solve.FiniteValues
	}
}

// mayBeInfinite tells whether a variable that is not bound may have an infinite value.
func (s *search) mayBeInfinite() bool {
	for i := range s.p.slots {
		if slot := &s.p.slots[i]; slot.unknown && s.frame[i].HasHole() && hasInfiniteValue(slot.typ, false) {
			return true
		}
	}
	return false
}

// isSettled tells whether a search ended with a conjunct whose variables were all bound
// before it began.
func (s *search) isSettled(f failure) bool {
	return f.conjunct >= 0 && !slices.ContainsFunc(s.p.conjuncts[f.conjunct].slots,
		func(slot int) bool { return s.frame[slot].HasHole() })
}

// hasInfiniteValue tells whether a type has infinite values, sets of integers for example;
// within says that sets of the type are meant.
func hasInfiniteValue(t zed.Type, within bool) bool {
	switch t := t.(type) {
	case zed.IntType, zed.StrType:
		return within
	case zed.NamedType:
		return within
	case zed.PowerType:
		return hasInfiniteValue(t.Elem, true)
	case zed.ProductType:
		return slices.ContainsFunc(t.Elems, func(e zed.Type) bool { return hasInfiniteValue(e, within) })
	case zed.SchemaType:
		return slices.ContainsFunc(t.Fields, func(f zed.Field) bool { return hasInfiniteValue(f.Type, within) })
	}
	return false
}

// conclude makes a result of the end of a search that found no model, or no further one.
func (s *search) conclude(f failure) solve.Result {
	s.markFinite(&f)
	if interrupted := solve.ExplainInterruption(s.ctx); interrupted != "" {
		return solve.Result{Reason: interrupted, Steps: *s.spent} // evaluations were given up too
	}
	r := solve.Result{Outcome: f.outcome(), Steps: *s.spent, Given: f.given}
	switch {
	case f.stopped && s.work.Left <= 0:
		// How many steps that were depends on what other searches have evaluated before.
		r.Reason = fmt.Sprintf("no values were found before all the elements of sets were looked at that %d steps may",
			s.p.options.Steps)
		r.Bound = "steps"
	case f.stopped:
		r.Reason = fmt.Sprintf("no values were found in %d steps", s.limit)
		r.Bound = "steps"
	case f.unknown && f.conjunct >= 0:
		r.Reason = fmt.Sprintf("%s could not be decided", s.p.conjuncts[f.conjunct].text())
	case f.unknown:
		r.Reason = "a quantifier over an infinite set could not be decided"
	case f.open != "":
		r.Reason = fmt.Sprintf("no value was found for %s, which nothing bounds", f.open)
		r.Bound = f.open
	case f.scope != "":
		r.Bound = f.scope
		if f.scope == solve.FiniteValues {
			r.Reason = "no finite sets and functions satisfy it; infinite ones are not looked for"
			break
		}
		r.Reason = fmt.Sprintf("no values within the scope (%s) satisfy it", f.scope)
	case f.conjunct >= 0:
		c := &s.p.conjuncts[f.conjunct]
		r.Reason = fmt.Sprintf("%s is not true", c.text())
	default:
		r.Reason = "every possible value was tried"
	}
	return r
}

// expression returns the conjunct as an expression.
func (c *conjunct) expression() zed.Expr {
	boolean := zed.Info{Span: c.expr.At(), Type: zed.BoolType{}}
	switch {
	case c.occur != nil && c.negated:
		return &zed.Logic{Info: boolean, Op: zed.Not, Args: []zed.Expr{c.occur}}
	case c.occur != nil:
		return c.occur
	case !c.negated:
		return c.expr
	}
	if op, left, right, ok := c.relation(); ok {
		return &zed.Op{Info: boolean, Op: op, Args: []zed.Expr{left, right}}
	}
	return &zed.Logic{Info: boolean, Op: zed.Not, Args: []zed.Expr{c.expr}}
}

func (c *conjunct) text() string { return zed.Print(c.expression(), zed.Unicode) }

// model fills parts that the predicate did not read with the smallest values, and
// evaluates every conjunct again on the complete values. It returns nil where one is
// not true.
func (s *search) model() map[string]value.Value {
	whole := slices.Clone(s.frame)
	for i := range whole {
		v, ok := s.fillHoles(whole[i])
		if !ok {
			return nil
		}
		whole[i] = v
	}
	for i := range whole {
		if s.p.aliases.isCopied(s, i) {
			whole[i] = whole[s.p.aliases.of(i)]
		}
	}
	partial := s.frame
	s.frame = whole
	defer func() { s.frame = partial }()
	for i := range s.p.conjuncts {
		if v := s.test(&s.p.conjuncts[i]); v.truth != eval.True {
			s.doubted = s.doubted || v.open
			return nil
		}
	}
	out := make(map[string]value.Value, len(s.p.vars))
	for i, v := range s.p.vars {
		out[v.Name] = whole[i]
	}
	return out
}

// fillHoles replaces the holes in a value.
func (s *search) fillHoles(v value.Value) (value.Value, bool) {
	switch v.Kind() {
	case value.Hole:
		return s.findSmallest(s.holes[v.Hole()].typ)
	case value.Seq, value.Tuple, value.Binding, value.Ctor, value.Set, value.Total:
		if _, open := findHole(v); !open {
			return v, true
		}
		parts := make([]value.Value, v.Len())
		for i := range parts {
			x, ok := s.fillHoles(part(v, i))
			if !ok {
				return v, false
			}
			parts[i] = x
		}
		return rebuild(v, parts), true
	}
	return v, true
}

// findSmallest returns the smallest value of a type; there is none where the type has
// no element in the scope.
func (s *search) findSmallest(t zed.Type) (value.Value, bool) {
	switch t := t.(type) {
	case zed.IntType:
		return value.OfInt(max(s.scope.IntMin, min(0, s.scope.IntMax))), true
	case zed.StrType:
		return value.OfStr(""), true
	case zed.PowerType:
		return value.OfSet(nil), true
	case zed.NamedType:
		elems := s.p.globals.Given[t.Name]
		if t.Free {
			elems = s.p.globals.Free[t.Name]
		}
		if len(elems) == 0 {
			return value.Value{}, false
		}
		return elems[0], true
	case zed.ProductType:
		parts := make([]value.Value, len(t.Elems))
		for i, e := range t.Elems {
			v, ok := s.findSmallest(e)
			if !ok {
				return v, false
			}
			parts[i] = v
		}
		return value.OfTuple(parts...), true
	case zed.SchemaType:
		names, parts := make([]string, len(t.Fields)), make([]value.Value, len(t.Fields))
		for i, f := range t.Fields {
			v, ok := s.findSmallest(f.Type)
			if !ok {
				return v, false
			}
			names[i], parts[i] = f.Name, v
		}
		return value.OfBinding(names, parts), true
	}
	return value.Value{}, false
}

// solveNested runs the search for a quantifier inside an outer one. Its result has
// no reason: nobody reads it, and there are many.
func (p *Prepared) solveNested(outer *search, bound map[string]value.Value) solve.Result {
	s, missing := p.newSearch(outer.ctx, bound, outer.scope)
	if s == nil {
		return solve.Result{Reason: missing}
	}
	s.symmetry.broken = false
	s.spent, s.built, s.work = outer.spent, outer.built, outer.work
	s.limit = min(outer.limit, *outer.spent+nestedSteps)
	var model map[string]value.Value
	s.found = func(s *search) bool {
		model = s.model()
		return model == nil
	}
	f := s.run()
	if model != nil {
		return solve.Result{Outcome: solve.Case, Model: model}
	}
	if s.markFinite(&f); f.outcome() == solve.Unsatisfiable || p.refutes(bound, s.work) {
		return solve.Result{Outcome: solve.Unsatisfiable}
	}
	return solve.Result{}
}
