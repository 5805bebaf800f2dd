package toolkit_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestParts evaluates every operator that makes a set on small sets: its value is always
// a part of an operand, or of all of them together, exactly where the row says so.
func TestParts(t *testing.T) {
	t.Parallel()
	for _, row := range listClosed() {
		if _, ok := row.Result.(zed.PowerType); !ok || row.Members != nil {
			continue
		}
		t.Run(string(row.Op), func(t *testing.T) {
			t.Parallel()
			within, joins, seen := make([]bool, len(row.Operands)), true, 0
			for i, o := range row.Operands {
				_, within[i] = o.Type.(zed.PowerType)
			}
			for _, w := range []world{named(), counts(), lone()} {
				a := w.ask(t, row, nil)
				w.frames(row, nil, func(frame []value.Value) {
					got := a.evaluateOn(frame)
					if !got.has {
						return
					}
					seen++
					inAny := func(x value.Value) (in bool) {
						for i := range frame {
							if _, set := row.Operands[i].Type.(zed.PowerType); set {
								has := frame[i].Contains(x)
								in, within[i] = in || has, within[i] && has
							}
						}
						return in
					}
					for _, x := range got.value.Members() {
						joins = inAny(x) && joins
					}
				})
			}
			if seen == 0 {
				t.Fatal("it never has a value")
			}
			for i, o := range row.Operands {
				if o.Within != within[i] {
					t.Errorf("the value is a part of operand %d: %v, the row says %v", i+1, within[i], o.Within)
				}
				joins = joins && !within[i]
			}
			if row.Joins != joins {
				t.Errorf("the value is a part of the union of the operands, and not of one: %v, the row says %v", joins,
					row.Joins)
			}
		})
	}
}
