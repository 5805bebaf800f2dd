package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/trace"
)

//go:embed run.html.tmpl
var runPage string

// maxOpened is how many failures of a run are shown unfolded on its page.
const maxOpened = 10

// runView has what the page of a run shows.
type runView struct {
	*Finished
	text     *specText
	planned  map[string]bool // the cases that the stub report shows
	ids      map[string]int  // of elements, and how often each occurred
	blocks   map[*result.Result]string
	failures []failure
	pairs    map[string][]failure // that are wrong, by class
	pictures int                  // of structures, so far
}

// writeRunHTML writes a run as one HTML page that loads nothing else: failures first, and each unit's
// cases with their verdicts in earlier runs. It leads to the stub report in the same folder.
func writeRunHTML(w io.Writer, f *Finished) error {
	v := &runView{Finished: f, text: textOf(f.Plan), planned: map[string]bool{}, ids: map[string]int{},
		blocks: map[*result.Result]string{}, pairs: map[string][]failure{}}
	for _, u := range f.Plan.Units {
		for _, c := range u.Cases {
			v.planned[c.ID] = true
		}
	}
	v.failures = v.listFailures()
	units := v.listUnits()
	own := template.FuncMap{
		"origin": func() origin {
			return makeOrigin(f.Plan, f.Run.Inputs, Source{Run: f.Run.Started, Tool: f.Run.Tool})
		},
		"stubsPage": func() string { return stubsFile },
		"failures":  func() []failure { return v.failures },
		"findings":  func() []string { return listFindings(f.Run) },
		"flaky":     func() []string { return flakyLines(f.Run) },
		"tiles":     func() []tile { return tilesOf(f.Run) },
		"untested":  func() []string { return describeUntested(f.Run) },
		"history":   func() []result.Past { return v.History },
		"changes":   func() []changeGroup { return pageChanges(f.Changes) },
		"taken":     func() []string { return listTaken(f.Run) },
		"lastOf":    func(past []result.Past) string { return moment(past[len(past)-1].Started) },
		"marksOf":   v.marksOf,
		"chips":     v.chips,
		"units":     func() []runUnit { return units },
		"nth":       occurrence,
		"changed":   formatChanged,
		"sequences": machineText,
		"linesOf":   linesOfMachine,
		"tests":     lawText, "structures": methodText,
		"refuted": refutedText, "classText": classText,
		"judged": func() []string {
			var out []string
			for _, j := range judgedBeside(f.Run) {
				out = append(out, j.text(Style{}))
			}
			return out
		},
		"columns": columnsOfPair,
		"pairsOf": func(c *result.ClassRun) []failure { return v.pairs[c.Class] },
		"unexercised": func() string {
			return textFrom(func(p *printer) { p.writeUnexercised(coverageOf(f.Plan, f.Coverage), Style{}) })
		},
		"rests": func() string {
			if f.NotBegun {
				return ""
			}
			return textFrom(func(p *printer) { p.writeAssumptions(f.Run, f.Plan, Style{}) })
		},
	}
	return writePage(w, runPage, own, f)
}

// textFrom returns what is printed as plain text.
func textFrom(print func(p *printer)) string {
	var b strings.Builder
	print(&printer{w: &b})
	return strings.Trim(b.String(), "\n")
}

// describeUntested says where nothing was tested.
func describeUntested(run *result.Run) []string {
	var out []string
	if n := len(run.UndecidedLeaves); n > 0 {
		out = append(out, formatCount(n, "undecided leaf")+", where nothing was tested: "+capNames(run.UndecidedLeaves))
	}
	for _, l := range run.OpenLeaves {
		out = append(out, l.Leaf+" has no case: "+l.Reason)
	}
	for _, u := range run.Untested {
		out = append(out, u.Unit+" has no test case: "+u.Reason)
	}
	return out
}

// listFindings returns the findings about cases that passed, and on the run.
func listFindings(run *result.Run) []string {
	var out []string
	for r := range run.All() {
		if r.Verdict == result.Pass {
			for _, f := range r.Findings {
				out = append(out, r.Case+": "+f)
			}
		}
	}
	return append(out, run.Findings...)
}

// linesOfMachine returns what is said of a machine besides the line about its sequences.
func linesOfMachine(m *result.Machine) []string {
	return slices.Concat(proofLines(m), goalLines(m), describeMet(m), m.Findings)
}

// mark is a piece of the history of a case: verdicts that follow each other and are the same.
type mark struct{ Text, Class string }

// pastMarks are the verdicts of a case in earlier runs and in this one.
type pastMarks struct {
	Said  string
	Parts []mark
}

// glyphs are the signs of verdicts.
var glyphs = map[result.Verdict]string{result.Pass: "✓", result.Fail: "✗", result.Error: "!", result.Blocked: "□",
	result.Undecided: "?", result.Flaky: "~", "": "·"}

// marksOf returns the history of a case, with the verdict in this run; nil where no run is kept.
func (v *runView) marksOf(id string, now result.Verdict) *pastMarks {
	if len(v.History) == 0 {
		return nil
	}
	out := &pastMarks{}
	var said []string
	for _, past := range append(slices.Clone(v.History), result.Past{Verdicts: map[string]result.Verdict{id: now}}) {
		verdict := past.Verdicts[id]
		word := string(verdict)
		if verdict == "" {
			word = "not run"
		}
		said = append(said, word)
		if n := len(out.Parts); n > 0 && out.Parts[n-1].Class == string(verdict) {
			out.Parts[n-1].Text += glyphs[verdict]
			continue
		}
		out.Parts = append(out.Parts, mark{glyphs[verdict], string(verdict)})
	}
	out.Said = "the oldest first: " + strings.Join(said, ", ")
	return out
}

// chips returns the verdicts by which the page is filtered.
func (v *runView) chips() []chipGroup {
	counts := map[string]int{}
	for r := range v.Run.All() {
		counts[string(r.Verdict)]++
	}
	return []chipGroup{group("verdict", "Cases", counts, "fail", "error", "flaky", "blocked", "undecided",
		"pass")}
}

// runUnit is a unit with its results.
type runUnit struct {
	Name  string
	Layer int
	Tally string
	Rows  []runRow
}

// runRow is a result in a line.
type runRow struct {
	ID, Link, Case, Note, Values string
	Verdict                      result.Verdict
	Marks                        *pastMarks
}

// listUnits returns the units in test order, each with its results.
func (v *runView) listUnits() []runUnit {
	by := v.Run.ByUnit()
	var out []runUnit
	for _, u := range v.Plan.Units {
		results := by(u.Name)
		one := runUnit{Name: u.Name, Layer: u.Layer, Tally: tally(results, u, Style{})}
		for _, r := range results {
			row := runRow{Case: r.Case, Verdict: r.Verdict, Values: values(r.Values),
				Marks: v.marksOf(r.Case, r.Verdict)}
			if r.Support {
				row.Note = "run only because other cases rest on it"
			}
			if r.From != "" {
				taken := "not run again: of " + describeOrigin(r.From, v.Run.Started)
				row.Note = strings.TrimPrefix(row.Note+"; "+taken, "; ")
			}
			switch {
			case v.blocks[r] != "":
				row.Link = linkTo("", v.blocks[r])
			case v.planned[r.Case]:
				row.Link = linkTo(stubsFile, anchor("case", r.Case))
			}
			if v.blocks[r] == "" {
				row.ID = v.newID(anchor("case", r.Case))
			}
			one.Rows = append(one.Rows, row)
		}
		out = append(out, one)
	}
	slices.SortStableFunc(out, func(a, b runUnit) int {
		if a.Layer != b.Layer {
			return a.Layer - b.Layer
		}
		return compareNatural(a.Name, b.Name)
	})
	return out
}

// newID returns an id that no other element has.
func (v *runView) newID(id string) string {
	v.ids[id]++
	if n := v.ids[id]; n > 1 {
		return v.newID(id + "." + itoa(n))
	}
	return id
}

// failure is a result that is not a pass, as the page shows it.
type failure struct {
	ID, Title, Headline string
	Verdict             result.Verdict
	Open                bool
	Marks               *pastMarks
	Class, Meaning      string
	Blame               []linked
	Uncertain           string
	Facts               []fact
	Compared            []comparison
	Violated            []linked
	How                 string   // how the steps of a sequence came about
	Steps               []string // of a sequence
	Findings            []string
	Message             string
	Structures          []brokenView // of a unit on structures: before and after
	Stubs               []result.Stub
	Trace               []callView
	Printed             []fact
	Cases               []string // that were blocked for the same reason
	StubLink            string
	Unit, Keep          string // the line that keeps the case, and the unit among whose cases
	Replay              string
}

// comparison is what was expected of a variable, and what came.
type comparison struct {
	Name, Expected, Actual string
	Instead                string // said where there is no expected value
	Differs                bool
}

// compareValues puts what was expected and what came side by side.
func compareValues(r *result.Result) []comparison {
	var out []comparison
	instead := "none"
	if r.Expected == nil {
		instead = "any that the specification allows"
	}
	for _, e := range r.Expected {
		out = append(out, comparison{Name: e.Name, Expected: textOfValue(e), Differs: true})
	}
	for _, a := range r.Actual {
		i := slices.IndexFunc(out, func(c comparison) bool { return c.Name == a.Name })
		if i < 0 {
			out = append(out, comparison{Name: a.Name, Actual: textOfValue(a), Instead: instead,
				Differs: r.Expected != nil})
			continue
		}
		out[i].Actual = textOfValue(a)
		out[i].Differs = out[i].Actual != out[i].Expected
	}
	return out
}

// textOfValue returns a value as the page shows it.
func textOfValue(i spec.Item) string { return clip(i.Text(), maxQuoted) }

// callView is a call of a trace, as the page shows it.
type callView struct {
	Text     string
	Wrong    []string
	Violated []linked
	Notes    []string
	Below    []callView
}

// viewCalls returns the calls of a trace, as many as are left to be shown.
func (v *runView) viewCalls(calls []*result.Call, left *int) []callView {
	var out []callView
	for i, c := range calls {
		if *left == 0 {
			return append(out, callView{Text: "… " + formatCount(len(calls)-i, "call") + " left out"})
		}
		*left--
		text, wrong := describeCall(c)
		one := callView{Text: text, Wrong: wrong, Violated: v.linkViolated(c.Violated)}
		if len(c.Moved) > 0 {
			one.Notes = append(one.Notes, "changed "+strings.Join(c.Moved, ", ")+", which its signature does not name")
		}
		if len(c.Predicted) > 0 {
			one.Notes = append(one.Notes, "predicted "+strings.Join(c.Predicted, ", "))
		}
		one.Below = v.viewCalls(c.Calls, left)
		if c.Cut > 0 {
			one.Notes = append(one.Notes, formatCount(c.Cut, "call")+" below it left out")
		}
		out = append(out, one)
	}
	return out
}

// describeCall returns a call as text, and what is wrong with it.
func describeCall(c *result.Call) (text string, wrong []string) {
	text = c.Unit + "(" + argumentList(c.Args) + ")"
	if len(c.Before) > 0 {
		text += "  before " + values(c.Before)
	}
	if len(c.After) > 0 && !c.Open {
		text += "  after " + values(c.After)
	}
	if len(c.Result) > 0 && !c.Open {
		text += "  result " + values(c.Result)
	}
	text += "  [" + string(c.Decision) + leafOf(c.Leaf) + "]"
	for _, x := range []struct {
		is   bool
		word string
	}{{c.Open, "did not return"}, {c.Uncertified, uncertifiedText(c)}, {c.Message != "", firstLine(c.Message)},
		{c.Pre != nil && !*c.Pre, "outside its precondition"}, {c.Post != nil && !*c.Post, "broke its specification"}} {
		if x.is {
			wrong = append(wrong, x.word)
		}
	}
	return text, wrong
}

// linkViolated returns conjuncts with links to their lines.
func (v *runView) linkViolated(list []result.Violation) []linked {
	var out []linked
	for _, x := range list {
		out = append(out, linked{x.Predicate, x.At, v.text.linkLine(stubsFile, x.At)})
	}
	return out
}

// listFailures returns what did not pass: failures and errors before what could not be run or decided.
func (v *runView) listFailures() []failure {
	var failed, others []failure
	same := map[string][]string{}
	for r := range v.Run.All() {
		if r.Verdict == result.Blocked {
			same[r.Message] = append(same[r.Message], r.Case)
		}
	}
	for r := range v.Run.All() {
		cases := same[r.Message]
		switch {
		case r.Verdict == result.Pass:
		case r.Verdict == result.Fail || r.Verdict == result.Error:
			failed = append(failed, v.failureOf(r))
		case r.Verdict != result.Blocked || len(cases) == 1:
			others = append(others, v.failureOf(r))
		case cases[0] == r.Case:
			others = append(others, failure{Title: formatCount(len(cases), "case"), Headline: firstLine(r.Message),
				Verdict: r.Verdict, Message: cleanText(clip(r.Message, maxQuoted), true), Cases: cases})
		}
	}
	for _, m := range v.Run.Machines {
		for _, s := range m.Failures {
			f := v.failureOf(s.Result)
			f.How = describeSteps(m, s)
			f.Steps = stepLines(m, s.Steps)
			if line, err := Flow(s.Keep); s.Keep != nil && err == nil {
				f.Keep, f.Unit = line, s.Steps[len(s.Steps)-1].Unit
			} else if s.Why != "" {
				f.Facts = append(f.Facts, fact{"no case of the last step alone", s.Why})
			}
			failed = append(failed, f)
		}
	}
	for _, c := range v.Run.Classes {
		for _, f := range c.Failures {
			one := v.failureOfPair(c, f)
			v.pairs[c.Class] = append(v.pairs[c.Class], one)
			failed = append(failed, one)
		}
	}
	for _, l := range v.Run.Laws {
		if isWrong(l.Verdict) {
			failed = append(failed, v.failureOfLaw(l))
		}
	}
	for _, m := range v.Run.Methods {
		failed = append(failed, v.failuresOfMethod(m)...)
	}
	out := append(failed, others...)
	for i := range out {
		out[i].Open = i < maxOpened
	}
	return out
}

// failureOfLaw returns a property that does not hold, as the page shows it.
func (v *runView) failureOfLaw(l *result.Law) failure {
	f := failure{ID: v.newID(anchor("property", l.Property)), Title: "property " + l.Property, Headline: lawText(l),
		Verdict: l.Verdict, Marks: v.marksOf("property "+l.Property, l.Verdict), Replay: l.Replay}
	if l.Counterexample != nil {
		f.Facts = append(f.Facts, fact{"values", shownValues(l.Counterexample)})
	}
	if l.First != nil {
		f.Facts = append(f.Facts, fact{"found as", shownValues(l.First)})
	}
	for _, x := range []fact{{"panic", l.Panic}, {"because", l.Why}, {"stack", l.Stack}} {
		if x.Text != "" {
			f.Printed = append(f.Printed, fact{x.Label, cleanText(clip(x.Text, maxQuoted), true)})
		}
	}
	return f
}

// failureOf returns a result that is not a pass, as the page shows it.
func (v *runView) failureOf(r *result.Result) failure {
	f := failure{ID: v.newID(anchor("case", r.Case)), Title: r.Case, Verdict: r.Verdict, Unit: r.Unit,
		Compared: compareValues(r), Violated: v.linkViolated(r.Violated), Findings: r.Findings, Stubs: r.Stubs,
		Printed: listPrinted(r), Replay: r.Replay, Marks: v.marksOf(r.Case, r.Verdict),
		Message: cleanText(clip(r.Message, maxQuoted), true)}
	v.blocks[r] = f.ID
	_, f.Headline, _ = strings.Cut(headline(r), ": ")
	if r.Class != nil {
		f.Class, f.Meaning = string(*r.Class), trace.Meaning(*r.Class)
	}
	for _, name := range r.Blame {
		one := linked{Text: name}
		if v.Plan.Unit(name) != nil {
			one.Line = linkTo(stubsFile, anchor("unit", name))
		}
		f.Blame = append(f.Blame, one)
	}
	if r.Uncertain {
		f.Uncertain = "uncertain: not every call was observed or could be judged"
	}
	add := func(label, text string) {
		if text != "" {
			f.Facts = append(f.Facts, fact{label, text})
		}
	}
	if r.Rejected {
		add("input", "rejected: it is outside the precondition")
	}
	if r.Support {
		add("support", "run only because other cases rest on it, not counted")
	}
	if len(r.Values) > 0 {
		add("values", values(r.Values)+sizesOf(r.Sizes))
	}
	add("way", clip(way(r.Way), maxQuoted))
	if r.Structures != nil {
		add("structure", structuresText(r.Structures))
		f.Structures = v.drawStructures("", r.Structures.Before, r.Structures.After)
	}
	add("τ", clip(r.Tau, maxQuoted))
	if r.Drawn != nil {
		add("drawn", fmt.Sprintf("at random, under seed %d", r.Drawn.Seed))
		if line, err := Flow(r.Values); err == nil {
			f.Keep = line
		}
	}
	left := maxCalls
	f.Trace = v.viewCalls(r.Trace, &left)
	if v.planned[r.Case] {
		f.StubLink = linkTo(stubsFile, anchor("case", r.Case))
	}
	return f
}
