package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// Test is what a run says of one thing that it tested, for formats that know tests and nothing of cases, leaves,
// machines and properties. All texts are clean: they cannot control a terminal or a CI system.
type Test struct {
	Name    string // unique in a run
	Class   string // the project and the unit, or what else the test is about
	Verdict result.Verdict
	Kind    string // the error class; "" where none is known
	Message string // one line that says why it is not a pass; "" for one
	Text    string // the rest of what is said of it, in lines; "" where that is nothing
	Stdout  string
	Stderr  string
	Seconds float64
	Place   Place // where what was violated stands, or else where its suite is specified
	Replay  string
	// Attempts are those that were made at it, where several were and not all passed.
	Attempts []result.Attempt
	// Excused says that what went wrong does not count: the case is in quarantine.
	Excused bool
}

// Suite are the tests of one unit, of one machine, of all properties, or of the machinery.
type Suite struct {
	Name       string
	Place      Place  // of the unit's schema
	Uniformity string // how many cases were drawn at random; "" where none were
	Seconds    float64
	Tests      []Test
}

// Place is a place in a file of the project; the zero Place where none is known.
type Place struct {
	File         string // relative to the project's folder
	Line, Column int    // from 1; 0: not known
}

// Leaks is the name of the suite of what programs have left behind, where that makes a run fail.
const Leaks = "leaks"

// Machinery is the name of the suite of what failed outside the units under test.
const Machinery = "ttf-int"

// Suites returns all that a run tested, so that no reader takes a run for a pass that is none: cases; undecided
// leaves of the plan and units without a test case; machines with the failing sequences; properties; units on
// structures with failing ones; failures of the machinery, and an interruption. Cases that were run only because
// others rest on them are left out, as in the summary.
func Suites(run *result.Run, pl *plan.Plan) []Suite {
	s := &suites{run: run, plan: pl, index: map[string]int{}, names: map[string]int{}}
	for r := range run.All() {
		if !r.Support {
			s.suite(r.Unit).add(s.testOf(r))
		}
	}
	for _, leaf := range run.UndecidedLeaves {
		unit, _, _ := strings.Cut(leaf, "/")
		s.addUntested(unit, leaf, result.Undecided,
			"undecided: the solver gave up, and nothing was tested here"+explainUndecided(pl, unit, leaf))
	}
	for _, l := range run.OpenLeaves {
		unit, _, _ := strings.Cut(l.Leaf, "/")
		s.addUntested(unit, l.Leaf, result.Undecided, "none in scope: "+l.Reason)
	}
	for _, u := range run.Untested {
		s.addUntested(u.Unit, u.Unit, result.Undecided, "no test case: "+u.Reason)
	}
	for i := range s.list {
		s.list[i].Uniformity = describeMore(run, s.list[i].Name)
	}
	for _, m := range run.Machines {
		s.addMachine(m)
	}
	s.addClasses()
	s.addLaws()
	for _, m := range run.Methods {
		s.addMethod(m)
	}
	for _, finding := range run.FailingLeaks() {
		// What was left behind, and how much of it, is not the same in each run; the test is to be.
		of, _, _ := strings.Cut(strings.TrimPrefix(finding, result.LeakFinding), ": ")
		s.suite(Leaks).add(Test{Name: s.name(result.LeakFinding + of), Class: s.class(Leaks), Verdict: result.Fail,
			Kind: "leak", Message: cleanText(finding, false)})
	}
	s.addMachinery()
	return s.list
}

// suites are those of a run while they are listed.
type suites struct {
	run   *result.Run
	plan  *plan.Plan
	list  []Suite
	index map[string]int // of the suite of each unit
	names map[string]int // how often a name occurred
}

// suite returns the suite of a unit.
func (s *suites) suite(unit string) *Suite {
	i, ok := s.index[unit]
	if !ok {
		i = len(s.list)
		s.index[unit] = i
		s.list = append(s.list, Suite{Name: unit, Place: placeOf(s.plan, unit)})
	}
	return &s.list[i]
}

func (s *Suite) add(t Test) {
	if t.Place == (Place{}) {
		t.Place = s.Place
	}
	s.Seconds += t.Seconds
	s.Tests = append(s.Tests, t)
}

// class returns the class of tests that are about something.
func (s *suites) class(about string) string { return cleanText(s.run.Project+"."+about, false) }

// name returns a name for a test that no other has.
func (s *suites) name(name string) string { return makeUnique(s.names, cleanText(name, false)) }

// testOf returns the test that a case is.
func (s *suites) testOf(r *result.Result) Test {
	t := Test{Name: s.name(r.Case), Class: s.class(r.Unit), Verdict: r.Verdict, Seconds: r.Seconds,
		Stdout: cleanText(clip(r.Stdout, maxQuoted), true), Stderr: cleanText(clip(r.Stderr, maxQuoted), true),
		Replay: cleanText(r.Replay, false), Attempts: r.Attempts, Excused: r.Quarantine.Excuses(r.Verdict)}
	t.Excused = t.Excused || s.excusesFlaky(r.Verdict)
	if r.Class != nil {
		t.Kind = string(*r.Class)
	}
	if len(r.Violated) > 0 {
		t.Place = readPlace(r.Violated[0].At)
	}
	if r.Verdict == result.Pass {
		return t
	}
	var text strings.Builder
	p := &printer{w: &text}
	p.writeOutcome(r, Style{})
	if r.Replay != "" {
		p.writeLine("  again     ", t.Replay)
	}
	t.Message, t.Text = headline(r), text.String()
	return t
}

// excusesFlaky tells whether a verdict is flaky and does not count in this run.
func (s *suites) excusesFlaky(v result.Verdict) bool {
	return v == result.Flaky && s.run.Retry != nil && s.run.Retry.Rule == result.FlakyWarn
}

// readPlace reads a place written as file:line:column; it is the zero Place where the text is none.
func readPlace(at string) Place {
	rest, column, _ := cutLast(at)
	file, line, ok := cutLast(rest)
	if !ok || file == "" {
		return Place{}
	}
	return Place{cleanText(file, false), line, column}
}

// cutLast splits text:number at its last colon.
func cutLast(s string) (before string, number int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil && n > 0
}

// addUntested adds what was not tested.
func (s *suites) addUntested(unit, name string, v result.Verdict, why string) {
	s.suite(unit).add(Test{Name: s.name(name), Class: s.class(unit), Verdict: v, Message: cleanText(why, false)})
}

// addMachine adds the suite of a machine: one test for all its sequences together, and one for each failing
// sequence that is reported.
func (s *suites) addMachine(m *result.Machine) {
	own := Suite{Name: "machine " + m.Machine}
	all := Test{Name: s.name(m.Machine), Class: s.class(m.Machine), Verdict: result.Pass, Seconds: m.Seconds,
		Stdout: machineText(m)}
	if m.Verdict == result.Blocked || m.Verdict == result.Undecided {
		all.Verdict, all.Message = m.Verdict, string(m.Verdict)+": "+cleanText(firstLine(m.Why), false)
	}
	own.add(all)
	for _, f := range m.Failures {
		t := s.testOf(f.Result)
		t.Class = all.Class
		var steps strings.Builder
		p := &printer{w: &steps}
		p.writeSteps(m, f)
		t.Text = steps.String() + t.Text
		own.add(t)
	}
	s.list = append(s.list, own)
}

// addLaws adds the suite of the properties, a test for each.
func (s *suites) addLaws() {
	if len(s.run.Laws) == 0 {
		return
	}
	own := Suite{Name: "properties"}
	for _, l := range s.run.Laws {
		t := Test{Name: s.name(l.Property), Class: s.class("properties"), Verdict: l.Verdict, Seconds: l.Seconds,
			Stdout: lawText(l), Replay: cleanText(l.Replay, false), Attempts: l.Attempts,
			Excused: s.excusesFlaky(l.Verdict)}
		switch l.Verdict {
		case result.Pass:
		case result.Fail, result.Error, result.Flaky:
			t.Message, t.Text = lawText(l), refutedText(l)
		default:
			t.Message = string(l.Verdict) + ": " + cleanText(firstLine(l.Why), false)
		}
		own.add(t)
	}
	s.list = append(s.list, own)
}

// addMachinery adds the suite of what failed outside the units under test.
func (s *suites) addMachinery() {
	own := Suite{Name: Machinery}
	add := func(name, message string) {
		own.add(Test{Name: s.name(name), Class: Machinery, Verdict: result.Error,
			Message: cleanText(firstLine(message), false), Text: cleanText(clip(message, maxQuoted), true)})
	}
	for _, m := range s.run.Machinery {
		add("machinery", m)
	}
	if s.run.Interrupted {
		add("interrupted", "the run was interrupted before all cases were run")
	}
	if len(own.Tests) > 0 {
		s.list = append(s.list, own)
	}
}

// explainUndecided returns the plan's reason for an undecided leaf, after a colon.
func explainUndecided(pl *plan.Plan, unit, leaf string) string {
	u := pl.Unit(unit)
	if u == nil || u.Leaf(leaf) == nil {
		return ""
	}
	return reason(u.Leaf(leaf).Why().Reason)
}

// placeOf returns the place where the schema of a unit is defined.
func placeOf(pl *plan.Plan, unit string) Place {
	u := pl.Unit(unit)
	if u == nil {
		return Place{}
	}
	schema := pl.System.Spec.Schemas[u.Schema]
	if schema == nil || !schema.Span.IsValid() {
		return Place{}
	}
	at := schema.Span.Pos()
	return Place{cleanText(at.File.Name, false), at.Line, at.Column}
}

// makeUnique returns a name, with a number appended from its second occurrence on.
func makeUnique(seen map[string]int, name string) string {
	seen[name]++
	if n := seen[name]; n > 1 {
		return makeUnique(seen, fmt.Sprintf("%s (%d)", name, n))
	}
	return name
}

// headline returns one line that says why a result is not a pass.
func headline(r *result.Result) string {
	parts := []string{string(r.Verdict)}
	if r.Quarantine.Excuses(r.Verdict) {
		parts = append(parts, describeQuarantine(r.Quarantine))
	}
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
