package audit_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ttf-int/ttf-int/audit"
	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
)

const account = `S == [n : ℤ]
Small == [S | n ≤ 3]
Add == [ΔS; k? : ℕ | n' = n + k?]
Take == [ΔS; k? : ℕ | n' = n - k?]
Both == Add ⨾ Take
`

// project returns a system of two units and one that uses them, with more in the second
// and the third.
func project(t *testing.T, take, both string) *spec.System {
	t.Helper()
	return configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"spec.zed":     account,
		"units.yaml": "unit: add\nz: spec.zed\nschema: Add\nproperties: [Small]\n---\n" +
			"unit: take\nz: spec.zed\nschema: Take\nproperties: [Small]\n" + take + "---\n" +
			"unit: both\nz: spec.zed\nschema: Both\nuses: [add, take]\n" + both,
	})
}

func look(t *testing.T, ctx context.Context, system *spec.System, workers int) (audit.Findings, error) {
	t.Helper()
	return audit.CheckSystem(ctx, system, audit.Options{Solver: embedded.New(solve.Options{}), Workers: workers})
}

// TestSystem: the claims come in the order of the units' names, each with what became of
// it, however many are asked at the same time.
func TestSystem(t *testing.T) {
	t.Parallel()
	system := project(t, "", "")
	found, err := look(t, t.Context(), system, 1)
	if err != nil {
		t.Fatal(err)
	}
	if found.Layers != 2 {
		t.Errorf("%d layers, want 2", found.Layers)
	}
	got := map[string]oracle.ClaimOutcome{}
	var units []string
	for _, c := range found.Claims {
		units = append(units, c.Unit)
		if c.Kind == oracle.Preserves {
			got[c.Unit] = c.Outcome
		}
	}
	want := map[string]oracle.ClaimOutcome{"add": oracle.IsViolated, "take": oracle.HoldsAlways}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("properties that are preserved (-want +got):\n%s", d)
	}
	if !slices.IsSorted(units) || !slices.Contains(units, "both") {
		t.Errorf("the claims are about %v", units)
	}
	several, err := look(t, t.Context(), system, 4)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(summary(found), summary(several), cmpopts.EquateEmpty()); d != "" {
		t.Errorf("four workers find something else (-one +four):\n%s", d)
	}
}

// summary lists what was found, in order.
func summary(f audit.Findings) []string {
	var out []string
	for _, n := range f.Notes {
		out = append(out, n.Span.Pos().String()+" "+n.Text)
	}
	for _, c := range f.Claims {
		out = append(out, strings.Join([]string{c.Unit, string(c.Kind), string(c.Outcome), c.Schema, c.Values.String()},
			" "))
	}
	return out
}

// TestErrors: mistakes that do not follow from each other are found together, and what
// stands on them is not looked at.
func TestErrors(t *testing.T) {
	t.Parallel()
	found, err := look(t, t.Context(), project(t, "tactics: [nosuch]\n", "tactics: [{nr: [z?, [1]]}]\n"), 1)
	if err == nil || !strings.Contains(err.Error(), "nosuch") || !strings.Contains(err.Error(), "z?") {
		t.Errorf("error %v, want both tactics in it", err)
	}
	if len(found.Claims) > 0 || found.Layers > 0 {
		t.Errorf("%d claims and %d layers of a specification with mistakes in its tactics", len(found.Claims),
			found.Layers)
	}
	_, err = look(t, t.Context(), project(t, "cases: [{n: 1, k?: -1}]\n", ""), 1)
	if err == nil || !strings.Contains(err.Error(), "outside the precondition") {
		t.Errorf("error %v, want that of the case", err)
	}
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"units.yaml":   "unit: a\nz: |\n  axiom\n    k : ℕ\n  where\n    k < 0\n  end\n  A == [x? : ℕ | x? < k]\nschema: A\n",
	})
	if _, err = look(t, t.Context(), system, 1); err == nil ||
		!strings.Contains(err.Error(), "the constant k of A has no value: the axioms allow none") {
		t.Errorf("error %v, want that the axioms of k contradict each other", err)
	}
}

// TestInterrupted: an audit that is ended says so.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := look(t, ctx, project(t, "", ""), 2); err == nil ||
		!strings.Contains(err.Error(), "interrupted: context canceled") {
		t.Errorf("error %v, want that of the context", err)
	}
}
