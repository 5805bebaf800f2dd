package solve_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The collection of problems lies in testdata/problems, a file for each family:
// one problem a line, behind what is known of it, sat or unsat. What the solver
// answers today is in the .golden file beside it: for some problems that is
// less than what is known. A family may name the Z document, in the same folder,
// that has its definitions.
const (
	problemFolder = "testdata/problems"
	definitions   = "# Definitions: "
)

// problemSteps is the budget of the test: a tenth of the usual one, since what
// is not found by then mostly is not found at all.
const problemSteps = 20_000

var update = flag.Bool("update", false, "rewrite the golden files of the problems")

// known is a problem with its answer.
type known struct {
	line int
	sat  bool
	text string
}

// family is the problems of a file.
type family struct {
	name       string
	paragraphs []zed.Paragraph
	language   parse.Language
	scope      value.Scope
	problems   []known
}

// families reads the collection, sorted by name.
func families(t testing.TB) []family {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(problemFolder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no problems: %v", err)
	}
	var out []family
	for _, file := range files {
		f := family{name: strings.TrimSuffix(filepath.Base(file), ".txt"), language: parse.Toolkit(),
			scope: value.DefaultScope()}
		for i, line := range linesOf(t, file) {
			if z, ok := strings.CutPrefix(line, definitions); ok {
				doc, err := config.ReadZ(filepath.Join(problemFolder, z))
				if err != nil {
					t.Fatal(err)
				}
				f.paragraphs, f.language = doc.Paragraphs, parse.LanguageOf(doc.Paragraphs)
			}
			if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			answer, text, _ := strings.Cut(line, " ")
			if answer != "sat" && answer != "unsat" {
				t.Fatalf("%s:%d: expected sat or unsat, found %q", file, i+1, answer)
			}
			f.problems = append(f.problems, known{i + 1, answer == "sat", strings.TrimSpace(text)})
		}
		out = append(out, f)
	}
	return out
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func linesOf(t testing.TB, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// read makes a problem of a text, as `ttf-int solve` does.
func (f *family) read(text string) (solve.Problem, error) {
	const name = "(problem)"
	whole := source.NewFile("problem", text).Whole()
	parsed, given, err := f.language.SchemaText(whole)
	if err != nil {
		return solve.Problem{}, err
	}
	paragraphs := append([]zed.Paragraph(nil), f.paragraphs...)
	for _, g := range given {
		paragraphs = append(paragraphs, &zed.Given{Span: whole.FullSpan(),
			Names: []zed.Ident{{Name: g, Span: whole.FullSpan()}}})
	}
	paragraphs = append(paragraphs, &zed.Define{Span: whole.FullSpan(),
		Name:  zed.Ident{Name: name, Span: whole.FullSpan()},
		Value: &zed.Schema{Info: zed.Info{Span: whole.FullSpan()}, Text: parsed}})
	checked, err := types.Check(paragraphs)
	if err != nil {
		return solve.Problem{}, err
	}
	constants, err := config.ConstantsOf(checked, f.scope.Given)
	if err != nil {
		return solve.Problem{}, err
	}
	normal, err := schema.Unfold(checked, name)
	if err != nil {
		return solve.Problem{}, err
	}
	loose := constants.FindLoose(normal.Pred)
	p := solve.Problem{Pred: normal.Pred, Scope: f.scope, Globals: constants.Globals}
	for _, v := range append(normal.Vars, loose...) {
		p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: true})
	}
	if len(loose) > 0 {
		p.Pred = schema.Conjoin(append([]zed.Expr{normal.Pred}, constants.PredicatesOn(loose)...))
	}
	return p, nil
}

// findWrong says what is wrong with an answer, given what is known; "" if nothing
// is. A model must make the predicate true, unless that takes more than to
// evaluate it.
func (k known) findWrong(p solve.Problem, r solve.Result) string {
	switch {
	case k.sat && r.Outcome == solve.Unsatisfiable:
		return "it has a model: " + r.Reason
	case r.Outcome != solve.Case:
		return ""
	}
	var names []string
	var values []value.Value
	for _, v := range p.Vars {
		names, values = append(names, v.Name), append(values, r.Model[v.Name])
	}
	prog, err := eval.Compile(p.Pred, names, p.Globals.WithSizes(r.Sizes))
	if err != nil {
		return err.Error()
	}
	if truth, why := prog.Truth(values); truth != eval.True && (why == nil || !why.Infinite) {
		return fmt.Sprintf("the model %v makes it %s", r.Model, truth)
	}
	if !k.sat {
		return fmt.Sprintf("it has no model, and not %v", r.Model)
	}
	return ""
}

// rankOutcome orders outcomes by how much they say.
func rankOutcome(outcome string) int {
	switch outcome {
	case "case", "unsatisfiable":
		return 2
	case "none-in-scope":
		return 1
	}
	return 0
}

// TestProblems solves the collection. An answer against what is known always
// fails; so does one that says less than the golden one, and one that says
// more is to be written down with -update.
func TestProblems(t *testing.T) {
	t.Parallel()
	total := 0
	for _, f := range families(t) {
		total += len(f.problems)
		t.Run(f.name, func(t *testing.T) {
			golden := filepath.Join(problemFolder, f.name+".golden")
			before := map[string]string{}
			if exists(golden) {
				for _, line := range linesOf(t, golden) {
					outcome, text, _ := strings.Cut(line, " ")
					before[strings.TrimSpace(text)] = outcome
				}
			}
			var now strings.Builder
			for _, k := range f.problems {
				outcome := checkAnswer(t, &f, k)
				fmt.Fprintf(&now, "%-13s %s\n", outcome, k.text)
				switch was, there := before[k.text]; {
				case *update:
				case !there:
					t.Errorf("%s.txt:%d: no golden answer: run with -update", f.name, k.line)
				case rankOutcome(outcome) < rankOutcome(was):
					t.Errorf("%s.txt:%d: got worse: %s, and was %s: %s", f.name, k.line, outcome, was, k.text)
				case rankOutcome(outcome) > rankOutcome(was):
					t.Errorf("%s.txt:%d: got better: %s, and was %s: run with -update", f.name, k.line, outcome, was)
				}
			}
			if *update {
				if err := os.WriteFile(golden, []byte(now.String()), 0o644); err != nil {
					t.Error(err)
				}
			} else if len(before) != len(f.problems) {
				t.Errorf("%s holds %d answers to %d problems: run with -update", golden, len(before), len(f.problems))
			}
		})
	}
	t.Logf("%d problems", total)
}

// checkAnswer solves a problem and holds the answer against what is known.
func checkAnswer(t *testing.T, f *family, k known) string {
	t.Helper()
	p, err := f.read(k.text)
	if err != nil {
		t.Errorf("%s.txt:%d: %v", f.name, k.line, err)
		return "error"
	}
	r := embedded.New(solve.Options{Steps: problemSteps, Beyond: true}).Solve(context.Background(), p)
	if wrong := k.findWrong(p, r); wrong != "" {
		t.Errorf("%s.txt:%d: %s: WRONG: %s: %s", f.name, k.line, r.Outcome, wrong, k.text)
	}
	if why, ok := refuteAlone(p); ok && k.sat {
		t.Errorf("%s.txt:%d: refuted, where a search finds a model: %s: %s", f.name, k.line, why, k.text)
	}
	return r.Outcome.String()
}

// BenchmarkProblems solves each family as a whole.
func BenchmarkProblems(b *testing.B) {
	for _, f := range families(b) {
		b.Run(f.name, func(b *testing.B) {
			var problems []solve.Problem
			for _, k := range f.problems {
				p, err := f.read(k.text)
				if err != nil {
					b.Fatal(err)
				}
				problems = append(problems, p)
			}
			s := embedded.New(solve.Options{Steps: problemSteps, Beyond: true})
			for b.Loop() {
				for _, p := range problems {
					s.Solve(context.Background(), p)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(problems)), "µs/problem")
		})
	}
}
