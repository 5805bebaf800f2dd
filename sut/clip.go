package sut

import (
	"fmt"
	"strings"
)

// maxText is how many bytes of the text of a panic or an error are sent.
const maxText = 64 << 10

// clip returns the beginning of a text that a unit made, with a note about how much is
// left out. Otherwise the text of a panic could be too large for a message, which would
// look like a fault of the adapter.
func clip(text string) string {
	if len(text) <= maxText {
		return text
	}
	return fmt.Sprintf("%s\n[cut: %d bytes left out]", strings.ToValidUTF8(text[:maxText], ""), len(text)-maxText)
}

// textOf returns the text of the value of a panic. Package fmt recovers where the value
// panics when it is asked for its text, but not where the value of that panic does so too.
func textOf(panicked any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("a value of type %T, which cannot be shown", panicked)
		}
	}()
	return fmt.Sprint(panicked)
}
