package layout_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/layout"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
	"github.com/ttf-int/ttf-int/zed/parse/tokens/tokenstest"
)

func lex(in string) []tokens.Token { return plain.Lex(source.NewFile("f", in).Whole(), nil) }

// TestTellAngles: < begins a sequence where an operand may start, and before terms that
// nothing else holds.
func TestTellAngles(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"<1, 2> cat <>": "⟨1,2⟩⌢⟨⟩", "x = <<1>, <>>": "x=⟨⟨1⟩,⟨⟩⟩", "(<a>)": "(⟨a⟩)", "<1>=<2>": "⟨1⟩=⟨2⟩",
		"<1>>=<2>": "⟨1⟩≥⟨2⟩",
		"x < y":    "x<y", "x<y": "x<y", "x <y and y> z": "x<y∧y>z", "x < y > z": "x<y>z", "x <y> z": "x<y>z",
		"x < 3 >= y": "x<3≥y", "1 <2> -3": "1<2>-3",
		"f x < 3": "fx<3", "f <1> g": "f<1>g", "f <a; b> = c": "f<a;b>=c", "{x : Z | x < 3 @ y > 2}": "{x:ℤ|x<3•y>2}",
		"f <a = b> = c": "f<a=b>=c",
		"f <1, 2> x":    "f⟨1,2⟩x", "f <1, 2> = 3": "f⟨1,2⟩=3", "f < 1, 2 > = 3": "f⟨1,2⟩=3", "f <1> = 3": "f⟨1⟩=3",
		"f <> = 3": "f⟨⟩=3", "(f <1>)": "(f⟨1⟩)", "f <1>\ng": "f⟨1⟩↵g", "f <1> cat s": "f⟨1⟩⌢s",
		"f <<1>, <2>> = 3": "f⟨⟨1⟩,⟨2⟩⟩=3", "f <g <1>, 2> > 3": "f⟨g⟨1⟩,2⟩>3", "f <(a < b), 2> = 3": "f⟨(a<b),2⟩=3",
		"f <1, 2>>=3": "f⟨1,2⟩≥3", "#<1, 2>": "#⟨1,2⟩",
		"x : Z | head <1, 2> = x": "x:ℤ|head⟨1,2⟩=x", "# rev <x> y": "#rev⟨x⟩y", "head < y": "head<y",
		"head, y : Z | head <y> z": "head,y:ℤ|head<y>z",
		"head : Z | head <y> z":    "head:ℤ|head<y>z", "{head <x> z, a}": "{head⟨x⟩z,a}",
		"y = 1 | head <x> z":              "y=1|head⟨x⟩z",
		"T ::= a | c<<Z>> | d<<power Z>>": "T::=a|c⟪ℤ⟫|d⟪ℙℤ⟫", "T ::= c << Z >>": "T::=c⟪ℤ⟫",
		"T ::= c<<seq T>>\n  | d<<Z>>": "T::=c⟪seqT⟫↵|d⟪ℤ⟫",
		"S >> T":                       "S≫T", "T ::= c<<Z>>\nA == S >> T": "T::=c⟪ℤ⟫↵A==S≫T",
		"A == <(1\nB == x >> y": "A==⟨(1↵B==x≫y",
		"|-? [X] <x> = <x>":     "⊢?[X]⟨x⟩=⟨x⟩",
	} {
		toks := layout.TellAngles(lex(in), operators.Standard)
		got := strings.NewReplacer("n:", "", "#1", "1", "#2", "2", "#3", "3", " ", "").Replace(tokenstest.Shown(toks))
		if got != want {
			t.Errorf("%s:\n%s, want\n%s", in, got, want)
		}
	}
}

// paragraphs returns what tokens are cut into, with a bar between.
func paragraphs(in string, ops *operators.Table, latex bool) string {
	var parts []string
	for _, p := range layout.Split(in, lex(in), ops, latex) {
		parts = append(parts, strings.ReplaceAll(tokenstest.Shown(p), "n:", ""))
	}
	return strings.Join(parts, " ¦ ")
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in    string
		latex bool
		want  string
	}{
		{"[A]\nB == 1\nC == 2", false, "[ A ] ¦ B == #1 ¦ C == #2"},
		{"A == x\n  ∪ y\n\nB == 1", false, "A == x ↵ ∪ y ¦ B == #1"},
		{"A == (x\nB == 1", false, "A == ( x ¦ B == #1"},
		{"┌ S\n│ x : A\n├\n│ x = 1\n└\nB == S", false, "┌ S ↵ │ x : A ↵ ├ ↵ │ x = #1 ↵ └ ¦ B == S"},
		{"┌ S\nx : A\n├\nx = 1\n└", false, "┌ S ↵ x : A ↵ ├ ↵ x = #1 ↵ └"},
		{"│ x : A\n\n│ y : A", false, "│ x : A ¦ │ y : A"},
		{"│ x : A\n│ y : A", false, "│ x : A ↵ │ y : A"},
		{"T ::= a & U ::= b", false, "T ::= a ¦ U ::= b"},
		{"axiom\n x : A\nend\nB == 1", false, "axiom ↵ x : A ↵ end ¦ B == #1"},
		{"⊢? a\n⊢? b", false, "⊢? a ¦ ⊢? b"},
		{"let x == 1;\n  y == 2 • x", false, "let x == #1 ; ↵ y == #2 • x"},
		{"function 30 leftassoc (_ ⊞ _)\nrelation (_ ⊠ _)", false,
			"function #30 leftassoc ( _ strange:⊞ _ ) ¦ relation ( _ strange:⊠ _ )"},
		{"section a parents b\n[A]", false, "section a parents b ¦ [ A ]"},
		{"A == 1.\n  B == 2;", true, "A == #1 ¦ B == #2"},
		{"A == 1; B == 2", true, "A == #1 ¦ B == #2"},
		{"x : A | p\n⊢? q", true, "x : A | p ↵ ⊢? q"},
		{"", false, ""},
	} {
		if got := paragraphs(c.in, operators.Standard, c.latex); got != c.want {
			t.Errorf("%q:\n%s, want\n%s", c.in, got, c.want)
		}
	}
	if got, want := paragraphs("A == x & y", operators.TableWith([]zed.UserForm{{Name: "_ & _"}}), false),
		"A == x & y"; got != want {
		t.Errorf("& as an operator: %s", got)
	}
}

// TestDropNewlines: newlines stay where they join predicates or declarations.
func TestDropNewlines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in              string
		separate, latex bool
		want            string
	}{
		{"a\nb", true, false, "a ↵ b"}, {"a\nb", false, false, "a b"}, {"a ∧\nb\n∨ c", true, false, "a ∧ b ∨ c"},
		{"(a\nb)", true, false, "( a b )"}, {"(a\nb)", true, true, "( a ↵ b )"}, {"{a\nb}", false, true, "{ a ↵ b }"},
		{"[x : A\ny : B]", false, false, "[ x : A ↵ y : B ]"},
		{"┌ S\n│ x : A\n│ y : A\n└", true, false, "┌ S ↵ x : A ↵ y : A └"},
		{"∀ x : A |\np\nq • r", true, true, "∀ x : A | p ↵ q • r"},
		{"R*", true, false, "R ⁎"}, {"R* x", true, false, "R ⁎ x"}, {"R *x", true, false, "R * x"},
		{"a * b", true, false, "a * b"}, {"a*b", true, false, "a * b"}, {"R* (| S |)", true, false, "R ⁎ ⦇ S ⦈"},
		{"2* x", true, false, "#2 * x"},
	} {
		toks := layout.DropNewlines(lex(c.in), operators.Standard, c.separate, c.latex)
		if got := strings.ReplaceAll(tokenstest.Shown(toks), "n:", ""); got != c.want {
			t.Errorf("%q: %s, want %s", c.in, got, c.want)
		}
	}
}

// TestDefines: where a definition begins, of a name, an operator's pattern or its name.
func TestDefines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in            string
		defines       bool
		pattern, name int
	}{
		{"A == 1", true, 0, 0}, {"A[X, Y] ≙ 1", true, 0, 0}, {"T ::= a", true, 0, 0}, {"then == 1", true, 0, 0},
		{"A = 1", false, 0, 0}, {"A[1] == 1", false, 0, 0}, {"1 == 1", false, 0, 0},
		{"X ∪ Y == 1", true, 3, 0}, {"X ⊞ Y == 1", true, 3, 0}, {"ℙ X == 1", true, 2, 0}, {"X ∼ == 1", true, 2, 0},
		{"X ∪ Y ∪ Z == 1", false, 0, 0},
		{"_ ∪ _ == 1", true, 3, 3}, {"(_ ∪ _) == 1", true, 0, 5}, {"(_ ∪ _)[X] == 1", true, 0, 8},
		{"∅ == 1", true, 0, 1}, {"(_ ∪ _ == 1", false, 0, 0},
	} {
		toks := lex(c.in)
		if d, p, n := layout.DefinesAt(toks, operators.Standard, 0), layout.PatternAt(toks, operators.Standard, 0),
			layout.OperatorNameAt(toks, operators.Standard, 0); d != c.defines || p != c.pattern || n != c.name {
			t.Errorf("%s: defines %v, a pattern of %d, a name of %d; want %v, %d, %d", c.in, d, p, n, c.defines,
				c.pattern, c.name)
		}
	}
}

// FuzzSplit: whatever the tokens, no angle bracket is lost, and all but newlines and the marks
// between paragraphs are in the paragraphs, in their order.
func FuzzSplit(f *testing.F) {
	f.Add("T ::= c<<Z>> | d\nA == <<1>, f <2, 3>> >= <x> & B == S >> T\n┌ S\n│ x < y > z\n└", false)
	f.Add("A == f <2, ", true)
	f.Add("A == (x\n[X, Y]\n⊢? [X] <x> = ; B == 1.", true)
	f.Fuzz(func(t *testing.T, in string, latex bool) {
		toks := layout.TellAngles(lex(in), operators.Standard)
		if bad := tokenstest.Misplaced(toks, len(in)); bad != nil {
			t.Fatalf("%q: misplaced %+v", in, *bad)
		}
		strip := strings.NewReplacer("↵", "", "¶", "", "&", "", ".", "", ";", "", ",", "", " ", "")
		all := ""
		for _, p := range layout.Split(in, toks, operators.Standard, latex) {
			if last := p[len(p)-1]; last.Kind != tokens.End {
				t.Fatalf("%q: a paragraph ends with %+v", in, last)
			}
			all += strip.Replace(tokenstest.Shown(p))
			layout.DropNewlines(p, operators.Standard, true, latex)
		}
		if want := strip.Replace(tokenstest.Shown(toks)); all != want {
			t.Fatalf("%q: %s, want %s", in, all, want)
		}
	})
}
