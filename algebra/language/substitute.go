package language

// Substitute returns a term with terms in the place of variables, by their names; a variable that has none stays. The
// term that is given is not changed, and parts without variables of it may be shared with what is returned.
func Substitute(t Term, by map[string]Term) Term {
	all := func(ts []Term) []Term {
		out := make([]Term, len(ts))
		for i, t := range ts {
			out[i] = Substitute(t, by)
		}
		return out
	}
	switch t := t.(type) {
	case *Variable:
		if v := by[t.Name]; v != nil {
			return v
		}
	case *Apply:
		out := *t
		out.Args = all(t.Args)
		return &out
	case *Operator:
		out := *t
		out.Args = all(t.Args)
		return &out
	case *If:
		out := *t
		out.Cond, out.Then, out.Else = Substitute(t.Cond, by), Substitute(t.Then, by), Substitute(t.Else, by)
		return &out
	}
	return t
}
