package tableau

// choice says that all literals of some alternative are true.
type choice struct {
	alternatives [][]literal
	deps         deps
	done         bool
	late         bool // a split that is needed only for completeness
}

// splits are the choices that are still open, and those that were settled.
type splits struct {
	work    *agenda
	choices []choice
	settled []int // the settled choices, in their order
}

// settle notes that a choice is made.
func (t *splits) settle(c int) {
	if t.work.level > 0 {
		t.settled = append(t.settled, c)
	}
	t.choices[c].done = true
}

// undo goes back to where there were as many choices as `choices` says, of which as many were
// settled as `settled` says.
func (t *splits) undo(settled, choices int) {
	for _, c := range t.settled[settled:] {
		t.choices[c].done = false
	}
	t.settled, t.choices = t.settled[:settled], t.choices[:choices]
}

// choose adds a choice.
func (t *splits) choose(d deps, alternatives ...[]literal) {
	t.choices = append(t.choices, choice{alternatives: alternatives, deps: d})
}

func (t *splits) addLate(d deps, alternatives ...[]literal) int {
	t.choose(d, alternatives...)
	t.choices[len(t.choices)-1].late = true
	return len(t.choices) - 1
}
