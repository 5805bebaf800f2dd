package pairs_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
)

// TestExported: sequences consist of exported operations and of values, whatever the normal forms have, and an object
// that these do not make is counted.
func TestExported(t *testing.T) {
	for _, c := range []struct {
		file, sequence string
		want           string // the first pair
		unbuilt        int
	}{
		{"ring", "create(2).enqueue(1).enqueue(2).dequeue", "(create(2).enqueue(1).enqueue(2).dequeue, create(2).enqueue(2), " +
			"equivalent)", 0},
		{"ring", "create(2).enqueue(1).dequeue.first", "(create(2).enqueue(1).dequeue.first, error, equivalent)", 0},
		{"editor", "create.type(1).type(2).left.type(3)", "(create.type(1).type(2).left.type(3), " +
			"create.type(1).type(3).type(2).left, equivalent)", 0},
		// What is behind the cursor is too long for the search, so a shorter sequence is its own one.
		{"editor", "create.type(1).type(2).type(3).type(4).left.left.left.left.left", "(create.type(1).type(2).type(3).type(4)." +
			"left.left.left.left.left, create.type(1).type(2).type(3).type(4).left.left.left.left, equivalent)", 0},
		{"accounts", `create.open("a").deposit("a", 2).open("b").move("a", "b", 1)`, `(create.open("a").deposit("a", 2).` +
			`open("b").move("a", "b", 1), create.open("a").deposit("a", 1).open("b").deposit("b", 1), equivalent)`, 0},
		{"accounts", `create.open("a").deposit("a", 1).withdraw("a", n)`, `(create.open("a").deposit("a", 1).` +
			`withdraw("a", 2), error, equivalent)`, 1},
	} {
		classes := algebratest.Read(t, c.file+".lobas")
		made, err := newMaker(classes).Make(algebratest.Sequence(t, classes, c.sequence))
		if err != nil || len(made.Pairs) == 0 {
			t.Fatalf("%s: %d pairs, %v", c.sequence, len(made.Pairs), err)
		}
		if got := pairs.Format(made.Pairs[0]); got != c.want {
			t.Errorf("%s: got %s, expected %s", c.sequence, got, c.want)
		}
		if made.Unbuilt != c.unbuilt {
			t.Errorf("%s: of %d no exported operations were found that make a normal form, expected %d", c.sequence,
				made.Unbuilt, c.unbuilt)
		}
	}
}

// TestExportedDrawn: of what is drawn, nothing has an operation that is not exported.
func TestExportedDrawn(t *testing.T) {
	for file, hidden := range map[string][]string{"ring": {".hold", ".capacity"}, "editor": {".pre", ".post"},
		"accounts": {".acc"}} {
		classes := algebratest.Read(t, file+".lobas")
		drawing := pairs.Drawing{Length: 12, Range: 4, Ratio: 2, Biased: true, Differs: true, Seed: 1}
		drawn, err := newMaker(classes).Draw(context.Background(), drawing, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range drawn.Pairs {
			for _, h := range hidden {
				for _, s := range []language.Term{p.First, p.Second, p.Told[0], p.Told[1]} {
					if s != nil && strings.Contains(language.FormatTerm(s, language.LOBAS), h) {
						t.Errorf("%s: %s is not exported: %s", file, h, pairs.Format(p))
					}
				}
			}
		}
	}
}
