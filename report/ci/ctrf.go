package ci

import (
	"io"
	"math"
	"time"

	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
)

// ctrf is a report in the Common Test Report Format.
type ctrf struct {
	Format      string      `json:"reportFormat"`
	Version     string      `json:"specVersion"`
	Timestamp   string      `json:"timestamp,omitempty"`
	GeneratedBy string      `json:"generatedBy"`
	Results     ctrfResults `json:"results"`
}

type ctrfResults struct {
	Tool    ctrfTool    `json:"tool"`
	Summary ctrfSummary `json:"summary"`
	Tests   []ctrfTest  `json:"tests"`
	Extra   *ctrfExtra  `json:"extra,omitempty"`
}

// ctrfExtra says what the format has no place for.
type ctrfExtra struct {
	Isolation []string `json:"isolation"` // what kept the programs apart
}

type ctrfTool struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

type ctrfSummary struct {
	Tests    int   `json:"tests"`
	Passed   int   `json:"passed"`
	Failed   int   `json:"failed"`
	Skipped  int   `json:"skipped"`
	Pending  int   `json:"pending"`
	Other    int   `json:"other"`
	Flaky    int   `json:"flaky,omitempty"`
	Suites   int   `json:"suites"`
	Start    int64 `json:"start"`
	Stop     int64 `json:"stop"`
	Duration int64 `json:"duration"`
}

type ctrfTest struct {
	ID       string         `json:"testId"`
	Name     string         `json:"name"`
	Status   string         `json:"status"`
	Raw      string         `json:"rawStatus"`
	Duration int64          `json:"duration"` // milliseconds, as all times
	Retries  int            `json:"retries,omitempty"`
	Flaky    bool           `json:"flaky,omitempty"`
	Suite    []string       `json:"suite"`
	Message  string         `json:"message,omitempty"`
	Trace    string         `json:"trace,omitempty"`
	File     string         `json:"filePath,omitempty"`
	Line     int            `json:"line,omitempty"`
	Stdout   []string       `json:"stdout,omitempty"`
	Stderr   []string       `json:"stderr,omitempty"`
	Extra    map[string]any `json:"extra,omitempty"`
}

// ctrfStatuses are the statuses of CTRF for verdicts. What could not be run is skipped; what ran without a verdict
// is "other".
var ctrfStatuses = map[result.Verdict]string{
	result.Pass: "passed", result.Fail: "failed", result.Error: "failed", result.Blocked: "skipped",
	result.Undecided: "other", result.Flaky: "failed",
}

// writeCTRF writes a run in the Common Test Report Format.
func writeCTRF(w io.Writer, f *report.Finished) error {
	doc := ctrf{Format: "CTRF", Version: "1.0.0", GeneratedBy: "ttf-int",
		Results: ctrfResults{Tool: ctrfTool{"ttf-int", f.Run.Tool}, Tests: []ctrfTest{}}}
	if isolation := report.ListIsolation(f.Run); len(isolation) > 0 {
		doc.Results.Extra = &ctrfExtra{isolation}
	}
	s := &doc.Results.Summary
	if started, err := time.Parse(time.RFC3339Nano, f.Run.Started); err == nil {
		doc.Timestamp = started.UTC().Format(time.RFC3339)
		s.Start = started.UnixMilli()
	}
	s.Duration = inMilliseconds(f.Run.Seconds)
	s.Stop = s.Start + s.Duration
	suites := map[string]bool{}
	for _, t := range list(f) {
		one := ctrfTest{ID: t.Name, Name: t.Name, Status: ctrfStatuses[t.Verdict], Raw: string(t.Verdict),
			Duration: inMilliseconds(t.Seconds), Suite: []string{f.Run.Project, t.suite}, Message: t.Message,
			Trace: t.Text, File: t.Place.File, Line: t.Place.Line}
		if t.Excused {
			one.Status = "skipped"
			if t.Verdict == result.Flaky {
				one.Status = "passed"
			}
		}
		one.Flaky, one.Retries = t.Verdict == result.Flaky, max(0, len(t.Attempts)-1)
		s.Flaky += count(one.Flaky)
		if t.Name == "" {
			one.ID, one.Name = "?", "?"
		}
		if t.Stdout != "" {
			one.Stdout = []string{t.Stdout}
		}
		if t.Stderr != "" {
			one.Stderr = []string{t.Stderr}
		}
		if t.Kind != "" || t.Replay != "" {
			one.Extra = map[string]any{"class": t.Kind, "replay": t.Replay}
		}
		doc.Results.Tests = append(doc.Results.Tests, one)
		suites[t.suite] = true
		s.Tests++
		switch one.Status {
		case "passed":
			s.Passed++
		case "failed":
			s.Failed++
		case "skipped":
			s.Skipped++
		default:
			s.Other++
		}
	}
	s.Suites = len(suites)
	return report.WriteDocument(w, doc)
}

// inMilliseconds returns a time in whole milliseconds.
func inMilliseconds(seconds float64) int64 { return int64(math.Round(1000 * seconds)) }

// count returns 1 for what is to be counted, and 0 for what is not.
func count(it bool) int {
	if it {
		return 1
	}
	return 0
}
