// Package words has functions, and a type that is only there to be sorted.
package words

import "strings"

// ByLength sorts texts.
type ByLength []string

func (b ByLength) Len() int           { return len(b) }
func (b ByLength) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b ByLength) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

// Split returns the words of a text.
func Split(text string) []string { return strings.Fields(text) }

// Join joins words.
func Join(words ...string) string { return strings.Join(words, " ") }

// Last returns the last of some values.
func Last[T any](all []T) (last T, ok bool) {
	if len(all) == 0 {
		return last, false
	}
	return all[len(all)-1], true
}
