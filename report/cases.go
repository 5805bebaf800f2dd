package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
)

// writeCases writes the test cases of a unit as a table. The outcomes are those of each
// case, in order.
func writeCases(w io.Writer, u *plan.Unit, outcomes []plan.Outcomes, s Style) error {
	p := &printer{w: w}
	rows := [][]string{{"CASE", "VALUES", "EXPECTED"}}
	for i, c := range u.Cases {
		rows = append(rows, []string{c.ID + marks(c), briefValues(c.Values(), shownElements) + sizesOf(c.Rests),
			formatOutcomes(outcomes[i])})
	}
	p.writeTable("", rows)
	if len(u.Cases) == 0 {
		p.writeLine(s.paint(yellow, u.Name+" has no test case"))
	}
	return p.err
}

// noneKnown is written where no outcome of a case is known.
const noneKnown = "none was found; the case is judged by what the unit does"

// formatOutcomes returns the outcomes of a case in one line.
func formatOutcomes(o plan.Outcomes) string {
	if len(o.Known) == 0 && o.Others == plan.UnknownOthers {
		return noneKnown
	}
	all := make([]string, len(o.Known))
	for i, vs := range o.Known {
		all[i] = briefValues(vs, shownElements)
	}
	switch o.Others {
	case plan.NoOthers:
		return strings.Join(all, "  or  ")
	case plan.MoreOthers:
		return "one of more than " + itoa(len(all)) + ", such as " + all[0]
	}
	return strings.Join(all, "  or  ") + "  or others: it is not known that there are none"
}

// writeCasesYAML writes the test cases of a unit as the unit's YAML file may have them under
// cases.
func writeCasesYAML(w io.Writer, u *plan.Unit) error {
	p := &printer{w: w}
	if len(u.Cases) == 0 {
		p.writeLine("cases: []")
		return p.err
	}
	p.writeLine("cases:")
	for _, c := range u.Cases {
		text, err := Flow(c.Values())
		if err != nil {
			return err
		}
		p.writeLine("  - ", text, "  # ", c.ID, sizesOf(c.Rests))
	}
	return p.err
}

// Flow returns values as a YAML map in one line: as JSON, without the quotes around
// words that do not need them.
func Flow(vs spec.Values) (string, error) {
	data, err := vs.MarshalJSON()
	if err != nil {
		return "", err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var b strings.Builder
	err = writeFlow(&b, d)
	return b.String(), err
}

// writeFlow writes the next value of the decoder.
func writeFlow(b *strings.Builder, d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	open, nested := token.(json.Delim)
	if !nested {
		return writeScalar(b, token)
	}
	b.WriteString(open.String())
	for i := 0; d.More(); i++ {
		if i > 0 {
			b.WriteString(", ")
		}
		if open == '{' {
			name, err := d.Token()
			if err != nil {
				return err
			}
			if err := writeScalar(b, name); err != nil {
				return err
			}
			b.WriteString(": ")
		}
		if err := writeFlow(b, d); err != nil {
			return err
		}
	}
	end, err := d.Token()
	if err == nil {
		b.WriteString(fmt.Sprint(end))
	}
	return err
}

// plainWord matches words that YAML reads as strings without quotes, unless they are
// among yamlWords.
var plainWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*[?!']?$`)

// yamlWords are the words, in small letters, that some YAML reader takes for something
// other than a string.
var yamlWords = []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"}

func writeScalar(b *strings.Builder, token json.Token) error {
	word, is := token.(string)
	if is && plainWord.MatchString(word) && !slices.Contains(yamlWords, strings.ToLower(word)) {
		b.WriteString(word)
		return nil
	}
	data, err := json.Marshal(token)
	b.Write(data)
	return err
}
