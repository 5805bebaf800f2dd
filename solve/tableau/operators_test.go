package tableau_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve/tableau"
	"github.com/ttf-int/ttf-int/zed"
)

// unruled are the operators of which the tableau knows no more than the row says, with
// the reason.
var unruled = map[zed.Operator]string{
	zed.Iter:    "how often is a number, for which no rule is known that ends",
	zed.DistCat: "how many sequences there are is not known",
}

// TestEveryOperator: an operator has a rule, or a definition, or the table says why not.
func TestEveryOperator(t *testing.T) {
	t.Parallel()
	for _, r := range zed.Rows() {
		known := tableau.HasRule(string(r.Op)) || r.Means != ""
		switch why, not := unruled[r.Op]; {
		case !known && !not:
			t.Errorf("the tableau knows nothing of %s: give the row a definition, write a rule, or say here why not",
				r.Op)
		case known && not:
			t.Errorf("the tableau knows of %s, and is said not to: %s", r.Op, why)
		}
	}
}
