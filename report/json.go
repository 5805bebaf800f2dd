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
	c := *run
	c.Inputs, c.NotObserved, c.UndecidedLeaves, c.Machinery = some(run.Inputs), some(run.NotObserved),
		some(run.UndecidedLeaves), some(run.Machinery)
	c.Findings, c.Untested = some(run.Findings), some(run.Untested)
	c.Results = make([]*result.Result, len(run.Results))
	for i, r := range run.Results {
		c.Results[i] = full(r)
	}
	c.Machines = nil
	for _, m := range run.Machines {
		c.Machines = append(c.Machines, fullMachine(m))
	}
	return Document(w, struct {
		*result.Run
		Coverage map[string]*plan.Coverage `json:"coverage"`
	}{&c, coverage})
}

// Document writes a value as one indented JSON document, in which <, > and & are not
// escaped.
func Document(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// full returns the result with empty lists in the place of nil ones.
func full(r *result.Result) *result.Result {
	d := *r
	d.Blame, d.Stubs, d.Violated, d.Findings = some(r.Blame), some(r.Stubs), some(r.Violated), some(r.Findings)
	d.Trace = fullCalls(r.Trace)
	return &d
}

// fullMachine returns the result of a machine with empty lists in the place of nil
// ones.
func fullMachine(m *result.Machine) *result.Machine {
	out := *m
	out.Units, out.Failures = some(m.Units), make([]*result.Sequence, len(m.Failures))
	for i, f := range m.Failures {
		short := *f
		short.Result = full(f.Result)
		out.Failures[i] = &short
	}
	return &out
}

func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func fullCalls(calls []*result.Call) []*result.Call {
	out := make([]*result.Call, len(calls))
	for i, c := range calls {
		d := *c
		d.Calls = fullCalls(c.Calls)
		out[i] = &d
	}
	return out
}
