package report

import (
	"encoding/json"
	"io"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// JSON writes a run as the document that `run --json` prints, in which lists are never
// null. The coverage, by unit, is that of the cases that were run.
func JSON(w io.Writer, run *result.Run, coverage map[string]*plan.Coverage) error {
	return WriteDocument(w, struct {
		*result.Run
		Coverage map[string]*plan.Coverage `json:"coverage"`
	}{FillRun(run), coverage})
}

// FillRun returns the run with empty lists in the place of nil ones, as JSON has them.
func FillRun(run *result.Run) *result.Run {
	c := *run
	c.Inputs, c.NotObserved, c.UndecidedLeaves, c.Machinery = fillList(run.Inputs), fillList(run.NotObserved),
		fillList(run.UndecidedLeaves), fillList(run.Machinery)
	c.Findings, c.Untested = fillList(run.Findings), fillList(run.Untested)
	c.Results = make([]*result.Result, len(run.Results))
	for i, r := range run.Results {
		c.Results[i] = FillResult(r)
	}
	c.Machines = nil
	for _, m := range run.Machines {
		c.Machines = append(c.Machines, fillMachine(m))
	}
	return &c
}

// WriteDocument writes a value as one indented JSON document, in which <, > and & are not
// escaped.
func WriteDocument(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// FillResult returns the result with empty lists in the place of nil ones.
func FillResult(r *result.Result) *result.Result {
	d := *r
	d.Blame, d.Stubs = fillList(r.Blame), fillList(r.Stubs)
	d.Violated, d.Findings = fillList(r.Violated), fillList(r.Findings)
	d.Trace = fillCalls(r.Trace)
	return &d
}

// fillMachine returns the result of a machine with empty lists in the place of nil
// ones.
func fillMachine(m *result.Machine) *result.Machine {
	out := *m
	out.Units, out.Failures = fillList(m.Units), make([]*result.Sequence, len(m.Failures))
	for i, f := range m.Failures {
		short := *f
		short.Result = FillResult(f.Result)
		out.Failures[i] = &short
	}
	return &out
}

func fillList[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func fillCalls(calls []*result.Call) []*result.Call {
	out := make([]*result.Call, len(calls))
	for i, c := range calls {
		d := *c
		d.Calls = fillCalls(c.Calls)
		out[i] = &d
	}
	return out
}
