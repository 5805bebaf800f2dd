package planner

import (
	"fmt"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// maxJoinedShown is how many bytes of a predicate a note shows.
const maxJoinedShown = 120

// noteJoined notes which alternatives of a unit are not told apart, since there would be too many
// together with those of its other conjuncts.
func noteJoined(u *spec.Unit) []parse.Note {
	if len(u.Op.Joined) == 0 {
		return nil
	}
	shown := zed.Print(u.Op.Joined[0], zed.Unicode)
	if letters := []rune(shown); len(letters) > maxJoinedShown {
		shown = string(letters[:maxJoinedShown]) + "…"
	}
	more := ""
	if n := len(u.Op.Joined) - 1; n > 0 {
		more = fmt.Sprintf(", nor those of %d other conjuncts", n)
		if n == 1 {
			more = ", nor those of 1 other conjunct"
		}
	}
	return []parse.Note{{Span: u.At, Text: fmt.Sprintf(
		"%s would have more than %d disjuncts: the alternatives of %s are not told apart%s", u.Name,
		schema.MaxDisjuncts, shown, more)}}
}
