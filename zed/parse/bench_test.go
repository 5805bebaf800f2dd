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
