package machine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/value"
)

// ways returns how many steps of a machine lead to each state.
func (m small) ways() map[[2]int64]int {
	out := map[[2]int64]int{{0, 0}: 0}
	queue := [][2]int64{{0, 0}}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for _, u := range m.units {
			for x := range int64(5) {
				v := [3]int64{s[0], s[1], x}
				if !u.guard(v) {
					continue
				}
				after := u.update(v)
				if _, ok := out[after]; !ok {
					out[after] = out[s] + 1
					queue = append(queue, after)
				}
			}
		}
	}
	return out
}

// TestReach holds the ways of random machines to each of their states against all sequences:
// they are as short as can be, they lead there, and where none was found there is none.
func TestReach(t *testing.T) {
	t.Parallel()
	const machines = 300
	r := rand.New(rand.NewPCG(3, 4))
	var list []small
	for range machines {
		m := small{}
		for range 1 + r.IntN(3) {
			m.units = append(m.units, drawUnit(r))
		}
		list = append(list, m)
	}
	system := configtest.Load(t, project(list))
	solver := embedded.New(solve.Options{})
	by := oracle.New(system, solver)
	found, none := 0, 0
	for _, of := range system.Machines {
		n := 0
		fmt.Sscanf(of.Name, "m%d", &n)
		m, ways := machine.New(of, by, solver), list[n].ways()
		from := machine.State{value.OfInt(0), value.OfInt(0)}
		for range 6 {
			a, b := r.Int64N(5), r.Int64N(5)
			steps, is := ways[[2]int64{a, b}]
			way := m.Reach(t.Context(), from, machine.State{value.OfInt(a), value.OfInt(b)})
			switch {
			case way.Found != is || !is && !way.All || is && len(way.Steps) != steps:
				t.Errorf("machine %d, %d, %d: found: %v, %d steps, all: %v; want %v, %d", n, a, b, way.Found,
					len(way.Steps), way.All, is, steps)
			case is:
				found++
				at := [2]int64{}
				for _, s := range way.Steps {
					x, _ := s.Inputs[0].Value.Int()
					at = list[n].units[s.Unit].update([3]int64{at[0], at[1], x})
				}
				if at != [2]int64{a, b} {
					t.Errorf("machine %d: the way leads to %v", n, at)
				}
			default:
				none++
			}
		}
	}
	if t.Logf("%d ways, %d without", found, none); found < 100 || none < 100 {
		t.Error("the test says nothing")
	}
}

// A state that takes many operations is reached too, though not all ways of that length can
// be tried; one that no operation leads to is not, and the nearest one is named.
func TestReachFar(t *testing.T) {
	t.Parallel()
	system := configtest.Load(t, map[string]string{
		"m.zed": "[ID]\n\nShelf == [held : ID ⇸ ℕ; log : seq ℕ; shut : ℕ]\n\n" +
			"Init == [Shelf' | held' = ∅ ∧ log' = ⟨⟩ ∧ shut' = 0]\n\n" +
			"Put == [ΔShelf; id? : ID; n? : ℕ | id? ∉ dom held ∧ held' = held ∪ {id? ↦ 0} ∧ log' = log ⌢ ⟨n?⟩ ∧ shut' = shut]\n\n" +
			"More == [ΔShelf; id? : ID; n? : ℕ | id? ∈ dom held ∧ n? > 0 ∧ held' = held ⊕ {id? ↦ held id? + n?} ∧ log' = log ∧ shut' = shut]\n\n" +
			"Clear == [ΔShelf | held' = ∅ ∧ log' = ⟨⟩ ∧ shut' = shut]\n",
		"units.yaml": "unit: put\nsut: s\nz: m.zed\nschema: Put\n---\nunit: more\nsut: s\nz: m.zed\nschema: More\n---\n" +
			"unit: clear\nsut: s\nz: m.zed\nschema: Clear\n---\nmachine: shelf\n",
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: shelf\nspecs: [units.yaml]\nsuts: {s: {command: [none]}}\n" +
			"init: Init\nscope: {given: 12}\n",
	})
	solver := embedded.New(solve.Options{})
	m := machine.New(system.Machines[0], oracle.New(system, solver), solver)
	from, err := m.FindInitial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var pairs, log []value.Value
	for i, id := range system.Globals.Given["ID"] {
		pairs = append(pairs, value.OfTuple(id, value.OfInt(int64(i*7))))
		log = append(log, value.OfInt(int64(i%3)))
	}
	goal := machine.State{value.OfSet(pairs), value.OfSeq(log), {}} // held, log, shut
	way := m.Reach(t.Context(), from, goal)
	if !way.Found || len(way.Steps) < 2*len(pairs)-1 || len(way.Steps) > 5*len(pairs) {
		t.Errorf("found: %v, %d steps, nearest %s", way.Found, len(way.Steps), m.Text(way.Nearest))
	}
	goal = machine.State{value.OfSet(pairs[:2]), {}, value.OfInt(3)}
	if way := m.Reach(t.Context(), from, goal); way.Found || way.Nearest[0].Len() != 2 {
		t.Errorf("found: %v, nearest %s", way.Found, m.Text(way.Nearest))
	}
}

// TestReachByAny holds ways of machines whose steps may leave several states against all that they
// may leave: a state is called unreachable only where no choice of the program leads to it, also
// where it is a goal.
func TestReachByAny(t *testing.T) {
	t.Parallel()
	const machines, most = 60, 5
	r := rand.New(rand.NewPCG(8, 1))
	text, units := "S == [n : ℤ]\n\nInit == [S' | n' = 0]\n\n", ""
	leads := make([]map[[2]int64]bool, machines)
	for k := range machines {
		leads[k] = map[[2]int64]bool{}
		for u := range 2 {
			var pairs [][2]int64
			for range 1 + r.IntN(5) {
				pair := [2]int64{r.Int64N(most), r.Int64N(most)}
				leads[k][pair] = true
				pairs = append(pairs, pair)
			}
			// The first unit has a set of what it may leave, the second one a disjunct for each.
			var terms []string
			for from := range int64(most) {
				var to []string
				for _, pair := range pairs {
					if pair[0] == from && u == 0 {
						to = append(to, fmt.Sprint(pair[1]))
					} else if pair[0] == from {
						terms = append(terms, fmt.Sprintf("(n = %d ∧ n' = %d)", from, pair[1]))
					}
				}
				if len(to) > 0 {
					terms = append(terms, fmt.Sprintf("(n = %d ∧ n' ∈ {%s})", from, strings.Join(to, ", ")))
				}
			}
			schema := strings.Join(terms, " ∨ ")
			text += fmt.Sprintf("U%d_%d == [ΔS | %s]\n\n", k, u, schema)
			units += fmt.Sprintf("unit: u%d_%d\nsut: s\nz: m.zed\nschema: U%d_%d\n---\n", k, u, k, u)
		}
		units += fmt.Sprintf("machine: m%d\nunits: [u%d_0, u%d_1]\n---\n", k, k, k)
	}
	system := configtest.Load(t, map[string]string{"m.zed": text, "units.yaml": strings.TrimSuffix(units, "---\n"),
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [units.yaml]\nsuts: {s: {command: [none]}}\ninit: Init\n"})
	solver := embedded.New(solve.Options{})
	by := oracle.New(system, solver)
	found, none := 0, 0
	for _, of := range system.Machines {
		var k int
		fmt.Sscanf(of.Name, "m%d", &k)
		m, reached := machine.New(of, by, solver), map[int64]bool{0: true}
		for range most {
			for pair := range leads[k] {
				reached[pair[1]] = reached[pair[1]] || reached[pair[0]]
			}
		}
		from := machine.State{value.OfInt(0)}
		for n := range int64(most) {
			way := m.Reach(t.Context(), from, machine.State{value.OfInt(n)})
			if way.Found != reached[n] || way.All == way.Found {
				t.Errorf("machine %d, %v: n = %d: found: %v, all: %v", k, leads[k], n, way.Found, way.All)
			}
			goal, err := config.Goal(system, of, source.NewFile("goal", fmt.Sprintf("n = %d", n)).Whole())
			if err != nil {
				t.Fatal(err)
			}
			aim, err := m.Goal(goal)
			if err != nil {
				t.Fatal(err)
			}
			if way := m.Seek(t.Context(), from, aim); way.Found != reached[n] || way.All == way.Found {
				t.Errorf("machine %d, %v: goal n = %d: found: %v, all: %v", k, leads[k], n, way.Found, way.All)
			}
			if reached[n] {
				found++
			} else {
				none++
			}
		}
	}
	if t.Logf("%d ways, %d without", found, none); found < machines || none < machines {
		t.Error("the test says nothing")
	}
}

// TestReachTogether: states of 33 elements are reached whose collections belong together, however they do: an operation
// takes several inputs for each element, and these are far fewer than all combinations of the values in the state.
func TestReachTogether(t *testing.T) {
	t.Parallel()
	const many = 33
	forms := []struct{ vars, first, put string }{
		{"keys, vals : seq ℤ", "keys' = ⟨⟩ ∧ vals' = ⟨⟩",
			"k? ∉ ran keys ∧ # keys < cap ∧ keys' = keys ⌢ ⟨k?⟩ ∧ vals' = vals ⌢ ⟨v?⟩"},
		{"keys, vals : seq ℤ", "keys' = ⟨⟩ ∧ vals' = ⟨⟩",
			"k? ∉ ran keys ∧ # keys < cap ∧ keys' = ⟨k?⟩ ⌢ keys ∧ vals' = ⟨v?⟩ ⌢ vals"},
		{"rows : seq (ℤ × ℤ)", "rows' = ⟨⟩", "# rows < cap ∧ rows' = rows ⌢ ⟨(k?, v?)⟩"},
		{"held : ℤ ⇸ ℤ; order : seq ℤ", "held' = ∅ ∧ order' = ⟨⟩",
			"k? ∉ dom held ∧ # order < cap ∧ held' = held ∪ {k? ↦ v?} ∧ order' = order ⌢ ⟨k?⟩"},
		{"held : ℤ ↔ ℤ", "held' = ∅", "# held < cap ∧ held' = held ∪ {k? ↦ v?}"},
	}
	for i, form := range forms {
		keep := ""
		isOther := func(r rune) bool { return strings.ContainsRune("' =⟨⟩∧∅", r) }
		for name := range strings.FieldsFuncSeq(form.first, isOther) {
			keep += " ∧ " + name + "' = " + name
		}
		system := configtest.Load(t, map[string]string{
			"m.zed": "S == [cap : ℤ; " + form.vars + "]\n\nInit == [S' | cap' = 2 ∧ " + form.first + "]\n\n" +
				"Put == [ΔS; v?, k? : ℤ | cap' = cap ∧ " + form.put + "]\n\n" +
				"Clear == [ΔS | cap' = cap ∧ " + form.first + "]\n\nSize == [ΞS; n! : ℤ | n! = cap]\n\n" +
				"Grow == [ΔS; cap? : ℤ | cap' = cap?" + keep + "]\n",
			"units.yaml": "unit: put\nsut: s\nz: m.zed\nschema: Put\n---\n" +
				"unit: clear\nsut: s\nz: m.zed\nschema: Clear\n---\nunit: grow\nsut: s\nz: m.zed\nschema: Grow\n---\n" +
				"unit: size\nsut: s\nz: m.zed\nschema: Size\n---\nmachine: m\n",
			"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: m\nspecs: [units.yaml]\n" +
				"suts: {s: {command: [none]}}\ninit: Init\n",
		})
		solver := embedded.New(solve.Options{})
		m := machine.New(system.Machines[0], oracle.New(system, solver), solver)
		from, err := m.FindInitial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(i), 1))
		var keys, vals, pairs []value.Value
		for _, k := range r.Perm(60)[:many] {
			keys, vals = append(keys, value.OfInt(int64(k))), append(vals, value.OfInt(r.Int64N(40)))
			pairs = append(pairs, value.OfTuple(keys[len(keys)-1], vals[len(vals)-1]))
		}
		of := map[string]value.Value{"cap": value.OfInt(many), "keys": value.OfSeq(keys), "vals": value.OfSeq(vals),
			"rows": value.OfSeq(pairs), "held": value.OfSet(pairs), "order": value.OfSeq(keys)}
		var goal machine.State
		for _, v := range m.Vars {
			goal = append(goal, of[v.Name])
		}
		way := m.Reach(t.Context(), from, goal)
		if !way.Found || len(way.Steps) > many+5 {
			t.Errorf("%s: found: %v, %d steps, nearest %s", form.vars, way.Found, len(way.Steps), m.Text(way.Nearest))
		}
	}
}
