package pairs

import (
	"slices"

	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
)

// Telling says how many mutants of the axioms of a class pairs tell apart. A mutant that is told apart makes another
// value of a sequence, or an object of which an observer shows, at once or after one operation, that it is another one.
// An equivalent one makes the same of everything. Open are the axioms with the mistakes of all others.
type Telling struct {
	Mutants    int      `json:"mutants"`
	Told       int      `json:"told"`
	Equivalent int      `json:"equivalent"`
	Open       []string `json:"open,omitempty"`
}

// Telling returns which mutants the sequences have told apart until now. Of those that none does, the right side of
// the axiom and that of the mutant are compared: where both have the same normal form for all values of the variables,
// the mutant is equivalent.
func (t *Mutants) Telling() Telling {
	m := t.maker
	out := Telling{Mutants: len(t.all)}
	for _, one := range t.all {
		axiom := m.class.Axioms[one.Axiom]
		switch {
		case one.told:
			out.Told++
		case isSameForAll(m, axiom.Right, one.Right):
			out.Equivalent++
		default:
			out.Open = append(out.Open, language.FormatIn(m.class.Name.Text, axiom.Left)+" -> "+
				language.FormatIn(m.class.Name.Text, one.Right))
		}
	}
	return out
}

// maxSplits is how many comparisons of two variables are split into the two being equal, and not.
const maxSplits = 4

// isSameForAll tells whether two terms are shown to have one normal form, whatever their variables are. Where terms
// compare two variables, it is asked of equal ones and of others: what is written of one may be written of the other.
func isSameForAll(m *Maker, a, b language.Term) bool {
	if m.asker == nil {
		return false
	}
	var compared [][2]*language.Variable
	for _, t := range []language.Term{a, b} {
		eachComparison(t, func(one, other *language.Variable) {
			isSame := func(c [2]*language.Variable) bool {
				return c[0].Name == one.Name && c[1].Name == other.Name
			}
			if one.Name != other.Name && builtIn(one.Sort) != nil && len(compared) < maxSplits &&
				!slices.ContainsFunc(compared, isSame) {
				compared = append(compared, [2]*language.Variable{one, other})
			}
		})
	}
	return isSameIn(m, a, b, compared, nil)
}

// isSameIn tells whether two terms are shown to have one normal form under some conditions, of which those that some
// variables are equal are still to be asked about.
func isSameIn(m *Maker, a, b language.Term, compared [][2]*language.Variable, conds []rewriting.Condition) bool {
	if len(compared) > 0 {
		one, other, rest := compared[0][0], compared[0][1], slices.Clone(compared[1:])
		unequal, err := m.condition(one, "=", other)
		if err != nil || len(unequal) != 1 {
			return isSameIn(m, a, b, rest, conds)
		}
		unequal[0].Holds = !unequal[0].Holds
		if !isSameIn(m, a, b, rest, append(slices.Clone(conds), unequal...)) {
			return false
		}
		by := valuation{other.Name: one}
		for i, c := range rest {
			for k, v := range c {
				if v.Name == other.Name {
					rest[i][k] = one
				}
			}
		}
		return isSameIn(m, language.Substitute(a, by), language.Substitute(b, by), rest, conds)
	}
	m.engine.Steps = spare
	x, err := m.engine.Normalize(a)
	if err != nil {
		return false
	}
	y, err := m.engine.Normalize(b)
	return err == nil && (x == y || !rewriting.Differ(x, y, func(more []rewriting.Condition) bool {
		return m.asker.Refuted(append(slices.Clone(conds), more...))
	}))
}

// eachComparison calls use with the variables that a term compares with each other.
func eachComparison(t language.Term, use func(one, other *language.Variable)) {
	if o, is := t.(*language.Operator); is && len(o.Args) == 2 &&
		slices.Contains([]string{"=", "≠", "<", "≤", ">", "≥"}, o.Op) {
		one, is := o.Args[0].(*language.Variable)
		other, too := o.Args[1].(*language.Variable)
		if is && too {
			use(one, other)
		}
	}
	for _, c := range language.Children(t) {
		eachComparison(c, use)
	}
}

// maxShown is how many values of one sort are arguments of what shows a mutant.
const maxShown = 6

// isShown tells whether a program with the mistake of a mutant shows it in a sequence: the value is another one, one of
// the two is an error, or an observer gives another value, at once or, where further is true, after one operation.
func (t *Mutants) isShown(one *mutant, sequence language.Term, steps int, further bool) bool {
	s := t.show(one, sequence, steps)
	both, ok := s.evaluate(sequence)
	if !ok || s.differ(both) {
		return true // the normal forms differ, or the mutant gives none
	}
	if _, is := both[0].(*language.Literal); is {
		return false
	}
	shows := func(of language.Term) bool {
		return slices.ContainsFunc(s.observers(), func(o *language.Operation) bool {
			return slices.ContainsFunc(s.apply(o, of), func(t language.Term) bool {
				both, ok := s.evaluate(t)
				return ok && s.differ(both)
			})
		})
	}
	if shows(sequence) {
		return true
	}
	class := t.maker.class
	for _, o := range class.Operations {
		isFurther := o.Kind != language.Observer && o.Name.Text != language.Create && class.IsExported(o)
		if !further || s.isEqn() || !isFurther {
			continue
		}
		if slices.ContainsFunc(s.apply(o, sequence), shows) {
			return true
		}
	}
	return false
}

// eqn is the operation that compares two objects.
const eqn = "eqn"

// show prepares to compare what the axioms and a mutant make of a sequence.
func (t *Mutants) show(one *mutant, sequence language.Term, steps int) *showing {
	m := t.maker
	s := &showing{maker: m, steps: [2]int{m.options.Steps, spare + manyTimes*steps},
		known: map[string][]language.Term{}}
	if s.machines[0] = m.machine; one != nil {
		s.machines[1] = one.machine
	}
	s.collect(sequence)
	m.machine.Reset()
	m.machine.Steps = m.options.Steps
	if r, err := m.machine.Evaluate(sequence); err == nil && !m.machine.IsStuck(r) {
		s.normal = m.machine.Syntax(r)
	}
	return s
}

// isEqn tells whether objects are compared by eqn alone.
func (s *showing) isEqn() bool { return s.maker.options.ByEqn && s.maker.class.Find(eqn) != nil }

// observers returns the observers that a program is asked for.
func (s *showing) observers() (out []*language.Operation) {
	for _, o := range s.maker.class.Operations {
		if o.Kind == language.Observer && s.maker.class.IsExported(o) && (!s.isEqn() || o.Name.Text == eqn) {
			out = append(out, o)
		}
	}
	return out
}

// showing compares what the axioms and a mutant of them make of terms.
type showing struct {
	maker    *Maker
	machines [2]*ground.Machine
	steps    [2]int
	known    map[string][]language.Term
	normal   language.Term // of the sequence by the axioms
}

// evaluate returns what each makes of a term; false where one gives nothing.
func (s *showing) evaluate(t language.Term) (out [2]language.Term, ok bool) {
	for i, by := range s.machines {
		by.Reset()
		by.Steps = s.steps[i]
		r, err := by.Evaluate(t)
		if err != nil || by.IsStuck(r) {
			return out, false
		}
		out[i] = by.Syntax(r)
	}
	return out, true
}

// differ tells whether of two normal forms one alone is an object, or they are different values.
func (s *showing) differ(both [2]language.Term) bool {
	one, is := both[0].(*language.Literal)
	other, too := both[1].(*language.Literal)
	return is != too || is && one.Text != other.Text
}

// collect notes the values of a sequence.
func (s *showing) collect(t language.Term) {
	if l, is := t.(*language.Literal); is && l.Sort != "" && len(s.known[l.Sort]) < maxShown &&
		!slices.ContainsFunc(s.known[l.Sort], func(o language.Term) bool { return isSame(o, l) }) {
		s.known[l.Sort] = append(s.known[l.Sort], l)
	}
	for _, c := range language.Children(t) {
		s.collect(c)
	}
}

// apply returns an operation sent to what a sequence makes, with values of the sequence. Where it takes another object,
// that is its normal form, or create; what takes objects of other classes is not sent.
func (s *showing) apply(o *language.Operation, sequence language.Term) []language.Term {
	all := [][]language.Term{{sequence}}
	for _, p := range o.Params {
		values := s.known[p.Sort.Text]
		if d := builtIn(p.Sort.Text); len(values) == 0 && d != nil {
			values = []language.Term{d}
		} else if p.Sort.Text == s.maker.class.Name.Text {
			values = []language.Term{s.normal}
			if create := s.maker.class.Find(language.Create); create != nil && len(create.Params) == 0 {
				values = append(values, &language.Apply{Op: language.Create, Decl: create})
			}
		}
		var next [][]language.Term
		for _, args := range all {
			for _, v := range values {
				next = append(next, append(slices.Clone(args), v))
			}
		}
		all = next
	}
	out := make([]language.Term, len(all))
	for i, args := range all {
		out[i] = &language.Apply{Op: o.Name.Text, Decl: o, Args: args}
	}
	return out
}
