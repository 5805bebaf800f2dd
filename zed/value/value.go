package value

import (
	"math/big"
	"slices"
	"strings"
)

// Kind is the kind of a value.
type Kind uint8

// The kinds. Nothing is the zero Value: no value at all.
const (
	Nothing Kind = iota
	Int
	Str
	Atom    // a constant of a free type, or an element of a given type
	Tuple   // two elements or more
	Set     // sorted, without repetitions; never a non-empty sequence
	Seq     // a non-empty sequence: the set {1 ↦ first, 2 ↦ second, …}
	Binding // of names to values, sorted by name
	Ctor    // a constructor of a free type applied to a value
	Total   // a function on all of ℤ, ℕ or ℕ₁ that has the same image everywhere
	Hole    // a value that a search has not chosen yet
)

// Value is a value. Values are immutable; the zero Value is of kind Nothing.
type Value struct {
	kind Kind
	n    int64
	obj  *object
}

// object holds what does not fit into a Value itself. Its slices are never changed.
type object struct {
	elems []Value
	name  string
	names []string
	big   *big.Int
	open  bool // of a set: some of its pairs contain holes
}

// OfInt returns an integer.
func OfInt(n int64) Value { return Value{kind: Int, n: n} }

// OfBig returns an integer of any size.
func OfBig(n *big.Int) Value {
	if n.IsInt64() {
		return OfInt(n.Int64())
	}
	return Value{kind: Int, obj: &object{big: new(big.Int).Set(n)}}
}

// OfStr returns a string.
func OfStr(s string) Value { return Value{kind: Str, obj: &object{name: s}} }

// OfAtom returns the constant or element of the given name.
func OfAtom(name string) Value { return Value{kind: Atom, obj: &object{name: name}} }

// OfTuple returns a tuple. It keeps the slice.
func OfTuple(elems ...Value) Value { return Value{kind: Tuple, obj: &object{elems: elems}} }

// OfSeq returns a sequence. It keeps the slice. The empty sequence is the empty
// set.
func OfSeq(elems []Value) Value {
	if len(elems) == 0 {
		return Value{kind: Set}
	}
	return Value{kind: Seq, obj: &object{elems: elems}}
}

// OfSet returns the set of the given values, in its one form: a non-empty set
// of pairs that is a sequence is held as one. The slice is sorted in place and
// kept.
func OfSet(elems []Value) Value {
	if len(elems) == 0 {
		return Value{kind: Set}
	}
	slices.SortFunc(elems, Value.Compare)
	elems = slices.CompactFunc(elems, Value.Equal)
	return OfSorted(elems)
}

// OfSorted returns the set of values that are sorted already and do not repeat.
func OfSorted(elems []Value) Value {
	if len(elems) == 0 {
		return Value{kind: Set}
	}
	for i, e := range elems {
		if e.kind != Tuple || len(e.obj.elems) != 2 || !e.obj.elems[0].isSmall(int64(i+1)) {
			return Value{kind: Set, obj: &object{elems: elems}}
		}
	}
	items := make([]Value, len(elems))
	for i, e := range elems {
		items[i] = e.obj.elems[1]
	}
	return OfSeq(items)
}

// OfFunction returns the set of some sorted pairs whose first components are all
// different and contain no holes. The second components may be, or contain, holes. It also
// returns the set of any one member, which may be, or contain, a hole.
func OfFunction(pairs []Value) Value {
	v := OfSorted(pairs)
	if v.kind == Set && v.obj != nil {
		v.obj.open = slices.ContainsFunc(pairs, Value.HasHole)
	}
	return v
}

// Open tells whether the value is a set that contains holes: a function of which some
// images are not known, or a set of one member that is not wholly known (see OfFunction).
func (v Value) Open() bool { return v.kind == Set && v.obj != nil && v.obj.open }

func (v Value) isSmall(n int64) bool { return v.kind == Int && v.obj == nil && v.n == n }

// OfBinding returns a binding. The names must be sorted; both slices are kept.
func OfBinding(names []string, values []Value) Value {
	return Value{kind: Binding, obj: &object{names: names, elems: values}}
}

// OfCtor returns a constructor applied to a value.
func OfCtor(name string, arg Value) Value {
	return Value{kind: Ctor, obj: &object{name: name, elems: []Value{arg}}}
}

// OfTotal returns the function on all of a set of numbers, ℤ, ℕ or ℕ₁ by its name, that
// has one image everywhere: ℕ × {image}. It is the only infinite value.
func OfTotal(numbers string, image Value) Value {
	return Value{kind: Total, obj: &object{name: numbers, elems: []Value{image}}}
}

// IsDefinedAt tells whether a number is in the domain of an infinite function.
func (v Value) IsDefinedAt(number Value) bool {
	switch v.Name() {
	case "ℕ":
		return number.Big().Sign() >= 0
	case "ℕ₁":
		return number.Big().Sign() > 0
	}
	return true
}

// HasTotal tells whether the value is an infinite function, or contains one.
func (v Value) HasTotal() bool {
	return v.kind == Total || v.obj != nil && slices.ContainsFunc(v.obj.elems, Value.HasTotal)
}

// OfHole returns the hole with the given number.
func OfHole(id int) Value { return Value{kind: Hole, n: int64(id)} }

// Kind returns the kind of the value.
func (v Value) Kind() Kind { return v.kind }

// Int returns the integer, and false where the value is not one or does not fit.
func (v Value) Int() (int64, bool) { return v.n, v.kind == Int && v.obj == nil }

// Big returns the integer, whatever its size. It panics for other values.
func (v Value) Big() *big.Int {
	if v.kind != Int {
		panic("value: Big of a value that is not an integer")
	}
	if v.obj == nil {
		return big.NewInt(v.n)
	}
	return v.obj.big
}

// Hole returns the number of a hole.
func (v Value) Hole() int { return int(v.n) }

// Name returns the text of a string, the name of a constant, an element or a
// constructor, and of an infinite function that of the set of numbers on which it is.
func (v Value) Name() string {
	if v.obj == nil {
		return ""
	}
	return v.obj.name
}

// Names returns the names of a binding, sorted.
func (v Value) Names() []string { return v.obj.names }

// Len returns the number of elements of a set, a sequence, a tuple or a
// binding.
func (v Value) Len() int {
	if v.obj == nil {
		return 0
	}
	return len(v.obj.elems)
}

// Elem returns the i-th element, from 0: of a sequence its i-th item, of a set
// its i-th member in order, of a constructor its argument, of an infinite function its
// image.
func (v Value) Elem(i int) Value { return v.obj.elems[i] }

// Items returns the elements as Elem gives them. They must not be changed.
func (v Value) Items() []Value {
	if v.obj == nil {
		return nil
	}
	return v.obj.elems
}

// Member returns the i-th member of a set, from 0; of a sequence the pair of
// i + 1 and its item. The members of an infinite function are too many to be given.
func (v Value) Member(i int) Value {
	if v.kind == Seq {
		return OfTuple(OfInt(int64(i+1)), v.obj.elems[i])
	}
	return v.obj.elems[i]
}

// Members returns the members of a set in order; a sequence gives pairs.
func (v Value) Members() []Value {
	if v.kind == Total {
		panic("value: the members of an infinite function")
	}
	if v.kind != Seq {
		return v.Items()
	}
	out := make([]Value, v.Len())
	for i := range out {
		out[i] = v.Member(i)
	}
	return out
}

// Contains tells whether a set has the member.
func (v Value) Contains(x Value) bool {
	if v.obj == nil {
		return false
	}
	if v.kind == Total {
		return x.kind == Tuple && len(x.obj.elems) == 2 && v.IsDefinedAt(x.obj.elems[0]) &&
			v.obj.elems[0].Equal(x.obj.elems[1])
	}
	if v.kind == Seq {
		if x.kind != Tuple || len(x.obj.elems) != 2 {
			return false
		}
		i, ok := x.obj.elems[0].Int()
		return ok && i >= 1 && i <= int64(len(v.obj.elems)) && v.obj.elems[i-1].Equal(x.obj.elems[1])
	}
	_, found := slices.BinarySearchFunc(v.obj.elems, x, Value.Compare)
	return found
}

// Atoms calls f with the name of each constant and element in the value, as often as it
// occurs.
func (v Value) Atoms(f func(name string)) {
	switch v.kind {
	case Atom:
		f(v.Name())
	case Set, Seq, Tuple, Binding, Ctor, Total:
		for _, x := range v.Items() {
			x.Atoms(f)
		}
	}
}

// Field returns the component of a binding, and whether it has one.
func (v Value) Field(name string) (Value, bool) {
	if v.kind != Binding {
		return Value{}, false
	}
	i, ok := slices.BinarySearch(v.obj.names, name)
	if !ok {
		return Value{}, false
	}
	return v.obj.elems[i], true
}

// Equal tells whether two values are the same.
func (v Value) Equal(w Value) bool {
	if v.kind != w.kind || v.n != w.n {
		return false
	}
	if v.obj == w.obj {
		return true
	}
	if v.obj == nil || w.obj == nil || len(v.obj.elems) != len(w.obj.elems) || v.obj.name != w.obj.name {
		return false
	}
	if v.obj.big != nil {
		return w.obj.big != nil && v.obj.big.Cmp(w.obj.big) == 0
	}
	for i, x := range v.obj.elems {
		if !x.Equal(w.obj.elems[i]) {
			return false
		}
	}
	return slices.Equal(v.obj.names, w.obj.names)
}

// Compare orders all values: integers as numbers, names by letter, collections
// by their number of elements and then element by element, so that sets come
// out smallest first.
func (v Value) Compare(w Value) int {
	if v.kind != w.kind {
		return int(v.kind) - int(w.kind)
	}
	if v.obj == w.obj && v.obj != nil {
		return 0
	}
	switch v.kind {
	case Int:
		if v.obj == nil && w.obj == nil {
			switch {
			case v.n < w.n:
				return -1
			case v.n > w.n:
				return 1
			}
			return 0
		}
		return v.Big().Cmp(w.Big())
	case Str, Atom:
		return strings.Compare(v.obj.name, w.obj.name)
	case Hole:
		return int(v.n - w.n)
	case Ctor, Total:
		if c := strings.Compare(v.obj.name, w.obj.name); c != 0 {
			return c
		}
	case Binding:
		if c := slices.Compare(v.obj.names, w.obj.names); c != 0 {
			return c
		}
	}
	a, b := v.Items(), w.Items()
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return slices.CompareFunc(a, b, Value.Compare)
}

// HasHole tells whether the value is a hole or contains one.
func (v Value) HasHole() bool {
	if v.kind == Hole {
		return true
	}
	if v.obj == nil || v.kind == Set {
		return v.Open()
	}
	return slices.ContainsFunc(v.obj.elems, Value.HasHole)
}

// maxSize is the largest result of Size. The sum of two still fits into 64 bits.
const maxSize = 1 << 61

// Size returns how large a value is for a reader: 1, plus the sizes of its elements,
// plus the absolute values of its integers; at most 2⁶¹.
func (v Value) Size() int64 {
	switch v.kind {
	case Int:
		if v.obj != nil || v.n < -maxSize || v.n > maxSize {
			return maxSize
		}
		if v.n < 0 {
			return 1 - v.n
		}
		return 1 + v.n
	}
	size := int64(1)
	for _, x := range v.Items() {
		size = min(maxSize, size+x.Size())
	}
	return size
}
