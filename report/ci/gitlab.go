package ci

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
)

// issue is an element of a code quality report of GitLab, which is a list of them.
type issue struct {
	Description string        `json:"description"`
	Check       string        `json:"check_name"`
	Fingerprint string        `json:"fingerprint"` // the same in each run, so that GitLab tells new ones
	Severity    string        `json:"severity"`
	Location    issueLocation `json:"location"`
}

type issueLocation struct {
	Path  string     `json:"path"`
	Lines issueLines `json:"lines"`
}

type issueLines struct {
	Begin int `json:"begin"`
}

// projectFile is where what has no place of its own is shown, since an issue needs one.
const projectFile = "ttf-int.yaml"

// mostDescription is how many bytes of a description are written: GitLab shows it in one line.
const mostDescription = 1 << 10

// writeCodeQuality writes what is not a pass as a code quality report of GitLab, each at the line that was violated,
// or where the schema of its unit begins.
func writeCodeQuality(w io.Writer, f *report.Finished) error {
	issues := []issue{}
	for _, t := range list(f) {
		if t.Verdict == result.Pass {
			continue
		}
		sum := sha256.Sum256([]byte(f.Run.Project + "\x00" + t.Name + "\x00" + t.Kind))
		at := issueLocation{t.Place.File, issueLines{max(1, t.Place.Line)}}
		if at.Path == "" {
			at = issueLocation{f.Folder + projectFile, issueLines{1}}
		}
		issues = append(issues, issue{
			Description: oneLine(t.Name + ": " + t.Message), Check: checkName(t),
			Fingerprint: hex.EncodeToString(sum[:16]), Severity: severity(t), Location: at,
		})
	}
	return report.WriteDocument(w, issues)
}

// oneLine returns a text in one line that is not too long.
func oneLine(s string) string { return strings.ReplaceAll(source.Cut(s, mostDescription), "\n", " ") }

// checkName returns the kind of what was found.
func checkName(t listed) string {
	if t.Kind != "" {
		return "ttf-int/" + t.Kind
	}
	return "ttf-int/" + string(t.Verdict)
}

// severity returns how much it matters, in GitLab's words: info, minor, major, critical, blocker.
func severity(t listed) string {
	switch {
	case t.suite == report.Machinery:
		return "blocker"
	case t.Excused:
		return "minor"
	case t.Verdict == result.Error:
		return "critical"
	case t.Verdict == result.Fail, t.Verdict == result.Flaky:
		return "major"
	}
	return "minor"
}
