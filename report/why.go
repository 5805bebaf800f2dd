package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// Why says why a unit is in its layer, what the last run did with it, and how it depends on another unit.
type Why struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Unit       string `json:"unit"`
	Layer      int    `json:"layer"`
	// Below are units, each of which the one before it uses, in the layer just below: they put the unit in its layer.
	Below []string `json:"below"`
	// Run is when the run began of which the rest is told; "" where none is kept.
	Run   string `json:"run"`
	Cases int    `json:"cases"` // of the plan
	// Ran counts the cases that the run ran, Taken those whose results it took over from an earlier run.
	Ran   int `json:"ran"`
	Taken int `json:"taken"`
	result.Summary
	// Reasons are why cases were blocked, each once.
	Reasons []string  `json:"reasons"`
	Stubs   []WhyStub `json:"stubs"`
	// To is the other unit, and Path the steps of a shortest way from one to the other; "" and none for one unit.
	To   string    `json:"to,omitempty"`
	Path []WhyStep `json:"path,omitempty"`
}

// WhyStub counts the cases of a unit in which a decision was made about a callee.
type WhyStub struct {
	Callee   string          `json:"callee"`
	Decision result.Decision `json:"decision"`
	Cases    int             `json:"cases"`
}

// WhyStep is a pair of units of which one uses, or only calls, the other.
type WhyStep struct {
	Unit   string `json:"unit"`
	How    string `json:"how"` // uses or calls
	Callee string `json:"callee"`
}

// ExplainUnit says why a unit of a plan is where it is, what came of it in a run, which may be nil, and how it depends
// on another unit, or that one on it, where `other` is not "".
func ExplainUnit(pl *plan.Plan, run *result.Run, unit, other string) Why {
	u := pl.Unit(unit)
	out := Why{APIVersion: plan.APIVersion, Kind: "Why", Unit: unit, Layer: u.Layer, Below: []string{},
		Cases: len(u.Cases), Reasons: []string{}, Stubs: []WhyStub{}, To: other}
	for at := u; at != nil && at.Layer > 0; {
		i := slices.IndexFunc(at.Uses, func(name string) bool {
			q := pl.Unit(name)
			return q != nil && q.Layer == at.Layer-1
		})
		if i < 0 {
			break
		}
		out.Below = append(out.Below, at.Uses[i])
		at = pl.Unit(at.Uses[i])
	}
	if other != "" {
		if out.Path = findPath(pl, unit, other); out.Path == nil {
			out.Path = findPath(pl, other, unit)
		}
	}
	if run != nil {
		out.tell(run)
	}
	return out
}

// tell adds what a run says of the cases of the unit.
func (y *Why) tell(run *result.Run) {
	y.Run = run.Started
	var own []*result.Result
	for r := range run.All() {
		if r.Unit != y.Unit || result.CaseOf(r.Case) != r.Case || r.Drawn != nil {
			continue
		}
		one := *r
		one.Support = false // they are of interest here whatever they were run for
		own = append(own, &one)
		switch {
		case r.From != "":
			y.Taken++
		case r.Verdict != result.Blocked:
			y.Ran++
		}
		if r.Verdict == result.Blocked && !slices.Contains(y.Reasons, r.Message) {
			y.Reasons = append(y.Reasons, r.Message)
		}
		for _, s := range r.Stubs {
			i := slices.IndexFunc(y.Stubs, func(w WhyStub) bool {
				return w.Callee == s.Callee && w.Decision == s.Decision
			})
			if i < 0 {
				i = len(y.Stubs)
				y.Stubs = append(y.Stubs, WhyStub{Callee: s.Callee, Decision: s.Decision})
			}
			y.Stubs[i].Cases++
		}
	}
	y.Summary = result.Count(slices.Values(own))
}

// findPath returns a shortest way from a unit to another one along uses and calls; nil where there is none.
func findPath(pl *plan.Plan, from, to string) []WhyStep {
	came := map[string]WhyStep{from: {}}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		u := pl.Unit(queue[0])
		if u == nil {
			continue
		}
		for _, callee := range slices.Concat(u.Uses, u.Calls) {
			if _, known := came[callee]; known {
				continue
			}
			how := "calls"
			if slices.Contains(u.Uses, callee) {
				how = "uses"
			}
			came[callee] = WhyStep{u.Name, how, callee}
			queue = append(queue, callee)
		}
	}
	if _, reached := came[to]; !reached || from == to {
		return nil
	}
	var out []WhyStep
	for at := to; at != from; at = came[at].Unit {
		out = append(out, came[at])
	}
	slices.Reverse(out)
	return out
}

// WriteWhy writes why a unit is where it is, for people.
func WriteWhy(w io.Writer, y Why, s Style) error {
	p := &printer{w: w}
	why := "it uses no unit"
	if len(y.Below) > 0 {
		why = "it uses " + strings.Join(y.Below, ", which uses ")
	}
	p.writeLine(s.paint(bold, y.Unit), fmt.Sprintf("  layer %d: %s", y.Layer, why))
	if y.To != "" && len(y.Path) == 0 {
		p.writeLine("  path      none: neither of ", y.Unit, " and ", y.To,
			" uses or calls the other, in any number of steps")
	}
	for _, step := range y.Path {
		p.writeLine("  path      ", step.Unit, " ", step.How, " ", step.Callee)
	}
	if y.Run == "" {
		p.writeLine("  run       none is kept; the plan has ", formatCount(y.Cases, "case"))
		return p.err
	}
	p.writeLine("  run       ", moment(y.Run), fmt.Sprintf(": %d of %s ran, %d taken over from an earlier run", y.Ran,
		formatCount(y.Cases, "case"), y.Taken))
	p.writeLine("  verdicts  ", summaryText(y.Summary, s))
	for _, reason := range y.Reasons {
		p.writeLine("  blocked   ", cleanText(firstLine(reason), false))
	}
	for _, of := range y.Stubs {
		p.writeLine("  stub      ", of.Callee, ": ", string(of.Decision), " in ", formatCount(of.Cases, "case"))
	}
	return p.err
}
