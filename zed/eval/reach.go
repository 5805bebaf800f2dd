package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// successors computes what a relation relates a value without holes to, once what
// the relation is made of was evaluated: of a function of which some images are
// holes, it reads those that it is asked for.
type successors func(x value.Value) ([]value.Value, bool)

// relates compiles a relation that can be built as one that is asked for the
// images of values.
func (c *relations) relates(e zed.Expr) func(m *machine) (successors, bool) {
	if op, ok := e.(*zed.Op); ok && c.root.images(e) == nil {
		switch op.Op {
		case zed.Union:
			return either(c.relates(op.Args[0]), c.relates(op.Args[1]))
		case zed.DomRes, zed.DomSub:
			if !c.definitions.endless(op.Args[0]) {
				return c.relatesWithin(op)
			}
		}
	}
	x := c.root.term(e)
	return func(m *machine) (successors, bool) {
		r, ok := m.partial(x(m))
		if !ok {
			return nil, false
		}
		return m.imagesIn(r), true
	}
}

// imagesIn looks images up in a relation, some images of which may be holes where it
// is a function.
func (m *machine) imagesIn(r value.Value) successors {
	if r.Kind() == value.Seq {
		return func(x value.Value) ([]value.Value, bool) {
			if i, small := x.Int(); small && i >= 1 && i <= int64(r.Len()) {
				y, ok := m.whole(r.Elem(int(i-1)), true)
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
		from, _ := slices.BinarySearchFunc(pairs, x, func(p, x value.Value) int { return p.Elem(0).Compare(x) })
		var out []value.Value
		for _, p := range pairs[from:] {
			if !p.Elem(0).Equal(x) {
				break
			}
			y, ok := m.whole(p.Elem(1), true)
			if !ok {
				return nil, false
			}
			out = append(out, y)
		}
		return out, true
	}
}

func either(left, right func(m *machine) (successors, bool)) func(m *machine) (successors, bool) {
	return func(m *machine) (successors, bool) {
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

func (c *relations) relatesWithin(e *zed.Op) func(m *machine) (successors, bool) {
	set, r := c.root.term(e.Args[0]), c.relates(e.Args[1])
	return func(m *machine) (successors, bool) {
		within, ok := m.whole(set(m))
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

// image compiles R⦇S⦈, and R⁺⦇S⦈ without the closure.
func (c *relations) image(e *zed.Op) term {
	if set := e.Args[1]; toolkit.Infinite(set) { // R⦇S⦈ is ran (S ◁ R)
		kept := &zed.Op{Info: zed.Info{Span: e.Span, Type: e.Args[0].Typ()}, Op: zed.DomRes, Args: []zed.Expr{set, e.Args[0]}}
		return c.root.term(&zed.Op{Info: e.Info, Op: zed.Ran, Args: []zed.Expr{kept}})
	}
	relation, further := e.Args[0], false
	if closure, ok := relation.(*zed.Op); ok && closure.Op == zed.TransClos {
		relation, further = closure.Args[0], true
	}
	related, from := c.relates(relation), c.root.term(e.Args[1])
	return func(m *machine) (value.Value, bool) {
		next, ok := related(m)
		if !ok {
			return value.Value{}, false
		}
		start, ok := m.whole(from(m))
		if !ok {
			return start, false
		}
		var out []value.Value
		ok = m.reach(e, next, start.Members(), further, func(y value.Value) bool {
			out = append(out, y)
			return true
		})
		return value.OfSet(out), ok
	}
}

// reach calls yield with each value that a relation relates some value to, once;
// further: or relates to such a value, and so on. It ends where yield returns false.
func (m *machine) reach(at zed.Expr, next successors, from []value.Value, further bool, yield func(value.Value) bool) bool {
	seen := map[string]bool{}
	for queue := slices.Clone(from); len(queue) > 0; queue = queue[1:] {
		ys, ok := next(queue[0])
		if !ok || !m.step(at) {
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

// memberOfClosure compiles v ∈ R⁺, without the closure.
func (c *relations) memberOfClosure(e *zed.Op) membership {
	related := c.relates(e.Args[0])
	return func(m *machine, v value.Value) Truth {
		v, ok := m.whole(v, true)
		if !ok {
			return Unknown
		}
		next, ok := related(m)
		if !ok {
			return m.fail
		}
		found := False
		if !m.reach(e, next, []value.Value{v.Elem(0)}, true, func(y value.Value) bool {
			found = truth(y.Equal(v.Elem(1)))
			return found == False
		}) {
			return m.fail
		}
		return found
	}
}
