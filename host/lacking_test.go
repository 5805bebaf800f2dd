package host

import (
	"strings"
	"testing"
)

// TestLacking: a constant that a program does not have is said of an output only where another one seems to stand in
// its place.
func TestLacking(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		constants, names string
		output           bool
		want             string
	}{
		{"ok busy", "ok busy", true, ""},
		{"ok busy", "ok", true, ""},
		{"ok busy", "ok", false, "it has no value for the constant busy of R"},
		{"ok", "ok full lost", true, ""},
		{"ok busy", "ok bussy", true, `bussy is not a constant of R: did you mean "busy"?`},
		{"ok busy", "ok occupied", true, "occupied is not a constant of R, and the program has no value for busy"},
		{"ok busy", "ok occupied lost", true, ""},
		{"ok busy full", "", false, ""},
	} {
		got := explainLacking(strings.Fields(test.constants), strings.Fields(test.names), "R", test.output)
		if got != test.want {
			t.Errorf("%s in the place of %s: %q, want %q", test.names, test.constants, got, test.want)
		}
	}
}
