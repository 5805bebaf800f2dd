package zed_test

import (
	"flag"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

var update = flag.Bool("update", false, "rewrite the golden documents")

var notations = []struct {
	name, file string
	notation   zed.Notation
}{
	{"unicode", "out.zed", zed.Unicode},
	{"ascii", "out.ascii.zed", zed.ASCII},
	{"latex", "out.tex", zed.LaTeX},
}

// bySyntax compares trees apart from their spans, and numbers by value.
var bySyntax = cmp.Options{
	cmp.Comparer(func(a, b source.Span) bool { return true }),
	cmp.Comparer(func(a, b *big.Int) bool { return a.Cmp(b) == 0 }),
}

// TestGoldenDocuments prints each document of testdata/print in the three
// notations: they read back as the same paragraphs, and their lines fit a page.
func TestGoldenDocuments(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "print", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden documents: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			golden(t, file)
		})
	}
}

// golden checks one file, whose first part is the document.
func golden(t *testing.T, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a := txtar.Parse(data)
	doc := read(t, a.Files[0].Name, string(a.Files[0].Data))
	want := map[string]string{}
	for _, f := range a.Files[1:] {
		want[f.Name] = string(f.Data)
	}
	a.Files = a.Files[:1]
	for _, n := range notations {
		a.Files = append(a.Files, txtar.File{Name: n.name, Data: []byte(zed.PrintText(doc, n.notation))})
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i, n := range notations {
		got := string(a.Files[i+1].Data)
		if d := cmp.Diff(want[n.name], got); d != "" && !*update {
			t.Errorf("%s:\n%s", n.name, d)
		}
		if d := cmp.Diff(doc, read(t, n.file, got), bySyntax); d != "" {
			t.Errorf("%s: read back as something else:\n%s\n%s", n.name, got, d)
		}
		for _, line := range strings.Split(got, "\n") {
			if utf8.RuneCountInString(line) > 90 {
				t.Errorf("%s: the line is longer than a page is wide:\n%s", n.name, line)
			}
		}
	}
}

func read(t *testing.T, name, data string) []zed.Paragraph {
	t.Helper()
	ps, err := parse.Document(source.NewFile(name, data).Whole())
	if err != nil {
		t.Fatalf("%s:\n%s\n%v", name, data, err)
	}
	return ps
}

// BenchmarkPrintText prints a document of some 4,000 lines in each notation.
func BenchmarkPrintText(b *testing.B) {
	data, err := os.ReadFile(filepath.Join("testdata", "print", "library.txtar"))
	if err != nil {
		b.Fatal(err)
	}
	doc, err := parse.Document(source.NewFile("in.zed", string(txtar.Parse(data).Files[0].Data)).Whole())
	if err != nil {
		b.Fatal(err)
	}
	var ps []zed.Paragraph
	for range 40 {
		ps = append(ps, doc...)
	}
	for _, n := range notations {
		b.Run(n.name, func(b *testing.B) {
			for b.Loop() {
				zed.PrintText(ps, n.notation)
			}
		})
	}
}
