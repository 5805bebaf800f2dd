package oracle

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// calls is a unit's grey-box predicate, prepared for evaluation.
type calls struct {
	full      *eval.Program
	conjuncts []*conjunct
}

// Greybox judges the unit's grey-box predicate; where the unit has none, the judgement
// is Holds. The frame has the values of the predicate's variables.
func (u *Unit) Greybox(frame spec.Frame) Judgement {
	if u.spec.Greybox == nil {
		return Judgement{Compliance: Holds}
	}
	u.compileCalls.Do(u.prepareCalls)
	truth, reason := u.calls.full.Truth(frame)
	switch truth {
	case eval.True:
		return Judgement{Compliance: Holds}
	case eval.False:
		broken := findRefuted(u.calls.conjuncts, frame)
		if len(broken) > 0 && len(u.oracle.withoutChosen(broken)) == 0 {
			return Judgement{Compliance: Undecided,
				Reason: "only with the values that were chosen for constants is it false"}
		}
		return Judgement{Compliance: Violated, Conjuncts: broken}
	}
	return Judgement{Compliance: Undecided, Reason: explain(reason)}
}

func (u *Unit) prepareCalls() {
	g := u.spec.Greybox
	var slots []string
	for _, v := range g.Vars {
		slots = append(slots, v.Name)
	}
	u.calls.full = u.oracle.program(g.Pred, slots)
	for _, e := range schema.Conjuncts(g.Pred) {
		u.calls.conjuncts = append(u.calls.conjuncts, &conjunct{expr: e, program: u.oracle.program(e, slots)})
	}
}
