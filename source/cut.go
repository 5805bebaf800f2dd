package source

import (
	"fmt"
	"strings"
)

// markRoom is how many bytes the mark of a cut takes at most.
const markRoom = 64

// Cut returns a text of at most limit bytes, which are some hundreds at least: the text
// itself, or its beginning and its end with a mark between them that says how much is
// left out.
func Cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	half := (limit - markRoom) / 2
	begin, end := strings.ToValidUTF8(text[:half], ""), strings.ToValidUTF8(text[len(text)-half:], "")
	return fmt.Sprintf("%s\n[cut: %d bytes left out]\n%s", begin, len(text)-2*half, end)
}
