package machine

import (
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// explicit is a disjunct of an operation that gives every after-state variable and
// output a value by an equation. Its outcome is computed; those of other disjuncts need
// a search.
type explicit []equation

// equation says that a variable has the value of a term.
type equation struct {
	frame int // the index of the variable in the frame
	term  *eval.Program
}

// explicits returns those disjuncts of a unit that are explicit.
func (m *Machine) explicits(u *spec.Unit, slots []string) []explicit {
	var out []explicit
	for _, d := range u.Op.Disjuncts {
		if e, ok := m.makeExplicit(u, d, slots); ok {
			out = append(out, e)
		}
	}
	return out
}

// makeExplicit returns the equations of a disjunct, in an order in which each term depends
// on known variables only. It is false where some variable has no equation.
func (m *Machine) makeExplicit(u *spec.Unit, d schema.Disjunct, slots []string) (out explicit, ok bool) {
	open := map[string]bool{}
	for _, v := range u.Op.Late.Vars {
		open[v.Name] = true
	}
	for found := true; found && len(open) > 0; {
		found = false
		for _, c := range d.Conjuncts {
			name, term := m.findGiven(c, open)
			if name == "" {
				continue
			}
			program, err := eval.Compile(term, slots, m.system.Globals)
			if err != nil {
				continue
			}
			out = append(out, equation{u.Op.Find(name), program})
			delete(open, name)
			found = true
		}
	}
	return out, len(open) == 0
}

// findGiven returns the variable that a conjunct equates to a term without open variables,
// and that term; "" for other conjuncts.
func (m *Machine) findGiven(c zed.Expr, open map[string]bool) (name string, term zed.Expr) {
	eq, ok := c.(*zed.Op)
	if !ok || eq.Op != zed.Equal || len(eq.Args) != 2 {
		return "", nil
	}
	for i := range eq.Args {
		ref, ok := eq.Args[i].(*zed.Ref)
		if !ok || !open[ref.Name] {
			continue
		}
		other := eq.Args[1-i]
		if !slices.ContainsFunc(m.system.Calculus.FreeVars(other), func(v string) bool { return open[v] }) {
			return ref.Name, other
		}
	}
	return "", nil
}

// computeOutcome returns the frame with a computed outcome that the unit's whole
// specification allows; nil where there is none.
func (t *transition) computeOutcome(frame spec.Frame) spec.Frame {
next:
	for _, e := range t.explicit {
		out := slices.Clone(frame)
		for _, eq := range e {
			v, reason := eq.term.Value(out)
			if reason != nil || v.Kind() == value.Nothing {
				continue next
			}
			out[eq.frame] = v
		}
		if truth, _ := t.whole.Truth(out); truth == eval.True {
			return out
		}
	}
	return nil
}
