package trace

// charge gives each fault a class and blame, as if it were a case of the callee.
func charge(c *Case, list []*Call) {
	for _, f := range list {
		own := c.forCallee(f)
		own.Moved, own.Unnamed = f.Moved, f.Unnamed
		f.Charge = &Ruling{}
		if f.State == Returned {
			blame(own, nil, f.Charge)
			continue
		}
		own.Ending = c.Ending
		if f == c.Innermost {
			own.Showing = c.Showing
		}
		*f.Charge = judgeAbnormal(own, Ruling{})
	}
}

// chargeFaults sets class and blame of a ruling from its faults. The class is that of the
// first fault.
func chargeFaults(out *Ruling) {
	out.Class = out.Faults[0].Charge.Class
	for _, f := range out.Faults {
		out.Uncertain = out.Uncertain || f.Charge.Uncertain
		for _, name := range f.Charge.Blame {
			out.Blame = appendNew(out.Blame, name)
		}
	}
}
