package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// TestDecoratedOperators reads operators whose words have decoration, or are of
// characters that mean something else, and reads back what is printed of them in each notation.
func TestDecoratedOperators(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, in, want string }{
		"template in LaTeX": {"a.tex", `\begin{zed}\function 30 \leftassoc (\_ \oplus' \_)\end{zed}
\begin{axdef}\_ \oplus' \_ : \nat \cross \nat \fun \nat\where 1 \oplus' 2 \oplus' 3 = x' + x\end{axdef}`,
			"1 ⊕' 2 ⊕' 3 = x' + x\n"},
		"as the toolkit's": {"a.tex",
			`\begin{axdef}\_ +' \_, \_ *' \_ : \nat \cross \nat \fun \nat\where 1 +' 2 *' 3 = x' + x\end{axdef}`,
			"1 +' 2 *' 3 = x' + x\n"},
		"as the document's": {"a.tex", `%%Zinchar \boxplus U+229E
\begin{zed}\function 40 \leftassoc (\_ \boxplus \_)\end{zed}
\begin{axdef}\_ \boxplus' \_ : \nat \cross \nat \fun \nat\where x + 2 \boxplus' 3 \boxplus 1 = x'\end{axdef}`,
			"x + (_ ⊞' _) (2, 3) ⊞ 1 = x'\n"},
		"in Unicode": {"a.zed", "│ _ +′ _ : ℕ × ℕ → ℕ\n├\n│ 1 +′ 2 = x′ + x\n└\n",
			"1 +' 2 = x' + x\n"},
		"colons in LaTeX": {"a.tex", `\begin{zed}\function 30 \rightassoc (\_ :: \_)\end{zed}
\begin{zed} T ::= a | b \end{zed}
\begin{axdef}\_ :: \_ : \nat \cross \seq \nat \fun \seq \nat\where 1 :: 2 :: s = t\end{axdef}`,
			"1 :: 2 :: s = t\n"},
		"a dollar sign": {"a.tex", `\begin{zed}\relation (\_ applies\$to \_)\end{zed}
\begin{axdef}\_ applies\$to \_ : \nat \rel \nat\\a\$b : \nat\where c~applies\$to~2\end{axdef}`,
			"c applies$to 2\n"},
		"iteration": {"a.tex", `\begin{zed}\function (\_~^{~\_~})\end{zed}
\begin{gendef}[X]\_~^{~\_~} : (X \rel X) \cross \num \fun (X \rel X)\where r~^{~n~} = r\end{gendef}`,
			"= r\n"},
		"colons of a directive": {"a.tex", `%%inop :: 3
\begin{axdef}\_ :: \_ : \nat \cross \seq \nat \fun \seq \nat\where (1 :: 2) :: s = t\end{axdef}`,
			"1 :: 2 :: s = t\n"},
		"colons in Unicode": {"a.zed",
			"function 30 rightassoc (_ :: _)\n\nT ::= a | b\n\n│ _ :: _ : ℕ × seq ℕ → seq ℕ\n├\n│ 1 :: 2 :: s = t\n└\n",
			"1 :: 2 :: s = t\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			paras, err := parse.Document(source.NewFile(c.file, c.in).Whole())
			if err != nil {
				t.Fatal(err)
			}
			if got := zed.PrintText(paras, zed.Unicode); !strings.Contains(got, c.want) {
				t.Errorf("printed\n%s\nwithout %s", got, c.want)
			}
			for n, file := range map[zed.Notation]string{zed.Unicode: "b.zed", zed.ASCII: "b.zed", zed.LaTeX: "b.tex"} {
				printed := zed.PrintText(paras, n)
				back, err := parse.Document(source.NewFile(file, printed).Whole())
				if err != nil {
					t.Fatalf("%s\n%v", printed, err)
				}
				if d := cmp.Diff(paras, back, bySyntax); d != "" {
					t.Errorf("%s\n%s", printed, d)
				}
			}
		})
	}
}

// TestBadTemplates: what is not a template is one error, and not a predicate.
func TestBadTemplates(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`\function (\_ \_)`:     `a.tex:1:24: expected a template such as _ ⊞ _, found "\_"`,
		`\relation (\_ ^ \_ +)`: `a.tex:1:24: expected a template such as _ ⊞ _, found "\_"`,
	} {
		_, err := parse.Document(source.NewFile("a.tex", `\begin{zed} `+in+` \end{zed}`).Whole())
		if got := fmt.Sprint(err); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
