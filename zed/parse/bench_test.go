package parse_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed/parse"
)

func BenchmarkDocument(b *testing.B) {
	t := text(strings.Repeat(listASCII, 200))
	b.SetBytes(int64(len(t.Value)))
	for b.Loop() {
		if _, err := parse.Document(t); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLaTeX reads some 4,000 lines.
func BenchmarkLaTeX(b *testing.B) {
	t := tex(strings.Repeat(listTeX, 4000/strings.Count(listTeX, "\n")))
	b.SetBytes(int64(len(t.Value)))
	for b.Loop() {
		if _, err := parse.Document(t); err != nil {
			b.Fatal(err)
		}
	}
}
