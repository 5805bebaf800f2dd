package source

import "strings"

// List writes words as a choice between them: "a, b or c".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// FormatExpected says which words were expected where another one is, and which of them may be
// meant by it.
func FormatExpected(got string, words []string) string {
	return "expected " + List(words) + DidYouMean(got, words)
}
