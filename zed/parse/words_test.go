package parse_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// TestWordsAsNames: in Unicode the words of ASCII are names where the document
// declares them.
func TestWordsAsNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"N == {x : ℤ | x > 1}\nM == N ∪ {1}", "`N` == {x : ℤ | x > 1}\nM == `N` ∪ {1}"},
		{"[comp, rel]\nf == {x : rel • x}", "[`comp`, `rel`]\nf == {x : `rel` • x}"},
		{"[Z]\nA == ℙ Z", "[`Z`]\nA == ℙ `Z`"},
		{"┌ S\n│ id, end : ℕ\n│ x : ℤ\n├\n│ id = end\n│ x > id\n└",
			"┌─ S\n│ `id`, `end` : ℕ\n│ x : ℤ\n├─\n│ `id` = `end`\n│ x > `id`\n└─"},
		{"T ::= union | inter⟪ℤ⟫ | a\nB == ℙ T ∖ {union}", "T ::= `union` | `inter`⟪ℤ⟫ | a\nB == ℙ T ∖ {`union`}"},
		{"S[N, X] == {N ↦ X}\nP == {x : ℤ • x} × S[ℤ, ℤ]", "S[`N`, X] == {`N` ↦ X}\nP == {x : ℤ • x} × S[ℤ, ℤ]"},
		{"│ f : A → A\n├\n│ ∀ in : A • f in = in", "│ f : A → A\n├─\n│ ∀ `in` : A • f `in` = `in`"},
		{"┌ S\n│ `end`, `end`', `end`?, x′ : ℕ\n├\n│ `end`′ = `end` + `end`?\n└",
			"┌─ S\n│ `end`, end', end?, x' : ℕ\n├─\n│ end' = `end` + end?\n└─"},
		// The notations may be mixed where nothing is declared so.
		{"A == {x : ℤ | x in ran s and x notin N}", "A == {x : ℤ | x ∈ ran s ∧ x ∉ ℕ}"},
		{"schema S\n  end' : ℕ\nwhere\n  end' > 1\nend", "┌─ S\n│ end' : ℕ\n├─\n│ end' > 1\n└─"},
		{"A == {s : ℕ ↔ ℙ ℤ | disjoint\n  s}", "A == {s : ℕ ↔ ℙ ℤ | disjoint s}"},
	} {
		checkSame(t, text(c.in), text(c.want+"\n"))
	}
	if _, err := parse.Document(text("N == 3\n")); err == nil {
		t.Error("a word of ASCII is a name in ASCII")
	}
	ps, err := parse.Documents([]*source.Text{text("[N]\nA == ℙ N"),
		source.NewFile("g", "B == {x : N | x > 1}").Whole(), source.NewFile("h", "C == N ∪ N").Whole()})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"[`N`]\n\nA == ℙ `N`\n", "B == {x : ℕ | x > 1}\n", "C == `N` ∪ `N`\n"} {
		if got := zed.PrintText(ps[i].Paragraphs, zed.Unicode); got != want {
			t.Errorf("text %d: %s", i, got)
		}
	}
	e, err := parse.LanguageOf(ps[0].Paragraphs).Expr(text("x ∈ N"))
	if err != nil || zed.Print(e, zed.Unicode) != "x ∈ `N`" {
		t.Errorf("a term: %v %v", e, err)
	}
}
