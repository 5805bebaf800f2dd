package solve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// fixedLength is the longest text of a constant's value that is shown as a reason.
const fixedLength = 40

// NameFixed returns a result that names the values of constants, where a single conjunct that
// speaks of nothing else is why a problem is unsatisfiable: of several conjuncts about the
// same constant, one alone can be true. What holds of a constant whose value was chosen
// holds for all values that the axioms allow, so that its value is not a reason.
func NameFixed(r Result, g *eval.Globals) Result {
	if r.Outcome != Unsatisfiable || len(r.Conflict) != 1 || g == nil {
		return r
	}
	var values, open []string
	alone := true
	zed.EachPart(r.Conflict, func(e zed.Expr) bool {
		switch e := e.(type) {
		case *zed.Ref:
			v, known := g.Consts[e.Name]
			switch {
			case e.Kind == zed.Global && g.IsChosen(e.Name): // it is false for all that the axioms allow
				if !slices.Contains(open, e.Name) {
					open = append(open, e.Name)
				}
			case e.Kind == zed.Global && known:
				if text := v.String(); len(text) > fixedLength {
					alone = false
				} else if said := fmt.Sprintf("%s is a constant, %s", e.Name, text); !slices.Contains(values, said) {
					values = append(values, said)
				}
			case e.Kind == zed.Local, e.Kind == zed.Global:
				alone = false
			}
		}
		return alone
	})
	if !alone || len(values)+len(open) == 0 {
		return r
	}
	r.Reason = zed.Print(r.Conflict[0], zed.Unicode) + " is false"
	if len(open) > 0 {
		r.Reason += " whatever the axioms let " + strings.Join(open, " and ") + " be"
	}
	if len(values) > 0 {
		r.Reason += ", since " + strings.Join(values, ", and ")
	}
	return r
}
