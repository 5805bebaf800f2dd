package report

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/signoff"
)

// CompareWithRun compares the report with the decisions and verdicts of an earlier run, and keeps the differences in
// it. A run keeps no conditions, so that these are not compared; nor are cases that the run left out.
func (rep *StubReport) CompareWithRun(run *result.Run) error {
	now, err := rep.keptUnits()
	if err != nil {
		return err
	}
	ran := map[string]*result.Result{}
	before := map[string][]keptStub{}
	for r := range run.All() {
		if r.Drawn != nil || r.IsNotRun() || result.CaseOf(r.Case) != r.Case || ran[r.Case] != nil && r.Support {
			continue
		}
		ran[r.Case] = r
	}
	for r := range run.All() {
		if ran[r.Case] != r {
			continue
		}
		one := keptStub{Case: r.Case, Values: r.Values, Verdict: &r.Verdict}
		for _, s := range r.Stubs {
			one.Stubs = append(one.Stubs, keptChoice{s.Callee, s.Occurrence, s.Decision, s.Leaf})
		}
		before[r.Unit] = append(before[r.Unit], one)
	}
	// Values are compared in the form in which a report in JSON has them.
	if before, err = reread(before); err != nil {
		return err
	}
	partly := !run.IsWhole()
	rep.Changes = &StubChanges{Since: Source{Run: run.Started, Tool: run.Tool}, Changes: []StubChange{},
		ran: rep.From.Run != ""}
	var was []keptUnit
	for i, u := range now {
		now[i].Cases = slices.DeleteFunc(u.Cases, func(c keptStub) bool { return partly && ran[c.Case] == nil })
		rep.Changes.LeftOut += len(u.Cases) - len(now[i].Cases)
		for j := range now[i].Cases {
			now[i].Cases[j].Condition = ""
		}
		if len(before[u.Unit]) > 0 || partly {
			was = append(was, keptUnit{u.Unit, before[u.Unit]})
		}
		delete(before, u.Unit)
	}
	whole := rep.isWhole()
	for _, name := range slices.Sorted(maps.Keys(before)) {
		was = append(was, keptUnit{name, before[name]})
	}
	rep.Changes.compareUnits(was, now, whole, rep.vars)
	return nil
}

// CompareWithAccepted compares the report with the decisions that people accepted, and keeps the differences in it.
// Conditions and values are not kept with these, so that it is only said that they are others.
func (rep *StubReport) CompareWithAccepted(by *signoff.Accepted) error {
	rep.Changes = &StubChanges{File: signoff.FileName, Accepted: true, Changes: []StubChange{}}
	decisions, err := rep.ListDecisions()
	if err != nil {
		return err
	}
	type place struct{ unit, testCase, callee string }
	known, units := map[place]bool{}, map[string]bool{}
	for _, u := range rep.Units {
		units[u.Unit] = true
	}
	for _, d := range decisions {
		callee := d.Callee + occurrence(d.Occurrence)
		known[place{d.Unit, d.Case, callee}] = true
		one := StubChange{What: DecisionAspect, Unit: d.Unit, Case: d.Case, Callee: callee,
			After: d.Decision + leafOf(d.Leaf)}
		switch standing, e := by.Of(d); {
		case standing == signoff.Agreed:
		case standing == signoff.New:
			rep.Changes.add(one)
		case e.Decision != d.Decision:
			one.Before = e.Decision
			rep.Changes.add(one)
		default:
			one.Before = e.Decision + ", in another leaf, or for another condition or other values"
			rep.Changes.add(one)
		}
	}
	for _, e := range by.Entries() {
		callee := e.Callee + occurrence(e.Occurrence)
		if units[e.Unit] && !known[place{e.Unit, e.Case, callee}] || !units[e.Unit] && rep.isWhole() {
			rep.Changes.add(StubChange{What: DecisionAspect, Unit: e.Unit, Case: e.Case, Callee: callee,
				Before: e.Decision})
		}
	}
	return nil
}

// reread returns the cases by unit as they are read from a file.
func reread(cases map[string][]keptStub) (out map[string][]keptStub, err error) {
	data, err := json.Marshal(cases)
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(data, &out)
	return out, err
}

// keptUnits returns the units of the report in the form in which they are compared.
func (rep *StubReport) keptUnits() ([]keptUnit, error) {
	data, err := json.Marshal(rep)
	if err != nil {
		return nil, err
	}
	var now keptReport
	err = json.Unmarshal(data, &now)
	return now.Units, err
}

// isWhole tells whether the report is about all units.
func (rep *StubReport) isWhole() bool { return len(rep.Units) == len(rep.picture.written) }
