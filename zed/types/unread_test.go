package types_test

import (
	"fmt"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
)

// TestBesideSyntaxErrors: the paragraphs without a syntax error are checked,
// and what those with one may have introduced is not an error.
func TestBesideSyntaxErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, file, text, want string }{
		{"a type error elsewhere", "z", "A == (1\nB == #2\n", `z:1:8: expected ")", found the end of the paragraph
z:2:7: expected a set, found ℤ`},
		{"what is introduced", "z", "A == (1\nT ::= a | b⟪\n\nN == [ℤ]\nB == A + 1\nC == {a, b 2}\nD == N ∪ undeclared\n", `z:1:8: expected ")", found the end of the paragraph
z:4:3: expected "⟫", found "=="
z:7:10: undeclared variable "undeclared"`},
		{"schemas", "z", `S == [x, y : ℤ | x >]
T == [ΔS; z : ℤ | x' = y + w]
U == S \ (x)
V == ∃ S • T ∧ pre S
W == S ⨾ S
P == [S' | θS' = θS' ∧ #x = 1]
Q == S[a/x]
R == {S | x > 0 • y}
X == [b : S | b.x = b.q]
Y == [ΞT | z = x ∧ (∃ q : T • q.k = 1 ∧ T)]
Z1 == [T; k : ℕ | k = {1}]
`, `z:1:21: expected an expression, found "]"
z:11:19: type mismatch: left ℤ, right ℙ ℤ`},
		{"a schema with an error", "z", "S == [Undeclared; x : ℤ | y = 1]\nT == [ΔS | z = x' ∧ x' = ∅]\n", `z:1:7: undeclared variable "Undeclared"
z:2:21: type mismatch: left ℤ, right ℙ _`},
		{"axioms and operators", "z", "function 30 leftassoc (_ ⊞ _)\n\n│ _ ⊞ _ : ℤ × ℤ → (\n├\n│ limit\n\nA == 1 ⊞ limit\nB == nolimit\n", `z:4:1: expected an expression, found "├"
z:8:6: undeclared variable "nolimit", did you mean "limit"?`},
		{"environments", "z.tex", "\\begin{schema}{S} x : \\num \\where x > \\end{schema}\n\\begin{zed} A == S \\also B == \\# 2 \\end{zed}", `z.tex:1:39: expected an expression, found "\end{schema}"
z.tex:2:34: expected a set, found ℤ`},
		{"without an end", "z.tex", "\\begin{schema}{S} x : \\num\n\\begin{zed} A == S \\also B == \\# 2 \\end{zed}\n\\begin{axdef} n : \\num", `z.tex:1:1: expected \end{schema} behind \begin{schema}, found the end of the text
z.tex:2:34: expected a set, found ℤ
z.tex:3:1: expected \end{axdef} behind \begin{axdef}, found the end of the text`},
		{"delimited", "z", "─ A == ( └\n─ B == A ∪ C └\n┌ S\nx : ℤ\n", `z:1:9: expected an expression, found the end of the paragraph
z:2:12: undeclared variable "C"
z:3:1: expected the end of the paragraph, └, found the end of the text`},
	} {
		ps, err := parse.Document(source.NewFile(c.file, c.text).Whole())
		var errs source.Errors
		errs.Add(err)
		_, err = types.Check(ps)
		errs.Add(err)
		if got := fmt.Sprint(errs.Err()); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
