package bounds

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestIntegers: what words stand for, at the ends of what integers can be too.
func TestIntegers(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][]int64{
		"3": {3}, "-1": {-1}, "0..2": {0, 1, 2}, "-1..1": {-1, 0, 1}, "4..4": {4},
		"9223372036854775806..9223372036854775807":   {math.MaxInt64 - 1, math.MaxInt64},
		"-9223372036854775808..-9223372036854775807": {math.MinInt64, math.MinInt64 + 1},
	} {
		if got, err := integers(word); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, expected %v", word, got, err, want)
		}
	}
	for word, want := range map[string]string{
		"": "not an integer", "x": "not an integer", "1..": "not an integer", "2..1": "has no value",
		"0..65536": "more than 65536", "-9223372036854775808..9223372036854775807": "more than 65536",
		"9223372036854775808": "not an integer",
	} {
		if got, err := integers(word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %d values, %v, expected an error with %q", word, len(got), err, want)
		}
	}
}

// FuzzBounds: no text of a bound is too much, and integers are those between the ends.
func FuzzBounds(f *testing.F) {
	for _, text := range []string{"0..3", "nil, node", `"a, b", "c"`, "1,, 2", "`", ",",
		"-9223372036854775808..9223372036854775807"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, err := split(text)
		if (err == nil) != (len(words) > 0) {
			t.Fatalf("%q: %q, %v", text, words, err)
		}
		for _, w := range words {
			if ns, err := integers(w); err == nil && (len(ns) == 0 || len(ns) > maxValues || !slices.IsSorted(ns)) {
				t.Fatalf("%q stands for %d integers", w, len(ns))
			}
		}
	})
}
