package oracle_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

const units = `unit: take
z: |
  Take == [n, n' : ℕ; k? : ℤ; r! : ℤ | k? > 0 ∧ k? ≤ n ∧ n' = n - k? ∧ r! ∈ {0, 1}]
schema: Take
---
unit: pay
z: |
  Pay == (Take ∧ [k? : ℤ | k? ≠ 5]) ∨ [n, n' : ℕ; k?, r! : ℤ | k? ≤ 0 ∧ n' = n ∧ r! = 7]
schema: Pay
uses: [take]
---
unit: flag
z: |
  Flag == [n, n' : ℕ; r! : ℤ | (r! = 1 ⇒ n' = n + 1) ∧ (r! ≠ 1 ⇒ n' = n) ∧ (r! = 0 ∨ r! = 1)]
schema: Flag
---
unit: two
z: |
  Two == Pay ∧ [n, n', m, m' : ℕ; r! : ℤ | n ≥ 0 ∧ m' = m + r!]
schema: Two
uses: [pay]
---
unit: pairs
z: |
  Pairs == [n, n' : ℕ; k? : ℤ | n' = #{a, b : 1 .. 200 | a * b = k? • (a, b)}]
schema: Pairs
---
unit: hidden
z: |
  Hidden == [n, n' : ℕ | ∃ f : 1 .. 9 → 1 .. 9; m : ℕ • m = n ∧ (∀ i : 1 .. 9 • f i = m) ∧ n' = m + f 9]
schema: Hidden
`

func judge(t *testing.T, unit string) *oracle.Unit {
	t.Helper()
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"units.yaml":   units,
	})
	return oracle.New(system, embedded.New(solve.Options{})).Unit(system.Unit(unit))
}

func frameOf(u *oracle.Unit, values map[string]int64) []value.Value {
	out := make([]value.Value, len(u.Vars))
	for i, v := range u.Vars {
		if n, ok := values[v.Name]; ok {
			out[i] = value.OfInt(n)
		}
	}
	return out
}

func printAll(es []zed.Expr) []string {
	var out []string
	for _, e := range es {
		callees := ""
		for o, ok := e.(*zed.Occur); ok; o, ok = e.(*zed.Occur) {
			callees, e = callees+o.Schema+": ", o.Body
		}
		out = append(out, callees+zed.Print(e, zed.Unicode))
	}
	return out
}

func TestJudge(t *testing.T) {
	for _, test := range []struct {
		name, unit string
		values     map[string]int64
		verdict    oracle.Compliance
		conjuncts  []string
	}{
		{"right", "take", map[string]int64{"n": 5, "k?": 2, "n'": 3, "r!": 1}, oracle.Holds, nil},
		{"wrong state", "take", map[string]int64{"n": 5, "k?": 2, "n'": 4, "r!": 1}, oracle.Violated,
			[]string{"n' = n - k?"}},
		{"wrong output", "take", map[string]int64{"n": 5, "k?": 2, "n'": 3, "r!": 2}, oracle.Violated,
			[]string{"r! ∈ {0, 1}"}},
		{"outside", "take", map[string]int64{"n": 5, "k?": 6, "n'": 0, "r!": 0}, oracle.Violated, []string{"k? ≤ n"}},
		{"not observed", "take", map[string]int64{"n": 5, "k?": 2, "n'": 3}, oracle.Undecided, nil},
		{"a callee's conjunct", "pay", map[string]int64{"n": 5, "k?": 2, "n'": 4, "r!": 1}, oracle.Violated,
			[]string{"Take: n' = n - k?"}},
		{"an implication", "flag", map[string]int64{"n": 5, "n'": 5, "r!": 1}, oracle.Violated,
			[]string{"r! = 1 ⇒ n' = n + 1"}},
		{"a condition with or", "flag", map[string]int64{"n": 5, "n'": 5, "r!": 2}, oracle.Violated,
			[]string{"r! = 0 ∨ r! = 1"}},
		{"the enabled disjunct", "pay", map[string]int64{"n": 5, "k?": 2, "n'": 5, "r!": 7}, oracle.Violated,
			[]string{"Take: n' = n - k?", "Take: r! ∈ {0, 1}"}},
		{"no enabled disjunct", "pay", map[string]int64{"n": 5, "k?": 5, "n'": 5, "r!": 7}, oracle.Violated,
			[]string{"k? ≠ 5"}},
		{"a callee's callee", "two", map[string]int64{"n": 5, "k?": 2, "n'": 4, "m": 1, "m'": 9, "r!": 1},
			oracle.Violated, []string{"Pay: n' = n - k?", "m' = m + r!"}},
		{"the other disjunct", "pay", map[string]int64{"n": 5, "k?": 0, "n'": 5, "r!": 7}, oracle.Holds, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := judge(t, test.unit)
			got := u.Judge(context.Background(), frameOf(u, test.values))
			if got.Compliance != test.verdict || (got.Compliance == oracle.Undecided) != (got.Reason != "") {
				t.Errorf("verdict %v (%s), want %v", got.Compliance, got.Reason, test.verdict)
			}
			if diff := cmp.Diff(test.conjuncts, printAll(got.Conjuncts)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPreAndEnabled(t *testing.T) {
	u := judge(t, "pay")
	ctx := context.Background()
	for k, want := range map[int64]struct {
		verdict  oracle.Compliance
		standing []oracle.Enabling
	}{
		2: {oracle.Holds, []oracle.Enabling{oracle.Enabled, oracle.Disabled}},
		0: {oracle.Holds, []oracle.Enabling{oracle.Disabled, oracle.Enabled}},
		5: {oracle.Violated, []oracle.Enabling{oracle.Disabled, oracle.Disabled}},
		9: {oracle.Violated, []oracle.Enabling{oracle.Disabled, oracle.Disabled}},
	} {
		f := frameOf(u, map[string]int64{"n": 6, "k?": k})
		if got := u.Pre(ctx, f); got.Compliance != want.verdict {
			t.Errorf("pre at k? = %d: %v (%s), want %v", k, got.Compliance, got.Reason, want.verdict)
		}
		if diff := cmp.Diff(want.standing, u.Enablings(ctx, f)); diff != "" {
			t.Errorf("enabled at k? = %d: %s", k, diff)
		}
	}
}

func TestOutcomes(t *testing.T) {
	u := judge(t, "pay")
	ctx := context.Background()
	all, complete, _ := u.Outcomes(ctx, frameOf(u, map[string]int64{"n": 6, "k?": 2}), 5)
	if len(all) != 2 || !complete {
		t.Errorf("%v, complete: %v; want n' = 4 with r! = 0 and 1", all, complete)
	}
	if all, complete, _ = u.Outcomes(ctx, frameOf(u, map[string]int64{"n": 6, "k?": 2}), 1); len(all) != 1 || complete {
		t.Errorf("%v, complete: %v; want one of two", all, complete)
	}
	if all, complete, _ = u.Outcomes(ctx, frameOf(u, map[string]int64{"n": 6, "k?": -2}), 1); len(all) != 1 ||
		!complete || all[0].String() != "n' = 6, r! = 7" {
		t.Errorf("%v, complete: %v; want the only one", all, complete)
	}
	if after, reason := u.Outcome(ctx, frameOf(u, map[string]int64{"n": 6, "k?": 5}), 0); after != nil || reason == "" {
		t.Errorf("%v outside the precondition (%s)", after, reason)
	}
}
