package stubs_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed/value"
)

const z = `A == [n, n' : ℤ; k? : ℤ | k? ≥ 0 ∧ n' = n + k?]
B == [n, n' : ℤ; k? : ℤ | A]
Log == [r! : ℕ₁]
`

const units = `unit: add
sut: p
z: spec.zed
schema: A
tactics: [dnf, {nr: [k?, [3]]}]
---
unit: twice
sut: p
z:
  - spec.zed
  - twice.zed
schema: Twice
uses: [add]
calls: [log]
STUBS
---
unit: log
sut: p
z: spec.zed
schema: Log
`

func load(t *testing.T, forced string) (*spec.System, *stubs.Decider) {
	t.Helper()
	system, decider, _ := project(t, z, strings.Replace(units, "STUBS", forced, 1))
	return system, decider
}

// project loads a project, and returns its testing trees too.
func project(t *testing.T, z, units string) (*spec.System, *stubs.Decider, *suite.Trees) {
	t.Helper()
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\nsuts:\n  p: {command: [bin/p]}\n",
		"spec.zed":     z,
		"twice.zed":    "Twice == A ∨ [n, n' : ℤ; k? : ℤ | k? < 0 ∧ n' = n]\n",
		"units.yaml":   units,
	})
	solver := embedded.New(solve.Options{})
	trees := suite.NewTrees()
	for _, u := range system.Units {
		tree, err := tactics.Build(system, u, 0)
		if err != nil {
			t.Fatal(err)
		}
		trees.Put(tree)
	}
	return system, stubs.New(system, oracle.New(system, solver), solver, trees), trees
}

// certificates are the standings of leaves that are not Passed.
type certificates map[string]stubs.Standing

func (c certificates) Leaf(_, leaf string) stubs.Standing { return c[leaf] }

func (c certificates) Failure(string) string {
	for leaf, s := range c {
		if s == stubs.Failed {
			return leaf
		}
	}
	return ""
}

func values(u *spec.Unit, n, k int64) spec.Values {
	return spec.FromModel(u.Op.Early.Vars, map[string]value.Value{"n": value.OfInt(n), "k?": value.OfInt(k)})
}

func frame(u *spec.Unit, n, k int64) []value.Value {
	out := make([]value.Value, len(u.Op.Vars))
	for i, v := range u.Op.Vars {
		switch v.Name {
		case "n":
			out[i] = value.OfInt(n)
		case "k?":
			out[i] = value.OfInt(k)
		}
	}
	return out
}

func TestDecide(t *testing.T) {
	for _, test := range []struct {
		name   string
		forced string
		k      int64
		certs  certificates
		want   result.Decision
		leaf   string
	}{
		{"passed", "", 2, nil, result.Self, "add/DNF_1/NR_1"},
		{"another leaf failed", "", 2, certificates{"add/DNF_1/NR_3": stubs.Failed}, result.Self, "add/DNF_1/NR_1"},
		{"failed there", "", 5, certificates{"add/DNF_1/NR_3": stubs.Failed}, result.Spec, ""},
		{"not tested there", "", 3, certificates{"add/DNF_1/NR_2": stubs.NoCase}, result.Spec, ""},
		{"must not be called", "", -1, nil, result.None, ""},
		{"forced spec", "stubs: {add: spec}", 2, nil, result.Spec, ""},
		{"forced self that cannot be had", "stubs: {add: self}", 5, certificates{"add/DNF_1/NR_3": stubs.Failed},
			result.BlockedStub, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			system, decider := load(t, test.forced)
			twice := system.Unit("twice")
			choices := decider.Decide(context.Background(), twice, values(twice, 1, test.k), test.certs)
			if len(choices) != 2 || choices[0].Callee != "add" || choices[1].Callee != "log" ||
				choices[1].Decision != result.Auto {
				t.Fatalf("choices %+v", choices)
			}
			c := choices[0]
			if c.Decision != test.want || c.Leaf != test.leaf || c.Reason == "" {
				t.Errorf("%s in %q because %s; want %s in %q", c.Decision, c.Leaf, c.Reason, test.want, test.leaf)
			}
			if c.Decision == result.Self && !c.Witness.Equal(values(system.Unit("add"), 1, test.k)) {
				t.Errorf("witness %s", c.Witness)
			}
		})
	}
}

func TestAnswer(t *testing.T) {
	system, decider := load(t, "stubs: {add: {decision: manual, answers: [{when: {\"k?\": 1}, then: {\"n'\": 9}}]}}")
	twice, add, log := system.Unit("twice"), system.Unit("add"), system.Unit("log")
	for _, test := range []struct {
		callee *spec.Unit
		how    result.Decision
		frame  []value.Value
		want   string
	}{
		{add, result.Spec, frame(add, 100, 8), "n' = 108"},
		{add, result.Spec, frame(add, 100, -8), "outside the precondition of add"},
		{add, result.Auto, frame(add, 100, 8), "n' = 100"},
		{log, result.Auto, make([]value.Value, 1), "r! = 1"},
		{add, result.Manual, frame(add, 0, 1), "n' = 9"},
		{add, result.Manual, frame(add, 0, 2), "no row of the table of answers for add fits"},
		{add, result.None, frame(add, 0, 2), "has no stub that answers"},
	} {
		answer, err := decider.Answer(context.Background(), twice, test.callee, test.frame, test.how, 0)
		got := answer.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%s of %s: %s, want %s", test.how, test.callee.Name, got, test.want)
		}
	}
	first, _ := decider.Answer(context.Background(), twice, log, make([]value.Value, 1), result.Auto, 0)
	second, _ := decider.Answer(context.Background(), twice, log, make([]value.Value, 1), result.Auto, 1)
	if first.Equal(second) {
		t.Errorf("two seeds give the same answer, %s", first)
	}
}

// A stub made from a specification gives the same call the same answer under a
// seed. An adversarial one begins with what differs most from the usual answer.
func TestAdversarial(t *testing.T) {
	t.Parallel()
	pick := "Pick == [n, n' : ℤ; r! : 0 .. 3; s! : 0 .. 1 | r! ≥ n ∧ n' = n]\nP == Pick\n"
	two := "unit: pick\nsut: p\nz: spec.zed\nschema: Pick\n---\nunit: p\nsut: p\nz: spec.zed\nschema: P\nuses: [pick]\n"
	for forced, want := range map[string][]string{
		"":                                   {"n' = 1, r! = 1, s! = 0", "n' = 1, r! = 1, s! = 1"},
		"stubs: {pick: {adversarial: true}}": {"n' = 1, r! = 3, s! = 1", "n' = 1, r! = 2, s! = 1"},
		"stubs: {pick: {decision: spec, adversarial: true}}": {"n' = 1, r! = 3, s! = 1", "n' = 1, r! = 2, s! = 1"},
	} {
		system, decider, _ := project(t, pick, two+forced)
		p, q := system.Unit("p"), system.Unit("pick")
		call := make([]value.Value, len(q.Op.Vars))
		call[0] = value.OfInt(1)
		for seed, want := range want {
			for range 2 {
				answer, err := decider.Answer(t.Context(), p, q, call, result.Spec, int64(seed))
				if err != nil || answer.String() != want {
					t.Errorf("%q, seed %d: %s %v, want %s", forced, seed, answer, err, want)
				}
			}
		}
		c := decider.Decide(t.Context(), p, spec.FromModel(p.Op.Before.Vars,
			map[string]value.Value{"n": value.OfInt(1)}),
			certificates{})[0]
		if want := map[bool]result.Decision{true: result.Spec, false: result.Self}[strings.Contains(forced,
			"decision")]; c.Decision != want {
			t.Errorf("%q: %s, want %s", forced, c.Decision, want)
		}
	}
}
