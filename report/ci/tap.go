package ci

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
)

// writeTAP writes a run in the Test Anything Protocol, version 14. What could not be run or judged is skipped with
// the reason. What is known of the others is in YAML whose scalars are written as JSON writes them, so that no text
// ends them or is read as a line of the protocol.
func writeTAP(w io.Writer, f *report.Finished) error {
	var b strings.Builder
	tests := list(f)
	fmt.Fprintf(&b, "TAP version 14\n1..%d\n", len(tests))
	for i, t := range tests {
		if t.suite == report.Machinery {
			fmt.Fprintf(&b, "Bail out! %s\n", escapeTAP(t.Message))
			break
		}
		switch t.Verdict {
		case result.Pass:
			fmt.Fprintf(&b, "ok %d - %s\n", i+1, escapeTAP(t.Name))
			continue
		case result.Flaky:
			if t.Excused {
				fmt.Fprintf(&b, "ok %d - %s\n# %s\n", i+1, escapeTAP(t.Name), escapeTAP(t.Message))
				continue
			}
		case result.Fail, result.Error:
			if t.Excused {
				fmt.Fprintf(&b, "ok %d - %s # SKIP %s\n", i+1, escapeTAP(t.Name), escapeTAP(t.Message))
				continue
			}
		case result.Blocked, result.Undecided:
			fmt.Fprintf(&b, "ok %d - %s # SKIP %s\n", i+1, escapeTAP(t.Name), escapeTAP(t.Message))
			continue
		}
		fmt.Fprintf(&b, "not ok %d - %s\n  ---\n", i+1, escapeTAP(t.Name))
		for _, entry := range [][2]string{{"message", t.Message}, {"class", t.Kind}, {"severity", string(t.Verdict)},
			{"detail", t.Text}, {"stdout", t.Stdout}, {"stderr", t.Stderr}} {
			if entry[1] == "" {
				continue
			}
			text, err := json.Marshal(entry[1])
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "  %s: %s\n", entry[0], text)
		}
		if t.Place.File != "" {
			text, err := json.Marshal(t.Place.File)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "  at:\n    file: %s\n    line: %d\n", text, t.Place.Line)
		}
		fmt.Fprintf(&b, "  duration_ms: %.3f\n  ...\n", 1000*t.Seconds)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// escapeTAP returns a text as a description, in which # begins a directive.
func escapeTAP(s string) string { return strings.NewReplacer(`\`, `\\`, "#", `\#`).Replace(s) }
