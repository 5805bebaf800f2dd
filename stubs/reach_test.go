package stubs_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/zed/value"
)

// small is what the specifications of these tests are made of: put adds, with
// leaves for what it adds, take subtracts or refuses, look tells the state.
const small = `C == [n : 0 .. 3]
Put == [ΔC; k? : 0 .. 2 | n' = n + k?]
TakeOk == [ΔC; t? : 0 .. 2; r! : 0 .. 1 | t? ≤ n ∧ n' = n − t? ∧ r! = 0]
TakeNo == [ΞC; t? : 0 .. 2; r! : 0 .. 1 | t? > n ∧ r! = 1]
Take == TakeOk ∨ TakeNo
Look == [ΞC; s! : 0 .. 3 | s! = n]
Up == [ΔC; x? : 0 .. 2 | n' = n + 1 ∧ n < 3]
Draw == [x? : 0 .. 2; k! : 0 .. 2 | k! = x? ∨ k! = x? + 1]
`

const smallUnits = `unit: put
sut: p
z: spec.zed
schema: Put
tactics: [dnf, {nr: [k?, [1]]}]
---
unit: take
sut: p
z: spec.zed
schema: Take
tactics: [dnf, {nr: [n, [2]]}]
---
unit: look
sut: p
z: spec.zed
schema: Look
---
unit: p
sut: p
z: spec.zed
schema: P
uses: [USES]
`

// Decisions for every case of a unit, against every call that evaluation alone
// finds to be possible, under certificates with nothing, one leaf and another leaf
// not passed.
func TestDecisionsAreExhausted(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, z, uses string
		loose         bool // trust is left to the call itself
	}{
		{"as it is", "P == Put ∧ [k? : 0 .. 2 | k? ≠ 1]", "put", false},
		{"glue", "P == ∃ k? : 0 .. 2 • Put ∧ [k?, x? : 0 .. 2 | k? = x? + 1]", "put", false},
		{"glue with a choice", "P == ∃ k? : 0 .. 2 • Put ∧ [k?, x? : 0 .. 2 | k? = x? ∨ k? = x? + 1]", "put", false},
		{"glue in a predicate", "P == [ΔC; x? : 0 .. 2 | ∃ k? : 0 .. 2 • Put ∧ k? ≥ x?]", "put", false},
		{"glue under an implication", "P == [ΔC; x? : 0 .. 2 | ∃ k? : 0 .. 2 • (x? > 0 ⇒ Put) ∧ k? = x?]", "put", true},
		{"an input renamed", "P == Put[x?/k?] ∧ [x? : 0 .. 2 | x? < 2]", "put", false},
		{"a state renamed", "P == Put[m/n, m'/n'] ∧ Up", "put", false},
		{"the after-state looked at", "P == Up ∧ Look[n'/n, m/n']", "look", false},
		{"hidden", "P == (Put ∧ [k?, x? : 0 .. 2 | k? + x? = 2]) ∖ (k?)", "put", false},
		{"hidden, with a choice", "P == (Put ∧ [k?, x? : 0 .. 2 | k? + x? ≥ 2]) ∖ (k?)", "put", false},
		{"piped", "P == Draw ≫ Put", "put", false},
		{"after a step", "P == Up ⨾ Take", "take", false},
		{"before a step", "P == Take ⨾ Up", "take", false},
		{"after a callee", "P == Put ⨾ Take", "put, take", false},
		{"twice", "P == Put ⨾ Put", "put", false},
		{"in two disjuncts", "P == (Put ∧ [C | n = 0]) ∨ (Put ∧ [C; k? : 0 .. 2 | n > 0 ∧ k? = 1])", "put", false},
		{"jointly", "P == ∃ k? : 0 .. 2 • Put ∧ Take[k?/t?, m/n, m'/n'] ∧ [k?, x? : 0 .. 2 | k? ≤ x?]", "put, take",
			false},
		{"one fed by another",
			"P == ∃ s! : 0 .. 3 • Look[m/n, m'/n'] ∧ ∃ k? : 0 .. 2 • Put ∧ [k? : 0 .. 2; s! : 0 .. 3 | k? = s!]",
			"look, put", false},
		{"promoted", "G == [f : 1 .. 2 → 0 .. 1]\nFrame == [ΔG; ΔC; i? : 1 .. 2 | n = f i? ∧ f' = f ⊕ {i? ↦ n'}]\nP == ∃ ΔC • Frame ∧ Put", "put", false},
		{"only where it fails",
			"P == (Take ∧ [C; t? : 0 .. 2 | t? > n]) ∨ [ΞC; t? : 0 .. 2; r! : 0 .. 1 | t? ≤ n ∧ r! = 0]", "take",
			false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			system, decider, trees := project(t, small+test.z+"\n", strings.Replace(smallUnits, "USES", test.uses, 1))
			x := &exhaustion{t: t, system: system, trees: trees, sets: map[string][]value.Value{}}
			for callee, loose := range x.check(decider, system.Unit("p")) {
				if (loose > 0) != test.loose {
					t.Errorf("%d decisions about %s leave to the call what is certain before it", loose, callee)
				}
			}
		})
	}
}

// known is what evaluation alone tells of an occurrence.
type known struct {
	reach map[string][][]value.Value
	lies  map[string][]string
	first string // leaves of the callee
	last  string
}

// check compares the decisions for every occurrence in every case. It returns for
// each callee how many decisions could have trusted more.
func (x *exhaustion) check(d *stubs.Decider, u *spec.Unit) map[string]int {
	t, loose := x.t, map[string]int{}
	var all []known
	failed, untested := certificates{}, certificates{}
	for _, o := range u.Op.Occurrences {
		q := x.system.Unit(strings.ToLower(o.Schema))
		leaves := x.trees.Leaves(q.Name)
		k := known{reach: x.reach(u, q, o), lies: x.listLeaves(q), first: leaves[0].ID, last: leaves[len(leaves)-1].ID}
		if len(k.reach) == 0 && !x.idle {
			t.Errorf("%s is called in no case", q.Name)
		}
		failed[k.first], untested[k.last] = stubs.Failed, stubs.NoCase
		all = append(all, k)
		loose[q.Name] = 0
	}
	vis, pre := u.Op.Early.Vars, x.listInside(u)
	x.eachChoice(vis, func(frame []value.Value) {
		key := value.OfTuple(frame...).Key()
		if !pre[key] {
			return // no case
		}
		given := spec.Values{}
		for i, v := range vis {
			given = append(given, spec.NewItem(v.Name, v.Type, frame[i]))
		}
		for _, certs := range []certificates{nil, failed, untested} {
			for i, c := range d.Decide(t.Context(), u, given, certs) {
				wrong, more := contradicts(c, all[i].reach[key], all[i].lies, certs)
				if wrong != "" {
					t.Errorf("%s on %s, with %v: %s", c.Callee, given, certs, wrong)
				}
				if more {
					loose[c.Callee]++
				}
				if c.Decision == result.Self && c.Theorem == nil {
					t.Errorf("%s on %s: nothing is said of Theorem 1", c.Callee, given)
				}
			}
		}
	})
	return loose
}
