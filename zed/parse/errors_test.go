package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

func TestExprErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", `f:1:1: expected an expression, found the end of the text`},
		{"x +", `f:1:4: expected an expression, found the end of the text`},
		{"(x", `f:1:3: expected ")", found the end of the text`},
		{"x ∈ )", `f:1:5: expected an expression, found ")"`},
		{"x )", `f:1:3: expected an operator or the end of the text, found ")"`},
		{"x = 1 && y = 2", `f:1:7: expected an operator or the end of the text, found "&"; in Z, && is written ∧ or and`},
		{"x = 1 /\\ y = 2", `f:1:7: expected an operator or the end of the text, found "/"; in Z, /\ is written ∧ or and`},
		{"f ∈ ℤ -> ℤ", `f:1:8: expected an expression, found ">"; in Z, -> is written → or fun`},
		{"(x == 1)", `f:1:4: expected ")", found "=="; in a predicate, equality is written =`},
		{"x ⊈ y", `f:1:3: unexpected character "⊈"; in Z, a ⊈ b is written ¬ a ⊆ b`},
		{"∃! x : S • p", `f:1:2: expected an expression, found "!"; in Z, ∃! is written ∃₁ or exists1`},
		{"x € y", `f:1:3: unexpected character "€"`},
		{"∀ x : ℤ", `f:1:8: expected "•", found the end of the text`},
		{"∀ seq : ℤ • true", `f:1:3: expected a name, found "seq", a word of the notation`},
		{`"abc`, `f:1:1: the string does not end on its line`},
		{`"\q"`, `f:1:1: the string has an escape that is not known`},
		{"p.0", `f:1:3: the components of a tuple are counted from 1 to 1000`},
		{"(S)[X]", `f:1:5: expected a renaming such as [new/old], found "X"`},
		{"x\n ∧", `f:2:3: expected an expression, found the end of the text`},
		{"<1, 2", `f:1:6: expected "⟩", found the end of the text`},
		{"[Delta | x]", `f:1:2: expected the name of a schema behind Δ`},
		{"if a then b", `f:1:12: expected "else", found the end of the text`},
		{strings.Repeat("(", 2000), `nested too deeply: at most 1000 levels are read`},
		{strings.Repeat("# ", 2000) + "x", `nested too deeply: at most 1000 levels are read`},
		{strings.Repeat("1 + ", 30_000) + "1", `the chain of operators is too long: at most 20000 are read`},
		{doubling(60), `too large: at most 4194304 terms are read in one paragraph`},
		{strings.Repeat(" ", parse.MaxSize+1), `the text is too large: 4194305 bytes, at most 4194304 are read`},
	} {
		_, err := parse.Toolkit().Expr(text(c.in))
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%.40q: %v, want %s", c.in, err, c.want)
		}
	}
}

// doubling returns n chains of relations inside one another, each of which
// stands twice in the tree.
func doubling(n int) string {
	s := "y"
	for range n {
		s = "x < #{y : ℤ | " + s + " = 1} < z"
	}
	return s
}

func TestDocumentReportsAnErrorForEachParagraph(t *testing.T) {
	ps, err := parse.Document(text("A == (b\nB == 1\nC ::= a |\nD == [x : ℤ |\nseq == 3\n[E]\nfoo bar\n" +
		"┌ F\n x : ℤ\nG == 2\nH == <1\nI == 2 > 1\nend\n(S) == 1"))
	want := `f:1:8: expected ")", found the end of the paragraph
f:3:10: expected a name, found the end of the paragraph
f:4:14: expected an expression, found the end of the paragraph
f:5:1: expected a name, found "seq", a word of the notation
f:7:5: expected "==", "≙" or "::=", found "bar"
f:9:7: expected "└" at the end of the box, found the end of the paragraph
f:11:8: expected "⟩", found the end of the paragraph
f:13:1: expected an operator or the end of the paragraph, found "end"
f:14:1: expected a paragraph, such as a definition or [NAME], found "("`
	if fmt.Sprint(err) != want {
		t.Errorf("errors:\n%v\nwant:\n%s", err, want)
	}
	if u, ok := ps[0].(*zed.Unread); !ok || len(u.Names) != 2 {
		t.Errorf("what stands for the first paragraph is %v", ps[0])
	}
	if got, want := zed.PrintText(ps, zed.Unicode), "B == 1\n\n[E]\n\nG == 2\n"; got != want {
		t.Errorf("paragraphs:\n%s", got)
	}
}

func TestSchemaText(t *testing.T) {
	for _, c := range []struct{ in, given, decls, pred string }{
		{"[T] A : power T | A /= {}", "[T]", "A : ℙ T", "A ≠ ∅"},
		{"[T, U] [V]\nA : power T; b : Z", "[T U V]", "A : ℙ T; b : ℤ", "<nil>"},
		{"x : Z\ny : Z | x < y\n y < 3", "[]", "x : ℤ; y : ℤ", "x < y ∧ y < 3"},
		{"S | true", "[]", "S", "true"},
		{"| 1 < 2", "[]", "", "1 < 2"},
	} {
		got, given, err := parse.Toolkit().SchemaText(text(c.in))
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		pred := "<nil>"
		if got.Pred != nil {
			pred = zed.Print(got.Pred, zed.Unicode)
		}
		got.Pred = nil
		decls := strings.Trim(zed.Print(&zed.Schema{Text: got}, zed.Unicode), "[]")
		if fmt.Sprint(given) != c.given || decls != c.decls || pred != c.pred {
			t.Errorf("%s: %v %q %q", c.in, given, decls, pred)
		}
	}
}
