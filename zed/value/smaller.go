package value

import (
	"iter"
	"math/big"
	"slices"
)

// Smaller yields values that are smaller than v and similar to it, those that differ
// most first: collections with fewer elements, numbers nearer to 0, shorter strings,
// and the same for each part. simpler returns the values that may replace an element of
// a given type, or a value of a free type. Whether the values satisfy what v satisfies
// is not checked.
func (v Value) Smaller(simpler func(Value) []Value) iter.Seq[Value] {
	return func(yield func(Value) bool) { v.eachSmaller(simpler, yield) }
}

// eachSmaller does what Smaller does, and returns false where yield has.
func (v Value) eachSmaller(simpler func(Value) []Value, yield func(Value) bool) bool {
	switch v.kind {
	case Int:
		return eachSmallerInt(v, yield)
	case Str:
		return eachSublist([]rune(v.Name()), func(left []rune) bool { return yield(OfStr(string(left))) })
	case Atom, Ctor:
		for _, other := range simpler(v) {
			if !yield(other) {
				return false
			}
		}
	case Set, Seq:
		if !eachSublist(v.Items(), func(left []Value) bool { return yield(v.withParts(left)) }) {
			return false
		}
	}
	for i, part := range v.Items() {
		ok := part.eachSmaller(simpler, func(p Value) bool {
			parts := slices.Clone(v.Items())
			parts[i] = p
			return yield(v.withParts(parts))
		})
		if !ok {
			return false
		}
	}
	return true
}

// withParts returns a value like v with the given parts. It keeps the slice.
func (v Value) withParts(parts []Value) Value {
	switch v.kind {
	case Set:
		return OfSet(parts)
	case Seq:
		return OfSeq(parts)
	case Tuple:
		return OfTuple(parts...)
	case Binding:
		return OfBinding(v.obj.names, parts)
	case Ctor:
		return OfCtor(v.Name(), parts[0])
	case Total:
		return OfTotal(v.Name(), parts[0])
	}
	return v
}

// eachSmallerInt yields integers nearer to 0, each time halving the distance that is left,
// and for a negative integer its opposite.
func eachSmallerInt(v Value, yield func(Value) bool) bool {
	n := v.Big()
	if n.Sign() < 0 && !yield(OfBig(new(big.Int).Neg(n))) {
		return false
	}
	for step := new(big.Int).Set(n); step.Sign() != 0; step.Quo(step, big.NewInt(2)) {
		if !yield(OfBig(new(big.Int).Sub(n, step))) {
			return false
		}
	}
	return true
}

// eachSublist yields sublists: first the empty one, then the list without pieces of it,
// larger pieces first.
func eachSublist[T any](list []T, yield func([]T) bool) bool {
	for n := len(list); n > 0; n /= 2 {
		for from := 0; from < len(list); from += n {
			left := append(slices.Clone(list[:from]), list[min(from+n, len(list)):]...)
			if !yield(left) {
				return false
			}
		}
	}
	return true
}

// Scalars calls f with each integer, string, element and constant in the value, as
// often as it occurs.
func (v Value) Scalars(f func(Value)) {
	switch v.kind {
	case Int, Str, Atom:
		f(v)
	case Set, Seq, Tuple, Binding, Ctor, Total:
		for _, x := range v.Items() {
			x.Scalars(f)
		}
	}
}

// Replace returns the value in which one scalar is replaced by another.
func (v Value) Replace(old, other Value) Value {
	return v.Map(func(x Value) Value {
		if x.Equal(old) {
			return other
		}
		return x
	})
}

// Rename returns the value in which some elements and constants have other names.
func (v Value) Rename(names map[string]string) Value {
	return v.Map(func(x Value) Value {
		if x.kind != Atom {
			return x
		}
		if name, ok := names[x.Name()]; ok {
			return OfAtom(name)
		}
		return x
	})
}

// Map returns the value in which f was applied to each scalar.
func (v Value) Map(f func(Value) Value) Value {
	switch v.kind {
	case Int, Str, Atom:
		return f(v)
	case Set, Seq, Tuple, Binding, Ctor, Total:
		if v.Len() == 0 {
			return v
		}
		parts := slices.Clone(v.Items())
		for i := range parts {
			parts[i] = parts[i].Map(f)
		}
		return v.withParts(parts)
	}
	return v
}
