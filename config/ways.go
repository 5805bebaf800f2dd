package config

import (
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// MaxExtra is how many states more than the machine a program may have of which something
// is proved: with each, there are as many times more sequences as there are inputs.
const MaxExtra = 5

// ways is what a machine document says of how inputs are chosen, and of what is to be
// reached.
type ways struct {
	way, extra *node // nil where they are not said
	goals      []spec.Located
}

// entries returns the keys of a machine document that say so. The inputs of a machine that
// has a specification of its own may also be a set.
func (w *ways) entries(c *collector, m *machine) []entry {
	m.Inputs = spec.OnTheFly
	return []entry{
		{"inputs", func(n *node) {
			if way := spec.Inputs(n.yaml.Value); n.isScalar() && slices.Contains(spec.AllInputs, way) {
				w.way, m.Inputs = n, way
				return
			}
			m.reactive.inputs = n
		}},
		{"extra", func(n *node) {
			w.extra = n
			m.Extra = int(c.integer(n, "how many states more a program may have", 0, MaxExtra))
		}},
		{"goal", func(n *node) {
			all := []*node{n}
			if n.isList() {
				all = n.items
			}
			if len(all) == 0 {
				c.fail(n.span(), "goal is empty: expected a predicate, or a list of predicates")
			}
			for _, one := range all {
				w.goals = append(w.goals, c.formula(one, "a predicate on the state or an output"))
			}
		}},
	}
}

// checkInputs reports inputs that are neither chosen in a known way nor those of a machine
// with a specification of its own.
func (m *machine) checkInputs(c *collector) {
	n := m.reactive.inputs
	if n == nil || m.spec != nil || m.init != nil || m.apply != nil {
		return
	}
	m.reactive.inputs = nil
	if !n.isScalar() {
		c.fail(n.span(), "expected how inputs are chosen, found %s", n.kind())
		return
	}
	var all []string
	for _, one := range spec.AllInputs {
		all = append(all, string(one))
	}
	c.fail(n.span(), "inputs cannot be %q%s", shorten(n.yaml.Value), hintAt(n.yaml.Value, all))
}

// checkWays checks how the inputs of a machine are chosen.
func (l *loader) checkWays(m *machine) {
	switch {
	case m.Inputs == spec.Transitions && m.Objects > 1:
		l.collector.fail(m.At, "inputs: transitions is about one object: expected objects: 1")
	case m.Inputs == spec.Transitions && m.Sequences+m.Length > 0:
		l.collector.fail(m.At, "inputs: transitions says which sequences there are: expected neither sequences nor length")
	case m.Inputs != spec.Transitions && m.extra != nil:
		l.collector.fail(m.extra.span(), "extra is about proofs: expected it beside inputs: transitions")
	}
}

// relateWays checks how the inputs of a machine are chosen, and reads its goals. The units'
// schemas must have been read before.
func (l *loader) relateWays(m *machine, byName map[string]*unit) {
	l.checkWays(m)
	vars := goalVars(m.Machine, func(name string) *spec.Unit {
		if u := byName[name]; u != nil && u.Op != nil {
			return u.Unit
		}
		return nil
	})
	for _, text := range m.goals {
		if text == nil {
			continue
		}
		goal, err := readGoal(&spec.System{Spec: l.spec, Language: l.language, Calculus: l.calculus}, vars, text)
		l.collector.errs.Add(err)
		if err == nil {
			m.Goals = append(m.Goals, goal)
		}
	}
}

// Goal reads a goal of a machine of a system that was loaded. The error says at which place of
// the text it is none.
func Goal(system *spec.System, of *spec.Machine, text spec.Located) (spec.Goal, error) {
	return readGoal(system, goalVars(of, system.Unit), text)
}

// readGoal reads a goal over the given variables.
func readGoal(system *spec.System, vars []zed.Var, text spec.Located) (spec.Goal, error) {
	e, err := system.Language.Expr(text)
	if err != nil {
		return spec.Goal{}, err
	}
	checked, err := system.Spec.Pred(e, vars)
	if err != nil {
		return spec.Goal{}, err
	}
	return spec.Goal{Text: text, Vars: vars, Pred: system.Calculus.Predicate(checked)}, nil
}

// goalVars returns what goals can speak of: the variables of the state, undecorated, and
// those outputs of units that have one type wherever they occur; where a machine has a
// specification of its own, its state as a whole and the components of a state that is a
// binding, and the output sequence of a step.
func goalVars(m *spec.Machine, unit func(name string) *spec.Unit) []zed.Var {
	var vars []zed.Var
	several := map[string]bool{}
	add := func(t zed.Type, name string) {
		k := slices.IndexFunc(vars, func(other zed.Var) bool { return other.Name == name })
		switch {
		case k < 0:
			vars = append(vars, zed.Var{Name: name, Type: t})
		case !zed.SameType(vars[k].Type, t):
			several[name] = true
		}
	}
	if of := m.Reactive; of != nil {
		vars = append(vars, zed.Var{Name: spec.GoalState, Type: of.State},
			zed.Var{Name: spec.GoalOutput, Type: of.Output})
		if state, ok := of.State.(zed.SchemaType); ok {
			for _, f := range state.Fields {
				if f.Name != spec.GoalState && f.Name != spec.GoalOutput {
					add(f.Type, f.Name)
				}
			}
		}
	}
	for _, name := range m.Units {
		u := unit(name)
		if u == nil {
			continue
		}
		for _, v := range u.Op.State.Vars {
			add(v.Type, zed.BaseName(v.Name))
		}
		for _, v := range u.Op.Output.Vars {
			add(v.Type, v.Name)
		}
	}
	return slices.DeleteFunc(vars, func(v zed.Var) bool { return several[v.Name] })
}
