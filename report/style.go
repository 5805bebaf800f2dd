package report

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/result"
)

// Style says how text for people is written. The zero Style is plain text.
type Style struct {
	Colour bool // whether to use ANSI colours, for a terminal
}

// colour is the parameter of an ANSI colour sequence.
type colour string

const (
	bold   colour = "1"
	faint  colour = "2"
	red    colour = "31"
	green  colour = "32"
	yellow colour = "33"
	blue   colour = "36"
)

func (s Style) paint(c colour, text string) string {
	if !s.Colour || text == "" {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}

func (s Style) verdict(v result.Verdict) string {
	c := yellow
	switch v {
	case result.Pass:
		c = green
	case result.Fail, result.Error:
		c = red
	}
	return s.paint(c, string(v))
}

// printer writes lines and keeps the first error.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) writeLine(parts ...string) { p.writeText(strings.Join(parts, "") + "\n") }

func (p *printer) writeText(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, s)
	}
}

// writeHeading writes the heading of a section.
func (p *printer) writeHeading(s Style, title string) {
	p.writeLine()
	p.writeLine(s.paint(bold, title))
}

// maxQuoted is how many bytes of a unit's output a report repeats. It is needed because
// a unit may write gigabytes.
const maxQuoted = 64 << 10

// clip shortens s to `limit` bytes, without cutting a character, and says how much is
// left out.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	cut := limit
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "\n… " + formatCount(len(s)-cut, "byte") + " more"
}

// writeQuoted writes text that a unit under test made. Every line starts with a bar, so that
// neither a CI system nor a person takes it for a command or a line of the report.
func (p *printer) writeQuoted(indent, text string) {
	text = strings.TrimRight(cleanText(clip(text, maxQuoted), true), "\n")
	for _, line := range strings.Split(text, "\n") {
		p.writeLine(indent, "| ", line)
	}
}

// ciMarks are the texts that CI systems recognise anywhere in a line (Azure Pipelines,
// TeamCity, older GitHub runners), with a form that they do not recognise. Texts that
// are recognised only at the start of a line (`::error::`) never stand there: quoted
// puts a bar before them, and clean replaces them where there is no bar.
var ciMarks = strings.NewReplacer("##[", "# #[", "##vso[", "# #vso[", "##teamcity[", "# #teamcity[")

// cleanText returns text that cannot control a terminal or a CI system. Control characters
// and bytes that are not text become visible marks, and commands of CI systems are
// broken up. Line ends are kept where `lines` is set, and otherwise become ⏎.
func cleanText(text string, lines bool) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' && lines, r == '\t':
			b.WriteRune(r)
		case r == '\n':
			b.WriteRune('⏎')
		case r == '\r' && lines:
		case r < ' ', r == 0x7f, r == utf8.RuneError, unicode.Is(unicode.Cc, r), unicode.Is(unicode.Bidi_Control, r):
			b.WriteRune('·')
		default:
			b.WriteRune(r)
		}
	}
	out := ciMarks.Replace(b.String())
	// GitHub takes off all that Unicode calls white space before it looks for a command.
	if rest := strings.TrimLeftFunc(out, unicode.IsSpace); strings.HasPrefix(rest, "::") {
		out = out[:len(out)-len(rest)] + ": :" + rest[2:]
	}
	return out
}

// formatCount returns "1 case" or "2 cases".
func formatCount(n int, noun string) string {
	out := itoa(n) + " " + noun
	if n == 1 {
		return out
	}
	switch {
	case strings.HasSuffix(noun, "leaf"):
		return strings.TrimSuffix(out, "leaf") + "leaves"
	case strings.HasSuffix(noun, "s"):
		return out + "es"
	case strings.HasSuffix(noun, "family"), strings.HasSuffix(noun, "property"):
		return strings.TrimSuffix(out, "y") + "ies"
	}
	return out + "s"
}

// width returns approximately how many columns a text takes on a terminal.
func width(s string) int {
	n := 0
	for _, r := range s {
		if !unicode.Is(unicode.Mn, r) {
			n++
		}
	}
	return n
}

// pad fills s with spaces to n columns.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-width(s))) }

// writeTable writes rows in columns two spaces apart. The last column is not padded.
func (p *printer) writeTable(indent string, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], min(width(cell), maxColumn))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		b.WriteString(indent)
		for i, cell := range row {
			if i == len(row)-1 {
				b.WriteString(cell)
			} else {
				b.WriteString(pad(cell, widths[i]) + "  ")
			}
		}
		p.writeLine(strings.TrimRight(b.String(), " "))
	}
}

// maxColumn is the largest width to which a column is padded, so that one long value
// does not push the rest of a table off the screen.
const maxColumn = 48
