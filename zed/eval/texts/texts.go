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
	case g.Set != nil && len(g.Path) > 0:
		return c.partsOfMembers(g)
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

// partsOfMembers compiles the parts of a set's members that a path leads to.
func (c *Compiler) partsOfMembers(g *guards.Guard) machine.Extents {
	x := c.root.Term(g.Set)
	return func(m *machine.Machine) (machine.Extent, bool) {
		set, ok := m.Whole(x(m))
		if !ok || set.Kind() == value.Total {
			return machine.Extent{}, false
		}
		var out []value.Value
		for i := range set.Len() {
			member := set.Member(i)
			if g.Column > 0 {
				member = member.Elem(g.Column - 1)
			}
			switch v, t := partOf(m, member, g.Path); t {
			case machine.True:
				out = append(out, v)
			case machine.False:
			default:
				return machine.Extent{}, false
			}
		}
		return machine.Extent{Set: value.OfSet(out)}, true
	}
}

// orElse returns extents that are others where they could not be had, whatever the holes will
// be filled with.
func orElse(over, otherwise machine.Extents) machine.Extents {
	return func(m *machine.Machine) (machine.Extent, bool) {
		fail, reason := m.Fail, m.Reason
		x, ok := over(m)
		if ok || m.Fail == machine.Unknown {
			return x, ok
		}
		m.Fail, m.Reason = fail, reason
		return otherwise(m)
	}
}

// partAt returns the part of a value that a path leads to; nothing where the value is not
// made in that way.
func partAt(m *machine.Machine, v value.Value, ok bool, path []guards.Step) (machine.Extent, bool) {
	if !ok {
		return machine.Extent{}, false
	}
	switch v, t := partOf(m, v, path); t {
	case machine.True:
		return machine.Extent{Form: machine.Single, One: v}, true
	case machine.False:
		return machine.Extent{}, true
	}
	return machine.Extent{}, false
}

// partOf returns the part of a value that a path leads to: it is False where the value is
// not made in that way, and what fails where that is not known.
func partOf(m *machine.Machine, v value.Value, path []guards.Step) (value.Value, machine.Truth) {
	for _, s := range path {
		if v.Kind() == value.Total && s.Only {
			return v, machine.False
		}
		var ok bool
		if v, ok = m.Partial(v, true); !ok {
			return v, m.Fail
		}
		switch {
		case s.Only:
			if v.Len() != 1 {
				return v, machine.False
			}
			v = v.Member(0)
		case s.Ctor != "":
			if v.Kind() != value.Ctor || v.Name() != s.Ctor {
				return v, machine.False
			}
			v = v.Elem(0)
		default:
			v = v.Elem(s.Elem)
		}
	}
	return v, machine.True
}
