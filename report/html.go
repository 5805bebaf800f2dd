package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

//go:embed stubs.html.tmpl
var stubPage string

// HTML writes the stub report as one page that needs nothing beside itself: no
// scripts, no fonts, no pictures from elsewhere.
func (rep *StubReport) HTML(w io.Writer) error {
	t, err := template.New("stubs").Funcs(template.FuncMap{
		"clean":     func(s string) string { return clean(s, false) },
		"values":    values,
		"witness":   witness,
		"join":      func(names []string) string { return strings.Join(names, ", ") },
		"nth":       occurrence,
		"standsFor": standsFor,
		// The picture is made here, with every name in it escaped.
		"picture": func() template.HTML { return template.HTML(rep.picture.SVG()) },
		"source":  rep.From.Sentence,
		"decided": StubRow.decision,
	}).Parse(stubPage)
	if err != nil {
		return err
	}
	return t.Execute(w, struct {
		*StubReport
		Counts []decisionCount
	}{rep, rep.counts()})
}

type decisionCount struct {
	Decision result.Decision
	Count    int
}

// counts returns how often each decision was taken, in the order of the
// decisions.
func (rep *StubReport) counts() []decisionCount {
	by := map[result.Decision]int{}
	for _, u := range rep.Units {
		for _, c := range u.Cases {
			for _, row := range c.Stubs {
				by[row.Decision]++
			}
		}
	}
	var out []decisionCount
	for _, d := range []result.Decision{result.Self, result.ByCall, result.Spec, result.Auto, result.Manual, result.None, result.BlockedStub} {
		if by[d] > 0 {
			out = append(out, decisionCount{d, by[d]})
		}
	}
	return out
}
