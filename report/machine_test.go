package report

import (
	"io"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/trace"
)

// someMachines is a run of machines with every verdict, and of properties.
func someMachines(pl *plan.Plan) *result.Run {
	wfe := trace.WFE
	failed := &result.Result{
		Case:     "sort@lists~5",
		Unit:     "sort",
		Verdict:  result.Fail,
		Class:    &wfe,
		Blame:    []string{"sort"},
		Values:   spec.Values{ints("list", 2, 1)},
		Actual:   spec.Values{ints("list'", 2, 1)},
		Violated: []result.Violation{{Predicate: "#list' = #list + 1", At: "list.zed:6:5"}},
		Message:  "what sort did does not satisfy <Sort>\n::error::not a command",
		Replay:   "ttf-int run --case lists~5 --length 9 --seed 3",
	}
	broken := *failed
	broken.Case, broken.Unit, broken.Verdict, broken.Class = "lists~8", "insert", result.Error, nil
	broken.Message = "panic: \x1b[31mred"
	return &result.Run{
		APIVersion: plan.APIVersion, Kind: "Run", Tool: "test", Project: pl.System.Project,
		Started: "2026-01-02T03:04:05Z",
		Seconds: 1.5,
		Machines: []*result.Machine{
			{
				Machine:   "lists",
				Seed:      3,
				Sequences: 20,
				Length:    9,
				Objects:   2,
				Verdict:   result.Fail,
				Ran:       20,
				Steps:     70,
				Summary:   result.Summary{Pass: 17, Fail: 2, Error: 1},
				Ended:     2,
				States:    6,
				Seconds:   0.25,
				Units: []result.MachineUnit{
					{Unit: "insert", Steps: 60},
					{Unit: "sort", Steps: 10},
					{Unit: "err"},
				},
				Graph: &result.StateGraph{Vars: []string{"list", "n"}, Left: 3,
					States: [][]string{
						{"⟨⟩", "0"},
						{"⟨1⟩", "0"},
						{"⟨2⟩", "<1>"},
						{"⟨1, 2⟩", "0"},
						{"⟨1, 2, 3, 4, 5, 6, 7, 8, 9⟩", "0"},
					},
					Steps: []result.Transition{
						{From: 0, To: 0, Unit: "sort", Times: 4},
						{From: 0, To: 1, Unit: "insert", Times: 9},
						{From: 0, To: 1, Unit: "sort", Times: 1},
						{From: 0, To: 2, Unit: "insert", Times: 1},
						{From: 1, To: 2, Unit: "sort", Times: 2},
						{From: 2, To: 1, Unit: "sort", Times: 2},
						{From: 1, To: 3, Unit: "insert", Times: 2},
						{From: 3, To: 4, Unit: "insert", Times: 2},
						{From: 4, To: 0, Unit: "sort", Times: 1},
					}},
				Failures: []*result.Sequence{
					{Number: 5, Drawn: 9, Tried: 30, Shortest: true, Result: failed,
						Steps: []result.SequenceStep{
							{
								Unit:   "insert",
								Object: 1,
								Inputs: spec.Values{number("x?", 2)},
								After:  spec.Values{ints("list'", 2)},
							},
							{
								Unit:   "sort",
								Object: 2,
								Before: spec.Values{ints("list", 2, 1)},
								After:  spec.Values{ints("list'", 2, 1)},
							}},
						Keep: spec.Values{ints("list", 2, 1)}},
					{Number: 8, Drawn: 1, Result: &broken, Steps: []result.SequenceStep{{Unit: "insert", Object: 1}},
						Why: "list cannot be set: the program can show it but not set it"}},
				Findings: []string{"insert prints <much>"},
			},
			{Machine: "shown", Sequences: 4, Length: 2, Objects: 1, Verdict: result.Pass, Ran: 3, Steps: 6, States: 1,
				Summary: result.Summary{Pass: 3}, Units: []result.MachineUnit{{Unit: "sort", Steps: 6}}},
			{
				Machine:   "stopped",
				Sequences: 4,
				Length:    2,
				Objects:   1,
				Verdict:   result.Blocked,
				Why:       "err is not <served>",
			},
			{Machine: "open", Sequences: 4, Length: 2, Objects: 1, Verdict: result.Undecided, Ran: 4, Why: "1 div 0",
				Summary: result.Summary{Undecided: 4}},
		},
		Laws: []*result.Law{
			{Property: "root", SUT: "list", Verdict: result.Fail, Outcome: "counterexample", Tests: 3, Discards: 1,
				Counterexample: []string{
					"0.5",
					"<nil>",
				}, First: []string{"80.5", "<nil>"}, Replay: "ttf-int run --property root"},
			{
				Property: "all",
				SUT:      "list",
				Verdict:  result.Pass,
				Outcome:  "proof",
				Tests:    256,
				Labels:   map[string]int{"odd": 128},
			},
			{
				Property: "rare",
				SUT:      "list",
				Verdict:  result.Undecided,
				Outcome:  "undecided",
				Why:      "9 tests, 1 discarded",
			},
		},
	}
}

// TestGoldenMachines: machines, their failing sequences and states, and properties in every
// format.
func TestGoldenMachines(t *testing.T) {
	pl := planSortedList(t)
	run := someMachines(pl)
	plain := Style{}
	from := Source{Run: run.Started, Tool: "test", Stale: []string{"list.zed changed"}, Command: "ttf-int"}
	machine := &spec.Machine{Name: "lists", Units: []string{"insert", "sort", "err"}}
	subject := func(s Subject) *Subject {
		s.System, s.Run, s.From = pl.System, run, from
		return &s
	}
	sequence := subject(Subject{ID: "sort@lists~5", Sequence: machine, Number: 5})
	whole := subject(Subject{ID: "lists", Machine: machine})
	law := subject(Subject{ID: "root", Law: &spec.Law{Name: "root", SUT: "list"}})
	never := subject(Subject{ID: "lists~6", Sequence: machine, Number: 6})
	page := Stubs(pl, run, nil, from)
	page.machines, page.laws = run.Machines, run.Laws
	pic := StatesOf("sorted-list", run.Machines[0])
	for name, f := range map[string]func(io.Writer) error{
		"machines.run.txt":       func(w io.Writer) error { return writeRun(w, run, pl, nil, plain) },
		"machines.run.json":      func(w io.Writer) error { return JSON(w, run, nil) },
		"machines.run.junit.xml": func(w io.Writer) error { return writeJUnit(w, run, pl) },
		"machines.run.html":      plainPage(page.writeHTML),
		"machines.page.html": plainPage(func(w io.Writer) error {
			return writeRunHTML(w, &Finished{Run: run, Plan: pl})
		}),
		"machines.explain.txt":  func(w io.Writer) error { return whole.WriteText(w, plain) },
		"machines.explain.json": whole.WriteJSON,
		"sequence.explain.txt":  func(w io.Writer) error { return sequence.WriteText(w, plain) },
		"sequence.explain.json": sequence.WriteJSON,
		"sequence.never.txt":    func(w io.Writer) error { return never.WriteText(w, plain) },
		"property.explain.txt":  func(w io.Writer) error { return law.WriteText(w, plain) },
		"states.txt":            func(w io.Writer) error { return pic.WriteText(w, plain) },
		"states.json":           func(w io.Writer) error { return WriteDocument(w, pic) },
		"states.dot":            pic.writeDOT,
		"states.mermaid":        pic.writeMermaid,
		"states.svg":            pic.writeSVG,
		"graph.svg":             pictureOf(pl).writeSVG,
	} {
		t.Run(name, func(t *testing.T) { golden(t, name, f) })
	}
}
