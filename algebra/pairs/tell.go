package pairs

import (
	"errors"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
)

// experiment is a term with a hole, and what it is with either of two objects in the hole.
type experiment struct {
	term language.Term
	sort string
	both [2]ground.Ref
}

// teller looks for an experiment that tells two objects apart.
type teller struct {
	*Maker
	known map[string][]value // from which arguments are chosen, by their sorts
	tries int
	// objects says that objects are arguments too: they are where nothing else tells two apart,
	// since an experiment without them leans on less.
	objects bool
}

// value is a value that may be an argument, for the machine and as it is written.
type value struct {
	ref  ground.Ref
	term language.Term
}

// maxKnown is how many values of one sort are arguments of experiments.
const maxKnown = 40

// tell looks for an experiment with different values for the two sequences of a pair, the shortest
// first, and notes it. It tells also whether they have the same normal form.
func (m *Maker) tell(p *Pair) (told, same bool, err error) {
	m.machine.Reset()
	t := &teller{Maker: m, known: map[string][]value{}}
	start := experiment{term: &language.Variable{Name: language.Hole}}
	for i, s := range []language.Term{p.First, p.Second} {
		m.machine.Steps = m.options.Steps
		start.both[i], err = m.machine.Evaluate(s)
		if err != nil {
			return false, false, ignoreStuck(err)
		}
		if a, ok := s.(*language.Apply); ok {
			start.sort = a.Decl.Result.Text
		}
	}
	if m.machine.Equal(start.both[0], start.both[1]) {
		return false, true, nil
	}
	if m.differ(start) {
		m.note(p, start)
		return true, false, nil
	}
	if builtIn(start.sort) != nil {
		return false, false, nil
	}
	t.collect(p.First)
	t.collect(p.Second)
	t.addObjects(start, p)
	for _, t.objects = range []bool{false, true} {
		t.tries = 0
		found, err := t.search(start)
		if err != nil {
			return false, false, err
		}
		if found != nil {
			m.note(p, *found)
			return true, false, nil
		}
	}
	return false, false, nil
}

// search returns the first experiment that tells the objects apart, if there is one.
func (t *teller) search(start experiment) (*experiment, error) {
	level := []experiment{start}
	for i := 0; i <= t.options.Depth; i++ {
		var next []experiment
		for _, e := range level {
			found, longer, err := t.extend(e, i == t.options.Depth)
			if found != nil || err != nil {
				return found, err
			}
			next = append(next, longer...)
		}
		level = next
	}
	return nil, nil
}

// ignoreStuck returns an error, but for one that says that some value is not known.
func ignoreStuck(err error) error {
	if errors.Is(err, ground.ErrStuck) {
		return nil
	}
	return err
}

// differ tells whether an experiment has two values of a built-in sort that are not equal, of which one may be an
// error. An error is not told from an object by itself, since all that observers give of that may be errors too; but it
// is where there is no observer.
func (m *Maker) differ(e experiment) bool {
	a, b := e.both[0], e.both[1]
	if m.machine.IsStuck(a) || m.machine.IsStuck(b) || m.machine.Equal(a, b) {
		return false
	}
	return m.machine.IsValue(a) && m.machine.IsValue(b) ||
		(a == ground.Error || b == ground.Error) && !m.isObserved(e.sort)
}

// isObserved tells whether a class has an observer that cases may have.
func (m *Maker) isObserved(class string) bool {
	i := slices.IndexFunc(m.classes, func(c *language.Class) bool { return c.Name.Text == class })
	return i >= 0 && slices.ContainsFunc(m.classes[i].Operations, func(o *language.Operation) bool {
		return o.Kind == language.Observer && m.classes[i].IsExported(o)
	})
}

// note notes the experiment of a pair.
func (m *Maker) note(p *Pair, e experiment) {
	for i, r := range e.both {
		p.Values[i] = language.FormatIn(m.class.Name.Text, m.machine.Syntax(r))
	}
	if _, ok := e.term.(*language.Variable); ok {
		return
	}
	p.Experiment = language.FormatExperiment(m.class.Name.Text, e.term)
	p.Told = [2]language.Term{language.Substitute(e.term, valuation{language.Hole: p.First}),
		language.Substitute(e.term, valuation{language.Hole: p.Second})}
}

// extend sends each operation to what an experiment gives, and gives that to each operation as an
// argument. It returns one that tells the objects apart, or those that give other objects, which
// are not made for the last level.
func (t *teller) extend(e experiment, last bool) (found *experiment, longer []experiment, err error) {
	for _, kind := range []language.Kind{language.Observer, language.Transformer, language.Constructor} {
		for _, c := range t.classes {
			for _, o := range c.Operations {
				if o.Kind != kind || !c.IsExported(o) || o.Kind != language.Observer && last {
					continue
				}
				for _, place := range placesOf(o, e.sort) {
					if !t.objects && (place > 0 || takesObjects(o)) {
						continue
					}
					found, more, err := t.apply(e, o, place)
					if found != nil || err != nil {
						return found, nil, err
					}
					longer = append(longer, more...)
				}
			}
		}
	}
	return nil, longer, nil
}

// takesObjects tells whether an argument of an operation is an object.
func takesObjects(o *language.Operation) bool {
	return slices.ContainsFunc(o.Params, func(p language.Var) bool { return builtIn(p.Sort.Text) == nil })
}

// placesOf returns the places among the arguments of an operation, the target's first, where an
// object of a sort may stand.
func placesOf(o *language.Operation, sort string) (out []int) {
	for i, s := range o.Sorts() {
		if s == sort {
			out = append(out, i)
		}
	}
	return out
}

// apply applies an operation to what an experiment gives, at a place among the arguments.
func (t *teller) apply(e experiment, o *language.Operation, place int) (found *experiment, longer []experiment,
	err error,
) {
	for _, args := range t.choose(o, place) {
		if t.tries++; t.tries > t.options.Tries {
			return nil, nil, nil
		}
		next := experiment{sort: o.Result.Text}
		shown := &language.Apply{Op: o.Name.Text, Decl: o}
		for i, r := range e.both {
			refs := make([]ground.Ref, len(args))
			for j, a := range args {
				refs[j] = a.ref
			}
			refs[place] = r
			t.machine.Steps = t.options.Steps
			if next.both[i], err = t.machine.Send(o, refs...); err != nil {
				return nil, nil, ignoreStuck(err)
			}
		}
		for _, a := range args {
			shown.Args = append(shown.Args, a.term)
		}
		shown.Args[place] = e.term
		next.term = shown
		if t.differ(next) {
			return &next, nil, nil
		}
		if builtIn(next.sort) == nil && !t.machine.IsStuck(next.both[0]) && !t.machine.IsStuck(next.both[1]) &&
			!t.machine.Equal(next.both[0], next.both[1]) {
			longer = append(longer, next)
		}
	}
	return nil, longer, nil
}

// choose returns arguments for an operation, made of values that are known; that at the place is
// none of them.
func (t *teller) choose(o *language.Operation, place int) [][]value {
	out := [][]value{nil}
	for i, s := range o.Sorts() {
		values := t.known[s]
		if i == place {
			values = []value{{}}
		} else if d := builtIn(s); len(values) == 0 && d != nil {
			t.add(s, d)
			values = t.known[s]
		}
		var next [][]value
		for _, args := range out {
			for _, v := range values {
				if len(next) < t.options.Tries {
					next = append(next, append(slices.Clone(args), v))
				}
			}
		}
		out = next
	}
	return out
}

// add adds a value to those from which arguments are chosen.
func (t *teller) add(sort string, term language.Term) {
	if len(t.known[sort]) == maxKnown {
		return
	}
	t.machine.Steps = t.options.Steps
	r, err := t.machine.Evaluate(term)
	if err != nil || t.machine.IsStuck(r) || r == ground.Error ||
		slices.ContainsFunc(t.known[sort], func(v value) bool { return t.machine.Equal(v.ref, r) }) {
		return
	}
	t.known[sort] = append(t.known[sort], value{r, term})
}

// collect adds the values in a sequence.
func (t *teller) collect(s language.Term) {
	switch s := s.(type) {
	case *language.Literal:
		if s.Sort != "" {
			t.add(s.Sort, s)
		}
	case *language.Apply:
		for i, a := range s.Args {
			t.collect(a)
			if sort := s.Decl.Sorts()[i]; i > 0 && builtIn(sort) == nil {
				t.add(sort, a)
			}
		}
	}
}

// addObjects adds the object that create makes, of each class, and the two that are compared.
func (t *teller) addObjects(start experiment, p *Pair) {
	for _, c := range t.classes {
		o := c.Find(language.Create)
		if o == nil || !c.IsExported(o) {
			continue
		}
		made := &language.Apply{Op: o.Name.Text, Decl: o}
		for _, p := range o.Params {
			if values := t.known[p.Sort.Text]; len(values) > 0 {
				made.Args = append(made.Args, values[0].term)
			} else if d := builtIn(p.Sort.Text); d != nil {
				made.Args = append(made.Args, d)
			}
		}
		if len(made.Args) == len(o.Params) {
			t.add(c.Name.Text, made)
		}
	}
	for i, sequence := range []language.Term{p.First, p.Second} {
		if normal := t.machine.Syntax(start.both[i]); !t.isHidden(normal) {
			sequence = normal
		}
		t.add(start.sort, sequence)
	}
}
