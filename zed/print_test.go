package zed_test

import (
	"flag"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

var update = flag.Bool("update", false, "rewrite the golden documents")

var notations = []struct {
	name, file string
	notation   zed.Notation
}{
	{"unicode", "out.zed", zed.Unicode},
	{"ascii", "out.ascii.zed", zed.ASCII},
	{"latex", "out.tex", zed.LaTeX},
}

// bySyntax compares trees apart from their spans, and numbers by value.
var bySyntax = cmp.Options{
	cmp.Comparer(func(a, b source.Span) bool { return true }),
	cmp.Comparer(func(a, b *big.Int) bool { return a.Cmp(b) == 0 }),
}

// TestGoldenDocuments prints each document of testdata/print in the three
// notations: they read back as the same paragraphs, and their lines fit a page.
func TestGoldenDocuments(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "print", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden documents: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			golden(t, file)
		})
	}
}

// golden checks one file, whose first part is the document.
func golden(t *testing.T, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a := txtar.Parse(data)
	doc := read(t, a.Files[0].Name, string(a.Files[0].Data))
	want := map[string]string{}
	for _, f := range a.Files[1:] {
		want[f.Name] = string(f.Data)
	}
	a.Files = a.Files[:1]
	for _, n := range notations {
		a.Files = append(a.Files, txtar.File{Name: n.name, Data: []byte(zed.PrintText(doc, n.notation))})
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i, n := range notations {
		got := string(a.Files[i+1].Data)
		if d := cmp.Diff(want[n.name], got); d != "" && !*update {
			t.Errorf("%s:\n%s", n.name, d)
		}
		if d := cmp.Diff(doc, read(t, n.file, got), bySyntax); d != "" {
			t.Errorf("%s: read back as something else:\n%s\n%s", n.name, got, d)
		}
		for _, line := range strings.Split(got, "\n") {
			if utf8.RuneCountInString(line) > 90 {
				t.Errorf("%s: the line is longer than a page is wide:\n%s", n.name, line)
			}
		}
	}
}

// TestPrintLaTeX shows what only LaTeX needs: blanks that set a name apart from
// the macro before it, and characters that LaTeX takes for its own.
func TestPrintLaTeX(t *testing.T) {
	t.Parallel()
	ref := func(name string) zed.Expr { return &zed.Ref{Name: name} }
	yes := &zed.Truth{Value: true}
	pair := func(a, b zed.Expr) zed.Expr { return &zed.TupleExt{Elems: []zed.Expr{a, b}} }
	for _, c := range []struct {
		e    zed.Expr
		want string
	}{
		{&zed.Apply{Fn: ref("f"), Arg: ref("x")}, `f~x`},
		{&zed.Apply{Fn: ref("α"), Arg: ref("x")}, `\alpha~x`},
		{&zed.Apply{Fn: ref("dom"), Arg: ref("x")}, `\dom x`},
		{&zed.Apply{Fn: ref("_ over _"), Arg: pair(ref("α"), ref("x"))}, `(\alpha~over x)`},
		{&zed.Op{Op: zed.In, Args: []zed.Expr{pair(ref("x"), ref("α")), ref("_ R _")}}, `x R \alpha`},
		{&zed.Op{Op: zed.In, Args: []zed.Expr{&zed.Op{Op: zed.In, Args: []zed.Expr{ref("x"), ref("even _")}},
			ref("S")}}, `(even x) \in S`},
		{&zed.Logic{Op: zed.And, Args: []zed.Expr{&zed.If{Cond: ref("a"), Then: yes, Else: yes}, yes}},
			`(\IF a \THEN true \ELSE true) \land true`},
		{&zed.Op{Op: zed.Equal, Args: []zed.Expr{&zed.If{Cond: yes, Then: ref("a"), Else: ref("b")}, ref("c")}},
			`\IF true \THEN a \ELSE b = c`},
		{ref("aβc_d"), `a\beta c\_d`},
		{ref("x₁₂'"), `x_{12}'`},
		{ref("x↘max↖?"), `x_{max}?`},
		{ref("union"), `union`},
		{&zed.Decorate{X: ref("S"), Mark: "₁"}, `(S)_1`},
		{&zed.Theta{X: ref("S"), Mark: "'"}, `\theta S'`},
		{&zed.SeqExt{}, `\langle \rangle`},
		{&zed.SetExt{Elems: []zed.Expr{ref("ℕ₁")}}, `\{\nat_1\}`},
		{&zed.Str{Value: "a_b"}, `"a\_b"`},
		{&zed.Str{Value: "50%_{"}, `"50\x25\x5f\x7b"`},
	} {
		if got := zed.Print(c.e, zed.LaTeX); got != c.want {
			t.Errorf("%s: printed %s, want %s", zed.Print(c.e, zed.Unicode), got, c.want)
		}
	}
}

// TestPrintForOtherTools shows the parentheses that Spivey's notation or ISO
// 13568 asks for, and terms for people do without.
func TestPrintForOtherTools(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, latex string }{
		{"#dom R", `\# (\dom R)`},
		{"⋃ ran R", `\bigcup (\ran R)`},
		{"⋃ F 1", `(\bigcup F)~1`},
		{"⋂ F x y", `(\bigcap F)~x~y`},
		{"⌢/ s 1", `(\dcat s)~1`},
		{"# ⋃ F", `\# (\bigcup F)`},
		{"⋃ F ∪ G", `\bigcup F \cup G`},
		{"#s", `\#s`},
		{"-f x", `-(f~x)`},
		{"seq seq X", `\seq (\seq X)`},
		{"ℙ 𝔽 X", `\power (\finset X)`},
		{"id (f x)", `\id (f~x)`},
		{"f (R∼)", `f~(R\inv)`},
		{"f (R⦇S⦈)", `f~(R \limg S \rimg)`},
		{"R∼⦇S⦈", `R\inv \limg S \rimg`},
		{"(R⦇S⦈)∼", `(R \limg S \rimg)\inv`},
		{"S ◁ T ◁ R", `S \dres (T \dres R)`},
		{"(A ⊖ B) ∪ C", `(A \symdiff B) \cup C`},
		{"f = (⋃)", `f = (\bigcup)`},
		{"λ x : X • x", `(\lambda x : X @ x)`},
		{"{λ x : X • x}", `\{(\lambda x : X @ x)\}`},
		{"∀ x : X • let y == x • y = 1", `\forall x : X @ \LET y == x @ y = 1`},
		{"(S)'", `S~'`},
		{"let _∪_ == f • (_∪_) = g", `\LET (\_ \cup \_) == f @ (\_ \cup \_) = g`},
	} {
		e, err := parse.Toolkit().Expr(source.NewFile("in.zed", c.in).Whole())
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		got := zed.Print(e, zed.LaTeX)
		if got != c.latex {
			t.Errorf("%s: printed %s, want %s", c.in, got, c.latex)
		}
		again := read(t, "in.tex", "\\begin{zed} it == "+got+" \\end{zed}")
		if d := cmp.Diff(e, again[0].(*zed.Define).Value, bySyntax); d != "" {
			t.Errorf("%s: it is read back as something else:\n%s", got, d)
		}
	}
}

// TestPrintParagraphs shows what stands in quotes or parentheses so that
// paragraphs read back.
func TestPrintParagraphs(t *testing.T) {
	t.Parallel()
	over := &zed.Template{Form: zed.UserForm{Name: "_ over _", Level: zed.LevelSum}}
	schema := &zed.Schema{Text: zed.Text{Decls: []zed.Decl{{Type: &zed.Ref{Name: "S"}}}}}
	for _, c := range []struct {
		ps   []zed.Paragraph
		n    zed.Notation
		want string
	}{
		{[]zed.Paragraph{over, &zed.Given{Names: []zed.Ident{{Name: "over"}, {Name: "Z"}}}}, zed.ASCII,
			"function 30 leftassoc (_ over _)\n\n[`over`, `Z`]\n"},
		{[]zed.Paragraph{&zed.Conjecture{Pred: schema}}, zed.Unicode, "⊢? ([S])\n"},
		{[]zed.Paragraph{&zed.Conjecture{Params: []zed.Ident{{Name: "X"}}, Pred: schema}}, zed.Unicode, "⊢? [X] [S]\n"},
		{[]zed.Paragraph{&zed.Conjecture{Params: []zed.Ident{{Name: "X"}}, Pred: &zed.SeqExt{}}}, zed.ASCII,
			"|-? [X] (<>)\n"},
		{[]zed.Paragraph{&zed.Conjecture{Name: "A", Pred: &zed.Truth{}}}, zed.Unicode, "theorem A ⊢? false\n"},
		{[]zed.Paragraph{&zed.Conjecture{Name: "A", Pred: &zed.Truth{}}}, zed.LaTeX,
			"\\begin{theorem}{A}\n  \\vdash? false\n\\end{theorem}\n"},
		{[]zed.Paragraph{&zed.Input{File: "a"}}, zed.LaTeX, "\\input{a}\n"},
	} {
		if got := zed.PrintText(c.ps, c.n); got != c.want {
			t.Errorf("printed\n%swant\n%s", got, c.want)
		}
	}
}

// TestLinesFitAPage prints lists and predicates of every length around the
// width of a page.
func TestLinesFitAPage(t *testing.T) {
	t.Parallel()
	for n := range 45 {
		x := &zed.Ref{Name: strings.Repeat("x", n+1)}
		y := &zed.Ref{Name: strings.Repeat("y", 20)}
		set := &zed.SetExt{Elems: []zed.Expr{x, &zed.SetExt{Elems: []zed.Expr{x, y}}}}
		e := &zed.Op{Op: zed.Equal,
			Args: []zed.Expr{set, &zed.Op{Op: zed.Union, Args: []zed.Expr{&zed.Apply{Fn: y, Arg: set}, y}}}}
		box := &zed.Axiom{Text: zed.Text{Pred: &zed.Logic{Op: zed.Or, Args: []zed.Expr{e, e}}}}
		for _, nn := range notations {
			for _, line := range strings.Split(zed.PrintText([]zed.Paragraph{box}, nn.notation), "\n") {
				if utf8.RuneCountInString(line) > 90 {
					t.Errorf("%d: longer than a page is wide:\n%s", n, line)
				}
			}
		}
	}
}

func read(t *testing.T, name, data string) []zed.Paragraph {
	t.Helper()
	ps, err := parse.Document(source.NewFile(name, data).Whole())
	if err != nil {
		t.Fatalf("%s:\n%s\n%v", name, data, err)
	}
	return ps
}

// BenchmarkPrintText prints a document of some 4,000 lines in each notation.
func BenchmarkPrintText(b *testing.B) {
	data, err := os.ReadFile(filepath.Join("testdata", "print", "library.txtar"))
	if err != nil {
		b.Fatal(err)
	}
	doc, err := parse.Document(source.NewFile("in.zed", string(txtar.Parse(data).Files[0].Data)).Whole())
	if err != nil {
		b.Fatal(err)
	}
	var ps []zed.Paragraph
	for range 40 {
		ps = append(ps, doc...)
	}
	for _, n := range notations {
		b.Run(n.name, func(b *testing.B) {
			for b.Loop() {
				zed.PrintText(ps, n.notation)
			}
		})
	}
}
