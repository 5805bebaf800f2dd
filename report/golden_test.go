package report

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/value"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares what a writer writes with a golden file.
func golden(t *testing.T, name string, f func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Errorf("%s (-want +got):\n%s", name, d)
	}
}

// plainPage writes a page without the style and the script that all pages have.
func plainPage(write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return err
		}
		script := regexp.MustCompile(`'sha256-[^']*'`).ReplaceAllString(b.String(), "'sha256-…'")
		_, err := strings.NewReplacer(pageStyle, "…", pageScript, "…").WriteString(w, script)
		return err
	}
}

func planSortedList(t *testing.T) *plan.Plan {
	t.Helper()
	return planList(t).Plan
}

func planList(t *testing.T) *planner.Planned {
	t.Helper()
	system, err := config.Load("", filepath.Join("testdata", "project"))
	if err != nil {
		t.Fatal(err)
	}
	pl, err := planner.Make(context.Background(), system, planner.Options{Solver: embedded.New(solve.Options{}),
		Tool: "test", Theorem2: true})
	if err != nil {
		t.Fatal(err)
	}
	// What the solver says is not what is tested here.
	for _, u := range pl.Units {
		for _, l := range u.Leaves {
			why := l.Why()
			if why.Reason != "" {
				why.Reason = "the reason"
			}
			if l.Status == suite.Unsatisfiable {
				why.Conflict = []string{zed.Print(l.Pred, zed.Unicode)}
			}
			l.Settle(l.Status, why)
		}
	}
	return pl
}

func ints(name string, xs ...int64) spec.Item {
	elems := make([]value.Value, len(xs))
	for i, x := range xs {
		elems[i] = value.OfInt(x)
	}
	return spec.NewItem(name, zed.SeqOf(zed.IntType{}), value.OfSeq(elems))
}

func number(name string, x int64) spec.Item {
	return spec.NewItem(name, zed.IntType{}, value.OfInt(x))
}

// someRun is a run with every verdict, and with what units may print.
func someRun(pl *plan.Plan) *result.Run {
	mic, wfe := trace.MIC, trace.WFE
	no, yes := false, true
	run := &result.Run{
		APIVersion: plan.APIVersion, Kind: "Run", Tool: "test", Project: "sorted-list", Started: "2026-01-02T03:04:05Z",
		Seconds: 1.5,
		Isolation: map[string]result.Isolation{"list": {Guard: true, Memory: 2 << 30, Processes: 1000, Files: 4096,
			Temporary: true, Environment: []string{"PATH", "TZ=UTC"}}, "other": {Missing: []string{"no guard"}}},
		NotObserved: []string{"insert -> err"}, UndecidedLeaves: []string{"sort/DNF_9"},
		Untested: []result.Untested{{Unit: "merge", Reason: "its only leaf is unsatisfiable"}},
	}
	add := func(r *result.Result) { run.Results = append(run.Results, r) }
	for _, c := range pl.Unit("sort").Cases {
		r := &result.Result{Case: c.ID, Unit: "sort", Leaf: c.Leaf.ID, Verdict: result.Pass, Values: c.Values(),
			Expected: c.Expected, Actual: c.Expected}
		if c.ID == "sort/DNF_1/SP_4/SC_2" {
			r.Verdict, r.Class, r.Blame = result.Error, &wfe, []string{"sort"}
			r.Actual = nil
			r.Message = "panic: index out of range\n::error::not a command\n\x1b[31mred"
			r.Stdout = "it \x01 says ]]> <hello>\n"
			r.Stderr = "##vso[task.complete]\n  ::set-output name=x::y\x00\xff\n"
			r.Replay = "ttf-int run --case " + c.ID
		}
		add(r)
	}
	cases := pl.Unit("insert").Cases
	add(&result.Result{Case: cases[0].ID, Unit: "insert", Leaf: cases[0].Leaf.ID, Verdict: result.Fail, Class: &mic,
		Blame:  []string{"insert"},
		Values: cases[0].Values(), Expected: cases[0].Expected, Actual: spec.Values{ints("list'")},
		Stubs: []result.Stub{{Callee: "sort", Occurrence: 1, Planned: result.Self, Decision: result.Spec, Leaf: "",
			Reason: "sort failed in sort/DNF_1/SP_4/SC_2"}},
		Violated: []result.Violation{{Predicate: "#list' = #list + 1", At: "list.zed:6:5"}},
		Findings: []string{"insert did not call sort"},
		Trace: []*result.Call{{Unit: "sort", Caller: "insert", Args: spec.Values{number("x?", 0)},
			Before: spec.Values{ints("list")}, After: spec.Values{ints("list'", 0)},
			Decision: result.Spec, Pre: &yes, Post: &no,
			Calls: []*result.Call{{Unit: "err", Caller: "sort", Decision: result.Auto, Open: true}}}},
		Replay: "ttf-int run --case " + cases[0].ID, Uncertain: true})
	add(&result.Result{Case: cases[1].ID, Unit: "insert", Leaf: cases[1].Leaf.ID, Verdict: result.Blocked,
		Values: cases[1].Values(), Message: "nothing can stand in for sort <here> & now"})
	add(&result.Result{Case: cases[2].ID, Unit: "insert", Leaf: cases[2].Leaf.ID, Verdict: result.Undecided,
		Values: cases[2].Values(), Message: "list(5) has no value"})
	add(&result.Result{Case: cases[3].ID, Unit: "insert", Leaf: cases[3].Leaf.ID, Verdict: result.Pass,
		Values: cases[3].Values(), Actual: cases[3].Expected, Findings: []string{"this call is a use"}})
	run.Summary = result.Count(run.All())
	return run
}

// somePast is a history in which one case has changed its verdict, and another is new.
func somePast(run *result.Run) []result.Past {
	out := []result.Past{{Started: "2026-01-01T03:04:05Z", Verdicts: map[string]result.Verdict{}},
		{Started: "2026-01-02T01:04:05Z", Verdicts: map[string]result.Verdict{}}}
	for i, r := range run.Results {
		if i > 0 {
			out[0].Verdicts[r.Case] = result.Pass
		}
		out[1].Verdicts[r.Case] = r.Verdict
	}
	return out
}

func outcomesOf(pl *planner.Planned, u *plan.Unit) []plan.Outcomes {
	var out []plan.Outcomes
	for _, c := range u.Cases {
		out = append(out, pl.Outcomes(context.Background(), u, c))
	}
	return out
}

// someCoverage has a gap of every kind.
func someCoverage() *plan.Coverage {
	return &plan.Coverage{Cases: 2, Disjuncts: plan.Count{Exercised: 1, Of: 2},
		Conjuncts: plan.Count{Exercised: 1, Of: 4}, Rows: plan.Count{Of: 2}, Missing: []plan.Gap{
			{Kind: plan.DisjunctGap, ID: "insert/DNF_2", Predicate: "x? ∈ ran list", At: "list.zed:11:12",
				Never: plan.NeverEnabled, Status: suite.PrunedByHand},
			{Kind: plan.ConjunctGap, Predicate: "x? ∈ ran list", At: "list.zed:11:12", Never: plan.NeverTrue,
				Status: suite.HasCase, Values: spec.Values{ints("list", 1), number("x?", 1)}},
			{Kind: plan.ConjunctGap, Predicate: "list' = list", At: "list.zed:11:12", Never: plan.NeverFalse,
				Status: suite.Undecided},
			{Kind: plan.ConjunctGap, Predicate: "∀ i : dom list • i > 0", Never: plan.NeverRanged},
			{Kind: plan.RowGap, ID: "insert/DNF_2/SP_1", Predicate: "ran list = {x?}", At: "insert.yaml:7:22",
				Never: plan.NeverMet, Status: suite.HasCase},
			{Kind: plan.RowGap, ID: "insert/DNF_2/SP_2", Predicate: "ran list = ∅", At: "insert.yaml:7:22",
				Never: plan.NeverMet, Status: suite.Unsatisfiable},
		}}
}

// someMutants has a mutant of every status.
func someMutants(unit string) *plan.Mutants {
	return &plan.Mutants{Made: 70, List: []plan.Mutant{
		{ID: unit + "/MUT_1", Kind: "atoms", Mistake: "x? ∉ ran list left out", At: "list.zed:11:12",
			Status: suite.HasCase, Case: unit + "/DNF_1"},
		{ID: unit + "/MUT_2", Kind: "calls", Mistake: "Sort left out", At: "list.zed:12:3", Status: suite.HasCase,
			Case: unit + "/DNF_1", ByCalls: true},
		{ID: unit + "/MUT_3", Kind: "numbers", Mistake: "#list ≤ 5 in place of #list < 5 <b>", At: "list.zed:6:5",
			Status: suite.Unsatisfiable, Reason: "refuted"},
		{ID: unit + "/MUT_4", Kind: "results", Mistake: "list' = list", At: "list.zed:6:5", Status: suite.Undecided,
			Reason: "the solver gave up"},
		{ID: unit + "/MUT_5", Kind: "results", Mistake: "r! free", At: "list.zed:6:5", Status: suite.NoneInScope,
			Reason: "none in scope"},
	}}
}

// someDiff has a change of every kind.
func someDiff() *plan.Diff {
	leaf := func(id, pred string, st suite.Status) plan.LeafState {
		return plan.LeafState{ID: id, Predicate: pred, Status: st}
	}
	one := plan.CaseState{ID: "insert/DNF_1", Values: []byte(`{"list":[],"x?":0}`), Expected: []byte(`{"list'":[0]}`)}
	two := plan.CaseState{ID: "insert/DNF_2", Values: []byte(`{"list":[0],"y?":0}`), Expected: []byte("null")}
	return &plan.Diff{Unit: "insert", Inputs: []string{"list.zed changed"}, Conditions: []plan.LeafChange{
		{Change: plan.Disappeared, Before: leaf("insert/DNF_1", "x? < 0", suite.HasCase)},
		{Change: plan.Renumbered, Before: leaf("insert/DNF_2", "x? > 0", suite.HasCase),
			After: leaf("insert/DNF_1", "x? > 0", suite.HasCase)},
		{Change: plan.Altered, Before: leaf("insert/DNF_3", "x? = 1", suite.HasCase),
			After: leaf("insert/DNF_3", "x? = 2", suite.NoneInScope)},
		{Change: plan.Resettled, Before: leaf("insert/DNF_4", "x? = 3", suite.Undecided),
			After: leaf("insert/DNF_4", "x? = 3", suite.HasCase)},
		{Change: plan.Appeared, After: leaf("insert/DNF_5", "x? = 5", suite.Unsatisfiable)},
	}, Cases: []plan.CaseChange{
		{Change: plan.Disappeared, Before: two},
		{Change: plan.Renumbered, Before: two, After: one},
		{Change: plan.Altered, Before: two, After: one},
		{Change: plan.Appeared, After: one},
	}}
}

// observe returns the matrices of a run.
func observe(t *testing.T, p *planner.Planned, run *result.Run) map[string][]plan.Matrix {
	t.Helper()
	out, err := p.ObserveMatrices(run)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestGolden(t *testing.T) {
	made := planList(t)
	pl := made.Plan
	run := someRun(pl)
	insert := pl.Unit("insert")
	insert.Mutants, pl.Unit("sort").Mutants = someMutants("insert"), someMutants("sort")
	from := Source{Run: run.Started, Tool: "test", Stale: []string{"list.zed changed"}}
	planned, ran := Stubs(pl, nil, nil, Source{}), Stubs(pl, run, observe(t, made, run), from, "insert")
	pic := pictureOf(pl)
	plain := Style{}
	since := Stubs(pl, run, observe(t, made, run), from)
	if err := since.CompareWith("old.json", someEarlier(t, pl)); err != nil {
		t.Fatal(err)
	}
	outcomes := outcomesOf(made, insert)
	several := plan.Outcomes{Known: []spec.Values{{ints("list'", 0)}, {ints("list'", 0, 1)}}, Others: plan.NoOthers}
	coverage := map[string]*plan.Coverage{"sort": made.Cover(t.Context(), pl.Unit("sort"),
		plan.ListExercises(pl.Unit("sort"), run.Results)), "insert": someCoverage()}
	for name, f := range map[string]func(io.Writer) error{
		"run.txt":          func(w io.Writer) error { return writeRun(w, run, pl, coverage, plain) },
		"run.colour.txt":   func(w io.Writer) error { return writeRun(w, run, pl, coverage, Style{Colour: true}) },
		"run.json":         func(w io.Writer) error { return JSON(w, run, coverage) },
		"run.junit.xml":    func(w io.Writer) error { return writeJUnit(w, run, pl) },
		"plan.txt":         func(w io.Writer) error { return writePlan(w, pl, false, plain) },
		"plan.all.txt":     func(w io.Writer) error { return writePlan(w, pl, true, plain) },
		"tree.txt":         func(w io.Writer) error { return writeTree(w, insert, Unfolded, plain) },
		"tree.json":        func(w io.Writer) error { return writeTreeJSON(w, insert) },
		"tree.depth.txt":   func(w io.Writer) error { return writeTree(w, pl.Unit("sort"), 2, plain) },
		"tree.dot":         func(w io.Writer) error { return writeTreeDOT(w, pl.Unit("sort"), 2) },
		"tree.html":        func(w io.Writer) error { return writeTreeHTML(w, UnitTree{pl, pl.Unit("sort"), 2}) },
		"tree.changes.txt": func(w io.Writer) error { return writeChanges(w, insert, someDiff(), plain) },
		"tree.z":           func(w io.Writer) error { return writeTreeZ(w, insert) },
		"tree.tex":         func(w io.Writer) error { return writeTreeLaTeX(w, insert) },
		"cases.yaml":       func(w io.Writer) error { return writeCasesYAML(w, pl.Unit("sort")) },
		"cases.tex":        func(w io.Writer) error { return writeCasesLaTeX(w, insert) },
		"cases.txt":        func(w io.Writer) error { return writeCases(w, insert, outcomes, plain) },
		"cases.z":          func(w io.Writer) error { return writeCasesZ(w, insert) },
		"cases.json":       func(w io.Writer) error { return writeCasesJSON(w, insert, outcomes) },
		"stubs.plan.txt":   func(w io.Writer) error { return planned.WriteText(w, plain) },
		"stubs.run.txt":    func(w io.Writer) error { return ran.WriteText(w, plain) },
		"stubs.run.md":     ran.writeMarkdown,
		"stubs.run.html":   plainPage(ran.writeHTML),
		"run.html": plainPage(func(w io.Writer) error {
			return writeRunHTML(w, &Finished{Run: run, Plan: pl, Coverage: coverage, History: somePast(run)})
		}),
		"stubs.diff.txt": func(w io.Writer) error { return since.Changes.write(w) },
		"stubs.run.json": func(w io.Writer) error { return WriteDocument(w, ran) },
		"graph.txt":      func(w io.Writer) error { return pic.WriteText(w, plain) },
		"graph.dot":      pic.writeDOT,
		"graph.mermaid":  pic.writeMermaid,
		"explain.txt": func(w io.Writer) error {
			return Explain(w, insert, insert.Cases[0], outcomes[0], run.Results[len(pl.Unit("sort").Cases)], from,
				plain)
		},
		"explain.not.txt": func(w io.Writer) error {
			return Explain(w, insert, insert.Cases[0], several, nil, Source{},
				plain)
		},
	} {
		t.Run(name, func(t *testing.T) { golden(t, name, f) })
	}
}

// TestUnitOutputIsNoCommand looks for what CI systems take for commands in
// everything that is written to a log.
func TestUnitOutputIsNoCommand(t *testing.T) {
	pl := planSortedList(t)
	run := someRun(pl)
	evil := []string{"::error::x", " \t::warning::x", "a\n::error file=x::y", "##[error]x", "a ##vso[task.complete]",
		"##teamcity[testFailed]", "\r::error::x",
		"\u00a0::error::x", "\u3000\u2028::error::x", "\x1b]0;title\x07", "\u202eevil"}
	for _, text := range evil {
		for _, r := range run.Results {
			if r.Verdict == result.Pass {
				r.Findings = []string{text}
				continue
			}
			r.Message, r.Stderr, r.Findings = text, text, []string{text}
			r.Violated = []result.Violation{{Predicate: text}}
		}
		run.Machinery = []string{text}
		var b bytes.Buffer
		b.WriteString(cleanText(text, false) + "\n")
		if err := writeRun(&b, run, pl, nil, Style{}); err != nil {
			t.Fatal(err)
		}
		for _, r := range run.Results {
			if err := WriteLine(&b, r, Style{}); err != nil {
				t.Fatal(err)
			}
		}
		for _, line := range strings.FieldsFunc(b.String(), func(r rune) bool { return r == '\n' || r == '\r' }) {
			if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") ||
				strings.Contains(line, "##vso[") || strings.Contains(line, "##teamcity[") {
				t.Errorf("%q: a line of the report is a command: %q", text, line)
			}
			if strings.ContainsAny(line, "\x1b\x07\x00\u202e") {
				t.Errorf("%q: a line of the report steers the terminal: %q", text, line)
			}
		}
	}
}

func FuzzJUnit(f *testing.F) {
	f.Add("a", "b", "c")
	f.Add("]]>", "<&\"'", "\x00\x1b\xff\ufffe")
	f.Fuzz(func(t *testing.T, id, message, stderr string) {
		class := trace.WFE
		var results []*result.Result
		for _, v := range []result.Verdict{result.Pass, result.Fail, result.Error, result.Blocked, result.Undecided,
			result.Fail} {
			results = append(results, &result.Result{Case: id, Unit: "u", Verdict: v, Class: &class, Message: message,
				Stdout: message, Stderr: stderr, Findings: []string{message}})
		}
		run := &result.Run{Project: message, Results: results, Summary: result.Count(slices.Values(results)),
			Machinery: []string{stderr}, Interrupted: true}
		var b bytes.Buffer
		if err := writeJUnit(&b, run, &plan.Plan{}); err != nil {
			t.Fatal(err)
		}
		checkValid(t, b.Bytes())
		names := map[string]bool{}
		d := xml.NewDecoder(&b)
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if start, ok := token.(xml.StartElement); ok && start.Name.Local == "testcase" {
				name := start.Attr[0].Value
				if names[name] {
					t.Errorf("two test cases are called %q", name)
				}
				names[name] = true
			}
		}
		if len(names) != len(results)+2 {
			t.Errorf("%d test cases were written, expected %d", len(names), len(results)+2)
		}
	})
}

// The cases in LaTeX are Z that our own reader reads, under Fastest's names.
func TestCasesLaTeXIsRead(t *testing.T) {
	t.Parallel()
	u := planSortedList(t).Unit("sort")
	var b bytes.Buffer
	if err := writeCasesLaTeX(&b, u); err != nil {
		t.Fatal(err)
	}
	read, err := parse.Documents([]*source.Text{source.NewFile("cases.tex", b.String()).Whole()})
	if err != nil {
		t.Fatalf("%v in:\n%s", err, b.String())
	}
	var names []string
	for _, p := range read[0].Paragraphs {
		names = append(names, p.(*zed.Define).Name.Name)
	}
	want := []string{"Sort1_SC_4_TCASE", "Sort1_SC_11_TCASE", "Sort1_SC_12_TCASE", "Sort1_SC_12_TCASE_2",
		"Sort1_SC_18_TCASE", "Sort1_SC_20_TCASE", "Sort1_SC_21_TCASE"}
	if d := cmp.Diff(want, names); d != "" {
		t.Error(d)
	}
}

// Words that YAML would read as something else than themselves are quoted.
func TestFlow(t *testing.T) {
	t.Parallel()
	word := func(s string) spec.Item {
		return spec.NewItem("w", zed.NamedType{Name: "W", Free: true}, value.OfAtom(s))
	}
	for _, test := range []struct {
		item spec.Item
		want string
	}{
		{word("ok"), `{w: ok}`},
		{word("Yes"), `{w: "Yes"}`},
		{word("n"), `{w: "n"}`},
		{word("α"), `{w: "α"}`},
		{spec.NewItem("s'", zed.StrType{}, value.OfStr(`a: "b" #c`)), `{s': "a: \"b\" #c"}`},
		{spec.NewItem("y", zed.IntType{}, value.OfInt(-3)), `{"y": -3}`},
		{ints("x₁?", 1, 2), `{"x₁?": [1, 2]}`},
	} {
		if got, err := Flow(spec.Values{test.item}); err != nil || got != test.want {
			t.Errorf("got %s, %v, want %s", got, err, test.want)
		}
	}
}

func TestTreeHTMLNeedsNothing(t *testing.T) {
	t.Parallel()
	pl := planSortedList(t)
	u := pl.Unit("sort")
	u.Leaves[0].Settle(u.Leaves[0].Status, suite.Why{Reason: `<script>alert(1)</script>`})
	var b bytes.Buffer
	if err := writeTreeHTML(&b, UnitTree{pl, u, 1}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if n := strings.Count(page, "<script"); n != 1 {
		t.Errorf("the page holds %d scripts, want its own alone", n)
	}
	page = strings.ReplaceAll(page, `href="#`, "")
	for _, bad := range []string{"<img", "src=", "href=", "@import", "http:", "https:"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	open, all := strings.Count(page, `<details class="branch" open>`), strings.Count(page, `<details class="branch"`)
	if open != 1 || all != 10 {
		t.Errorf("%d of %d conditions are open, want 1 of 10", open, all)
	}
}

// TestEqualInputs: cases that have the same input are named.
func TestEqualInputs(t *testing.T) {
	t.Parallel()
	u := planSortedList(t).Unit("insert")
	if got := describeEqualInputs(u); got != "" {
		t.Errorf("inputs that differ: %q", got)
	}
	first, last := u.Cases[0], u.Cases[len(u.Cases)-1]
	last.Steps = slices.Clone(first.Steps)
	want := "; 4 cases, 3 inputs: " + last.ID + " that of " + first.ID
	if got := describeEqualInputs(u); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	last.Steps[0].Object = 1
	if got := describeEqualInputs(u); got != "" {
		t.Errorf("another object: %q", got)
	}
}

func TestOutcomesInOneLine(t *testing.T) {
	t.Parallel()
	one, two := spec.Values{number("y!", 1)}, spec.Values{number("y!", 2)}
	for _, test := range []struct {
		outcomes plan.Outcomes
		want     string
	}{
		{plan.Outcomes{Known: []spec.Values{one}, Others: plan.NoOthers}, "y! = 1"},
		{plan.Outcomes{Known: []spec.Values{one, two}, Others: plan.NoOthers}, "y! = 1  or  y! = 2"},
		{plan.Outcomes{Known: []spec.Values{one, two}, Others: plan.MoreOthers}, "one of more than 2, such as y! = 1"},
		{plan.Outcomes{Known: []spec.Values{one}, Others: plan.UnknownOthers},
			"y! = 1  or others: it is not known that there are none"},
	} {
		if got := formatOutcomes(test.outcomes); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// A page needs nothing else, and runs nothing but its own script, which a browser knows by its hash.
func TestHTMLNeedsNothingElse(t *testing.T) {
	pl := planSortedList(t)
	run := someRun(pl)
	run.Results[len(run.Results)-4].Stubs[0].Reason = `<script>alert(1)</script> <img src=x onerror=y>`
	pl.System.Project = `</title><b>"x"`
	for i, r := range run.Results {
		r.Stdout, r.Stderr = fmt.Sprintf("printed <script>%s\n::error::line two", r.Case), fmt.Sprintf("wrote %d", i)
	}
	var b bytes.Buffer
	if err := Stubs(pl, run, nil, Source{Run: "<i>now</i>"}).writeHTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	clean := strings.NewReplacer("<script>"+pageScript+"</script>", "",
		"http://www.w3.org/2000/svg", "", "src=x onerror", "", `href="#`, "")
	for _, bad := range []string{"<script", "<img", `<b>"`, "<i>", "src=", "href=", "@import", "http://", "https://"} {
		if strings.Contains(clean.Replace(page), bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	for _, want := range []string{"&lt;script&gt;", "prefers-color-scheme", "<svg", "insert/DNF_1/SP_1", "list = ⟨⟩"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for i, r := range run.Results {
		for _, text := range []string{"printed &lt;script&gt;" + r.Case + "\n", fmt.Sprintf("<pre>wrote %d</pre>", i)} {
			if strings.Contains(page, text) != (r.Verdict != result.Pass) {
				t.Errorf("%s, %s: what it wrote is shown where it passed, or is not where it did not", r.Case,
					r.Verdict)
			}
		}
	}
}

func TestJSONListsAreNeverNull(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, &result.Run{Results: []*result.Result{{Case: "c", Trace: []*result.Call{{}}}}},
		nil); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Inputs, NotObserved, Machinery []any
		Results                        []map[string]any
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Inputs == nil || doc.NotObserved == nil || doc.Machinery == nil {
		t.Errorf("a list is null: %s", b.String())
	}
	for _, name := range []string{"blame", "stubs", "violated", "findings", "trace"} {
		if _, ok := doc.Results[0][name].([]any); !ok {
			t.Errorf("%s is not a list: %s", name, b.String())
		}
	}
	if doc.Results[0]["expected"] != nil {
		t.Errorf("expected is not null: %s", b.String())
	}
}
