package planner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Every case of every example, evaluated again on its own: types, leaf and
// parents, axioms, and the whole specification on the outcome that is expected.
// What only a search can tell is left to the oracle.
func TestCasesOfExamples(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"../examples/sortedlist", "../examples/bank", "../examples/filestore"} {
		system, err := config.Load("", dir)
		if err != nil {
			t.Fatal(err)
		}
		p := makePlan(t, system, planner.Options{})
		for _, a := range p.System.Spec.Axioms {
			for _, e := range a.Preds {
				if truth := evaluate(t, p, p.System.Calculus.Predicate(e), nil, nil); len(a.Params) == 0 &&
					truth != eval.True {
					t.Errorf("%s: an axiom is not true: %s", dir, zed.Print(e, zed.Unicode))
				}
			}
		}
		counts := map[eval.Truth]int{}
		for _, u := range p.Units {
			for _, c := range u.Cases {
				certify(t, p, u, c, counts)
			}
		}
		t.Logf("%s: %d predicates are true of their case, %d undefined, %d left to a search", dir, counts[eval.True],
			counts[eval.Undefined], counts[eval.Unknown])
		if counts[eval.True] == 0 || counts[eval.Undefined] > 0 {
			t.Errorf("%s: %v", dir, counts)
		}
	}
}

// certify evaluates all that a case is to satisfy.
func certify(t *testing.T, p *planner.Planned, u *plan.Unit, c *plan.Case, counts map[eval.Truth]int) {
	t.Helper()
	values := c.Values().Map()
	for _, v := range u.Tree.VIS {
		if x, ok := values[v.Name]; !ok || x.Kind() == value.Nothing {
			t.Errorf("%s: %s has no value", c.ID, v.Name)
		}
	}
	for _, item := range c.Witness {
		values[item.Name] = item.Value
	}
	frame := make([]value.Value, len(u.Op.Vars))
	for i, v := range u.Op.Vars {
		frame[i] = values[v.Name]
	}
	check := func(what string, e zed.Expr) {
		truth := evaluate(t, p, e, u.Op.Vars, frame)
		counts[truth]++
		if truth == eval.Undefined {
			t.Logf("%s: %s is undefined: %s", c.ID, what, zed.Print(e, zed.Unicode))
		}
		if truth == eval.False {
			t.Errorf("%s: %s is false: %s", c.ID, what, zed.Print(e, zed.Unicode))
		}
	}
	for _, v := range u.Op.Vars {
		if v.Decl != nil && !toolkit.Full(v.Decl) {
			in := &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{
				&zed.Ref{Info: zed.Info{Type: v.Type}, Name: v.Name, Kind: zed.Local}, v.Decl}}
			check("a declaration", in)
		}
	}
	for _, above := range c.Leaf.Path() {
		// A precondition is evaluated on its witness, below; where there is none,
		// the oracle says so.
		if above.Tactic != "dnf" && above != u.Tree.Rejected {
			check("the condition "+above.ID, above.Pred)
		}
	}
	if d := c.Leaf.Disjunct; d > 0 {
		check("the disjunct", schema.Conjoin(u.Op.Disjuncts[d-1].Conjuncts))
	}
	under := u.UnitFor(c.Leaf)
	check("the specification", under.Op.Pred)
	judge := p.Engine().Oracle
	if got := judge.Unit(under).Judge(t.Context(), frame); got.Compliance != oracle.Holds {
		t.Errorf("%s: the oracle does not accept the expected outcome %s: %s", c.ID, c.Witness, got.Reason)
	}
	if want := oracle.Holds; judge.Unit(u.Unit).Pre(t.Context(), frame).Compliance != want && !c.Leaf.IsRejected() {
		t.Errorf("%s lies outside the precondition", c.ID)
	} else if c.Leaf.IsRejected() && judge.Unit(u.Unit).Pre(t.Context(), frame).Compliance != oracle.Violated {
		t.Errorf("%s is not a rejected input", c.ID)
	}
	if c.Expected != nil && c.Expected.String() != c.Witness.String() {
		t.Errorf("%s: it expects %s and has the witness %s", c.ID, c.Expected, c.Witness)
	}
}

// evaluate evaluates a predicate over variables with the evaluator alone.
func evaluate(t *testing.T, p *planner.Planned, e zed.Expr, vars []zed.Var, frame []value.Value) eval.Truth {
	t.Helper()
	slots := make([]string, len(vars))
	for i, v := range vars {
		slots[i] = v.Name
	}
	program, err := eval.Compile(e, slots, p.System.Globals)
	if err != nil {
		t.Fatal(err)
	}
	truth, reason := program.Truth(frame)
	if truth == eval.Undefined && reason.Infinite {
		return eval.Unknown
	}
	return truth
}
