package pairs_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

var options = pairs.Options{Depth: 2, Paths: 100, Values: 4, Tries: 2000, Between: 100, Steps: 100_000}

// TestTags holds the tags of all pairs of some sequences against the interpreter: equivalent ones
// have one normal form, and the experiment with others has the two values that it says.
func TestTags(t *testing.T) {
	asker := conditions.New(context.Background(), embedded.New(solve.Options{}))
	for _, c := range []struct {
		file, sequence    string
		equal, differ, un int
	}{
		{"queue.lobas", "create.add(x).add(y).delete", 6, 2, 0},
		{"queue.lobas", "create.add(x).add(y).add(z).delete", -1, -1, -1},
		{"queue.lobas", "create.add(x).add(y).add(z).largest", -1, -1, 0},
		{"list.lobas", "create.insert(x).insert(y).insert(z)", -1, -1, 0},
		{"list.lobas", "create.insert(x).insert(y).remove(z)", -1, -1, 0},
		{"sum.lobas", "create.put(x).turn(y)", 5, 0, 2},
	} {
		classes := algebratest.Read(t, c.file)
		made, err := pairs.New(classes, classes[0], asker, options).Make(algebratest.Sequence(t, classes, c.sequence))
		if err != nil {
			t.Fatal(err)
		}
		in, equal, differ := interpreter{classes[0]}, 0, 0
		for _, p := range made.Pairs {
			one, other := in.eval(p.First, nil).String(), in.eval(p.Second, nil).String()
			if p.Equivalent {
				equal++
				if one != other {
					t.Errorf("%s and %s are equivalent, but not to the interpreter", one, other)
				}
				continue
			}
			differ++
			if p.Experiment == "" {
				continue
			}
			for i, first := range []language.Term{p.First, p.Second} {
				if got := in.eval(p.Told[i], nil).String(); got != p.Values[i] {
					t.Errorf("%s with %s is %s, but the interpreter says %s",
						language.FormatTerm(first, language.LOBAS), p.Experiment, p.Values[i], got)
				}
			}
		}
		t.Logf("%s: %d equivalent, %d not, of %d: %d the same, %d untold", c.sequence, equal, differ, made.Candidates,
			made.Same, made.Untold)
		if c.equal >= 0 && equal != c.equal || c.differ >= 0 && differ != c.differ ||
			c.un >= 0 && made.Untold != c.un || equal+differ < 3 {
			t.Errorf("%s: %d equivalent, %d not, %d untold: want %d, %d, %d", c.sequence, equal, differ, made.Untold,
				c.equal, c.differ, c.un)
		}
	}
}

// TestIndependent holds normal forms of random ground sequences against an interpreter that is
// written by another method: it keeps objects as nested lists and calls Go functions.
func TestIndependent(t *testing.T) {
	for _, file := range []string{"queue.lobas", "list.lobas"} {
		classes := algebratest.Read(t, file)
		engine := rewriting.New(classes)
		rng := rand.New(rand.NewPCG(7, 7))
		for range 1500 {
			s := draw(rng, classes[0])
			term := algebratest.Sequence(t, classes, s)
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
