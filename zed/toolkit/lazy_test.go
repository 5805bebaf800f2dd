package toolkit_test

import (
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// valueless returns terms of a type of integers without a value, or, of a set or a
// relation, of which nothing is known when it is asked.
func valueless(t zed.Type) []zed.Expr {
	by0 := &zed.Op{Info: zed.Info{Type: zed.IntType{}}, Op: zed.Div, Args: []zed.Expr{number(1), number(0)}}
	out := []zed.Expr{&zed.Op{Info: zed.Info{Type: t}, Op: zed.Head,
		Args: []zed.Expr{&zed.SeqExt{Info: zed.Info{Type: zed.SeqOf(t)}}}}}
	power, ok := t.(zed.PowerType)
	if !ok {
		return out
	}
	text := zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{{Name: "z"}}, Type: zed.Carrier(zed.IntType{})}}}
	z := &zed.Ref{Info: zed.Info{Type: zed.IntType{}}, Name: "z", Kind: zed.Local}
	switch elem := power.Elem.(type) {
	case zed.IntType:
		text.Pred = &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.Equal, Args: []zed.Expr{by0, z}}
		out = append(out, &zed.Comp{Info: zed.Info{Type: t}, Op: zed.SetComp, Text: text, Body: z})
	case zed.ProductType:
		if elem.Elems[0] == (zed.IntType{}) && elem.Elems[1] == (zed.IntType{}) {
			out = append(out, &zed.Comp{Info: zed.Info{Type: t}, Op: zed.Lambda, Text: text, Body: by0})
		}
	}
	return out
}

// TestLazy evaluates every operator with one operand that has no value: there is none,
// whatever the others are, unless the row says that the operand is lazy; then there is
// one for some.
func TestLazy(t *testing.T) {
	t.Parallel()
	pairs := world{actual: map[string]zed.Type{"a": zed.ProductType{Elems: []zed.Type{zed.IntType{}, zed.IntType{}}}},
		globals: counts().globals}
	for _, row := range listClosed() {
		worlds := []world{counts()}
		if !slices.ContainsFunc(row.Operands, func(o zed.Operand) bool {
			set, ok := o.Type.(zed.PowerType)
			return !ok || set.Elem != zed.Type(zed.NamedType{Name: "a", Formal: true})
		}) {
			worlds = append(worlds, pairs) // operands that are relations
		}
		for i, o := range row.Operands {
			found, failed := false, false
			for _, w := range worlds {
				for _, x := range valueless(w.typ(o.Type)) {
					given := map[int]zed.Expr{i: x}
					a := w.ask(t, row, given)
					w.frames(row, given, func(frame []value.Value) {
						got := a.evaluateOn(frame)
						found = found || got.has
						if got.has && !o.Lazy && !failed {
							failed = true
							t.Errorf("%s has a value for %v, and %s as operand %d", row.Op, frame,
								zed.Print(x, zed.Unicode), i+1)
						}
					})
				}
			}
			if o.Lazy && !found {
				t.Errorf("operand %d of %s is lazy, and nothing has a value without it", i+1, row.Op)
			}
		}
	}
}

// infiniteSets returns infinite sets and relations of a type of integers.
func infiniteSets(t zed.Type) []zed.Expr {
	power, ok := t.(zed.PowerType)
	if !ok || power.List {
		return nil
	}
	out := []zed.Expr{zed.Carrier(power.Elem)}
	if pair, ok := power.Elem.(zed.ProductType); ok && pair.Elems[0] == (zed.IntType{}) &&
		pair.Elems[1] == (zed.IntType{}) {
		z := &zed.Ref{Info: zed.Info{Type: zed.IntType{}}, Name: "z", Kind: zed.Local}
		text := zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{{Name: "z"}}, Type: zed.Carrier(zed.IntType{})}}}
		out = append(out, &zed.Comp{Info: zed.Info{Type: t}, Op: zed.Lambda, Text: text, Body: z})
	}
	return out
}

// TestFiniteWhere evaluates every operator that makes a set with one operand that is
// infinite: the value is finite whatever the others are, where the table says that it
// is, and else infinite for some.
func TestFiniteWhere(t *testing.T) {
	t.Parallel()
	w := counts()
	for _, row := range listClosed() {
		if _, ok := row.Result.(zed.PowerType); !ok || row.Members != nil {
			continue
		}
		for i, o := range row.Operands {
			infinite := false
			said := toolkit.FiniteWhere(row.Op, len(row.Operands), func(k int) bool { return k != i })
			for _, x := range infiniteSets(w.typ(o.Type)) {
				if o.Needs != zed.IsAnything {
					continue
				}
				given := map[int]zed.Expr{i: x}
				a := w.ask(t, row, given)
				w.frames(row, given, func(frame []value.Value) {
					got := a.evaluateOn(frame)
					if got.infinite && said && !infinite {
						t.Errorf("%s of %v and %s is infinite: %s", row.Op, frame, zed.Print(x, zed.Unicode), got.why)
					}
					infinite = infinite || got.infinite
				})
				if !said && !infinite {
					t.Errorf("%s is finite for %s as operand %d, and the row does not say it", row.Op,
						zed.Print(x, zed.Unicode), i+1)
				}
			}
		}
	}
}

// TestOpposites holds every two relations on the same operands against each other:
// where one is the negation or the mirror image of another, its row says so.
func TestOpposites(t *testing.T) {
	t.Parallel()
	w := counts()
	for _, row := range listClosed() {
		if !toolkit.IsRelation(row.Op) || len(row.Operands) != 2 {
			continue
		}
		a := w.ask(t, row, nil)
		for _, other := range listClosed() {
			if !toolkit.IsRelation(other.Op) || len(other.Operands) != 2 || !sameOperands(row, other) {
				continue
			}
			b := w.ask(t, other, nil)
			opposite, mirror := true, zed.SameType(row.Operands[0].Type, row.Operands[1].Type)
			w.frames(row, nil, func(frame []value.Value) {
				truth := a.evaluateOn(frame).truth
				opposite = opposite && truth != b.evaluateOn(frame).truth
				if mirror {
					turned := slices.Clone(frame)
					slices.Reverse(turned)
					mirror = truth == b.evaluateOn(turned).truth
				}
			})
			if said := row.Opposite == other.Op; said != opposite {
				t.Errorf("%s is the negation of %s: %v, the row says %v", other.Op, row.Op, opposite, said)
			}
			if said := row.Mirror == other.Op; said != mirror {
				t.Errorf("%s is the mirror image of %s: %v, the row says %v", other.Op, row.Op, mirror, said)
			}
		}
	}
}

// TestReflexive holds every relation on two operands of one type between equal values: it
// always does so exactly where its row says it.
func TestReflexive(t *testing.T) {
	t.Parallel()
	w := counts()
	for _, row := range listClosed() {
		is := len(row.Operands) == 2 && zed.SameType(row.Operands[0].Type, row.Operands[1].Type) &&
			toolkit.IsRelation(row.Op)
		if is {
			a := w.ask(t, row, nil)
			for _, x := range w.values(w.typ(row.Operands[0].Type)) {
				is = is && a.evaluateOn([]value.Value{x, x}).truth
			}
		}
		if row.Reflexive != is {
			t.Errorf("%s holds between every value and itself: %v, the row says %v", row.Op, is, row.Reflexive)
		}
	}
}

// TestTransitive holds every relation on two operands of one type between all pairs of values
// of small types: it leads from x to z wherever it leads from x to y and from y to z exactly
// where its row says it.
func TestTransitive(t *testing.T) {
	t.Parallel()
	w := counts()
	for _, row := range listClosed() {
		is := len(row.Operands) == 2 && zed.SameType(row.Operands[0].Type, row.Operands[1].Type) &&
			toolkit.IsRelation(row.Op)
		if is {
			a := w.ask(t, row, nil)
			is = isTransitive(w.values(w.typ(row.Operands[0].Type)), func(x, y value.Value) bool {
				return a.evaluateOn([]value.Value{x, y}).truth
			})
		}
		if row.Transitive != is {
			t.Errorf("%s is transitive: %v, the row says %v", row.Op, is, row.Transitive)
		}
	}
}

// isTransitive tells whether a relation between some values is transitive.
func isTransitive(values []value.Value, holds func(x, y value.Value) bool) bool {
	after := make([][]int, len(values))
	related := make([][]bool, len(values))
	for i, x := range values {
		related[i] = make([]bool, len(values))
		for j, y := range values {
			if related[i][j] = holds(x, y); related[i][j] {
				after[i] = append(after[i], j)
			}
		}
	}
	for i := range values {
		for _, j := range after[i] {
			for _, k := range after[j] {
				if !related[i][k] {
					return false
				}
			}
		}
	}
	return true
}

func sameOperands(a, b zed.Row) bool {
	return slices.EqualFunc(a.Operands, b.Operands, func(x, y zed.Operand) bool { return zed.SameType(x.Type, y.Type) })
}
