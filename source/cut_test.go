package source_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/source"
)

// FuzzCut: a text that was cut fits, is text where it was, begins and ends as it did,
// and is not cut again.
func FuzzCut(f *testing.F) {
	for _, s := range []string{"", "short", strings.Repeat("é", 300), strings.Repeat("\x00", 1000),
		strings.Repeat("a𝔹", 777)} {
		f.Add(s, uint16(300))
		f.Add(s, uint16(40))
	}
	f.Fuzz(func(t *testing.T, s string, n uint16) {
		limit := max(int(n), len("…"))
		cut := source.Cut(s, limit)
		if len(cut) > limit || utf8.ValidString(s) && !utf8.ValidString(cut) || source.Cut(cut, limit) != cut {
			t.Errorf("%q of %d bytes at %d: %d bytes", s, len(s), limit, len(cut))
		}
		if len(s) <= limit && cut != s {
			t.Errorf("%q became %q", s, cut)
		}
	})
}
