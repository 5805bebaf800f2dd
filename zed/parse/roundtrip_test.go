package parse_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"pgregory.net/rapid"
)

// bySyntax compares trees apart from their spans, and numbers by value.
var bySyntax = cmp.Options{
	cmp.Comparer(func(a, b source.Span) bool { return true }),
	cmp.Comparer(func(a, b *big.Int) bool { return a.Cmp(b) == 0 }),
}

func TestPrintedTextParsesBack(t *testing.T) {
	t.Parallel()
	lang := parse.LanguageOf(templates())
	terms := rapid.Custom(func(t *rapid.T) zed.Expr { return expr(t, rapid.IntRange(0, 4).Draw(t, "depth")) })
	rapid.Check(t, func(t *rapid.T) {
		e := terms.Filter(appliesAsIntroduced).Draw(t, "term")
		for _, n := range []zed.Notation{zed.Unicode, zed.ASCII} {
			printed := zed.Print(e, n)
			back, err := lang.Expr(text(printed))
			if err != nil {
				t.Fatalf("%s\n%v", printed, err)
			}
			if d := cmp.Diff(e, back, bySyntax); d != "" {
				t.Fatalf("%s\nread back as\n%s\n%s", printed, zed.Print(back, n), d)
			}
		}
	})
}

// TestTermsReadAsPrinted: these are printed as they are written.
func TestTermsReadAsPrinted(t *testing.T) {
	t.Parallel()
	lang := parse.LanguageOf(templates())
	for _, want := range []string{
		`f (true †)`,
		`r⦇"\rblot"⦈`,
		`x[if let y == 0; z == 0 • true then 1 else 2]`,
	} {
		e, err := lang.Expr(text(want))
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		if got := zed.Print(e, zed.Unicode); got != want {
			t.Errorf("%s: printed %s", want, got)
		}
	}
}

func TestPrintedParagraphsParseBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ps := append(templates(), rapid.SliceOfN(rapid.Custom(paragraph), 1, 3).Draw(t, "paragraphs")...)
		for n, file := range []string{zed.Unicode: "f.zed", zed.ASCII: "f.zed", zed.LaTeX: "f.tex"} {
			printed := zed.PrintText(ps, zed.Notation(n))
			back, err := parse.Document(source.NewFile(file, printed).Whole())
			if err != nil {
				t.Fatalf("%s\n%v", printed, err)
			}
			if d := cmp.Diff(ps, back, bySyntax); d != "" {
				t.Fatalf("%s\nread back as\n%s\n%s", printed, zed.PrintText(back, zed.Notation(n)), d)
			}
		}
	})
}

// users are the operators that the paragraphs introduce, one of every shape
// and category.
var users = []zed.UserForm{
	{Name: "_ ⊞ _", Level: zed.LevelOf(30)},
	{Name: "_ over _", Level: zed.LevelOf(45), Right: true},
	{Name: "_ ⊠ _ at _", Level: zed.LevelOf(40)},
	{Name: "_ †", Category: zed.FunctionTemplate},
	{Name: "twice _", Category: zed.FunctionTemplate},
	{Name: "⌊ _ ⌋", Category: zed.FunctionTemplate},
	{Name: "⌈ _ to _ ⌉", Category: zed.FunctionTemplate},
	{Name: "_ ≼ _", Category: zed.RelationTemplate},
	{Name: "even _", Category: zed.RelationTemplate},
	{Name: "_ odd", Category: zed.RelationTemplate},
	{Name: "_ ⋈ _", Category: zed.GenericTemplate, Level: zed.LevelOf(5), Right: true},
	{Name: "lists _", Category: zed.GenericTemplate},
	{Name: "_ ++ _", Level: zed.LevelOf(30)},
	{Name: "_ & _", Level: zed.LevelOf(20)},
	{Name: "_ :: _", Level: zed.LevelOf(30), Right: true},
	{Name: "_ % _", Level: zed.LevelOf(40)},
	{Name: "_ -->> _", Category: zed.RelationTemplate},
	{Name: "α_β _", Category: zed.FunctionTemplate},
	{Name: "$ _", Category: zed.FunctionTemplate},
}

// appliesAsIntroduced tells whether a term applies the operators of users as their
// categories say: a term that is printed by itself does not say them.
func appliesAsIntroduced(e zed.Expr) bool {
	var op zed.Expr
	applied := zed.FunctionTemplate
	switch e := e.(type) {
	case *zed.Apply:
		op = e.Fn
	case *zed.Op:
		if e.Op == zed.In {
			op, applied = e.Args[1], zed.RelationTemplate
		}
	}
	if r, ok := op.(*zed.Ref); ok && len(r.Args) == 0 {
		i := slices.IndexFunc(users, func(u zed.UserForm) bool { return u.Name == r.Name })
		if i >= 0 && users[i].Category != applied {
			return false
		}
	}
	return !slices.ContainsFunc(zed.Children(e), func(c zed.Expr) bool { return !appliesAsIntroduced(c) })
}

func templates() []zed.Paragraph {
	var out []zed.Paragraph
	for _, u := range users {
		out = append(out, &zed.Template{Form: u})
	}
	return out
}

// use applies one of the operators of users.
func use(t *rapid.T, d int) zed.Expr {
	u := rapid.SampledFrom(users).Draw(t, "operator")
	ref := &zed.Ref{Name: u.Name}
	n := strings.Count(" "+strings.ReplaceAll(u.Name, " ", "  ")+" ", " _ ")
	args := exprs(t, d, n, n)
	if rapid.IntRange(0, 4).Draw(t, "as a value") == 0 {
		return ref
	}
	if u.Category == zed.GenericTemplate {
		ref.Args = args
		return ref
	}
	arg := args[0]
	if n > 1 {
		arg = &zed.TupleExt{Elems: args}
	}
	if u.Category == zed.RelationTemplate {
		return &zed.Op{Op: zed.In, Args: []zed.Expr{arg, ref}}
	}
	return &zed.Apply{Fn: ref, Arg: arg}
}

// names of variables: with decorations, sub- and superscripts, Greek letters,
// and those of the toolkit's functions.
var names = rapid.OneOf(known, notPlain, rapid.StringOfN(rapid.SampledFrom([]rune("xYαΔΞβéλ_₁1$")), 1, 4, -1)).Filter(
	isNotWord)

// isNotWord tells whether a name is not a place or a word of the operators of users, which
// nothing else is beside them.
func isNotWord(name string) bool {
	return name != "_" && !slices.ContainsFunc(users,
		func(u zed.UserForm) bool { return slices.Contains(strings.Fields(u.Name), name) })
}

// notPlain are the names that a notation reads as something else where nothing says that
// they are names: words of the three notations, and other characters.
var notPlain = rapid.SampledFrom([]string{
	"then", "if", "else", "let", "true", "false", "pre", "div", "mod", "where", "in", "notin", "theta", "mu", "forall",
	"Delta", "Xi", "then'", "pre!",
	"a%b", "%", "\\", "\\end{zed}", "a{b", "}", "a\"b", "\"", "#", "&", "a-b", "+", "<", "1a", "1", "a.b", "∙", "─",
	"µ", "ℕℕ", "λx", "x?y", "'", "a~b", "x^2",
})

var known = rapid.SampledFrom([]string{
	"x", "list'", "x?", "r!", "S", "ΔS", "ΞS'", "Sort₁", "a_b1", "α", "x₁₂'", "βx", "Δβ", "aβ", "x↘max↖", "dom", "rev",
	"head'", "straße", "union", "Z", "end", "id", "cross", "schema", "semi", "N", "union'",
})

func paragraph(t *rapid.T) zed.Paragraph {
	id := zed.Ident{Name: names.Draw(t, "name")}
	params := idents(t, 0)
	switch rapid.IntRange(0, 8).Draw(t, "paragraph") {
	case 0:
		return &zed.Given{Names: idents(t, 1)}
	case 1:
		return &zed.Free{Name: id, Branches: []zed.Branch{{Name: id}, {Name: id, Arg: expr(t, 2)}}}
	case 2:
		return &zed.Define{Name: id, Params: params, Value: expr(t, 3)}
	case 3:
		return &zed.Define{Name: id, Params: params, Value: &zed.Schema{Text: schemaText(t, 2, 1)}, Box: true}
	case 4:
		return &zed.Axiom{Params: params, Text: schemaText(t, 2, 1)}
	case 5:
		op := zed.Ident{Name: rapid.SampledFrom(users).Draw(t, "operator").Name}
		return &zed.Axiom{Params: params,
			Text: zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{id, op}, Type: expr(t, 2)}}}}
	case 6:
		x := []zed.Ident{{Name: "X"}}
		return &zed.Define{Name: zed.Ident{Name: "_ ⋈ _"}, Params: append(x, id), Value: expr(t, 2)}
	case 7:
		return &zed.Section{Name: zed.Ident{Name: "a_b"}, Parents: []zed.Ident{{Name: "standard_toolkit"}, {Name: "c"}}}
	}
	title := rapid.SampledFrom([]string{"", "T1", "grule one", "end", "ΔS"}).Draw(t, "title")
	return &zed.Conjecture{Name: title, Params: params, Pred: expr(t, 3)}
}

func idents(t *rapid.T, least int) []zed.Ident {
	var out []zed.Ident
	for range rapid.IntRange(least, 2).Draw(t, "names") {
		out = append(out, zed.Ident{Name: names.Draw(t, "name")})
	}
	return out
}

func strs(t *rapid.T, n int) []string {
	var out []string
	for range n {
		out = append(out, names.Draw(t, "name"))
	}
	return out
}

func exprs(t *rapid.T, depth, least, most int) []zed.Expr {
	var out []zed.Expr
	for range rapid.IntRange(least, most).Draw(t, "count") {
		out = append(out, expr(t, depth))
	}
	return out
}

// schemaText has at least one declaration, with names where named is set.
func schemaText(t *rapid.T, depth, named int) zed.Text {
	text := zed.Text{Decls: []zed.Decl{{Names: idents(t, named), Type: expr(t, depth)}}}
	if rapid.Bool().Draw(t, "more") {
		text.Decls = append(text.Decls, zed.Decl{Names: idents(t, 0), Type: expr(t, depth)})
	}
	if rapid.Bool().Draw(t, "pred") {
		text.Pred = expr(t, depth)
	}
	return text
}

func leaf(t *rapid.T) zed.Expr {
	switch rapid.IntRange(0, 6).Draw(t, "leaf") {
	case 0:
		return &zed.Num{Value: big.NewInt(rapid.Int64Range(0, 12).Draw(t, "n"))}
	case 1:
		return &zed.Str{Value: rapid.String().Draw(t, "s")}
	case 2:
		return &zed.Truth{Value: rapid.Bool().Draw(t, "truth")}
	case 3:
		return &zed.Op{Op: zed.EmptySet}
	case 4:
		return &zed.Ref{Name: rapid.SampledFrom([]string{"ℤ", "ℕ", "ℕ₁", "𝕊"}).Draw(t, "builtin")}
	case 5:
		return &zed.OpRef{Op: rapid.SampledFrom([]zed.Operator{zed.Plus, zed.Subset, zed.BigUnion, zed.Inverse,
			zed.Image, zed.PartialFun}).Draw(t, "operator")}
	}
	return &zed.Ref{Name: names.Draw(t, "name")}
}

func expr(t *rapid.T, depth int) zed.Expr {
	if depth <= 0 {
		return leaf(t)
	}
	d := depth - 1
	switch rapid.IntRange(0, 11).Draw(t, "sort") {
	case 0:
		return leaf(t)
	case 1, 2, 3:
		return op(t, d)
	case 4:
		return logic(t, d)
	case 5:
		return binder(t, d)
	case 6, 7:
		return constructor(t, d)
	case 8, 9:
		return use(t, d)
	}
	return calculus(t, d)
}

func op(t *rapid.T, d int) zed.Expr {
	all := zed.Forms()
	f := all[rapid.IntRange(0, len(all)).Draw(t, "form")%len(all)]
	n := 2
	switch {
	case f.Op == "", f.Fix == zed.FixFunction: // those are applications
		return &zed.Op{Op: zed.Image, Args: exprs(t, d, 2, 2)}
	case f.Fix == zed.FixMany:
		n = 3
	case f.Fix == zed.FixPrefix, f.Fix == zed.FixSymbol, f.Fix == zed.FixPostfix:
		n = 1
	}
	return &zed.Op{Op: f.Op, Args: exprs(t, d, n, n)}
}

func logic(t *rapid.T, d int) zed.Expr {
	c := zed.Connective(rapid.IntRange(int(zed.And), int(zed.Not)).Draw(t, "connective"))
	switch c {
	case zed.Not:
		return &zed.Logic{Op: c, Args: exprs(t, d, 1, 1)}
	case zed.And, zed.Or:
		return &zed.Logic{Op: c, Args: exprs(t, d, 2, 3)}
	}
	return &zed.Logic{Op: c, Args: exprs(t, d, 2, 2)}
}

func binder(t *rapid.T, d int) zed.Expr {
	text := schemaText(t, d, 1)
	switch rapid.IntRange(0, 3).Draw(t, "binder") {
	case 0:
		return &zed.Let{Names: strs(t, 2), Values: exprs(t, d, 2, 2), Body: expr(t, d),
			Replaces: rapid.Bool().Draw(t, "replaces")}
	case 1:
		return &zed.Quant{Q: zed.Quantifier(rapid.IntRange(0, 2).Draw(t, "q")), Text: text, Body: expr(t, d)}
	}
	e := &zed.Comp{Op: zed.Comprehension(rapid.IntRange(0, 2).Draw(t, "comp")), Text: text}
	if e.Op == zed.Lambda || rapid.Bool().Draw(t, "body") {
		e.Body = expr(t, d)
	}
	return e
}

func constructor(t *rapid.T, d int) zed.Expr {
	switch rapid.IntRange(0, 8).Draw(t, "constructor") {
	case 0:
		return &zed.If{Cond: expr(t, d), Then: expr(t, d), Else: expr(t, d)}
	case 1:
		return &zed.SetExt{Elems: exprs(t, d, 1, 3)}
	case 2:
		return &zed.SeqExt{Elems: exprs(t, d, 0, 3)}
	case 3:
		return &zed.TupleExt{Elems: exprs(t, d, 2, 3)}
	case 4:
		return &zed.Binding{Names: strs(t, 2), Values: exprs(t, d, 2, 2)}
	case 5:
		return &zed.Select{X: expr(t, d), Name: names.Draw(t, "name")}
	case 6:
		return &zed.TupleSelect{X: expr(t, d), Index: rapid.IntRange(1, 3).Draw(t, "index")}
	case 7:
		return &zed.Ref{Name: names.Draw(t, "name"), Args: exprs(t, d, 1, 2)}
	}
	return &zed.Apply{Fn: expr(t, d), Arg: expr(t, d)}
}

func calculus(t *rapid.T, d int) zed.Expr {
	mark := rapid.SampledFrom([]string{"'", "?", "!", "''"}).Draw(t, "mark")
	switch rapid.IntRange(0, 6).Draw(t, "calculus") {
	case 0:
		return &zed.Schema{Text: schemaText(t, d, 0)}
	case 1:
		return &zed.Decorate{X: expr(t, d), Mark: mark}
	case 2:
		return &zed.Rename{X: expr(t, d), New: strs(t, 2), Old: strs(t, 2)}
	case 3:
		return &zed.Hide{X: expr(t, d), Names: strs(t, 2)}
	case 4:
		return &zed.Combine{Op: zed.Combination(rapid.IntRange(int(zed.Pipe), int(zed.Project)).Draw(t, "op")),
			X: expr(t, d), Y: expr(t, d)}
	case 5:
		return &zed.Pre{X: expr(t, d)}
	}
	return &zed.Theta{X: expr(t, d), Mark: mark}
}
