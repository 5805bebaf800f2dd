package parse_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse"
)

func TestDelimitedUnicode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"marks of ISO 13568",
			"Prose, and more.\n\u2028section part parents std\u2029\n\u2028[A, B]\u2029 prose \u2028A ↔ B == ℙ(A × B)\u2029", "section part parents std\n[A, B]\nA ↔ B == ℙ(A × B)"},
		{"marks of CZT", "─ [NAME] └ Prose: x ∈ y.\n╷\n  n : ℕ\n  m : 𝔸\n|\n  n > 0\n  m = n\n└\n┌ S\n  x : ℕ |\n  x = n\n└\n┌═ T[X]\n  y : X\n└\n┌═[X] U\n  y : X\n└\n",
			"[NAME]\n╒═\n│ n : ℕ\n│ m : ℤ\n├─\n│ n > 0\n│ m = n\n└─\n┌─ S\n│ x : ℕ\n├─\n│ x = n\n└─\n┌─ T[X]\n│ y : X\n└─\n┌─ U[X]\n│ y : X\n└─"},
		{"scripts", "─ a == ∃↘1↖ x : ℙ↘1↖ A ⦁ x↘12↖ = R ↗+↙ ∪ (S)↗∼↙ └ ─ b == x↘max↖ └ ─ c == R ↗k↙ └",
			"a == ∃₁ x : ℙ₁ A • x₁₂ = R⁺ ∪ S∼\nb == x↘max↖\nc == iter k R"},
		{"decoration apart", "┌ S2\n  S ′\n  x′ : ℕ\n└", "┌─ S2\n│ (S)'\n│ x' : ℕ\n└─"},
		{"lines in parentheses", "─⊢? (true\u2028false ; true) └", "⊢? true ∧ false ∧ true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			checkSame(t, text(c.in), text(c.want+"\n"))
		})
	}
}

func TestNotesInDelimitedUnicode(t *testing.T) {
	t.Parallel()
	readings, err := parse.Documents(
		[]*source.Text{text("─ theorem one 1 = 1 └\n├ one\n prove └\n─ ☒ a == 1 └ ╷ x : ℕ |\n 《 rule r 》 x = 1 └")})
	if err != nil {
		t.Fatal(err)
	}
	if r := readings[0]; len(r.Notes) != 1 ||
		r.Notes[0].Text != "2 passages are skipped, the first of them here: 1 theorem, 1 proof" ||
		len(r.Paragraphs) != 2 {
		t.Errorf("%d notes, %d paragraphs", len(r.Notes), len(r.Paragraphs))
	}
}

func TestOtherBoxes(t *testing.T) {
	t.Parallel()
	checkSame(t, text("╔═[X]═══\n║ x : X\n╠═══\n║ x = x\n╚═══\n"), text("╒═[X]\n│ x : X\n├─\n│ x = x\n└─\n"))
	checkSame(t, text("R ⩵ (S)⁕\nT ⩴ a | b\n"), text("R == (S)⁎\nT ::= a | b\n"))
	checkSame(t, text("a == R* x + 2* y + x * y\n"), text("a == R⁎ x + 2 * y + x * y\n"))
}
