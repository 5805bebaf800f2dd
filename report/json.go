package report

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// JSON writes a run as the document that `run --json` prints, in which lists are never
// null. The coverage, by unit, is that of the cases that were run. Of the results one at a time is in memory as text.
func JSON(w io.Writer, run *result.Run, coverage map[string]*plan.Coverage) error {
	beside := FillBeside(run)
	beside.Results = []*result.Result{}
	var text bytes.Buffer
	err := WriteDocument(&text, struct {
		*result.Run
		Coverage map[string]*plan.Coverage `json:"coverage"`
	}{beside, coverage})
	if err != nil {
		return err
	}
	// In no other line that is indented so little is there this key.
	const key = "\n  \"results\": ["
	before, after, _ := strings.Cut(text.String(), key)
	if _, err := io.WriteString(w, before+key); err != nil {
		return err
	}
	var one bytes.Buffer
	e := json.NewEncoder(&one)
	e.SetEscapeHTML(false)
	e.SetIndent("    ", "  ")
	separator, end := "\n    ", ""
	for r := range run.All() {
		whole, err := run.Whole(r)
		if err != nil {
			return err
		}
		one.Reset()
		one.WriteString(separator)
		if err := e.Encode(FillResult(whole)); err != nil {
			return err
		}
		if _, err := w.Write(bytes.TrimSuffix(one.Bytes(), []byte("\n"))); err != nil {
			return err
		}
		separator, end = ",\n    ", "\n  "
	}
	_, err = io.WriteString(w, end+after)
	return err
}

// FillBeside returns the run with empty lists in the place of nil ones, as JSON has them, but for those of its results.
func FillBeside(run *result.Run) *result.Run {
	c := *run
	c.Inputs, c.NotObserved, c.UndecidedLeaves, c.Machinery = fillList(run.Inputs), fillList(run.NotObserved),
		fillList(run.UndecidedLeaves), fillList(run.Machinery)
	c.Findings, c.Untested = fillList(run.Findings), fillList(run.Untested)
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
