package relations

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// successors computes what a relation relates a value without holes to, once what
// the relation is made of was evaluated: of a function of which some images are
// holes, it reads those that it is asked for.
type successors func(x value.Value) ([]value.Value, bool)

// relates compiles a relation that can be built as one that is asked for the
// images of values.
func (c *Compiler) relates(e zed.Expr) func(m *machine.Machine) (successors, bool) {
	if op, ok := e.(*zed.Op); ok && c.root.Images(e) == nil {
		switch op.Op {
		case zed.Union:
			return eitherSource(c.relates(op.Args[0]), c.relates(op.Args[1]))
		case zed.DomRes, zed.DomSub:
			if !c.definitions.Endless(op.Args[0]) {
				return c.relatesWithin(op)
			}
		}
	}
	x := c.root.Term(e)
	return func(m *machine.Machine) (successors, bool) {
		r, ok := m.Partial(x(m))
		if !ok {
			return nil, false
		}
		return imagesIn(m, r), true
	}
}

// imagesIn looks images up in a relation, some images of which may be holes where it
// is a function.
func imagesIn(m *machine.Machine, r value.Value) successors {
	if r.Kind() == value.Seq {
		return func(x value.Value) ([]value.Value, bool) {
			if i, small := x.Int(); small && i >= 1 && i <= int64(r.Len()) {
				y, ok := m.Whole(r.Elem(int(i-1)), true)
				return []value.Value{y}, ok
			}
			return nil, true
		}
	}
	pairs := r.Items()
	if !r.Open() {
		pairs = r.Members()
	}
	return func(x value.Value) ([]value.Value, bool) {
		var out []value.Value
		for _, p := range machine.PairsOf(pairs, x) {
			y, ok := m.Whole(p.Elem(1), true)
			if !ok {
				return nil, false
			}
			out = append(out, y)
		}
		return out, true
	}
}

func eitherSource(left, right func(m *machine.Machine) (successors, bool)) func(m *machine.Machine) (successors, bool) {
	return func(m *machine.Machine) (successors, bool) {
		a, ok := left(m)
		if !ok {
			return nil, false
		}
		b, ok := right(m)
		if !ok {
			return nil, false
		}
		return func(x value.Value) ([]value.Value, bool) {
			ys, ok := a(x)
			if !ok {
				return nil, false
			}
			more, ok := b(x)
			return append(ys, more...), ok
		}, true
	}
}

func (c *Compiler) relatesWithin(e *zed.Op) func(m *machine.Machine) (successors, bool) {
	set, r := c.root.Term(e.Args[0]), c.relates(e.Args[1])
	return func(m *machine.Machine) (successors, bool) {
		within, ok := m.Whole(set(m))
		if !ok {
			return nil, false
		}
		next, ok := r(m)
		if !ok {
			return nil, false
		}
		return func(x value.Value) ([]value.Value, bool) {
			if within.Contains(x) != (e.Op == zed.DomRes) {
				return nil, true
			}
			return next(x)
		}, true
	}
}

// Image compiles R⦇S⦈, and R⁺⦇S⦈ without the closure.
func (c *Compiler) Image(e *zed.Op) machine.Term {
	if set := e.Args[1]; toolkit.Infinite(set) { // R⦇S⦈ is ran (S ◁ R)
		kept := &zed.Op{Info: zed.Info{Span: e.Span, Type: e.Args[0].Typ()}, Op: zed.DomRes,
			Args: []zed.Expr{set, e.Args[0]}}
		return c.root.Term(&zed.Op{Info: e.Info, Op: zed.Ran, Args: []zed.Expr{kept}})
	}
	relation, further := e.Args[0], false
	if closure, ok := relation.(*zed.Op); ok && closure.Op == zed.TransClos {
		relation, further = closure.Args[0], true
	}
	related, from := c.relates(relation), c.root.Term(e.Args[1])
	return func(m *machine.Machine) (value.Value, bool) {
		next, ok := related(m)
		if !ok {
			return value.Value{}, false
		}
		start, ok := m.Whole(from(m))
		if !ok {
			return start, false
		}
		var out []value.Value
		ok = reach(m, e, next, start.Members(), further, func(y value.Value) bool {
			out = append(out, y)
			return true
		})
		return value.OfSet(out), ok
	}
}

// reach calls yield with each value that a relation relates some value to, once;
// further: or relates to such a value, and so on. It ends where yield returns false.
func reach(m *machine.Machine, at zed.Expr, next successors, from []value.Value, further bool,
	yield func(value.Value) bool) bool {
	seen := map[string]bool{}
	for queue := slices.Clone(from); len(queue) > 0; queue = queue[1:] {
		ys, ok := next(queue[0])
		if !ok || !m.Step(at) {
			return false
		}
		for _, y := range ys {
			key := y.Key()
			if seen[key] {
				continue
			}
			if seen[key] = true; !yield(y) {
				return true
			}
			if further {
				queue = append(queue, y)
			}
		}
	}
	return true
}

// MemberOfClosure compiles v ∈ R⁺, without the closure.
func (c *Compiler) MemberOfClosure(e *zed.Op) machine.Membership {
	related := c.relates(e.Args[0])
	return func(m *machine.Machine, v value.Value) machine.Truth {
		v, ok := m.Whole(v, true)
		if !ok {
			return m.Fail
		}
		next, ok := related(m)
		if !ok {
			return m.Fail
		}
		found := machine.False
		if !reach(m, e, next, []value.Value{v.Elem(0)}, true, func(y value.Value) bool {
			found = machine.TruthOf(y.Equal(v.Elem(1)))
			return found == machine.False
		}) {
			return m.Fail
		}
		return found
	}
}
