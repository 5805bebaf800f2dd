package iso_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse/iso"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/tokens/tokenstest"
)

func TestIsDelimited(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{
		"─ [A] └": true, "\u2028[A]\u2029": true, "╷ x : A └": true, "prose\n  ─ [A]\n": true, "\uFEFF─ [A]": true,
		"": false, "[A]": false, "┌─ S ──\n│ x : A\n└──": false, "────────\nA == 1": false, "A == 1 ── B": false,
	} {
		if got := iso.IsDelimited(in); got != want {
			t.Errorf("%q is delimited: %v", in, got)
		}
	}
}

// printChunks returns the chunks of a document, one a line.
func printChunks(d pieces.Document) string {
	var lines []string
	for _, c := range d.Chunks {
		kind := map[bool]string{true: "several: "}[c.Several]
		lines = append(lines, kind+tokenstest.Shown(c.Toks))
	}
	return strings.Join(lines, "\n")
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want, left string }{
		{"─ [A]\nB == 1 └", "several: [ n:A ] ↵ n:B == #1", "map[]"},
		{"some prose\n\u2028[A]\u2029 more\nand more", "several: [ n:A ]", "map[prose:3]"},
		{"╷ x : A\n├ x = x └", "╒ n:x : n:A ↵ ├ n:x = n:x └", "map[]"},
		{"┌ S\n x : A └", "┌ n:S ↵ n:x : n:A └", "map[]"},
		{"┌═[X] S\n x : X └", "┌ [ n:X ] n:S ↵ n:x : n:X └", "map[]"},
		{"─ └ ─\n└", "", "map[]"},
		{"─ [A] └ ├ proof └ ─ theorem a ⊢ b └ ─ theorem c d └", "several: [ n:A ]\nseveral: n:theorem n:a ⊢? n:b",
			"map[]"},
		{"╷ x : A | 《 disabled rule one 》 x = 1 └", "╒ n:x : n:A | n:x = #1 └", "map[]"},
		{"─ a ++ b └", "several: n:a ++ n:b", "map[]"},
	} {
		d := iso.Read(source.NewFile("f", c.in).Whole(), map[string]bool{"++": true})
		if got := printChunks(d); got != c.want || fmt.Sprint(d.Unread) != c.left {
			t.Errorf("%s:\n%s\nleft %v, want\n%s\nleft %s", c.in, got, d.Unread, c.want, c.left)
		}
		for _, chunk := range d.Chunks {
			if !chunk.Marked || chunk.Latex {
				t.Errorf("%s: %+v", c.in, chunk)
			}
		}
	}
}

// TestSkips: proofs and theorems that belong to a prover are noted where they begin.
func TestSkips(t *testing.T) {
	t.Parallel()
	d := iso.Read(source.NewFile("f", "─ [A] └\n├ proof └\n─ theorem c d └").Whole(), nil)
	var got []string
	for _, s := range d.Skips {
		got = append(got, fmt.Sprintf("%d:%d %s", s.At.Pos().Line, s.At.Pos().Column, s.Kind))
	}
	if s := strings.Join(got, ", "); s != "2:1 proof, 3:1 theorem" {
		t.Error(s)
	}
}

// TestNoEnd: a paragraph without its end is an error where it begins, and what is behind it is
// kept for its names.
func TestNoEnd(t *testing.T) {
	t.Parallel()
	d := iso.Read(source.NewFile("f", "─ [A] └\n┌ S x : A").Whole(), nil)
	if got, want := printChunks(d),
		"several: [ n:A ]\nbad:expected the end of the paragraph, └, found the end of the text n:S n:x : n:A"; got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	if at := d.Chunks[1].Toks[0].Start; at != len("─ [A] └\n") {
		t.Errorf("the error is at %d", at)
	}
}

// FuzzRead: whatever the text, the tokens of each chunk lie in it, and end with one end.
func FuzzRead(f *testing.F) {
	f.Add("─ [A] └ prose ╷ x : A | x = x └ ┌═[X] S\n y : X └ ├ x")
	f.Add("\u2028《 rule \u2029┕┍ ☒ theorem └")
	f.Fuzz(func(t *testing.T, in string) {
		for _, c := range iso.Read(source.NewFile("f", in).Whole(), nil).Chunks {
			if bad := tokenstest.Misplaced(c.Toks, len(in)); bad != nil {
				t.Fatalf("%q: misplaced %+v in %+v", in, *bad, c.Toks)
			}
			for i, tok := range c.Toks {
				if (tok.Kind == 0) != (i == len(c.Toks)-1) {
					t.Fatalf("%q: an end at %d of %d", in, i, len(c.Toks))
				}
			}
		}
	})
}
