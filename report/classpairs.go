package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/suite"
)

// WriteClassPairs writes the pairs of a class as a table.
func WriteClassPairs(w io.Writer, c *plan.Class, s Style) error {
	p := &printer{w: w}
	rows := [][]string{{"CASE", "TAG", "FIRST", "SECOND"}}
	for _, one := range c.Pairs {
		first, second := one.Sequences()
		rows = append(rows, []string{one.ID, one.Tag(), shortPair(first), shortPair(second)})
	}
	p.writeTable("", rows)
	if len(c.Pairs) == 0 {
		p.writeLine(s.paint(yellow, c.Name+" has no test case"))
	}
	return p.err
}

// maxShownPair is how many characters of a sequence a table shows.
const maxShownPair = 80

// shortPair returns the beginning of a sequence.
func shortPair(sequence string) string {
	if r := []rune(sequence); len(r) > maxShownPair {
		return string(r[:maxShownPair]) + "…"
	}
	return sequence
}

// WritePairsYAML writes the pairs of a class as its YAML file may have them under cases.
func WritePairsYAML(w io.Writer, c *plan.Class) error {
	p := &printer{w: w}
	p.writeLine("cases:")
	quote := func(s string) string {
		out, err := json.Marshal(s)
		if err != nil {
			p.err = cmp.Or(p.err, err)
		}
		return string(out)
	}
	for _, one := range c.Pairs {
		first, second := one.Sequences()
		p.writeLine("  - first:  ", quote(first), "  # ", one.ID)
		p.writeLine("    second: ", quote(second))
		if !one.Equivalent {
			p.writeLine("    tag: not-equivalent")
		}
	}
	return p.err
}

// WritePairTree writes the sequences of which the pairs of a class were made, the conditions under
// each, and the pairs.
func WritePairTree(w io.Writer, c *plan.Class, s Style) error {
	p := &printer{w: w}
	p.writeLine(s.paint(bold, c.Name), "  ", formatCount(len(c.Pairs), "pair"))
	original, condition := "", "-"
	for _, one := range c.Pairs {
		from := one.Original
		switch {
		case one.Own:
			from = "own cases"
		case from == "":
			from = "drawn"
		}
		if from != original {
			p.writeLine("  ", s.paint(bold, from))
			original, condition = from, "-"
		}
		if text := strings.Join(one.Conditions, " and "); text != condition && from == one.Original {
			p.writeLine("    if ", cmp.Or(text, "true"))
			condition = text
		}
		first, second := one.Sequences()
		sign := "="
		if !one.Equivalent {
			sign = "≠"
		}
		p.writeLine("      ", s.paint(faint, one.ID), "  ", shortPair(first), " ", sign, " ",
			shortPair(second))
	}
	return p.err
}

// PairExplanation is all about a pair of a class or, where Pair is nil, about a class.
type PairExplanation struct {
	Class *plan.Class
	Pair  *suite.Pair
	Run   *result.Run // the last run that was kept; nil where there is none
	From  Source
}

// find returns what the run says of the class, and the failure of the pair.
func (e *PairExplanation) find() (ran *result.ClassRun, failed *result.PairFailure, wrong bool) {
	if e.Run == nil {
		return nil, nil, false
	}
	i := slices.IndexFunc(e.Run.Classes, func(c *result.ClassRun) bool { return c.Class == e.Class.Name })
	if i < 0 {
		return nil, nil, false
	}
	ran = e.Run.Classes[i]
	if e.Pair == nil {
		return ran, nil, false
	}
	for _, f := range ran.Failures {
		if f.Case == e.Pair.ID {
			failed = f
		}
	}
	return ran, failed, slices.Contains(ran.FailedIDs, e.Pair.ID)
}

// WriteText writes the pair, or the class, and what came of it.
func (e *PairExplanation) WriteText(w io.Writer, s Style) error {
	p := &printer{w: w}
	ran, failed, wrong := e.find()
	again := cmp.Or(e.From.Command, "ttf-int") + " run"
	if e.Pair == nil {
		p.writeLine(s.paint(bold, e.Class.Name), "  class of the system under test ", e.Class.SUT, ", compared by ",
			equalText(e.Class.Equal))
		again += " --unit " + e.Class.Name
	} else {
		e.writeSequences(p, s)
		again += " --case " + e.Pair.ID
	}
	if e.Run == nil {
		p.writeLine(s.paint(faint, "There is no run yet."))
	} else {
		p.writeLine(s.paint(faint, cleanText(e.From.Sentence(), false)))
	}
	switch {
	case ran == nil:
		p.writeLine("  not run")
	case e.Pair == nil:
		p.writeLine("  verdict   ", s.verdict(ran.Verdict), "  ", classText(ran))
		for _, f := range ran.Failures {
			p.writeLine("  failed    ", f.Case, "  ", cleanText(firstLine(f.Message), false))
		}
	case failed != nil:
		p.writeLine("  verdict   ", s.verdict(failed.Verdict))
		writePair(p, failed)
	case wrong:
		p.writeLine("  verdict   ", s.verdict(result.Fail), "  as the pairs that the report of the run shows")
	case ran.Why != "":
		p.writeLine("  the class ", s.verdict(ran.Verdict), "  ", cleanText(firstLine(ran.Why), false))
	default:
		p.writeLine("  not among the pairs that are wrong")
	}
	p.writeLine("  again     ", s.paint(blue, cleanText(again, false)))
	return p.err
}

// writeSequences writes the pair itself, and why its tag is right.
func (e *PairExplanation) writeSequences(p *printer, s Style) {
	first, second := e.Pair.Sequences()
	p.writeLine(s.paint(bold, e.Pair.ID), "  a pair of the class ", e.Class.Name, ", ", e.Pair.Tag())
	p.writeLine("  first     ", first)
	p.writeLine("  second    ", second)
	switch {
	case e.Pair.Own:
		p.writeLine("  by        a person, who has written it")
	case e.Pair.Original == "":
		p.writeLine("  by        the axioms: the second is the normal form of the first, which was drawn")
	default:
		p.writeLine("  made of   ", e.Pair.Original)
		if len(e.Pair.Conditions) > 0 {
			p.writeLine("  where     ", strings.Join(e.Pair.Conditions, " and "))
		}
	}
	if e.Pair.Experiment != "" {
		p.writeLine("  differ by ", fmt.Sprintf("%s, which gives %s and %s by the axioms",
			strings.TrimPrefix(e.Pair.Experiment, "."), e.Pair.Values[0], e.Pair.Values[1]))
	}
}

// PairDocument is the JSON form of a PairExplanation.
type PairDocument struct {
	APIVersion string              `json:"apiVersion"`
	Kind       string              `json:"kind"`
	From       Source              `json:"from"`
	ID         string              `json:"id"`
	Class      *result.ClassRun    `json:"class,omitempty"`
	Pair       *plan.FilePair      `json:"pair,omitempty"`
	Failure    *result.PairFailure `json:"failure,omitempty"`
}

// Document returns the explanation as a document.
func (e *PairExplanation) Document() *PairDocument {
	ran, failed, _ := e.find()
	out := &PairDocument{APIVersion: plan.APIVersion, Kind: "Explanation", From: e.From, ID: e.Class.Name,
		Failure: failed}
	if e.Pair == nil {
		out.Class = ran
		return out
	}
	one := plan.FilePairOf(e.Pair)
	out.ID, out.Pair = e.Pair.ID, &one
	return out
}
