package report

import (
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/doctor"
)

// stateColours are the colours of what doctor found.
var stateColours = map[doctor.State]colour{doctor.OK: green, doctor.Without: yellow, doctor.Wrong: red}

// Doctor writes what was found of the machine, a line for each thing, and below it what to do.
func Doctor(w io.Writer, all []doctor.Finding, s Style) error {
	width := 0
	for _, f := range all {
		width = max(width, len(f.Name))
	}
	for _, f := range all {
		state := s.paint(stateColours[f.State], fmt.Sprintf("%-7s", f.State))
		if _, err := fmt.Fprintf(w, "%-*s  %s  %s\n", width, f.Name, state, f.Text); err != nil {
			return err
		}
		if f.Next == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%-*s           %s\n", width, "", f.Next); err != nil {
			return err
		}
	}
	return nil
}
