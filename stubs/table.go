package stubs

import (
	"context"
	"fmt"
	"iter"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// CheckTables checks the tables of u's manual stubs against the specifications of the
// callees: the callee's schema must allow each answer for every call to which the table
// gives it. The errors are located at the rows that are wrong; the notes say what could
// not be decided. Of the calls that a row leaves open, maxTried are tried.
func (d *Decider) CheckTables(ctx context.Context, u *spec.Unit) ([]parse.Note, error) {
	var errs source.Errors
	var notes []parse.Note
	for i := range u.Stubs {
		f := &u.Stubs[i]
		q := d.system.Unit(f.Callee)
		for row := range f.Answers {
			note, err := d.checkRow(ctx, q, f, row)
			if note != "" {
				notes = append(notes, parse.Note{Span: f.Answers[row].Span, Text: note})
			}
			errs.Add(err)
		}
	}
	return notes, errs.Err()
}

// maxTried is how many of the calls that a table's row leaves open are tried.
const maxTried = 32

// checkRow checks a row of a table. The note says what could not be decided.
func (d *Decider) checkRow(ctx context.Context, q *spec.Unit, f *spec.Forced, row int) (note string, err error) {
	a := f.Answers[row]
	if len(a.When) == len(q.Op.Early.Vars) {
		frame := q.Frame(a.When.Map())
		if d.oracle.Unit(q).Pre(ctx, frame).Compliance == oracle.Violated {
			return "", source.Errorf(a.Span, "the call of %s on %s is outside its precondition: nothing may answer it",
				q.Name, a.When)
		}
		return d.checkAnswer(ctx, q, a, frame)
	}
	for frame := range d.fillRow(ctx, q, f, row, maxTried) {
		if note, err = d.checkAnswer(ctx, q, a, frame); err != nil {
			return "", err
		}
	}
	return note, nil
}

// fillRow yields calls inside q's precondition that a row of a table answers and no earlier row does.
// They are at most `most`.
func (d *Decider) fillRow(ctx context.Context, q *spec.Unit, f *spec.Forced, row, most int) iter.Seq[spec.Frame] {
	return func(yield func(spec.Frame) bool) {
		problem := d.oracle.Unit(q).Problem(0)
		problem.Bound, problem.Steps = f.Answers[row].When.Map(), theoremSteps
		pred := problem.Pred
		tried := denyRows(f.Answers[:row], q)
		for range most {
			problem.Pred = schema.Conjoin(append([]zed.Expr{pred}, tried...))
			found := d.solver.Solve(ctx, problem)
			if found.Outcome != solve.Case {
				return
			}
			for name, x := range problem.Bound {
				found.Model[name] = x
			}
			frame, open := q.Frame(found.Model).Restrict(q.Op.Early), []zed.Expr{}
			for _, v := range q.CallValues(frame) {
				if _, given := problem.Bound[v.Name]; !given {
					open = append(open, value.Equation(v.Name, v.Type, v.Value))
				}
			}
			tried = append(tried, zed.Negation(schema.Conjoin(open)))
			if !yield(frame) {
				return
			}
		}
	}
}

// FillRow returns calls inside the callee's precondition that a row of the table of a manual stub answers,
// at most the given number of them. A row that leaves nothing open answers one.
func (d *Decider) FillRow(ctx context.Context, f *spec.Forced, row, most int) []spec.Values {
	q := d.system.Unit(f.Callee)
	var out []spec.Values
	for frame := range d.fillRow(ctx, q, f, row, most) {
		out = append(out, q.CallValues(frame))
		if len(f.Answers[row].When) == len(q.Op.Early.Vars) {
			break
		}
	}
	return out
}

// denyRows returns, for each row of a table, the predicate that it does not answer a call of q.
func denyRows(rows []spec.Answer, q *spec.Unit) []zed.Expr {
	out := make([]zed.Expr, 0, len(rows))
	for _, r := range rows {
		var fits []zed.Expr
		for _, v := range q.Op.Early.Vars {
			if x, given := r.When.Lookup(v.Name); given {
				fits = append(fits, value.Equation(v.Name, v.Type, x))
			}
		}
		out = append(out, zed.Negation(schema.Conjoin(fits)))
	}
	return out
}

// checkAnswer checks the answer that a row gives to a call.
func (d *Decider) checkAnswer(ctx context.Context, q *spec.Unit, a spec.Answer,
	frame spec.Frame) (note string, err error) {
	answer, err := makeAnswer(a, q, frame)
	if err != nil {
		return "", err
	}
	whole := q.Frame(append(q.CallValues(frame), answer...).Map())
	switch j := d.oracle.Unit(q).Judge(ctx, whole); j.Compliance {
	case oracle.Violated:
		what := "its predicate"
		if len(j.Conjuncts) > 0 {
			what = zed.Print(j.Conjuncts[0], zed.Unicode)
		}
		return "", source.Errorf(a.Span, "the answer %s to the call on %s does not satisfy %s of %s: %s is false",
			answer, q.CallValues(frame), q.Schema, q.Name, what)
	case oracle.Undecided:
		return fmt.Sprintf("it is not known whether the answer to the call on %s satisfies %s: %s", q.CallValues(frame),
			q.Schema, j.Reason), nil
	}
	return "", nil
}

// Freeze returns the table of the answers that a stub made from q's specification gives
// where u calls q with the given inputs and before-states. It also returns one sentence
// for each call without an answer. Equal calls have one row.
func (d *Decider) Freeze(ctx context.Context, u, q *spec.Unit, calls []spec.Values,
	seed int64) (rows []spec.Answer, left []string) {
	seen := map[string]bool{}
	for _, call := range calls {
		call = spec.FromModel(q.Op.Early.Vars, call.Map())
		if seen[call.String()] {
			continue
		}
		seen[call.String()] = true
		answer, err := d.Answer(ctx, u, q, q.Frame(call.Map()), result.Spec, seed)
		if err != nil {
			left = append(left, err.Error())
			continue
		}
		rows = append(rows, spec.Answer{When: call, Then: answer})
	}
	return rows, left
}
