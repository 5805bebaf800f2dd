package stubs_test

import (
	"fmt"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// exhaustion knows reach(a) and the leaves of callees by evaluation alone, for
// specifications whose variables all range over finite sets. It shares nothing
// with the decider but the evaluator.
type exhaustion struct {
	t      *testing.T
	system *spec.System
	trees  *suite.Trees
	sets   map[string][]value.Value
	idle   bool // callees that nothing calls are not a fault of the test
}

// carrier returns the values of the set that a variable is declared in.
func (x *exhaustion) carrier(v zed.Var) []value.Value {
	text := zed.Print(v.Decl, zed.Unicode)
	if known, ok := x.sets[text]; ok {
		return known
	}
	if text == "ℤ" { // declared in a part only: elsewhere it may be anything
		for n := range int64(5) {
			x.sets[text] = append(x.sets[text], value.OfInt(n))
		}
		return x.sets[text]
	}
	program, err := eval.Compile(v.Decl, nil, x.system.Globals)
	if err != nil {
		x.t.Fatal(err)
	}
	set, reason := program.Value(nil)
	if reason != nil {
		x.t.Fatalf("%s : %s: %s", v.Name, text, reason)
	}
	x.sets[text] = set.Members()
	return x.sets[text]
}

// eachChoice calls f with every choice of values for vars.
func (x *exhaustion) eachChoice(vars []zed.Var, f func([]value.Value)) {
	frame := make([]value.Value, len(vars))
	var choose func(i int)
	choose = func(i int) {
		if i == len(vars) {
			f(frame)
			return
		}
		for _, v := range x.carrier(vars[i]) {
			frame[i] = v
			choose(i + 1)
		}
	}
	choose(0)
}

func (x *exhaustion) truth(p *eval.Program, frame []value.Value) bool {
	truth, reason := p.Truth(frame)
	if truth == eval.Unknown || truth == eval.Undefined && reason.Infinite {
		x.t.Fatalf("evaluation alone does not tell: %s", reason)
	}
	return truth == eval.True
}

func (x *exhaustion) compile(e zed.Expr, slots []string) *eval.Program {
	p, err := eval.Compile(e, slots, x.system.Globals)
	if err != nil {
		x.t.Fatal(err)
	}
	return p
}

// pinOccurrence says at an occurrence that its component is what the slot of it is.
func pinOccurrence(e zed.Expr, o *zed.Occur, vars []zed.Var, memo map[zed.Expr]zed.Expr) zed.Expr {
	if done, ok := memo[e]; ok {
		return done
	}
	out := zed.Rebuild(e, func(c zed.Expr) zed.Expr { return pinOccurrence(c, o, vars, memo) })
	if here, ok := e.(*zed.Occur); ok {
		out = e
		if here.Schema == o.Schema && here.Index == o.Index {
			all := []zed.Expr{e}
			for _, v := range vars {
				name := v.Name
				if to, renamed := o.Rename[name]; renamed {
					name = to
				}
				ref := func(n string) zed.Expr {
					return &zed.Ref{Info: zed.Info{Type: v.Type}, Name: n,
						Kind: zed.Local}
				}
				all = append(all, &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.Equal,
					Args: []zed.Expr{ref(name), ref("called " + v.Name)}})
			}
			out = schema.Conjoin(all)
		}
	}
	memo[e] = out
	return out
}

// reach returns what q may be called with at an occurrence, by case of u: the key
// of a case is that of its values.
func (x *exhaustion) reach(u, q *spec.Unit, o *zed.Occur) map[string][][]value.Value {
	early := q.Op.Early.Vars
	slots := []string{}
	vars := append(append([]zed.Var{}, u.Op.Early.Vars...), early...)
	inputs := len(u.Op.Early.Vars)
	for i, v := range vars {
		if i >= inputs {
			v.Name = "called " + v.Name
		}
		slots = append(slots, v.Name)
	}
	late := u.Op.Late.Vars
	for _, v := range late {
		slots = append(slots, v.Name)
	}
	var programs []*eval.Program
	for _, dis := range u.Op.Disjuncts {
		memo := map[zed.Expr]zed.Expr{}
		pred := schema.Conjoin(dis.Conjuncts)
		if p := pinOccurrence(pred, o, early, memo); p != pred {
			programs = append(programs, x.compile(p, slots))
		}
	}
	out := map[string][][]value.Value{}
	x.eachChoice(vars, func(frame []value.Value) {
		found := false
		x.eachChoice(late, func(after []value.Value) {
			if found {
				return
			}
			for _, p := range programs {
				found = found || x.truth(p, append(append([]value.Value{}, frame...), after...))
			}
		})
		if found {
			key := value.OfTuple(frame[:inputs]...).Key()
			out[key] = append(out[key], append([]value.Value{}, frame[inputs:]...))
		}
	})
	return out
}

// listInside returns the keys of the inputs and before-states that satisfy the
// precondition of u.
func (x *exhaustion) listInside(u *spec.Unit) map[string]bool {
	early, late := u.Op.Early.Vars, u.Op.Late.Vars
	var slots []string
	for _, v := range append(append([]zed.Var{}, early...), late...) {
		slots = append(slots, v.Name)
	}
	program := x.compile(u.Op.Pred, slots)
	out := map[string]bool{}
	x.eachChoice(early, func(frame []value.Value) {
		x.eachChoice(late, func(after []value.Value) {
			if x.truth(program, append(append([]value.Value{}, frame...), after...)) {
				out[value.OfTuple(frame...).Key()] = true
			}
		})
	})
	return out
}

// listLeaves returns the leaves of q that hold each of its inputs and before-states, by
// key.
func (x *exhaustion) listLeaves(q *spec.Unit) map[string][]string {
	early := q.Op.Early.Vars
	var slots []string
	for _, v := range early {
		slots = append(slots, v.Name)
	}
	pre := x.compile(x.system.Calculus.Exists(q.Op.Late.Vars, q.Op.Pred), slots)
	programs := map[*suite.Condition]*eval.Program{}
	for _, leaf := range x.trees.Leaves(q.Name) {
		for _, c := range leaf.Path() {
			programs[c] = x.compile(c.Pred, slots)
		}
	}
	out := map[string][]string{}
	x.eachChoice(early, func(frame []value.Value) {
		if !x.truth(pre, frame) {
			return
		}
		key := value.OfTuple(frame...).Key()
		for _, leaf := range x.trees.Leaves(q.Name) {
			in := true
			for _, c := range leaf.Path() {
				in = in && x.truth(programs[c], frame)
			}
			if in {
				out[key] = append(out[key], leaf.ID)
			}
		}
	})
	return out
}

// contradicts says what is wrong with a decision, given what may be called and the
// leaves; "" where nothing is. loose says that more could have been trusted.
func contradicts(c result.Choice, points [][]value.Value, lies map[string][]string,
	certs certificates) (wrong string, loose bool) {
	trusted := 0
	for _, p := range points {
		leaves := lies[value.OfTuple(p...).Key()]
		good := len(leaves) > 0
		for _, l := range leaves {
			good = good && certs[l] == stubs.Passed
		}
		if good {
			trusted++
		} else if c.Decision == result.Self {
			return fmt.Sprintf("self, but the call on %v lies in %v", p, leaves), false
		}
	}
	switch {
	case c.Decision == result.Self && len(points) == 0:
		return "self, but nothing can be called", false
	case c.Decision == result.None && len(points) > 0:
		return fmt.Sprintf("none, but it may be called with %v", points), false
	case c.Decision == result.Spec && trusted > 0:
		return fmt.Sprintf("spec, but %d of %d calls lie where it was tested", trusted, len(points)), false
	}
	return "", c.Decision != result.Self && len(points) > 0 && trusted == len(points)
}
