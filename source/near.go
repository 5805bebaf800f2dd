package source

// findNearest returns the candidate most like the given name, or "" where none is
// near enough to be meant: some of it must be the same. Of equally near ones the
// first wins that is as long as the name, as one with two letters in the other order is, and else the first.
func findNearest(name string, candidates []string) string {
	limit := 1 + len([]rune(name))/4
	best, found := limit+1, ""
	for _, c := range candidates {
		a, b := []rune(name), []rune(c)
		d := distance(a, b)
		alike := d == best && found != "" && len(a) == len(b) && len([]rune(found)) != len(a)
		if (d < best || alike) && c != name && d < max(len(a), len(b)) {
			best, found = d, c
		}
	}
	return found
}

// DidYouMean returns `, did you mean "x"?` for the nearest candidate, or "".
func DidYouMean(name string, candidates []string) string {
	if n := findNearest(name, candidates); n != "" {
		return `, did you mean "` + n + `"?`
	}
	return ""
}

// distance returns the optimal string alignment distance: insertions, deletions,
// substitutions and swaps of neighbours.
func distance(a, b []rune) int {
	if len(a) > 64 || len(b) > 64 {
		return max(len(a), len(b))
	}
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
