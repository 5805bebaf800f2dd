package tableau_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/solve/tableau"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The table of rules lies in testdata/rules. Below a heading that names a rule stand
// problems that show it, each behind what the tableau says of it: that it is refuted, or
// that it is left open.
const (
	ruleFiles = "testdata/rules/*.txt"
	refuted   = "refuted"
	open      = "open"
)

// definitions are the types that the problems of the table use.
const definitions = `[X, Y]
COLOUR ::= red | green | blue
SHAPE ::= point | circle⟪ℕ⟫ | square⟪ℤ⟫
TREE ::= tip | fork⟪TREE × TREE⟫

│ size : TREE → ℕ
│ depth : TREE ⇸ ℕ₁
│ twice, root : ℤ → ℤ
├
│ size tip = 0
│ ∀ l, r : TREE • size (fork (l, r)) = 1 + size l + size r
│ depth tip = 1
│ ∀ n : ℤ • twice n = 2 * n
│ ∀ n : ℕ • root n = n
└`

var update = flag.Bool("update", false, "write what the tableau says now into the table of rules")

// world is what the problems of the table are about.
type world struct {
	spec    *types.Spec
	globals *eval.Globals
}

// given is how many elements a given type has where brute force looks for a model.
const given = 2

func newWorld(t testing.TB) *world {
	t.Helper()
	spec := solvetest.Definitions(t, definitions)
	constants, err := config.ConstantsOf(spec, given)
	if err != nil {
		t.Fatal(err)
	}
	globals := constants.Globals.WithSizes(value.Sizes{"X": given, "Y": given})
	return &world{spec, globals}
}

// constructors returns what the values of a free type are made of.
func (w *world) constructors(free string) []tableau.Constructor {
	var out []tableau.Constructor
	for _, v := range w.globals.Free[free] {
		if v.Kind() == value.Atom {
			out = append(out, tableau.Constructor{Name: v.Name()})
		}
	}
	for _, name := range w.globals.Makers[free] {
		out = append(out, tableau.Constructor{Name: name, Domain: w.globals.Ctors[name]})
	}
	return out
}

func (w *world) findDefinition(name string) *zed.Definition { return w.globals.Defined[name] }

// problem is what a row asks.
type problem struct {
	w     *world
	vars  []zed.Var
	facts []zed.Expr
	bound map[string]value.Value // of some variables
}

// bind returns a problem in which variables have values.
func (p *problem) bind(bound map[string]value.Value) *problem {
	return &problem{p.w, p.vars, p.facts, bound}
}

func (w *world) read(t testing.TB, text string) *problem {
	t.Helper()
	vars, pred := solvetest.ReadIn(t, w.spec, text)
	return &problem{w: w, vars: vars, facts: conjuncts(pred)}
}

func conjuncts(e zed.Expr) []zed.Expr {
	l, ok := e.(*zed.Logic)
	if !ok || l.Op != zed.And {
		return []zed.Expr{e}
	}
	var out []zed.Expr
	for _, a := range l.Args {
		out = append(out, conjuncts(a)...)
	}
	return out
}

// ask asks a tableau about facts, with few witnesses first, as the solver does. The
// conflict is of those that contradict each other.
func (p *problem) ask(facts []zed.Expr) (conflict []zed.Expr, said string) {
	for depth := 1; depth <= tableau.MaxDepth; depth *= 2 {
		t := tableau.New(tableau.Options{Free: p.w.constructors, Defined: p.w.findDefinition, Depth: depth})
		in := t.Root().NewInner()
		for _, v := range p.vars {
			if value, ok := p.bound[v.Name]; ok {
				t.Bind(in, v.Name, v.Type, value)
			} else {
				t.Variable(in, v.Name, v.Type)
			}
		}
		for _, f := range facts {
			t.Assert(f, false, in)
		}
		if found, ok := t.Refute(); ok {
			for _, i := range found {
				conflict = append(conflict, facts[i])
			}
			return conflict, refuted
		}
	}
	return nil, open
}

// row is a line of the table that has a problem.
type row struct {
	file string
	line int // from 0
	was  string
	text string
}

func (r row) String() string { return fmt.Sprintf("%s:%d: %s", r.file, r.line+1, r.text) }

// rows returns the lines of a file, and those that have problems.
func rows(t testing.TB, file string) (lines []string, found []row) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.Split(string(data), "\n")
	for i, line := range lines {
		if was, text, ok := strings.Cut(line, " "); ok && was != "#" {
			found = append(found, row{file, i, was, strings.TrimSpace(text)})
		}
	}
	return lines, found
}

// files returns the files of the table.
func files(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(ruleFiles)
	if err != nil || len(files) == 0 {
		t.Fatalf("no table of rules: %v", err)
	}
	return files
}

// TestRules asks the tableau alone about each row of the table. What is refuted has no
// model that brute force finds, and what is named as a contradiction is refuted by itself.
func TestRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	asked, tried := 0, 0
	for _, file := range files(t) {
		lines, found := rows(t, file)
		for _, r := range found {
			asked++
			p := w.read(t, r.text)
			conflict, said := p.ask(p.facts)
			lines[r.line] = fmt.Sprintf("%-*s %s", len(refuted), said, r.text)
			if said != r.was && !*update {
				t.Errorf("%s: %s, and was %s", r, said, r.was)
			}
			if said != refuted {
				continue
			}
			model, whole := p.model(t)
			if model != nil {
				t.Errorf("%s: refuted, and has the model %v", r, model)
			}
			if whole {
				tried++
			}
			if _, again := p.ask(conflict); again != refuted {
				t.Errorf("%s: %v are named as the contradiction, and are open", r, conflict)
			}
		}
		if *update {
			if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
				t.Error(err)
			}
		}
	}
	t.Logf("%d rows; of those that are refuted, %d were tried on all values of their scope", asked, tried)
}

// BenchmarkRules asks about all rows of the table.
func BenchmarkRules(b *testing.B) {
	w := newWorld(b)
	var problems []*problem
	for _, file := range files(b) {
		_, found := rows(b, file)
		for _, r := range found {
			problems = append(problems, w.read(b, r.text))
		}
	}
	for b.Loop() {
		for _, p := range problems {
			p.ask(p.facts)
		}
	}
}

// TestOperators holds the rows of operators against the table: each operator that means
// something to the tableau is in a problem that is refuted.
func TestOperators(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	shown := map[zed.Operator]bool{}
	var look func(e zed.Expr)
	look = func(e zed.Expr) {
		if o, ok := e.(*zed.Op); ok {
			shown[o.Op] = true
		}
		for _, c := range zed.Children(e) {
			if c != nil {
				look(c)
			}
		}
	}
	for _, file := range files(t) {
		_, found := rows(t, file)
		for _, r := range found {
			if r.was != refuted {
				continue
			}
			for _, f := range w.read(t, r.text).facts {
				look(f)
			}
		}
	}
	for _, r := range zed.Rows() {
		if tableau.HasRule(string(r.Op)) && !shown[r.Op] {
			t.Errorf("no row of the table shows what %s means: write one to %s", r.Op, ruleFiles)
		}
		if tableau.SaysTotal(string(r.Op)) {
			t.Errorf("the tableau says by itself that terms of %s have values, which the toolkit says", r.Op)
		}
	}
}

// TestBind says of names that they have values: what is refuted rests on nothing else.
func TestBind(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one, two := value.OfInt(1), value.OfInt(2)
	for text, bound := range map[string]map[string]value.Value{
		"n : Z | n > 1":                            {"n": one},
		"A : power Z; n : Z | n in A and n > 2":    {"A": value.OfSet([]value.Value{one, two})},
		"A : power Z; n : Z | n in A":              {"A": value.OfSet(nil)},
		"A : power Z | # A = 1":                    {"A": value.OfSet([]value.Value{one, two})},
		"s : seq Z | s 2 = 1":                      {"s": value.OfSeq([]value.Value{one, two})},
		"p : Z cross Z | p.1 = p.2":                {"p": value.OfTuple(one, two)},
		"b : [u : Z; v : Z] | b.u = b.v":           {"b": value.OfBinding([]string{"u", "v"}, []value.Value{one, two})},
		"c : COLOUR | c = green":                   {"c": value.OfAtom("red")},
		"A : power Z; n : Z | A = {n} and n /= 2":  {"A": value.OfSet([]value.Value{two})},
		"f : Z pfun Z; n : Z | f n = 2 and n /= 1": {"f": value.OfSet([]value.Value{value.OfTuple(one, two)})},
	} {
		p := w.read(t, text)
		if conflict, said := p.bind(bound).ask(p.facts); said != refuted {
			t.Errorf("%s with %v: %s", text, bound, said)
		} else if len(conflict) == 0 {
			t.Errorf("%s with %v: the values contradict each other by themselves", text, bound)
		}
		if _, said := p.ask(p.facts); said != open {
			t.Errorf("%s without values: %s", text, said)
		}
	}
}
