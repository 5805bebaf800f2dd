package report

import (
	"cmp"
	"slices"
	"strings"
)

// compareNatural compares names as people order them: numbers in them by their value, so that U_2
// precedes U_10.
func compareNatural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		m, n := countDigits(x), countDigits(y)
		if m == 0 || n == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		i, j := strings.TrimLeft(x[:m], "0"), strings.TrimLeft(y[:n], "0")
		if c := cmp.Or(cmp.Compare(len(i), len(j)), strings.Compare(i, j)); c != 0 {
			return c
		}
		x, y = x[m:], y[n:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

// countDigits returns with how many digits a text begins.
func countDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// sortNames returns the names in their natural order, and never nil.
func sortNames(names []string) []string {
	out := slices.Clone(fillList(names))
	slices.SortStableFunc(out, compareNatural)
	return out
}
