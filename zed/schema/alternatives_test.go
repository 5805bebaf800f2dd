package schema_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/zed/schema"
)

const replies = `R ::= ok | full | lost
Done == [r! : R | r! = ok]
Put == [x?, y! : ℤ; r! : R | x? > 0 ∧ r! = ok ∨ x? = 0 ∧ r! = full ∨ x? < 0 ∧ r! = lost]
All == Put
Only == Put ∧ Done
Other == Put ∧ [r! : R | r! ≠ ok]
Never == Done ∧ [r! : R | r! = full ∨ r! = lost]
Inner == Done ∧ [x? : ℤ | (∃ r! : R • (r! = full ∨ r! = lost))]
Below == Done ∧ [x? : ℤ; r! : R | (∃ n : ℤ • n = x? ∧ (r! = full ∨ r! = ok))]
`

// Alternatives that say that a variable is two constants are left out, and no others: what an inner
// quantifier binds is another variable. Where all do, nothing is left out.
func TestAlternatives(t *testing.T) {
	t.Parallel()
	c := calculus(t, replies)
	for name, want := range map[string]int{"All": 3, "Only": 1, "Other": 2, "Never": 2, "Inner": 2, "Below": 1} {
		op, err := c.Operation(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := schema.Alternatives(op.Pred); len(got) != want {
			t.Errorf("%s has %d alternatives, want %d", name, len(got), want)
		}
	}
}
