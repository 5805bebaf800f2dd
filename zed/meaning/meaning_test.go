package meaning_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/meaning"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// variable is a variable with the name of an operand, and of any type that is wanted.
func variable(name string, t zed.Type) *zed.Ref {
	return zed.LocalRef(name, zed.InstanceType(t, func(t zed.Type) zed.Type {
		if n, ok := t.(zed.NamedType); ok && n.Formal {
			return zed.IntType{}
		}
		return nil
	}))
}

// TestRows: every definition is of the type that its row says, over operands of other
// types too, and says nothing of the operator itself.
func TestRows(t *testing.T) {
	t.Parallel()
	defined := 0
	for _, r := range zed.Rows() {
		var operands []zed.Expr
		for i, o := range r.Operands {
			operands = append(operands, variable([]string{"y", "x"}[i%2], o.Type))
		}
		e := &zed.Op{Info: zed.Info{Type: variable("", r.Result).Type}, Op: r.Op, Args: operands}
		meant, ok := meaning.Expand(e)
		if ok != (r.Means != "") {
			t.Errorf("%s has a definition: %v", r.Op, ok)
		}
		if !ok {
			continue
		}
		defined++
		if !zed.SameType(meant.Typ(), e.Type) {
			t.Errorf("%s is of type %s, and means %s of type %s", r.Op, e.Type, zed.Print(meant, zed.Unicode),
				meant.Typ())
		}
		zed.EachPart([]zed.Expr{meant}, func(x zed.Expr) bool {
			if o, ok := x.(*zed.Op); ok && o.Op == r.Op {
				t.Errorf("%s is defined by itself", r.Op)
			}
			return true
		})
	}
	if defined == 0 {
		t.Error("no operator is defined")
	}
}

// made is a relation that only a definition says anything of. Its name for what it binds
// is one that an operand may have.
var made = zed.Row{
	Form: zed.Form{Op: "permutes"},
	Operands: []zed.Operand{{Type: zed.SeqOf(formal), Needs: zed.IsSequence},
		{Type: zed.SeqOf(formal), Needs: zed.IsSequence}},
	Result: zed.BoolType{}, Means: "∀ e : ran x ∪ ran y • #(x ↾ {e}) = #(y ↾ {e})",
}

var formal = zed.NamedType{Name: "a", Formal: true}

// TestOf: operands stand where the definition has them, and nothing in it takes a name from
// them.
func TestOf(t *testing.T) {
	t.Parallel()
	spec, err := types.Check(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ left, right, want string }{
		{"⟨1, 2, 1⟩", "⟨1, 1, 2⟩", "true"}, {"⟨1, 2⟩", "⟨1, 1, 2⟩", "false"}, {"tail ⟨1⟩", "rev (tail ⟨e⟩)", "true"},
		{"⟨1, e⟩", "⟨e, 1⟩", "true"}, {"⟨1, e⟩", "⟨1, 2⟩", "false"}, {"⟨e⟩", "tail (tail ⟨e⟩)", "undefined"},
	} {
		vars := []zed.Var{{Name: "e", Type: zed.IntType{}}}
		args := []zed.Expr{operand(t, spec, c.left, vars), operand(t, spec, c.right, vars)}
		meant, err := meaning.OfRow(spec, made, &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: made.Op, Args: args})
		if err != nil {
			t.Fatal(err)
		}
		program, err := eval.Compile(meant, []string{"e"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		truth, _ := program.Truth([]value.Value{value.OfInt(3)})
		if got := strings.ToLower(truth.String()); got != c.want {
			t.Errorf("%s and %s: %s, want %s: %s", c.left, c.right, got, c.want, zed.Print(meant, zed.Unicode))
		}
	}
}

// operand reads a term.
func operand(t *testing.T, spec *types.Spec, text string, vars []zed.Var) zed.Expr {
	t.Helper()
	e, err := parse.Toolkit().Expr(source.NewFile("operand", text).Whole())
	if err != nil {
		t.Fatal(err)
	}
	if e, err = spec.Expr(e, vars); err != nil {
		t.Fatal(err)
	}
	return e
}

// TestOperands: no row has more operands than have names.
func TestOperands(t *testing.T) {
	t.Parallel()
	for _, r := range zed.Rows() {
		if len(r.Operands) > len(zed.OperandNames) {
			t.Errorf("%s has more operands than have names", r.Op)
		}
	}
}
