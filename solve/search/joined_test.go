package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed/value"
)

// listModels returns the models of a problem, sorted, and how the search for others ends.
func listModels(t *testing.T, text string) (models []string, end solve.Outcome) {
	t.Helper()
	vars, pred := solvetest.Read(t, text)
	p := solve.Problem{Pred: pred, Scope: value.DefaultScope(), Globals: solvetest.Globals()}
	for _, v := range vars {
		p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: solvetest.IsScoped(v)})
	}
	Prepare(p, solve.Options{Steps: 20_000}, NewCache()).All(t.Context(), p, func(r solve.Result) bool {
		if end = r.Outcome; end == solve.Case {
			var parts []string
			for _, v := range vars {
				parts = append(parts, r.Model[v.Name].Text(v.Type))
			}
			models = append(models, strings.Join(parts, " "))
		}
		return true
	})
	slices.Sort(models)
	return models, end
}

// written returns a sequence as text.
func written(items []int) string {
	return "⟨" + strings.Trim(strings.ReplaceAll(fmt.Sprint(items), " ", ", "), "[]") + "⟩"
}

// TestJoined: the sequences that are joined to a known one, and its parts, are all listed, each once,
// whatever the scope says, and there is no other.
func TestJoined(t *testing.T) {
	t.Parallel()
	for _, whole := range [][]int{{}, {70}, {70, 71}, {70, 70}, {70, 71, 70}, {71, 71, 71, 70}} {
		w, n := written(whole), len(whole)
		var two, three, prefixes, suffixes, infixes []string
		for i := range n + 1 {
			two = append(two, written(whole[:i])+" "+written(whole[i:]))
			prefixes, suffixes = append(prefixes, written(whole[:i])), append(suffixes, written(whole[i:]))
			for j := i; j <= n; j++ {
				three = append(three, written(whole[:i])+" "+written(whole[i:j])+" "+written(whole[j:]))
				infixes = append(infixes, written(whole[i:j]))
			}
		}
		for _, c := range []struct {
			text string
			want []string
		}{
			{"s, t : seq ℤ | s ⌢ t = " + w, two},
			{"s, t : seq ℤ | " + w + " = s ⌢ t", two},
			{"s, t, u : seq ℤ | s ⌢ t ⌢ u = " + w, three},
			{"s, t, u : seq ℤ | s ⌢ (t ⌢ u) = " + w, three},
			{"s : seq ℤ | s prefix " + w, prefixes},
			{"s : seq ℤ | s suffix " + w, suffixes},
			{"s : seq ℤ | s infix " + w, infixes},
		} {
			slices.Sort(c.want)
			if got, end := listModels(t, c.text); !slices.Equal(got, slices.Compact(c.want)) ||
				end != solve.Unsatisfiable {
				t.Errorf("%s: %q, then %s; want %q", c.text, got, end, c.want)
			}
		}
	}
}

// TestDivisions: a sequence is taken apart in all ways into as many as are asked for.
func TestDivisions(t *testing.T) {
	t.Parallel()
	for n := range 4 {
		for parts := range 4 {
			items := make([]int, n)
			for i := range items {
				items[i] = 70 + i
			}
			// As many as there are ways to put parts - 1 bars between n items.
			want := 1
			for k := 1; k < parts; k++ {
				want = want * (n + k) / k
			}
			if parts == 0 && n > 0 {
				want = 0
			}
			text := fmt.Sprintf("q : seq (seq ℤ) | ⌢/ q = %s ∧ # q = %d", written(items), parts)
			if got, end := listModels(t, text); len(slices.Compact(got)) != want || end != solve.Unsatisfiable {
				t.Errorf("%s: %q, then %s; want %d", text, got, end, want)
			}
		}
	}
}

// TestDeterminedByParts: what equations say of the parts of known values leaves no other value,
// where the parts are of sets that could be listed too.
func TestDeterminedByParts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"p : COLOUR × ℤ; o! : ℤ | p = (red, 70) ∧ (∃ c : COLOUR; n : 0 .. 99 • p = (c, n) ∧ o! = n + 1)",
		"p : ℤ × (COLOUR × ℤ); o! : ℤ | p = (1, (red, 70)) ∧ (∃ c : COLOUR; n : 0 .. 99 • (1, (c, n)) = p ∧ o! = n + 1)",
		"p : seq ℤ; o! : ℤ | p = ⟨70, 80⟩ ∧ (∃ m, n : 0 .. 99 • ⟨m, n⟩ = p ∧ o! = m * n)",
		"p : [a : ℤ; b : ℤ]; o! : ℤ | p.a = 70 ∧ p.b = 80 ∧ (∃ m, n : 0 .. 99 • p = ⦉a == m, b == n⦊ ∧ o! = m - n * 2)",
	} {
		if models, end := listModels(t, text); len(models) != 1 || end != solve.Unsatisfiable {
			t.Errorf("%s: %q, then %s", text, models, end)
		}
	}
}

// TestSides: the functions whose domain and range have a union and an intersection are those that an
// enumeration finds.
func TestSides(t *testing.T) {
	t.Parallel()
	list := func(bits int) string {
		var out []string
		for i := range 3 {
			if bits&(1<<i) != 0 {
				out = append(out, fmt.Sprint(70+i))
			}
		}
		return "{" + strings.Join(out, ", ") + "}"
	}
	counts := map[[2]int]int{} // of functions, by union and intersection
	for code := range 64 {     // two bits for each argument: 3 stands for none
		dom, ran := 0, 0
		for i := range 3 {
			if image := code >> (2 * i) & 3; image < 3 {
				dom, ran = dom|1<<i, ran|1<<image
			}
		}
		counts[[2]int{dom | ran, dom & ran}]++
	}
	for union := range 8 {
		for common := range 8 {
			text := fmt.Sprintf("f : ℤ ⇸ ℤ | dom f ∪ ran f = %s ∧ dom f ∩ ran f = %s", list(union), list(common))
			got, _ := listModels(t, text)
			if want := counts[[2]int{union, common}]; len(got) != want || len(slices.Compact(got)) != want {
				t.Errorf("%s: %q, want %d", text, got, want)
			}
		}
	}
}
