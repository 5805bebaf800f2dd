package stubs_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed/value"
)

// specification writes an operation at random over the callees put and take.
type specification struct{ *rand.Rand }

func (s specification) drawOne(of ...string) string { return of[s.IntN(len(of))] }

// term is over the variables of a caller, in 0 .. 2 or near.
func (s specification) term() string {
	return s.drawOne("x?", "y?", "n", "1", "2", "x? + 1", "2 − x?", "n − y?", "max {x?, y?}")
}

func (s specification) relation(of string) string {
	return of + s.drawOne(" = ", " ≤ ", " ≥ ", " ≠ ") + s.term()
}

// caller declares what a caller's own part may speak of.
const caller = "n : 0 .. 3; x?, y? : 0 .. 2"

// call is one callee, with its input tied to the caller's variables.
func (s specification) call() string {
	in, callee := "k?", "Put"
	if s.IntN(2) == 0 {
		in, callee = "t?", "Take"
	}
	switch s.IntN(4) {
	case 0:
		return callee + "[x?/" + in + "]"
	case 1:
		return fmt.Sprintf("(∃ %s : 0 .. 2 • %s ∧ [%s; %s : 0 .. 2 | %s])", in, callee, caller, in, s.relation(in))
	case 2:
		return fmt.Sprintf("((%s ∧ [%s; %s : 0 .. 2 | %s ∨ %s]) ∖ (%s))", callee, caller, in, s.relation(in),
			s.relation(in), in)
	}
	return fmt.Sprintf("(%s[y?/%s] ∧ [%s | %s])", callee, in, caller, s.relation("n"))
}

func (s specification) operation() string {
	switch s.IntN(4) {
	case 0:
		return s.call()
	case 1:
		return fmt.Sprintf("(%s ∧ [%s | %s]) ∨ (%s ∧ [%s | %s])", s.call(), caller, s.relation("x?"), s.call(), caller,
			s.relation("y?"))
	case 2:
		return s.call() + " ⨾ " + s.call()
	}
	return fmt.Sprintf("(%s ∧ [%s | %s]) ∨ [ΞC; %s | %s]", s.call(), caller, s.relation("n"), caller, s.relation("n"))
}

// Decisions about operations written at random, against every call that evaluation
// alone finds.
func TestRandomDecisionsAreExhausted(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			z := "P == " + specification{rand.New(rand.NewPCG(seed, 4))}.operation()
			var uses []string
			for _, callee := range []string{"Put", "Take"} {
				if strings.Contains(z, callee) {
					uses = append(uses, strings.ToLower(callee))
				}
			}
			system, decider, trees := project(t, small+z+"\n",
				strings.Replace(smallUnits, "USES", strings.Join(uses, ", "), 1))
			x := &exhaustion{t: t, system: system, trees: trees, sets: map[string][]value.Value{}, idle: true}
			loose := x.check(decider, system.Unit("p"))
			if t.Failed() {
				t.Log(z)
			}
			t.Log(loose, "decisions leave to the call what is certain:", z)
		})
	}
}
