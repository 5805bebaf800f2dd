package runner

import (
	"slices"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/trace"
)

// setOverlaps sets, in calls that are sorted by when they began, when each ended and which
// others overlap it.
func setOverlaps(all []trace.Call, list []host.Call) {
	if len(all) < 2 {
		return
	}
	makers, outlived := setEnds(all, list)
	depths := make([]int, len(all)+1) // of places from 1: how many calls led there
	seen := make([]int, len(all)+1)   // the last call that this one led to
	var open []int
	for i := range all {
		at, maker := i+1, makers[i+1]
		depths[at] = depths[maker] + 1
		for len(open) > 0 && all[open[len(open)-1]-1].Until < at {
			open = open[:len(open)-1]
		}
		// Mostly the open calls are those that led to this one.
		if n := len(open); n != depths[maker] || outlived {
			open = slices.DeleteFunc(open, func(o int) bool { return all[o-1].Until < at })
			for by := maker; by != 0; by = makers[by] {
				seen[by] = at
			}
			for _, o := range open {
				if seen[o] != at {
					recordOverlap(&all[o-1], &all[i])
					recordOverlap(&all[i], &all[o-1])
				}
			}
		}
		open = append(open, at)
	}
}

// setEnds sets when calls ended. It returns, for each call (numbered from 1), the number
// of the call that made it, or 0 for the unit, and whether some call ended later than
// the call that made it.
func setEnds(all []trace.Call, list []host.Call) (makers []int, outlived bool) {
	makers = make([]int, len(all)+1)
	for i := range all {
		for _, inner := range all[i].Calls {
			makers[inner.At] = i + 1
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		c, said := &all[i], list[i].Until
		switch {
		case c.State == trace.Open:
			c.Until = len(all)
		case said > 0:
			c.Until = max(i+1, int(min(said, uint64(len(all)))))
		default:
			c.Until = i + 1
			for _, inner := range c.Calls {
				c.Until = max(c.Until, inner.Until)
			}
		}
		for _, inner := range c.Calls {
			outlived = outlived || inner.Until > c.Until
		}
	}
	return makers, outlived
}

// recordOverlap records that a call overlaps another, once for each pair of callee and caller.
func recordOverlap(c, other *trace.Call) {
	if !slices.ContainsFunc(c.Beside, func(b *trace.Call) bool {
		return b.Unit == other.Unit &&
			b.Caller == other.Caller
	}) {
		c.Beside = append(c.Beside, other)
	}
}
