package fsm_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/machine/fsm"
)

// labels returns n labels.
func labels(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(i)
	}
	return out
}

// drawMachine returns a deterministic machine in which inputs are specified with a probability,
// and of whose states some can be seen.
func drawMachine(r *rand.Rand, states, inputs, outputs int, specified float64, views int) *fsm.Machine {
	m := fsm.New(labels(states), labels(inputs), labels(outputs))
	if views > 0 {
		m.Views = labels(views)
		for range states {
			m.Shows = append(m.Shows, r.IntN(views))
		}
	}
	alike := r.IntN(2) == 0
	for s := range states {
		for i := range inputs {
			if r.Float64() < specified {
				move := fsm.Move{Next: r.IntN(states)}
				if !alike || r.IntN(6) == 0 {
					move.Output = r.IntN(outputs)
				}
				m.Add(s, i, move)
			}
		}
	}
	return m
}

// mutant returns a complete machine: a copy of another one, with more states that are like
// some of its own, what is not specified filled in, and a few mistakes.
func mutant(r *rand.Rand, of *fsm.Machine, extra, mistakes int) *fsm.Machine {
	n := len(of.States) + extra
	out := fsm.New(labels(n), of.Inputs, of.Outputs)
	out.Views, out.Initial = of.Views, of.Initial
	like := make([]int, n)
	for s := range n {
		if like[s] = s; s >= len(of.States) {
			like[s] = r.IntN(len(of.States))
		}
		if of.Shows != nil {
			out.Shows = append(out.Shows, of.Shows[like[s]])
		}
	}
	alike := func(s int) int { // a state that is like one
		for {
			if t := r.IntN(n); like[t] == s {
				return t
			}
		}
	}
	for s := range n {
		for i := range of.Inputs {
			move := fsm.Move{Output: r.IntN(len(of.Outputs)), Next: r.IntN(n)}
			if list := of.Moves[like[s]][i]; len(list) > 0 {
				move = fsm.Move{Output: list[0].Output, Next: alike(list[0].Next)}
			}
			out.Add(s, i, move)
		}
	}
	for range mistakes {
		s, i := r.IntN(n), r.IntN(len(of.Inputs))
		move := out.Moves[s][i][0]
		switch what := r.IntN(5); {
		case what < 2:
			move.Output = r.IntN(len(of.Outputs))
		case what < 4 || out.Shows == nil:
			move.Next = r.IntN(n)
		default:
			out.Shows[s] = r.IntN(len(of.Views))
		}
		out.Moves[s][i] = []fsm.Move{move}
	}
	return out
}

// view returns what a state shows.
func view(m *fsm.Machine, state int) int {
	if m.Shows == nil {
		return 0
	}
	return m.Shows[state]
}

// conforms tells by the product of two machines whether the second one does what the first
// specifies, after all inputs that it specifies.
func conforms(of, by *fsm.Machine) bool {
	at := [2]int{of.Initial, by.Initial}
	seen := map[[2]int]bool{at: true}
	for queue := [][2]int{at}; len(queue) > 0; queue = queue[1:] {
		at = queue[0]
		if view(of, at[0]) != view(by, at[1]) {
			return false
		}
		for i := range of.Inputs {
			if len(of.Moves[at[0]][i]) == 0 {
				continue
			}
			if len(by.Moves[at[1]][i]) == 0 {
				return false
			}
			want, is := of.Moves[at[0]][i][0], by.Moves[at[1]][i][0]
			if want.Output != is.Output {
				return false
			}
			if next := [2]int{want.Next, is.Next}; !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return true
}

// passes tells whether a machine passes all sequences of a suite for another one.
func passes(sequences [][]int, of, by *fsm.Machine) bool {
	for _, inputs := range sequences {
		a, b := of.Initial, by.Initial
		for _, i := range inputs {
			if view(of, a) != view(by, b) {
				return false
			}
			want, is := of.Moves[a][i][0], by.Moves[b][i][0]
			if want.Output != is.Output {
				return false
			}
			a, b = want.Next, is.Next
		}
		if view(of, a) != view(by, b) {
			return false
		}
	}
	return true
}

// suiteOf returns the sequences of a machine's suite.
func suiteOf(t testing.TB, m *fsm.Machine, extra int) (*fsm.Suite, [][]int) {
	t.Helper()
	s, err := fsm.Prove(m, extra, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return s, sequencesOf(t, s)
}

// sequencesOf lists the sequences of a suite.
func sequencesOf(t testing.TB, s *fsm.Suite) [][]int {
	var out [][]int
	for inputs := range s.All() {
		out = append(out, slices.Clone(inputs))
	}
	if len(out) != s.Sequences {
		t.Errorf("%d sequences, said to be %d", len(out), s.Sequences)
	}
	return out
}

// TestSuiteProves holds suites of random machines against the product of machines: of
// implementations with no more states than the suite allows for, those that do not conform
// fail it, and those that do pass it.
func TestSuiteProves(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	right, wrong, partial, hidden, refused := 0, 0, 0, 0, 0
	for n := range 1000 {
		specified, views := 1.0, 0
		if n%2 == 1 {
			specified = 0.5 + r.Float64()/2
		}
		if n%5 == 0 {
			views = 2
		}
		m := drawMachine(r, 1+r.IntN(4), 1+r.IntN(3), 2, specified, views)
		extra := r.IntN(3)
		s, err := fsm.Prove(m, extra, 100_000)
		if err != nil {
			refused++
			continue
		}
		sequences := sequencesOf(t, s)
		if s.Transitions < len(s.Machine.States)*len(m.Inputs) {
			partial++
		}
		for range 60 {
			by := mutant(r, s.Machine, r.IntN(extra+1), r.IntN(4))
			if r.IntN(6) == 0 {
				by = drawMachine(r, len(s.Machine.States)+extra, len(m.Inputs), 2, 1, views)
				by.Views, by.Initial = m.Views, r.IntN(len(by.States))
			}
			want, is := conforms(m, by), passes(sequences, s.Machine, by)
			if want != is {
				t.Fatalf("machine %d with %d more states: conforms: %v, passes: %v\n%+v\n%+v\n%v", n, extra, want, is,
					*s.Machine, *by, sequences)
			}
			switch {
			case want:
				right++
			default:
				wrong++
				if len(by.States) > len(s.Machine.States) {
					hidden++
				}
			}
		}
	}
	if t.Logf("%d conform, %d do not, %d of these with more states; %d machines are partial, %d refused", right, wrong, hidden,
		partial, refused); right < 5000 || wrong < 15000 || hidden < 5000 || partial < 200 || refused > 50 {
		t.Error("the test says nothing")
	}
}

// TestSuiteOfLarge holds suites that are built in the way of large machines against the
// product of machines. Their states are told apart by harmonised identifiers.
func TestSuiteOfLarge(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 14))
	right, wrong, refused := 0, 0, 0
	for n := range 600 {
		specified, views := 1.0, n%3
		if n%2 == 1 {
			specified = 0.9
		}
		m := drawMachine(r, 1+r.IntN(12), 1+r.IntN(3), 2, specified, views)
		extra := r.IntN(2)
		s, err := fsm.ProveLarge(m, extra)
		if err != nil {
			refused++
			continue
		}
		sequences := sequencesOf(t, s)
		for range 60 {
			by := mutant(r, s.Machine, r.IntN(extra+1), r.IntN(3))
			want, is := conforms(m, by), passes(sequences, s.Machine, by)
			if want != is {
				t.Fatalf("machine %d with %d more states: conforms: %v, passes: %v\n%+v\n%+v\n%v", n, extra, want, is,
					*s.Machine, *by, sequences)
			}
			if want {
				right++
			} else {
				wrong++
			}
		}
	}
	if t.Logf("%d conform, %d do not, %d machines are refused", right, wrong, refused); right < 5000 || wrong < 10000 ||
		refused > 300 {
		t.Error("the test says nothing")
	}
}

// TestSuiteNeeded shows that what is left out of suites is missed: of suites without one of
// their sequences, many are passed by machines that do not conform.
func TestSuiteNeeded(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	missed := 0
	for range 100 {
		m := drawMachine(r, 3, 2, 2, 1, 0)
		s, sequences := suiteOf(t, m, 0)
		k := r.IntN(len(sequences))
		fewer := slices.Concat(sequences[:k], sequences[k+1:])
		for range 200 {
			if by := mutant(r, s.Machine, 0, 1); !conforms(m, by) && passes(fewer, s.Machine, by) {
				missed++
				break
			}
		}
	}
	if t.Logf("%d of 100 suites need the sequence", missed); missed < 50 {
		t.Error("suites have sequences that they do not need")
	}
}

// passing finds all implementations with up to so many states that pass a suite, but for
// the names of their states: what a machine has no move for was never asked.
type passing struct {
	of        *fsm.Machine
	sequences [][]int
	by        *fsm.Machine // the implementation
	used      int          // how many of its states were met
	found     func(by *fsm.Machine) bool
}

// run runs sequence n from its step k, with the two machines in given states, and then those
// behind it. Where the implementation has no move yet, all are tried that pass. It is false
// where no more are to be found.
func (p *passing) run(n, k, of, by int) bool {
	for ; n < len(p.sequences); n, k, of, by = n+1, 0, p.of.Initial, 0 {
		for ; k < len(p.sequences[n]); k++ {
			i := p.sequences[n][k]
			want := p.of.Moves[of][i][0]
			if len(p.by.Moves[by][i]) == 0 {
				return p.choose(n, k, of, by, want)
			}
			is := p.by.Moves[by][i][0]
			if is.Output != want.Output || view(p.of, want.Next) != view(p.by, is.Next) {
				return true
			}
			of, by = want.Next, is.Next
		}
	}
	return p.found(p.by)
}

// choose tries all states that may follow.
func (p *passing) choose(n, k, of, by int, want fsm.Move) bool {
	i, used := p.sequences[n][k], p.used
	for next := range min(used+1, len(p.by.States)) {
		if next == used {
			p.used++
			if p.of.Shows != nil {
				p.by.Shows[next] = p.of.Shows[want.Next]
			}
		}
		p.by.Moves[by][i] = []fsm.Move{{Output: want.Output, Next: next}}
		if view(p.by, next) == view(p.of, want.Next) && !p.run(n, k+1, want.Next, next) {
			return false
		}
		p.by.Moves[by][i], p.used = nil, used
	}
	return true
}

// TestSuiteOfAll: every implementation that passes a suite conforms, of all that have as
// many states as the suite allows for.
func TestSuiteOfAll(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 10))
	all := 0
	for n := range 1000 {
		specified, states, extra := 1.0, 1+r.IntN(4), r.IntN(2)
		if n%3 == 1 {
			specified = 0.8
		}
		m := drawMachine(r, states, 1+r.IntN(2), 2, specified, n%4/3*2)
		for large := range 2 {
			prove := func() (*fsm.Suite, error) { return fsm.Prove(m, extra, 3000) }
			if large == 1 {
				prove = func() (*fsm.Suite, error) { return fsm.ProveLarge(m, extra) }
			}
			s, err := prove()
			if err != nil {
				continue
			}
			by := fsm.New(labels(len(s.Machine.States)+extra), m.Inputs, m.Outputs)
			if m.Shows != nil {
				by.Shows = make([]int, len(by.States))
				by.Shows[0] = s.Machine.Shows[s.Machine.Initial]
			}
			p := &passing{of: s.Machine, sequences: sequencesOf(t, s), by: by, used: 1}
			few := 300
			p.found = func(by *fsm.Machine) bool {
				all++
				if !conforms(s.Machine, by) {
					t.Errorf("machine %d, %d more states: passes and does not conform\n%+v\n%+v\n%v", n, extra,
						*s.Machine, *by, p.sequences)
				}
				few--
				return !t.Failed() && few > 0
			}
			if p.run(0, 0, s.Machine.Initial, 0); t.Failed() {
				return
			}
		}
	}
	if t.Logf("%d implementations pass", all); all < 1000 {
		t.Error("the test says nothing")
	}
}

// TestMinimal: minimal machines allow and do the same as the machines that they are of, and
// no two states of them do the same.
func TestMinimal(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 12))
	merged := 0
	for n := range 1000 {
		m := drawMachine(r, 1+r.IntN(8), 1+r.IntN(2), 2, 0.8, n%3)
		min, old, err := m.Minimize()
		if err != nil {
			t.Fatal(err)
		}
		if reached, _ := m.CutUnreachable(); len(min.States) < len(reached.States) {
			merged++
		}
		if d := differ(m, m.Initial, min, min.Initial); d {
			t.Fatalf("machine %d differs from its minimal one\n%+v\n%+v", n, *m, *min)
		}
		for a := range min.States {
			if min.States[a] != m.States[old[a]] || differ(m, old[a], min, a) {
				t.Fatalf("machine %d: state %d is not %d", n, a, old[a])
			}
			for b := range a {
				if !differ(min, a, min, b) {
					t.Fatalf("machine %d: states %d and %d are one", n, a, b)
				}
			}
		}
	}
	if merged < 100 {
		t.Errorf("%d machines have states that are one", merged)
	}
}

// differ tells whether two states allow different inputs, now or later, or do differently.
func differ(m *fsm.Machine, s int, other *fsm.Machine, o int) bool {
	seen := map[[2]int]bool{{s, o}: true}
	for queue := [][2]int{{s, o}}; len(queue) > 0; queue = queue[1:] {
		s, o := queue[0][0], queue[0][1]
		if view(m, s) != view(other, o) {
			return true
		}
		for i := range m.Inputs {
			a, b := m.Moves[s][i], other.Moves[o][i]
			if len(a) != len(b) || len(a) > 0 && a[0].Output != b[0].Output {
				return true
			}
			if len(a) == 0 {
				continue
			}
			if next := [2]int{a[0].Next, b[0].Next}; !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return false
}

// TestSuiteRefused: what cannot be proved is refused, and the error says why.
func TestSuiteRefused(t *testing.T) {
	t.Parallel()
	m := drawMachine(rand.New(rand.NewPCG(1, 1)), 20, 5, 2, 1, 0)
	if _, err := fsm.Prove(m, 3, 1000); err == nil ||
		err.Error() != "a suite for 20 states and 5 inputs has more than 1000 steps" {
		t.Error(err)
	}
	m.Add(0, 1, fsm.Move{Output: 0, Next: 3})
	m.Add(0, 1, fsm.Move{Output: 1, Next: 3})
	m.Add(0, 1, fsm.Move{Output: 1, Next: 4})
	if _, err := fsm.Prove(m, 0, 1000); err == nil {
		t.Error("a machine with several outcomes was taken")
	}
}

// BenchmarkProve builds suites of random machines; steps says how long they are.
func BenchmarkProve(b *testing.B) {
	for _, c := range []struct{ states, inputs, extra int }{
		{300, 20, 0}, {300, 20, 1}, {1000, 20, 0}, {10_000, 20, 0},
	} {
		b.Run(fmt.Sprintf("%d-states-%d-inputs-%d-more", c.states, c.inputs, c.extra), func(b *testing.B) {
			m := drawMachine(rand.New(rand.NewPCG(3, 3)), c.states, c.inputs, 4, 1, 0)
			for b.Loop() {
				s, err := fsm.Prove(m, c.extra, 1<<27)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(s.Sequences), "sequences")
				b.ReportMetric(float64(s.Steps), "steps")
			}
		})
	}
}
