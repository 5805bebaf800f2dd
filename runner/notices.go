package runner

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/result"
)

// mostNotices is how many things are said of one kind of a whole run: more than a person
// reads. A program under test can bring about any number of them.
const mostNotices = 200

// notices are what is said of a whole run. They have bounds, whatever a program does.
type notices struct {
	known map[string]bool
	list  []string
	more  int
}

// add says something once that a key stands for.
func (n *notices) add(key, what string) {
	switch {
	case n.known[key]:
	case len(n.list) == mostNotices:
		n.more++
	default:
		if n.known == nil {
			n.known = map[string]bool{}
		}
		n.known[key] = true
		n.list = append(n.list, result.Remark(what))
	}
}

// all returns what was said, sorted, and how often more was to be said.
func (n *notices) all() []string {
	out := slices.Sorted(slices.Values(n.list))
	if n.more > 0 {
		out = append(out, fmt.Sprintf("[cut: %d more like these]", n.more))
	}
	return out
}
