package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string           `xml:"name,attr"`
	Tests      int              `xml:"tests,attr"`
	Failures   int              `xml:"failures,attr"`
	Errors     int              `xml:"errors,attr"`
	Skipped    int              `xml:"skipped,attr"`
	Time       string           `xml:"time,attr"`
	Timestamp  string           `xml:"timestamp,attr,omitempty"`
	Properties *junitProperties `xml:"properties"` // the place of the unit's schema
	Cases      []junitCase      `xml:"testcase"`
	seconds    float64
}

type junitProperties struct {
	Properties []junitProperty `xml:"property"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Name      string        `xml:"name,attr"`
	ClassName string        `xml:"classname,attr"`
	Time      string        `xml:"time,attr"`
	Failure   *junitProblem `xml:"failure,omitempty"`
	Error     *junitProblem `xml:"error,omitempty"`
	// the reason, as text, since jenkins-junit.xsd has no attributes for it
	Skipped   string `xml:"skipped,omitempty"`
	SystemOut string `xml:"system-out,omitempty"`
	SystemErr string `xml:"system-err,omitempty"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a run as JUnit XML with a suite for each unit. Fail is a failure
// and error an error; blocked and undecided cases are skipped with their reasons, and
// so are undecided leaves of the plan and units without a test case. Failures of the
// machinery, and an interruption, are errors in a suite of their own, so that no reader
// takes such a run for a pass. Cases that were run only because others rest on them are
// left out, as in the summary. Names are unique within the file, and the XML is
// well-formed whatever bytes a unit printed.
//
// The document is valid by both schemas that Jenkins has: jenkins-junit.xsd, and
// junit-10.xsd of the xunit plugin. Neither has a place for the file and line of a test
// case; those of the unit's schema, taken from the plan, are properties of its suite.
func writeJUnit(w io.Writer, run *result.Run, pl *plan.Plan) error {
	doc := junitSuites{Name: cleanText(run.Project, false), Time: milliseconds(run.Seconds)}
	index := map[string]int{}
	names := map[string]int{}
	suite := func(unit string) *junitSuite {
		i, ok := index[unit]
		if !ok {
			i = len(doc.Suites)
			index[unit] = i
			doc.Suites = append(doc.Suites, junitSuite{Name: unit, Timestamp: run.Started,
				Properties: placeOf(pl, unit)})
		}
		return &doc.Suites[i]
	}
	for _, r := range run.Results {
		if !r.Support {
			suite(r.Unit).add(junitOf(r, makeUnique(names, r.Case), run.Project), r.Seconds)
		}
	}
	for _, leaf := range run.UndecidedLeaves {
		unit, _, _ := strings.Cut(leaf, "/")
		suite(unit).add(junitCase{Name: makeUnique(names, leaf), ClassName: cleanText(run.Project+"."+unit, false),
			Time: seconds(0),
			Skipped: "undecided: the solver gave up, and nothing was tested here" + explainUndecided(pl, unit,
				leaf)}, 0)
	}
	for _, l := range run.OpenLeaves {
		unit, _, _ := strings.Cut(l.Leaf, "/")
		suite(unit).add(junitCase{Name: makeUnique(names, l.Leaf), ClassName: cleanText(run.Project+"."+unit, false),
			Time:    seconds(0),
			Skipped: cleanText("none in scope: "+l.Reason, false)}, 0)
	}
	for _, u := range run.Untested {
		suite(u.Unit).add(junitCase{Name: makeUnique(names, u.Unit),
			ClassName: cleanText(run.Project+"."+u.Unit, false),
			Time:      seconds(0),
			Skipped:   cleanText("no test case: "+u.Reason, false)}, 0)
	}
	for i := range doc.Suites {
		doc.Suites[i].addDrawn(run)
	}
	for _, m := range run.Machines {
		doc.Suites = append(doc.Suites, machineSuite(run, m, names))
	}
	if len(run.Laws) > 0 {
		doc.Suites = append(doc.Suites, lawSuite(run, names))
	}
	if own := machinerySuite(run, names); own.Tests > 0 {
		doc.Suites = append(doc.Suites, own)
	}
	for i := range doc.Suites {
		suite := &doc.Suites[i]
		suite.Time = milliseconds(suite.seconds)
		doc.Tests += suite.Tests
		doc.Failures += suite.Failures
		doc.Errors += suite.Errors
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// explainUndecided returns the plan's reason for an undecided leaf, after a colon.
func explainUndecided(pl *plan.Plan, unit, leaf string) string {
	u := pl.Unit(unit)
	if u == nil || u.Leaf(leaf) == nil {
		return ""
	}
	return reason(u.Leaf(leaf).Reason)
}

// placeOf returns the place where the schema of a unit is defined; nil where that is
// not known.
func placeOf(pl *plan.Plan, unit string) *junitProperties {
	u := pl.Unit(unit)
	if u == nil {
		return nil
	}
	schema := pl.System.Spec.Schemas[u.Schema]
	if schema == nil || !schema.Span.IsValid() {
		return nil
	}
	at := schema.Span.Pos()
	return &junitProperties{[]junitProperty{{"file", cleanText(at.File.Name, false)}, {"line", itoa(at.Line)}}}
}

// addDrawn adds to the suite of a unit the number of cases that were drawn at random.
func (s *junitSuite) addDrawn(run *result.Run) {
	text := describeMore(run, s.Name)
	if text == "" {
		return
	}
	if s.Properties == nil {
		s.Properties = &junitProperties{}
	}
	s.Properties.Properties = append(s.Properties.Properties, junitProperty{"uniformity", text})
}

// seconds returns the time of a case as text. It may be a few microseconds.
func seconds(s float64) string { return fmt.Sprintf("%.6f", s) }

// milliseconds returns the time of a suite or a run as text. junit-10.xsd allows at
// most three digits after the point there.
func milliseconds(s float64) string { return fmt.Sprintf("%.3f", s) }

// makeUnique returns a name, with a number appended from its second occurrence on.
func makeUnique(seen map[string]int, name string) string {
	seen[name]++
	if n := seen[name]; n > 1 {
		return makeUnique(seen, fmt.Sprintf("%s (%d)", name, n))
	}
	return name
}

func (s *junitSuite) add(c junitCase, took float64) {
	s.Tests++
	s.seconds += took
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != "":
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

func junitOf(r *result.Result, name, project string) junitCase {
	c := junitCase{Name: name, ClassName: cleanText(project+"."+r.Unit, false), Time: seconds(r.Seconds)}
	c.SystemOut, c.SystemErr = cleanText(clip(r.Stdout, maxQuoted), true), cleanText(clip(r.Stderr, maxQuoted), true)
	class := ""
	if r.Class != nil {
		class = string(*r.Class)
	}
	var text strings.Builder
	p := &printer{w: &text}
	p.writeOutcome(r, Style{})
	if r.Replay != "" {
		p.writeLine("  again     ", cleanText(r.Replay, false))
	}
	problem := &junitProblem{Message: headline(r), Type: class, Text: "\n" + text.String()}
	switch r.Verdict {
	case result.Pass:
	case result.Fail:
		c.Failure = problem
	case result.Error:
		c.Error = problem
	default:
		c.Skipped = problem.Message + problem.Text
	}
	return c
}

// headline returns one line that says why a result is not a pass.
func headline(r *result.Result) string {
	parts := []string{string(r.Verdict)}
	if r.Class != nil {
		parts = append(parts, string(*r.Class))
	}
	if len(r.Blame) > 0 {
		parts = append(parts, "blame "+strings.Join(r.Blame, ", "))
	}
	switch {
	case r.Message != "":
		parts = append(parts, cleanText(firstLine(r.Message), false))
	case len(r.Violated) > 0:
		parts = append(parts, "violated "+cleanText(r.Violated[0].Predicate, false))
	}
	return strings.Join(parts, ": ")
}

// machineSuite returns the suite of a machine: one case for all its sequences together,
// and one for each failing sequence that is reported.
func machineSuite(run *result.Run, m *result.Machine, names map[string]int) junitSuite {
	class := cleanText(run.Project+"."+m.Machine, false)
	s := junitSuite{Name: "machine " + m.Machine, Timestamp: run.Started}
	all := junitCase{Name: makeUnique(names, m.Machine), ClassName: class, Time: seconds(m.Seconds),
		SystemOut: machineText(m)}
	if m.Verdict == result.Blocked || m.Verdict == result.Undecided {
		all.Skipped = string(m.Verdict) + ": " + cleanText(firstLine(m.Why), false)
	}
	s.add(all, m.Seconds)
	for _, f := range m.Failures {
		c := junitOf(f.Result, makeUnique(names, f.Result.Case), run.Project)
		c.ClassName = class
		if problem := cmp.Or(c.Failure, c.Error); problem != nil {
			var text strings.Builder
			p := &printer{w: &text}
			p.writeSteps(m, f)
			problem.Text = "\n" + text.String() + strings.TrimPrefix(problem.Text, "\n")
		}
		s.add(c, f.Result.Seconds)
	}
	return s
}

func machinerySuite(run *result.Run, names map[string]int) junitSuite {
	s := junitSuite{Name: "ttf-int", Timestamp: run.Started}
	add := func(name, message string) {
		s.add(junitCase{Name: makeUnique(names, name), ClassName: "ttf-int", Time: seconds(0),
			Error: &junitProblem{Message: cleanText(firstLine(message), false),
				Text: cleanText(clip(message, maxQuoted), true)}}, 0)
	}
	for _, m := range run.Machinery {
		add("machinery", m)
	}
	if run.Interrupted {
		add("interrupted", "the run was interrupted before all cases were run")
	}
	return s
}
