package functions

import (
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// matcher fits a value, and sets the variables that it binds, or does not. The
// value may hold holes, and so may what the variables are bound to.
type matcher func(m *machine.Machine, frame []value.Value, v value.Value) machine.Truth

// patterns makes patterns of terms over variables.
type patterns struct {
	names   []string
	bound   []bool // which of the variables a pattern binds already
	compile func(zed.Expr) (*machine.Program, error)
}

// recognise returns the pattern that a term is, or nil where it is not a pattern.
func (p *patterns) recognise(e zed.Expr) matcher {
	if i := p.variable(e); i >= 0 {
		if p.bound[i] {
			return func(m *machine.Machine, frame []value.Value, v value.Value) machine.Truth {
				return m.Equal(frame[i], v)
			}
		}
		p.bound[i] = true
		return func(_ *machine.Machine, frame []value.Value, v value.Value) machine.Truth {
			frame[i] = v
			return machine.True
		}
	}
	if p.isClosed(e) {
		return p.constant(e)
	}
	switch e := e.(type) {
	case *zed.TupleExt:
		return p.items(e.Elems, value.Tuple)
	case *zed.SeqExt:
		return p.items(e.Elems, value.Seq)
	case *zed.Binding:
		return p.items(e.Values, value.Binding)
	case *zed.SetExt:
		return p.singleton(e)
	case *zed.Apply:
		if fn, ok := e.Fn.(*zed.Ref); ok && fn.Kind == zed.Constant {
			return p.matchConstructed(fn.Name, e.Arg)
		}
	case *zed.Op:
		switch e.Op {
		case zed.Cat:
			return p.matchJoined(e)
		case zed.Plus:
			return p.successor(e)
		}
	}
	return nil
}

// variable returns the place of the variable that e is, or -1.
func (p *patterns) variable(e zed.Expr) int {
	if r, ok := e.(*zed.Ref); ok && (r.Kind == zed.Local || r.Kind == zed.Unresolved) {
		return slices.Index(p.names, r.Name)
	}
	return -1
}

// isClosed tells whether a term mentions none of the variables.
func (p *patterns) isClosed(e zed.Expr) bool {
	return !slices.ContainsFunc(zed.NewFreeNames(zed.Local, zed.Unresolved).NamesOf(e),
		func(n string) bool { return slices.Contains(p.names, n) })
}

func (p *patterns) constant(e zed.Expr) matcher {
	program, err := p.compile(e)
	if err != nil {
		return nil
	}
	return func(m *machine.Machine, frame []value.Value, v value.Value) machine.Truth {
		want, ok := program.ValueWithin(m, frame)
		if !ok {
			return m.Fail
		}
		return m.Equal(want, v)
	}
}

// items fits each part of a structured value. The empty sequence is the empty
// set.
func (p *patterns) items(es []zed.Expr, kind value.Kind) matcher {
	var parts []matcher
	for _, e := range es {
		part := p.recognise(e)
		if part == nil {
			return nil
		}
		parts = append(parts, part)
	}
	return func(m *machine.Machine, frame []value.Value, v value.Value) machine.Truth {
		if v.Kind() == value.Hole {
			return m.UnsettledBy(v)
		}
		if v.Len() != len(parts) || v.Len() > 0 && v.Kind() != kind {
			return machine.False
		}
		var open machine.Undecided
		for i, part := range parts {
			t := part(m, frame, v.Elem(i))
			if t == machine.False {
				return machine.False
			}
			open.Add(m, t)
		}
		return open.Else(m, machine.True)
	}
}

// singleton fits the one member of a set.
func (p *patterns) singleton(e *zed.SetExt) matcher {
	if len(e.Elems) != 1 {
		return nil
	}
	part := p.recognise(e.Elems[0])
	if part == nil {
		return nil
	}
	return func(m *machine.Machine, frame []value.Value, v value.Value) machine.Truth {
		if v.Kind() == value.Hole {
			return m.UnsettledBy(v)
		}
		if v.Len() != 1 {
			return machine.False
		}
		return part(m, frame, v.Member(0))
	}
}

func (p *patterns) matchConstructed(name string, arg zed.Expr) matcher {
	part := p.recognise(arg)
	if part == nil {
		return nil
	}
	return func(m *machine.Machine, frame []value.Value, v value.Value) machine.Truth {
		if v.Kind() == value.Hole {
			return m.UnsettledBy(v)
		}
		if v.Kind() != value.Ctor || v.Name() != name {
			return machine.False
		}
		return part(m, frame, v.Elem(0))
	}
}

// matchJoined fits s ⌢ t where the length of one of the two is in the pattern.
func (p *patterns) matchJoined(e *zed.Op) matcher {
	first, second := e.Args[0], e.Args[1]
	front, known := length(first)
	back, also := length(second)
	x, y := p.recognise(first), p.recognise(second)
	if x == nil || y == nil || !known && !also {
		return nil
	}
	return func(m *machine.Machine, frame []value.Value, v value.Value) machine.Truth {
		if v.Kind() == value.Hole {
			return m.UnsettledBy(v)
		}
		n := v.Len()
		at := front
		if !known {
			at = n - back
		}
		if at < 0 || at > n || v.Kind() != value.Seq && n > 0 {
			return machine.False
		}
		var open machine.Undecided
		t := x(m, frame, part(v, 0, at))
		if t == machine.False {
			return t
		}
		open.Add(m, t)
		t = y(m, frame, part(v, at, n))
		if t == machine.False {
			return t
		}
		open.Add(m, t)
		return open.Else(m, machine.True)
	}
}

func part(v value.Value, from, to int) value.Value {
	return value.OfSeq(slices.Clone(v.Items()[from:to]))
}

// length returns how many elements a sequence has that a pattern fits; known is
// false where that is left open.
func length(e zed.Expr) (n int, known bool) {
	switch e := e.(type) {
	case *zed.SeqExt:
		return len(e.Elems), true
	case *zed.Op:
		if e.Op == zed.Cat {
			a, first := length(e.Args[0])
			b, second := length(e.Args[1])
			return a + b, first && second
		}
	}
	return 0, false
}

// successor fits n + 1: the variable is what is left of the number.
func (p *patterns) successor(e *zed.Op) matcher {
	x, k := e.Args[0], e.Args[1]
	if _, ok := x.(*zed.Num); ok {
		x, k = k, x
	}
	n, ok := k.(*zed.Num)
	if !ok {
		return nil
	}
	rest := p.recognise(x)
	if rest == nil {
		return nil
	}
	return func(m *machine.Machine, frame []value.Value, v value.Value) machine.Truth {
		if v.Kind() == value.Hole {
			return m.UnsettledBy(v)
		}
		if v.Kind() != value.Int {
			return machine.False
		}
		return rest(m, frame, value.OfBig(new(big.Int).Sub(v.Big(), n.Value)))
	}
}
