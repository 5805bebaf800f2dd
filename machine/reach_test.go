package machine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
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
