package classes

import (
	"testing"

	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// TestExpected: what observers give of an object is held against the axioms, also where it is the same of both.
func TestExpected(t *testing.T) {
	classes, err := language.Parse(source.NewFile("stack.lobas", `class Stack export create, push, pop, empty, top, eqn
		constructor create; push (x: Integer) transformer pop
		observer empty: Boolean; top: Integer; eqn (T: Stack): Boolean
		var S, T: Stack, x: Integer
		axiom create.pop -> create; S.push(x).pop -> S; create.empty -> true; S.push(x).empty -> false;
			create.top -> error; S.push(x).top -> x; S.eqn(T) -> S = T end`).Whole())
	if err != nil {
		t.Fatal(err)
	}
	sequence := func(text string) *language.Apply {
		term, err := language.ParseSequence(source.NewFile("sequence", text).Whole(), classes, classes[0])
		if err != nil {
			t.Fatal(err)
		}
		return term.(*language.Apply)
	}
	class := &spec.Class{Name: "Stack", Algebra: classes[0], Classes: classes,
		Originals: spec.Originals{Depth: 2, Paths: 100, Values: 2}}
	r := &run{Options: Options{Class: &plan.Class{Class: class}}}
	r.out, r.Class.Equal = &result.ClassRun{}, []spec.Equality{spec.ByObservations}
	r.provers.New = func() any { return cases.NewProver(class) }
	first := sequence("create.push(3).push(5).pop")
	observers := []observation{{name: "empty", text: ".empty"}, {name: "top", text: ".top"},
		{name: "eqn", args: []language.Term{&language.Variable{Name: both[1]}}, text: ".eqn(second)"}}
	p := &suite.Pair{First: first, Second: sequence("create.push(3)"), Equivalent: true}
	got := r.expected(p, first, observers, 4)
	if len(got) != 2 || got[0].want != "false" || got[1].want != "3" || got[1].at[0] != (look{4, 1}) {
		t.Fatalf("got %v", got)
	}
	between := comparison{by: spec.ByObservations, sent: ".top", at: [2]look{{4, 1}, {5, 1}}}
	tr := &trial{pair: p, same: append([]comparison{between}, got...)}
	for given, want := range map[string]result.Verdict{"3": result.Pass, "5": result.Fail} {
		v := verdict{verdict: result.Pass}
		v.compared = r.compareAnswers(tr, nil, func(l look) string {
			if l.value == 1 {
				return given
			}
			return "false"
		})
		v.decide(tr)
		if v.verdict != want {
			t.Errorf("top is %s: %v", given, v)
		}
		if want == result.Fail && v.message != "top is 5, and 3 by the axioms" {
			t.Errorf("it says %q", v.message)
		}
	}
	p.Equivalent = false
	if got := r.expected(p, first, observers, 4); got != nil {
		t.Errorf("of a pair that is to differ, %v", got)
	}
}

// TestSent: what was sent to an object consists of operations, whatever stands in strings.
func TestSent(t *testing.T) {
	for sent, want := range map[string]string{".top": "top", `.put("a.b(", 2).get("\".")`: "get", ".size": "size"} {
		if got := observerIn(sent); got != want {
			t.Errorf("%s ends with %s, not %s", sent, got, want)
		}
	}
	if f := (&reported{PairFailure: &result.PairFailure{Equivalent: true, Judged: []result.Comparison{
		{By: spec.ByObservations, Sent: `.put("a.b", 2).del("c").get("d")`}}}}); f.depth() != 2 {
		t.Errorf("%d operations before the observer", f.depth())
	}
}
