package report

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/result"
)

// Style says how text for people is written. The zero Style is plain.
type Style struct {
	Colour bool // with ANSI colours: for a terminal
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

// printer writes lines and remembers the first error.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(parts ...string) { p.text(strings.Join(parts, "") + "\n") }

func (p *printer) text(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, s)
	}
}

// heading starts a section.
func (p *printer) heading(s Style, title string) {
	p.line()
	p.line(s.paint(bold, title))
}

// maxQuoted is how much of a unit's own output one report repeats: a unit that
// writes gigabytes must not take the report with it.
const maxQuoted = 64 << 10

// clip shortens s to limit bytes, whole characters, and says how much was left
// out.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	cut := limit
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "\n… " + plural(len(s)-cut, "byte") + " more"
}

// quoted writes text that a unit under test made: every line behind a bar, so
// that no line can be taken for a command to a CI system or for ours.
func (p *printer) quoted(indent, text string) {
	text = strings.TrimRight(clean(clip(text, maxQuoted), true), "\n")
	for _, line := range strings.Split(text, "\n") {
		p.line(indent, "| ", line)
	}
}

// ciMarks are what CI systems look for anywhere in a line (Azure Pipelines,
// TeamCity, older GitHub runners), with a form that means nothing to them.
// What is looked for at the start of a line only (`::error::`) is kept from
// there by the bar of quoted, and by clean where there is no bar.
var ciMarks = strings.NewReplacer("##[", "# #[", "##vso[", "# #vso[", "##teamcity[", "# #teamcity[")

// clean returns text that cannot steer a terminal or a CI system: control
// characters and bytes that are not text become visible marks, and marks of
// commands are taken apart. Line ends stay where lines says so, and otherwise
// become ⏎.
func clean(text string, lines bool) string {
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
	if rest := strings.TrimLeft(out, " \t"); strings.HasPrefix(rest, "::") {
		out = out[:len(out)-len(rest)] + ": :" + rest[2:]
	}
	return out
}

// plural returns "1 case" or "2 cases".
func plural(n int, noun string) string {
	out := itoa(n) + " " + noun
	if n == 1 {
		return out
	}
	switch {
	case strings.HasSuffix(noun, "leaf"):
		return strings.TrimSuffix(out, "leaf") + "leaves"
	case strings.HasSuffix(noun, "s"):
		return out + "es"
	case strings.HasSuffix(noun, "family"):
		return strings.TrimSuffix(out, "y") + "ies"
	}
	return out + "s"
}

// width is the number of columns that a text takes on a terminal, near enough.
func width(s string) int {
	n := 0
	for _, r := range s {
		if !unicode.Is(unicode.Mn, r) {
			n++
		}
	}
	return n
}

// pad fills s up to n columns.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-width(s))) }

// table writes rows in columns two spaces apart; the last column is not filled.
func (p *printer) table(indent string, rows [][]string) {
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
		p.line(strings.TrimRight(b.String(), " "))
	}
}

// maxColumn is the widest that a column makes the others wait for: one long
// value must not push the rest of a table off the screen.
const maxColumn = 48
