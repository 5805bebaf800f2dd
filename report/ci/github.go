package ci

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
)

// The limits that GitHub puts on a step of a workflow.
const (
	mostAnnotations = 10 // of each kind; it drops the others in silence
	// MostSummary is how many bytes the summary of a step may have: it refuses a larger one whole.
	MostSummary    = 1 << 20
	mostAnnotation = 4 << 10 // bytes of the text of one, which GitHub shows beside a line
)

// WriteAnnotations writes the workflow commands that have GitHub show what is not a pass beside the lines of the
// specifications: an error for what failed, a warning for what was blocked or undecided. Where there are more than
// GitHub shows, the last says how many are left out.
func WriteAnnotations(w io.Writer, f *report.Finished) error {
	var errors, warnings []listed
	for _, t := range list(f) {
		switch {
		case t.Verdict == result.Pass:
		case isFailed(t):
			if t.suite == report.Machinery { // without it nothing else can be believed
				errors = append([]listed{t}, errors...)
			} else {
				errors = append(errors, t)
			}
		default:
			warnings = append(warnings, t)
		}
	}
	for _, kind := range []struct {
		name string
		of   []listed
	}{{"error", errors}, {"warning", warnings}} {
		shown := kind.of
		if len(shown) > mostAnnotations {
			shown = shown[:mostAnnotations-1]
		}
		for _, t := range shown {
			if err := annotate(w, kind.name, t); err != nil {
				return err
			}
		}
		if left := len(kind.of) - len(shown); left > 0 {
			if _, err := fmt.Fprintf(w, "::%s title=ttf-int::%d more are in the summary of the step\n", kind.name,
				left); err != nil {
				return err
			}
		}
	}
	return nil
}

// isFailed tells whether a test has failed as far as the exit code of the run is concerned.
func isFailed(t listed) bool {
	return !t.Excused && (t.Verdict == result.Fail || t.Verdict == result.Error || t.Verdict == result.Flaky)
}

// annotate writes one workflow command.
func annotate(w io.Writer, kind string, t listed) error {
	properties := ""
	if t.Place.File != "" {
		properties = fmt.Sprintf("file=%s,line=%d,", property(t.Place.File), t.Place.Line)
		if t.Place.Column > 0 {
			properties += fmt.Sprintf("col=%d,", t.Place.Column)
		}
	}
	properties += "title=" + property(t.Name)
	text := source.Cut(strings.TrimRight(t.Message+"\n"+t.Text, "\n"), mostAnnotation)
	_, err := fmt.Fprintf(w, "::%s %s::%s\n", kind, properties, data(text))
	return err
}

// data returns a text as the data of a workflow command.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property returns a text as a property of a workflow command.
func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// Summary returns a run as Markdown for the summary of a step: the counts, what is not a pass with what is known of
// it, failures first. It has at most `most` bytes; what has no place is counted.
func Summary(f *report.Finished, most int) string {
	var failed, others []listed
	passed := 0
	for _, t := range list(f) {
		switch {
		case t.Verdict == result.Pass:
			passed++
		case isFailed(t):
			failed = append(failed, t)
		default:
			others = append(others, t)
		}
	}
	sign := "passed"
	switch {
	case len(failed) > 0:
		sign = "FAILED"
	case len(others) > 0:
		sign = "incomplete"
	}
	out := fmt.Sprintf("## %s: %s\n\n| passed | failed | blocked or undecided | seconds |\n|---|---|---|---|\n"+
		"| %d | %d | %d | %.1f |\n", report.Markdown(f.Run.Project), sign, passed, len(failed), len(others),
		f.Run.Seconds)
	for _, line := range report.ListIsolation(f.Run) {
		out += "\nIsolation: " + report.Markdown(line) + "\n"
	}
	if len(out) > most {
		return ""
	}
	const reserve = 100 // for the last line
	var b strings.Builder
	b.WriteString(out)
	all := append(failed, others...)
	for i, t := range all {
		one := describe(t)
		if b.Len()+len(one)+reserve > most {
			if last := fmt.Sprintf("\n%d more are left out: there is no place for them here.\n", len(all)-i); b.Len()+
				len(last) <= most {
				b.WriteString(last)
			}
			break
		}
		b.WriteString(one)
	}
	return b.String()
}

// describe returns one test as Markdown that opens.
func describe(t listed) string {
	title := t.Name + ": " + t.Message
	if t.Place.File != "" {
		title += fmt.Sprintf(" (%s:%d)", t.Place.File, t.Place.Line)
	}
	// In a line that begins with HTML nothing is Markdown.
	out := fmt.Sprintf("\n<details><summary>%s</summary>\n", html.EscapeString(title))
	if t.Text != "" {
		text := source.Cut(t.Text, 4*mostAnnotation)
		fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
		out += "\n" + fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
	}
	return out + "\n</details>\n"
}

// longestRun returns how often a byte stands in a row at most.
func longestRun(s string, of byte) int {
	longest, now := 0, 0
	for i := range len(s) {
		if s[i] != of {
			now = 0
			continue
		}
		now++
		longest = max(longest, now)
	}
	return longest
}
