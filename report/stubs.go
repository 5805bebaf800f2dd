package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Source says what a stub report is made from.
type Source struct {
	// when the run started; "" where the report has the decisions of the plan
	Run     string   `json:"run,omitempty"`
	Tool    string   `json:"tool,omitempty"`
	Stale   []string `json:"stale,omitempty"` // what has changed since the run
	Partial bool     `json:"partial"`         // whether some cases of the plan were not run
	// Unfinished says that the run is still going on, or was killed.
	Unfinished bool `json:"unfinished,omitempty"`
	// Outdated is how many results of the run belong to cases that have changed since
	// or no longer exist. Such cases count as not run.
	Outdated int `json:"outdated,omitempty"`
	// Machinery lists the failures outside the units under test.
	Machinery []string `json:"machinery,omitempty"`
	// Unreadable says what is wrong with the files of later runs, which could not be
	// read.
	Unreadable []string `json:"unreadable,omitempty"`
	// Command is the command that runs this program, to which "run" is appended.
	Command string `json:"-"`
	// Made says when the report was made (RFC 3339); "" where it is not known.
	Made string `json:"-"`
}

// isStale tells whether the report is not of the specification and the cases as they are now.
func (s Source) isStale() bool {
	return len(s.Stale) > 0 || s.Outdated > 0 || s.Unfinished || len(s.Unreadable) > 0
}

// Sentence returns a line that says what the report is made from.
func (s Source) Sentence() string {
	if s.Run == "" {
		return "Planned: these decisions assume that every case passes. There is no run yet."
	}
	text := "From the run of " + moment(s.Run) + "."
	for _, what := range s.Machinery {
		text += " Something failed in it beside the units: " + strings.TrimSuffix(what, ".") + "."
	}
	for _, what := range s.Unreadable {
		text += " A later one cannot be read: " + what + "."
	}
	if s.Unfinished {
		text += " It has not come to its end."
	}
	if s.Partial {
		text += " Cases that it did not run are shown as planned."
	}
	if s.Outdated > 0 {
		verb := " belong"
		if s.Outdated == 1 {
			verb = " belongs"
		}
		text += " " + formatCount(s.Outdated, "result") + " of it" + verb + " to no case as it is now."
	}
	if len(s.Stale) > 0 {
		text += " It is stale: " + strings.Join(s.Stale, "; ") + "."
	}
	return text
}

// moment returns a time as people write it. A text that is not a time is returned as it
// is.
func moment(rfc3339 string) string {
	t, err := time.Parse(time.RFC3339Nano, rfc3339)
	if err != nil {
		return rfc3339
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// StubReport is the stub report: what stands in for each callee, for each unit and
// case, and what these decisions assume.
type StubReport struct {
	APIVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	Project    string          `json:"project"`
	From       Source          `json:"from"`
	Layers     [][]string      `json:"layers"`
	Decisions  []DecisionCount `json:"decisions"`
	Assumed    []Assumption    `json:"assumed"`
	Units      []StubUnit      `json:"units"`
	// Changes are the differences from an earlier report; nil where it was not compared
	// with one.
	Changes *StubChanges `json:"changes,omitempty"`
	// Accepted counts the decisions that people accepted; nil where the project keeps none.
	Accepted *AcceptedCount `json:"accepted,omitempty"`

	plan     *plan.Plan
	inputs   []spec.Input      // the files of the specification that was run
	runPage  string            // a link to the page of the run; "" where there is none
	machines []*result.Machine // the results of machines in the run
	laws     []*result.Law     // the results of properties in the run
	picture  Picture
	vars     map[string][]zed.Var // the variables of the units
}

// DecisionCount says how often a decision was made.
type DecisionCount struct {
	Decision result.Decision `json:"decision"`
	Count    int             `json:"count"`
}

// StubUnit is the part of a stub report about one unit.
type StubUnit struct {
	Unit    string       `json:"unit"`
	Layer   int          `json:"layer"`
	Uses    []string     `json:"uses"`
	Classes []string     `json:"classes,omitempty"` // that it uses, and that stand for themselves
	Cut     []string     `json:"cut,omitempty"`     // the used units whose use was cut to break a cycle
	Calls   []string     `json:"calls"`
	Callees []StubCallee `json:"callees"`
	Cases   []StubCase   `json:"cases"`
	// Theorem2 compares the leaves of used callees with the unit's cases.
	Theorem2 []plan.Matrix `json:"theorem2"`
	// Uniformity is a line about the cases of the unit that were drawn at random. Drawn
	// are those of them that failed.
	Uniformity string     `json:"uniformity,omitempty"`
	Drawn      []StubCase `json:"drawn,omitempty"`
	Missing    []string   `json:"missing"` // what is needed so that fewer stubs are used, one sentence each
}

// StubCallee sums up what stands in for one callee of a unit in its cases.
type StubCallee struct {
	Callee    string          `json:"callee"`
	Relation  Kind            `json:"relation"`
	Decisions []DecisionCount `json:"decisions"`
	Leaves    []LeafCount     `json:"leaves"` // the leaves on which the unit's cases rest
	// Unobserved says that the unit's calls of it are not intercepted.
	Unobserved bool `json:"unobserved,omitempty"`
}

// LeafCount says how many decisions rest on a leaf.
type LeafCount struct {
	Leaf  string `json:"leaf"`
	Count int    `json:"count"`
}

// StubCase is the part of a stub report about one test case.
type StubCase struct {
	Case      string          `json:"case"`
	Condition string          `json:"condition"`
	Rejected  bool            `json:"rejected,omitempty"` // its input is outside the precondition
	Sizes     value.Sizes     `json:"sizes,omitempty"`    // the sizes of the given types on which it rests
	Values    spec.Values     `json:"values"`
	Verdict   *result.Verdict `json:"verdict"` // nil where it was not run
	Stubs     []StubRow       `json:"stubs"`

	// Keep is the line that keeps a drawn case among the unit's own cases.
	Keep string `json:"keep,omitempty"`

	printed []fact // what the program printed in a case that did not pass
}

// StubRow is one decision: that of the plan, and that of the run if there was one.
type StubRow struct {
	Callee     string          `json:"callee"`
	Occurrence int             `json:"occurrence"`
	Planned    result.Decision `json:"planned"`
	Decision   result.Decision `json:"decision"`
	Leaf       string          `json:"leaf,omitempty"`
	Witness    spec.Values     `json:"witness"`
	Possible   []string        `json:"possible"`
	// Within is a shorter form of Possible, for people: where all leaves below a
	// condition are possible, it has the condition followed by /….
	Within []string `json:"within"`
	Reason string   `json:"reason"`
	// Substitution has those of the callee's inputs and before-state that the case
	// determines. Free has the others, By says how it was found out where the calls
	// lie, and Theorem says what Theorem 1 says as published.
	Substitution spec.Values     `json:"substitution,omitempty"`
	Free         []string        `json:"free,omitempty"`
	By           result.Means    `json:"by,omitempty"`
	Theorem      *result.Theorem `json:"theorem1,omitempty"`
	// Unobserved says that the unit's calls of the callee are not intercepted. Whatever
	// the decision was, the callee itself ran.
	Unobserved bool `json:"unobserved,omitempty"`
	// Accepted says who accepted the decision; nil where the project keeps none that are accepted.
	Accepted *Acceptance `json:"accepted,omitempty"`
}

// Stubs makes the stub report of the named units, or of all where none is named. The
// run may be nil, and then the decisions are those of the plan. Otherwise observed has,
// by unit, the matrices of Theorem 2 with what the run observed. It sets from.Partial
// itself.
func Stubs(pl *plan.Plan, run *result.Run, observed map[string][]plan.Matrix, from Source,
	units ...string) *StubReport {
	rep := &StubReport{
		APIVersion: plan.APIVersion, Kind: "Stubs", Project: pl.System.Project, From: from,
		Units: []StubUnit{}, Layers: [][]string{}, picture: pictureOf(pl), vars: map[string][]zed.Var{}, plan: pl,
	}
	for _, names := range pl.Layers {
		rep.Layers = append(rep.Layers, sortNames(names))
	}
	results, drawn := map[string]*result.Result{}, map[string][]*result.Result{}
	if run != nil {
		rep.From.Machinery, rep.inputs = run.Machinery, run.Inputs
		for r := range run.All() {
			if prev := results[r.Case]; prev == nil || prev.Support {
				results[r.Case] = r
			}
			if r.Drawn != nil {
				drawn[r.Unit] = append(drawn[r.Unit], r)
			}
		}
	}
	for _, u := range pl.Units {
		if len(units) > 0 && !slices.Contains(units, u.Name) {
			continue
		}
		su := StubUnit{Unit: u.Name, Layer: u.Layer, Uses: sortNames(u.Uses), Classes: u.Classes, Cut: u.Cut,
			Calls: sortNames(u.Calls), Cases: []StubCase{}}
		for _, c := range u.Cases {
			r := results[c.ID]
			rep.From.Partial = rep.From.Partial || run != nil && r == nil
			su.Cases = append(su.Cases, stubCase(pl, c, r, func(callee string) bool {
				return isUnseen(run, u,
					callee)
			}))
		}
		rep.vars[u.Name] = u.Op.Vars
		su.Callees = callees(u, run, su.Cases)
		su.Missing = explainMissing(pl, u, su)
		su.Theorem2 = u.Theorem2
		su.Uniformity, su.Drawn = describeMore(run, u.Name), listDrawn(u, drawn[u.Name])
		if found, ok := observed[u.Name]; ok {
			su.Theorem2 = found
		}
		rep.Units = append(rep.Units, su)
	}
	slices.SortStableFunc(rep.Units, func(a, b StubUnit) int {
		return cmp.Or(cmp.Compare(a.Layer, b.Layer), compareNatural(a.Unit, b.Unit))
	})
	rep.Decisions = rep.counts()
	rep.Assumed = listAssumptions(pl, run, rep.Units)
	return rep
}

// isUnseen tells whether a run did not observe the calls of a callee by a unit.
func isUnseen(run *result.Run, u *plan.Unit, callee string) bool {
	return run != nil && slices.Contains(run.NotObserved, u.Name+" -> "+callee)
}

func stubCase(pl *plan.Plan, c *plan.Case, r *result.Result, unseen func(callee string) bool) StubCase {
	out := StubCase{Case: c.ID, Condition: c.Leaf.Predicate(), Rejected: c.Leaf.IsRejected(), Sizes: c.Rests,
		Values: c.Values(), Stubs: []StubRow{}}
	if r != nil {
		v := r.Verdict
		out.Verdict, out.printed = &v, listPrinted(r)
	}
	for _, ch := range c.Stubs {
		row := stubRow(ch, r)
		row.Unobserved = unseen(ch.Callee)
		row.Within = condense(pl.Unit(ch.Callee), row.Possible)
		out.Stubs = append(out.Stubs, row)
	}
	return out
}

// listDrawn returns the cases of a unit that a run drew at random and that failed, by their results.
func listDrawn(u *plan.Unit, drawn []*result.Result) []StubCase {
	var out []StubCase
	for _, r := range drawn {
		leaf := u.Leaf(r.Leaf)
		if leaf == nil {
			continue
		}
		c := StubCase{Case: r.Case, Condition: leaf.Predicate(), Rejected: r.Rejected, Sizes: r.Sizes, Values: r.Values,
			Verdict: &r.Verdict, printed: listPrinted(r)}
		c.Keep, _ = Flow(r.Values)
		for _, st := range r.Stubs {
			c.Stubs = append(c.Stubs, StubRow{
				Callee: st.Callee, Occurrence: st.Occurrence, Planned: st.Planned, Decision: st.Decision, Leaf: st.Leaf,
				Reason: st.Reason, Possible: []string{},
			})
		}
		c.Stubs = fillList(c.Stubs)
		out = append(out, c)
	}
	return out
}

// listPrinted returns what the program printed in a case that did not pass, cut in the same
// way as in the report of a run.
func listPrinted(r *result.Result) []fact {
	var out []fact
	for _, f := range []fact{{"it printed", r.Stdout}, {"it wrote", r.Stderr}} {
		if f.Text != "" && r.Verdict != result.Pass {
			out = append(out, fact{f.Label, cleanText(clip(f.Text, maxQuoted), true)})
		}
	}
	return out
}

func stubRow(ch result.Choice, r *result.Result) StubRow {
	row := StubRow{Callee: ch.Callee, Occurrence: ch.Occurrence, Planned: ch.Decision, Decision: ch.Decision,
		Leaf: ch.Leaf, Witness: ch.Witness, Possible: fillList(ch.Possible), Reason: ch.Reason,
		Substitution: ch.Substitution, Free: ch.Free, By: ch.By, Theorem: ch.Theorem}
	if r == nil {
		return row
	}
	for _, st := range r.Stubs {
		if st.Callee == ch.Callee && st.Occurrence == ch.Occurrence {
			row.Decision, row.Leaf, row.Reason = st.Decision, st.Leaf, st.Reason
			if st.Leaf != ch.Leaf {
				row.Witness = nil
			}
			if st.Decision != ch.Decision {
				row.Theorem = nil // the plan's
			}
		}
	}
	return row
}

// condense shortens a list of a unit's leaves: where it has every leaf below a
// condition, the condition replaces them.
func condense(u *plan.Unit, leaves []string) []string {
	if u == nil || u.Tree == nil {
		return fillList(leaves)
	}
	in := map[string]bool{}
	for _, id := range leaves {
		in[id] = true
	}
	out := []string{}
	var walk func(c *suite.Condition)
	walk = func(c *suite.Condition) {
		below := (&suite.Tree{Root: c}).Leaves()
		all := !slices.ContainsFunc(below, func(l *suite.Condition) bool { return !in[l.ID] })
		switch {
		case all && len(below) > 1:
			out = append(out, c.ID+"/… (all "+formatCount(len(below), "leaf")+")")
		case all && len(below) == 1:
			out = append(out, below[0].ID)
		default:
			for _, child := range c.Children {
				walk(child)
			}
			return
		}
		for _, l := range below {
			delete(in, l.ID)
		}
	}
	walk(u.Tree.Root)
	for _, id := range leaves {
		if in[id] { // a leaf that is in no tree
			out = append(out, id)
		}
	}
	return out
}

// callees sums up the decisions in a unit's cases, callee by callee.
func callees(u *plan.Unit, run *result.Run, cases []StubCase) []StubCallee {
	out := []StubCallee{}
	for _, rel := range []struct {
		kind  Kind
		names []string
	}{{Uses, sortNames(u.Uses)}, {Calls, sortNames(u.Calls)}} {
		for _, name := range rel.names {
			leaves := map[string]int{}
			var rows []StubRow
			for _, c := range cases {
				for _, row := range c.Stubs {
					if row.Callee == name {
						rows = append(rows, row)
						leaves[row.Leaf]++
					}
				}
			}
			delete(leaves, "")
			sum := StubCallee{Callee: name, Relation: rel.kind, Decisions: countOf(rows), Leaves: []LeafCount{},
				Unobserved: isUnseen(run, u, name)}
			for _, leaf := range sortNames(slices.Collect(maps.Keys(leaves))) {
				sum.Leaves = append(sum.Leaves, LeafCount{leaf, leaves[leaf]})
			}
			out = append(out, sum)
		}
	}
	return out
}

// decisions returns all decisions, in the order in which they are counted.
func decisions() []result.Decision {
	return []result.Decision{result.Self, result.ByCall, result.Spec, result.Auto, result.Manual, result.None,
		result.BlockedStub}
}

// countOf returns how often each decision was made.
func countOf(rows []StubRow) []DecisionCount {
	by := map[result.Decision]int{}
	for _, row := range rows {
		by[row.Decision]++
	}
	return countBy(by)
}

// countBy returns the counts in the order of the decisions, without zeros.
func countBy(by map[result.Decision]int) []DecisionCount {
	out := []DecisionCount{}
	for _, d := range decisions() {
		if by[d] > 0 {
			out = append(out, DecisionCount{d, by[d]})
		}
	}
	return out
}

// counts returns how often each decision was made in the whole report.
func (rep *StubReport) counts() []DecisionCount {
	var rows []StubRow
	for _, u := range rep.Units {
		for _, c := range u.Cases {
			rows = append(rows, c.Stubs...)
		}
	}
	return countOf(rows)
}

// explainMissing returns sentences that say what keeps a unit's callees from standing for
// themselves.
func explainMissing(pl *plan.Plan, u *plan.Unit, su StubUnit) []string {
	out := []string{}
	add := func(text string) {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	if !slices.ContainsFunc(u.Cases, func(c *plan.Case) bool { return !c.Leaf.IsRejected() }) {
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
			case slices.Contains(u.Cut, row.Callee):
				add("the cycle in which " + u.Name + " uses " + row.Callee +
					" must be resolved, or another use in it cut")
			case row.Decision != row.Planned:
				add(row.Callee + " must pass where " + c.Case + " may call it: " + strings.TrimSuffix(row.Reason, "."))
			default:
				for _, id := range row.Possible {
					if l := callee.Leaf(id); l != nil && l.Status != suite.HasCase {
						add(id + " has no test case (" + words(l.Status) + "), and " + c.Case + " may call " +
							row.Callee + " there")
					}
				}
			}
		}
	}
	return out
}
