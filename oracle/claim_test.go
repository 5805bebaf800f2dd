package oracle_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
)

const account = `Account == [balance : ℤ | balance ≥ 0]
Log == [count : ℕ]
Even == [Account | balance mod 2 = 0]
Counted == [Account; Log | count ≤ balance]
Inverse == [Account | 6 div balance ≥ 0]
Hard == [Account | ∀ n : ℤ • ∃ m : ℤ • m * m * balance + n * m ≥ n * balance]
Zero == [Account' | balance' = 0]
Odd == [balance : ℤ | balance ∈ {2, 3}]
Never == [balance : ℤ | balance > balance + 1]
Withdraw == [ΔAccount; amount? : ℕ | balance' = balance - amount?]
Refusing == [ΔAccount; amount? : ℕ | amount? ≤ balance ∧ balance' = balance - amount?]
Double == [ΔAccount; amount? : ℕ | balance' = balance + 2 * amount?]
Down == [ΔAccount | balance > 0 ∧ balance' = balance - 1]
Round == [ΔAccount | balance' = (balance div 2) * 2]
Pick == [ΞAccount; n! : ℕ | n! ≤ balance]
Take == (∃ n! : ℕ • Pick ∧ [n! : ℕ; m!, balance : ℤ | n! ≥ 1 ∧ m! = n!]) ∨ [ΞAccount; m! : ℤ | balance = 0 ∧ m! = 0]
Look == (∃ n! : ℕ • Pick ∧ [n! : ℕ; m! : ℤ | n! ≥ 1 ∧ m! = n!]) ∨ (∃ n! : ℕ • Pick ∧ [n! : ℕ; m! : ℤ | n! = 0 ∧ m! = 7])
Each == ΞAccount ∧ (∀ n! : 0 .. 1 • Pick)
`

// judged returns the oracle of a project whose units are the named schemas, each
// under its own name.
func judged(t *testing.T, schemas ...string) (*oracle.Oracle, *spec.System) {
	t.Helper()
	units := ""
	for _, s := range schemas {
		units += "unit: " + s + "\nz: a.zed\nschema: " + s + "\n---\n"
	}
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"units.yaml":   units[:len(units)-4], "a.zed": account,
	})
	return oracle.New(system, embedded.New(solve.Options{Steps: 20_000})), system
}

// property returns a schema of the specification as a property; one of an
// after-state is taken as a state, as the configuration does.
func property(t *testing.T, system *spec.System, name string) spec.Property {
	t.Helper()
	n, err := system.Calculus.Unfold(name)
	if err != nil {
		t.Fatal(err)
	}
	return spec.Property{Schema: name, Vars: n.Vars, Pred: n.Pred}
}

// describeClaim returns the outcome of a claim with its counterexample.
func describeClaim(c oracle.Claim) []string {
	out := []string{string(c.Outcome)}
	if len(c.Values) > 0 {
		out = append(out, c.Values.String())
	}
	return append(out, printAll(c.Conjuncts)...)
}

func TestPreserves(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		unit, property string
		want           []string
	}{
		{"Withdraw", "Even", []string{"violated", "balance = 2, amount? = 1", "balance' mod 2 = 0"}},
		{"Double", "Even", []string{"holds"}},
		{"Double", "Counted", []string{"holds"}},
		{"Round", "Counted", []string{"violated", "balance = 1, count = 1", "count ≤ balance'"}},
		{"Pick", "Even", []string{"holds"}},
		{"Down", "Inverse", []string{"undefined", "balance = 1", "6 div balance' ≥ 0"}},
		{"Double", "Hard", []string{"undecided"}},
	} {
		t.Run(test.unit+" "+test.property, func(t *testing.T) {
			t.Parallel()
			judge, system := judged(t, test.unit)
			got := judge.Unit(system.Unit(test.unit)).Preserves(t.Context(), property(t, system, test.property))
			if diff := cmp.Diff(test.want, describeClaim(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestInitial(t *testing.T) {
	t.Parallel()
	judge, system := judged(t, "Withdraw")
	even := property(t, system, "Even")
	for _, test := range []struct {
		init        string
		begins      []string
		establishes []string
	}{
		{"Odd", []string{"holds"}, []string{"violated", "balance = 3", "balance mod 2 = 0"}},
		{"Even", []string{"holds"}, []string{"holds"}},
		{"Never", []string{"violated"}, []string{"holds"}},
	} {
		init := property(t, system, test.init)
		if diff := cmp.Diff(test.begins, describeClaim(judge.CheckInitial(t.Context(), init))); diff != "" {
			t.Error(test.init, diff)
		}
		if diff := cmp.Diff(test.establishes, describeClaim(judge.Establishes(t.Context(), init, even))); diff != "" {
			t.Error(test.init, diff)
		}
	}
}

func TestStated(t *testing.T) {
	t.Parallel()
	for unit, want := range map[string][]string{
		"Withdraw": {"violated", "balance = 0, amount? = 1", "balance' ≥ 0"},
		"Refusing": {"holds"},
		"Double":   {"holds"},
		"Pick":     {"holds"},
	} {
		judge, system := judged(t, unit)
		if diff := cmp.Diff(want,
			describeClaim(judge.Unit(system.Unit(unit)).CheckStated(context.Background()))); diff != "" {
			t.Error(unit, diff)
		}
	}
}

func TestAnswered(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		unit   string
		want   []string
		answer string
	}{
		{"Take", []string{"violated", "balance = 1"}, "balance' = 1, n! = 0"},
		{"Look", []string{"not found"}, ""}, // what one disjunct cannot use, the other can
		{"Each", []string{"not found"}, ""},
	} {
		judge, system := judged(t, "Pick", test.unit)
		got := judge.Unit(system.Unit(test.unit)).FindConflicts(t.Context())
		if len(got) != 1 || got[0].Schema != "Pick" {
			t.Fatalf("%s: %+v", test.unit, got)
		}
		if diff := cmp.Diff(test.want, describeClaim(got[0])); diff != "" {
			t.Error(test.unit, diff, got[0].Reason)
		}
		if got[0].Answer.String() != test.answer {
			t.Errorf("%s: the answer is %s", test.unit, got[0].Answer)
		}
	}
}
