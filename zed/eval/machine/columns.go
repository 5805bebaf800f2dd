package machine

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed/value"
)

// MapSet returns the set of the results of a function for the members of a set.
func MapSet(s value.Value, f func(value.Value) value.Value) value.Value {
	out := make([]value.Value, s.Len())
	for i := range out {
		out[i] = f(s.Member(i))
	}
	return value.OfSet(out)
}

// Ints returns the set of the integers from lo to hi.
func Ints(lo, hi int64) value.Value {
	var out []value.Value
	for i := lo; i <= hi; i++ {
		out = append(out, value.OfInt(i))
	}
	return value.OfSorted(out)
}

// Column returns the set of the first or second components of a relation.
func Column(r value.Value, which int) value.Value {
	out := make([]value.Value, r.Len())
	for i := range out {
		out[i] = r.Member(i).Elem(which)
	}
	return value.OfSet(out)
}

// PairsOf returns those pairs of a sorted list whose first component is x.
func PairsOf(pairs []value.Value, x value.Value) []value.Value {
	from, _ := slices.BinarySearchFunc(pairs, x, func(p, x value.Value) int { return p.Elem(0).Compare(x) })
	to := from
	for to < len(pairs) && pairs[to].Elem(0).Equal(x) {
		to++
	}
	return pairs[from:to]
}

// SecondsOf returns the second components of pairs, in their order.
func SecondsOf(pairs []value.Value) []value.Value {
	out := make([]value.Value, len(pairs))
	for i, p := range pairs {
		out[i] = p.Elem(1)
	}
	return out
}

// IsSequence tells whether a set is a sequence; the empty one is.
func IsSequence(v value.Value) bool { return v.Kind() == value.Seq || v.Len() == 0 }

// Union returns the members of both sets.
func Union(a, b value.Value) value.Value {
	return value.OfSet(slices.Concat(a.Members(), b.Members()))
}
