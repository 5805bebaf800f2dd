package report

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/signoff"
	"github.com/ttf-int/ttf-int/suite"
)

//go:embed stubs.html.tmpl
var stubPage string

// maxUnfolded is how many units are shown unfolded on a page. Of more than these, a
// reader looks for one and opens it.
const maxUnfolded = 20

// writeHTML writes the stub report as one HTML page that loads nothing else. It can be read without
// its script, which filters, searches, and walks from decision to decision.
func (rep *StubReport) writeHTML(w io.Writer) error {
	view := rep.view()
	pictures := 0
	own := template.FuncMap{
		"nth":       occurrence,
		"standsFor": meaningOf,
		// The picture is made here, with every name in it escaped.
		"picture":   func() template.HTML { return template.HTML(rep.picture.svg(rep.marks())) },
		"source":    rep.From.Sentence,
		"stale":     rep.From.isStale,
		"origin":    func() origin { return makeOrigin(rep.plan, rep.inputs, rep.From) },
		"runPage":   func() string { return rep.runPage },
		"runOf":     rep.linkRun,
		"standing":  view.standing,
		"decidedAs": StubRow.decision,
		"decided":   func() bool { return len(view.rows) > 0 },
		"facts":     StubRow.facts,
		"verdicts":  verdictCounts,
		"verdict":   verdictWord,
		"all":       StubUnit.allCases,
		"printed":   func(c StubCase) []fact { return c.printed },
		"shown":     Assumption.shownItems,
		"hasPage":   rep.has,
		"theorem2":  func(m plan.Matrix) string { return summarizeMatrix(m) + "; " + hypothesis(m.Met, Style{}) },
		"unmet":     describeUnmet,
		"command":   rep.acceptCommand,
		"left":      view.countLeft,
		"row":       func(unit string, c StubCase, row StubRow) *decisionRow { return view.rows[keyOf(unit, c, row)] },
		"chips":     view.chips,
		"trees":     view.tree,
		"leafOf":    func(c StubCase) string { return view.leafOf[c.Case] },
		"leafLink":  view.linkLeaf,
		"firstOf":   func(cases []string) []string { return cases[:min(len(cases), maxPossible)] },
		"moreThan":  func(cases []string) int { return max(0, len(cases)-maxPossible) },
		// The text of the specification.
		"specification": func() []specFile { return view.text.files },
		// A machine and a sequence of it, in words.
		"machines":  func() []*result.Machine { return rep.machines },
		"sequences": machineText,
		"calls":     sequenceText,
		"states": func(m *result.Machine) template.HTML {
			pictures++
			return template.HTML(StatesOf("", m).svg(pictures))
		},
		"note": func(m *result.Machine) string { return StatesOf("", m).Note },
		// A property, and what it failed on.
		"laws":    func() []*result.Law { return rep.laws },
		"tests":   lawText,
		"refuted": refutedText,
	}
	return writePage(w, stubPage, own, struct {
		*StubReport
		Open bool // the units are shown unfolded
	}{rep, len(rep.Units) <= maxUnfolded})
}

// acceptCommand returns the command that accepts the decisions of a unit or a case.
func (rep *StubReport) acceptCommand(of string) string {
	return cleanText(cmp.Or(rep.From.Command, "ttf-int")+" stubs accept "+of, false)
}

// linkRun returns a link to what a run did in a case; "" where there is no page of it.
func (rep *StubReport) linkRun(c StubCase) string {
	if rep.runPage == "" || c.Verdict == nil {
		return ""
	}
	return linkTo(rep.runPage, anchor("case", c.Case))
}

// verdictWord returns the verdict of a case, or that it was not run.
func verdictWord(c StubCase) string {
	if c.Verdict == nil {
		return "not-run"
	}
	return string(*c.Verdict)
}

// decisionKey is the place of a decision in a report.
type decisionKey struct {
	unit, testCase, callee string
	occurrence             int
}

func keyOf(unit string, c StubCase, row StubRow) decisionKey {
	return decisionKey{unit, c.Case, row.Callee, row.Occurrence}
}

// decisionRow is what a page says of a decision besides what the report does.
type decisionRow struct {
	ID             string
	Decision       result.Decision
	Signoff        string // the standing, "new" where the project keeps none
	Changed        bool   // since an earlier report, or since it was accepted
	Place          string
	Previous, Next string // the ids of the decisions that are not accepted before and after it
}

// stubView has what the page of a stub report shows besides the report.
type stubView struct {
	rep    *StubReport
	text   *specText
	rows   map[decisionKey]*decisionRow
	leafOf map[string]string // the leaf of each case
	leaves map[string]bool   // all conditions that are shown
	left   map[string]int    // by unit: how many decisions are not accepted
}

func (rep *StubReport) view() *stubView {
	v := &stubView{rep: rep, text: textOf(rep.plan), rows: map[decisionKey]*decisionRow{}, leafOf: map[string]string{},
		leaves: map[string]bool{}, left: map[string]int{}}
	changed := map[[3]string]bool{}
	if rep.Changes != nil {
		for _, c := range rep.Changes.Changes {
			changed[[3]string{c.Unit, c.Case, c.Callee}] = true
		}
	}
	var last *decisionRow
	for _, u := range rep.Units {
		if pu := rep.plan.Unit(u.Unit); pu != nil {
			for _, root := range rootsOf(pu) {
				(&suite.Tree{Root: root}).Walk(func(c *suite.Condition) { v.leaves[c.ID] = true })
			}
			for _, c := range pu.Cases {
				v.leafOf[c.ID] = c.Leaf.ID
			}
		}
		for _, c := range u.Cases {
			for _, row := range c.Stubs {
				name := signoff.Decision{Callee: row.Callee, Occurrence: row.Occurrence}.CalleeName()
				d := &decisionRow{ID: "decision-" + itoa(len(v.rows)+1), Decision: row.Decision,
					Signoff: string(signoff.New), Place: c.Case + " → " + name}
				if row.Accepted != nil {
					d.Signoff = string(row.Accepted.Standing)
				}
				d.Changed = d.Signoff == string(signoff.Changed) || changed[[3]string{u.Unit}] ||
					changed[[3]string{u.Unit, c.Case}] || changed[[3]string{u.Unit, c.Case, name}]
				v.rows[keyOf(u.Unit, c, row)] = d
				if d.Signoff == string(signoff.Agreed) {
					continue
				}
				v.left[u.Unit]++
				if last != nil {
					last.Next, d.Previous = d.ID, last.ID
				}
				last = d
			}
		}
	}
	return v
}

// standing says how many decisions are accepted.
func (v *stubView) standing() string {
	switch {
	case v.rep.Accepted != nil:
		return v.rep.Accepted.Text() + "."
	case len(v.rows) > 0:
		return "Nobody has accepted any of the " + formatCount(len(v.rows), "decision") + " yet."
	}
	return ""
}

// countLeft says how many decisions of a unit are not accepted; "" where all are.
func (v *stubView) countLeft(u StubUnit) string {
	if n := v.left[u.Unit]; n > 0 {
		return itoa(n) + " not accepted"
	}
	return ""
}

// chips returns the values by which the page is filtered.
func (v *stubView) chips() []chipGroup {
	decisionsOf, verdicts, signed, since := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for _, row := range v.rows {
		decisionsOf[string(row.Decision)]++
		signed[row.Signoff]++
		if row.Changed {
			since["changed"]++
		}
	}
	for _, u := range v.rep.Units {
		for _, c := range u.allCases() {
			verdicts[verdictWord(c)]++
		}
	}
	if v.rep.Accepted == nil {
		signed = nil
	}
	var order []string
	for _, d := range decisions() {
		order = append(order, string(d))
	}
	return []chipGroup{
		group("decision", "Decisions", decisionsOf, order...),
		group("verdict", "Cases", verdicts, "fail", "error", "blocked", "undecided", "pass", "not-run"),
		group("signoff", "Sign-off", signed, string(signoff.New), string(signoff.Changed), string(signoff.Agreed)),
		group("since", "Since the earlier review", since, "changed"),
	}
}

// linkLeaf returns a link to a condition; "" where it is not shown.
func (v *stubView) linkLeaf(id string) string {
	if !v.leaves[id] {
		return ""
	}
	return linkTo("", anchor("leaf", id))
}

// conditionView is a condition with what is below it.
type conditionView struct {
	ID        string
	Predicate linked
	Status    string // of a leaf
	Cases     []string
	Below     []conditionView
}

// treeOfUnit are the conditions of a unit.
type treeOfUnit struct {
	Summary string
	Roots   []conditionView
}

// tree returns the conditions of a unit; nil where it has none.
func (v *stubView) tree(unit string) *treeOfUnit {
	u := v.rep.plan.Unit(unit)
	if u == nil || u.Tree == nil {
		return nil
	}
	var view func(c *suite.Condition) conditionView
	view = func(c *suite.Condition) conditionView {
		at := ""
		if c.Span.IsValid() {
			at = c.Span.Pos().String()
		}
		out := conditionView{ID: c.ID, Predicate: linked{c.Shown, at, v.text.linkLine("", at)}}
		if l := u.Leaf(c.ID); l != nil {
			out.Status = words(l.Status)
			for _, one := range l.Cases {
				out.Cases = append(out.Cases, one.ID)
			}
		}
		for _, below := range c.Children {
			out.Below = append(out.Below, view(below))
		}
		return out
	}
	out := &treeOfUnit{Summary: formatCount(len(u.Leaves), "leaf") + ": " + leafCounts(u.Leaves)}
	for _, root := range rootsOf(u) {
		out.Roots = append(out.Roots, view(root))
	}
	return out
}

// has tells whether a unit is part of the report.
func (rep *StubReport) has(unit string) bool {
	return slices.ContainsFunc(rep.Units, func(u StubUnit) bool { return u.Unit == unit })
}

// allCases returns the unit's cases, followed by those that were drawn at random.
func (u StubUnit) allCases() []StubCase { return slices.Concat(u.Cases, u.Drawn) }

// unitCounts returns how often each decision was made for a unit's callees.
func unitCounts(u StubUnit) []DecisionCount {
	var rows []StubRow
	for _, c := range u.Cases {
		rows = append(rows, c.Stubs...)
	}
	return countOf(rows)
}

// verdictCount says how many cases had a verdict.
type verdictCount struct {
	Verdict result.Verdict
	Count   int
}

// verdictCounts counts the verdicts of a unit's cases.
func verdictCounts(u StubUnit) []verdictCount {
	by := map[result.Verdict]int{}
	for _, c := range u.allCases() {
		if c.Verdict != nil {
			by[*c.Verdict]++
		}
	}
	var out []verdictCount
	for _, v := range []result.Verdict{result.Pass, result.Fail, result.Error, result.Blocked, result.Undecided,
		result.Flaky} {
		if by[v] > 0 {
			out = append(out, verdictCount{v, by[v]})
		}
	}
	return out
}

// marks returns, for each unit of the report, what the picture shows besides its name:
// where a click leads, and the decisions for its callees.
func (rep *StubReport) marks() map[string]Mark {
	out := map[string]Mark{}
	for _, u := range rep.Units {
		m := Mark{Link: linkTo("", anchor("unit", u.Unit)), Shares: unitCounts(u),
			Title: u.Unit + ": " + countText(unitCounts(u))}
		for _, v := range verdictCounts(u) {
			m.Failed = m.Failed || v.Verdict == result.Fail || v.Verdict == result.Error
			m.Title += ", " + string(v.Verdict) + " " + itoa(v.Count)
		}
		out[u.Unit] = m
	}
	return out
}
