package parse_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

func FuzzDocument(f *testing.F) {
	f.Add(list)
	f.Add(listASCII)
	f.Add("A == [Delta!]\nB == Δran\nC == Δ1 = Delta Xi")
	f.Add(operatorsUnicode + "⊢? x ⊞ y ≼ (twice z) !!\n_ ∪ _[X] == `union`\nX ⋈ Y == ∅[X]\nsection a parents b/c\n\\input{f}")
	f.Add("╒═[X]═\n│ x : ℙ X\n└\nA[X] == {x : X | x = x @ <x, <x>>}\n⊢? a < b < c")
	f.Fuzz(func(t *testing.T, s string) {
		ps, err := parse.Document(text(s))
		if err != nil {
			return
		}
		for _, n := range []zed.Notation{zed.Unicode, zed.ASCII} {
			printed := zed.PrintText(ps, n)
			back, err := parse.Document(text(printed))
			if err != nil {
				t.Fatalf("%q\n%s\n%v", s, printed, err)
			}
			if again := zed.PrintText(back, n); again != printed {
				t.Fatalf("%q\n%s\n%s", s, printed, again)
			}
		}
	})
}

func FuzzLaTeX(f *testing.F) {
	f.Add(listTeX)
	f.Add(operatorsLaTeX + "\\begin{zed}\\vdash? x \\boxplus y \\preceq twice z \\end{zed}")
	f.Add("%%inop \\foo 3\n\\def\\a#1{#1\\b}\\newcommand{\\b}[1]{#1_{x^{+}}'}\\begin{axdef} \\_ \\foo \\_, \\# : \\nat \\where \\a{x}\\b y^{n} \\end{axdef}")
	f.Add("\\begin{schema}{\\Delta S}[X] x_1' : \\seq X \\where \\exists y == x @ \\\\ y = \\langle\\rangle \\end{schema}\\begin{theorem}{t}\\vdash? true\\end{theorem}")
	f.Fuzz(func(t *testing.T, s string) {
		ps, err := parse.Document(tex(s))
		if err != nil {
			return
		}
		printed := zed.PrintText(ps, zed.LaTeX)
		back, err := parse.Document(tex(printed))
		if err != nil {
			t.Fatalf("%q\n%s\n%v", s, printed, err)
		}
		if again := zed.PrintText(back, zed.LaTeX); again != printed {
			t.Fatalf("%q\n%s\n%s", s, printed, again)
		}
	})
}

// FuzzDelimited reads Unicode whose paragraphs have marks; what it reads it
// need not print in that form.
func FuzzDelimited(f *testing.F) {
	f.Add("─ [A] └ prose ╷ x : A | x = x └ ┌═[X] S\n y ↘1↖ : ℙ↘1↖ X\n└ ─⊢? (a\nb) └")
	f.Add("\u2028 function 30 leftassoc (_ ⊞ _) \u2029 \u2028 X ⊞ Y == X \u2029")
	f.Fuzz(func(t *testing.T, s string) {
		if ps, err := parse.Document(text("╷ x : ℕ └" + s)); err == nil {
			zed.PrintText(ps, zed.Unicode)
		}
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
