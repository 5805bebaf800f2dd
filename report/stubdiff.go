package report

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// StubChanges says how a stub report differs from an earlier one.
type StubChanges struct {
	Since Source `json:"since"` // the source of the earlier report
	File  string `json:"file"`
	// Accepted says that it is not compared with a report but with the decisions that people accepted.
	Accepted bool         `json:"accepted,omitempty"`
	Changes  []StubChange `json:"changes"`
	// LeftOut is how many cases are not compared, since one of two runs left them out.
	LeftOut int `json:"leftOut,omitempty"`

	ran bool // the later report is of a run
}

// StubChange is a difference between two stub reports.
type StubChange struct {
	What StubAspect `json:"what"`
	Unit string     `json:"unit,omitempty"`
	Case string     `json:"case,omitempty"`
	// the callee, with the number of its occurrence from the second on
	Callee string `json:"callee,omitempty"`
	Before string `json:"before"` // "" where it is new
	After  string `json:"after"`  // "" where it is gone
}

// StubAspect says which part of a stub report has changed.
type StubAspect string

// The aspects of a stub report.
const (
	UnitAspect      StubAspect = "unit"
	CaseAspect      StubAspect = "case"
	ConditionAspect StubAspect = "condition"
	ValuesAspect    StubAspect = "values"
	VerdictAspect   StubAspect = "verdict"
	DecisionAspect  StubAspect = "decision"
	AssumedAspect   StubAspect = "assumed"
)

// keptReport is a stub report that was read from its JSON form.
type keptReport struct {
	APIVersion string       `json:"apiVersion"`
	Kind       string       `json:"kind"`
	From       Source       `json:"from"`
	Assumed    []Assumption `json:"assumed"`
	Units      []keptUnit   `json:"units"`
}

type keptUnit struct {
	Unit  string     `json:"unit"`
	Cases []keptStub `json:"cases"`
}

type keptStub struct {
	Case      string          `json:"case"`
	Condition string          `json:"condition"`
	Values    spec.Values     `json:"values"`
	Verdict   *result.Verdict `json:"verdict"`
	Stubs     []keptChoice    `json:"stubs"`
}

type keptChoice struct {
	Callee     string          `json:"callee"`
	Occurrence int             `json:"occurrence"`
	Decision   result.Decision `json:"decision"`
	Leaf       string          `json:"leaf"`
}

// CompareWith compares the report with an earlier one in JSON, and keeps the differences in
// it. Units that are not in this report are ignored.
func (rep *StubReport) CompareWith(file string, earlier []byte) error {
	var old keptReport
	if err := json.Unmarshal(earlier, &old); err != nil {
		return fmt.Errorf("%s is not a stub report: %w", file, err)
	}
	if old.Kind != rep.Kind || old.APIVersion != plan.APIVersion {
		return fmt.Errorf("%s: expected a stub report of apiVersion %s (ttf-int stubs --json), found kind %q of apiVersion %q", file, plan.APIVersion, old.Kind, old.APIVersion)
	}
	data, err := json.Marshal(rep)
	if err != nil {
		return err
	}
	var now keptReport
	if err := json.Unmarshal(data, &now); err != nil {
		return err
	}
	rep.Changes = &StubChanges{Since: old.From, File: file, Changes: []StubChange{}, ran: rep.From.Run != ""}
	whole := rep.isWhole()
	rep.Changes.compareUnits(old.Units, now.Units, whole, rep.vars)
	if whole {
		rep.Changes.compareAssumptions(old.Assumed, now.Assumed)
	}
	return nil
}

func (d *StubChanges) add(c StubChange) { d.Changes = append(d.Changes, c) }

// compareUnits compares units. Units that are gone are noted only where the report is about
// all units.
func (d *StubChanges) compareUnits(before, now []keptUnit, whole bool, vars map[string][]zed.Var) {
	for _, u := range now {
		i := slices.IndexFunc(before, func(b keptUnit) bool { return b.Unit == u.Unit })
		if i < 0 {
			d.add(StubChange{What: UnitAspect, Unit: u.Unit, After: formatCount(len(u.Cases), "case")})
			continue
		}
		d.compareCases(u.Unit, before[i].Cases, u.Cases, vars[u.Unit])
	}
	for _, b := range before {
		if whole && !slices.ContainsFunc(now, func(u keptUnit) bool { return u.Unit == b.Unit }) {
			d.add(StubChange{What: UnitAspect, Unit: b.Unit, Before: formatCount(len(b.Cases), "case")})
		}
	}
}

// compareCases compares the cases of a unit with the given variables.
func (d *StubChanges) compareCases(unit string, before, now []keptStub, vars []zed.Var) {
	for _, c := range now {
		i := slices.IndexFunc(before, func(b keptStub) bool { return b.Case == c.Case })
		if i < 0 {
			d.add(StubChange{What: CaseAspect, Unit: unit, Case: c.Case, After: values(c.Values.ReadForDisplay(vars))})
			continue
		}
		b := before[i]
		at := func(what StubAspect, callee, was, is string) {
			if was != is {
				d.add(StubChange{What: what, Unit: unit, Case: c.Case, Callee: callee, Before: was, After: is})
			}
		}
		had, has := values(b.Values.ReadForDisplay(vars)), values(c.Values.ReadForDisplay(vars))
		at(ConditionAspect, "", b.Condition, c.Condition)
		at(ValuesAspect, "", had, has)
		same := b.Condition == c.Condition && had == has // a result of another case is outdated, and not left out
		if same && d.ran && d.Since.Run != "" && (b.Verdict == nil) != (c.Verdict == nil) {
			d.LeftOut++ // a decision that was planned says nothing beside one of a run
			continue
		}
		if d.Since.Run != "" { // otherwise nothing had been run
			at(VerdictAspect, "", verdictText(b.Verdict), verdictText(c.Verdict))
		}
		was, is := b.choices(), c.choices()
		for _, name := range slices.Sorted(keysOf(was, is)) {
			at(DecisionAspect, name, was[name], is[name])
		}
	}
	for _, b := range before {
		if !slices.ContainsFunc(now, func(c keptStub) bool { return c.Case == b.Case }) {
			d.add(StubChange{What: CaseAspect, Unit: unit, Case: b.Case, Before: values(b.Values.ReadForDisplay(vars))})
		}
	}
}

// choices returns the decisions, by callee and occurrence.
func (c keptStub) choices() map[string]string {
	out := map[string]string{}
	for _, s := range c.Stubs {
		out[s.Callee+occurrence(s.Occurrence)] = string(s.Decision) + leafOf(s.Leaf)
	}
	return out
}

// keysOf yields the keys of two maps, each once.
func keysOf(a, b map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range a {
			if !yield(k) {
				return
			}
		}
		for k := range b {
			if _, both := a[k]; !both && !yield(k) {
				return
			}
		}
	}
}

func verdictText(v *result.Verdict) string {
	if v == nil {
		return "not run"
	}
	return string(*v)
}

// compareAssumptions compares assumptions. It leaves out the leaves on which decisions rest, since
// the decisions show these.
func (d *StubChanges) compareAssumptions(before, now []Assumption) {
	lines := func(list []Assumption) []string {
		var out []string
		for _, a := range list {
			if a.Kind == Uniformity || a.Kind == Passing {
				continue
			}
			for _, item := range a.Items {
				out = append(out, string(a.Kind)+": "+item)
			}
			if len(a.Items) == 0 {
				out = append(out, string(a.Kind)+": "+a.Text)
			}
		}
		return out
	}
	was, is := lines(before), lines(now)
	for _, text := range is {
		if !slices.Contains(was, text) {
			d.add(StubChange{What: AssumedAspect, After: text})
		}
	}
	for _, text := range was {
		if !slices.Contains(is, text) {
			d.add(StubChange{What: AssumedAspect, Before: text})
		}
	}
}

// Sentence says which report this one was compared with, and how many differences there
// are.
func (d *StubChanges) Sentence() string {
	since := d.File + " (planned decisions)"
	switch {
	case d.Accepted:
		since = "what was accepted (" + d.File + ")"
	case d.File == "":
		since = "the run of " + moment(d.Since.Run)
	case d.Since.Run != "":
		since = d.File + " (the run of " + moment(d.Since.Run) + ")"
	}
	if d.LeftOut > 0 {
		since += "; " + "not compared, since one of the two runs left them out: " +
			formatCount(d.LeftOut, "case")
	}
	if len(d.Changes) == 0 {
		return "Nothing changed since " + since + "."
	}
	return formatCount(len(d.Changes), "change") + " since " + since + "."
}

// Subject returns what a change is about.
func (c StubChange) Subject() string {
	text := c.Unit
	if c.Case != "" {
		text = c.Case
	}
	if c.Callee != "" {
		text += ", " + c.Callee
	}
	if text == "" {
		return string(c.What)
	}
	return text + ", " + string(c.What)
}

// Sentence says what has changed, without the subject.
func (c StubChange) Sentence() string {
	switch {
	case c.Before == "":
		return "new: " + c.After
	case c.After == "":
		return "gone: " + c.Before
	}
	return c.Before + " → " + c.After
}

func (d *StubChanges) writeText(p *printer, s Style) {
	if d == nil {
		return
	}
	p.writeHeading(s, "Changes")
	p.writeLine("  ", cleanText(d.Sentence(), false))
	for _, c := range d.Changes {
		p.writeLine("  ", cleanText(c.Subject(), false), ": ", cleanText(clip(c.Sentence(), maxQuoted), false))
	}
}

func (d *StubChanges) writeMarkdown(p *printer) {
	if d == nil {
		return
	}
	p.writeLine()
	p.writeLine("## Changes")
	p.writeLine()
	p.writeLine(Markdown(d.Sentence()))
	if len(d.Changes) > 0 {
		p.writeLine()
	}
	for _, c := range d.Changes {
		p.writeLine("- ", Markdown(c.Subject()), ": ", Markdown(clip(c.Sentence(), maxQuoted)))
	}
}
