package report

import (
	"io"

	"github.com/ttf-int/ttf-int/plan"
)

// WriteWays writes how operations lead to the states in which cases begin, each in a line.
func WriteWays(w io.Writer, ways []plan.Way, s Style) error {
	p := &printer{w: w}
	rows := [][]string{{"CASE", "STEPS", "WAY"}}
	for _, way := range ways {
		rows = append(rows, []string{way.Case, wayLength(way), wayText(way)})
	}
	if len(ways) == 0 {
		p.writeLine(s.paint(faint, "no case begins in a state"))
		return p.err
	}
	p.writeTable("", rows)
	return p.err
}

// wayLength returns how many steps a way has.
func wayLength(w plan.Way) string {
	if !w.Found {
		return "none"
	}
	return itoa(len(w.Steps))
}

// wayText returns the steps of a way, or why there are none.
func wayText(w plan.Way) string {
	if len(w.Steps) == 0 {
		return cleanText(clip(w.Why, maxQuoted), false)
	}
	text := cleanText(clip(way(w.Steps), maxQuoted), false)
	if !w.Shortest {
		text += " (there may be a shorter one)"
	}
	return text
}

// WriteWaysJSON writes ways as a document.
func WriteWaysJSON(w io.Writer, ways []plan.Way) error {
	return WriteDocument(w, struct {
		APIVersion string     `json:"apiVersion"`
		Kind       string     `json:"kind"`
		Ways       []plan.Way `json:"ways"`
	}{plan.APIVersion, "Ways", fillList(ways)})
}
