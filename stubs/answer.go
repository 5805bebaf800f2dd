package stubs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Answer returns what the stub of callee q answers to a call from u: its after-state
// and outputs. The frame, in the order of q's variables, gives the call's inputs and
// before-state. A spec stub answers with anything that q's schema allows, chosen by the
// seed, and refuses a call outside q's precondition. An auto stub answers with values
// of the outputs' types and does not change the state. A manual stub answers from its
// table. Under the same seed the same call gets the same answer. The error says why
// there is no answer.
func (d *Decider) Answer(ctx context.Context, u, q *spec.Unit, frame spec.Frame, how result.Decision,
	seed int64) (spec.Values, error) {
	switch how {
	case result.Auto:
		return d.auto(ctx, q, frame, seed)
	case result.Manual:
		return manual(u, q, frame)
	case result.Spec:
		answer, reason := d.chooseAnswer(ctx, u, q, frame, seed)
		if answer == nil {
			if d.oracle.Unit(q).Pre(ctx, frame).Compliance == oracle.Violated {
				return nil, fmt.Errorf("the call on %s is outside the precondition of %s", q.CallValues(frame), q.Name)
			}
			return nil, fmt.Errorf("the specification of %s gives no answer for %s: %s", q.Name, q.CallValues(frame),
				reason)
		}
		return answer, nil
	}
	return nil, fmt.Errorf("%s has no stub that answers: its decision is %s", q.Name, how)
}

// chooseAnswer returns one of the answers that q's schema allows, or the reason why there is
// none.
func (d *Decider) chooseAnswer(ctx context.Context, u, q *spec.Unit, frame spec.Frame, seed int64) (spec.Values,
	string) {
	if !slices.ContainsFunc(u.Stubs, func(f spec.Forced) bool { return f.Callee == q.Name && f.Adversarial }) {
		return d.oracle.Unit(q).Outcome(ctx, frame, seed)
	}
	all, _, reason := d.oracle.Unit(q).Outcomes(ctx, frame, maxUnusual)
	if len(all) == 0 {
		return nil, reason
	}
	usual := all[0]
	slices.SortStableFunc(all, func(a, b spec.Values) int {
		return cmp.Or(countDifferences(b, usual)-countDifferences(a, usual), cmp.Compare(extent(b), extent(a)),
			strings.Compare(a.String(), b.String()))
	})
	return all[int(uint64(seed)%uint64(len(all)))], ""
}

// maxUnusual is the number of answers among which an adversarial stub chooses. The
// solver finds small answers first; the unusual ones come later.
const maxUnusual = 32

// countDifferences returns the number of variables in which two answers differ.
func countDifferences(a, b spec.Values) int {
	n := 0
	for i, item := range a {
		if !item.Value.Equal(b[i].Value) {
			n++
		}
	}
	return n
}

// extent returns how large the values of an answer are together.
func extent(vs spec.Values) float64 {
	sum := 0.0
	for _, item := range vs {
		sum += float64(item.Value.Size())
	}
	return sum
}

// auto returns the answer of an auto stub: an unchanged state and, for seed 0, the
// smallest values of the outputs' types; for other seeds larger ones.
func (d *Decider) auto(ctx context.Context, q *spec.Unit, frame spec.Frame, seed int64) (spec.Values, error) {
	out := spec.Values{}
	for i := range q.Op.Late.Vars {
		v := &q.Op.Late.Vars[i]
		if q.Op.Output.Has(v.Name) {
			x, err := d.findSmallest(ctx, q, *v, seed)
			if err != nil {
				return nil, err
			}
			out = append(out, spec.Item{Var: v, Value: x})
		} else if before := q.Op.Find(strings.TrimSuffix(v.Name, "'")); before >= 0 {
			out = append(out, spec.Item{Var: v, Value: frame[before]})
		}
	}
	return out, nil
}

// findSmallest returns a value in the set in which v is declared: the smallest one for seed
// 0, and one of the next larger ones for other seeds.
func (d *Decider) findSmallest(ctx context.Context, q *spec.Unit, v zed.Var, seed int64) (value.Value, error) {
	member := zed.Relate(zed.In, zed.LocalRef(v.Name, v.Type), v.Decl)
	var found []value.Value
	const choices = 4
	for answer := range d.solver.All(ctx, solve.Problem{Vars: []solve.Var{{Var: v, Scoped: true}}, Pred: member,
		Scope: q.Scope, Globals: d.system.Globals}) {
		if answer.Outcome != solve.Case {
			break
		}
		found = append(found, answer.Model[v.Name])
		if seed == 0 || len(found) == choices {
			break
		}
	}
	if len(found) == 0 {
		return value.Value{}, fmt.Errorf("no value of %s for %s was found", v.Type, v.Name)
	}
	return found[int(uint64(seed)%uint64(len(found)))], nil
}

// manual returns the answer in the first row of u's table for q that fits the call.
func manual(u, q *spec.Unit, frame spec.Frame) (spec.Values, error) {
	f := forcedEntry(u, q.Name)
	if f == nil || len(f.Answers) == 0 {
		return nil, fmt.Errorf("%s has no table of answers for %s", u.Name, q.Name)
	}
	for _, row := range f.Answers {
		if isFor(row.When, q, frame) {
			return makeAnswer(row, q, frame)
		}
	}
	return nil, fmt.Errorf("no row of the table of answers for %s fits the call%s", q.Name,
		nearest(f.Answers, q, frame))
}

// makeAnswer returns the answer that a row gives to a call. An after-state variable that
// the row does not have is unchanged.
func makeAnswer(row spec.Answer, q *spec.Unit, frame spec.Frame) (spec.Values, error) {
	out := spec.Values{}
	for _, v := range q.Op.Late.Vars {
		x, ok := row.Then.Lookup(v.Name)
		if !ok {
			before := q.Op.Find(strings.TrimSuffix(v.Name, "'"))
			if before < 0 || q.Op.Output.Has(v.Name) {
				return nil, source.Errorf(row.Span, "the answer does not say what %s is", v.Name)
			}
			x = frame[before]
		}
		out = append(out, spec.NewItem(v.Name, v.Type, x))
	}
	return out, nil
}

func isFor(when spec.Values, q *spec.Unit, frame spec.Frame) bool {
	for _, w := range when {
		if i := q.Op.Find(w.Name); i < 0 || !frame[i].Equal(w.Value) {
			return false
		}
	}
	return true
}
