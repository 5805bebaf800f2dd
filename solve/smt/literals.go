package smt

import (
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// literals maps values of Z to numbers in formulas, and back: the elements of given and
// free types, and the strings that occur.
type literals struct {
	f       *formulas
	vals    *values
	globals *eval.Globals
	strings []string // by their codes
}

// literal returns a value in the form that formulas have.
func (l *literals) literal(v value.Value, t zed.Type) *sym {
	switch t := t.(type) {
	case zed.IntType:
		return l.vals.int(l.f.big(v.Big()))
	case zed.StrType:
		return l.vals.numeral(t, l.f.num(l.codeOfString(v.Name())))
	case zed.NamedType:
		return l.atom(v, t)
	case zed.ProductType:
		out := sym{typ: t, kind: tuple}
		for i, x := range v.Items() {
			out.parts = append(out.parts, l.literal(x, t.Elems[i]))
		}
		return l.vals.sym(out)
	case zed.SchemaType:
		out := sym{typ: t, kind: tuple}
		for _, f := range t.Fields {
			x, ok := v.Field(f.Name)
			if !ok {
				l.f.fail("a value without a component %s", f.Name)
				return l.vals.newDummy(t)
			}
			out.parts = append(out.parts, l.literal(x, f.Type))
		}
		return l.vals.sym(out)
	case zed.PowerType:
		if v.Kind() == value.Seq || v.Len() == 0 && t.List {
			var items []*sym
			elem := t.Elem.(zed.ProductType).Elems[1]
			for _, x := range v.Items() {
				items = append(items, l.literal(x, elem))
			}
			return l.vals.seqOf(t, l.f.num(int64(len(items))), items)
		}
		var elems []entry
		for _, x := range v.Members() {
			elems = append(elems, entry{l.f.yes, l.literal(x, t.Elem)})
		}
		return l.vals.setOf(t, elems, true)
	}
	l.f.fail("values of type %s", t)
	return l.vals.newDummy(t)
}

func (l *literals) atom(v value.Value, t zed.NamedType) *sym {
	if v.Kind() == value.Atom {
		for i, x := range l.carrier(t) {
			if x.Equal(v) {
				return l.vals.numeral(t, l.f.num(int64(i)))
			}
		}
	}
	l.f.fail("the value %s of %s", v, t)
	return l.vals.newDummy(t)
}

// carrier returns the elements of a given type, or the constants of a free type; nil
// for a free type with other values.
func (l *literals) carrier(t zed.NamedType) []value.Value {
	if !t.Free {
		return l.globals.Given[t.Name]
	}
	all := l.globals.Free[t.Name]
	if l.globals.Partial[t.Name] ||
		slices.ContainsFunc(all, func(v value.Value) bool { return v.Kind() != value.Atom }) {
		return nil
	}
	return all
}

// value returns the value that a sym has under an assignment; false where it
// has none.
func (l *literals) value(a *assignment, s *sym) (value.Value, bool) {
	switch s.kind {
	case number:
		return l.valueOfNumber(s.typ, a, s)
	case tuple:
		parts := make([]value.Value, len(s.parts))
		for i, p := range s.parts {
			v, ok := l.value(a, p)
			if !ok {
				return v, false
			}
			parts[i] = v
		}
		if t, ok := s.typ.(zed.SchemaType); ok {
			names := make([]string, len(t.Fields))
			for i, f := range t.Fields {
				names[i] = f.Name
			}
			return value.OfBinding(names, parts), true
		}
		return value.OfTuple(parts...), true
	}
	var out []value.Value
	for _, x := range l.vals.elements(s) {
		if !a.isTrue(x.in) {
			continue
		}
		v, ok := l.value(a, x.v)
		if !ok {
			return v, false
		}
		out = append(out, v)
	}
	return value.OfSet(out), true
}

func (l *literals) valueOfNumber(t zed.Type, a *assignment, s *sym) (value.Value, bool) {
	n := a.evaluate(s.num)
	switch t := t.(type) {
	case zed.IntType:
		return value.OfBig(n), true
	case zed.StrType:
		return value.OfStr(l.stringOf(n)), true
	case zed.NamedType:
		all := l.carrier(t)
		if n.IsInt64() && n.Int64() >= 0 && n.Int64() < int64(len(all)) {
			return all[n.Int64()], true
		}
	}
	return value.Value{}, false
}

// universe returns all values of a small finite type, nil for others, and
// whether a given type is among those it is made of.
func (l *literals) universe(t zed.Type) ([]value.Value, bool) {
	switch t := t.(type) {
	case zed.NamedType:
		if all := l.carrier(t); len(all) <= maxUniverse {
			return all, !t.Free
		}
	case zed.ProductType:
		rows, lean := [][]value.Value{nil}, false
		for _, part := range t.Elems {
			all, leans := l.universe(part)
			lean = lean || leans
			var next [][]value.Value
			for _, row := range rows {
				for _, v := range all {
					next = append(next, append(row[:len(row):len(row)], v))
				}
			}
			if rows = next; len(rows) == 0 || len(rows) > maxUniverse {
				return nil, false
			}
		}
		out := make([]value.Value, len(rows))
		for i, row := range rows {
			out[i] = value.OfTuple(row...)
		}
		return out, lean
	}
	return nil, false
}

// codeOfString returns the code of a string that is written.
func (l *literals) codeOfString(s string) int64 {
	for i, known := range l.strings {
		if known == s {
			return int64(i)
		}
	}
	l.strings = append(l.strings, s)
	return int64(len(l.strings) - 1)
}

// stringOf returns the string with a code.
func (l *literals) stringOf(n *big.Int) string {
	if n.IsInt64() && n.Int64() >= 0 && n.Int64() < int64(len(l.strings)) {
		return l.strings[n.Int64()]
	}
	for name := "s" + n.String(); ; name += "'" {
		if !contains(l.strings, name) {
			return name
		}
	}
}

func contains(all []string, s string) bool {
	for _, x := range all {
		if x == s {
			return true
		}
	}
	return false
}
