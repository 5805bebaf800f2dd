package prop

import (
	"iter"
	"math"
	"reflect"
	"slices"
)

// maxSmaller is how many smaller values are tried at most, in order of size, when a
// counterexample was found, and maxReductions how many that it becomes with a part left out or
// made smaller.
const (
	maxSmaller    = 20_000
	maxReductions = 2_000
)

// source is where the argument for a parameter comes from when a test is made again.
type source struct {
	pick
	value reflect.Value // where it is valid, a copy of it, and not the pick
}

// reportFound reports a counterexample, after it is made smaller: the first one of the smaller sizes,
// as far as there is time to try them, with what can be left out of it left out. Values that do not
// meet the condition are not counterexamples, and so the condition holds of what is reported.
func (c *check) reportFound(p pick) {
	r := &c.result
	r.Verdict = Counterexample
	first := c.shown(c.sources(p))
	smallest := c.sources(c.findSmaller(p))
	for i := range smallest {
		if t := c.function.Type().In(i); c.isPlain(t, map[reflect.Type]bool{}) {
			c.reduce(smallest, i)
		}
	}
	r.Panic, r.Stack = nil, ""
	c.load(smallest)
	for _, a := range c.args {
		r.Values = append(r.Values, a.Interface())
	}
	c.args = c.room() // what is reported stays as the property was given it
	c.call = c.direct()
	c.fails(smallest)
	if r.Shown = c.shown(smallest); !slices.Equal(r.Shown, first) {
		r.First = first
	}
}

// findSmaller returns the first counterexample of the smallest size that has one.
func (c *check) findSmaller(than pick) pick {
	left := min(maxSmaller, 2*c.tests)
	for size := range than.size {
		n := c.of.count(size)
		if n == 0 {
			continue
		}
		perm := newPermutation(n, mix(c.seed)+uint64(size)+1) // the order of the tests
		for i := uint64(0); i < n; i++ {
			if left--; left < 0 {
				return than
			}
			p := pick{size, perm.at(i)}
			if c.try(p); c.out.truth == violated {
				return p
			}
		}
	}
	return than
}

// sources returns the arguments of a test.
func (c *check) sources(p pick) []source {
	out := make([]source, len(c.args))
	c.of.eachPart(p.size, p.number, func(part, size int, number uint64) { out[part].pick = pick{size, number} })
	return out
}

// load puts the arguments in place.
func (c *check) load(from []source) {
	for i, s := range from {
		if s.value.IsValid() {
			c.args[i].Set(clone(s.value))
		} else {
			c.of.parts[i].put(c.args[i], s.size, s.number)
		}
	}
}

// shown returns the arguments in the syntax of Go.
func (c *check) shown(from []source) []string {
	c.load(from)
	return c.text()
}

// fails tells whether the property is violated.
func (c *check) fails(from []source) bool {
	c.load(from)
	c.test()
	return c.out.truth == violated
}

// isPlain tells whether values of a type are made from the type alone, so that what one becomes when
// it is made smaller is one that is made too. Parts that options give are left as they are, and must
// be such that a copy of them shares nothing with them.
func (c *check) isPlain(t reflect.Type, seen map[reflect.Type]bool) bool {
	if c.isGiven(t) {
		return isCopied(t)
	}
	if seen[t] {
		return true
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Map:
		return c.isPlain(t.Key(), seen) && c.isPlain(t.Elem(), seen)
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return c.isPlain(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); !f.IsExported() || !c.isPlain(f.Type, seen) {
				return false
			}
		}
	case reflect.Interface:
		for _, i := range c.cases[t] {
			if !c.isPlain(i, seen) {
				return false
			}
		}
	}
	return true
}

// isGiven tells whether an option says what values a type has.
func (c *check) isGiven(t reflect.Type) bool {
	return c.using[t] != nil || c.given[t] != nil || c.open[t]
}

// isCopied tells whether a copy of a value of a type shares nothing with it.
func isCopied(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return isCopied(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !isCopied(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return t.Kind() <= reflect.Complex128 || t.Kind() == reflect.String
}

// reduce makes an argument smaller for as long as the property is violated.
func (c *check) reduce(args []source, i int) {
	c.load(args)
	args[i].value = clone(c.args[i])
	for left := maxReductions; ; {
		current, better := args[i].value, false
		for v := range c.reductions(current) {
			if left--; left < 0 {
				break
			}
			args[i].value = v
			if better = c.fails(args); better {
				break
			}
		}
		if !better {
			args[i].value = current
			return
		}
	}
}

// reductions returns what a value becomes with one part left out or made smaller, the smallest
// first; nothing where an option says what values its type has.
func (c *check) reductions(v reflect.Value) iter.Seq[reflect.Value] {
	return func(yield func(reflect.Value) bool) {
		if c.isGiven(v.Type()) {
			return
		}
		switch v.Kind() {
		case reflect.Bool:
			if v.Bool() {
				yield(reflect.Zero(v.Type()))
			}
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			n := v.Int()
			next := []int64{0, n / 2, n - 1}
			if n < 0 {
				next = []int64{0, -n, n / 2, n + 1}
			}
			each(v, next, func(to reflect.Value, n int64) { to.SetInt(n) }, func(m int64) bool {
				return n < 0 && m > n && m != math.MinInt64 || m >= 0 && m < n
			}, yield)
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
			n := v.Uint()
			each(v, []uint64{0, n / 2, n - 1}, func(to reflect.Value, n uint64) { to.SetUint(n) },
				func(m uint64) bool { return m < n }, yield)
		case reflect.Float32, reflect.Float64:
			x := v.Float()
			next := []float64{0, 1, math.Abs(x), math.Trunc(x / 2), math.Trunc(x) - math.Copysign(1, x),
				math.Trunc(x), math.Trunc(x*10) / 10,
				math.Trunc(x*100) / 100}
			each(v, next, func(to reflect.Value, n float64) { to.SetFloat(n) }, func(m float64) bool {
				return x < 0 && m == -x || math.Abs(m) < math.Abs(x)
			}, yield)
		case reflect.String:
			letters(v, yield)
		case reflect.Pointer:
			c.eachPointed(v, yield)
		case reflect.Interface:
			c.eachImplementing(v, yield)
		case reflect.Map:
			c.entries(v, yield)
		default:
			c.eachWithout(v, yield)
		}
	}
}

// each yields those of some numbers that are smaller.
func each[N any](v reflect.Value, next []N, set func(reflect.Value, N), smaller func(N) bool,
	yield func(reflect.Value) bool) {
	for _, n := range next {
		if !smaller(n) {
			continue
		}
		to := reflect.New(v.Type()).Elem()
		if set(to, n); !yield(to) {
			return
		}
	}
}

// letters yields strings with some characters left out, or replaced by the simplest.
func letters(v reflect.Value, yield func(reflect.Value) bool) {
	all := []rune(v.String())
	as := func(s []rune) bool {
		to := reflect.New(v.Type()).Elem()
		to.SetString(string(s))
		return yield(to)
	}
	for size := len(all); size > 0; size /= 2 {
		for from := 0; from < len(all); from += size {
			if !as(slices.Concat(all[:from], all[min(from+size, len(all)):])) {
				return
			}
		}
	}
	for i, r := range all {
		if r != 'a' && !as(slices.Concat(all[:i], []rune{'a'}, all[i+1:])) {
			return
		}
	}
}

// eachPointed yields nil, the pointers of the same type that a pointer leads to, and pointers to
// smaller values.
func (c *check) eachPointed(v reflect.Value, yield func(reflect.Value) bool) {
	if v.IsNil() || !yield(reflect.Zero(v.Type())) || !eachNested(v.Elem(), v.Type(), yield) {
		return
	}
	for e := range c.reductions(v.Elem()) {
		p := reflect.New(v.Type().Elem())
		if p.Elem().Set(e); !yield(p.Convert(v.Type())) {
			return
		}
	}
}

// eachNested yields the fields of a structure that may stand for the whole; it returns whether to go
// on.
func eachNested(v reflect.Value, t reflect.Type, yield func(reflect.Value) bool) bool {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return true
	}
	for i := range v.NumField() {
		if f := v.Field(i); f.Type() == t && !f.IsZero() && !yield(f) {
			return false
		}
	}
	return true
}

// eachImplementing yields the parts of a value that implement the interface too, and what the value
// becomes when it is made smaller; never nil, nor a nil pointer.
func (c *check) eachImplementing(v reflect.Value, yield func(reflect.Value) bool) {
	if v.IsNil() || !eachNested(v.Elem(), v.Type(), yield) {
		return
	}
	for e := range c.reductions(v.Elem()) {
		if e.Kind() == reflect.Pointer && e.IsNil() {
			continue
		}
		to := reflect.New(v.Type()).Elem()
		if to.Set(e); !yield(to) {
			return
		}
	}
}

// entries yields maps with one entry left out, or its value made smaller.
func (c *check) entries(v reflect.Value, yield func(reflect.Value) bool) {
	all := sortedEntries(v)
	without := func(i int) reflect.Value {
		to := reflect.MakeMap(v.Type())
		for j, e := range all {
			if j != i {
				to.SetMapIndex(clone(e.key), clone(e.value))
			}
		}
		return to
	}
	for i := range all {
		if !yield(without(i)) {
			return
		}
	}
	for i, e := range all {
		for smaller := range c.reductions(e.value) {
			to := without(i)
			if to.SetMapIndex(e.key, smaller); !yield(to) {
				return
			}
		}
	}
}

// eachWithout yields slices with some elements left out, and slices, arrays and structures with an
// element or field made smaller.
func (c *check) eachWithout(v reflect.Value, yield func(reflect.Value) bool) {
	n, part := 0, reflect.Value.Index
	switch v.Kind() {
	case reflect.Slice:
		n = v.Len()
		for size := n; size > 0; size /= 2 {
			for from := 0; from < n; from += size {
				to := reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, n), v.Slice(0, from))
				if !yield(reflect.AppendSlice(to, v.Slice(min(from+size, n), n))) {
					return
				}
			}
		}
	case reflect.Array:
		n = v.Len()
	case reflect.Struct:
		n, part = v.NumField(), reflect.Value.Field
	}
	for i := range n {
		for e := range c.reductions(part(v, i)) {
			to := clone(v)
			if part(to, i).Set(e); !yield(to) {
				return
			}
		}
	}
}

// clone returns a copy of a value of a plain type that shares nothing with it.
func clone(v reflect.Value) reflect.Value {
	to := reflect.New(v.Type()).Elem()
	if isCopied(v.Type()) {
		to.Set(v)
		return to
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			to.Set(reflect.New(v.Type().Elem()).Convert(v.Type()))
			to.Elem().Set(clone(v.Elem()))
		}
	case reflect.Interface:
		if !v.IsNil() {
			to.Set(clone(v.Elem()))
		}
	case reflect.Slice:
		to.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			to.Index(i).Set(clone(v.Index(i)))
		}
	case reflect.Array:
		for i := range v.Len() {
			to.Index(i).Set(clone(v.Index(i)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			to.Field(i).Set(clone(v.Field(i)))
		}
	case reflect.Map:
		to.Set(reflect.MakeMap(v.Type()))
		for i := v.MapRange(); i.Next(); {
			to.SetMapIndex(clone(i.Key()), clone(i.Value()))
		}
	default:
		to.Set(v)
	}
	return to
}
