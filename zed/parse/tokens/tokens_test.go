package tokens_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// TestEnds: where string literals, options and blank space end, from the mark on.
func TestEnds(t *testing.T) {
	t.Parallel()
	ends := map[string]func(string, int) int{"string": tokens.StringEnd, "option": tokens.OptionEnd,
		"space": tokens.SkipSpace}
	for _, c := range []struct{ what, before, in, behind string }{
		{"string", "x = ", `"a"`, " b"},
		{"string", "", `""`, `"`},
		{"string", "", `"a\"b\\"`, `"`},
		{"option", `\begin`, "[X]", "{zed}"},
		{"option", "", "[]", "]"},
		{"space", "a", " \t\r\n ", "b"},
		{"space", "a", "", "b"},
		{"space", "a", "", "\u00a0"},
	} {
		from := len(c.before)
		if got := ends[c.what](c.before+c.in+c.behind, from); got != from+len(c.in) {
			t.Errorf("the %s in %q from %d ends at %d, want %d", c.what, c.before+c.in+c.behind, from, got,
				from+len(c.in))
		}
	}
	for _, open := range []string{`"a`, "\"a\nb\"", `"a\"`, `"`} {
		if got := tokens.StringEnd(open, 0); got != 0 {
			t.Errorf("the string %q ends at %d", open, got)
		}
	}
	for _, open := range []string{"", "x]", "[x", "[" + strings.Repeat("x", tokens.MaxOption) + "]"} {
		if got := tokens.OptionEnd(open, 0); got != 0 {
			t.Errorf("the option %q ends at %d", open, got)
		}
	}
}

func TestLineStart(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{"|x": true, " \t|x": true, "a|x": false, "a\n|x": true, "a\n  |x": true,
		"\na |x": false} {
		before, after, _ := strings.Cut(in, "|")
		if got := tokens.LineStart(before+after, len(before)); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{"x": true, "x1": true, "a_b": true, "Δx₁": true, "": false, "1x": false,
		"_x": false, "x'": false, "x-y": false, "∈": false} {
		if got := tokens.IsWord(in); got != want {
			t.Errorf("%q is a word: %v", in, got)
		}
	}
	for in, want := range map[string]int{"xy": 1, "éa": 2, "ℤ": 3, "1": 0, "": 0, "\xff": 0, "_": 0} {
		if _, size := tokens.Letter(in); size != want {
			t.Errorf("%q begins with a letter of %d bytes, want %d", in, size, want)
		}
	}
	if got := tokens.Lowered.Replace("a019"); got != "a₀₁₉" {
		t.Errorf("lowered %s", got)
	}
}

func TestTitled(t *testing.T) {
	t.Parallel()
	name, str, turnstile := tokens.At(tokens.Name, "A", 8, 9), tokens.At(tokens.Str, `"A"`, 8, 11),
		tokens.At(tokens.Symbol, "⊢?", 12, 15)
	for _, c := range []struct {
		first string
		rest  []tokens.Token
		want  bool
	}{
		{"theorem", []tokens.Token{name, turnstile}, true}, {"theorem", []tokens.Token{str, turnstile}, true},
		{"lemma", []tokens.Token{name, turnstile}, false}, {"theorem", []tokens.Token{turnstile, name}, false},
		{"theorem", []tokens.Token{name, name}, false}, {"theorem", []tokens.Token{name}, false},
		{"theorem", nil, false},
	} {
		if got := tokens.TitledAt(append([]tokens.Token{tokens.At(tokens.Name, c.first, 0, 7)}, c.rest...),
			0); got != c.want {
			t.Errorf("%s %v: %v", c.first, c.rest, got)
		}
	}
}

func TestToken(t *testing.T) {
	t.Parallel()
	if e := tokens.EndAt(3); e.Kind != tokens.End || e.Start != 3 || e.End != 3 {
		t.Errorf("the end at 3 is %+v", e)
	}
	symbol, name := tokens.At(tokens.Symbol, "in", 0, 2), tokens.At(tokens.Name, "in", 0, 2)
	if !symbol.Is("in") || name.Is("in") || symbol.Is("∈") {
		t.Error("a symbol is told by its text, and no name is one")
	}
	for text, want := range map[string]bool{"\n": false, "\n\n": true} {
		if got := tokens.At(tokens.Newline, text, 0, 1).Blank(); got != want {
			t.Errorf("%q is blank: %v", text, got)
		}
	}
}

// TestClasses: what something must follow is no closing bracket, and every operand's first
// symbol is the start of an argument or a whole operand.
func TestClasses(t *testing.T) {
	t.Parallel()
	for _, pair := range []string{"()", "{}", "[]", "⟨⟩", "⟪⟫", "⦇⦈", "⦉⦊", "⟦⟧", "↗↙"} {
		r, size := utf8.DecodeRuneInString(pair)
		open, shut := string(r), pair[size:]
		if !tokens.Openers.Has(open) || !tokens.Closers.Has(shut) || tokens.Openers.Has(shut) ||
			tokens.Closers.Has(open) {
			t.Errorf("%s is not a pair of brackets", pair)
		}
		if tokens.Leaders.Has(shut) || tokens.Followers.Has(open) {
			t.Errorf("something must stand outside the brackets %s", pair)
		}
	}
	for _, c := range []string{"∅", "ℤ", "ℕ", "ℕ₁", "𝕊", "true", "false"} {
		if !tokens.Constants.Has(c) || !tokens.Atoms.Has(c) || tokens.Leaders.Has(c) || tokens.Followers.Has(c) {
			t.Errorf("%s is not an operand", c)
		}
	}
	for _, b := range []string{"∀", "∃", "∃₁", "λ", "μ", "let", "if"} {
		if !tokens.Binders.Has(b) || !tokens.Leaders.Has(b) || tokens.Atoms.Has(b) {
			t.Errorf("%s does not begin a term that reaches far", b)
		}
	}
}

// FuzzEnds: whatever the text, what ends lies in it, and is what it is said to be.
func FuzzEnds(f *testing.F) {
	f.Add(`a "b\"c" [d] `, 2)
	f.Add("\"\\", 0)
	f.Add("[", 0)
	f.Fuzz(func(t *testing.T, in string, pos int) {
		if pos < 0 || pos >= len(in) {
			return
		}
		if in[pos] == '"' {
			if stop := tokens.StringEnd(in, pos); stop != 0 && (stop < pos+2 || stop > len(in) || in[stop-1] != '"' ||
				strings.Contains(in[pos:stop-1], "\n")) {
				t.Errorf("the string in %q from %d ends at %d", in, pos, stop)
			}
		}
		if stop := tokens.OptionEnd(in, pos); stop != 0 && (stop > len(in) || in[pos] != '[' ||
			strings.IndexByte(in[pos:stop], ']') != stop-pos-1) {
			t.Errorf("the option in %q from %d ends at %d", in, pos, stop)
		}
		if stop := tokens.SkipSpace(in, pos); stop < pos || stop > len(in) || strings.TrimSpace(in[pos:stop]) != "" {
			t.Errorf("the blank space in %q from %d ends at %d", in, pos, stop)
		}
	})
}
