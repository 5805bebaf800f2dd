package report

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
)

// Source says where a stub report comes from.
type Source struct {
	Run     string   `json:"run,omitempty"` // when the run started; "" where the decisions are the plan's
	Tool    string   `json:"tool,omitempty"`
	Stale   []string `json:"stale,omitempty"` // what changed since the run
	Partial bool     `json:"partial"`         // not every case of the plan was run
	// Unfinished says that the run is still going on, or was killed.
	Unfinished bool `json:"unfinished,omitempty"`
	// Unreadable lists what is wrong with the files of later runs.
	Unreadable []string `json:"unreadable,omitempty"`
	// Command is what a person types for this program, in front of "run".
	Command string `json:"-"`
}

// Sentence says in a line where the report comes from.
func (s Source) Sentence() string {
	if s.Run == "" {
		return "Planned: these decisions assume that every case passes. There is no run yet."
	}
	text := "From the run of " + moment(s.Run) + "."
	for _, what := range s.Unreadable {
		text += " A later one cannot be read: " + what + "."
	}
	if s.Unfinished {
		text += " It has not come to its end."
	}
	if s.Partial {
		text += " Cases that it did not run are shown as planned."
	}
	if len(s.Stale) > 0 {
		text += " It is stale: " + strings.Join(s.Stale, "; ") + "."
	}
	return text
}

// moment writes a time as people do; what is none stays as it is.
func moment(rfc3339 string) string {
	t, err := time.Parse(time.RFC3339Nano, rfc3339)
	if err != nil {
		return rfc3339
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// StubReport is the stub report: for each unit and case, each callee with what
// stands in for it.
type StubReport struct {
	APIVersion string     `json:"apiVersion"`
	Kind       string     `json:"kind"`
	Project    string     `json:"project"`
	From       Source     `json:"from"`
	Layers     [][]string `json:"layers"`
	Units      []StubUnit `json:"units"`

	picture Picture
}

// StubUnit is the part of a stub report about one unit.
type StubUnit struct {
	Unit  string     `json:"unit"`
	Layer int        `json:"layer"`
	Uses  []string   `json:"uses"`
	Calls []string   `json:"calls"`
	Cases []StubCase `json:"cases"`
	// Theorem2 holds the leaves of used callees against the unit's cases.
	Theorem2 []plan.Matrix `json:"theorem2"`
	Missing  []string      `json:"missing"` // what would have to be had for fewer stubs, one sentence each
}

// StubCase is the part of a stub report about one test case.
type StubCase struct {
	Case      string          `json:"case"`
	Condition string          `json:"condition"`
	Rejected  bool            `json:"rejected,omitempty"` // its input is outside the precondition
	Values    spec.Values     `json:"values"`
	Verdict   *result.Verdict `json:"verdict"` // nil where it was not run
	Stubs     []StubRow       `json:"stubs"`
}

// StubRow is one decision: the plan's, and the run's where there was one.
type StubRow struct {
	Callee     string          `json:"callee"`
	Occurrence int             `json:"occurrence"`
	Planned    result.Decision `json:"planned"`
	Decision   result.Decision `json:"decision"`
	Leaf       string          `json:"leaf,omitempty"`
	Witness    spec.Values     `json:"witness"`
	Possible   []string        `json:"possible"`
	Reason     string          `json:"reason"`
	// Unobserved says that the run could not see the calls of the callee by
	// the unit: whatever was decided, the callee itself ran.
	Unobserved bool `json:"unobserved,omitempty"`
}

// Stubs makes the stub report of the named units, of all where none is named.
// The run may be nil: then the decisions are the plan's. from.Partial is filled
// in.
func Stubs(pl *plan.Plan, run *result.Run, from Source, units ...string) *StubReport {
	rep := &StubReport{
		APIVersion: plan.APIVersion, Kind: "Stubs", Project: pl.System.Project, From: from,
		Layers: some(pl.Layers), Units: []StubUnit{}, picture: PictureOf(pl),
	}
	results := map[string]*result.Result{}
	if run != nil {
		for _, r := range run.Results {
			if prev := results[r.Case]; prev == nil || prev.Support {
				results[r.Case] = r
			}
		}
	}
	for _, u := range pl.Units {
		if len(units) > 0 && !slices.Contains(units, u.Name) {
			continue
		}
		su := StubUnit{Unit: u.Name, Layer: u.Layer, Uses: some(u.Uses), Calls: some(u.Calls), Cases: []StubCase{}}
		for _, c := range u.Cases {
			r := results[c.ID]
			unseen := func(callee string) bool {
				return run != nil && slices.Contains(run.NotObserved, u.Name+" -> "+callee)
			}
			rep.From.Partial = rep.From.Partial || run != nil && r == nil
			su.Cases = append(su.Cases, stubCase(c, r, unseen))
		}
		su.Missing = missing(pl, u, su)
		su.Theorem2 = pl.Theorem2(context.Background(), u)
		if run != nil {
			su.Theorem2 = pl.Observed(context.Background(), u, run)
		}
		rep.Units = append(rep.Units, su)
	}
	return rep
}

func stubCase(c *plan.Case, r *result.Result, unseen func(callee string) bool) StubCase {
	out := StubCase{Case: c.ID, Condition: c.Leaf.Predicate(), Rejected: c.Leaf.Refused(), Values: c.Values, Stubs: []StubRow{}}
	if r != nil {
		v := r.Verdict
		out.Verdict = &v
	}
	for _, ch := range c.Stubs {
		row := stubRow(ch, r)
		row.Unobserved = unseen(ch.Callee)
		out.Stubs = append(out.Stubs, row)
	}
	return out
}

func stubRow(ch stubs.Choice, r *result.Result) StubRow {
	row := StubRow{Callee: ch.Callee, Occurrence: ch.Occurrence, Planned: ch.Decision, Decision: ch.Decision,
		Leaf: ch.Leaf, Witness: ch.Witness, Possible: some(ch.Possible), Reason: ch.Reason}
	if r == nil {
		return row
	}
	for _, st := range r.Stubs {
		if st.Callee == ch.Callee && st.Occurrence == ch.Occurrence {
			row.Decision, row.Leaf, row.Reason = st.Decision, st.Leaf, st.Reason
			if st.Leaf != ch.Leaf {
				row.Witness = nil
			}
		}
	}
	return row
}

// missing says what stands between a unit's callees and being their own stubs.
func missing(pl *plan.Plan, u *plan.Unit, su StubUnit) []string {
	out := []string{}
	add := func(text string) {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	if !slices.ContainsFunc(u.Cases, func(c *plan.Case) bool { return !c.Leaf.Refused() }) {
		add(u.Name + " has no test case, so no unit that uses it can rest on it")
	}
	for _, c := range su.Cases {
		for _, row := range c.Stubs {
			switch row.Decision {
			case result.Spec, result.BlockedStub, result.ByCall:
			default:
				continue
			}
			callee := pl.Unit(row.Callee)
			switch {
			case callee == nil:
			case callee.SUT == "":
				add(row.Callee + " is not written yet")
			case row.Decision != row.Planned:
				add(row.Callee + " must pass where " + c.Case + " may call it: " + strings.TrimSuffix(row.Reason, "."))
			default:
				for _, id := range row.Possible {
					if l := callee.Leaf(id); l != nil && l.Status != plan.HasCase {
						add(id + " has no test case (" + words(l.Status) + "), and " + c.Case + " may call " + row.Callee + " there")
					}
				}
			}
		}
	}
	return out
}

// Text writes the stub report for a terminal.
func (rep *StubReport) Text(w io.Writer, s Style) error {
	p := &printer{w: w}
	p.line(s.paint(bold, "Stubs of "+clean(rep.Project, false)))
	p.line(s.paint(faint, clean(rep.From.Sentence(), false)))
	for _, u := range rep.Units {
		p.line()
		p.line(s.paint(bold, u.Unit), "  layer ", itoa(u.Layer), relation("uses", u.Uses), relation("calls", u.Calls))
		if len(u.Uses)+len(u.Calls) == 0 {
			p.line("  no callees: nothing stands in for anything")
		}
		for _, c := range u.Cases {
			if len(c.Stubs) == 0 {
				continue
			}
			verdict := ""
			if c.Verdict != nil {
				verdict = "  " + s.verdict(*c.Verdict)
			}
			p.line("  ", s.paint(blue, c.Case), refused(c.Rejected), "  ", values(c.Values), verdict)
			for _, row := range c.Stubs {
				p.line("    ", row.Callee, occurrence(row.Occurrence), ": ", s.paint(bold, row.decision()), leafOf(row.Leaf))
				if row.Witness != nil {
					p.line("      witness  ", values(row.Witness))
				}
				p.line("      ", s.paint(faint, clean(row.Reason, false)))
			}
		}
		p.theorem2(u.Theorem2, s)
		for _, m := range u.Missing {
			p.line("  missing: ", clean(m, false))
		}
	}
	return p.err
}

func (row StubRow) decision() string {
	text := string(row.Decision)
	if row.Decision != row.Planned {
		text += " (planned " + string(row.Planned) + ")"
	}
	if row.Unobserved {
		text += ", not observed: no seam lies there"
	}
	return text
}

// refused marks a case on a rejected input.
func refused(is bool) string {
	if is {
		return " (rejected input)"
	}
	return ""
}

func relation(word string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ", " + word + " " + strings.Join(names, ", ")
}

// Markdown writes the stub report as GitHub-flavoured Markdown.
func (rep *StubReport) Markdown(w io.Writer) error {
	p := &printer{w: w}
	p.line("# Stubs of ", markdown(rep.Project))
	p.line()
	p.line(markdown(rep.From.Sentence()))
	p.line()
	p.line("| layer | units |")
	p.line("|---|---|")
	for k, names := range rep.Layers {
		p.line("| ", itoa(k), " | ", markdown(strings.Join(names, ", ")), " |")
	}
	for _, u := range rep.Units {
		p.line()
		p.line("## ", markdown(u.Unit))
		p.line()
		p.line("Layer ", itoa(u.Layer), markdown(relation("uses", u.Uses)), markdown(relation("calls", u.Calls)), ".")
		if len(u.Uses)+len(u.Calls) > 0 {
			p.line()
			p.line("| case | values | verdict | callee | decision | leaf | witness | reason |")
			p.line("|---|---|---|---|---|---|---|---|")
		}
		for _, c := range u.Cases {
			verdict := ""
			if c.Verdict != nil {
				verdict = string(*c.Verdict)
			}
			for _, row := range c.Stubs {
				p.line("| ", markdown(c.Case), refused(c.Rejected), " | ", markdown(values(c.Values)), " | ", verdict, " | ",
					markdown(row.Callee+occurrence(row.Occurrence)), " | **", row.decision(), "** | ", markdown(row.Leaf),
					" | ", markdown(witness(row.Witness)), " | ", markdown(row.Reason), " |")
			}
		}
		if len(u.Missing) > 0 {
			p.line()
			p.line("Missing:")
			p.line()
			for _, m := range u.Missing {
				p.line("- ", markdown(m))
			}
		}
	}
	return p.err
}

func witness(vs spec.Values) string {
	if vs == nil {
		return ""
	}
	return values(vs)
}

// markdownMarks are the characters that mean something in Markdown or HTML.
var markdownMarks = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "#", `\#`, "~", `\~`)

func markdown(s string) string { return markdownMarks.Replace(clean(s, false)) }
