package sut

import (
	"fmt"
	"strings"
)

// maxText is how many bytes of what a panic or an error says are sent.
const maxText = 64 << 10

// clip returns the beginning of a text that a unit made, and how much is left out: what a
// unit panics with must not be too large for a message, which would be taken for a fault
// of the adapter.
func clip(text string) string {
	if len(text) <= maxText {
		return text
	}
	return fmt.Sprintf("%s\n[cut: %d bytes left out]", strings.ToValidUTF8(text[:maxText], ""), len(text)-maxText)
}
