package reactive_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ttf-int/ttf-int/machine/fsm"
	"github.com/ttf-int/ttf-int/machine/reactive"
	"github.com/ttf-int/ttf-int/zed/value"
)

// program is a deterministic program: for each of its states and inputs the output and the next
// state.
type program [][inputs][2]int

// program returns one that conforms to a table, with a memory by which it chooses among what is
// allowed, and then a few mistakes.
func (t table) program(r *rand.Rand, memory, mistakes int) program {
	out := make(program, states*memory)
	for at := range out {
		for i := range inputs {
			var all [][2]int
			for o := range outputs {
				for to := range states {
					if t[at%states][i]&bit(o, to) != 0 {
						all = append(all, [2]int{o, to})
					}
				}
			}
			move := [2]int{r.IntN(outputs), r.IntN(states)}
			if len(all) > 0 {
				move = all[r.IntN(len(all))]
			}
			move[1] += states * ((at/states + r.IntN(2)) % memory)
			out[at][i] = move
		}
	}
	for range mistakes {
		out[r.IntN(len(out))][r.IntN(inputs)] = [2]int{r.IntN(outputs), r.IntN(len(out))}
	}
	return out
}

// conforms tells whether a program conforms to a table, by the product of the two.
func (p program) conforms(of table) bool {
	type both struct {
		at int
		in uint
	}
	seen, queue := map[both]bool{{0, 1}: true}, []both{{0, 1}}
	for ; len(queue) > 0; queue = queue[1:] {
		now := queue[0]
		for i := range inputs {
			var allowed uint
			for s := range states {
				if now.in&(1<<s) != 0 {
					allowed |= of[s][i]
				}
			}
			move := p[now.at][i]
			next := both{move[1], allowed >> (move[0] * states) & (1<<states - 1)}
			switch {
			case allowed == 0:
			case next.in == 0:
				return false
			case !seen[next]:
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return true
}

// reachable returns how many states a program can be in.
func (p program) reachable() int {
	seen, queue := map[int]bool{0: true}, []int{0}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, move := range p[queue[0]] {
			if !seen[move[1]] {
				seen[move[1]] = true
				queue = append(queue, move[1])
			}
		}
	}
	return len(seen)
}

// run gives a program inputs, as far as something is specified of them and its outputs are
// allowed. wrong says that one is not.
func (p program) run(m *reactive.Machine, given []value.Value) (in, out []value.Value, wrong bool) {
	at, states := 0, m.Init
	for _, input := range given {
		var i int
		_, _ = fmt.Sscanf(input.Name(), "i%d", &i)
		allowed, err := m.FindAllowed(states, input)
		if err != nil || len(allowed) == 0 {
			return in, out, false
		}
		output := value.OfSeq([]value.Value{value.OfAtom(fmt.Sprintf("o%d", p[at][i][0]))})
		if at, states = p[at][i][1], reactive.StatesAfter(allowed, output); states == nil {
			return in, out, true
		}
		in, out = append(in, input), append(out, output)
	}
	return in, out, false
}

// proved tells what all transitions of a machine say of a program, as a run of sequences does:
// whether it was seen to be wrong, and if not, for programs of how many states it is proved to
// conform; 0 where that was not found out, -1 where it takes too many steps.
func (p program) proved(t *testing.T, m *reactive.Machine, extra int) (wrong bool, most int) {
	l := m.NewLearner()
	for range 200 {
		h, err := l.MakeHypothesis(t.Context(), 1000)
		if err != nil {
			t.Fatal(err)
		}
		suite, err := fsm.Prove(h.Machine, extra, 20_000)
		if err != nil {
			return false, -1 // a partial machine some states of which nothing tells apart
		}
		var ask [][]value.Value
		for numbers := range suite.All() {
			var given []value.Value
			for _, i := range numbers {
				given = append(given, m.Inputs[i])
			}
			in, out, wrong := p.run(m, given)
			if wrong {
				return true, 0
			}
			if err := l.Observe(in, out); err != nil {
				t.Fatal(err)
			}
			ask = append(ask, h.FindDiffering(in, out)...)
		}
		if len(ask) == 0 {
			return false, len(suite.Machine.States) + extra
		}
		for _, given := range ask {
			in, out, wrong := p.run(m, given)
			if wrong {
				return true, 0
			}
			if err := l.Observe(in, out); err != nil {
				t.Fatal(err)
			}
		}
	}
	return false, 0
}

// TestLearner holds proofs for nondeterministic machines, and programs that choose by a memory
// and make mistakes, against the product of the two: what is wrong is wrong, and what is proved of
// programs of so many states is right for those that have no more. All are settled.
func TestLearner(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 0))
	batches := 20
	if raceDetector {
		t.Log("a tenth of the machines are tried under the race detector")
		batches = 2
	}
	proofs, failures, larger, large := 0, 0, 0, 0
	for range batches {
		var tables []table
		for range 50 {
			tables = append(tables, drawTable(r, r.IntN(2) == 0))
		}
		for n, m := range loadTables(t, tables) {
			for mistakes := range 3 {
				p := tables[n].program(r, 1+r.IntN(3), mistakes)
				wrong, most := p.proved(t, m, r.IntN(2))
				right := p.conforms(tables[n])
				switch {
				case wrong && right:
					t.Fatalf("%v conforms to %s, and was found to be wrong", p, tables[n].z())
				case wrong:
					failures++
				case most < 0:
					large++
				case most == 0:
					t.Fatalf("%v as %s: it was not settled", p, tables[n].z())
				case most < p.reachable():
					larger++
				case !right:
					t.Fatalf("%v does not conform to %s, and was proved to", p, tables[n].z())
				default:
					proofs++
				}
			}
		}
	}
	t.Logf("%d proofs, %d failures, %d programs with more states than those of which something is proved, "+
		"%d machines with too many steps", proofs, failures, larger, large)
	if proofs < 10*batches || failures < 30*batches {
		t.Errorf("%d proofs and %d failures: the machines are of one kind", proofs, failures)
	}
}

// TestLearnerUnsettled: of a program that does not always do the same nothing is said.
func TestLearnerUnsettled(t *testing.T) {
	m := loadTables(t, []table{{{bit(0, 0) | bit(1, 0), bit(0, 0)}}})[0]
	l := m.NewLearner()
	one := func(o string) []value.Value { return []value.Value{value.OfSeq([]value.Value{value.OfAtom(o)})} }
	if err := l.Observe(m.Inputs[:1], one("o0")); err != nil {
		t.Fatal(err)
	}
	err := l.Observe(m.Inputs[:1], one("o1"))
	if err == nil {
		t.Fatal("nothing is wrong")
	}
	if _, again := l.MakeHypothesis(t.Context(), 10); again == nil || again.Error() != err.Error() {
		t.Errorf("%v, and then %v", err, again)
	}
}
