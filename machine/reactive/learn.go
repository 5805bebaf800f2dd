package reactive

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/machine/fsm"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Learner collects what a deterministic program gave for sequences of inputs, each from the
// beginning, and makes of it and of the specification the machine that the program may be: where
// the specification allows several outputs the program's are taken, and as many states are told
// apart as what it gave tells apart (Vaandrager, Garhewal, Rot, Wißmann, A New Approach for Active
// Automata Learning Based on Apartness). It is not safe for concurrent use.
type Learner struct {
	of     *Machine
	places map[string]int // of inputs, by their keys
	nodes  []learned
	err    error
}

// learned is what is known after a sequence of inputs that the program took.
type learned struct {
	in     States // the states in which the specification can be
	key    string // of these
	output value.Value
	parent int
	input  int
	child  map[int]int // by the input
}

// NewLearner returns a learner that has seen nothing.
func (m *Machine) NewLearner() *Learner {
	l := &Learner{of: m, places: map[string]int{}}
	for i, input := range m.Inputs {
		l.places[input.Key()] = i
	}
	l.nodes = []learned{{in: m.Init, key: m.Init.Key(), child: map[int]int{}}}
	return l
}

// Observe notes the outputs of a program for inputs that are among those of the machine, each of
// which is allowed after those before it. The error says that it gave another one before, after
// the same inputs; from then on there is no machine.
func (l *Learner) Observe(inputs, outputs []value.Value) error {
	at := 0
	for i, output := range outputs {
		k := l.places[inputs[i].Key()]
		next, known := l.nodes[at].child[k]
		switch {
		case known && !l.nodes[next].output.Equal(output):
			if l.err == nil {
				l.err = fmt.Errorf("the program does not always do the same: for %s after %d inputs it gave %s, and %s",
					inputs[i].Text(l.of.Of.Input), i, l.nodes[next].output.Text(l.of.Of.Output),
					output.Text(l.of.Of.Output))
			}
			return l.err
		case !known:
			allowed, err := l.of.FindAllowed(l.nodes[at].in, inputs[i])
			if err != nil {
				return err
			}
			to := StatesAfter(allowed, output)
			if to == nil {
				return nil
			}
			next = len(l.nodes)
			l.nodes = append(l.nodes, learned{in: to, key: to.Key(), output: output, parent: at, input: k,
				child: map[int]int{}})
			l.nodes[at].child[k] = next
		}
		at = next
	}
	return nil
}

// tellsApart tells whether the program was seen to give different outputs for the same inputs after
// two sequences after which the specification can be in the same states.
func (l *Learner) tellsApart(a, b int) bool {
	if a == b {
		return false
	}
	for k, x := range l.nodes[a].child {
		if y, known := l.nodes[b].child[k]; known &&
			(!l.nodes[x].output.Equal(l.nodes[y].output) || l.tellsApart(x, y)) {
			return true
		}
	}
	return false
}

// Hypothesis is the machine that a program may be, by what was seen of it.
type Hypothesis struct {
	*fsm.Machine
	Several int     // of how many inputs in its states several outputs are allowed
	access  [][]int // the inputs that lead to each state
	learner *Learner
	outputs map[string]int
}

// MakeHypothesis returns the machine that the program may be. The error says that it has more states
// than `most`, or that it does not always do the same.
func (l *Learner) MakeHypothesis(ctx context.Context, most int) (*Hypothesis, error) {
	if l.err != nil {
		return nil, l.err
	}
	g := &guess{Hypothesis: &Hypothesis{learner: l, outputs: map[string]int{}}, states: map[string][]int{},
		first: map[string]int{}}
	for n, node := range l.nodes {
		if _, known := g.first[node.key]; !known {
			g.first[node.key] = n
		}
	}
	labels := make([]string, len(l.of.Inputs))
	for i, input := range l.of.Inputs {
		labels[i] = input.Text(l.of.Of.Input)
	}
	g.Machine = fsm.New(nil, labels, nil)
	g.add(0, l.of.Init, nil)
	for s := 0; s < len(g.nodes); s++ {
		for i := range l.of.Inputs {
			if err := g.step(s, i); err != nil {
				return nil, err
			}
			if len(g.nodes) > most {
				return nil, fmt.Errorf("%s has more than %d states", l.of.Name, most)
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return g.Hypothesis, nil
}

// guess is a hypothesis while it is made.
type guess struct {
	*Hypothesis
	nodes  []int            // of each state, the node of the learner; -1 where nothing was seen of it
	in     []States         // of each state, those in which the specification can be
	states map[string][]int // the states, by the key of these
	first  map[string]int   // the first node of the learner, by the key of these
}

// add adds a state.
func (g *guess) add(node int, in States, access []int) int {
	s := len(g.nodes)
	g.nodes, g.in, g.access = append(g.nodes, node), append(g.in, in), append(g.access, access)
	g.states[in.Key()] = append(g.states[in.Key()], s)
	g.Machine.States = append(g.Machine.States, g.learner.of.Text(in))
	g.Moves = append(g.Moves, make([][]fsm.Move, len(g.Inputs)))
	return s
}

// step finds what an input does in a state: what was seen, or else what is allowed.
func (g *guess) step(s, input int) error {
	l := g.learner
	allowed, err := l.of.FindAllowed(g.in[s], l.of.Inputs[input])
	if err != nil || len(allowed) == 0 {
		return err
	}
	if len(allowed) > 1 {
		g.Several++
	}
	output, to, node := allowed[0].Output, allowed[0].To, -1
	if at := g.nodes[s]; at >= 0 {
		if next, known := l.nodes[at].child[input]; known {
			output, to, node = l.nodes[next].output, l.nodes[next].in, next
		}
	}
	next := g.findAlike(node, to)
	if next < 0 {
		next = g.reach(s, input, node, to)
	}
	key := output.Key()
	if _, known := g.outputs[key]; !known {
		g.outputs[key] = len(g.Outputs)
		g.Outputs = append(g.Outputs, output.Text(l.of.Of.Output))
	}
	g.Add(s, input, fsm.Move{Output: g.outputs[key], Next: next})
	return nil
}

// reach adds the state to which an input leads from another one. Where the input was not tried
// there, what was seen elsewhere in the same states of the specification is what is foretold.
func (g *guess) reach(s, input, node int, in States) int {
	l := g.learner
	if node < 0 {
		first, known := g.first[in.Key()]
		if !known {
			return g.add(-1, in, append(g.access[s][:len(g.access[s]):len(g.access[s])], input))
		}
		node = first
	}
	var access []int
	for n := node; n > 0; n = l.nodes[n].parent {
		access = append(access, l.nodes[n].input)
	}
	slices.Reverse(access)
	return g.add(node, in, access)
}

// findAlike returns the first state of which nothing says that it is not the one of a node; -1 where
// there is none.
func (g *guess) findAlike(node int, in States) int {
	for _, s := range g.states[in.Key()] {
		if node < 0 || g.nodes[s] < 0 || !g.learner.tellsApart(node, g.nodes[s]) {
			return s
		}
	}
	return -1
}

// FindDiffering returns sequences of inputs that show why a program gave other outputs for some
// inputs than the hypothesis, once it is seen what the program gives for them: of two states that
// were taken for one they have different outputs (Rivest and Schapire, Inference of Finite
// Automata Using Homing Sequences). There are none where the outputs are the same.
func (h *Hypothesis) FindDiffering(inputs, outputs []value.Value) [][]value.Value {
	l := h.learner
	at, path := 0, []int{0}
	for i, output := range outputs {
		k := l.places[inputs[i].Key()]
		moves := h.Moves[at][k]
		if len(moves) == 0 {
			return nil
		}
		if number, known := h.outputs[output.Key()]; !known || number != moves[0].Output {
			var out [][]value.Value
			for n, s := range path {
				var ask []value.Value
				for _, input := range h.access[s] {
					ask = append(ask, l.of.Inputs[input])
				}
				out = append(out, append(ask, inputs[n:i+1]...))
			}
			return out
		}
		at = moves[0].Next
		path = append(path, at)
	}
	return nil
}
