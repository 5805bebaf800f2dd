package toolkit_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// world is small types for the formal parameters of rows, and their values.
type world struct {
	actual   map[string]zed.Type
	globals  *eval.Globals
	integers []value.Value // nil is a few, fewer of them in pairs
}

// named has two elements for each formal parameter, and counts has the integers.
func named() world {
	w := world{actual: map[string]zed.Type{}, globals: &eval.Globals{Given: map[string][]value.Value{},
		Sizes: value.Sizes{}}}
	for _, p := range []struct{ formal, given string }{{"a", "T"}, {"b", "U"}, {"c", "V"}} {
		w.actual[p.formal] = zed.NamedType{Name: p.given}
		w.globals.Given[p.given] = []value.Value{value.OfAtom(p.given + "1"), value.OfAtom(p.given + "2")}
		w.globals.Sizes[p.given] = 2
	}
	return w
}

// lone has one element for each formal parameter, and integers up to 3, in pairs too.
func lone() world {
	w := named()
	for name, elems := range w.globals.Given {
		w.globals.Given[name], w.globals.Sizes[name] = elems[:1], 1
	}
	w.integers = []value.Value{value.OfInt(1), value.OfInt(2), value.OfInt(3)}
	return w
}

func counts() world {
	return world{actual: map[string]zed.Type{"a": zed.IntType{}, "b": zed.IntType{}, "c": zed.IntType{}},
		globals: &eval.Globals{}}
}

// typ returns a type with the world's types in the place of formal parameters.
func (w world) typ(t zed.Type) zed.Type {
	return zed.InstanceType(t, func(t zed.Type) zed.Type {
		if n, ok := t.(zed.NamedType); ok && n.Formal {
			return w.actual[n.Name]
		}
		return nil
	})
}

// most is the number of elements of which all subsets are taken.
const most = 6

// values returns small values of a type: all of a given type, some integers, and all
// sets of few elements.
func (w world) values(t zed.Type) []value.Value { return w.valuesWithin(t, 0) }

func (w world) valuesWithin(t zed.Type, depth int) []value.Value {
	switch t := t.(type) {
	case zed.IntType:
		if w.integers != nil {
			return w.integers
		}
		all := []value.Value{value.OfInt(1), value.OfInt(2), value.OfInt(0), value.OfInt(-1)}
		return all[:max(2, 4-depth)]
	case zed.NamedType:
		return w.globals.Given[t.Name]
	case zed.ProductType:
		out := []value.Value{}
		for _, x := range w.valuesWithin(t.Elems[0], depth+1) {
			for _, y := range w.valuesWithin(t.Elems[1], depth+1) {
				out = append(out, value.OfTuple(x, y))
			}
		}
		return out
	case zed.PowerType:
		return subsets(w.valuesWithin(t.Elem, depth+1))
	}
	return nil
}

// subsets returns all subsets of few elements, and of more those of two at most.
func subsets(elems []value.Value) []value.Value {
	var out []value.Value
	if len(elems) <= most {
		for mask := range 1 << len(elems) {
			var chosen []value.Value
			for i, e := range elems {
				if mask>>i&1 != 0 {
					chosen = append(chosen, e)
				}
			}
			out = append(out, value.OfSet(chosen))
		}
		return out
	}
	out = append(out, value.OfSet(nil))
	for i, x := range elems {
		out = append(out, value.OfSet([]value.Value{x}))
		for _, y := range elems[:i] {
			out = append(out, value.OfSet([]value.Value{x, y}))
		}
	}
	return out
}

// isOfType tells whether a value is one of a type.
func (w world) isOfType(v value.Value, t zed.Type) bool {
	switch t := t.(type) {
	case zed.IntType:
		return v.Kind() == value.Int
	case zed.NamedType:
		return slices.ContainsFunc(w.globals.Given[t.Name], v.Equal)
	case zed.ProductType:
		return v.Kind() == value.Tuple && v.Len() == 2 && w.isOfType(v.Elem(0), t.Elems[0]) &&
			w.isOfType(v.Elem(1), t.Elems[1])
	case zed.PowerType:
		return (v.Kind() == value.Set || v.Kind() == value.Seq) &&
			!slices.ContainsFunc(v.Members(), func(x value.Value) bool { return !w.isOfType(x, t.Elem) })
	}
	return false
}

// asked is an operator over variables, compiled.
type asked struct {
	row     zed.Row
	result  zed.Type
	program *eval.Program
}

// ask compiles an operator of which some operands are given as terms, and the others
// are variables.
func (w world) ask(t *testing.T, row zed.Row, given map[int]zed.Expr) asked {
	t.Helper()
	e := &zed.Op{Info: zed.Info{Type: w.typ(row.Result)}, Op: row.Op}
	var slots []string
	for i, a := range row.Operands {
		if x := given[i]; x != nil {
			e.Args = append(e.Args, x)
			continue
		}
		name := string(rune('p' + i))
		slots = append(slots, name)
		e.Args = append(e.Args, &zed.Ref{Info: zed.Info{Type: w.typ(a.Type)}, Name: name, Kind: zed.Local})
	}
	program, err := eval.Compile(e, slots, w.globals)
	if err != nil {
		t.Fatalf("%s: %v", row.Op, err)
	}
	return asked{row, w.typ(row.Result), program}
}

// outcome is what became of an evaluation: a value, a truth, or neither.
type outcome struct {
	has      bool
	infinite bool
	value    value.Value
	truth    bool
	why      string
}

func (a asked) evaluateOn(frame []value.Value) outcome {
	if toolkit.IsRelation(a.row.Op) {
		truth, reason := a.program.Truth(frame)
		out := outcome{has: truth == eval.True || truth == eval.False, truth: truth == eval.True}
		return out.withReason(reason)
	}
	v, reason := a.program.Value(frame)
	return outcome{has: reason == nil, value: v}.withReason(reason)
}

func (o outcome) withReason(reason *eval.Reason) outcome {
	if !o.has && reason != nil {
		o.infinite, o.why = reason.Infinite, reason.String()
	}
	return o
}

// frames calls f with all values of the operands that are not given.
func (w world) frames(row zed.Row, given map[int]zed.Expr, f func([]value.Value)) {
	frame := []value.Value{}
	var next func(i int)
	next = func(i int) {
		switch {
		case i == len(row.Operands):
			f(frame)
		case given[i] != nil:
			next(i + 1)
		default:
			for _, v := range w.values(w.typ(row.Operands[i].Type)) {
				frame = append(frame, v)
				next(i + 1)
				frame = frame[:len(frame)-1]
			}
		}
	}
	next(0)
}

// What follows says of values what needs and properties mean, without what is tested.

func isOneToOne(r value.Value, side int) bool {
	pairs := r.Members()
	for i, p := range pairs {
		for _, q := range pairs[:i] {
			if p.Elem(side).Equal(q.Elem(side)) {
				return false
			}
		}
	}
	return true
}

func column(r value.Value, side int) value.Value {
	var out []value.Value
	for _, p := range r.Members() {
		out = append(out, p.Elem(side))
	}
	return value.OfSet(out)
}

func isSequence(r value.Value) bool {
	if !isOneToOne(r, 0) {
		return false
	}
	for i := range r.Len() {
		if !column(r, 0).Contains(value.OfInt(int64(i + 1))) {
			return false
		}
	}
	return true
}

func isCounted(r value.Value) bool {
	return !slices.ContainsFunc(r.Members(), func(p value.Value) bool { return p.Elem(1).Compare(value.OfInt(1)) < 0 })
}

// meets tells whether a value, which is finite, is what an operand must be.
func meets(n zed.Need, v value.Value) bool {
	switch n {
	case zed.IsNotZero:
		return v.Big().Sign() != 0
	case zed.IsNatural:
		return v.Big().Sign() >= 0
	case zed.IsFilled:
		return v.Len() > 0
	case zed.IsFunction:
		return isOneToOne(v, 0)
	case zed.IsSequence:
		return isSequence(v)
	case zed.IsFilledSequence:
		return v.Len() > 0 && isSequence(v)
	case zed.IsSequences:
		return isSequence(v) && !slices.ContainsFunc(column(v, 1).Members(),
			func(s value.Value) bool { return !isSequence(s) })
	case zed.IsBag:
		return isOneToOne(v, 0) && isCounted(v)
	}
	return true
}

// isMember tells whether a value is in what an operator makes of sets.
func isMember(m zed.Members, v value.Value, sets []value.Value) bool {
	in := func(side int, s value.Value) bool {
		return !slices.ContainsFunc(v.Members(), func(p value.Value) bool { return !s.Contains(p.Elem(side)) })
	}
	switch {
	case len(sets) == 2 && (!in(0, sets[0]) || !in(1, sets[1])), m.Sequence && !in(1, sets[0]), m.Counted &&
		!in(0, sets[0]):
		return false
	case len(sets) == 1 && !m.Function && slices.ContainsFunc(v.Members(),
		func(x value.Value) bool { return !sets[0].Contains(x) }):
		return false
	}
	return (!m.Function || isOneToOne(v, 0)) && (!m.Injective || isOneToOne(v, 1)) &&
		(!m.Total || column(v, 0).Equal(sets[0])) &&
		(!m.Surjective || column(v, 1).Equal(sets[1])) && (!m.Filled || v.Len() > 0) &&
		(!m.Sequence || isSequence(v)) &&
		(!m.Counted || isCounted(v))
}

func number(n int64) zed.Expr {
	return &zed.Num{Info: zed.Info{Type: zed.IntType{}}, Value: big.NewInt(n)}
}

// contains tells whether a value is a member of what an operator makes of sets.
func (w world) contains(t *testing.T, row zed.Row, sets []value.Value, v value.Value) bool {
	t.Helper()
	made := w.typ(row.Result)
	in := zed.Row{Form: zed.Form{Op: zed.In}, Operands: []zed.Operand{{Type: made.(zed.PowerType).Elem}, {Type: made}},
		Result: zed.BoolType{}}
	space := &zed.Op{Info: zed.Info{Type: made}, Op: row.Op}
	for i, s := range sets {
		space.Args = append(space.Args, value.Literal(s, w.typ(row.Operands[i].Type)))
	}
	got := w.ask(t, in, map[int]zed.Expr{1: space}).evaluateOn([]value.Value{v})
	if !got.has {
		t.Errorf("%v ∈ %s is not decided: %s", v, zed.Print(space, zed.Unicode), got.why)
	}
	return got.truth
}
