package runner

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/result"
)

// mostNotices is the largest number of notices of one kind about a whole run. It is
// needed because a program under test can cause any number of them.
const mostNotices = 200

// notices are statements about a whole run. Their number is limited, whatever a program
// does.
type notices struct {
	known map[string]bool
	list  []string
	more  int
}

// add adds a notice, unless there is one with the same key.
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

// sortNotices returns the notices, sorted, and how many more there would have been.
func (n *notices) sortNotices() []string {
	out := slices.Sorted(slices.Values(n.list))
	if n.more > 0 {
		out = append(out, fmt.Sprintf("[cut: %d more like these]", n.more))
	}
	return out
}
