package config

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/source"
)

// subjects are the keys that show what a document is about that is not a unit with a schema.
var subjects = []string{"machine", "property", "class", "structure"}

// near are the keys of a unit that are like these.
var near = []string{"calls", "cases", "properties"}

// isMisspelt tells whether a key that shows what a document is about is misspelt, and reports it: all other keys would
// be unknown then.
func isMisspelt(c *collector, n *node) bool {
	if !n.isMap() || slices.ContainsFunc(n.fields, func(f field) bool {
		return slices.Contains(subjects, f.key.yaml.Value)
	}) {
		return false
	}
	for _, f := range n.fields {
		key := f.key.yaml.Value
		hint := source.DidYouMean(key, slices.Concat(subjects, near))
		if slices.Contains(near, key) {
			continue
		}
		for _, s := range subjects {
			if hint == fmt.Sprintf(", did you mean %q?", s) {
				c.fail(f.key.span(), "unknown key %q%s", key, hint)
				isWrong(c, n, s)
				return true
			}
		}
	}
	return false
}
