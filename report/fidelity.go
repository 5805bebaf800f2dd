package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/fidelity"
	"github.com/ttf-int/ttf-int/result"
)

// ComparisonFormats are the formats for stubs that were compared with their callees.
var ComparisonFormats = Formats[*fidelity.Comparison]{
	{Name: "text", Is: "the answers that differ, callees that are wrong, and the counts, for people", Write: writeComparison},
	{Name: document, Is: "one JSON document with every answer", Switch: true,
		Write: func(w io.Writer, c *fidelity.Comparison, _ Style) error { return writeComparisonJSON(w, c) }},
}

// writeComparisonJSON writes the counts and every answer.
func writeComparisonJSON(w io.Writer, c *fidelity.Comparison) error {
	return WriteDocument(w, struct {
		APIVersion string         `json:"apiVersion"`
		Kind       string         `json:"kind"`
		Summary    map[string]int `json:"summary"`
		*fidelity.Comparison
	}{
		"ttf-int/v1", "Comparison",
		map[string]int{
			"same": c.Count(fidelity.Same), "allowed": c.Count(fidelity.Allowed), "faulty": c.Count(fidelity.Faulty),
			"unknown": c.Count(fidelity.Unknown), "notRun": c.Count(fidelity.NotRun),
		}, c,
	})
}

// writeComparison writes what came of comparing stubs with their callees, for people.
func writeComparison(w io.Writer, c *fidelity.Comparison, s Style) error {
	p := &printer{w: w}
	for _, stub := range c.Stubs {
		writeComparedStub(p, stub, s)
	}
	total := 0
	for _, stub := range c.Stubs {
		total += len(stub.Answers)
	}
	if len(c.Stubs) == 0 {
		p.writeLine("there is nothing to compare: no stub is manual, and none is made from a specification")
	} else {
		p.writeLine(s.paint(bold, formatCount(total, "answer")), " of ", formatCount(len(c.Stubs), "stub"), ": ",
			describeStandings(c.Count))
	}
	for _, n := range c.Notes {
		p.writeLine("note: ", n)
	}
	return p.err
}

// describeStandings says how many answers have each standing.
func describeStandings(count func(...fidelity.Standing) int) string {
	var parts []string
	for _, part := range []struct {
		standing fidelity.Standing
		text     string
	}{
		{fidelity.Same, "as the callee answers"},
		{fidelity.Allowed, "otherwise, as is allowed"},
		{fidelity.Faulty, "where the callee is wrong"},
		{fidelity.Unknown, "not compared"},
		{fidelity.NotRun, "not run"},
	} {
		if n := count(part.standing); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, part.text))
		}
	}
	if len(parts) == 0 {
		return "none to compare"
	}
	return strings.Join(parts, ", ")
}

// maxOfRow is how many answers of a row are shown that differ in the same way.
const maxOfRow = 3

// writeComparedStub writes what differs between a stub and its callee.
func writeComparedStub(p *printer, stub *fidelity.Stub, s Style) {
	what := "made from the specification"
	if stub.Decision == result.Manual {
		what = "manual"
	}
	p.writeLine(s.paint(bold, stub.Callee+" for "+stub.Caller), "  ", what, ": ",
		formatCount(len(stub.Answers), "answer"), ", ", describeStandings(stub.Count))
	if rows := stub.Differing; len(stub.Answers) > 1 && rows < len(stub.Answers) {
		p.writeLine(fmt.Sprintf("  %d of the answers differ from each other; a table needs no fewer rows", rows))
	}
	told := map[string]int{} // answers, by their rows and standings
	for _, a := range stub.Answers {
		if a.Standing == fidelity.Same || a.Standing == fidelity.NotRun {
			continue
		}
		key := a.Row + " " + string(a.Standing)
		if told[key]++; a.Row == "" || told[key] <= maxOfRow {
			writeComparedAnswer(p, stub, a, s)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(told)) {
		row, standing, _ := strings.Cut(key, " ")
		if left := told[key] - maxOfRow; row != "" && left > 0 {
			more := fmt.Sprintf("and %d more of the row at %s that are %s", left, row, standing)
			p.writeLine("  ", s.paint(faint, more))
		}
	}
	for _, place := range stub.Unused {
		p.writeLine("  ", s.paint(yellow, "unused"), "  ", place, "  no call is found that this row answers")
	}
	for _, left := range stub.Left {
		p.writeLine("  ", s.paint(yellow, "no answer"), "  ", left)
	}
	p.writeLine()
}

// writeComparedAnswer writes an answer of a stub beside that of its callee.
func writeComparedAnswer(p *printer, stub *fidelity.Stub, a *fidelity.Answer, s Style) {
	word := s.paint(yellow, string(a.Standing))
	if a.Standing == fidelity.Faulty {
		word = s.paint(red, string(a.Standing))
	}
	line := []string{"  ", word, "  ", valuesText(a.Call)}
	if a.Row != "" {
		line = append(line, "  ", a.Row)
	}
	p.writeLine(line...)
	p.writeLine("    stub      ", values(a.Stub))
	if a.Callee != nil {
		gap := strings.Repeat(" ", max(1, len("stub      ")-len(stub.Callee)))
		p.writeLine("    ", stub.Callee, gap, values(a.Callee))
	}
	for _, v := range a.Violated {
		p.writeLine("    violated  ", v.Predicate, "  ", v.At)
	}
	if a.Why != "" && (a.Standing == fidelity.Unknown || len(a.Violated) == 0) {
		p.writeLine("    because   ", a.Why)
	}
	if a.Standing != fidelity.Faulty {
		return
	}
	if line, err := Flow(a.Call); err == nil {
		p.writeLine("    keep it   under cases: of ", stub.Callee)
		p.writeLine("      - ", line)
	}
}
