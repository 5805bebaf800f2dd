package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

// writeFlaky writes the cases of a run that were flaky, with how often they failed.
func writeFlaky(p *printer, run *result.Run, s Style) {
	lines := flakyLines(run)
	if len(lines) == 0 {
		return
	}
	p.writeHeading(s, "Flaky")
	for _, line := range lines {
		p.writeLine("  ", line)
	}
	if run.Retry != nil && run.Retry.Rule == result.FlakyWarn {
		p.writeLine(s.paint(faint, "  they certify nothing, and do not make the run fail (flaky: warn)"))
		return
	}
	p.writeLine(s.paint(faint, "  they certify nothing, and each that is not in quarantine makes the run fail (flaky: fail)"))
}

// flakyLines says of each flaky case of a run, and of all else that is flaky, how often it failed, in this run and in
// earlier ones.
func flakyLines(run *result.Run) []string {
	before := map[string]result.FlakyCase{}
	for _, f := range run.Flaky {
		before[f.Case] = f
	}
	var out []string
	add := func(subject, name string, attempts []result.Attempt) *string {
		line := fmt.Sprintf("%s  failed in %d of %d attempts", cleanText(name, false), result.CountFailed(attempts),
			len(attempts))
		if f := before[subject]; f.Before > 0 {
			if line += "; "; subject != name {
				line += cleanText(subject, false) + " was "
			}
			line += fmt.Sprintf("flaky or failed in %d of %s before", f.Unsteady, formatCount(f.Before, "run"))
		}
		out = append(out, line)
		return &out[len(out)-1]
	}
	for r := range run.All() {
		if r.Verdict != result.Flaky {
			continue
		}
		line := add(cmp.Or(result.SubjectOf(r.Case), r.Case), r.Case, r.Attempts)
		if len(r.Blame) > 0 {
			*line += "; blame " + strings.Join(r.Blame, ", ")
		}
		if r.Quarantine != nil {
			*line += "; " + describeQuarantine(r.Quarantine)
		}
		if r.Support {
			*line += "; support"
		}
	}
	for subject, part := range run.Beside() {
		if strings.HasPrefix(subject, result.DrawnPrefix) {
			continue // drawn cases are results
		}
		for _, one := range part.Unsteady {
			add(subject, one.Name, one.Attempts)
		}
	}
	return out
}

// describeQuarantine says who has put a case into quarantine, and until when.
func describeQuarantine(q *result.Quarantine) string {
	text := "in quarantine until " + q.Until + ", owned by " + cleanText(q.Owner, false)
	if q.Expired {
		text = "its quarantine ended on " + q.Until + ", owned by " + cleanText(q.Owner, false)
	}
	if q.Reason != "" {
		text += ": " + cleanText(q.Reason, false)
	}
	return text
}

// describeAttempt says what came of an attempt in one line.
func describeAttempt(a result.Attempt) string {
	text := string(a.Verdict)
	if a.Class != nil {
		text += " " + string(*a.Class)
	}
	if len(a.Blame) > 0 {
		text += ", blame " + strings.Join(a.Blame, ", ")
	}
	if a.Message != "" {
		text += ": " + cleanText(firstLine(a.Message), false)
	}
	return text
}

// writeAttempts writes what came of each attempt at something, where there were several.
func writeAttempts(p *printer, attempts []result.Attempt) {
	for i, a := range attempts {
		if i == maxListed {
			p.writeLine("  attempts  ", itoa(len(attempts)-i), " more")
			return
		}
		p.writeLine("  attempt   ", itoa(i+1), "  ", describeAttempt(a))
	}
}
