package value

import (
	"iter"
	"math/big"
	"slices"
)

// Smaller yields values that are smaller than v and look like it, those that differ most
// first: collections with fewer elements, numbers nearer to 0, shorter strings, and the
// same of each part. simpler returns what may stand for an element of a given type, or a
// value of a free type: what comes before it there. Nobody asks whether what is yielded
// satisfies what v does.
func (v Value) Smaller(simpler func(Value) []Value) iter.Seq[Value] {
	return func(yield func(Value) bool) { v.smaller(simpler, yield) }
}

// smaller is Smaller; false where yield wants no more.
func (v Value) smaller(simpler func(Value) []Value, yield func(Value) bool) bool {
	switch v.kind {
	case Int:
		return smallerInts(v, yield)
	case Str:
		return fewer([]rune(v.Name()), func(left []rune) bool { return yield(OfStr(string(left))) })
	case Atom, Ctor:
		for _, other := range simpler(v) {
			if !yield(other) {
				return false
			}
		}
	case Set, Seq:
		if !fewer(v.Items(), func(left []Value) bool { return yield(v.having(left)) }) {
			return false
		}
	}
	for i, part := range v.Items() {
		ok := part.smaller(simpler, func(p Value) bool {
			parts := slices.Clone(v.Items())
			parts[i] = p
			return yield(v.having(parts))
		})
		if !ok {
			return false
		}
	}
	return true
}

// having returns a value like v that has the given parts, which it keeps.
func (v Value) having(parts []Value) Value {
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
	}
	return v
}

// smallerInts yields integers nearer to 0, by halves of what is left, and of a negative
// one its opposite.
func smallerInts(v Value, yield func(Value) bool) bool {
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

// fewer yields parts of a list: none of it, and it without pieces, the larger first.
func fewer[T any](list []T, yield func([]T) bool) bool {
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

// Scalars calls f with each integer, string, element and constant in the value, as often
// as it is there.
func (v Value) Scalars(f func(Value)) {
	switch v.kind {
	case Int, Str, Atom:
		f(v)
	case Set, Seq, Tuple, Binding, Ctor:
		for _, x := range v.Items() {
			x.Scalars(f)
		}
	}
}

// Replaced returns the value with another scalar in the place of one.
func (v Value) Replaced(old, other Value) Value {
	return v.mapped(func(x Value) Value {
		if x.Equal(old) {
			return other
		}
		return x
	})
}

// Renamed returns the value with other names for some elements and constants.
func (v Value) Renamed(names map[string]string) Value {
	return v.mapped(func(x Value) Value {
		if x.kind != Atom {
			return x
		}
		if name, ok := names[x.Name()]; ok {
			return OfAtom(name)
		}
		return x
	})
}

// mapped returns the value with what f returns in the place of each scalar.
func (v Value) mapped(f func(Value) Value) Value {
	switch v.kind {
	case Int, Str, Atom:
		return f(v)
	case Set, Seq, Tuple, Binding, Ctor:
		if v.Len() == 0 {
			return v
		}
		parts := slices.Clone(v.Items())
		for i := range parts {
			parts[i] = parts[i].mapped(f)
		}
		return v.having(parts)
	}
	return v
}
