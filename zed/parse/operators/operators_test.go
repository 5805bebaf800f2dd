package operators_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
	"github.com/ttf-int/ttf-int/zed/parse/tokens/tokenstest"
)

func lex(in string) []tokens.Token { return plain.Lex(source.NewFile("f", in).Whole(), nil) }

// TestOperatorAt: the name of an operator is words with places between them.
func TestOperatorAt(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"_ ⊞ _ : X": "_ ⊞ _", "_ over _": "_ over _", "twice _)": "twice _", "_ †": "_ †", "⌊ _ ⌋": "⌊ _ ⌋",
		"_ ∪ _":  "_ ∪ _",
		"⌊ ,, ⌋": "⌊ ,, ⌋", "_ ⊠ _ at _": "_ ⊠ _ at _", "_ `::` _": "_ :: _", "_ !!": "_ !!",
		"_": "", "⊞": "", "_ _": "", "a b _": "", "x : X": "", "( _ )": "", "_ : X": "", "[ _ ]": "", "": "",
	} {
		toks := lex(in)
		if got := operators.SpelledTemplate(toks[:operators.OperatorAt(toks, 0)]); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// TestWord: macros of LaTeX spell their name, but not those for single characters.
func TestWord(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind       tokens.Kind
		text, want string
	}{
		{tokens.Name, "over", "over"}, {tokens.Symbol, "∪", "∪"}, {tokens.Strange, "⊞", "⊞"}, {tokens.Mark, "!!", "!!"},
		{tokens.Unknown, `\over`, "over"}, {tokens.Strange, `\⊞`, "⊞"}, {tokens.Strange, "$", "$"},
		{tokens.Strange, `\"`, ""}, {tokens.Strange, `\(`, ""}, {tokens.Strange, `\.`, ""}, {tokens.Strange, "`", ""},
		{tokens.Name, "(", ""},
		{tokens.Symbol, ":", ""}, {tokens.Unknown, `\where`, ""}, {tokens.Str, "s", ""}, {tokens.Number, "1", ""},
		{tokens.Strange, "\\\v", ""},
	} {
		if got := operators.Word(tokens.At(c.kind, c.text, 0, 1)); got != c.want {
			t.Errorf("%q spells %q, want %q", c.text, got, c.want)
		}
	}
}

// TestFormsOf: the directives of fuzz introduce one operator a symbol.
func TestFormsOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, symbols, want string }{
		{"inop", "⊞ over 3", "_ ⊞ _ 0 30 left; _ over _ 0 30 left"},
		{"inop", "⊞", "_ ⊞ _ 0 30 left"},
		{"ingen", "⊞ 5", "_ ⊞ _ 2 50 right"},
		{"preop", "twice 3", "twice _ 0 0 left"}, {"postop", "⊞", "_ ⊞ 0 0 left"},
		{"inrel", "⊞", "_ ⊞ _ 1 0 left"}, {"prerel", "even", "even _ 1 0 left"},
		{"pregen", "lists", "lists _ 2 0 left"}, {"postgen", "⊞", "_ ⊞ 2 0 left"},
		{"inop", "( _ : $ 3", ""},
		{"inop", "`(` 3", ""},
	} {
		var got []string
		for _, f := range operators.FormsOf(pieces.Directive{Kind: c.kind, Symbols: lex(c.symbols)}) {
			got = append(got, strings.Join([]string{f.Name, string(rune('0' + int(f.Category))), level(f.Level),
				map[bool]string{true: "right", false: "left"}[f.Right]}, " "))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s %s: %s, want %s", c.kind, c.symbols, s, c.want)
		}
	}
}

// level returns the number that a template has for a level.
func level(l zed.Level) string {
	for n := range 100 {
		if zed.LevelOf(n) == l && n > 0 {
			return string([]rune{rune('0' + n/10), rune('0' + n%10)})
		}
	}
	return "0"
}

var users = []zed.UserForm{
	{Name: "_ ⊞ _", Level: zed.LevelOf(30)}, {Name: "_ over _", Category: zed.RelationTemplate}, {Name: "twice _"},
	{Name: "_ †"},
	{Name: "⌊ _ ⌋"}, {Name: "_ odd", Category: zed.RelationTemplate}, {Name: "∅"},
}

// TestPlaces: each operator stands at the place of its template, and those of the toolkit
// stay.
func TestPlaces(t *testing.T) {
	t.Parallel()
	table := operators.TableWith(users)
	for place, is := range map[string]struct {
		in   map[string]operators.Form
		want string
	}{
		"infix": {table.Infix, "⊞ over odd ∪ ∈ ↦"}, "prefix": {table.Prefix, "twice # ℙ ⋃ ¬"},
		"postfix": {table.Postfix, "† ∼ ⁺"}, "around": {table.Around, "⌊"},
	} {
		for _, w := range strings.Fields(is.want) {
			if _, ok := is.in[w]; !ok || place != "around" && !table.Has(w) {
				t.Errorf("%s is not %s", w, place)
			}
		}
	}
	if f := table.Infix["over"]; f.Fix != zed.FixRelation || f.Level != zed.LevelRelation {
		t.Errorf("over is %+v", f.Form)
	}
	if operators.Standard.Has("⊞") || operators.Standard.Has("twice") ||
		operators.TableWith(nil) != operators.Standard {
		t.Error("the operators of a specification are in the table of the toolkit")
	}
}

// TestGoesOn: which tokens show that a term goes on, before and behind a newline.
func TestGoesOn(t *testing.T) {
	t.Parallel()
	table := operators.TableWith(users)
	for _, c := range []struct{ token, want string }{
		{"x", "starts ends"}, {"1", "starts ends"}, {`"s"`, "starts ends"}, {"'", "ends"}, {"(", "starts expects"},
		{")", "goes ends"},
		{"∪", "expects goes"}, {"⊞", "expects goes"}, {"over", "expects goes"}, {"odd", "expects goes ends"},
		{"#", "expects"}, {"twice", "expects"}, {"†", "goes ends"},
		{"⌊", "starts"}, {"⌋", "goes ends"}, {"∼", "goes ends"}, {"∅", "starts ends"}, {"true", "starts ends"},
		{"∀", "expects"}, {"•", "expects goes"},
		{"then", "expects goes"}, {"└", "goes"}, {"[", "expects"}, {"θ", "starts expects"}, {"-", "expects goes"},
	} {
		toks := lex(c.token)
		table.Mark(toks)
		var got []string
		for _, says := range []struct {
			word string
			is   bool
		}{{"starts", table.StartsArgument(toks[0])}, {"expects", table.ExpectsMore(toks[0])},
			{"goes", table.GoesOn(toks[0])}, {"ends", table.EndsOperand(toks[0])}} {
			if says.is {
				got = append(got, says.word)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.token, s, c.want)
		}
	}
}

// TestMark: the words of operators are symbols; those that only macros of LaTeX spell are
// names where no backslash stands before them.
func TestMark(t *testing.T) {
	t.Parallel()
	table := operators.TableWith([]zed.UserForm{{Name: "_ over _"}, {Name: "twice _"}})
	all := func() []tokens.Token {
		return append(lex("x over twice \"over\" overt")[:5], tokens.At(tokens.Unknown, `\over`, 30, 35),
			tokens.At(tokens.Unknown, `\other`, 36, 42))
	}
	toks := all()
	table.Mark(toks)
	if got, want := tokenstest.Shown(toks), `n:x over twice s:"over" n:overt over unknown:\other`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	table.KeepApart([]pieces.Document{{Chunks: []pieces.Chunk{{Toks: []tokens.Token{tokens.At(tokens.Unknown, `\over`,
		0, 5), tokens.At(tokens.Name, "twice", 6, 11)}}}}})
	toks = all()
	table.Mark(toks)
	if got, want := tokenstest.Shown(toks), `n:x n:over twice s:"over" n:overt over unknown:\other`; got != want {
		t.Errorf("kept apart: %s, want %s", got, want)
	}
}

// TestApply: what the use of an operator means depends on its category.
func TestApply(t *testing.T) {
	t.Parallel()
	args := []zed.Expr{&zed.Ref{Name: "a"}, &zed.Ref{Name: "b"}}
	pair, op := &zed.TupleExt{Elems: args}, &zed.Ref{Name: "_ ⊞ _"}
	for category, want := range map[zed.Category]zed.Expr{
		zed.FunctionTemplate: &zed.Apply{Fn: op, Arg: pair},
		zed.RelationTemplate: &zed.Op{Op: zed.In, Args: []zed.Expr{pair, op}},
		zed.GenericTemplate:  &zed.Ref{Name: op.Name, Args: args},
	} {
		f := operators.TableWith([]zed.UserForm{{Name: op.Name, Category: category}}).Infix["⊞"]
		if d := cmp.Diff(want, f.Apply(zed.Info{}, args),
			cmp.Comparer(func(a, b source.Span) bool { return true })); d != "" {
			t.Error(d)
		}
	}
}

// FuzzOperatorAt: whatever the tokens, the name of an operator is some of them, and each of
// its words is one by itself.
func FuzzOperatorAt(f *testing.F) {
	f.Add("_ ⊞ _ at `::` ,, !! ( _")
	f.Fuzz(func(t *testing.T, in string) {
		toks := lex(in)
		n := operators.OperatorAt(toks, 0)
		if n < 0 || n > len(toks) {
			t.Fatalf("%q: %d tokens", in, n)
		}
		if n == 0 {
			return
		}
		name := operators.SpelledTemplate(toks[:n])
		table := operators.TableWith([]zed.UserForm{{Name: name}})
		for _, part := range strings.Fields(name) {
			if !operators.Place(part) && !table.Words[part] {
				t.Fatalf("%q: %q is not a word of %q", in, part, name)
			}
		}
	})
}
