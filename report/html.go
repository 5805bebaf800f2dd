package report

import (
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

//go:embed stubs.html.tmpl
var stubPage string

// maxUnfolded is how many units are shown unfolded on a page. Of more than these, a
// reader looks for one and opens it.
const maxUnfolded = 20

// writeHTML writes the stub report as one HTML page that loads nothing else: no
// scripts, fonts or pictures.
func (rep *StubReport) writeHTML(w io.Writer) error {
	t, err := template.New("stubs").Funcs(template.FuncMap{
		"clean":     func(s string) string { return cleanText(s, false) },
		"values":    values,
		"join":      func(names []string) string { return strings.Join(names, ", ") },
		"nth":       occurrence,
		"standsFor": meaningOf,
		// The picture is made here, with every name in it escaped.
		"picture":  func() template.HTML { return template.HTML(rep.picture.svg(rep.marks())) },
		"source":   rep.From.Sentence,
		"decided":  StubRow.decision,
		"facts":    StubRow.facts,
		"verdicts": verdictCounts,
		"all":      StubUnit.allCases,
		"printed":  func(c StubCase) []fact { return c.printed },
		"shown":    Assumption.shownItems,
		"hasPage":  rep.has,
		"theorem2": StubUnit.theoremText,
		// A machine and a sequence of it, in words.
		"machines":  func() []*result.Machine { return rep.machines },
		"sequences": machineText,
		"calls":     sequenceText,
		"states":    func(m *result.Machine) template.HTML { return template.HTML(StatesOf("", m).svg()) },
		"note":      func(m *result.Machine) string { return StatesOf("", m).Note },
		"steps":     func() template.CSS { return stepRules },
		// A property, and what it failed on.
		"laws":    func() []*result.Law { return rep.laws },
		"tests":   lawText,
		"refuted": refutedText,
	}).Parse(stubPage)
	if err != nil {
		return err
	}
	return t.Execute(w, struct {
		*StubReport
		Open bool // the units are shown unfolded
	}{rep, len(rep.Units) <= maxUnfolded})
}

// has tells whether a unit is part of the report.
func (rep *StubReport) has(unit string) bool {
	for _, u := range rep.Units {
		if u.Unit == unit {
			return true
		}
	}
	return false
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
	for _, v := range []result.Verdict{result.Pass, result.Fail, result.Error, result.Blocked, result.Undecided} {
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
		m := Mark{Link: "#unit-" + u.Unit, Shares: unitCounts(u), Title: u.Unit + ": " + countText(unitCounts(u))}
		for _, v := range verdictCounts(u) {
			m.Failed = m.Failed || v.Verdict == result.Fail || v.Verdict == result.Error
			m.Title += ", " + string(v.Verdict) + " " + itoa(v.Count)
		}
		out[u.Unit] = m
	}
	return out
}
