package machine

import (
	"math/rand/v2"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// values draws random values of types within a scope.
type values struct {
	of *Machine
	r  *rand.Rand
	// near are the integers in the current state, since operations often compare inputs
	// with these.
	near []int64
}

// maxNested is how deeply drawn values of free types nest.
const maxNested = 4

// maxPower is the largest power of two beside which integers are drawn: where bits or bytes
// are packed into words, a number beyond the second word.
const maxPower = 8

// maxNear is the largest magnitude of an integer in the state near which inputs are drawn: where
// an operation multiplies, numbers would soon leave the integers that programs have.
const maxNear = 1 << 10

// draw returns a value of a type; of kind Nothing where there is none.
func (d *values) draw(t zed.Type, depth int) value.Value {
	scope := d.of.system.Scope
	switch t := t.(type) {
	case zed.IntType:
		return value.OfInt(d.integer(scope.IntMin, scope.IntMax))
	case zed.StrType:
		text := make([]byte, d.r.IntN(3))
		for i := range text {
			text[i] = 'a' + byte(d.r.IntN(3))
		}
		return value.OfStr(string(text))
	case zed.NamedType:
		return d.drawNamed(t)
	case zed.ProductType:
		return value.OfTuple(d.drawSeveral(len(t.Elems), func(i int) zed.Type { return t.Elems[i] }, depth)...)
	case zed.SchemaType:
		names := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			names[i] = f.Name
		}
		return value.OfBinding(names, d.drawSeveral(len(t.Fields), func(i int) zed.Type { return t.Fields[i].Type },
			depth))
	case zed.PowerType:
		return d.power(t, depth)
	}
	return value.Value{}
}

// integer draws an integer from a range. The bounds, the integers in the state, and
// their neighbours are drawn more often than others, and sometimes a number is drawn beside
// a power of two, in the range or not.
func (d *values) integer(lo, hi int64) int64 {
	special := []int64{0, 1, lo, hi}
	switch d.r.IntN(8) {
	case 0, 1:
		if n := special[d.r.IntN(len(special))]; n >= lo && n <= hi {
			return n
		}
	case 2, 3:
		if len(d.near) > 0 {
			return d.near[d.r.IntN(len(d.near))] + int64(d.r.IntN(3)-1)
		}
	case 4:
		return 1<<(3+d.r.IntN(maxPower-2)) + int64(d.r.IntN(3)-1)
	}
	return lo + d.r.Int64N(hi-lo+1)
}

// drawNamed draws an element of a given type, or one of the known values of a free type.
func (d *values) drawNamed(t zed.NamedType) value.Value {
	all := d.of.system.Globals.Given[t.Name]
	if t.Free {
		all = d.of.system.Globals.Free[t.Name]
	}
	if len(all) == 0 {
		return value.Value{}
	}
	return all[d.r.IntN(len(all))]
}

func (d *values) drawSeveral(n int, typ func(int) zed.Type, depth int) []value.Value {
	out := make([]value.Value, n)
	for i := range out {
		out[i] = d.draw(typ(i), depth+1)
	}
	return out
}

// power draws a set or a sequence. A set of pairs is mostly drawn as a function, since
// functions have this type too.
func (d *values) power(t zed.PowerType, depth int) value.Value {
	if depth > maxNested {
		if t.List {
			return value.OfSeq(nil)
		}
		return value.OfSet(nil)
	}
	pair, ok := t.Elem.(zed.ProductType)
	if t.List && ok {
		n := d.size(d.of.system.Scope.Seq)
		return value.OfSeq(d.drawSeveral(n, func(int) zed.Type { return pair.Elems[1] }, depth))
	}
	n := d.size(d.of.system.Scope.Set)
	elems := d.drawSeveral(n, func(int) zed.Type { return t.Elem }, depth)
	if ok && len(pair.Elems) == 2 && d.r.IntN(4) > 0 {
		seen := map[string]bool{}
		var function []value.Value
		for _, e := range elems {
			if key := e.Elem(0).Key(); !seen[key] {
				seen[key] = true
				function = append(function, e)
			}
		}
		elems = function
	}
	return value.OfSet(elems)
}

// largeSizes are sizes of collections at which stores that grow by doubling are full, or have
// just grown.
var largeSizes = []int{7, 8, 9, 15, 16, 17, 31, 32, 33}

// size draws the size of a collection: mostly within the scope's limit, and sometimes one of
// the large sizes.
func (d *values) size(limit int) int {
	if d.r.IntN(8) == 0 {
		return largeSizes[d.r.IntN(len(largeSizes))]
	}
	return d.r.IntN(limit + 1)
}

// smallestValue returns the smallest value of a type.
func (m *Machine) smallestValue(t zed.Type) value.Value {
	each := func(n int, typ func(int) zed.Type) []value.Value {
		out := make([]value.Value, n)
		for i := range out {
			out[i] = m.smallestValue(typ(i))
		}
		return out
	}
	switch t := t.(type) {
	case zed.IntType:
		return value.OfInt(0)
	case zed.StrType:
		return value.OfStr("")
	case zed.NamedType:
		all := m.system.Globals.Given[t.Name]
		if t.Free {
			all = m.system.Globals.Free[t.Name]
		}
		if len(all) > 0 {
			return all[0]
		}
	case zed.ProductType:
		return value.OfTuple(each(len(t.Elems), func(i int) zed.Type { return t.Elems[i] })...)
	case zed.SchemaType:
		names := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			names[i] = f.Name
		}
		return value.OfBinding(names, each(len(t.Fields), func(i int) zed.Type { return t.Fields[i].Type }))
	case zed.PowerType:
		if t.List {
			return value.OfSeq(nil)
		}
		return value.OfSet(nil)
	}
	return value.Value{}
}
