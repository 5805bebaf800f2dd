package oracle

import (
	"fmt"

	"github.com/ttf-int/ttf-int/solve/partial"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// explain says why the specification has no truth value on a frame. Where that is a term without a value, such as a
// function that is applied to what is outside its domain, it says which conjunct before the term makes that false.
func (u *Unit) explain(frame spec.Frame, r *eval.Reason) string {
	text := explain(r)
	if r == nil || r.Infinite || r.Unset || r.Term == nil {
		return text
	}
	condition := partial.Condition(u.oracle.system.Globals, r.Term)
	if t, ok := condition.(*zed.Truth); ok && t.Value {
		return text
	}
	program, err := eval.Compile(condition, u.slots, u.oracle.system.Globals)
	if err == nil { // otherwise it is about a variable of a quantifier
		if truth, _ := program.Truth(frame); truth != eval.False {
			return text
		}
	}
	return text + fmt.Sprintf("; a conjunct %s before it makes that false instead of undefined",
		zed.Print(condition, zed.Unicode))
}
