package parse_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

const operatorsUnicode = `function 30 leftassoc (_ ⊞ _)
function 40 rightassoc (_ to _)
function (twice _)
function (_ !!)
function (⌊ _ ⌋)
function (⌈ ,, ⌉)
function (_ ⟬ _ ⟭)
relation (_ ≼ _)
relation (even _)
relation (_ odd)
generic 5 rightassoc (_ ⋈ _)
generic (lists _)
`

const operatorsLaTeX = `
\newcommand{\lfloor}{} \newcommand{\rfloor}{}
%%Zinchar \boxplus U+229E
%%Zinchar \preceq U+227C
%%Zinchar \bowtie U+22C8
%%Zinchar \lceil U+2308
%%Zinchar \rceil U+2309
%%Zinchar \lfloor U+230A
%%Zinchar \rfloor U+230B
\begin{zed}
\function 30 \leftassoc (\_ \boxplus \_)
\function 40 \rightassoc (\_ to \_)
\function (twice~\_) \also
\function (\_ ~!!) \\
\function (\lfloor \_ \rfloor)
\function (\lceil \listarg \rceil)
\relation (\varg \preceq \varg)
\relation (even \_)
\relation (\_ odd)
\generic 5 \rightassoc (\_ \bowtie \_)
\generic (lists \_)
\end{zed}
`

// TestTemplates reads terms whose operators templates introduce, and compares
// them with what they mean, written without the operators.
func TestTemplates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ unicode, latex, want string }{
		{"x ⊞ y ⊞ z", `x \boxplus y \boxplus z`, "(_ ⊞ _)((_ ⊞ _)(x, y), z)"},
		{"x to y to z", `x to y to z`, "(_ to _)(x, (_ to _)(y, z))"},
		{"x ⊞ y to z", `x \boxplus y to z`, "(_ ⊞ _)(x, (_ to _)(y, z))"},
		{"x + y to z", `x + y to z`, "x + (_ to _)(y, z)"},
		{"twice f x", `twice f~x`, "(twice _)(f x)"},
		{"x !!", `x~!!`, "(_ !!) x"},
		{"⌊ x + y ⌋", `\lfloor x + y \rfloor`, "(⌊ _ ⌋)(x + y)"},
		{"⌈ x, y ⌉ = ⌈ ⌉", `\lceil x, y \rceil = \lceil \rceil`, "(⌈ ,, ⌉)⟨x, y⟩ = (⌈ ,, ⌉)⟨⟩"},
		{"f ⟬ x ⟭", "", "(_ ⟬ _ ⟭)(f, x)"},
		{"x ≼ y ≼ z", `x \preceq y \preceq z`, "(x, y) ∈ (_ ≼ _) ∧ (y, z) ∈ (_ ≼ _)"},
		{"even x + 1", `even x + 1`, "x + 1 ∈ (even _)"},
		{"x odd", `x odd`, "x ∈ (_ odd)"},
		{"A ⋈ B ⋈ C", `A \bowtie B \bowtie C`, "(_ ⋈ _)[A, (_ ⋈ _)[B, C]]"},
		{"lists lists A", `lists lists A`, "(lists _)[(lists _)[A]]"},
		{"(_ ⊞ _) = (_ + _)", `(\_ \boxplus \_) = (\_ + \_)`, "(_ ⊞ _) = (_ + _)"},
	} {
		want := readLast(t, operatorsUnicode+"⊢? "+c.want)
		if got := readLast(t, operatorsUnicode+"⊢? "+c.unicode); got != want {
			t.Errorf("%s: read as %s, want %s", c.unicode, got, want)
		}
		if c.latex == "" {
			continue
		}
		if got := readLast(t, operatorsLaTeX+`\begin{zed}\vdash? `+c.latex+`\end{zed}`); got != want {
			t.Errorf("%s: read as %s, want %s", c.latex, got, want)
		}
	}
}

// readLast returns the predicate of the last paragraph of a document, with
// operators as values where they are applied.
func readLast(t *testing.T, doc string) string {
	t.Helper()
	ps, err := parse.Document(text(doc))
	if err != nil {
		t.Errorf("%s\n%v", doc, err)
		return ""
	}
	return zed.Print(ps[len(ps)-1].(*zed.Conjecture).Pred, zed.Unicode)
}

func TestTemplatesHoldInEveryText(t *testing.T) {
	t.Parallel()
	use := source.NewFile("a.zed", "⊢? x ⊞ y = z\n").Whole()
	template := source.NewFile("b.tex",
		"%%Zinchar \\boxplus U+229E\n\\begin{zed} \\function 30 \\leftassoc (\\_ \\boxplus \\_) \\end{zed}").Whole()
	if _, err := parse.Documents([]*source.Text{use}); err == nil {
		t.Error("⊞ is read without its template")
	}
	readings, err := parse.Documents([]*source.Text{use, template})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := readings[0].Paragraphs[0].(*zed.Conjecture); !ok || len(readings[1].Paragraphs) != 1 {
		t.Errorf("read as %v", readings)
	}
}

func TestDirectivesOfFuzz(t *testing.T) {
	t.Parallel()
	head := "%%inop \\diamond \\star 3\n%%inrel \\sub likes\n%%pregen \\tree\n%%prerel \\little\n%%ingen \\links\n%%postop \\dash\n"
	for _, c := range []struct{ in, want string }{
		{`a \diamond b \diamond c = d`, "(_ diamond _)((_ diamond _)(a, b), c) = d"},
		{`a \sub b \land a likes b`, "(a, b) ∈ (_ sub _) ∧ (a, b) ∈ (_ likes _)"},
		{`\tree X = X \links Y`, "(tree _)[X] = (_ links _)[X, Y]"},
		{`\little x + 1`, "x + 1 ∈ (little _)"},
		{`x \dash = x`, "(_ dash) x = x"},
		{`sub = tree`, "sub = tree"},
	} {
		templates := "function 30 leftassoc (_ diamond _)\nrelation (_ sub _)\nrelation (_ likes _)\ngeneric (tree _)\nrelation (little _)\ngeneric 5 rightassoc (_ links _)\nfunction (_ dash)\n"
		want := c.want
		if want == "sub = tree" {
			templates = ""
		}
		if got, want := readLast(t, head+`\begin{zed}\vdash? `+c.in+`\end{zed}`),
			readLast(t, templates+"⊢? "+want); got != want {
			t.Errorf("%s: read as %s, want %s", c.in, got, want)
		}
	}
}

// TestOwnToolkit redefines operators of the toolkit, which are then the
// document's.
func TestOwnToolkit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{`\begin{gendef}[X] \_ \cup \_ : \power X \cross \power X \fun \power X \end{gendef}\begin{zed}\vdash? a \cup b = c \cap d\end{zed}`, "(_ ∪ _)(a, b) = c ∩ d"},
		{`\begin{zed} X \pfun Y == \power (X \cross Y) \also \vdash? A \pfun B = A \fun B\end{zed}`,
			"(_ ⇸ _)[A, B] = A → B"},
		{`\begin{zed} \seq X == \nat \also \vdash? \seq A = \iseq A\end{zed}`, "(seq _)[A] = iseq A"},
		{`\begin{gendef}[X] \_ \prefix \_ : X \rel X \end{gendef}\begin{zed}\vdash? a \prefix b\end{zed}`,
			"(a, b) ∈ (_ prefix _)"},
		{`\begin{axdef} \#: \nat \end{axdef}\begin{zed}\vdash? \# a = 1\end{zed}`, "(# _) a = 1"},
		{`\begin{zed} \emptyset[X] == \{ x : X | false \} \also \vdash? \emptyset = \emptyset[A]\end{zed}`,
			"`∅` = `∅`[A]"},
	} {
		ps, err := parse.Document(tex(c.in))
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		got := zed.Print(ps[len(ps)-1].(*zed.Conjecture).Pred, zed.Unicode)
		bare := strings.NewReplacer("(_ ∪ _)(a, b)", "a ∪ b", "(_ ⇸ _)[A, B]", "A ⇸ B", "(seq _)[A]",
			"seq A").Replace(c.want)
		if got == bare && bare != c.want {
			t.Logf("%s is printed as %s", c.want, got)
		}
		own := false
		for _, e := range walk(ps[len(ps)-1].(*zed.Conjecture).Pred) {
			r, ok := e.(*zed.Ref)
			own = own || ok && (strings.Contains(r.Name, "_") || r.Name == "∅")
		}
		if !own {
			t.Errorf("%s: %s is the toolkit's", c.in, got)
		}
	}
}

// walk returns a term and all below it.
func walk(e zed.Expr) []zed.Expr {
	out := []zed.Expr{e}
	for _, c := range zed.Children(e) {
		out = append(out, walk(c)...)
	}
	return out
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	ps, err := parse.Document(text(operatorsUnicode))
	if err != nil {
		t.Fatal(err)
	}
	lang := parse.LanguageOf(ps)
	if _, err := lang.Expr(text("x ⊞ y ≼ z")); err != nil {
		t.Error(err)
	}
	if _, _, err := lang.SchemaText(text("x : A ⋈ B | x ≼ x")); err != nil {
		t.Error(err)
	}
	if _, err := parse.Toolkit().Expr(text("x ⊞ y")); err == nil {
		t.Error("⊞ is read without its template")
	}
}

func TestTemplateErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"function 30 leftassoc ()", `f:1:24: expected a template such as _ ⊞ _, found ")"`},
		{"function 9999999 (_ ⊞ _)", "f:1:10: the precedence of an operator is at most 1000000"},
		{"relation (_ ⊞ _) x", `f:1:18: expected an operator or the end of the paragraph, found "x"`},
		{"function (⌊ _ ⌋)\n⊢? ⌊ x", `f:2:7: expected "⌋", found the end of the paragraph`},
		{"relation (_ ⊞ _)\n⊢? x ⊞", `f:2:7: expected an expression, found the end of the paragraph`},
	} {
		_, err := parse.Document(text(c.in))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.in, err, c.want)
		}
	}
}
