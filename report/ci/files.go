package ci

import "github.com/ttf-int/ttf-int/report"

// Files are the reports for CI systems that run writes to files, besides those of package report.
var Files = []report.File{
	{
		Flag: "ctrf", Usage: "write a CTRF report (Common Test Report Format, JSON) to `FILE`",
		Parts: []report.Part{{Write: writeCTRF}},
	},
	{
		Flag: "tap", Usage: "write TAP (Test Anything Protocol, version 14) to `FILE`",
		Parts: []report.Part{{Write: writeTAP}},
	},
	{
		Flag: "code-quality", Usage: "write what failed as a code quality report of GitLab to `FILE`",
		Parts: []report.Part{{Write: writeCodeQuality}},
	},
}

// listed are the tests of a run, each with its suite.
type listed struct {
	report.Test
	suite string
}

// list returns the tests of a run in order.
func list(f *report.Finished) []listed {
	var out []listed
	for _, s := range report.Suites(f.Run, f.Plan) {
		for _, t := range s.Tests {
			if t.Place.File != "" {
				t.Place.File = f.Folder + t.Place.File
			}
			out = append(out, listed{t, s.Name})
		}
	}
	return out
}
