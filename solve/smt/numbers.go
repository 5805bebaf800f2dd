package smt

import "github.com/ttf-int/ttf-int/zed"

// numbers writes the operators on integers, for operands that are written already.
type numbers struct {
	f       *formulas
	vals    *values
	assumed *assumptions
}

// run returns the integers of a range.
func (ns *numbers) run(lo, hi int64) []*sym {
	const far = 1 << 40
	if lo <= -far || hi >= far || hi-lo >= maxElements {
		if lo > hi {
			return nil
		}
		ns.f.fail("a range that nothing bounds, or of more than %d integers", maxElements)
		return nil
	}
	var out []*sym
	for n := lo; n <= hi; n++ {
		out = append(out, ns.vals.int(ns.f.num(n)))
	}
	return out
}

// numeric returns the value of an operator that makes a number or a range of numbers;
// nil for other operators.
func (ns *numbers) numeric(x *zed.Op, args []*sym) *sym {
	switch x.Op {
	case zed.Plus:
		return ns.vals.int(ns.f.add(args[0].num, args[1].num))
	case zed.Subtract:
		return ns.vals.int(ns.f.add(args[0].num, ns.f.neg(args[1].num)))
	case zed.Times:
		return ns.vals.int(ns.f.mul(args[0].num, args[1].num))
	case zed.Negate:
		return ns.vals.int(ns.f.neg(args[0].num))
	case zed.Div, zed.Mod:
		q, r := ns.f.divide(args[0].num, args[1].num)
		if x.Op == zed.Mod {
			q = r
		}
		return ns.vals.restrictTo(ns.vals.int(q), ns.f.not(ns.f.eq(args[1].num, ns.f.num(0))))
	case zed.Card:
		return ns.vals.int(ns.vals.size(args[0]))
	case zed.Range:
		return ns.interval(x, args)
	case zed.Min, zed.Max:
		all := ns.vals.elements(args[0])
		if len(all) == 0 {
			return ns.vals.restrictTo(ns.vals.int(ns.f.num(0)), ns.f.no)
		}
		best, some := all[0].v.num, all[0].in
		for _, y := range all[1:] {
			better := ns.f.makeLess(y.v.num, best)
			if x.Op == zed.Max {
				better = ns.f.makeLess(best, y.v.num)
			}
			best = ns.f.choose(ns.f.and(y.in, ns.f.or(ns.f.not(some), better)), y.v.num, best)
			some = ns.f.or(some, y.in)
		}
		return ns.vals.restrictTo(ns.vals.int(best), some)
	}
	return nil
}

// interval returns a range of integers.
func (ns *numbers) interval(x *zed.Op, args []*sym) *sym {
	lo, _ := ns.assumed.leanOn(args[0].num)
	_, hi := ns.assumed.leanOn(args[1].num)
	var out []entry
	for _, n := range ns.run(lo, hi) {
		out = append(out, entry{ns.f.and(ns.f.le(args[0].num, n.num), ns.f.le(n.num, args[1].num)), n})
	}
	return ns.vals.setOf(x.Type, out, true)
}
