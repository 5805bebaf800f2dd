package toolkit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// listClosed returns the rows whose operands' types they say.
func listClosed() []zed.Row {
	return slices.DeleteFunc(zed.Rows(), func(r zed.Row) bool { return r.Open })
}

// TestEveryOperatorHasARow holds the rows against the constants of package zed, which every
// operator has that is not defined by others.
func TestEveryOperatorHasARow(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "../operator.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var declared, rows []string
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		text, err := strconv.Unquote(s.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		declared = append(declared, text)
		return true
	})
	for _, r := range zed.Rows() {
		if r.Means == "" || slices.Contains(declared, string(r.Op)) {
			rows = append(rows, string(r.Op))
		}
		if len(r.Operands) == 0 && !r.Open && r.Op != zed.EmptySet || r.Open == (r.Result != nil) {
			t.Errorf("%s: the row does not say what the operator takes and makes", r.Op)
		}
	}
	if !slices.Equal(declared, rows) {
		t.Errorf("package zed declares\n%q, the rows are of\n%q", declared, rows)
	}
}

// TestNeeds evaluates every operator on small values: it has a value exactly where the
// operands are what its row needs, the value is of the row's type, and it is finite
// unless the row says that it need not be.
func TestNeeds(t *testing.T) {
	t.Parallel()
	for _, row := range listClosed() {
		t.Run(string(row.Op), func(t *testing.T) {
			t.Parallel()
			infinite, failed := false, 0
			for _, w := range []world{named(), counts()} {
				a := w.ask(t, row, nil)
				w.frames(row, nil, func(frame []value.Value) {
					if failed > 3 {
						return
					}
					met := true
					for i, o := range row.Operands {
						met = met && meets(o.Needs, frame[i])
					}
					got := a.evaluateOn(frame)
					switch {
					case got.infinite:
						infinite = true
						if !row.Endless {
							failed++
							t.Errorf("%v has no end (%s)", frame, got.why)
						}
					case got.has != met:
						failed++
						t.Errorf("%v: has a value: %v, has what is needed: %v (%s)", frame, got.has, met, got.why)
					case got.has && !meets(row.Makes, got.value):
						failed++
						t.Errorf("%v: %v is not what the row makes", frame, got.value)
					case got.has && !toolkit.IsRelation(row.Op) && !w.isOfType(got.value, a.result):
						failed++
						t.Errorf("%v: %v is none of %v", frame, got.value, a.result)
					}
				})
			}
			if row.Endless && !infinite {
				t.Error("the row says that the value may be infinite, and it never is")
			}
		})
	}
}

// TestMembers enumerates the sets of sets that operators make of small sets: their
// members are exactly the sets that the row describes.
func TestMembers(t *testing.T) {
	t.Parallel()
	w := named()
	for _, row := range listClosed() {
		if row.Members == nil {
			continue
		}
		t.Run(string(row.Op), func(t *testing.T) {
			t.Parallel()
			elem := w.typ(row.Result).(zed.PowerType).Elem
			whole := w.ask(t, row, nil)
			w.frames(row, nil, func(sets []value.Value) {
				all := whole.evaluateOn(sets)
				want := 0
				for _, v := range w.values(elem) {
					is := isMember(*row.Members, v, sets)
					if got := w.contains(t, row, sets, v); got != is {
						t.Errorf("%v in %s of %v: got %v, want %v", v, row.Op, sets, got, is)
					}
					if is {
						want++
						if all.has && !all.value.Contains(v) {
							t.Errorf("%s of %v is %v without %v", row.Op, sets, all.value, v)
						}
					}
				}
				if all.has && all.value.Len() != want {
					t.Errorf("%s of %v has %d members, want %d", row.Op, sets, all.value.Len(), want)
				}
				if !all.has && !row.Endless {
					t.Errorf("%s of %v: %s", row.Op, sets, all.why)
				}
			})
		})
	}
}
