package report

import (
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

// ListIsolation returns, in a line each, what kept the programs of a run apart; one that is the same for all of them
// names none.
func ListIsolation(run *result.Run) []string {
	of := map[string][]string{} // programs, by what is said of them
	for _, name := range slices.Sorted(maps.Keys(run.Isolation)) {
		text := run.Isolation[name].String()
		of[text] = append(of[text], name)
	}
	var out []string
	for _, text := range slices.Sorted(maps.Keys(of)) {
		if len(of) > 1 {
			text = strings.Join(of[text], ", ") + ": " + text
		}
		out = append(out, text)
	}
	return out
}

// writeIsolation writes what kept the programs of a run apart.
func writeIsolation(p *printer, run *result.Run) {
	label := "isolation"
	for _, line := range ListIsolation(run) {
		p.writeLine("  ", pad(label, 12), cleanText(line, false))
		label = ""
	}
}
