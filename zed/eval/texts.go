package eval

// clipped leaves out of a range what the limits rule out. Where a limit has no
// value, nothing is left out, and the limit's own predicate says so.
func (c *texts) clipped(over extents, l limits) extents {
	lo, hi := c.root.terms(l.lo), c.root.terms(l.hi)
	return func(m *machine) (extent, bool) {
		x, ok := over(m)
		if !ok || x.form != span {
			return x, ok
		}
		for _, limit := range lo {
			if v, ok := limit(m); ok {
				if n, small := v.Int(); small {
					x.lo = max(x.lo, n)
				}
			}
		}
		for _, limit := range hi {
			if v, ok := limit(m); ok {
				if n, small := v.Int(); small {
					x.hi = min(x.hi, n)
				}
			}
		}
		return x, true
	}
}

// guarded compiles what a guarded variable runs through.
func (c *texts) guarded(g *guard) extents {
	switch {
	case g.equal != nil:
		x := c.root.term(g.equal)
		return func(m *machine) (extent, bool) {
			v, ok := x(m)
			return m.partAt(v, ok, g.path)
		}
	case g.set != nil && g.column == 0:
		return c.root.extent(g.set)
	case g.set != nil:
		x := c.root.term(g.set)
		return func(m *machine) (extent, bool) {
			r, ok := m.whole(x(m))
			if !ok {
				return extent{}, false
			}
			return extent{set: column(r, g.column-1)}, true
		}
	}
	lo, hi := c.root.term(g.limits.lo[0]), c.root.term(g.limits.hi[0])
	over := func(m *machine) (extent, bool) { return between(m, g.limits.hi[0], lo, hi) }
	return c.clipped(over, limits{lo: g.limits.lo[1:], hi: g.limits.hi[1:]})
}
