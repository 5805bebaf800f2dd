package calls_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/calls"
	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// project returns a system, and what its units may call.
func project(t *testing.T, z, units string) (*spec.System, *calls.Analysis) {
	t.Helper()
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\nsuts:\n  p: {command: [bin/p]}\n",
		"spec.zed":     z,
		"units.yaml":   units,
	})
	p, err := planner.Make(t.Context(), system, planner.Options{Solver: embedded.New(solve.Options{}),
		NoStrengthen: true})
	if err != nil {
		t.Fatal(err)
	}
	return p.System, p.Engine().Decider.Calls()
}

const counted = `Add == [n, n' : ℤ; k? : ℤ | k? ≠ 0 ∧ n' = n + k?]
Look == [n, n' : ℤ; k? : ℤ; r! : ℤ | n' = n ∧ ((n < k? ∧ r! = 0) ∨ (n ≥ k? ∧ r! = 1))]
Some == [n, n' : ℤ; r! : ℤ | n' = n + r! ∧ r! ∈ {1, 2}]
Twice == Add ⨾ Add
Both == Look ∧ Look[j?/k?, q!/r!]
Each == [n, n' : ℤ; s? : ℙ (0 .. 3) | n' = n ∧ (∀ k? : s? • ∃ r! : {1} • Look)]
Maybe == (Add ∧ [k? : ℤ | k? > 0]) ∨ [n, n' : ℤ; k? : ℤ | k? ≤ 0 ∧ n' = n]
Other == [m, m' : ℤ; r? : ℤ | m' = m + r?]
Chain == Some ≫ Other
`

const countedUnits = `{unit: add, sut: p, z: spec.zed, schema: Add}
---
{unit: look, sut: p, z: spec.zed, schema: Look}
---
{unit: some, sut: p, z: spec.zed, schema: Some}
---
{unit: twice, sut: p, z: spec.zed, schema: Twice}
---
{unit: both, sut: p, z: spec.zed, schema: Both}
---
{unit: each, sut: p, z: spec.zed, schema: Each}
---
{unit: maybe, sut: p, z: spec.zed, schema: Maybe}
`

func ints(u *spec.Unit, of map[string]int64, set []int64) spec.Values {
	var out spec.Values
	for _, v := range u.Op.Vars {
		x, ok := of[v.Name]
		item := spec.NewItem(v.Name, v.Type, value.OfInt(x))
		if v.Name == "s?" {
			var elems []value.Value
			for _, n := range set {
				elems = append(elems, value.OfInt(n))
			}
			item.Value, ok = value.OfSet(elems), true
		}
		if ok {
			out = append(out, item)
		}
	}
	return out
}

// As many calls are due as there are occurrences that cannot be one call; under a
// quantifier one where its range is not empty, and there is no end to them.
func TestDemands(t *testing.T) {
	t.Parallel()
	system, allowed := project(t, counted, countedUnits)
	for _, c := range []struct {
		unit, callee string
		values       map[string]int64
		set          []int64
		want         result.Demand
	}{
		{"twice", "add", map[string]int64{"n": 1, "k?": 2}, nil, result.Demand{Least: 2, Most: 2}},
		{"both", "look", map[string]int64{"n": 1, "k?": 2, "j?": 3}, nil, result.Demand{Least: 2, Most: 2}},
		{"both", "look", map[string]int64{"n": 1, "k?": 2, "j?": 2}, nil, result.Demand{Least: 1, Most: 2}},
		{"each", "look", map[string]int64{"n": 1}, []int64{0, 1}, result.Demand{Least: 1, Most: result.Unlimited}},
		{"each", "look", map[string]int64{"n": 1}, nil, result.Demand{Least: 0, Most: result.Unlimited}},
		{"maybe", "add", map[string]int64{"n": 1, "k?": 2}, nil, result.Demand{Least: 1, Most: 1}},
		{"maybe", "add", map[string]int64{"n": 1, "k?": 0}, nil, result.Demand{}},
	} {
		u := system.Unit(c.unit)
		got := allowed.CaseOn(t.Context(), u, ints(u, c.values, c.set)).Demands()[c.callee]
		if got != c.want {
			t.Errorf("%s on %v %v: %+v calls of %s, want %+v", c.unit, c.values, c.set, got, c.callee, c.want)
		}
	}
}

// Where so many alternatives stay whole that no disjunct tells them apart, a callee is called where an
// alternative calls it that the values allow, and nowhere else.
func TestReachOfOneDisjunct(t *testing.T) {
	t.Parallel()
	wide := strings.Builder{}
	wide.WriteString("Add == [n, n' : ℤ; k? : ℤ | k? > 0 ∧ n' = n + k?]\nWide == Add")
	for i := range schema.MaxDisjuncts {
		fmt.Fprintf(&wide, " ∨ [n, n' : ℤ; k? : ℤ | k? = -%d ∧ n' = n]", i)
	}
	system, allowed := project(t, wide.String()+"\n", `{unit: add, sut: p, z: spec.zed, schema: Add}
---
{unit: wide, sut: p, z: spec.zed, schema: Wide, tactics: [dnf]}
`)
	u := system.Unit("wide")
	if len(u.Op.Disjuncts) != 1 || len(u.Op.Joined) != 1 {
		t.Fatalf("%d disjuncts, of which %d stay whole", len(u.Op.Disjuncts), len(u.Op.Joined))
	}
	for k, want := range map[int64]int{2: 1, -5: 0} {
		given := ints(u, map[string]int64{"n": 1, "k?": k}, nil).Map()
		reach := allowed.Reach(t.Context(), u, allowed.Occurrences(u)[0], given, []int{0})
		if len(reach.Points) != want || !reach.Complete {
			t.Errorf("with k? = %d add is called on %d values (all: %v), want %d", k, len(reach.Points),
				reach.Complete, want)
		}
	}
}

// A call is placed also where not all that are possible can be told, and after what
// was answered before.
func TestPlace(t *testing.T) {
	t.Parallel()
	system, allowed := project(t, counted, countedUnits+`---
{unit: chain, sut: p, z: spec.zed, schema: Chain}
---
{unit: other, sut: p, z: spec.zed, schema: Other}
`)
	answered := func(callee string, frame ...int64) []calls.Answered {
		a := calls.Answered{Callee: callee}
		for _, n := range frame {
			a.Frame = append(a.Frame, value.OfInt(n))
		}
		return []calls.Answered{a}
	}
	for _, c := range []struct {
		unit, callee string
		values       map[string]int64
		set          []int64
		call         map[string]int64
		before       []calls.Answered
		want         result.Place
	}{
		{"each", "look", map[string]int64{"n": 1}, []int64{0, 1}, map[string]int64{"n": 1, "k?": 1}, nil,
			result.Allowed},
		{"each", "look", map[string]int64{"n": 1}, []int64{0, 1}, map[string]int64{"n": 1, "k?": -1}, nil,
			result.Beside},
		{"each", "look", map[string]int64{"n": 1}, []int64{0, 1}, map[string]int64{"n": 1, "k?": 3}, nil,
			result.Elsewhere},
		{"chain", "other", map[string]int64{"n": 1, "m": 5}, nil, map[string]int64{"m": 5, "r?": 2}, nil,
			result.Allowed},
		{"chain", "other", map[string]int64{"n": 1, "m": 5}, nil, map[string]int64{"m": 5, "r?": 3}, nil,
			result.Beside},
		{"chain", "other", map[string]int64{"n": 1, "m": 5}, nil, map[string]int64{"m": 5, "r?": 2},
			answered("some", 1, 3, 2), result.Allowed},
		{"chain", "other", map[string]int64{"n": 1, "m": 5}, nil, map[string]int64{"m": 5, "r?": 2},
			answered("some", 1, 2, 1), result.Beside},
	} {
		u, q := system.Unit(c.unit), system.Unit(c.callee)
		frame := q.Frame(ints(q, c.call, nil).Map())
		if got := allowed.CaseOn(t.Context(), u, ints(u, c.values, c.set)).Place(q, frame, c.before); got != c.want {
			t.Errorf("%s on %v %v calls %s with %v: %d, want %d", c.unit, c.values, c.set, c.callee, c.call, got,
				c.want)
		}
	}
}

// TestConfirm: the leaves that a call lies in, by its inputs and before-state.
func TestConfirm(t *testing.T) {
	t.Parallel()
	system, allowed := project(t, "A == [n, n' : ℤ; k? : ℤ | k? ≥ 0 ∧ n' = n + k?]\n",
		"{unit: add, sut: p, z: spec.zed, schema: A, tactics: [dnf, {nr: [k?, [3]]}]}\n")
	add := system.Unit("add")
	for k, want := range map[int64][]string{2: {"add/DNF_1/NR_1"}, 3: {"add/DNF_1/NR_2"}, 40: {"add/DNF_1/NR_3"},
		-1: nil} {
		frame := add.Frame(map[string]value.Value{"n": value.OfInt(7), "k?": value.OfInt(k)})
		if diff := cmp.Diff(want, allowed.Confirm(add, frame)); diff != "" {
			t.Errorf("k? = %d: %s", k, diff)
		}
	}
}
