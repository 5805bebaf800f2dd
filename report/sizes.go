package report

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/zed/value"
)

// sizesOf returns the sizes of given types on which a case rests as text; "" where it
// rests on none.
func sizesOf(sizes value.Sizes) string {
	if len(sizes) == 0 {
		return ""
	}
	parts := make([]string, 0, len(sizes))
	for i, name := range sizes.Names() {
		elements := ""
		if i == 0 {
			elements = " elements"
			if sizes[name] == 1 {
				elements = " element"
			}
		}
		parts = append(parts, fmt.Sprintf("%d%s of %s", sizes[name], elements, name))
	}
	return "  (with " + strings.Join(parts, ", ") + ")"
}
