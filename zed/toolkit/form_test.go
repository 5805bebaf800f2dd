package toolkit_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// amount is how many members a set has: none, some, or no end of them.
type amount int

const (
	none amount = iota
	some
	noEnd
)

// built is a set, with how many members it has where S is empty and where it is not;
// unsure says that this is not known without computing it.
type built struct {
	e             zed.Expr
	empty, filled amount
	unsure        bool
}

// sets returns sets of sets and products that are made of few, to a depth.
func sets(depth int) []built {
	integers := zed.PowerType{Elem: zed.IntType{}}
	ref := func(name string, kind zed.Kind) zed.Expr {
		return &zed.Ref{Info: zed.Info{Type: integers}, Name: name, Kind: kind}
	}
	out := []built{
		{e: ref("ℤ", zed.Builtin), empty: noEnd, filled: noEnd},
		{e: ref("ℕ₁", zed.Builtin), empty: noEnd, filled: noEnd},
		{e: ref("S", zed.Local), empty: none, filled: some},
		{e: &zed.SetExt{Info: zed.Info{Type: integers}, Elems: []zed.Expr{number(1)}}, empty: some, filled: some},
		{e: &zed.Op{Info: zed.Info{Type: integers}, Op: zed.EmptySet}, empty: none, filled: none},
	}
	if depth == 0 {
		return out
	}
	inner := sets(depth - 1)
	for _, row := range listClosed() {
		if row.Members == nil {
			continue
		}
		for _, x := range inner {
			if len(row.Operands) == 1 {
				out = append(out, space(row, x))
				continue
			}
			for _, y := range sets(0) {
				out = append(out, space(row, x, y))
			}
		}
	}
	for _, x := range inner {
		for _, y := range sets(0) {
			t := zed.ProductType{Elems: []zed.Type{x.e.Typ().(zed.PowerType).Elem, y.e.Typ().(zed.PowerType).Elem}}
			out = append(out, built{e: &zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: t}}, Op: zed.Cross,
				Args: []zed.Expr{x.e, y.e}},
				empty: product(x.empty, y.empty), filled: product(x.filled, y.filled), unsure: x.unsure || y.unsure})
		}
	}
	return out
}

func product(x, y amount) amount {
	if x == none || y == none {
		return none
	}
	return max(x, y)
}

// space returns what an operator makes of sets.
func space(row zed.Row, of ...built) built {
	actual := map[string]zed.Type{}
	for i, name := range []string{"a", "b"}[:len(of)] {
		actual[name] = of[i].e.Typ().(zed.PowerType).Elem
	}
	e := &zed.Op{Info: zed.Info{Type: world{actual: actual}.typ(row.Result)}, Op: row.Op}
	out := built{e: e}
	for _, x := range of {
		e.Args = append(e.Args, x.e)
		out.unsure = out.unsure || x.unsure
	}
	m := *row.Members
	count := func(a ...amount) amount {
		switch {
		case len(a) == 2 && (m.Total || m.Surjective):
			out.unsure = true
			return some
		case len(a) == 2:
			return max(some, product(a[0], a[1]))
		case a[0] == none && m.Filled:
			return none
		case a[0] == none:
			return some
		case row.Op == zed.Seq || row.Op == zed.Seq1 || row.Op == zed.Bag:
			return noEnd
		}
		return a[0]
	}
	if len(of) == 1 {
		out.empty, out.filled = count(of[0].empty), count(of[0].filled)
	} else {
		out.empty, out.filled = count(of[0].empty, of[1].empty), count(of[0].filled, of[1].filled)
	}
	return out
}

// TestInfinite builds all sets to a depth: one is said to be infinite exactly where it is
// so for all values of its variable, and what is infinite is large.
func TestInfinite(t *testing.T) {
	t.Parallel()
	infinite := 0
	for _, s := range sets(2) {
		said := toolkit.Infinite(s.e)
		is := s.empty == noEnd && s.filled == noEnd
		if said && !toolkit.Large(s.e) {
			t.Errorf("%s is infinite, and not large", zed.Print(s.e, zed.Unicode))
		}
		if said {
			infinite++
		}
		if said != is && !s.unsure {
			t.Errorf("%s is infinite: %v, said %v", zed.Print(s.e, zed.Unicode), is, said)
		}
	}
	if infinite < 100 {
		t.Errorf("%d sets are infinite: too few to tell", infinite)
	}
}

// TestFull asks of sets over small types whether each value of the type is a member: it
// is so of all finite values where a set is said to be full, and where only finite
// sets are missing for it.
func TestFull(t *testing.T) {
	t.Parallel()
	w := named()
	given := func(name string) zed.Expr {
		return &zed.Ref{Info: zed.Info{Type: zed.PowerType{Elem: zed.NamedType{Name: name}}}, Name: name,
			Kind: zed.GivenSet}
	}
	for _, row := range listClosed() {
		if row.Members == nil {
			continue
		}
		part := &zed.SetExt{Info: given("T").(*zed.Ref).Info,
			Elems: []zed.Expr{value.Literal(value.OfAtom("T1"), zed.NamedType{Name: "T"})}}
		for _, first := range []zed.Expr{given("T"), part} {
			e := &zed.Op{Info: zed.Info{Type: w.typ(row.Result)}, Op: row.Op, Args: []zed.Expr{first}}
			if len(row.Operands) == 2 {
				e.Args = append(e.Args, given("U"))
			}
			elem := w.typ(row.Result).(zed.PowerType).Elem
			in := zed.Row{Form: zed.Form{Op: zed.In}, Operands: []zed.Operand{{Type: elem}, {Type: e.Type}},
				Result: zed.BoolType{}}
			a, all := w.ask(t, in, map[int]zed.Expr{1: e}), true
			for _, v := range w.values(elem) {
				all = all && a.evaluateOn([]value.Value{v}).truth
			}
			if said := toolkit.FullOfFinite(e); said != all {
				t.Errorf("%s has all values of its type: %v, said %v", zed.Print(e, zed.Unicode), all, said)
			}
			if said, want := toolkit.Full(e), all && !row.Members.Finite; said != want {
				t.Errorf("%s is all of its type: %v, said %v", zed.Print(e, zed.Unicode), want, said)
			}
		}
	}
}

// TestHasValue evaluates every operator on variables: it always has a value where its
// form says so.
func TestHasValue(t *testing.T) {
	t.Parallel()
	w := counts()
	certain := 0
	for _, row := range listClosed() {
		e := &zed.Op{Info: zed.Info{Type: w.typ(row.Result)}, Op: row.Op}
		var slots []string
		for i, o := range row.Operands {
			name := string(rune('p' + i))
			slots = append(slots, name)
			e.Args = append(e.Args, &zed.Ref{Info: zed.Info{Type: w.typ(o.Type)}, Name: name, Kind: zed.Local})
		}
		if !toolkit.HasValue(e) || toolkit.IsRelation(row.Op) {
			continue
		}
		certain++
		program, err := eval.Compile(e, slots, w.globals)
		if err != nil {
			t.Fatal(err)
		}
		w.frames(row, nil, func(frame []value.Value) {
			if _, reason := program.Value(frame); reason != nil {
				t.Errorf("%s of %v: %s", row.Op, frame, reason)
			}
		})
	}
	if certain < 40 {
		t.Errorf("%d operators always have values: too few to tell", certain)
	}
}
