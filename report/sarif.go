package report

import (
	"io"
	"net/url"
	"strings"

	"github.com/ttf-int/ttf-int/source"
)

// The parts of SARIF 2.1.0 (Static Analysis Results Interchange Format) that are written.
type (
	sarif struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
		ColumnKind  string            `json:"columnKind"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string      `json:"id"`
		Short sarifText   `json:"shortDescription"`
		Level sarifConfig `json:"defaultConfiguration"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		Successful bool          `json:"executionSuccessful"`
		Notes      []sarifNotice `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotice struct {
		Message sarifText `json:"message"`
		Level   string    `json:"level"`
	}
	sarifResult struct {
		Rule    string          `json:"ruleId"`
		Index   int             `json:"ruleIndex"`
		Level   string          `json:"level"`
		Message sarifText       `json:"message"`
		At      []sarifLocation `json:"locations"`
		Related []sarifLocation `json:"relatedLocations,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

// sarifRules are what validate finds, in the order of their indices.
var sarifRules = []sarifRule{
	{"specification", sarifText{"The specifications are wrong"}, sarifConfig{"error"}},
	{"claim", sarifText{"Something is wrong between specifications that are well formed"}, sarifConfig{"warning"}},
	{"note", sarifText{"What is worth knowing about the specifications"}, sarifConfig{"note"}},
}

// mostSARIF is how many results are written: GitHub shows no more of a file.
const mostSARIF = 5000

// writeSARIF writes what was found about specifications as SARIF.
func writeSARIF(w io.Writer, v Validation) error {
	run := sarifRun{Tool: sarifTool{sarifDriver{"ttf-int", v.Tool, sarifRules}}, Results: []sarifResult{},
		ColumnKind: "unicodeCodePoints"}
	var errs source.Errors
	errs.Add(v.Found)
	add := func(rule int, text string, at source.Pos, end source.Pos, related []source.Note) {
		r := sarifResult{Rule: sarifRules[rule].ID, Index: rule, Level: sarifRules[rule].Level.Level,
			Message: sarifText{cleanText(clip(text, maxQuoted), true)}, At: []sarifLocation{v.locate(at, end)}}
		for _, n := range related {
			one := v.locate(n.Pos, source.Pos{})
			one.Message = &sarifText{cleanText(n.Msg, true)}
			r.Related = append(r.Related, one)
		}
		run.Results = append(run.Results, r)
	}
	for _, e := range errs {
		add(0, e.Msg, e.Pos, e.End, e.Related)
	}
	for _, severity := range []Severity{Warning, Info} {
		for _, r := range Remarks(v.Notes, v.Claims) {
			switch {
			case r.Severity != severity:
			case severity == Warning:
				add(1, r.Text, r.Span.Pos(), r.Span.EndPos(), nil)
			default:
				add(2, r.Text, r.Span.Pos(), r.Span.EndPos(), nil)
			}
		}
	}
	done := sarifInvocation{Successful: true}
	if n := len(run.Results) - mostSARIF; n > 0 {
		run.Results = run.Results[:mostSARIF]
		done.Notes = []sarifNotice{{sarifText{formatCount(n, "more result") + " left out"}, "warning"}}
	}
	run.Invocations = []sarifInvocation{done}
	return WriteDocument(w, sarif{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// locate returns a place as a location; what has none is shown at the project's file, since a result without
// a location is shown nowhere.
func (v Validation) locate(at, end source.Pos) sarifLocation {
	if at.File == nil || at.Line < 1 {
		return sarifLocation{Physical: sarifPhysical{sarifArtifact{uri(v.Folder + "ttf-int.yaml")},
			&sarifRegion{StartLine: 1}}}
	}
	region := &sarifRegion{StartLine: at.Line, StartColumn: max(0, at.Column)}
	if at.Column > 0 && end.File == at.File && (end.Line > at.Line || end.Line == at.Line && end.Column >= at.Column) &&
		end.Column > 0 {
		region.EndLine, region.EndColumn = end.Line, end.Column
	}
	name := at.File.Name
	if !strings.HasPrefix(name, "/") {
		name = v.Folder + name
	}
	return sarifLocation{Physical: sarifPhysical{sarifArtifact{uri(name)}, region}}
}

// uri returns the name of a file as a reference that URIs may have.
func uri(name string) string {
	u := url.URL{Path: name}
	return u.String()
}
