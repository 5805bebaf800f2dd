package parse_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

func FuzzDocument(f *testing.F) {
	f.Add(list)
	f.Add(listASCII)
	f.Add("A == [Delta!]\nB == Δran\nC == Δ1 = Delta Xi")
	f.Add(operatorsUnicode +
		"⊢? x ⊞ y ≼ (twice z) !!\n_ ∪ _[X] == `union`\nX ⋈ Y == ∅[X]\nsection a parents b/c\n\\input{f}")
	f.Add("╒═[X]═\n│ x : ℙ X\n└\nA[X] == {x : X | x = x @ <x, <x>>}\n⊢? a < b < c")
	for _, doc := range oddWords {
		f.Add(doc)
	}
	f.Fuzz(func(t *testing.T, s string) { checkReadsBack(t, text(s)) })
}

// oddWords have names and operators whose printed form could be read as something else.
var oddWords = []string{
	"│ `then`, `div`, `a%b`, `\\end{zed}`, `1a` : ℕ", "aΔ == 1\nα_b == β_γ\n`ΔΔ` == `Δ`\n_x == x__y_\nY₁x == α$",
	"function (_\x8ato _)", "function 30 leftassoc (_ ++ _)\n⊢? 1 ++ 2 = 3",
	"function 30 leftassoc (_ % _)\nfunction 20 leftassoc (_ & _)\nx == 1 % 2 & ∅", "⊢? (_ `::` _) = (_ `+` _)",
}

// checkReadsBack checks that what a text is printed as, in each notation, reads back as the same:
// the printed form of that is the same in all notations.
func checkReadsBack(t *testing.T, in *source.Text) {
	ps, err := parse.Document(in)
	if err != nil {
		return
	}
	for n, read := range []func(string) *source.Text{zed.Unicode: text, zed.ASCII: text, zed.LaTeX: tex} {
		printed := zed.PrintText(ps, zed.Notation(n))
		back, err := parse.Document(read(printed))
		if err != nil {
			t.Fatalf("%q\n%s\n%v", in.Value, printed, err)
		}
		for other := range 3 {
			if want, got := zed.PrintText(ps, zed.Notation(other)),
				zed.PrintText(back, zed.Notation(other)); got != want {
				t.Fatalf("%q\n%s\nread as\n%s\nwant\n%s", in.Value, printed, got, want)
			}
		}
	}
}

func FuzzLaTeX(f *testing.F) {
	f.Add(listTeX)
	f.Add(operatorsLaTeX + "\\begin{zed}\\vdash? x \\boxplus y \\preceq twice z \\end{zed}")
	f.Add("%%inop \\foo 3\n\\def\\a#1{#1\\b}\\newcommand{\\b}[1]{#1_{x^{+}}'}\\begin{axdef} \\_ \\foo \\_, \\# : \\nat \\where \\a{x}\\b y^{n} \\end{axdef}")
	f.Add("\\begin{schema}{\\Delta S}[X] x_1' : \\seq X \\where \\exists y == x @ \\\\ y = \\langle\\rangle \\end{schema}\\begin{theorem}{t}\\vdash? true\\end{theorem}")
	for _, word := range []string{`\"`, `\%`, `\(`, `\.`, `\&`, "`", "::", `\$`, `\foo`, `\mathit{then}`, "`\\%`"} {
		f.Add(`\begin{zed}(` + word + `\_)\end{zed}`)
		f.Add(`\begin{axdef} \_ ` + word + ` \_, x\_ : \nat \end{axdef}`)
	}
	f.Add("\\begin{theorem}{\xdet}\\vdash? true\\end{theorem}")
	f.Add("\\begin{zed}(\\\xa2\\_)\\end{zed}")
	f.Add("\\begin{axdef}\\end{axdef}\\begin{zed}(\\boxplus \\_)\\end{zed}")
	f.Fuzz(func(t *testing.T, s string) { checkReadsBack(t, tex(s)) })
}

// FuzzDelimited reads Unicode whose paragraphs have marks; what it reads is printed without.
func FuzzDelimited(f *testing.F) {
	f.Add("─ [A] └ prose ╷ x : A | x = x └ ┌═[X] S\n y ↘1↖ : ℙ↘1↖ X\n└ ─⊢? (a\nb) └")
	f.Add("\u2028⊞A==0\u2029")
	f.Add("\u2028 function 30 leftassoc (_ ⊞ _) \u2029 \u2028 X ⊞ Y == X \u2029")
	f.Fuzz(func(t *testing.T, s string) {
		checkReadsBack(t, text("╷ x : ℕ └"+s))
	})
}

func FuzzExpr(f *testing.F) {
	f.Add("x? notin ran list and #list' = #list + 1")
	f.Add("∀ i, j : dom list' • i < j ⇒ list' i ≤ list' j")
	f.Add("<<1>, <>> = f~(| {a |-> b} |) ; R* = (R*)' >> θS'[a/b] hide (x)")
	f.Fuzz(func(t *testing.T, s string) {
		e, err := parse.Toolkit().Expr(text(s))
		if err != nil {
			return
		}
		for _, n := range []zed.Notation{zed.Unicode, zed.ASCII} {
			printed := zed.Print(e, n)
			back, err := parse.Toolkit().Expr(text(printed))
			if err != nil {
				t.Fatalf("%q\n%s\n%v", s, printed, err)
			}
			if again := zed.Print(back, n); again != printed {
				t.Fatalf("%q\n%s\n%s", s, printed, again)
			}
		}
	})
}
