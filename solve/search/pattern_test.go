package search

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestOnlyOutcome: where a value is written as what outputs are put together to, it has
// no others.
func TestOnlyOutcome(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"p : ℤ × ℤ; o! : ℤ | p = (1, 2) ∧ (∃ x, y : ℤ • p = (x, y) ∧ o! = y)",
		"p : ℤ × (ℤ × ℤ); o! : ℤ | p = (1, (2, 3)) ∧ (∃ x, y, z : ℤ • p = (x, (y, z)) ∧ o! = y)",
		"s, s' : seq ℤ; o! : ℤ | s = ⟨5, 6, 7⟩ ∧ s = ⟨o!⟩ ⌢ s'",
		"s, s' : seq ℤ; o! : ℤ | s = ⟨5, 6, 7⟩ ∧ s' ⌢ ⟨o!⟩ = s",
		"s, s' : seq ℤ; o!, q! : ℤ | s = ⟨5, 6, 7⟩ ∧ s = ⟨o!⟩ ⌢ s' ⌢ ⟨q!⟩",
		"s : seq ℤ; o!, q! : ℤ | s = ⟨5, 6⟩ ∧ s = ⟨o!, q!⟩",
		"s : seq ℤ; o! : ℤ | s = ⟨5⟩ ∧ (∃ x : ℤ; u : seq ℤ • s = ⟨x⟩ ⌢ u ∧ o! = x)",
		"b, b' : seq (ℤ × ℤ); o! : ℤ | b = ⟨(5, 6)⟩ ∧ (∃ x : ℤ • b = ⟨(x, o!)⟩ ⌢ b')",
	} {
		vars, pred := solvetest.Read(t, in)
		p := solve.Problem{Pred: pred, Scope: value.DefaultScope(), Globals: solvetest.Globals()}
		for _, v := range vars {
			p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: solvetest.IsScoped(v)})
		}
		found := 0
		var last solve.Result
		Prepare(p, solve.Options{Steps: 20_000}, NewCache()).All(t.Context(), p, func(r solve.Result) bool {
			if last = r; r.Outcome == solve.Case {
				found++
			}
			return true
		})
		if found != 1 || last.Outcome != solve.NoneInScope && last.Outcome != solve.Unsatisfiable {
			t.Errorf("%s: %d outcomes, and then %s (%s)", in, found, last.Outcome, last.Reason)
		}
	}
}
