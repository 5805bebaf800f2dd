package machine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// A small machine as text, and as what it means: of each of its units whether it is possible
// and what it leaves, on a, b and an input.
type small struct{ units []smallUnit }

type smallUnit struct {
	text   string
	guard  func(v [3]int64) bool
	update func(v [3]int64) [2]int64
}

// term is a term over a, b and the input, in Z with the number of its machine for %d.
type term struct {
	text  string
	value func(v [3]int64) int64
}

func drawTerm(r *rand.Rand) term {
	c := int64(r.IntN(5))
	switch r.IntN(5) {
	case 0:
		return term{"a%[1]d", func(v [3]int64) int64 { return v[0] }}
	case 1:
		return term{"b%[1]d", func(v [3]int64) int64 { return v[1] }}
	case 2:
		return term{"x?", func(v [3]int64) int64 { return v[2] }}
	case 3:
		return term{"(a%[1]d + x?) mod 5", func(v [3]int64) int64 { return ((v[0]+v[2])%5 + 5) % 5 }}
	}
	return term{fmt.Sprint(c), func([3]int64) int64 { return c }}
}

func drawUnit(r *rand.Rand) smallUnit {
	left, right, a, b := drawTerm(r), drawTerm(r), drawTerm(r), drawTerm(r)
	u := smallUnit{update: func(v [3]int64) [2]int64 { return [2]int64{a.value(v), b.value(v)} }}
	relation := ""
	switch r.IntN(4) {
	case 0:
		relation, u.guard = "<", func(v [3]int64) bool { return left.value(v) < right.value(v) }
	case 1:
		relation, u.guard = "=", func(v [3]int64) bool { return left.value(v) == right.value(v) }
	case 2:
		relation, u.guard = "≠", func(v [3]int64) bool { return left.value(v) != right.value(v) }
	default:
		relation, u.guard = "≥", func(v [3]int64) bool { return left.value(v) >= right.value(v) }
	}
	u.text = fmt.Sprintf("[ΔS%%[1]d; x? : 0 .. 4 | %s %s %s ∧ a%%[1]d' = %s ∧ b%%[1]d' = %s]", left.text, relation,
		right.text, a.text, b.text)
	return u
}

// isPossibleAnywhere tells whether a unit is possible in some state within the scope.
func (m small) isPossibleAnywhere() bool {
	for n := range int64(5 * 5 * 5) {
		if slices.ContainsFunc(m.units, func(u smallUnit) bool { return u.guard([3]int64{n % 5, n / 5 % 5, n / 25}) }) {
			return true
		}
	}
	return false
}

// project writes many small machines as one project.
func project(list []small) map[string]string {
	var z, yaml strings.Builder
	for n, m := range list {
		fmt.Fprintf(&z, "S%[1]d == [a%[1]d, b%[1]d : ℤ]\n\n", n)
		var names []string
		for i, u := range m.units {
			name := fmt.Sprintf("U%dx%d", n, i)
			names = append(names, name)
			fmt.Fprintf(&z, name+" == "+u.text+"\n\n", n)
			fmt.Fprintf(&yaml, "unit: %s\nsut: s\nz: m.zed\nschema: %[1]s\nuses: []\n---\n", name)
		}
		fmt.Fprintf(&yaml, "machine: m%d\nunits: [%s]\n---\n", n, strings.Join(names, ", "))
	}
	return map[string]string{"m.zed": z.String(), "units.yaml": yaml.String(),
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: small\nspecs: [units.yaml]\nsuts: {s: {command: [none]}}\nscope: {int: [0, 4]}\n"}
}

// TestDraw: in 2,000 small machines every step is possible in the state that the steps before
// it leave, which a second reading of the machine tells, and steps end only where none is.
func TestDraw(t *testing.T) {
	const machines, length = 2000, 8
	r := rand.New(rand.NewPCG(1, 2))
	var list []small
	for range machines {
		m := small{}
		for range 1 + r.IntN(3) {
			m.units = append(m.units, drawUnit(r))
		}
		list = append(list, m)
	}
	system := configtest.Load(t, project(list))
	if len(system.Machines) != machines {
		t.Fatalf("%d machines", len(system.Machines))
	}
	solver := embedded.New(solve.Options{})
	by, steps, ended := oracle.New(system, solver), 0, 0
	for _, of := range system.Machines {
		n := 0
		fmt.Sscanf(of.Name, "m%d", &n)
		m := machine.New(of, by, solver)
		initial, err := m.FindInitial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		drawn := m.Draw(t.Context(), rand.New(rand.NewPCG(7, uint64(n))), nil, []machine.State{initial}, length)
		v := [3]int64{}
		v[0], _ = initial[0].Int()
		v[1], _ = initial[1].Int()
		if len(drawn) == 0 && list[n].isPossibleAnywhere() {
			t.Fatalf("%s: nothing is drawn, though something is possible in some state", of.Name)
		}
		for i, s := range drawn {
			u := list[n].units[s.Unit]
			v[2], _ = s.Inputs[0].Value.Int()
			if v[2] < 0 || v[2] > 4 || !u.guard(v) {
				t.Fatalf("%s: step %d, %s of %s, is not possible on %v", of.Name, i+1, s.Inputs, u.text, v)
			}
			after := u.update(v)
			v[0], v[1] = after[0], after[1]
		}
		if steps += len(drawn); len(drawn) < length {
			ended++
			for _, u := range list[n].units {
				for v[2] = range int64(5) {
					if u.guard(v) {
						t.Fatalf("%s: %s is possible on %v, and was not drawn", of.Name, u.text, v)
					}
				}
			}
		}
		// What was asked for before does not matter, and the seed does.
		again := machine.New(of, by, solver)
		again.Draw(t.Context(), rand.New(rand.NewPCG(8, uint64(n))), nil, []machine.State{initial}, length)
		if got := again.Draw(t.Context(), rand.New(rand.NewPCG(7, uint64(n))), nil, []machine.State{initial},
			length); !slices.EqualFunc(got, drawn, same) {
			t.Fatalf("%s: drawn again: %v, first %v", of.Name, got, drawn)
		}
	}
	t.Logf("%d steps, %d sequences ended", steps, ended)
	if steps < machines || ended == 0 {
		t.Errorf("%d steps, %d sequences ended", steps, ended)
	}
}

func same(a, b machine.Step) bool {
	return a.Unit == b.Unit && a.Object == b.Object && a.Inputs.Equal(b.Inputs)
}

// TestShrink: of a sequence that was shrunk no step can be left out and no input be made
// smaller, whatever it is that fails.
func TestShrink(t *testing.T) {
	system := configtest.Load(t, project([]small{{units: []smallUnit{drawUnit(rand.New(rand.NewPCG(1, 1)))}}}))
	m := machine.New(system.Machines[0], oracle.New(system, embedded.New(solve.Options{})), nil)
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		var drawn []machine.Step
		for range 1 + r.IntN(20) {
			drawn = append(drawn, machine.Step{Unit: r.IntN(3), Object: r.IntN(2),
				Inputs: spec.Values{spec.NewItem("x?", zed.IntType{}, value.OfInt(int64(r.IntN(9))))}})
		}
		// It fails where the steps of some kind so far add up to something.
		need, unit, modulus := int64(1+r.IntN(12)), r.IntN(3), int64(1+r.IntN(3))
		failsAt := func(list []machine.Step) int {
			sum := int64(0)
			for i, s := range list {
				if x, _ := s.Inputs[0].Value.Int(); s.Unit == unit {
					sum += 1 + x
				} else if s.Object == 1 {
					sum -= x % modulus
				}
				if sum >= need {
					return i
				}
			}
			return -1
		}
		at := failsAt(drawn)
		if at < 0 {
			continue
		}
		got := m.Shrink(drawn[:at+1], func(list []machine.Step) ([]machine.Step, bool, bool) {
			i := failsAt(list)
			return list[:i+1], i >= 0, false
		})
		if failsAt(got) != len(got)-1 {
			t.Fatalf("seed %d: %v does not fail in its last step", seed, got)
		}
		for i := range got {
			if failsAt(slices.Concat(got[:i], got[i+1:])) >= 0 {
				t.Fatalf("seed %d: step %d of %v can be left out", seed, i+1, got)
			}
			x, _ := got[i].Inputs[0].Value.Int()
			for less := range x {
				other := slices.Clone(got)
				other[i].Inputs = spec.Values{spec.NewItem("x?", zed.IntType{}, value.OfInt(less))}
				if failsAt(other) >= 0 {
					t.Fatalf("seed %d: the input of step %d of %v may be %d", seed, i+1, got, less)
				}
			}
		}
	}
}

// TestShrinkTogether: values that only fail together, and steps that only a smaller number in a
// later one makes needless, are made smaller too.
func TestShrinkTogether(t *testing.T) {
	system := configtest.Load(t, project([]small{{units: []smallUnit{drawUnit(rand.New(rand.NewPCG(1, 1)))}}}))
	m := machine.New(system.Machines[0], oracle.New(system, embedded.New(solve.Options{})), nil)
	step := func(unit, x int64) machine.Step {
		in := spec.Values{spec.NewItem("x?", zed.IntType{}, value.OfInt(x))}
		return machine.Step{Unit: int(unit), Inputs: in}
	}
	// It fails where a key was put in before it is asked for, with `between` others put in between.
	forgets := func(between int) func(list []machine.Step) int {
		return func(list []machine.Step) int {
			for i, s := range list {
				for k, put := range list[:i] {
					if s.Unit == 1 && put.Unit == 0 && put.Inputs.Equal(s.Inputs) && i-k > between {
						return i
					}
				}
			}
			return -1
		}
	}
	// It fails where as many were put in as a number says, at least four.
	counts := func(list []machine.Step) int {
		puts := int64(0)
		for i, s := range list {
			x, _ := s.Inputs[0].Value.Int()
			if s.Unit == 1 && puts >= 4 && x == puts {
				return i
			}
			if s.Unit == 0 {
				puts++
			}
		}
		return -1
	}
	drawn := []machine.Step{step(2, 3), step(0, 7), step(0, 8), step(0, 5), step(0, 9), step(0, 7), step(2, 6),
		step(0, 4), step(0, 3), step(0, 2), step(0, 1), step(1, 7), step(1, 10)}
	for _, test := range []struct {
		fails func(list []machine.Step) int
		from  []machine.Step
		want  []machine.Step
	}{
		{forgets(0), drawn, []machine.Step{step(0, 0), step(1, 0)}},
		{forgets(3), drawn, []machine.Step{step(0, 0), step(0, 0), step(0, 0), step(0, 0), step(1, 0)}},
		{counts, slices.Concat(drawn[:11], []machine.Step{step(1, 9)}),
			[]machine.Step{step(0, 0), step(0, 0), step(0, 0), step(0, 0), step(1, 4)}},
	} {
		got := m.Shrink(test.from, func(list []machine.Step) ([]machine.Step, bool, bool) {
			i := test.fails(list)
			return list[:i+1], i >= 0, false
		})
		if !slices.EqualFunc(got, test.want, same) {
			t.Errorf("%v\nwant %v", got, test.want)
		}
	}
}
