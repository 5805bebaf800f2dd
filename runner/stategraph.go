package runner

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/result"
)

// moved is a step of a sequence that is right.
type moved struct {
	from, to machine.State
	unit     int
}

// stateGraph collects the first states that occur in sequences and the steps between them.
type stateGraph struct {
	numbers map[string]int
	states  []machine.State
	times   map[[3]int]int // how often a step was made: from, to, unit
	left    int
}

// maxKept is how many states are kept, of which those nearest to the first are drawn.
const maxKept = 4096

// maxStateText is how many bytes the text of a value in a state has at most.
const maxStateText = 400

// add adds the steps of a sequence.
func (g *stateGraph) add(steps []moved) {
	for _, s := range steps {
		from, ok := g.number(s.from)
		to, also := g.number(s.to)
		if !ok || !also {
			g.left++
			continue
		}
		g.times[[3]int{from, to, s.unit}]++
	}
}

// number returns the number of a state, which may be a new one; false where there are as many
// as are kept.
func (g *stateGraph) number(s machine.State) (int, bool) {
	if g.numbers == nil {
		g.numbers, g.times = map[string]int{}, map[[3]int]int{}
	}
	key := s.Key()
	n, known := g.numbers[key]
	if known || len(g.states) == maxKept {
		return n, known
	}
	g.numbers[key] = len(g.states)
	g.states = append(g.states, s)
	return len(g.states) - 1, true
}

// nearestStates returns the numbers of the states that are drawn, those first to which the fewest
// steps lead.
func (g *stateGraph) nearestStates(steps [][3]int) []int {
	on := map[int][]int{}
	for _, k := range steps {
		on[k[0]] = append(on[k[0]], k[1])
	}
	var out []int
	seen := make([]bool, len(g.states))
	for first := range g.states { // a new object may begin in several states
		if seen[first] {
			continue
		}
		seen[first] = true
		out = append(out, first)
		for at := len(out) - 1; at < len(out); at++ {
			for _, next := range on[out[at]] {
				if !seen[next] {
					seen[next] = true
					out = append(out, next)
				}
			}
		}
	}
	return out[:min(len(out), result.MostDrawn)]
}

// legend says how the states and the steps of a graph are written.
type legend struct {
	vars  []string
	texts func(s machine.State) []string // the values of the variables in a state
	label func(unit int) string
}

// legendOf returns the legend of a machine whose steps are units.
func legendOf(of *machine.Machine) legend {
	out := legend{vars: make([]string, len(of.Vars)), texts: of.Texts,
		label: func(unit int) string { return of.Units[unit].Name }}
	for i, v := range of.Vars {
		out.vars[i] = v.Name
	}
	return out
}

// drawGraph returns the graph for results; nil where it has no state.
func (g *stateGraph) drawGraph(by legend) *result.StateGraph {
	if len(g.states) == 0 {
		return nil
	}
	out := &result.StateGraph{Vars: by.vars, Steps: []result.Transition{}, Left: g.left}
	keys := make([][3]int, 0, len(g.times))
	for k := range g.times {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b [3]int) int {
		return cmp.Or(a[0]-b[0], a[1]-b[1], a[2]-b[2])
	})
	place := map[int]int{}
	for i, number := range g.nearestStates(keys) {
		place[number] = i
		values := by.texts(g.states[number])
		for k, text := range values {
			if len(text) > maxStateText {
				values[k] = strings.ToValidUTF8(text[:maxStateText], "") + "…"
			}
		}
		out.States = append(out.States, values)
	}
	for _, k := range keys {
		from, ok := place[k[0]]
		to, also := place[k[1]]
		if !ok || !also {
			out.Left += g.times[k]
			continue
		}
		out.Steps = append(out.Steps, result.Transition{From: from, To: to, Unit: by.label(k[2]),
			Times: g.times[k]})
	}
	slices.SortStableFunc(out.Steps, func(a, b result.Transition) int { return cmp.Or(a.From-b.From, a.To-b.To) })
	return out
}
