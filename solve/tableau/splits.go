package tableau

// choice says that all the literals of some alternative hold.
type choice struct {
	alternatives [][]literal
	deps         deps
	done         bool
	late         bool // a case split that only serves completeness
}

// splits are the choices that are to be made.
type splits struct {
	work    *agenda
	choices []choice
	settled []int // those that were, in their order
}

// settle notes that a choice is made.
func (t *splits) settle(c int) {
	if t.work.level > 0 {
		t.settled = append(t.settled, c)
	}
	t.choices[c].done = true
}

// undo goes back to where some choices were settled, of some.
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

func (t *splits) late(d deps, alternatives ...[]literal) int {
	t.choose(d, alternatives...)
	t.choices[len(t.choices)-1].late = true
	return len(t.choices) - 1
}
