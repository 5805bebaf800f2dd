package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// tex returns a LaTeX document.
func tex(s string) *source.Text { return source.NewFile("f.tex", s).Whole() }

// claimInZed returns a LaTeX document that claims a predicate.
func claimInZed(pred string) *source.Text {
	return tex("Prose with $x \\in y$.\n\\begin{zed}\n\\vdash? " + pred + "\n\\end{zed}\n")
}

func TestTermsInLaTeX(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		// Spacing, grouping and layout mean nothing.
		{`f~x = f x`, "f x = f x"},
		{`x \not\in S \land x \not = y \land x \not< y`, "x ∉ S ∧ x ≠ y ∧ x ≥ y"},
		{`\not\exists x : S @ p`, "¬ (∃ x : S • p)"},
		{`\nexists x : S @ p`, "¬ (∃ x : S • p)"},
		{`x \enspace = \thickspace y \smash{z}`, "x = y"},
		{`x \in 1 \ldots n`, "x ∈ 1..n"},
		{`S[x := 1, y? := f~2]`, "S[x := 1, y? := f 2]"},
		{`x \in \mathbb{B}`, "x ∈ 𝔹"},
		{`f(x)\,=\;f\ x \quad`, "f x = f x"},
		{`{\sf f}({x}) = \t1 \mathit{f}~x`, "f x = f x"},
		{`a = b \\ \t2 \land c = d`, "a = b ∧ c = d"},
		{`(a = b \\ c = d)`, "a = b ∧ c = d"},
		{`x % a comment` + "\n" + `= y`, "x = y"},
		{`\left( x \right) \hspace{1ex} = \label{l} y`, "x = y"},
		{`a = 1 \\[1ex] \land b = 2`, "a = 1 ∧ b = 2"},
		// Names.
		{`x' = x? + y! + x''`, "x' = x? + y! + x''"},
		{`a\_b = x_1 + x_{12}`, "a_b = x₁ + x₁₂"},
		{`x_{max} = x_i`, "x↘max↖ = x↘i↖"},
		{`x_1' = \alpha_2 + \Gamma`, "x₁' = α₂ + Γ"},
		{`x' = x^{\prime} + x\prime + x^\prime`, "x' = x' + x' + x'"},
		{`\mathit{total\_amount} = \mbox{sum} + \textsf{n}`, "total_amount = sum + n"},
		{`gr\"o{\ss}e = caf\'e + na\"{\i}f`, "größe = café + naïf"},
		{`seq + id + in = 3`, "`seq` + `id` + `in` = 3"},
		{`\Delta State \land \Xi~T \land \Phi Op`, "ΔState ∧ ΞT ∧ ΦOp"},
		{`(S)' = S~' `, "(S)' = (S)'"},
		// Sets and numbers, in the spellings of all dialects.
		{`\{\} = \emptyset \cup \empty`, "∅ = ∅ ∪ ∅"},
		{`x \notin \{1, 2\} \land x \nin S \land x \nem T`, "x ∉ {1, 2} ∧ x ∉ S ∧ x ∉ T"},
		{`x \mem S \land x \neq y \land x \ne z`, "x ∈ S ∧ x ≠ y ∧ x ≠ z"},
		{`\{ x : \nat | x > 0 @ x * x \}`, "{x : ℕ | x > 0 • x * x}"},
		{`\{ x : \num \mid x \leq 0 \spot -x \}`, "{x : ℤ | x ≤ 0 • -x}"},
		{`\power_1 A = \finset_{1} A \setminus \power A`, "ℙ₁ A = 𝔽₁ A ∖ ℙ A"},
		{`\nat_1 \subseteq \arithmos \land 1 \upto n \subset \mathbb{N}`, "ℕ₁ ⊆ ℤ ∧ 1..n ⊂ ℕ"},
		{`a \div b \mod c \geq \negate d`, "a div b mod c ≥ -d"},
		{`\emptyset[X] = S`, "{x : X | false} = S"},
		// Logic.
		{`\lnot a \land b \lor c \implies d \iff e`, "¬ a ∧ b ∨ c ⇒ d ⇔ e"},
		{`\neg a \wedge b \vee c \Rightarrow d \Leftrightarrow e`, "¬ a ∧ b ∨ c ⇒ d ⇔ e"},
		{`\forall x : S | p @ \exists_1 y : T @ x = y`, "∀ x : S | p • ∃₁ y : T • x = y"},
		{`\all x : S @ \exi_1 y : T @ x = y`, "∀ x : S • ∃₁ y : T • x = y"},
		{`\exists x == 1 @ x = 2`, "∃ x : {1} • x = 2"},
		{`\IF a = b \THEN 1 \ELSE 2 = c`, "if a = b then 1 else 2 = c"},
		{`(\LET x == 1; \\ y == 2 @ x + y) = 3`, "(let x == 1; y == 2 • x + y) = 3"},
		{`(\lambda x : \nat @ x) = (\mu S)`, "(λ x : ℕ • x) = (μ S)"},
		// Relations, functions and sequences.
		{`\dom f = \ran g`, "dom f = ran g"},
		{`R^* = R^{+} \comp R \star \cup R^{-1} \cup R\inv`, "R⁎ = R⁺ ⨾ R⁎ ∪ R∼ ∪ R∼"},
		{`R^{n} = iter~n~R`, "iter n R = iter n R"},
		{`R \bsup k \esup = f`, "iter k R = f"},
		{`f \limg S \rimg = \bigcup T`, "f⦇S⦈ = ⋃ T"},
		{`A \dres f \oplus g \nrres B`, "A ◁ f ⊕ g ⩥ B"},
		{`f \in A \pfun B \land g \in A \fun B \rel C`, "f ∈ A ⇸ B ∧ g ∈ A → B ↔ C"},
		{`\langle 1, 2 \rangle \cat \lseq \rseq = \dcat ss`, "⟨1, 2⟩ ⌢ ⟨⟩ = ⌢/ ss"},
		{`s \filter A = 1 \mapsto x`, "s ↾ A = (1, x)"},
		{`\lbag a, a \rbag \uplus b = \lbag \rbag`, "⟦a, a⟧ ⊎ b = ⟦⟧"},
		{`\# s = \#t`, "#s = #t"},
		{`x \inrel{R} y`, "(x, y) ∈ R"},
		// Schemas.
		{`S \hide (x) \semi T [a/b]`, "S ⧹ (x) ⨾ T[a/b]"},
		{`\theta S = \theta S' \land \pre Op`, "θS = θS' ∧ pre Op"},
		{`\lblot x == 1, y == 2 \rblot.x = 1`, "⦉x == 1, y == 2⦊.x = 1"},
		{`[x : \nat \\ y : \nat | x < y] \project S`, "[x : ℕ; y : ℕ | x < y] ⨡ S"},
		{`f [x : \nat | x > 0] = 1`, "f [x : ℕ | x > 0] = 1"},
	} {
		got := readClaimed(t, c.in, claimInZed(c.in))
		want := readClaimed(t, c.want, text("⊢? "+c.want))
		if got != want {
			t.Errorf("%s: read as %s, want %s", c.in, got, want)
		}
	}
}

// readClaimed returns the predicate of the only paragraph of a document.
func readClaimed(t *testing.T, what string, doc *source.Text) string {
	t.Helper()
	ps, err := parse.Document(doc)
	if err != nil || len(ps) != 1 {
		t.Errorf("%s: %d paragraphs, %v", what, len(ps), err)
		return ""
	}
	c, ok := ps[0].(*zed.Conjecture)
	if !ok {
		t.Errorf("%s: read as %T", what, ps[0])
		return ""
	}
	return zed.Print(c.Pred, zed.Unicode)
}

const listTeX = `\documentclass{article}
\usepackage{zed-csp} % prints \begin{schema}
\newcommand{\NAMES}{\power NAME}
\begin{document}
Given \emph{names}, and \verb|\begin{zed} broken|.
\begin{zed} [NAME] \end{zed}
\begin{syntax}
  REPORT & ::= & ok | error \\
         &  |  & at \ldata \nat \cross NAME \rdata
\also
  COLOUR & ::= & red | green
\end{syntax}
\begin{verbatim}
\begin{schema}{Not}
\end{verbatim}
\begin{schema}{S}
  list : \seq \num \\
  names : \NAMES
\where
  \# list \leq limit
\also
  \forall i : \dom list @ \\
  \t1 list~i > 0
\end{schema}
\begin{axdef} limit : \nat \where limit \leq 10 \end{axdef}
\begin{gendef}[X, Y] swap : X \cross Y \fun Y \cross X \end{gendef}
\begin{schema}{Pair}[X] first, second : X \end{schema}
\begin{zed}
  Init \defs [S' | list' = \langle\rangle] \\
  Op == \Delta S \land \\ \t1 \Xi T
\also
  Both[X] == X \cross X
\end{zed}
\end{document}
`

const listTeXUnicode = `[NAME]
REPORT ::= ok | error | at⟪ℕ × NAME⟫
COLOUR ::= red | green
┌─ S
│ list : seq ℤ
│ names : ℙ NAME
├─
│ #list ≤ limit
│ ∀ i : dom list • list i > 0
└─
╒═
│ limit : ℕ
├─
│ limit ≤ 10
└─
╒═[X, Y]
│ swap : X × Y → Y × X
└─
┌─ Pair[X]
│ first, second : X
└─
Init ≙ [S' | list' = ⟨⟩]
Op == ΔS ∧ ΞT
Both[X] == X × X
`

func TestDocumentInLaTeX(t *testing.T) {
	t.Parallel()
	checkSame(t, tex(listTeX), text(listTeXUnicode))
}

// checkSame fails unless two documents read as the same.
func checkSame(t *testing.T, got, want *source.Text) {
	t.Helper()
	a, err := parse.Document(got)
	if err != nil {
		t.Fatal(err)
	}
	b, err := parse.Document(want)
	if err != nil {
		t.Fatal(err)
	}
	if x, y := zed.PrintText(a, zed.Unicode), zed.PrintText(b, zed.Unicode); x != y {
		t.Errorf("read as\n%s\nwant\n%s", x, y)
	}
}

func TestDialectsOfLaTeX(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"definitions on lines of the document",
			"\\begin{zed}\n[A]\n\n[B]\nC == A\nD == \\exists x == A \\\\ y == B @ x = y\n\\end{zed}",
			"[A]\n[B]\nC == A\nD == ∃ x : {A}; y : {B} • x = y"},
		{"trailing full stop", `\begin{zed} [A]. \end{zed}`, "[A]"},
		{"an operator of Z/EVES",
			`\syndef{\readby}{inrel}{"readBy"} \begin{axdef} \_ \readby \_ : A \rel A \where a \readby b \end{axdef}`,
			"relation (_ readby _)\n╒═\n│ _ readby _ : A ↔ A\n├─\n│ a readby b\n└─"},
		{"a function of Z/EVES", `\syndef{\pp}{infun4}{"++"} \begin{zed} \vdash? 1 \pp 2 = 3 \end{zed}`,
			"function 40 leftassoc (_ pp _)\n⊢? 1 pp 2 = 3"},
		{"a generic of Z/EVES", `\syndef{\opt}{pregen}{"opt"} \begin{zed} \opt X == \power X \end{zed}`,
			"generic (opt _)\nopt X == ℙ X"},
		{"a word of Z/EVES", `\syndef{\opt}{word}{"opt"} \begin{zed} [A] \end{zed}`, "[A]"},
		{"semicolons between definitions", `\begin{zed} a == 1; b == 2 \end{zed}`, "a == 1\nb == 2"},
		{"a predicate by itself", `\begin{zed} limit < 3 \\ limit > 1 \end{zed}`, "│\n├─\n│ limit < 3\n│ limit > 1"},
		{"a generic schema of CZT", `\begin{genschema}{P}{X} x : X \end{genschema}`, "┌─ P[X]\n│ x : X\n└─"},
		{"user-defined delta", `\begin{schema}{\Delta S} S \end{schema} \begin{schema}{Xi S} S \end{schema}`,
			"┌─ ΔS\n│ S\n└─\n┌─ ΞS\n│ S\n└─"},
		{"disabled paragraph", `\begin[disabled]{zed} a == 1 \end{zed}`, "a == 1"},
		{"labels", `\begin{axdef} a : \nat \where \Label{disabled rule aIs} a = 1 \end{axdef}`,
			"╒═\n│ a : ℕ\n├─\n│ a = 1\n└─"},
		{"words of ISO 13568",
			"%%Zword \\foo bar\n%%Zinchar \\fun U+2192\n%%Zpreword \\zall \\forall\n\\begin{zed} a == \\foo \\also \\vdash? \\zall x : A \\fun B @ x = a\\end{zed}", "a == bar\n⊢? ∀ x : A → B • x = a"},
		{"characters", "%%Zchar \\bot U+22A5\n\\begin{zed} T ::= \\bot | \\top \\also a == \\bot \\end{zed}",
			"T ::= `⊥` | top\na == `⊥`"},
		{"macros of TeX", "\\newcommand{\\set}[1]{\\{#1\\}}\\def\\two{2}\\let\\isin\\in\\begin{zed} \\vdash? \\two \\isin \\set{1, \\two} \\end{zed}", "⊢? 2 ∈ {1, 2}"},
		{"a macro as a name", "\\begin{axdef} \\sqrt : \\nat \\fun \\nat \\where \\sqrt~4 = 2 \\end{axdef}",
			"╒═\n│ sqrt : ℕ → ℕ\n├─\n│ sqrt 4 = 2\n└─"},
		{"Z that is not printed",
			"%%ignore \\shows\n\\begin{zed}\n%%\\forall\nS; T |\\\\ x = 1\n%%@\n\\\\ \\shows y = 2\n\\end{zed}",
			"│\n├─\n│ ∀ S; T | x = 1 • y = 2"},
		{"a sequent", `\begin{zed} x : A | p \\ \vdash q \end{zed}`, "⊢? ∀ x : A | p • q"},
		{"a generic conjecture", "\\begin{zed}[X]\n\\vdash? \\emptyset \\in \\power X\\end{zed}", "⊢? [X] ∅ ∈ ℙ X"},
		{"superscripts", `\begin{axdef} x^{new} : \nat \where x^{new} = f^{n} \end{axdef}`,
			"╒═\n│ x↗new↙ : ℕ\n├─\n│ x↗new↙ = iter n f\n└─"},
		{"sections", `\begin{zsection} \SECTION my\_part \\~~ \parents std/one, two \end{zsection}`,
			"section my_part parents std/one, two"},
		{"mutual recursion", `\begin{zed} T ::= a \ldata U \rdata \& U ::= b \ldata T \rdata \end{zed}`,
			"T ::= a⟪U⟫ & U ::= b⟪T⟫"},
		{"constants in a schema", `\begin{schema}{S} x == 3 \\ y : \nat \where y = x \end{schema}`,
			"┌─ S\n│ x : {3}\n│ y : ℕ\n├─\n│ y = x\n└─"},
		{"underscores without backslash", `\begin{zed} A_LONG_NAME == b\_ c \end{zed}`, "A_LONG_NAME == b_c"},
		{"schemas with digits as decoration", `\begin{zed} A == S~_1 \land (S \land T)_2 \end{zed}`,
			"A == (S)₁ ∧ (S ∧ T)₂"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			checkSame(t, tex(c.in), text(c.want+"\n"))
		})
	}
}

func TestNotes(t *testing.T) {
	t.Parallel()
	doc := tex(`\begin{zed} [A] \end{zed}
\begin{theorem}{grule one}
  a = b
\end{theorem}
\begin{zproof}[one]
  prove;
\end{zproof}
%%unchecked
\begin{schema}{Broken} x : \end{schema}
\begin{theorem}{two} \vdash? 1 = 1 \end{theorem}
\begin{argue} 1 \end{argue}
`)
	readings, err := parse.Documents([]*source.Text{doc})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range readings[0].Notes {
		got = append(got, fmt.Sprintf("%d: %s", n.Span.Pos().Line, n.Text))
	}
	want := "2: 3 passages are skipped, the first of them here: 1 theorem, 1 zproof, 1 argue; 9: schema is skipped: it is marked %%unchecked"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("notes: %s\nwant: %s", s, want)
	}
	if c, ok := readings[0].Paragraphs[1].(*zed.Conjecture); !ok || c.Name != "two" {
		t.Errorf("the conjecture is %#v", readings[0].Paragraphs[1])
	}
}

// TestCommandsOfZEVES shows what the commands between paragraphs take back.
func TestCommandsOfZEVES(t *testing.T) {
	t.Parallel()
	const a, b, c = "\\begin{zed} [A] \\end{zed}\n", "\\begin{zed} B == A \\end{zed}\n",
		"\\begin{axdef} c : A \\end{axdef}\n"
	for _, x := range []struct{ in, want string }{
		{a + b + "undo;\n" + c, "[A]; │ c : A\n└─"},
		{a + b + c + "undo 2;\n" + b, "[A]; B == A"},
		{a + b + c + "undo back to A;\n" + b, "[A]; B == A"},
		{a + b + c + "  undo back through B ;\n" + c, "[A]; │ c : A\n└─"},
		{a + b + "reset;\n" + a, "[A]"},
		{"undo;\n" + a, "[A]"},
		{a + "one can undo;\nthat\n" + b, "[A]; B == A"},
		{a + "\\begin{zproof}[x]\nundo;\n\\end{zproof}\n" + b, "[A]; B == A"},
	} {
		ps, err := parse.Document(tex(x.in))
		var got []string
		for _, p := range ps {
			got = append(got, strings.TrimRight(zed.PrintText([]zed.Paragraph{p}, zed.Unicode), "─\n")+
				map[bool]string{true: "─"}[strings.Contains(zed.PrintText([]zed.Paragraph{p}, zed.Unicode), "└")])
		}
		if s := strings.Join(got, "; "); err != nil || s != x.want {
			t.Errorf("%s: %v\n%s", x.in, err, s)
		}
	}
}

func TestErrorsInLaTeX(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"\\begin{zed}\n  A == \\nosuch\n\\end{zed}", `f.tex:2:8: unknown macro \nosuch`},
		{`\begin{zed} A == x \cupp y \end{zed}`, `f.tex:1:20: unknown macro \cupp, did you mean "\cup"?`},
		{`\begin{zed} A == (x \end{zed}`, `f.tex:1:20: expected ")", found the end of the paragraph`},
		{"\\begin{schema}{S}\n x : \\nat \\\\\n y \\in z = \n\\end{schema}",
			`f.tex:4:1: expected an expression, found "\end{schema}"`},
		{`\begin{zed} A == 1`, `f.tex:1:1: expected \end{zed} behind \begin{zed}, found the end of the text`},
		{`\begin{zed} A == [x : \nat | \not (x = 3)] \end{zed}`, `f.tex:1:30: in Z, \not ( is written \lnot (`},
		{`\begin{zed} A == x \not\subseteq y \end{zed}`,
			`f.tex:1:20: in Z, a \not\subseteq b is written \lnot a \subseteq b`},
		{`\begin{zed} A == x \nsubseteq y \end{zed}`,
			`f.tex:1:20: unknown macro \nsubseteq; in Z, a \nsubseteq b is written ¬ a ⊆ b`},
		{`\begin{zed} A == \boolean \end{zed}`, `f.tex:1:18: unknown macro \boolean; truth values are \bool`},
		{`\begin{schema}{\Delta} x : \nat \end{schema}`, `f.tex:1:16: expected the name of a schema behind Δ`},
		{"%%Zword \\x \\x\\x\n\\begin{zed} a == \\x \\end{zed}", `f.tex:2:18: the macro \x grows without end`},
		{"\\begin{zed} A == ( \\also B == 1 \\also C == ] \\end{zed}",
			"f.tex:1:19: expected an expression, found the end of the paragraph\nf.tex:1:44: expected an expression, found \"]\""},
		{"caf\u00e9 \\begin{zed} A == ) \\end{zed}", `f.tex:1:23: expected an expression, found ")"`},
	} {
		_, err := parse.Document(tex(c.in))
		if fmt.Sprint(err) != c.want {
			t.Errorf("%s:\n%v\nwant\n%s", c.in, err, c.want)
		}
	}
}

func TestExprInLaTeX(t *testing.T) {
	t.Parallel()
	e, err := parse.Toolkit().Expr(text(`x? \notin \ran list \\ list' = \langle x? \rangle`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := zed.Print(e, zed.Unicode), "x? ∉ ran list ∧ list' = ⟨x?⟩"; got != want {
		t.Errorf("read as %s, want %s", got, want)
	}
}

// TestUnclosed: an environment without its end is the one error, at its begin.
func TestUnclosed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"\\begin{schema}{A}\n x : \\nat\n\n\\begin{schema}{B}\n y : \\nat\n\\end{schema}\n",
			`f.tex:1:1: expected \end{schema} behind \begin{schema}, found \begin{schema}`},
		{"\\begin{schema}{A}\n x : \\nat\n",
			`f.tex:1:1: expected \end{schema} behind \begin{schema}, found the end of the text`},
		{"\\begin{schema}{A}\n x : \\nat\n y : \\nat\n\\end{schema}\n",
			"f.tex:3:4: expected `\\\\`, `\\where` or the end of the environment, found \":\""},
	} {
		_, err := parse.Document(source.NewFile("f.tex", c.in).Whole())
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.in, err, c.want)
		}
	}
}

// TestHiddenEnvironments: fuzz reads the Z behind %%; in documents of the
// standard it is a comment.
func TestHiddenEnvironments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"%% \\begin{zed} [A] \\end{zed}\n\\begin{zed} B == A \\end{zed}", "[A]\n\nB == A\n"},
		{"%%\\begin{axdef}\n%%  n : \\nat\n%% \\where n > 1\n%% \\end{axdef}",
			"│ n : ℕ\n├─────────────────────────────\n│ n > 1\n└─────────────────────────────\n"},
		{"%% \\begin{zed}\n[A] \\end{zed}", ""},
		{"%%\\begin{zed}\n[A]\n%%\\end{zed}", "[A]\n"},
		{"\\begin{zed}\n%%\t[A]\n\\end{zed}", "[A]\n"},
		{"\\begin{zed}\n%%[A] \\\\\n  B == A\n\\end{zed}", "[A]\n\nB == A\n"},
		{"\\begin{zed}\n  B == A \\\\\n%%[A]\n\\end{zed}", "B == A\n\n[A]\n"},
		{"\\begin{schema}{S}\n%% x : \\nat\n%%\\where\n%% x > 1\n\\end{schema}",
			"┌─ S ─────────────────────────\n│ x : ℕ\n├─────────────────────────────\n│ x > 1\n└─────────────────────────────\n"},
		{"\\begin{axdef}\n%%secret : \\nat\n\\end{axdef}", "│ secret : ℕ\n└─────────────────────────────\n"},
		{"\\begin{zed}\n%% the given types, all of them:\n[A]\n\\end{zed}", "[A]\n"},
		{"\\begin{zed}\n%%inop \\foo 3\n[A]\n\\end{zed}", "[A]\n"},
		{"\\begin{zed}\n  %%[B]\n[A]\n\\end{zed}", "[A]\n"},
		{"\\begin{zsection} \\SECTION s \\end{zsection}\n\\begin{zed}\n%%[B]\n[A]\n\\end{zed}", "section s\n\n[A]\n"},
		{"%% as in \\begin{zed} [A] \\end{zed}", ""},
		{"%%\\begin{zed}\n%%%%[A]\n%%\\end{zed}", ""},
		{"\\begin{zsection} \\SECTION s \\end{zsection}\n%% \\begin{zed} [A] \\end{zed}", "section s\n"},
	} {
		ps, err := parse.Document(tex(c.in))
		if got := zed.PrintText(ps, zed.Unicode); err != nil || got != c.want {
			t.Errorf("%s: %v\n%s", c.in, err, got)
		}
	}
}
