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

func FuzzExpr(f *testing.F) {
	f.Add("x? notin ran list and #list' = #list + 1")
	f.Add("∀ i, j : dom list' • i < j ⇒ list' i ≤ list' j")
	f.Add("<<1>, <>> = f~(| {a |-> b} |) ; R* = (R*)' >> θS'[a/b] hide (x)")
	f.Fuzz(func(t *testing.T, s string) {
		e, err := parse.Expr(text(s))
		if err != nil {
			return
		}
		for _, n := range []zed.Notation{zed.Unicode, zed.ASCII} {
			printed := zed.Print(e, n)
			back, err := parse.Expr(text(printed))
			if err != nil {
				t.Fatalf("%q\n%s\n%v", s, printed, err)
			}
			if again := zed.Print(back, n); again != printed {
				t.Fatalf("%q\n%s\n%s", s, printed, again)
			}
		}
	})
}
