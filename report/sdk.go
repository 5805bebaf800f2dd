package report

import (
	"cmp"
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/sut/conformance"
)

// WriteCheck writes what came of a check of an SDK: a line, and below it what was wrong.
func WriteCheck(w io.Writer, o conformance.Outcome, s Style) error {
	verdict := s.paint(green, "ok   ")
	switch {
	case o.Wrong != "":
		verdict = s.paint(red, "WRONG")
	case o.Lacks != "":
		verdict = s.paint(yellow, "lacks")
	}
	_, err := fmt.Fprintf(w, "%s  %-14s  %s\n", verdict, o.Check, s.paint(faint, o.About))
	if err != nil || o.Wrong+o.Lacks == "" {
		return err
	}
	_, err = fmt.Fprintf(w, "       %s\n", cleanText(clip(cmp.Or(o.Wrong, o.Lacks), maxQuoted), false))
	return err
}
