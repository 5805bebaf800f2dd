package smt

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// question is a problem while a program is asked about it.
type question struct {
	*Solver
	ctx     context.Context
	problem *problem
	session *session
	demands []string // the names under which conjuncts are assumed
	bounds  []string // the names under which limits are assumed
	measure *node    // the size of a model
}

// hasLostAll tells whether no conjunct of the problem could be written.
func (q *problem) hasLostAll() bool {
	return len(q.conjuncts) > 0 && !slices.ContainsFunc(q.conjuncts, func(c *conjunct) bool { return c.lost == "" })
}

func (q *problem) describeLost() string {
	for _, c := range q.conjuncts {
		if c.lost != "" {
			return fmt.Sprintf("not translated: %s, because of %s", zed.Print(c.expr, zed.Unicode), c.lost)
		}
	}
	return ""
}

func (a *question) ask(commands string) (string, error) {
	return a.session.ask(a.ctx, commands, a.options.Time)
}

// checkSat asks whether the assumptions can hold together: sat, unsat or
// unknown.
func (a *question) checkSat(assumptions []string) (string, error) {
	text, err := a.ask(check(assumptions))
	text = strings.TrimSpace(text)
	// A program may say before unknown why.
	if lines := strings.Split(text, "\n"); err == nil {
		text = lines[len(lines)-1]
	}
	switch {
	case err != nil:
		return "", err
	case text == "sat", text == "unsat", text == "unknown":
		return text, nil
	}
	return "", fmt.Errorf("%s answered %s where sat or unsat was expected", a.program.Name, shorten(text))
}

func (a *question) answer() (solve.Result, error) {
	if err := a.pose(); err != nil {
		return solve.Result{}, err
	}
	found, err := a.checkSat(slices.Concat(a.demands, a.bounds))
	switch {
	case err != nil:
		return solve.Result{}, err
	case found == "sat":
		return a.model()
	case found == "unknown":
		return solve.Result{Reason: a.program.Name + " gave it up", Bound: "steps"}, nil
	}
	return a.concludeNone()
}

// pose sends the formulas.
func (a *question) pose() error {
	q := a.problem
	a.measure = q.measure()
	roots := append([]*node{a.measure}, q.enc.unknowns.facts...)
	for _, c := range q.conjuncts {
		if c.lost == "" {
			roots = append(roots, c.is)
		}
	}
	for _, l := range q.enc.assumed.limits {
		roots = append(roots, l.is)
	}
	var s script
	s.begin(a.program, cmp.Or(a.problem.Steps, a.options.Steps))
	s.declare(q.enc.f, roots)
	for _, f := range q.enc.unknowns.facts {
		s.assert(f)
	}
	for _, c := range q.conjuncts {
		if c.lost == "" {
			s.assume(c.name, c.is)
			a.demands = append(a.demands, c.name)
		}
	}
	for i, l := range q.enc.assumed.limits {
		name := fmt.Sprintf("l%d", i)
		s.assume(name, l.is)
		a.bounds = append(a.bounds, name)
	}
	s.WriteString("(declare-const m Int)\n(assert (= m ")
	a.measure.write(&s.Builder, s.names)
	s.WriteString("))\n")
	_, err := a.ask(s.String())
	return err
}

// measure returns the sum of the sizes of the variables' values, as value.Size counts
// them.
func (q *problem) measure() *node {
	var out []*node
	for _, v := range q.Vars {
		if _, bound := q.Bound[v.Name]; bound {
			continue
		}
		out = append(out, q.sizeOf(q.vars[v.Name].value))
	}
	return q.enc.f.add(out...)
}

func (q *problem) sizeOf(s *sym) *node {
	switch s.kind {
	case number:
		return q.enc.f.choose(q.enc.f.le(q.enc.f.num(0), s.num), s.num, q.enc.f.neg(s.num))
	case tuple:
		var out []*node
		for _, p := range s.parts {
			out = append(out, q.sizeOf(p))
		}
		return q.enc.f.add(out...)
	case sequence:
		out := []*node{s.num}
		for i, p := range s.parts {
			out = append(out, q.enc.f.choose(q.enc.f.le(q.enc.f.num(int64(i+1)), s.num), q.sizeOf(p), q.enc.f.num(0)))
		}
		return q.enc.f.add(out...)
	}
	var out []*node
	for _, x := range s.elems {
		out = append(out, q.enc.f.choose(x.in, q.enc.f.add(q.enc.f.num(1), q.sizeOf(x.v)), q.enc.f.num(0)))
	}
	return q.enc.f.add(out...)
}

// values asks for a model.
func (a *question) values() (*assignment, error) {
	out := &assignment{known: map[*node]*big.Int{}}
	if len(a.problem.enc.f.vars) == 0 {
		return out, nil
	}
	var b strings.Builder
	b.WriteString("(get-value (")
	for i, v := range a.problem.enc.f.vars {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(v.name)
	}
	b.WriteString("))")
	text, err := a.ask(b.String())
	if err != nil {
		return nil, err
	}
	values, err := valuesIn(text)
	if err != nil {
		return nil, fmt.Errorf("%s could not be understood: %w", a.program.Name, err)
	}
	for _, v := range a.problem.enc.f.vars {
		n := values[v.name]
		if n == nil {
			return nil, fmt.Errorf("%s gave no value to a variable", a.program.Name)
		}
		out.known[v] = n
	}
	return out, nil
}

// maxSmaller is how often a smaller model is asked for.
const maxSmaller = 12

// model reads a model, asks for smaller ones, since people read them, and evaluates the
// smallest.
func (a *question) model() (solve.Result, error) {
	found, err := a.values()
	if err != nil {
		return solve.Result{}, err
	}
	if a.program.Sums {
		size := func(m *assignment) *big.Int { return m.evaluate(a.measure) }
		found, err = a.shrink(found, size, func(to *big.Int) string { return "(assert (<= m " + to.String() + "))" })
	} else {
		found, err = a.shrink(found, a.problem.findFarthest, a.problem.assertNear)
	}
	if err != nil {
		return solve.Result{}, err
	}
	return a.confirm(found), nil
}

// shrink asks for models that are smaller by a measure, by bisection.
func (a *question) shrink(found *assignment, size func(*assignment) *big.Int,
	demand func(to *big.Int) string) (*assignment, error) {
	low, high := new(big.Int), size(found)
	for range maxSmaller {
		if low.Cmp(high) >= 0 {
			break
		}
		middle := new(big.Int).Add(low, high)
		middle.Rsh(middle, 1)
		smaller, err := a.askSmaller(demand(middle))
		if err != nil {
			return nil, err
		}
		if smaller == nil {
			low = middle.Add(middle, one)
			continue
		}
		now := size(smaller)
		if now.Cmp(middle) > 0 {
			break // it is not smaller; what was found before is confirmed or not
		}
		found, high = smaller, now
	}
	return found, nil
}

// askSmaller asks for a model that meets a demand; nil where there is none, or none was
// found.
func (a *question) askSmaller(demand string) (*assignment, error) {
	if _, err := a.ask("(push 1)\n" + demand); err != nil {
		return nil, err
	}
	out, err := a.checkSat(slices.Concat(a.demands, a.bounds))
	if err != nil {
		return nil, err
	}
	var found *assignment
	if out == "sat" {
		if found, err = a.values(); err != nil {
			return nil, err
		}
	}
	_, err = a.ask("(pop 1)")
	return found, err
}

// integers returns the variables for integers and sizes in the formulas.
func (q *problem) integers() []*node {
	return slices.DeleteFunc(slices.Clone(q.enc.f.vars), func(n *node) bool { return n.op != opIntVar })
}

// findFarthest returns the largest absolute value of a variable.
func (q *problem) findFarthest(m *assignment) *big.Int {
	out := new(big.Int)
	for _, n := range q.integers() {
		if v := new(big.Int).Abs(m.evaluate(n)); v.Cmp(out) > 0 {
			out = v
		}
	}
	return out
}

// assertNear returns the assertion that the absolute values of all variables are small.
func (q *problem) assertNear(to *big.Int) string {
	var b strings.Builder
	b.WriteString("(assert (and true")
	for _, n := range q.integers() {
		fmt.Fprintf(&b, " (<= (- %s) %s) (<= %s %s)", to, n.name, n.name, to)
	}
	b.WriteString("))")
	return b.String()
}

// confirm evaluates a model on the problem as it was asked.
func (a *question) confirm(found *assignment) solve.Result {
	q := a.problem
	bound := maps.Clone(q.Bound)
	if bound == nil {
		bound = map[string]value.Value{}
	}
	model := map[string]value.Value{}
	var shown []string
	for _, v := range q.Vars {
		x, known := q.Bound[v.Name]
		if !known {
			if x, known = q.enc.lits.value(found, q.vars[v.Name].value); !known {
				if lost := q.describeLost(); lost != "" {
					return solve.Result{Reason: lost}
				}
				return solve.Result{Reason: fmt.Sprintf("%s gave %s a value that it cannot have", a.program.Name,
					v.Name)}
			}
		}
		model[v.Name], bound[v.Name] = x, x
		shown = append(shown, v.Name+" = "+x.String())
	}
	whole := q.Problem
	whole.Bound = bound
	r := a.embedded.Solve(a.ctx, whole)
	if r.Outcome == solve.Case {
		return solve.Result{Outcome: solve.Case, Model: model, Steps: r.Steps, Sizes: r.Sizes}
	}
	if lost := q.describeLost(); lost != "" {
		return solve.Result{Reason: lost}
	}
	slices.Sort(shown)
	return solve.Result{Reason: fmt.Sprintf("the model of %s is not confirmed by evaluation: with %s, %s",
		a.program.Name, shorten(strings.Join(shown, ", ")), r.Reason)}
}
