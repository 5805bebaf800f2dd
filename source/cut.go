package source

import (
	"fmt"
	"strings"
)

// markRoom is how many bytes the mark of a cut takes at most.
const markRoom = 64

// Cut returns a text of at most limit bytes, of which there are 3 at least: the text itself,
// or its beginning and its end with a mark between them that says how much is left out;
// where there is no room for these, its beginning with an ellipsis.
func Cut(text string, limit int) string {
	const ellipsis = "…"
	switch {
	case len(text) <= limit:
		return text
	case limit < 2*markRoom:
		return strings.ToValidUTF8(text[:max(0, limit-len(ellipsis))], "") + ellipsis
	}
	half := (limit - markRoom) / 2
	begin, end := strings.ToValidUTF8(text[:half], ""), strings.ToValidUTF8(text[len(text)-half:], "")
	return fmt.Sprintf("%s\n[cut: %d bytes left out]\n%s", begin, len(text)-2*half, end)
}
