package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// makeBigPlan makes a plan of many units, each of which uses the two before it, with as many cases, and
// two decisions in each case but those of the first units.
func makeBigPlan(units, cases int) *plan.Plan {
	var z strings.Builder
	for i := range units * cases {
		fmt.Fprintf(&z, "P%d == [x, x' : ℤ; s : seq ℤ | x > %d ∧ x' = x + #s]\n", i, i)
	}
	text := source.NewFile("specs/big.zed", z.String()).Whole()
	starts := []int{0}
	for i := range len(text.Value) {
		if text.Value[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	pl := &plan.Plan{System: &spec.System{Project: "big", Inputs: []spec.Input{{Path: "specs/big.zed", SHA256: "0"}}}}
	for i := range units {
		name := fmt.Sprintf("unit%d", i)
		u := &plan.Unit{Unit: &spec.Unit{Name: name, SUT: "big", Op: &schema.Operation{}}, Layer: i / 20}
		root := &suite.Condition{ID: name, Part: &suite.Part{Shown: "pre " + name}}
		u.Tree = &suite.Tree{Root: root}
		pl.System.Units = append(pl.System.Units, u.Unit)
		for len(pl.Layers) <= u.Layer {
			pl.Layers = append(pl.Layers, nil)
		}
		pl.Layers[u.Layer] = append(pl.Layers[u.Layer], name)
		var callees []string
		for back := 20; back <= 21 && i >= back; back++ {
			callees = append(callees, fmt.Sprintf("unit%d", i-back))
		}
		u.Uses = callees
		for k := range cases {
			n := i*cases + k
			id := fmt.Sprintf("%s/DNF_%d", name, k+1)
			c := &suite.Condition{ID: id, Parent: root, Part: &suite.Part{Span: text.Span(starts[n], starts[n]+4),
				Shown: fmt.Sprintf("x > %d ∧ x' = x + #s ∧ (∀ i : dom s • s i ≥ 0)", n)}}
			root.Children = append(root.Children, c)
			leaf := &plan.Leaf{Leaf: suite.Leaf{Condition: c, Status: suite.HasCase}}
			at := spec.Values{number("x", int64(n)), ints("s", 1, 2, 3)}
			one := &plan.Case{Case: suite.Case{ID: id, Steps: []suite.Step{{Unit: name, Values: at}}},
				Leaf: leaf}
			for _, callee := range callees {
				d := result.Self
				if n%7 == 0 {
					d = result.Spec
				}
				one.Stubs = append(one.Stubs, result.Choice{Callee: callee, Occurrence: 1, Decision: d,
					Leaf: fmt.Sprintf("%s/DNF_%d", callee, k+1), By: result.Evaluation,
					Witness: at, Substitution: at,
					Reason: "every call of " + callee + " that " + name + " can make here lies in a leaf it passed"})
			}
			leaf.Cases = []*plan.Case{one}
			u.Add(leaf)
			u.Cases = append(u.Cases, one)
		}
		pl.Add(u)
	}
	return pl
}

// makeBigRun makes a run of a plan in which one case in a hundred fails.
func makeBigRun(pl *plan.Plan) *result.Run {
	run := &result.Run{Project: "big", Started: "2026-01-02T03:04:05Z"}
	for i, u := range pl.Units {
		for k, c := range u.Cases {
			r := &result.Result{Case: c.ID, Unit: u.Name, Leaf: c.Leaf.ID, Verdict: result.Pass, Values: c.Values()}
			if (i*len(u.Cases)+k)%100 == 99 {
				r.Verdict, r.Message = result.Fail, "what it did does not satisfy its schema"
			}
			run.Results = append(run.Results, r)
		}
	}
	run.Summary = result.Count(run.All())
	return run
}

// BenchmarkBigPage writes the page of a stub report of 500 units and 10,000 decisions.
func BenchmarkBigPage(b *testing.B) {
	pl := makeBigPlan(522, 10)
	run := makeBigRun(pl)
	for b.Loop() {
		if err := Stubs(pl, run, nil, Source{}).writeHTML(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBigPageInBrowser searches and filters such a page: the time of an operation is that in which the
// browser finds what is shown, and lays it out.
func BenchmarkBigPageInBrowser(b *testing.B) {
	pl := makeBigPlan(522, 10)
	file := filepath.Join(b.TempDir(), "stubs.html")
	page := writeText(b, Stubs(pl, makeBigRun(pl), nil, Source{}).writeHTML)
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		b.Fatal(err)
	}
	browser := openPage(b, file)
	for b.Loop() {
		browser.eval(`(() => {
			document.querySelector("input[type=search]").value = "unit25 x";
			document.querySelector(".chip [value=spec]").click();
			const found = document.body.offsetHeight;
			document.querySelector(".tools .clear").click();
			return found + document.body.offsetHeight;
		})()`)
	}
	b.ReportMetric(browser.eval(`performance.getEntriesByType("navigation")[0].loadEventEnd`).(float64), "ms-to-load")
	b.ReportMetric(float64(len(page))/1e6, "MB")
}
