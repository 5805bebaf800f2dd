package pieces_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
)

func TestLinesOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 0, "\n\n": 0, "a": 1, "a\nb\n": 2, " \n--- \n1": 1, "é\r\n": 1,
		"%\n": 0} {
		if got := pieces.LinesOf(text); got != want {
			t.Errorf("%q says something in %d lines, want %d", text, got, want)
		}
	}
}

func TestLeave(t *testing.T) {
	t.Parallel()
	var d pieces.Document
	d.Leave("prose", 2)
	d.Leave("verbatim", 1)
	d.Leave("prose", 3)
	if got := fmt.Sprint(d.Unread); got != "map[prose:5 verbatim:1]" {
		t.Errorf("not read: %s", got)
	}
}

// TestSkipped: one passage is named, several are counted by kind, at the first of them.
func TestSkipped(t *testing.T) {
	t.Parallel()
	text := source.NewFile("f", "one two three four").Whole()
	skip := func(at int, kind string) pieces.Skip {
		return pieces.Skip{At: text.Span(at, at+1), Kind: kind, Text: "the " + kind + " is skipped"}
	}
	for _, c := range []struct {
		skips []pieces.Skip
		want  string
	}{
		{nil, ""},
		{[]pieces.Skip{skip(4, "proof")}, "5: the proof is skipped"},
		{[]pieces.Skip{skip(4, "proof"), skip(8, "theorem"), skip(10, "proof"), skip(14, "proof")},
			"5: 4 passages are skipped, the first of them here: 3 proof, 1 theorem"},
	} {
		var got []string
		for _, n := range (pieces.Document{Skips: c.skips}).SkipNotes() {
			got = append(got, fmt.Sprintf("%d: %s", n.Span.Pos().Column, n.Text))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s, want %s", s, c.want)
		}
	}
}

// TestUndoing: paragraphs are taken back by number, or back to the last that introduces a name.
func TestUndoing(t *testing.T) {
	t.Parallel()
	id := func(n string) zed.Ident { return zed.Ident{Name: n} }
	all := []zed.Paragraph{
		&zed.Given{Names: []zed.Ident{id("A"), id("B")}},
		&zed.Define{Name: id("S")},
		&zed.Free{Name: id("T"), Branches: []zed.Branch{{Name: id("t")}}},
		&zed.Axiom{Text: zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{id("x"), id("y")}}}}},
		&zed.Conjecture{Name: "C"},
		&zed.Define{Name: id("S")},
		&zed.Template{},
	}
	for _, c := range []struct {
		undo pieces.Undoing
		want int
	}{
		{pieces.Undoing{}, 7}, {pieces.Undoing{Count: 1}, 6}, {pieces.Undoing{Count: 6}, 1},
		{pieces.Undoing{Count: 99}, 0}, {pieces.Undoing{All: true}, 0},
		{pieces.Undoing{Back: "S"}, 6}, {pieces.Undoing{Back: "S", Through: true}, 5},
		{pieces.Undoing{Back: "C"}, 5}, {pieces.Undoing{Back: "C", Through: true}, 4},
		{pieces.Undoing{Back: "y"}, 4}, {pieces.Undoing{Back: "x", Through: true}, 3},
		{pieces.Undoing{Back: "T"}, 3}, {pieces.Undoing{Back: "t"}, 7},
		{pieces.Undoing{Back: "B"}, 1}, {pieces.Undoing{Back: "A", Through: true}, 0},
		{pieces.Undoing{Back: "nothing"}, 7},
	} {
		if got := len(c.undo.Apply(all)); got != c.want {
			t.Errorf("%+v leaves %d paragraphs, want %d", c.undo, got, c.want)
		}
	}
}
