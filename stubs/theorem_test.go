package stubs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/zed/value"
)

const adding = `C == [n : ℤ]
Put == [ΔC; k? : ℤ | n' = n + k?]
Up == [ΔC; x? : ℤ | n' = n + x?]
`

// What a decision rests on is in it: the substitution, how reach(a) was found, and
// what Theorem 1 as published says.
func TestSubstitutionAndTheorem(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, z string
		certs   certificates
		want    string
	}{
		{"as published", "P == Put ∧ [k?, x? : ℤ | k? > x?]", nil,
			"self in put/DNF_1/NR_3 [n = 3, k? = 200] evaluation: n = 3, k? = 200; free []; applies true, agrees true: Theorem 1 applies as published, and agrees"},
		{"glue", "P == ∃ k? : ℤ • Put ∧ [k?, x? : ℤ | k? = x? + 100]", nil,
			"self in put/DNF_1/NR_3 [n = 3, k? = 105] solver: n = 3; free [k?]; applies true, agrees true: Theorem 1 applies as published, and agrees"},
		{"glue that leads elsewhere", "P == ∃ k? : ℤ • Put ∧ [k?, x? : ℤ | k? = x? + 95]",
			certificates{"put/DNF_1/NR_2": stubs.NoCase},
			"spec in  [n = 3, k? = 100] solver: n = 3; free [k?]; applies true, agrees false: Theorem 1 as published would let put stand for itself"},
		{"glue that leaves a choice", "P == ∃ k? : ℤ • Put ∧ [k?, x? : ℤ | k? = x? ∨ k? = x? + 100]",
			certificates{"put/DNF_1/NR_1": stubs.NoCase},
			"by-call in  [] solver: n = 3; free [k?]; applies true, agrees false"},
		{"never passed", "P == Put ∧ [k?, x? : ℤ]", certificates{"put/DNF_1/NR_1": stubs.Failed},
			"self in put/DNF_1/NR_3 [n = 3, k? = 200] evaluation: n = 3, k? = 200; free []; applies false, agrees false: Theorem 1 does not apply: put failed in put/DNF_1/NR_1"},
		{"renamed", "P == Put[x?/k?]", nil,
			"self in put/DNF_1/NR_1 [n = 3, k? = 5] evaluation: n = 3, k? = 5; free []; applies false, agrees false: Theorem 1 does not apply: P renames variables of Put"},
		{"after a step", "P == Up ⨾ (Put ∧ [k?, x? : ℤ])", nil,
			"self in put/DNF_1/NR_3 [n = 8, k? = 200] solver: k? = 200; free [n]; applies false, agrees false: Theorem 1 does not apply: P makes more than one state change: Up ⨾ (Put ∧"},
		{"under every", "P == [C; x?, y! : ℤ | y! = 1 ∧ (∀ k? : 0 .. 5 • ∃ n' : ℤ • Put)]", nil,
			"by-call in  [] solver: n = 3; free [k?]; applies true, agrees false"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			units := "unit: put\nsut: p\nz: spec.zed\nschema: Put\ntactics: [dnf, {nr: [k?, [100]]}]\n---\nunit: p\nsut: p\nz: spec.zed\nschema: P\nuses: [put]\n"
			system, decider, _ := project(t, adding+test.z+"\n", units)
			p := system.Unit("p")
			given := spec.FromModel(p.Op.Early.Vars, map[string]value.Value{"n": value.OfInt(3), "x?": value.OfInt(5),
				"k?": value.OfInt(200)})
			c := decider.Decide(t.Context(), p, given, test.certs)[0]
			got := fmt.Sprintf("%s in %s [%s] %s: %s; free %v; ", c.Decision, c.Leaf, c.Witness, c.By, c.Substitution,
				c.Free)
			if c.Theorem != nil {
				got += fmt.Sprintf("applies %t, agrees %t: %s", c.Theorem.Applies, c.Theorem.Agrees, c.Theorem.Why)
			}
			if !strings.HasPrefix(got, test.want) {
				t.Errorf("got  %s\nwant %s\n(%s)", got, test.want, c.Reason)
			}
		})
	}
}

// A call that no leaf holds, or one without a case, could be tested; one in a leaf
// that was failed, or ruled out, could not.
func TestUntested(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		standing stubs.Standing
		decision result.Decision
		untested int
	}{
		{stubs.Passed, result.Self, 0}, {stubs.NoCase, result.Spec, 1}, {stubs.Failed, result.Spec, 0},
		{stubs.RuledOut, result.Spec, 0},
	} {
		system, decider := load(t, "")
		twice := system.Unit("twice")
		c := decider.Decide(t.Context(), twice, values(twice, 1, 3), certificates{"add/DNF_1/NR_2": test.standing})[0]
		if c.Decision != test.decision || len(c.Untested) != test.untested {
			t.Errorf("%d: %s, untested %v", test.standing, c.Decision, c.Untested)
		}
	}
}

// Where the solver gives up, what it found so far decides nothing: unknown is not
// no.
func TestUnknownIsNotNo(t *testing.T) {
	t.Parallel()
	units := "unit: put\nsut: p\nz: spec.zed\nschema: Put\n---\nunit: p\nsut: p\nz: spec.zed\nschema: P\nuses: [put]\n"
	system, _, trees := project(t, adding+"P == ∃ k? : −9 .. 9 • Put ∧ [k?, x? : ℤ | k? * k? = x? * x?]\n", units)
	p := system.Unit("p")
	given := spec.FromModel(p.Op.Early.Vars, map[string]value.Value{"n": value.OfInt(3), "x?": value.OfInt(5)})
	for steps, want := range map[int64]result.Decision{1: result.ByCall, 100_000: result.Self} {
		patient, hasty := embedded.New(solve.Options{}), embedded.New(solve.Options{Steps: steps})
		d := stubs.New(system, oracle.New(system, patient), hasty, trees)
		if c := d.Decide(t.Context(), p, given, certificates{})[0]; c.Decision != want {
			t.Errorf("with %d steps: %s because %s; want %s", steps, c.Decision, c.Reason, want)
		}
	}
}
