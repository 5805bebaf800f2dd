package report

import (
	"io"
	"strings"
)

// svgRules are the rules that a picture needs where no page is around it.
const svgRules = `<style>svg{--fg:#1b1f24;--soft:#57606a;--bg:#ffffff;--band:#eef1f4;--accent:#0a5cc2;--bad:#b3261e;background:var(--bg)}` +
	`text{font:14px ui-monospace,monospace;fill:var(--fg)}text.name{text-anchor:middle}text.layer{fill:var(--soft)}` +
	`.band{fill:var(--band)}.box{fill:var(--bg);stroke:var(--fg)}.unwritten{stroke-dasharray:4 3}.first{stroke-width:2.5}` +
	`.edge{fill:none;stroke:var(--soft)}.head{fill:var(--soft)}.dense .edge{opacity:.3}` +
	`.edge.calls,.edge.cut{stroke-dasharray:6 4}.edge.shares{stroke-dasharray:2 4}` + stepRules + `</style>`

// stepRules are the rules of pictures of states, in pages too.
const stepRules = `text.step,text.loop{font-size:11px;text-anchor:middle;fill:var(--soft)}` +
	`text.step{stroke:var(--bg);stroke-width:3px;paint-order:stroke}.states .edge{pointer-events:visibleStroke}`

// writeSVGFile writes an svg element as a file of its own.
func writeSVGFile(w io.Writer, element string) error {
	p := &printer{w: w}
	if i := strings.Index(element, ">"); i > 0 {
		p.writeLine(element[:i+1], svgRules, element[i+1:])
	}
	return p.err
}
