package conditions

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// steps bounds a question: conditions of paths are short.
const steps = 20_000

// Asker asks a solver.
type Asker struct {
	ctx    context.Context
	solver solve.Solver
}

// New returns an asker, whose questions end with the context.
func New(ctx context.Context, solver solve.Solver) *Asker { return &Asker{ctx, solver} }

// Refuted tells whether conditions are proved to contradict each other.
func (a *Asker) Refuted(conds []rewriting.Condition) bool {
	if found := decide(conds); found != unknown {
		return found == contradictory
	}
	q := &question{names: map[*rewriting.Term]string{}, texts: map[string]int64{}}
	p := q.problem(conds)
	p.Unexplained = true
	return a.solver.Solve(a.ctx, p).Outcome == solve.Unsatisfiable
}

// Solve returns values of parameters, as they are written in LOBAS, that satisfy conditions. A
// parameter of which the conditions say nothing has none.
func (a *Asker) Solve(conds []rewriting.Condition) (map[string]string, solve.Outcome) {
	q := &question{names: map[*rewriting.Term]string{}, texts: map[string]int64{}}
	r := a.solver.Solve(a.ctx, q.problem(conds))
	if r.Outcome != solve.Case {
		return nil, r.Outcome
	}
	out := map[string]string{}
	for t, name := range q.names {
		if t.Kind == rewriting.Parameter {
			out[t.Text] = q.read(t, r.Model[name])
		}
	}
	return out, solve.Case
}

// question is a problem as it is built.
type question struct {
	names map[*rewriting.Term]string // of what is a variable for the solver
	order []*rewriting.Term
	texts map[string]int64 // numbers for strings
}

func (q *question) problem(conds []rewriting.Condition) solve.Problem {
	var parts []zed.Expr
	for _, c := range conds {
		p := q.predicate(c.Term)
		if !c.Holds {
			p = zed.Negation(p)
		}
		parts = append(parts, p)
	}
	var pred zed.Expr = &zed.Truth{Info: zed.Info{Type: zed.BoolType{}}, Value: true}
	switch len(parts) {
	case 0:
	case 1:
		pred = parts[0]
	default:
		pred = &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.And, Args: parts}
	}
	out := solve.Problem{Pred: pred, Scope: value.DefaultScope(), Globals: &eval.Globals{}, Steps: steps}
	for _, t := range q.order {
		out.Vars = append(out.Vars, solve.Var{Var: zed.Var{Name: q.names[t], Type: zed.IntType{}}, Scoped: true})
	}
	return out
}

func (q *question) predicate(t *rewriting.Term) zed.Expr {
	if t.Kind == rewriting.Operator && (t.Text == "<" || t.Text == "=") {
		op := zed.Less
		if t.Text == "=" {
			op = zed.Equal
		}
		return zed.Relate(op, q.number(t.Args[0]), q.number(t.Args[1]))
	}
	return zed.Relate(zed.Equal, q.variable(t), integer(big.NewInt(1)))
}

func integer(n *big.Int) zed.Expr { return &zed.Num{Info: zed.Info{Type: zed.IntType{}}, Value: n} }

func (q *question) number(t *rewriting.Term) zed.Expr {
	switch {
	case t.Kind == rewriting.Operator && slices.Contains([]string{"+", "-", "*"}, t.Text):
		op := map[string]zed.Operator{"+": zed.Plus, "-": zed.Subtract, "*": zed.Times}[t.Text]
		return &zed.Op{Info: zed.Info{Type: zed.IntType{}}, Op: op,
			Args: []zed.Expr{q.number(t.Args[0]), q.number(t.Args[1])}}
	case t.Kind == rewriting.Value && t.Sort == language.Integer && !t.IsInfinite():
		n, ok := new(big.Int).SetString(t.Text, 10)
		if !ok {
			panic("not a number: " + t.Text)
		}
		return integer(n)
	case t.Kind == rewriting.Value && t.Sort == language.String:
		n, ok := q.texts[t.Text]
		if !ok {
			n = int64(len(q.texts) + 1)
			q.texts[t.Text] = n
		}
		return integer(big.NewInt(n))
	}
	// Infinities too, of which nothing is known then: what is refuted holds for them as well.
	return q.variable(t)
}

func (q *question) variable(t *rewriting.Term) zed.Expr {
	name, ok := q.names[t]
	if !ok {
		name = fmt.Sprintf("p%d", len(q.order))
		q.names[t] = name
		q.order = append(q.order, t)
	}
	return zed.LocalRef(name, zed.IntType{})
}

// read returns the value of a parameter for the number that the solver found.
func (q *question) read(t *rewriting.Term, v value.Value) string {
	switch t.Sort {
	case language.Boolean:
		n, _ := v.Int()
		return strconv.FormatBool(n == 1)
	case language.String:
		n, _ := v.Int()
		for s, m := range q.texts {
			if m == n {
				return s
			}
		}
		text := fmt.Sprintf("s%d", n)
		for q.texts[strconv.Quote(text)] != 0 {
			text += "'" // another string of the conditions is written like this
		}
		return strconv.Quote(text)
	}
	return v.Big().String()
}
