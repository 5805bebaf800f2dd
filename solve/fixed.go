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

// Fixed returns a result that names the values of constants, where a problem is
// unsatisfiable because of a single conjunct that mentions nothing else. Of several
// conjuncts about a constant, one can be true without the others.
func Fixed(r Result, g *eval.Globals) Result {
	if r.Outcome != Unsatisfiable || len(r.Conflict) != 1 || g == nil {
		return r
	}
	var values []string
	alone := true
	zed.EachPart(r.Conflict, func(e zed.Expr) bool {
		switch e := e.(type) {
		case *zed.Ref:
			v, known := g.Consts[e.Name]
			switch {
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
	if alone && len(values) > 0 {
		r.Reason = fmt.Sprintf("%s is false, since %s", zed.Print(r.Conflict[0], zed.Unicode),
			strings.Join(values, ", and "))
	}
	return r
}
