package pairs

import (
	"errors"

	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
)

// maxBetween is how many steps of one sequence are used.
const maxBetween = 200

// addBetween adds the pairs of a sequence and each step on the way to its normal form, which is
// none of them: it is a pair already. Steps for which no exported operations are found are left out.
func (m *Maker) addBetween(out *Pairs, sequence language.Term, conds []rewriting.Condition) error {
	s := stepper{m}
	now, before := sequence, sequence
	normal, err := m.Normalize(sequence)
	switch {
	case errors.Is(err, errStuck):
		normal = sequence
	case err != nil:
		return ignoreStuck(err)
	}
	for range maxBetween {
		next, err := s.step(now)
		if err != nil {
			return ignoreStuck(err)
		}
		if next == nil {
			break
		}
		now = next
		if after, err := s.step(now); after == nil || err != nil {
			return ignoreStuck(err)
		}
		if second := m.expose(now); second != nil && !isSame(before, second) && !isSame(normal, second) {
			out.Pairs = append(out.Pairs, Pair{First: sequence, Second: second, Equivalent: true, Conditions: conds,
				Between: true})
			before = second
		}
	}
	return nil
}

// stepper applies one axiom at a time.
type stepper struct{ *Maker }

// step applies an axiom to the leftmost innermost place of a ground sequence where one fits. It
// returns nil where the sequence is a normal form, or has an error for its value.
func (s stepper) step(t language.Term) (language.Term, error) {
	a, ok := t.(*language.Apply)
	if !ok {
		return nil, nil
	}
	for i, arg := range a.Args {
		next, err := s.step(arg)
		if err != nil {
			return nil, err
		}
		if l, ok := next.(*language.Literal); ok && l.Text == "error" {
			return l, nil
		}
		if next != nil {
			return a.WithArg(i, next), nil
		}
	}
	for _, c := range s.classes {
		for _, x := range c.Axioms {
			if left, ok := x.Left.(*language.Apply); ok && left.Decl == a.Decl {
				if by := (valuation{}); matchArgs(left.Args, a.Args, by) {
					return s.build(x.Right, by)
				}
			}
		}
	}
	return nil, nil
}

// build returns the right side of an axiom as a sequence: choices are taken, and values of built-in
// sorts calculated.
func (s stepper) build(t language.Term, by valuation) (language.Term, error) {
	switch t := t.(type) {
	case *language.Variable:
		return by[t.Name], nil
	case *language.If:
		s.machine.Steps = s.options.Steps
		cond, err := s.machine.Evaluate(language.Substitute(t.Cond, by))
		switch {
		case err != nil:
			return nil, err
		case cond == ground.True:
			return s.build(t.Then, by)
		case cond == ground.False:
			return s.build(t.Else, by)
		}
		return &language.Literal{Text: "error"}, nil
	case *language.Apply:
		if builtIn(t.Decl.Result.Text) != nil {
			break
		}
		out := &language.Apply{Op: t.Op, Class: t.Class, Decl: t.Decl}
		for _, a := range t.Args {
			arg, err := s.build(a, by)
			if err != nil {
				return nil, err
			}
			if l, ok := arg.(*language.Literal); ok && l.Text == "error" {
				return l, nil
			}
			out.Args = append(out.Args, arg)
		}
		return out, nil
	}
	s.machine.Steps = s.options.Steps
	r, err := s.machine.Evaluate(language.Substitute(t, by))
	if err != nil {
		return nil, err
	}
	return s.machine.Syntax(r), nil
}

func matchArgs(patterns, args []language.Term, by valuation) bool {
	for i, p := range patterns {
		switch p := p.(type) {
		case *language.Variable:
			if old := by[p.Name]; old != nil && !isSame(old, args[i]) {
				return false
			}
			by[p.Name] = args[i]
		case *language.Literal:
			if !isSame(p, args[i]) {
				return false
			}
		case *language.Apply:
			a, ok := args[i].(*language.Apply)
			if !ok || a.Decl != p.Decl || !matchArgs(p.Args, a.Args, by) {
				return false
			}
		}
	}
	return true
}

func isSame(a, b language.Term) bool {
	return language.FormatTerm(a, language.LOBAS) == language.FormatTerm(b, language.LOBAS)
}
