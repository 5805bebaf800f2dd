package solve_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/backend"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

var table = flag.Bool("table", false, "solve the problems with every solver, and rewrite the table of docs/problems.md")

const (
	tableFile = "../docs/problems.md"
	// tableTimeout ends a problem in the table.
	tableTimeout = 3 * time.Second
)

// contender is a solver of the table.
type contender struct {
	name   string
	solver solve.Solver
}

// contenders returns the solvers that the table compares: ours, and the back ends
// that are installed.
func contenders(t *testing.T) []contender {
	t.Helper()
	out := []contender{{"ttf-int", embedded.New(solve.Options{Beyond: true})}}
	for _, b := range backend.All() {
		if b.Name == backend.Embedded || b.Name == backend.Portfolio {
			continue
		}
		s, err := b.Start(t.Context(), backend.Options{})
		if err != nil {
			t.Log(err)
			continue
		}
		t.Cleanup(s.Close)
		out = append(out, contender{s.Name(), s})
	}
	return out
}

// score is how a solver did on problems.
type score struct {
	sat, found                int // the problems with a model, and those where one was found
	unsat, refuted            int
	noneInScope, open, wrongs int
	times                     []time.Duration
}

func (s *score) add(t score) {
	s.sat, s.found = s.sat+t.sat, s.found+t.found
	s.unsat, s.refuted = s.unsat+t.unsat, s.refuted+t.refuted
	s.noneInScope, s.open, s.wrongs = s.noneInScope+t.noneInScope, s.open+t.open, s.wrongs+t.wrongs
	s.times = append(s.times, t.times...)
}

// judge solves a problem for a score.
func (s *score) judge(t testing.TB, c contender, f *family, k known) {
	p, err := f.read(k.text)
	if err != nil {
		t.Fatalf("%s.txt:%d: %v", f.name, k.line, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), tableTimeout)
	defer cancel()
	began := time.Now()
	r := c.solver.Solve(ctx, p)
	s.times = append(s.times, time.Since(began))
	if wrong := k.findWrong(p, r); wrong != "" {
		s.wrongs++
		t.Errorf("%s: %s.txt:%d: %s: %s", c.name, f.name, k.line, r.Outcome, wrong)
	}
	if k.sat {
		s.sat++
	} else {
		s.unsat++
	}
	switch r.Outcome {
	case solve.Case:
		s.found++
	case solve.Unsatisfiable:
		s.refuted++
	case solve.NoneInScope:
		s.noneInScope++
	default:
		s.open++
	}
}

// quantile returns the time within which that part of the problems was solved.
func (s *score) quantile(part float64) string {
	sorted := slices.Sorted(slices.Values(s.times))
	at := sorted[min(len(sorted)-1, int(part*float64(len(sorted))))]
	return fmt.Sprintf("%.2f", float64(at.Microseconds())/1000)
}

// percent returns a share, rounded down.
func percent(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%d %%", 100*part/whole)
}

// outcomes returns the cells of a family's outcomes.
func (s *score) outcomes() string {
	return fmt.Sprintf("%d | %d | %s | %d | %d | %d", s.found, s.refuted, percent(s.refuted, s.unsat), s.noneInScope,
		s.open, s.wrongs)
}

const tableHead = `# Problems with known answers

The solver's own collection, in ` + "`solve/testdata/problems`" + `: each line is a problem and what is known of it, whatever
the size of its given types. ` + "`go test ./solve -run TestTable -table`" + ` writes this page again, with the solvers that are
installed; ` + "`go test ./solve -run TestProblems`" + ` fails when an answer is wrong or says less than before, and
` + "`-update`" + ` records better ones.

Outcomes: of the satisfiable problems (sat) those where a model was found, of the unsatisfiable ones (unsat) those that
were refuted, and their share; how many ended with none in scope, how many were left undecided, how many answers were
wrong. What a back end refutes of its encoding, which is bounded, counts as none in scope. Times are of the solver
alone, in milliseconds, and depend on the machine: median, ninth decile, longest.
`

// page writes the table of scores, by family and solver.
func page(names []string, solvers []contender, scores map[string][]score) string {
	var out strings.Builder
	out.WriteString(tableHead)
	out.WriteString("\n| family | sat | unsat | solver | found | refuted | share | none in scope | undecided | wrong | median | 90 % | longest |\n")
	out.WriteString("|---|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, name := range names {
		for i, c := range solvers {
			s := scores[name][i]
			fmt.Fprintf(&out, "| %s | %d | %d | %s | %s | %s | %s | %s |\n",
				name, s.sat, s.unsat, c.name, s.outcomes(), s.quantile(0.5), s.quantile(0.9), s.quantile(1))
		}
	}
	return out.String()
}

// TestTable writes the page of the collection, where it is asked to.
func TestTable(t *testing.T) {
	if !*table {
		t.Skip("docs/problems.md is written with -table only: it takes minutes, and its times are of this machine")
	}
	solvers := contenders(t)
	scores := map[string][]score{}
	var names []string
	all := make([]score, len(solvers))
	for _, f := range families(t) {
		names = append(names, f.name)
		for i, c := range solvers {
			var s score
			for _, k := range f.problems {
				s.judge(t, c, &f, k)
			}
			scores[f.name] = append(scores[f.name], s)
			all[i].add(s)
		}
	}
	names, scores["all"] = append(names, "all"), all
	if err := os.WriteFile(tableFile, []byte(page(names, solvers, scores)), 0o644); err != nil {
		t.Error(err)
	}
}

// TestPage: cells count what they say, and every solver has its part.
func TestPage(t *testing.T) {
	t.Parallel()
	ms := time.Millisecond
	a := score{sat: 2, found: 1, unsat: 3, refuted: 2, noneInScope: 1, open: 1,
		times: []time.Duration{3 * ms, ms, 2 * ms, 9 * ms, 5 * ms}}
	var both score
	both.add(a)
	both.add(score{sat: 1, found: 1, times: []time.Duration{ms}})
	got := page([]string{"sets", "all"}, []contender{{name: "one"}, {name: "two"}},
		map[string][]score{"sets": {a, {times: []time.Duration{0}}}, "all": {both, {times: []time.Duration{0}}}})
	for _, want := range []string{
		"| sets | 2 | 3 | one | 1 | 2 | 66 % | 1 | 1 | 0 | 3.00 | 9.00 | 9.00 |\n",
		"| sets | 0 | 0 | two | 0 | 0 | - | 0 | 0 | 0 | 0.00 | 0.00 | 0.00 |\n",
		"| all | 3 | 3 | one | 2 | 2 | 66 % | 1 | 1 | 0 | 3.00 | 9.00 | 9.00 |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
