package tex_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/tex"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
	"github.com/ttf-int/ttf-int/zed/parse/tokens/tokenstest"
)

func file(in string) *source.Text { return source.NewFile("f.tex", in).Whole() }

func TestLexTerm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{`x? \notin \ran list`, "n:x? ∉ n:ran n:list"},
		{`\{ 1 \upto n \} \cup \emptyset`, "{ #1 .. n:n } ∪ ∅"},
		{`\forall x, y : \nat_1 @ \lnot x < y`, "∀ n:x , n:y : ℕ₁ • ¬ n:x < n:y"},
		{`\exists_1 x @ p \\ q \also r`, "∃₁ n:x • n:p ↵ n:q ¶ n:r"},
		{`x_1 x_{12}' a\_b y_{max} z^{+} w^{n}`, "n:x₁ n:x₁₂' n:a_b n:y↘max↖ n:z ⁺ n:w ↗ n:n ↙"},
		{`\Delta S \Xi T' \alpha\beta \alpha_1 \Delta\_x`, "n:ΔS n:ΞT' n:αβ n:α₁ n:Δ_x"},
		{`\theta S \inrel{over} \mathit{then} then`, "θ n:S under:over n:then then"},
		{`\langle\rangle \emptyseq \not\in \not= \nexists`, "⟨ ⟩ ⟨ ⟩ ∉ ≠ ¬ ∃"},
		{`\mathbb{N} \mathbb{B} \mathrm{id} \mbox{if}`, "ℕ n:𝔹 n:id if"},
		{`"a\_b" "%" x % y`, `s:"a_b" s:"%" n:x`},
		{"`a\\%b` `\\\\end\\{zed\\}` `x", "n:a%b n:\\end{zed} strange:` n:x"},
		{`\foo a :: b \% \( ⊞ ∪`, `unknown:\foo n:a strange:a :: n:b`},
		{`caf\'e na\"{\i}ve \ss x`, "n:café n:naïve n:ßx"},
		{`a \quad b~c \hspace{1em} d \label{x}`, "n:a n:b n:c n:d"},
		{`a \\[1ex] b \\ [X]`, "n:a ↵ n:b ↵ [ n:X ]"},
		{`A \widehat{=} B \widehat = C`, "n:A ≙ n:B ≙ n:C"},
		{`\vdash? \shows \# \&`, "⊢? ⊢? # &"},
	} {
		if strings.HasPrefix(c.in, `\foo`) {
			c.want = `unknown:\foo n:a strange::: n:b strange:\% strange:\( strange:⊞ ∪`
		}
		if got := tokenstest.Shown(tex.LexTerm(file(c.in))); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.in, got, c.want)
		}
	}
}

// TestBad: what means nothing is an error where it stands.
func TestBad(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in, message string
		at          int
	}{
		{"a \xe9 b", "the byte 0xe9 is not UTF-8", 2}, {"a \\\xe9", "the byte 0xe9 is not UTF-8", 3},
		{"\"\xe9\"", "the byte 0xe9 is not UTF-8", 1},
		{`a "b`, "the string does not end on its line", 2}, {`a_{+}`, "expected letters or digits as a subscript", 1},
		{`\Delta`, "expected the name of a schema behind Δ", 0},
		{`x \inrel{+}`, "expected the name of a relation", 2},
		{`x \not\subseteq y`, `in Z, a \not\subseteq b is written \lnot a \subseteq b`, 2},
		{`x \1`, `unknown macro \1`, 2},
	} {
		toks := tex.LexTerm(file(c.in))
		i := slices.IndexFunc(toks, func(t tokens.Token) bool { return t.Kind == tokens.Bad })
		if i < 0 || toks[i].Text != c.message || toks[i].Start != c.at {
			t.Errorf("%q: %s", c.in, tokenstest.Shown(toks))
		}
	}
}

func TestIsDocument(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{
		`\begin{zed} [A] \end{zed}`: true, `\begin[x]{schema}{S}`: true, `\begin{axdef}`: true, "[A]": false,
		`\begin{document}`: false, `\begin`: false, "": false,
	} {
		if got := tex.IsDocument(source.NewFile("f", in).Whole()); got != want {
			t.Errorf("%s is a document: %v", in, got)
		}
	}
	if !tex.IsDocument(file("")) {
		t.Error("a .tex file is no document")
	}
}

func TestIsTerm(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{
		`x \in y`: true, `\{1\}`: true, `a\_b`: true, `\alpha`: true, `x \quad y`: true,
		`x ∈ y`: false, `A \ B`: false, `"\in"`: false, `S \ {x}`: false, `\nosuch`: false, "": false, `\`: false,
	} {
		if got := tex.IsTerm(in); got != want {
			t.Errorf("%s is a term in LaTeX: %v", in, got)
		}
	}
}

// read takes one document apart, and shows its chunks, one a line.
func read(in string) (pieces.Document, string) {
	m := tex.NewMacros()
	text := file(in)
	tex.ScanMacros(text, m)
	d := tex.Read(text, m)
	var lines []string
	for _, c := range d.Chunks {
		switch {
		case c.Undo != nil:
			lines = append(lines, fmt.Sprintf("undo %+v", *c.Undo))
		case c.Several:
			lines = append(lines, "several: "+tokenstest.Shown(c.Toks))
		default:
			lines = append(lines, tokenstest.Shown(c.Toks))
		}
	}
	return d, strings.Join(lines, "\n")
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{`\begin{zed} [A] \\ B == A \end{zed}`, "several: [ n:A ] ↵ n:B == n:A"},
		{`\begin{schema}{S}[X] x : X \where x = x \end{schema}`, "┌ n:S [ n:X ] n:x : n:X ├ n:x = n:x └"},
		{`\begin{axdef} x : A \end{axdef} \begin{gendef}[X] y : X \end{gendef}`,
			"╒ n:x : n:A └\n╒ [ n:X ] n:y : n:X └"},
		{`\begin{genschema}{S}{X} x : X \end{genschema}`, "┌ n:S [ n:X ] n:x : n:X └"},
		{`\begin{theorem}{T} \vdash? a \end{theorem}`, "⊢? s:T n:a"},
		{`\newcommand{\two}[1]{#1 + #1} \begin{zed} a == \two{b} \end{zed}`, "several: n:a == n:b + n:b"},
		{"%%Zchar \\cup U+22C3\n%%Zword \\w w\n\\begin{zed} a \\w b \\end{zed}", "several: n:a n:w n:b"},
		{"%%ignore \\x\n\\begin{zed} a \\x b \\end{zed}", "several: n:a n:b"},
		{`\begin{document} text \begin{zed} [A] \end{zed}`, "several: [ n:A ]"},
		{"% \\begin{zed} [A] \\end{zed}\n\\verb|\\begin{zed}|", ""},
		{"\\begin{zed} [A] \\end{zed}\nundo;\n", "several: [ n:A ]\nundo {All:false Back: Through:false Count:1}"},
		{`\input{other}`, `\input s:other`},
		{`\begin{zed} [A]`, `bad:expected \end{zed} behind \begin{zed}, found the end of the text [ n:A ]`},
	} {
		if _, got := read(c.in); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.in, got, c.want)
		}
	}
}

// TestLeft: what is not read is counted by kind, and noted where it would be expected to be.
func TestLeft(t *testing.T) {
	t.Parallel()
	d, _ := read("prose\nmore\n\\begin{verbatim} x \\end{verbatim}\n\\begin{theorem}{a} b \\end{theorem}\n%%unchecked\n\\begin{zed} [A] \\end{zed}\n\\begin{class}{C} \\end{class}\n%%inop \\foo over 3\n")
	if got := fmt.Sprint(d.Unread); got != "map[class:1 prose:2 verbatim:1 zed:1]" {
		t.Errorf("not read: %s", got)
	}
	if len(d.Chunks) != 0 || len(d.Notes) != 1 || len(d.Skips) != 2 {
		t.Errorf("%d chunks, notes %v, skipped %v", len(d.Chunks), d.Notes, d.Skips)
	}
	if len(d.Directives) != 1 || d.Directives[0].Kind != "inop" ||
		tokenstest.Shown(d.Directives[0].Symbols) != `unknown:\foo n:over #3` {
		t.Errorf("directives: %+v", d.Directives)
	}
}

func TestInputs(t *testing.T) {
	t.Parallel()
	var got []string
	for _, f := range tex.InputsOf(
		file("\\input{a}\n% \\input{b}\n\\include {c.tex} \\input d \\verb|\\input{e}| \\input{#1}")) {
		got = append(got, fmt.Sprintf("%s at %d", f.Text, f.Start))
	}
	if s := strings.Join(got, ", "); s != "a at 0, c.tex at 22" {
		t.Error(s)
	}
}

// TestKnownMacros: each has a meaning where a term is written.
func TestKnownMacros(t *testing.T) {
	t.Parallel()
	known := tex.KnownMacros()
	if !slices.IsSorted(known) || !slices.Contains(known, `\power`) || slices.Contains(known, `\nosuch`) {
		t.Error("the macros are not those of Z, or are not sorted")
	}
	for _, m := range known {
		if toks := tex.LexTerm(file("x " + m + " y")); slices.ContainsFunc(toks,
			func(t tokens.Token) bool { return t.Kind == tokens.Unknown }) {
			t.Errorf("%s is not known: %s", m, tokenstest.Shown(toks))
		}
	}
}

// FuzzRead: whatever the document, the tokens of each chunk lie in it and end with one end,
// and macros end.
func FuzzRead(f *testing.F) {
	f.Add("\\begin{schema}{S} x_1' : \\seq X \\where \\{x\\} \\in y^{n} \\end{schema}")
	f.Add("\\newcommand{\\a}[1]{#1\\b}\\def\\b#1{\\a{#1}}%%inop \\a 3\n\\begin{zed}\n%%\\forall\n\\a{x} \\alpha\\_ `\\%` \\end{zed}undo 2;")
	f.Fuzz(func(t *testing.T, in string) {
		d, _ := read(in)
		for _, c := range d.Chunks {
			if c.Undo != nil {
				continue
			}
			for _, tok := range c.Toks {
				if tok.Start < 0 || tok.End < tok.Start || tok.End > len(in) {
					t.Fatalf("%q: misplaced %+v", in, tok)
				}
			}
			if n := len(c.Toks); n == 0 || c.Toks[n-1].Kind != tokens.End {
				t.Fatalf("%q: no end in %s", in, tokenstest.Shown(c.Toks))
			}
		}
	})
}
