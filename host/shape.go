package host

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// smallValues returns small values of a type; none of a given type, whose elements have names
// only in cases.
func (r *reader) smallValues(t zed.Type, depth int) []value.Value {
	if depth == 0 {
		return nil
	}
	switch t := t.(type) {
	case zed.IntType:
		return []value.Value{value.OfInt(0), value.OfInt(1), value.OfInt(2)}
	case zed.StrType:
		return []value.Value{value.OfStr(""), value.OfStr("a")}
	case zed.NamedType:
		return r.smallFreeValues(r.free[t.Name], depth)
	case zed.ProductType:
		return r.rows(len(t.Elems), func(i int) zed.Type { return t.Elems[i] }, depth, value.OfTuple)
	case zed.SchemaType:
		names := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			names[i] = f.Name
		}
		return r.rows(len(t.Fields), func(i int) zed.Type { return t.Fields[i].Type }, depth,
			func(elems ...value.Value) value.Value {
				return value.OfBinding(names, elems)
			})
	case zed.PowerType:
		return r.smallSets(t, depth)
	}
	return nil
}

func (r *reader) smallFreeValues(f types.Free, depth int) []value.Value {
	var out []value.Value
	for _, c := range f.Constants {
		out = append(out, value.OfAtom(c))
	}
	for _, c := range f.Ctors {
		for _, arg := range r.smallValues(c.Arg, depth-1) {
			out = append(out, value.OfCtor(c.Name, arg))
		}
	}
	return out
}

func (r *reader) smallSets(t zed.PowerType, depth int) []value.Value {
	if inner := pairSecond(t); t.List && inner != nil {
		out := []value.Value{value.OfSeq(nil)}
		elems := r.smallValues(inner, depth-1)
		for n := range min(len(elems), 2) {
			out = append(out, value.OfSeq(slices.Clone(elems[:n+1])))
		}
		return out
	}
	out := []value.Value{value.OfSet(nil)}
	elems := r.smallValues(t.Elem, depth-1)
	for _, e := range elems {
		out = append(out, value.OfSet([]value.Value{e}))
	}
	if len(elems) > 1 {
		out = append(out, value.OfSet(slices.Clone(elems[:2])))
	}
	return out
}

// rows returns values of n components: one of the first values of each type, one of the
// second values, and so on.
func (r *reader) rows(n int, typ func(int) zed.Type, depth int, of func(...value.Value) value.Value) []value.Value {
	columns, longest := make([][]value.Value, n), 0
	for i := range columns {
		if columns[i] = r.smallValues(typ(i), depth-1); len(columns[i]) == 0 {
			return nil
		}
		longest = max(longest, len(columns[i]))
	}
	var out []value.Value
	for k := range min(longest, 3) {
		elems := make([]value.Value, n)
		for i, c := range columns {
			elems[i] = c[k%len(c)]
		}
		out = append(out, of(elems...))
	}
	return out
}
