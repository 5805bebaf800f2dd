package texts

import (
	"github.com/ttf-int/ttf-int/zed/eval/guards"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// clip leaves out of a range what the limits rule out. Where a limit has no
// value, nothing is left out, and the limit's own predicate says so.
func (c *Compiler) clip(over machine.Extents, l guards.Limits) machine.Extents {
	lo, hi := c.root.Terms(l.Lo), c.root.Terms(l.Hi)
	return func(m *machine.Machine) (machine.Extent, bool) {
		x, ok := over(m)
		if !ok || x.Form != machine.Span {
			return x, ok
		}
		for _, limit := range lo {
			if v, ok := limit(m); ok {
				if n, small := v.Int(); small {
					x.Lo = max(x.Lo, n)
				}
			}
		}
		for _, limit := range hi {
			if v, ok := limit(m); ok {
				if n, small := v.Int(); small {
					x.Hi = min(x.Hi, n)
				}
			}
		}
		return x, true
	}
}

// compileGuarded compiles what a guarded variable runs through.
func (c *Compiler) compileGuarded(g *guards.Guard) machine.Extents {
	switch {
	case g.Equal != nil:
		x := c.root.Term(g.Equal)
		return func(m *machine.Machine) (machine.Extent, bool) {
			v, ok := x(m)
			return partAt(m, v, ok, g.Path)
		}
	case g.Set != nil && g.Column == 0:
		return c.root.Extent(g.Set)
	case g.Set != nil:
		x := c.root.Term(g.Set)
		return func(m *machine.Machine) (machine.Extent, bool) {
			r, ok := m.Whole(x(m))
			if !ok {
				return machine.Extent{}, false
			}
			return machine.Extent{Set: machine.Column(r, g.Column-1)}, true
		}
	}
	lo, hi := c.root.Term(g.Limits.Lo[0]), c.root.Term(g.Limits.Hi[0])
	over := func(m *machine.Machine) (machine.Extent, bool) {
		return machine.IntegersBetween(m, g.Limits.Hi[0], lo,
			hi)
	}
	return c.clip(over, guards.Limits{Lo: g.Limits.Lo[1:], Hi: g.Limits.Hi[1:]})
}

// partAt returns the part of a value that a path leads to; nothing where another
// constructor made it.
func partAt(m *machine.Machine, v value.Value, ok bool, path []guards.Step) (machine.Extent, bool) {
	for _, s := range path {
		if v, ok = m.Shell(v, ok); !ok {
			return machine.Extent{}, false
		}
		if s.Ctor == "" {
			v = v.Elem(s.Elem)
			continue
		}
		if v.Kind() != value.Ctor || v.Name() != s.Ctor {
			return machine.Extent{}, true
		}
		v = v.Elem(0)
	}
	return machine.Extent{Form: machine.Single, One: v}, ok
}
