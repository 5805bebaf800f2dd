package runner

import (
	"context"
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/machine/reactive"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// seeking is a goal of a machine, and the shortest sequence that has led the program to it.
type seeking struct {
	of      spec.Goal
	goal    *machine.Goal
	follows *reactive.Goal // in place of goal, where the machine has a specification of its own
	out     *result.Goal
	reached *walk // nil where it was not reached
	steps   int   // how many of the walk's steps lead to it
}

// seek prepares the goals of a machine.
func (m *machineRun) seek() {
	for _, of := range m.of.Goals {
		g := &seeking{of: of, out: &result.Goal{Goal: strings.TrimSpace(of.Text.Value)}}
		var err error
		if m.follows != nil {
			g.follows, err = m.follows.Goal(of, m.run.plan.System)
		} else {
			g.goal, err = m.model.Goal(of)
		}
		if err != nil {
			g.out.Why = err.Error()
			g.goal, g.follows = nil, nil
		}
		m.goals = append(m.goals, g)
		m.out.Goals = append(m.out.Goals, g.out)
	}
}

// notice notes where a walk has reached a goal with fewer steps than any before it.
func (m *machineRun) notice(w *walk) {
	if len(m.goals) == 0 {
		return
	}
	for i, p := range w.passed {
		for _, g := range m.goals {
			if g.isSooner(w, i) && g.follows != nil && g.follows.IsReached(p.to, p.output) {
				g.reached, g.steps = w, i+1
			}
		}
	}
	if m.follows != nil {
		return
	}
	at := make([]machine.State, m.of.Objects)
	for i := range at {
		at[i] = m.initial
	}
	for i, s := range w.steps[:w.right] {
		at[s.Object] = at[s.Object].UpdateBy(m.model.StateAfter(s.Unit, w.seen[i]))
		for _, g := range m.goals {
			if g.isSooner(w, i) && g.goal != nil && g.goal.IsReached(at[s.Object], s.Unit, w.seen[i]) {
				g.reached, g.steps = w, i+1
			}
		}
	}
}

// isSooner tells whether step i of a walk would reach a goal with fewer steps than any before it.
func (g *seeking) isSooner(w *walk, i int) bool {
	return g.reached == nil || i+1 < g.steps || w.number == 0 && i+1 == g.steps
}

// reachGoals leads the program to each goal by the fewest steps that its specification
// allows, and says which goals were reached.
func (m *machineRun) reachGoals(ctx context.Context) {
	for _, g := range m.goals {
		switch {
		case g.follows != nil:
			m.follows.lead(ctx, g)
		case g.goal != nil:
			m.lead(ctx, g)
		default:
			continue
		}
		switch {
		case g.reached != nil:
			g.out.Reached, g.out.Why = true, ""
			g.out.Steps = m.describeSteps(g.reached, g.steps)
		case !g.out.Reached && m.out.Verdict == result.Pass:
			m.out.Verdict, m.out.Why = result.Undecided, "the goal "+g.out.Goal+" was not reached"
		}
	}
}

// lead looks for a way to a goal, and runs it: where the program chooses another outcome than
// was foretold, the next one begins with what it has chosen.
func (m *machineRun) lead(ctx context.Context, g *seeking) {
	for range maxLessons {
		way := m.model.Seek(ctx, m.initial, g.goal)
		switch {
		case way.Found && len(way.Steps) == 0:
			g.out.Reached, g.out.Shortest, g.reached = true, true, nil
			return
		case way.All:
			g.out.Why = fmt.Sprintf("none of the %d states has it to which sequences lead", way.Met)
			if way.Shown {
				g.out.Why += ", with the outcomes that the program has shown"
			}
			return
		case way.Within > 0:
			g.out.Why = fmt.Sprintf("none of the %d states within the scope has it, and none of the first %d if "+
				"others count too", way.Within, way.Met)
			return
		case !way.Found:
			g.out.Why = fmt.Sprintf("none of the first %d states has it that were found", way.Met)
			return
		case g.reached != nil && g.steps < len(way.Steps):
			return
		}
		learned := false
		j := &judge{run: m.run, observer: m.program.Observer()}
		for _, w := range m.send(ctx, m.program.Worker(0), j, []*sequence{{machine: m, steps: way.Steps}}) {
			m.notice(w)
			at := m.initial
			for i, s := range w.steps[:w.right] {
				after, what := m.model.Learn(ctx, at, s, w.seen[i])
				learned, at = learned || what == machine.Learned, after
			}
			if w.end == failing {
				g.out.Why = fmt.Sprintf("step %d of the way to it is wrong", w.right+1)
				m.out.Sequences++
				m.count(ctx, w)
				m.conclude(ctx)
			} else if w.why != "" {
				g.out.Why = w.why
			}
		}
		if g.reached != nil && g.steps == len(way.Steps) {
			g.out.Shortest = way.Shortest
			return
		}
		if !learned || ctx.Err() != nil {
			break
		}
	}
	g.sayOtherwise()
}

// sayOtherwise says that the program does not go the way that leads to a goal.
func (g *seeking) sayOtherwise() {
	if g.out.Why == "" {
		g.out.Why = "the program chooses other outcomes than those that lead to it"
	}
}

// maxSoughtInputs is how many inputs are tried in states of a specification to find a way to a
// goal.
const maxSoughtInputs = 200_000

// lead is machineRun.lead where the machine has a specification of its own: a way is sought by the
// outputs that the program was seen to give, and by all that are allowed where it was not.
func (f *following) lead(ctx context.Context, g *seeking) {
	m := f.run
	seen := reactive.Answers{}
	for range maxLessons {
		way, err := f.Seek(ctx, g.follows, seen, maxSoughtInputs)
		switch {
		case err != nil:
			g.out.Why = err.Error()
			return
		case way.Found && len(way.Inputs) == 0:
			g.out.Reached, g.out.Shortest, g.reached = true, true, nil
			return
		case !way.Found && len(seen) > 0 && way.All:
			g.out.Why = ""
			g.sayOtherwise()
			return
		case way.All:
			g.out.Why = fmt.Sprintf("none of the %d states has it to which inputs lead", way.Met)
			return
		case !way.Found:
			g.out.Why = fmt.Sprintf("none of the first %d states has it that were found", way.Met)
			return
		case g.reached != nil && g.steps < len(way.Inputs):
			return
		}
		j := &judge{run: m.run, observer: m.program.Observer()}
		s := &sequence{machine: m, steps: f.steps(way.Inputs)}
		for _, w := range m.send(ctx, m.program.Worker(0), j, []*sequence{s}) {
			m.notice(w)
			for _, p := range w.passed {
				seen.Note(p.from, p.input, p.output)
			}
			if w.end == failing {
				g.out.Why = fmt.Sprintf("step %d of the way to it is wrong", w.right+1)
				m.out.Sequences++
				m.count(ctx, w)
				m.conclude(ctx)
				return
			} else if w.why != "" {
				g.out.Why = w.why
			}
		}
		if g.reached != nil && g.steps == len(way.Inputs) {
			g.out.Shortest = true
			return
		}
		if ctx.Err() != nil || g.out.Why != "" {
			break
		}
	}
	g.sayOtherwise()
}
