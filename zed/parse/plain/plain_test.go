package plain_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
	"github.com/ttf-int/ttf-int/zed/parse/tokens/tokenstest"
)

func lex(in string, words ...string) []tokens.Token {
	set := map[string]bool{}
	for _, w := range words {
		set[w] = true
	}
	return plain.Lex(source.NewFile("f", in).Whole(), set)
}

func TestLex(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"x? notin ran list", "n:x? ∉ n:ran n:list"},
		{"x′ = y″ + min?", "n:x' = n:y'' + n:min?"},
		{"a<=b >=c =^= d ::= e", "n:a ≤ n:b ≥ n:c ≙ n:d ::= n:e"},
		{"ℙX θS λx", "ℙ n:X θ n:S λ n:x"},
		{"ℕ₁ ℕ ₁ x₁₂ a_b", "ℕ₁ ℕ m:₁ n:x₁₂ n:a_b"},
		{"(S)' (S)₁!", "( n:S ) m:' ( n:S ) m:₁ m:!"},
		{"Delta S Xi T' ΔU", "n:ΔS n:ΞT' n:ΔU"},
		{"x↘12↖ y↗new↙ ∃↘1↖ R↗+↙ R ↗n↙", "n:x₁₂ n:y↗new↙ ∃₁ n:R ⁺ n:R ↗ n:n ↙"},
		{"`in` `a%b`", "n:in n:a%b"},
		{`"a\"b" 12 x`, `s:"a\"b" #12 n:x`},
		{"a % b ∈\nc", "n:a ↵ n:c"},
		{"a\n\nb\n% c\nd\n", "n:a ¶ n:b ↵ n:d ↵"},
		{"a\u2028b", "n:a ↵ n:b"},
		{"┌─ S ──\n└──", "┌ n:S ↵ └"},
		{"∄ x : S", "¬ ∃ n:x : n:S"},
		{"< <= << <|", "< ≤ < < ⦉"},
		{"a ⊞ b ++ c", "n:a strange:⊞ n:b + + n:c"},
		{"\\input{a.zed}", "\\input s:a.zed"},
		{"x \\input{a}", "n:x ∖ n:input { n:a }"},
	} {
		if got := tokenstest.Shown(lex(c.in)); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.in, got, c.want)
		}
	}
	if got := tokenstest.Shown(lex("a ++ b+c ::d ::= e", "++", "::")); got != "n:a ++ n:b + n:c :: n:d ::= n:e" {
		t.Errorf("with words of operators: %s", got)
	}
}

// TestPlaces: tokens stand where they are written.
func TestPlaces(t *testing.T) {
	t.Parallel()
	in := "a ∈ `b` Delta S \"s\" x↘1↖'"
	var got []string
	for _, tok := range lex(in) {
		got = append(got, in[tok.Start:tok.End])
	}
	want := []string{"a", "∈", "`b`", "Delta S", `"s"`, "x↘1↖'", ""}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestBad: what no token begins with is an error where it stands, and what is behind is read.
func TestBad(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in, message string
		at          int
		rest        string
	}{
		{"a \xe9 b", "the byte 0xe9 is not UTF-8", 2, "n:b"},
		{"\"a\xe9\" b", "the byte 0xe9 is not UTF-8", 2, "n:b"},
		{"`a\xe9` b", "the byte 0xe9 is not UTF-8", 2, "n:b"},
		{"x \"a\nb", "the string does not end on its line", 2, "n:a ↵ n:b"},
		{"x `a b`", "expected a name without blanks, and a backquote behind it", 2, ""},
		{"x = Δ", "expected the name of a schema behind Δ", 4, ""},
		{"Xi 1", "expected the name of a schema behind Ξ", 0, "#1"},
	} {
		toks := lex(c.in)
		i := slices.IndexFunc(toks, func(t tokens.Token) bool { return t.Kind == tokens.Bad })
		if i < 0 || toks[i].Text != c.message || toks[i].Start != c.at {
			t.Errorf("%q: %s", c.in, tokenstest.Shown(toks))
			continue
		}
		if got := tokenstest.Shown(toks[i+1:]); !strings.HasPrefix(got, c.rest) {
			t.Errorf("%q: behind the error %s, want %s", c.in, got, c.rest)
		}
	}
	for part, want := range map[string]int{"aé∈": -1, "é\xff": 2, "\xc3": 0, "\ufffd": -1} {
		if got := plain.BadByte(part); got != want {
			t.Errorf("the bad byte of %q is at %d, want %d", part, got, want)
		}
	}
}

// TestDeclaredNames: words of the notation are names where a document in Unicode declares them.
func TestDeclaredNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, names, read string }{
		{"│ id : ℕ", "id", "│ n:id : ℕ"},
		{"│ id, end : ℕ", "end id", "│ n:id , n:end : ℕ"},
		{"[bag]", "bag", "[ n:bag ]"},
		{"T ::= where | end⟪ℕ⟫ | axiom", "axiom end where", "n:T ::= n:where | n:end ⟪ ℕ ⟫ | n:axiom"},
		{"union == 1", "union", "n:union == #1"},
		{"inv[X] == X", "inv", "n:inv [ n:X ] == n:X"},
		{"┌─ schema ─\n│ x : ℕ", "schema", "┌ n:schema ↵ │ n:x : ℕ"},
		{"⊢? a union b ∈ id c", "", "⊢? n:a ∪ n:b ∈ id n:c"},
		{"⊢? S[N := 1, prefix := 2] ∈ f", "", "⊢? n:S [ ℕ : = #1 , prefix : = #2 ] ∈ n:f"},
		{"axiom\n end : ℕ\nend", "", "axiom ↵ end : ℕ ↵ end"},
	} {
		toks := lex(c.in)
		declared := map[string]bool{}
		plain.DeclaredNames(c.in, toks, declared)
		var names []string
		for n := range declared {
			names = append(names, n)
		}
		slices.Sort(names)
		plain.NameWords(c.in, toks, declared)
		if got := strings.Join(names, " "); got != c.names || tokenstest.Shown(toks) != c.read {
			t.Errorf("%s: names %q, want %q; read %s, want %s", c.in, got, c.names, tokenstest.Shown(toks), c.read)
		}
	}
}

func TestNamesIn(t *testing.T) {
	t.Parallel()
	id := func(n string) zed.Ident { return zed.Ident{Name: n} }
	text := func(n string) zed.Text { return zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{id(n), id("x")}}}} }
	got := map[string]bool{}
	plain.NamesIn([]zed.Paragraph{
		&zed.Given{Names: []zed.Ident{id("bag"), id("Y")}},
		&zed.Free{Name: id("end"), Branches: []zed.Branch{{Name: id("where")}}},
		&zed.Define{Name: id("inv"), Value: &zed.Schema{Text: text("union")}},
		&zed.Axiom{Text: text("id")},
	}, got)
	want := map[string]bool{"bag": true, "end": true, "where": true, "inv": true, "union": true, "id": true}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestUnicode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"x in y": false, "x ∈ y": true, "straße": false, "│ x": true, "": false} {
		if got := plain.UnicodeNotation(text); got != want {
			t.Errorf("%q is Unicode: %v", text, got)
		}
	}
	for file, want := range map[string]bool{"a.zed8": true, "a.utf8": true, "a.zed": false} {
		if got := plain.UnicodeFile(file, "x in y"); got != want {
			t.Errorf("%s is Unicode: %v", file, got)
		}
	}
}

// FuzzLex: the tokens of any text lie in it one behind the other, what lies between them is
// blank, a line or a comment, and a name or symbol is what is written there.
func FuzzLex(f *testing.F) {
	f.Add("x? notin ran list % c\n\"s\" `n` ℕ₁ x↘1↖ R↗+↙ ∄ Delta S")
	f.Add("\xe9 \"\xe9\" `\xe9` ≫ >= ⁀/ \\input{f}")
	f.Fuzz(func(t *testing.T, in string) {
		toks := lex(in, "++", "⊞⊞")
		if bad := tokenstest.Misplaced(toks, len(in)); bad != nil {
			t.Fatalf("%q: misplaced %+v", in, *bad)
		}
		if last := toks[len(toks)-1]; last.Kind != tokens.End || last.Start != len(in) {
			t.Fatalf("%q: ends with %+v", in, last)
		}
		for _, tok := range toks {
			switch written := in[tok.Start:tok.End]; {
			case tok.Kind == tokens.Number && tok.Text != written,
				tok.Kind == tokens.Symbol && tok.Text == "", tok.Kind == tokens.Name && tok.Text == "",
				tok.Kind == tokens.Symbol && tok.Start == tok.End:
				t.Fatalf("%q: %q is read as %+v", in, written, tok)
			}
		}
	})
}
