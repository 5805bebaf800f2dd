package reactive_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/machine/reactive"
)

// The sizes of random machines.
const (
	states  = 4
	inputs  = 2
	outputs = 2
)

// table is a machine as a table: for each state and input, the pairs of output and state
// that are allowed, as a set of bits.
type table [states][inputs]uint

// bit returns the bit of an output and a state.
func bit(output, to int) uint { return 1 << (output*states + to) }

// drawTable returns a random table. In a total one something is specified everywhere.
func drawTable(r *rand.Rand, total bool) (t table) {
	for s := range states {
		for i := range inputs {
			n := r.IntN(3)
			if r.IntN(4) > 0 {
				n = min(n, 1)
			}
			if total {
				n = max(n, 1)
			}
			for range n {
				t[s][i] |= bit(r.IntN(outputs), r.IntN(states))
			}
		}
	}
	return t
}

// mutant returns a table with one or two changes, and with moves where there are none, so
// that most mutants take every input.
func (t table) mutant(r *rand.Rand) table {
	for s := range states {
		for i := range inputs {
			if t[s][i] == 0 && r.IntN(8) > 0 {
				t[s][i] = bit(r.IntN(outputs), s)
			}
		}
	}
	for range r.IntN(3) {
		s, i := r.IntN(states), r.IntN(inputs)
		switch r.IntN(3) {
		case 0:
			t[s][i] = bit(r.IntN(outputs), r.IntN(states))
		case 1:
			t[s][i] |= bit(r.IntN(outputs), r.IntN(states))
		case 2:
			for b := range outputs * states {
				if only := uint(1) << b; t[s][i]&only != 0 {
					t[s][i] = only
				}
			}
		}
	}
	return t
}

// z writes a table as a function of Z.
func (t table) z() string {
	var lines []string
	for s := range states {
		for i := range inputs {
			var set []string
			for o := range outputs {
				for to := range states {
					if t[s][i]&bit(o, to) != 0 {
						set = append(set, fmt.Sprintf("(s%d, ⟨o%d⟩)", to, o))
					}
				}
			}
			if len(set) > 0 || (s+i)%2 == 0 { // what is not specified is left out, or empty
				lines = append(lines, fmt.Sprintf("(s%d, i%d) ↦ {%s}", s, i, strings.Join(set, ", ")))
			}
		}
	}
	return "{" + strings.Join(lines, ", ") + "}"
}

// shortestRefutation returns the length of the shortest sequence that refutes that one table conforms
// to another, by the pairs of a state and a set of states that sequences of each length
// lead to; 0 where none does.
func shortestRefutation(imp, of table) int {
	type both struct {
		at int
		in uint
	}
	seen, now := map[both]bool{}, map[both]bool{{0, 1}: true}
	for length := 1; len(now) > 0; length++ {
		next := map[both]bool{}
		for p := range now {
			seen[p] = true
			for i := range inputs {
				var allowed uint
				for s := range states {
					if p.in&(1<<s) != 0 {
						allowed |= of[s][i]
					}
				}
				if allowed == 0 {
					continue
				}
				if imp[p.at][i] == 0 {
					return length
				}
				for o := range outputs {
					in := allowed >> (o * states) & (1<<states - 1)
					for to := range states {
						switch {
						case imp[p.at][i]&bit(o, to) == 0:
						case in == 0:
							return length
						case !seen[both{to, in}]:
							next[both{to, in}] = true
						}
					}
				}
			}
		}
		now = next
	}
	return 0
}

// takesAll tells whether a machine has a move for each input in all states that it can
// reach.
func (t table) takesAll() bool {
	reached := uint(1)
	for range states {
		for s := range states {
			for i := range inputs {
				if reached&(1<<s) != 0 {
					reached |= t[s][i]&(1<<states-1) | t[s][i]>>states
				}
			}
		}
	}
	for s := range states {
		for i := range inputs {
			if reached&(1<<s) != 0 && t[s][i] == 0 {
				return false
			}
		}
	}
	return true
}

// loadTables returns the machines of tables, read as a project's.
func loadTables(t *testing.T, tables []table) []*reactive.Machine {
	text := "S ::= s0 | s1 | s2 | s3\n\nI ::= i0 | i1\n\nO ::= o0 | o1\n\n"
	docs := ""
	for n, one := range tables {
		text += fmt.Sprintf("m%d == %s\n\n", n, one.z())
		docs += fmt.Sprintf("---\nmachine: m%d\nspec: m%d\ninit: s0\nz: m.zed\n", n, n)
	}
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [m.yaml]\nsuts: {one: {command: [a]}}\n",
		"m.zed":        text, "m.yaml": docs})
	byName := map[string]*reactive.Machine{}
	for _, m := range system.Machines {
		one, err := reactive.New(m.Name, m.Reactive, system)
		if err != nil {
			t.Fatal(err)
		}
		byName[m.Name] = one
	}
	out := make([]*reactive.Machine, len(tables))
	for n := range tables {
		out[n] = byName[fmt.Sprintf("m%d", n)]
	}
	return out
}

// TestConforms holds verdicts on random machines and mutants of them against those of a
// product automaton, and the lengths of refutations against the shortest ones.
func TestConforms(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 0))
	refuted, proved, deaf, batches := 0, 0, 0, 20
	if raceDetector {
		t.Log("a tenth of the machines are tried under the race detector")
		batches = 2
	}
	for range batches {
		var tables []table
		for range 50 {
			of := drawTable(r, r.IntN(3) == 0)
			for of[0] == [inputs]uint{} {
				of = drawTable(r, false)
			}
			tables = append(tables, of, of.mutant(r))
		}
		machines := loadTables(t, tables)
		for n := 0; n < len(tables); n += 2 {
			other := (n + 3) % len(tables) // a mutant of another one
			for _, k := range []int{n + 1, n, other} {
				found, err := reactive.Conforms(context.Background(), machines[k], machines[n],
					reactive.Effort{Pairs: 1000, Steps: 100, Length: 10})
				if err != nil {
					t.Fatal(err)
				}
				length := 0
				if found.Refutation != nil {
					length = len(found.Refutation.Steps)
				}
				want := shortestRefutation(tables[k], tables[n])
				if length != want || (found.Answer == reactive.Refuted) != (want > 0) ||
					want == 0 && found.Answer != reactive.Proved {
					t.Fatalf("%s\nas %s:\n%s after %d steps, expected %d", tables[k].z(), tables[n].z(), found.Answer,
						length, want)
				}
				if all := tables[k].takesAll(); want == 0 && (found.Heard != all || (found.Deaf == nil) != all) {
					t.Fatalf("%s\ntakes all inputs: %t, expected %t", tables[k].z(), found.Heard, all)
				}
				if want > 0 {
					refuted++
				} else if proved++; !found.Heard {
					deaf++
				}
				checkSearch(t, machines[k], machines[n], want > 0)
			}
		}
	}
	if refuted < 50*batches || proved < 30*batches || deaf < 5*batches {
		t.Errorf("%d refuted, %d proved, %d of them do not take every input: the machines are of one kind", refuted,
			proved, deaf)
	}
}

// checkSearch holds a search that does not come to all pairs against the right verdict: it
// may miss a refutation, and finds none where there is none.
func checkSearch(t *testing.T, imp, of *reactive.Machine, refuted bool) {
	found, err := reactive.Conforms(context.Background(), imp, of,
		reactive.Effort{Pairs: 2, Steps: 40, Length: 12, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	if found.Answer == reactive.Refuted && !refuted || found.Answer == reactive.Proved && refuted {
		t.Fatalf("%s after %d pairs and %d steps, and refuted is %t", found.Answer, found.Pairs, found.Steps, refuted)
	}
}
