package terms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/terms"
)

var table = operators.TableWith([]zed.UserForm{
	{Name: "_ ⊞ _", Level: zed.LevelOf(30)}, {Name: "_ ⊠ _ at _", Level: zed.LevelOf(40)}, {Name: "twice _"},
	{Name: "_ †"}, {Name: "⌊ _ ⌋"},
	{Name: "_ ≼ _", Category: zed.RelationTemplate}, {Name: "_ ⋈ _", Category: zed.GenericTemplate,
		Level: zed.LevelOf(5), Right: true},
})

// cursor returns a cursor over a text in Unicode, whose tokens are as they are written.
func cursor(in string) *terms.Cursor {
	text := source.NewFile("f", in).Whole()
	toks := plain.Lex(text, nil)
	table.Mark(toks)
	return terms.NewCursor(text, "the text", table, toks, false)
}

// shape returns a term with all its applications and operators in brackets.
func shape(e zed.Expr) string {
	var parts []string
	for _, c := range zed.Children(e) {
		parts = append(parts, shape(c))
	}
	name := strings.TrimPrefix(fmt.Sprintf("%T", e), "*zed.")
	switch e := e.(type) {
	case *zed.Ref:
		name = e.Name
	case *zed.Num:
		name = e.Value.String()
	case *zed.Op:
		name = string(e.Op)
	case *zed.Decorate:
		name += e.Mark
	case *zed.Select:
		name = "." + e.Name
	}
	if len(parts) == 0 {
		return name
	}
	return name + "(" + strings.Join(parts, " ") + ")"
}

// TestReadTerm: what binds what, by the shape of the tree.
func TestReadTerm(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a + b * c": "+(a ×num(b c))", "a - b - c": "-(-(a b) c)", "a → b → c": "→(a →(b c))",
		"f x y": "Apply(Apply(f x) y)", "f (x y)": "Apply(f Apply(x y))",
		"#f x": "#(Apply(f x))", "-a + b": "+(neg(a) b)", "⋃ F x": "Apply(⋃(F) x)", "⋃ ran F": "⋃(Apply(ran F))",
		"R∼⦇S⦈ x":   "Apply(⦇⦈(∼(R) S) x)",
		"a < b ≤ c": "Logic(<(a b) ≤(b c))", "¬ a = b ∧ c": "Logic(Logic(=(a b)) c)",
		"a ⇒ b ⇒ c": "Logic(a Logic(b c))", "∃ x : X • a ∧ b": "Quant(X Logic(a b))",
		"a ⊞ b ⊞ c":  "Apply(_ ⊞ _ TupleExt(Apply(_ ⊞ _ TupleExt(a b)) c))",
		"a ⊠ b at c": "Apply(_ ⊠ _ at _ TupleExt(a b c))", "twice x †": "Apply(twice _ Apply(_ † x))",
		"⌊ a ⌋ b": "Apply(Apply(⌊ _ ⌋ a) b)", "a ≼ b": "∈(TupleExt(a b) _ ≼ _)", "a ⋈ b ⋈ c": "_ ⋈ _(a _ ⋈ _(b c))",
		"(S)'": "Decorate'(S)", "θS'.x": ".x(Theta(S))", "S[a/b]": "Rename(S)", "S[X]": "S(X)", "S[x := 1]": "Let(1 S)",
		"{S}": "SetExt(S)", "{S | p}": "Comp(S p)", "{x : X}": "Comp(X)",
		"⟨a, b⟩ 1": "Apply(SeqExt(a b) 1)", "a\nb": "Logic(a b)", "R ↗n↙": "Apply(Apply(iter n) R)",
		"if a then b else c + d": "If(a b +(c d))", "a ↦ b": "TupleExt(a b)",
	} {
		e, mistake := terms.ReadTerm(cursor(in))
		if mistake != nil {
			t.Errorf("%s: %v", in, mistake)
		} else if got := shape(e); got != want {
			t.Errorf("%s:\n%s, want\n%s", in, got, want)
		}
	}
}

func TestReadParagraph(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"[A, B]": "[A, B]", "T ::= a | b⟪ℤ⟫": "T ::= a | b⟪ℤ⟫", "S[X] == [x : X]": "S[X] ≙ [x : X]",
		"X ⋈ Y == X":          "(_ ⋈ _)[X, Y] == X",
		"┌ S x : A ├ x = 1 └": "┌─ S\n│ x : A\n├─\n│ x = 1\n└─", "╒ [X] y : X └": "╒═ [X] ═\n│ y : X\n└─",
		"⊢? a = b": "⊢? a = b", "theorem T ⊢? a": "theorem T ⊢? a",
		"function 30 leftassoc (_ ⊡ _)": "function 30 leftassoc (_ ⊡ _)",
		"section a parents b/c":         "section a parents b/c", "\\input{f}": "\\input{f}",
	} {
		p, mistake := terms.ReadParagraph(cursor(in))
		if mistake != nil {
			t.Errorf("%s: %v", in, mistake)
			continue
		}
		got := strings.TrimRight(zed.PrintText([]zed.Paragraph{p}, zed.Unicode), "\n")
		for _, line := range []string{"─", "═"} {
			for strings.Contains(got, line+line) {
				got = strings.ReplaceAll(got, line+line, line)
			}
		}
		if got = strings.ReplaceAll(got, " ─\n", "\n"); got != want {
			t.Errorf("%s:\n%s, want\n%s", in, got, want)
		}
	}
}

func TestReadSchemaText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want, given string }{
		{"x, y : A; z : B | x = y", "[x, y : A; z : B | x = y]", "[]"},
		{"[T, U] x : T | true", "[x : T | true]", "[T U]"},
		{"S; x : A", "[S; x : A]", "[]"},
		{"x : A | p; q", "[x : A | p ∧ q]", "[]"},
	} {
		text, given, mistake := terms.ReadSchemaText(cursor(c.in))
		if mistake != nil {
			t.Errorf("%s: %v", c.in, mistake)
			continue
		}
		if got := zed.Print(&zed.Schema{Text: text}, zed.Unicode); got != c.want || fmt.Sprint(given) != c.given {
			t.Errorf("%s: %s with %v, want %s with %s", c.in, got, given, c.want, c.given)
		}
	}
}

func TestReadTemplate(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"function 30 leftassoc (_ ⊡ _)":     "{_ ⊡ _ 0 30 false}",
		"function 40 rightassoc (_ over _)": "{_ over _ 0 40 true}", "relation (_ ⊡ _)": "{_ ⊡ _ 1 0 false}",
		"generic 5 rightassoc (_ ⊡ _)": "{_ ⊡ _ 2 5 true}", "function (⌊ ,, ⌋)": "{⌊ ,, ⌋ 0 0 false}",
		"function (_ _)": "", "function ⊡": "", "operator (_ ⊡ _)": "", "function 30 leftassoc (_ ⊡ _": "", "": "",
	} {
		got := ""
		if f, ok := terms.ReadTemplate(plain.Lex(source.NewFile("f", in).Whole(), nil)); ok {
			level := f.Level
			for n := range 100 {
				if n > 0 && zed.LevelOf(n) == level {
					level = zed.Level(n)
					break
				}
			}
			got = fmt.Sprintf("{%s %d %d %v}", f.Name, f.Category, level, f.Right)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// TestMistakes: the first error is reported at the token that does not fit.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a +":           `f:1:4: expected an expression, found the end of the text`,
		"a b)":          `f:1:4: expected an operator or the end of the text, found ")"`,
		"(a, b":         `f:1:6: expected ")", found the end of the text`,
		"{x : A | }":    `f:1:10: expected an expression, found "}"`,
		"∀ x : A p":     `f:1:10: expected "•", found the end of the text`,
		"a ⊙ b":         `f:1:3: unexpected character "⊙"`,
		"a && b":        `f:1:3: expected an operator or the end of the text, found "&"; in Z, && is written ∧ or and`,
		"a ^ b":         `f:1:3: unexpected character "^"; in Z, a ^ b is written a ⌢ b, or a cat b`,
		"a <> b":        `f:1:4: expected an expression, found ">"; in Z, <> is written ≠ or /=`,
		`"\q"`:          "f:1:1: the string has an escape that is not known",
		"p.0":           "f:1:3: the components of a tuple are counted from 1 to",
		"S[1/x]":        `f:1:4: expected "]", found "/"`,
		"let x = 1 • x": `f:1:7: expected "==", found "="`, "a \xff": "f:1:3: the byte 0xff is not UTF-8",
		"⟨a; b⟩": `f:1:3: expected "⟩", found ";"`,
	} {
		_, mistake := terms.ReadTerm(cursor(in))
		if mistake == nil || !strings.HasPrefix(mistake.Error(), want) {
			t.Errorf("%s: %v, want %s", in, mistake, want)
		}
	}
	if _, mistake := terms.ReadTerm(cursor(strings.Repeat("(", 100000) + "a")); mistake == nil ||
		!strings.Contains(mistake.Error(), "nested too deeply") {
		t.Errorf("many brackets: %v", mistake)
	}
	if _, mistake := terms.ReadTerm(cursor(strings.Repeat("a+", 20000) + "a")); mistake == nil ||
		!strings.Contains(mistake.Error(), "too long") {
		t.Errorf("a long chain: %v", mistake)
	}
}

// FuzzReadTerm: whatever the tokens, the spans of what is read lie in the text, and a mistake
// is told where one of its tokens stands.
func FuzzReadTerm(f *testing.F) {
	f.Add("∀ i, j : dom list' • i < j ⇒ list' i ≤ (twice list') † j ⊠ ⌊ k ⌋ at R∼⦇S⦈")
	f.Add("S[a/b, X][x := 1].1 ⧹ (x) ≫ {a; b | c • d} \n ⦉x == ⟨⟩⦊ (_ ⊞ _)' [x : A\ny : B]")
	f.Fuzz(func(t *testing.T, in string) {
		e, mistake := terms.ReadTerm(cursor(in))
		if mistake != nil {
			if at := mistake.Pos; at.Line < 1 || at.Line > strings.Count(in, "\n")+1 || at.Column < 1 ||
				at.Column > len(in)+1 {
				t.Fatalf("%q: a mistake at %d:%d", in, at.Line, at.Column)
			}
			return
		}
		zed.EachPart([]zed.Expr{e}, func(x zed.Expr) bool {
			if at := x.At(); at.Start < 0 || at.End < at.Start || at.End > len(in) {
				t.Fatalf("%q: %s at %d to %d", in, zed.Print(x, zed.Unicode), at.Start, at.End)
			}
			return true
		})
		if p, mistake := terms.ReadParagraph(cursor(in)); mistake == nil && p == nil {
			t.Fatalf("%q: no paragraph and no mistake", in)
		}
	})
}
