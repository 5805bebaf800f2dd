package report

import (
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
	// of the other attempts at a case that failed, and of those of one that is flaky and does not count
	Rerun []junitAttempt `xml:"rerunFailure,omitempty"`
	Flaky []junitAttempt `xml:"flakyFailure,omitempty"`
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

// junitAttempt is an attempt that failed, as Surefire writes it.
type junitAttempt struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Trace   string `xml:"stackTrace"`
}

// writeJUnit writes a run as JUnit XML with a suite for each unit. Fail is a failure
// and error an error; a flaky case is a failure where the run says so, and else a pass that has flakyFailure in it;
// what is in quarantine is skipped; blocked and undecided cases are skipped with their reasons, and
// so is the rest of what Suites lists. Names are unique within the file, and the XML is
// well-formed whatever bytes a unit printed.
//
// The document is valid by both schemas that Jenkins has: jenkins-junit.xsd, and
// junit-10.xsd of the xunit plugin. Neither has a place for the file and line of a test
// case; those of the unit's schema, taken from the plan, are properties of its suite.
func writeJUnit(w io.Writer, run *result.Run, pl *plan.Plan) error {
	doc := junitSuites{Name: cleanText(run.Project, false), Time: milliseconds(run.Seconds)}
	isolation := cleanText(strings.Join(ListIsolation(run), "; "), false)
	for _, s := range Suites(run, pl) {
		suite := junitSuite{Name: s.Name, Timestamp: run.Started, Time: milliseconds(s.Seconds),
			Properties: junitPropertiesOf(s, isolation)}
		for _, t := range s.Tests {
			suite.add(junitOf(t))
		}
		doc.Suites = append(doc.Suites, suite)
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

// junitPropertiesOf returns what is said of a suite besides its tests; nil where that is nothing.
func junitPropertiesOf(s Suite, isolation string) *junitProperties {
	var out junitProperties
	if s.Place.File != "" {
		out.Properties = append(out.Properties, junitProperty{"file", s.Place.File},
			junitProperty{"line", itoa(s.Place.Line)})
	}
	if s.Uniformity != "" {
		out.Properties = append(out.Properties, junitProperty{"uniformity", s.Uniformity})
	}
	if isolation != "" {
		out.Properties = append(out.Properties, junitProperty{"isolation", isolation})
	}
	if out.Properties == nil {
		return nil
	}
	return &out
}

// seconds returns the time of a case as text. It may be a few microseconds.
func seconds(s float64) string { return fmt.Sprintf("%.6f", s) }

// milliseconds returns the time of a suite or a run as text. junit-10.xsd allows at
// most three digits after the point there.
func milliseconds(s float64) string { return fmt.Sprintf("%.3f", s) }

func (s *junitSuite) add(c junitCase) {
	s.Tests++
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

func junitOf(t Test) junitCase {
	c := junitCase{Name: t.Name, ClassName: t.Class, Time: seconds(t.Seconds), SystemOut: t.Stdout, SystemErr: t.Stderr}
	text := ""
	if t.Text != "" {
		text = "\n" + t.Text
	}
	problem := &junitProblem{Message: t.Message, Type: t.Kind, Text: text}
	attempts := junitAttempts(t.Attempts)
	if t.Excused && t.Verdict != result.Flaky {
		c.Skipped = problem.Message + problem.Text
		return c
	}
	switch t.Verdict {
	case result.Pass:
	case result.Flaky:
		if t.Excused {
			c.Flaky = attempts
			break
		}
		problem.Type = "flaky"
		c.Failure, c.Rerun = problem, attempts
	case result.Fail:
		c.Failure, c.Rerun = problem, attempts[min(1, len(attempts)):]
	case result.Error:
		c.Error, c.Rerun = problem, attempts[min(1, len(attempts)):]
	default:
		c.Skipped = problem.Message + problem.Text
	}
	return c
}

// junitAttempts returns the attempts that failed.
func junitAttempts(attempts []result.Attempt) []junitAttempt {
	var out []junitAttempt
	for i, a := range attempts {
		if a.Verdict != result.Fail && a.Verdict != result.Error {
			continue
		}
		kind := string(a.Verdict)
		if a.Class != nil {
			kind = string(*a.Class)
		}
		message := fmt.Sprintf("attempt %d of %d: %s", i+1, len(attempts), firstLine(a.Message))
		out = append(out, junitAttempt{cleanText(message, false), kind,
			cleanText(clip(describeAttempt(a), maxQuoted), true)})
	}
	return out
}
