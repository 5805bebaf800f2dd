package solve_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// listAll lists what All yields, and how it ends.
func listAll(t *testing.T, p solve.Problem) (models []string, end solve.Result) {
	t.Helper()
	for r := range embedded.New(solve.Options{}).All(t.Context(), p) {
		if end = r; r.Outcome == solve.Case {
			models = append(models, show(r))
		}
	}
	return models, end
}

func TestAll(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text     string
		all      int // models, each once
		distinct int // up to renaming
		end      solve.Outcome
	}{
		{"x : 1 .. 5", 5, 5, solve.Unsatisfiable},
		{"x : ℕ", 11, 11, solve.NoneInScope},
		{"A : ℙ (1 .. 3)", 8, 8, solve.Unsatisfiable},
		{"A : ℙ NAME", 8, 4, solve.NoneInScope},
		{"A, B : ℙ NAME | A ⊆ B", 27, 10, solve.NoneInScope},
		{"n, m : NAME | n ≠ m", 6, 1, solve.NoneInScope},
		{"f : NAME → NAME", 27, 7, solve.NoneInScope},
		{"f : NAME ⤖ NAME", 6, 3, solve.NoneInScope},
		{"R : NAME ↔ NAME | #R = 2", 36, 8, solve.NoneInScope},
		{"s : seq NAME | #s = 3", 27, 5, solve.NoneInScope},
		{"f : 1 .. 3 ⇸ 1 .. 2", 27, 27, solve.Unsatisfiable},
		{"f : 1 .. 2 → 1 .. 3; y! : ℤ | ∃ s : 1 .. 3 • s = f 1 ∧ y! = s", 9, 9, solve.Unsatisfiable}, // s is given
		// Several witnesses for one model.
		{"x! : ℤ | ∃ s : seq (1 .. 4) • #s = 2 ∧ x! = s 1 + s 2", 7, 7, solve.Unsatisfiable},
		{"x : 1 .. 5 | ∃ s : seq (1 .. 5) • #s = 2 ∧ x ∈ ran s", 5, 5, solve.Unsatisfiable},
		{"x : 1 .. 5 | ∃ A : ℙ ℤ • x ∈ A ∧ #A = 2 ∧ A ⊆ 1 .. 5", 5, 5, solve.Unsatisfiable},
		{"x, y : ℤ | ∃ s : seq (1 .. 4) • #s = 2 ∧ x = s 1 + s 2 ∧ y = x + 1", 7, 7, solve.NoneInScope},
	} {
		p := problem(t, c.text)
		models, end := listAll(t, p)
		if sorted := slices.Compact(slices.Sorted(slices.Values(models))); len(sorted) != len(models) ||
			len(models) != c.all {
			t.Errorf("%s: %d models, %d of them different, want %d", c.text, len(models), len(sorted), c.all)
		}
		if end.Outcome != c.end {
			t.Errorf("%s: it ends as %s, want %s (%s)", c.text, end.Outcome, c.end, end.Reason)
		}
		p.Distinct = true
		if models, _ := listAll(t, p); len(models) != c.distinct {
			t.Errorf("%s: %d up to renaming, want %d:\n%s", c.text, len(models), c.distinct, strings.Join(models, "\n"))
		}
	}
}

// TestAllOnDemand: the models come one by one, small ones first, and nothing is
// renamed that has a name.
func TestAllOnDemand(t *testing.T) {
	t.Parallel()
	p := problem(t, "s : seq (1 .. 9); A : ℙ NAME | #s > 0")
	var got []string
	for r := range embedded.New(solve.Options{}).All(t.Context(), p) {
		if got = append(got, show(r)); len(got) == 2 {
			break
		}
	}
	if want := []string{"A=∅ s=⟨1⟩", "A={n1} s=⟨1⟩"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	p = problem(t, "n, m : NAME")
	p.Bound = map[string]value.Value{"m": value.OfAtom("n2")}
	p.Distinct = true
	if models, _ := listAll(t, p); !slices.Equal(models, []string{"m=n2 n=n1", "m=n2 n=n2"}) {
		t.Errorf("%v", models)
	}
}

// BenchmarkAll has a million models: memory is that of one.
func BenchmarkAll(b *testing.B) {
	p := problem(&testing.T{}, "s : seq (1 .. 10) | #s = 6")
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for range embedded.New(solve.Options{Steps: 1 << 40}).All(b.Context(), p) {
			if n++; n == 20_000 {
				break
			}
		}
	}
}
