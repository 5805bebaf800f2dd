package checks_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// cell is a ground term for the brute force: a value, or an operation with its arguments.
type cell struct {
	name string
	op   *language.Operation // nil for a value
	args []cell
}

func (c cell) String() string {
	var args []string
	for _, a := range c.args {
		args = append(args, a.String())
	}
	if c.op == nil {
		return c.name
	}
	return c.op.Class + "." + c.name + "(" + strings.Join(args, ",") + ")"
}

// The bounds of the brute force.
const (
	bruteTerms = 400   // ground terms of one operation
	bruteSteps = 20000 // axioms that are applied to one term
)

// brute applies axioms in every order, and so finds what may come of a term.
type brute struct {
	classes []*language.Class
	steps   int
	circle  bool // whether a term was reached again from itself
	known   map[string][]cell
	ints    []string
}

// found is what the brute force finds, by operations.
type found struct {
	holes   map[string]string // a term that no axiom covers
	differs map[string]string // a term with two normal forms
	endless bool              // whether some term took too many steps
}

// search goes through small ground terms.
func search(classes []*language.Class) found {
	out := found{map[string]string{}, map[string]string{}, false}
	for _, c := range classes {
		for _, o := range c.Operations {
			b := &brute{classes: classes, known: map[string][]cell{}}
			for _, t := range b.terms(o, 3) {
				b.steps = bruteSteps
				normal := b.normalize(t)
				if b.steps < 0 || b.circle {
					out.endless, b.circle = true, false
					b.known = map[string][]cell{}
					continue
				}
				hole := slices.ContainsFunc(normal, isStuck)
				if hole && out.holes[o.Name.Text] == "" {
					out.holes[o.Name.Text] = t.String()
				}
				if len(normal) > 1 && !hole && out.differs[o.Name.Text] == "" {
					out.differs[o.Name.Text] = fmt.Sprint(t, ": ", normal)
				}
			}
		}
	}
	return out
}

func isStuck(c cell) bool {
	return c.op != nil && c.op.Kind != language.Constructor || slices.ContainsFunc(c.args, isStuck)
}

// terms returns applications of an operation to small values.
func (b *brute) terms(o *language.Operation, depth int) (out []cell) {
	out = []cell{{name: o.Name.Text, op: o}}
	for _, s := range o.Sorts() {
		var next []cell
		values := b.values(s, depth-1)
		total := len(values) * len(out)
		order := rand.New(rand.NewPCG(uint64(total), 1)).Perm(total)
		for i := range min(total, bruteTerms) {
			at := i
			if total > bruteTerms && i > bruteTerms/2 {
				at = order[i]
			}
			t, v := out[at/len(values)], values[at%len(values)]
			next = append(next, cell{t.name, o, append(slices.Clone(t.args), v)})
		}
		out = next
	}
	return out
}

// integers returns small integers, and those around the ones that axioms name.
func (b *brute) integers() []string {
	if b.ints == nil {
		b.ints = []string{"0", "1", "2", "-1"}
		printed := language.Print(b.classes, language.LOBAS)
		for _, text := range regexp.MustCompile(`\b[0-9]+\b`).FindAllString(printed, -1) {
			n, _ := strconv.Atoi(text)
			for _, m := range []int{n, n + 1} {
				if s := strconv.Itoa(m); n > 3 && !slices.Contains(b.ints, s) {
					b.ints = append(b.ints, s)
				}
			}
		}
	}
	return b.ints
}

func (b *brute) values(sort string, depth int) (out []cell) {
	for _, s := range map[string][]string{language.Integer: b.integers(), language.Boolean: {"false", "true"},
		language.String: {`"a"`, `"b"`}}[sort] {
		out = append(out, cell{name: s})
	}
	if depth < 0 {
		return out
	}
	for _, c := range b.classes {
		for _, o := range c.Operations {
			if c.Name.Text == sort && o.Kind == language.Constructor {
				out = append(out, b.terms(o, depth)...)
			}
		}
	}
	return out
}

// normalize returns all normal forms that a term has, whichever axiom is applied where.
func (b *brute) normalize(t cell) []cell {
	key := t.String()
	if known, ok := b.known[key]; ok {
		b.circle = b.circle || known == nil
		return known
	}
	b.known[key] = nil // until its normal forms are known: a term that is reached again adds nothing
	if b.steps--; b.steps < 0 {
		return nil
	}
	next := b.step(t)
	var out []cell
	if len(next) == 0 {
		out = []cell{t}
	}
	for _, n := range next {
		for _, m := range b.normalize(n) {
			if !slices.ContainsFunc(out, func(c cell) bool { return c.String() == m.String() }) {
				out = append(out, m)
			}
		}
	}
	b.known[key] = out
	return out
}

// step returns what one application of an axiom makes of a term, at each place.
func (b *brute) step(t cell) (out []cell) {
	if t.op == nil {
		return nil
	}
	for i, a := range t.args {
		if a.name == "error" && a.op == nil {
			return []cell{{name: "error"}}
		}
		for _, n := range b.step(a) {
			args := slices.Clone(t.args)
			args[i] = n
			out = append(out, cell{t.name, t.op, args})
		}
	}
	for _, c := range b.classes {
		for _, x := range c.Axioms {
			left := x.Left.(*language.Apply)
			env := map[string]cell{}
			if left.Decl == t.op && matchAll(left.Args, t.args, env) {
				out = append(out, b.build(x.Right, env)...)
			}
		}
	}
	return out
}

func matchAll(patterns []language.Term, args []cell, env map[string]cell) bool {
	for i, p := range patterns {
		switch p := p.(type) {
		case *language.Variable:
			if old, ok := env[p.Name]; ok && old.String() != args[i].String() {
				return false
			}
			env[p.Name] = args[i]
		case *language.Literal:
			if args[i].op != nil || args[i].name != p.Text {
				return false
			}
		case *language.Apply:
			if args[i].op != p.Decl || !matchAll(p.Args, args[i].args, env) {
				return false
			}
		}
	}
	return true
}

// build returns the instances of a right side: values of built-in sorts are calculated.
func (b *brute) build(t language.Term, env map[string]cell) (out []cell) {
	switch t := t.(type) {
	case *language.Variable:
		return []cell{env[t.Name]}
	case *language.Literal:
		return []cell{{name: t.Text}}
	case *language.If:
		for _, c := range b.evaluate(t.Cond, env) {
			switch c.name {
			case "true":
				out = append(out, b.build(t.Then, env)...)
			case "false":
				out = append(out, b.build(t.Else, env)...)
			default:
				out = append(out, c)
			}
		}
		return out
	case *language.Apply:
		out = []cell{{name: t.Op, op: t.Decl}}
		for _, a := range t.Args {
			var next []cell
			for _, v := range b.build(a, env) {
				for _, o := range out {
					next = append(next, cell{o.name, o.op, append(slices.Clone(o.args), v)})
				}
			}
			out = next
		}
		return out
	}
	return b.evaluate(t, env)
}

// evaluate returns the values that a term may have.
func (b *brute) evaluate(t language.Term, env map[string]cell) (out []cell) {
	o, ok := t.(*language.Operator)
	if !ok {
		for _, c := range b.build(t, env) {
			out = append(out, b.normalize(c)...)
		}
		return out
	}
	for _, left := range b.evaluate(o.Args[0], env) {
		switch {
		case left.name == "error" || isStuck(left):
			out = append(out, left)
		case o.Op == "not":
			out = append(out, cell{name: strconv.FormatBool(left.name == "false")})
		case o.Op == "and" && left.name == "false", o.Op == "or" && left.name == "true":
			out = append(out, left)
		default:
			for _, right := range b.evaluate(o.Args[1], env) {
				out = append(out, operate(o.Op, left, right))
			}
		}
	}
	return out
}

func operate(op string, a, b cell) cell {
	truth := func(v bool) cell { return cell{name: strconv.FormatBool(v)} }
	x, _ := strconv.Atoi(a.name)
	y, _ := strconv.Atoi(b.name)
	switch {
	case b.name == "error" || isStuck(b):
		return b
	case op == "and" || op == "or":
		return b
	case op == "=":
		return truth(a.String() == b.String())
	case op == "≠":
		return truth(a.String() != b.String())
	case op == "<":
		return truth(x < y)
	case op == "≤":
		return truth(x <= y)
	case op == ">":
		return truth(x > y)
	case op == "≥":
		return truth(x >= y)
	case op == "+":
		return cell{name: strconv.Itoa(x + y)}
	case op == "-":
		return cell{name: strconv.Itoa(x - y)}
	}
	panic("the brute force does not know " + op)
}
