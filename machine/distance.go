package machine

import (
	"math"

	"github.com/ttf-int/ttf-int/zed/value"
)

// distance says how unlike a state is to a goal: 0 where it is one.
func distance(s, goal State) float64 { return measure(countCommon).distance(s, goal) }

// measure is what says how unlike values are, by what sequences have in common.
type measure func(a, b []value.Value) int

// distance is the function of this name by a measure.
func (common measure) distance(s, goal State) float64 {
	out := 0.0
	for i, v := range goal {
		if v.Kind() != value.Nothing {
			out += common.between(s[i], v)
		}
	}
	return out
}

// valueDistance says how unlike two values of a type are, roughly in steps; 0 where they are equal.
func valueDistance(a, b value.Value) float64 { return measure(countCommon).between(a, b) }

// between is valueDistance by a measure.
func (common measure) between(a, b value.Value) float64 {
	switch {
	case a.Equal(b):
		return 0
	case a.Kind() == value.Seq && b.Kind() == value.Set, a.Kind() == value.Set && b.Kind() == value.Seq:
		// A set of pairs may be a sequence.
		return countMissing(a.Members(), b.Members()) + countMissing(b.Members(), a.Members())
	case a.Kind() != b.Kind():
		return 1
	}
	switch a.Kind() {
	case value.Int:
		x, okX := a.Int()
		y, okY := b.Int()
		if !okX || !okY {
			return 1
		}
		return 1 - 1/(1+math.Abs(float64(x)-float64(y)))/2
	case value.Set:
		return countMissing(a.Members(), b.Members()) + countMissing(b.Members(), a.Members())
	case value.Seq:
		same := common(a.Items(), b.Items())
		return max(float64(a.Len()-same)+float64(b.Len()-same), 1)
	case value.Tuple, value.Binding:
		out := 0.0
		for i := range min(a.Len(), b.Len()) {
			out += common.between(a.Elem(i), b.Elem(i))
		}
		return max(out, 0.5)
	}
	return 1
}

// countCommon returns how many elements two sequences begin with alike, or end with alike where
// these are more: operations mostly put in and take out elements at one end.
func countCommon(a, b []value.Value) int {
	begin := 0
	for begin < min(len(a), len(b)) && a[begin].Equal(b[begin]) {
		begin++
	}
	return max(begin, countEnd(a, b))
}

// countEnd returns how many elements two sequences end with alike.
func countEnd(a, b []value.Value) int {
	end := 0
	for end < min(len(a), len(b)) && a[len(a)-1-end].Equal(b[len(b)-1-end]) {
		end++
	}
	return end
}

// countMissing says of how many elements of a set another one has none like it, those of pairs
// with the same first part less. Both are in order, in which pairs with the same first part are neighbours.
func countMissing(a, b []value.Value) float64 {
	out, at := 0.0, 0
	for _, e := range a {
		for at < len(b) && b[at].Compare(e) < 0 {
			at++
		}
		switch {
		case at < len(b) && b[at].Compare(e) == 0:
		case at < len(b) && isSameFirst(e, b[at]):
			out += min(0.9, 0.9*valueDistance(e.Elem(1), b[at].Elem(1)))
		case at > 0 && isSameFirst(e, b[at-1]):
			out += min(0.9, 0.9*valueDistance(e.Elem(1), b[at-1].Elem(1)))
		default:
			out++
		}
	}
	return out
}

// isSameFirst tells whether two values are pairs with the same first part.
func isSameFirst(a, b value.Value) bool {
	return a.Kind() == value.Tuple && b.Kind() == value.Tuple && a.Len() == 2 && b.Len() == 2 &&
		a.Elem(0).Compare(b.Elem(0)) == 0
}
