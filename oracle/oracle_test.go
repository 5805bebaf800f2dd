package oracle_test

import (
	"context"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Move takes an amount from one account and adds it to another, with a state
// between the two that no one sees, and Take has disjuncts of its own.
const z = `[ID]
REPLY ::= done | refused
Bank == [held : ID ⇸ ℕ]
Took == [ΔBank; from? : ID; n? : ℕ; r! : REPLY | from? ∈ dom held ∧ n? ≤ held from? ∧ r! = done ∧
    held' = held ⊕ {from? ↦ held from? − n?}]
Not == [ΞBank; from? : ID; n? : ℕ; r! : REPLY | from? ∈ dom held ∧ n? > held from? ∧ r! = refused]
Take == Took ∨ Not
Put == [ΔBank; to? : ID; n? : ℕ | to? ∈ dom held ∧ held' = held ⊕ {to? ↦ held to? + n?}]
Move == ((Take ∧ [r! : REPLY | r! = done]) ⨾ Put) ∨ (Take ∧ [r! : REPLY | r! ≠ done])
`

func moves(t *testing.T) *oracle.Unit {
	t.Helper()
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\nsuts:\n  bank: {command: [bin/bank]}\n",
		"spec.zed":     z,
		"units.yaml": "unit: take\nsut: bank\nz: spec.zed\nschema: Take\n---\nunit: put\nsut: bank\nz: spec.zed\nschema: Put\n---\n" +
			"unit: move\nsut: bank\nz: spec.zed\nschema: Move\nuses: [take, put]\n",
	})
	return oracle.New(system, embedded.New(solve.Options{})).Unit(system.Unit("move"))
}

// bank returns what two accounts hold.
func bank(a, b int64) value.Value {
	pair := func(id string, n int64) value.Value { return value.OfTuple(value.OfAtom(id), value.OfInt(n)) }
	return value.OfSet([]value.Value{pair("id1", a), pair("id2", b)})
}

// frame binds the variables of Move; after is nil where the outcome is open.
func frame(u *oracle.Unit, before, after value.Value, n int64, reply string) []value.Value {
	by := map[string]value.Value{
		"held": before, "held'": after, "from?": value.OfAtom("id1"), "to?": value.OfAtom("id2"),
		"n?": value.OfInt(n), "r!": value.OfAtom(reply),
	}
	out := make([]value.Value, len(u.Vars))
	for i, v := range u.Vars {
		out[i] = by[v.Name]
	}
	return out
}

func TestHiddenState(t *testing.T) {
	u := moves(t)
	for _, c := range []struct {
		name  string
		after value.Value
		n     int64
		reply string
		want  oracle.Compliance
	}{
		{"moved", bank(1, 7), 2, "done", oracle.Holds},
		{"nothing arrived", bank(1, 5), 2, "done", oracle.Violated},
		{"nothing left", bank(3, 7), 2, "done", oracle.Violated},
		{"not said", bank(1, 7), 2, "refused", oracle.Violated},
		{"refused", bank(3, 5), 4, "refused", oracle.Holds},
		{"refused, but moved", bank(1, 7), 4, "refused", oracle.Violated},
		{"too much", bank(0, 9), 4, "done", oracle.Violated},
	} {
		got := u.Judge(context.Background(), frame(u, bank(3, 5), c.after, c.n, c.reply))
		if got.Compliance != c.want {
			t.Errorf("%s: verdict %d (%s), want %d", c.name, got.Compliance, got.Reason, c.want)
		}
	}
}

func TestOutcomesThroughHiddenState(t *testing.T) {
	u := moves(t)
	all, complete, reason := u.Outcomes(context.Background(), frame(u, bank(3, 5), value.Value{}, 2, ""), 4)
	if len(all) != 1 || !complete {
		t.Fatalf("%v, complete %v (%s), want one outcome and that it is the only one", all, complete, reason)
	}
	if after, _ := all[0].Lookup("held'"); after.Key() != bank(1, 7).Key() {
		t.Errorf("after %v", all[0])
	}
	standings := u.Enablings(context.Background(), frame(u, bank(3, 5), value.Value{}, 2, ""))
	if len(standings) != 2 || standings[0] != oracle.Enabled || standings[1] != oracle.Disabled {
		t.Errorf("the standings are %v, want the first disjunct enabled and the second one not", standings)
	}
}

// TestJudgeEnds judges what takes long by evaluation: where the context has ended, nothing
// is known, and a search finds a hidden function that is one of 387,420,489.
func TestJudgeEnds(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	pairs := judge(t, "pairs")
	for after, want := range map[int64]oracle.Compliance{4: oracle.Holds, 5: oracle.Violated} {
		frame := frameOf(pairs, map[string]int64{"n": 0, "n'": after, "k?": 6})
		if got := pairs.Judge(t.Context(), frame); got.Compliance != want {
			t.Errorf("pairs with n' = %d: %v, want %v", after, got, want)
		}
		if got := pairs.Judge(ended, frame); got.Compliance != oracle.Undecided {
			t.Errorf("pairs with n' = %d, when the context has ended: %v", after, got)
		}
	}
	hidden := judge(t, "hidden")
	if got := hidden.Judge(t.Context(),
		frameOf(hidden, map[string]int64{"n": 9, "n'": 18})); got.Compliance != oracle.Holds {
		t.Errorf("hidden: %v", got)
	}
}
