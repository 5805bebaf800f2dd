package rewriting_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/source"
)

func read(t testing.TB, name string) []*language.Class {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	classes, err := language.Parse(source.NewFile(name, string(data)).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	return classes
}

func sequence(t testing.TB, classes []*language.Class, s string) language.Term {
	t.Helper()
	term, err := language.ParseSequence(source.NewFile("sequence", s).Whole(), classes, classes[0])
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	return term
}

// TestSharing: a tree with many paths is small, and made without its paths.
func TestSharing(t *testing.T) {
	classes := read(t, "queue.lobas")
	s := "create"
	for i := range 8 {
		s += fmt.Sprintf(".add(x%d)", i)
	}
	tree, err := rewriting.New(classes).Normalize(sequence(t, classes, s+".delete.delete.delete.largest"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s paths in %d nodes", tree.Count(), tree.Size())
	if paths := tree.Count(); paths.Cmp(big.NewInt(100_000)) < 0 || tree.Size() > 10_000 {
		t.Errorf("%s paths in %d nodes: expected 100,000 or more in few", paths, tree.Size())
	}
}

// TestIndependent holds normal forms of random ground sequences against an interpreter that is
// written by another method: it keeps objects as nested lists and calls Go functions.
func TestIndependent(t *testing.T) {
	for _, file := range []string{"queue.lobas", "list.lobas"} {
		classes := read(t, file)
		engine := rewriting.New(classes)
		rng := rand.New(rand.NewPCG(7, 7))
		for range 1500 {
			s := draw(rng, classes[0])
			term := sequence(t, classes, s)
			tree, err := engine.Normalize(term)
			if err != nil || tree.Leaf == nil {
				t.Fatalf("%s: %v", s, err)
			}
			if want := (interpreter{classes[0]}).eval(term, nil); tree.Leaf.String() != want.String() {
				t.Fatalf("%s = %s, but the interpreter says %s", s, tree.Leaf, want)
			}
		}
		for _, a := range classes[0].Axioms {
			if engine.Fired[a] == 0 && file == "list.lobas" {
				t.Errorf("%s: axiom %s was never tried", file, language.FormatTerm(a.Left, language.LOBAS))
			}
		}
	}
}

// draw returns a random ground sequence.
func draw(rng *rand.Rand, c *language.Class) string {
	s := language.Create
	for range rng.IntN(10) {
		for {
			o := c.Operations[rng.IntN(len(c.Operations))]
			if o.Kind != language.Observer && o.Name.Text != language.Create && o.Name.Text != "cons" {
				s += "." + o.Name.Text + drawArgs(rng, o)
				break
			}
		}
	}
	if o := c.Operations[rng.IntN(len(c.Operations))]; o.Kind == language.Observer {
		s += "." + o.Name.Text + drawArgs(rng, o)
	}
	return s
}

func drawArgs(rng *rand.Rand, o *language.Operation) string {
	if len(o.Params) == 0 {
		return ""
	}
	if o.Params[0].Sort.Text != language.Integer {
		return "(create.add(1).add(" + strconv.Itoa(rng.IntN(3)) + "))"
	}
	return "(" + strconv.Itoa(rng.IntN(6)-1) + ")"
}

// cell is a value of the interpreter: a number, a truth value, an error, or an operation.
type cell struct {
	name string
	args []cell
}

func (c cell) String() string {
	if len(c.args) == 0 {
		return c.name
	}
	out := c.args[0].String() + "." + c.name
	var rest []string
	for _, a := range c.args[1:] {
		rest = append(rest, a.String())
	}
	if len(rest) > 0 {
		out += "(" + strings.Join(rest, ", ") + ")"
	}
	return out
}

// interpreter evaluates ground terms by plain recursion.
type interpreter struct{ class *language.Class }

func (in interpreter) eval(t language.Term, env map[string]cell) cell {
	switch t := t.(type) {
	case *language.Literal:
		return cell{name: t.Text}
	case *language.Variable:
		return env[t.Name]
	case *language.If:
		switch c := in.eval(t.Cond, env); c.name {
		case "true":
			return in.eval(t.Then, env)
		case "false":
			return in.eval(t.Else, env)
		default:
			return c
		}
	case *language.Operator:
		return in.operator(t, env)
	}
	apply := t.(*language.Apply)
	out := cell{name: apply.Op}
	for _, a := range apply.Args {
		v := in.eval(a, env)
		if v.name == "error" {
			return v
		}
		out.args = append(out.args, v)
	}
	for _, a := range in.class.Axioms {
		env := map[string]cell{}
		if in.matches(a.Left, out, env) {
			return in.eval(a.Right, env)
		}
	}
	return out
}

func (in interpreter) matches(p language.Term, c cell, env map[string]cell) bool {
	switch p := p.(type) {
	case *language.Variable:
		if old, ok := env[p.Name]; ok {
			return old.String() == c.String()
		}
		env[p.Name] = c
		return true
	case *language.Apply:
		if p.Op != c.name || len(p.Args) != len(c.args) {
			return false
		}
		for i := range p.Args {
			if !in.matches(p.Args[i], c.args[i], env) {
				return false
			}
		}
		return true
	}
	return p.(*language.Literal).Text == c.name
}

func (in interpreter) operator(t *language.Operator, env map[string]cell) cell {
	truth := func(b bool) cell { return cell{name: strconv.FormatBool(b)} }
	left := in.eval(t.Args[0], env)
	if left.name == "error" {
		return left
	}
	switch t.Op {
	case "not":
		return truth(left.name == "false")
	case "and", "or":
		if (left.name == "true") == (t.Op == "or") {
			return left
		}
		return in.eval(t.Args[1], env)
	}
	right := in.eval(t.Args[1], env)
	if right.name == "error" {
		return right
	}
	number := func(c cell) float64 {
		f, err := strconv.ParseFloat(strings.ReplaceAll(c.name, "∞", "Inf"), 64)
		if err != nil {
			return 0
		}
		return f
	}
	x, y := number(left), number(right)
	switch t.Op {
	case "=":
		return truth(left.String() == right.String())
	case "<":
		return truth(x < y)
	case ">":
		return truth(x > y)
	case "+":
		return cell{name: strconv.Itoa(int(x + y))}
	}
	panic("the interpreter does not know " + t.Op)
}

func BenchmarkGround(b *testing.B) {
	classes := read(b, "queue.lobas")
	s := "create"
	for i := range 60 {
		s += fmt.Sprintf(".add(%d)", i*37%61)
	}
	term := sequence(b, classes, s+strings.Repeat(".delete", 50)+".largest")
	for b.Loop() {
		engine := rewriting.New(classes)
		if _, err := engine.Normalize(term); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(rewriting.DefaultSteps-engine.Steps), "steps")
	}
}
