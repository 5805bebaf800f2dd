package prop

import (
	"math"
	"math/bits"
	"reflect"
	"slices"
	"unicode/utf8"
)

// choice is a set whose values are listed by size.
type choice [][]reflect.Value

// newChoice lists values. The first has size 0, and each size has as many as all before it.
func newChoice(values []reflect.Value) choice {
	var out choice
	for i, v := range values {
		size := bits.Len(uint(i))
		if size == len(out) {
			out = append(out, nil)
		}
		out[size] = append(out[size], v)
	}
	return out
}

func (c choice) last() int { return len(c) - 1 }

func (c choice) count(size int) uint64 {
	if size >= len(c) {
		return 0
	}
	return uint64(len(c[size]))
}

func (c choice) put(to reflect.Value, size int, number uint64) { to.Set(c[size][number]) }

// integers is the set of all integers of some width: 0; 1 and −1; the limits; then the numbers
// of up to 4, 8, 16, 32 and 64 bits.
type integers struct {
	width  int
	signed bool
	end    int // the largest size
}

func newIntegers(width int, signed bool) *integers {
	n := &integers{width: width, signed: signed, end: 2}
	for {
		if from, below := n.magnitudes(n.end + 1); from >= below {
			return n
		}
		n.end++
	}
}

// magnitudes returns the range of the magnitudes of a size from 3 on, the largest number left
// out.
func (n *integers) magnitudes(size int) (from, below uint64) {
	width, limit := n.width, uint64(math.MaxUint64)>>(64-n.width)
	if n.signed {
		width--
		limit >>= 1
	}
	low, high := 1<<(size-2), 1<<(size-1) // in bits: (4, 8], (8, 16], …
	if size == 3 {
		low = 1
	}
	switch {
	case low >= width:
		return 0, 0
	case high >= width:
		return 1 << low, limit
	}
	return 1 << low, 1 << high
}

func (n *integers) last() int { return n.end }

func (n *integers) signs() uint64 {
	if n.signed {
		return 2
	}
	return 1
}

func (n *integers) count(size int) uint64 {
	switch {
	case size == 0:
		return 1
	case size <= 2:
		return n.signs()
	case size > n.end:
		return 0
	}
	from, below := n.magnitudes(size)
	if n.endsWithOpposite(size) {
		return 2*(below-from) + 1
	}
	return n.signs() * (below - from)
}

// endsWithOpposite tells whether the numbers of a size end with the largest one's opposite, which has
// none of its own.
func (n *integers) endsWithOpposite(size int) bool { return n.signed && size > 2 && size == n.end }

func (n *integers) put(to reflect.Value, size int, number uint64) {
	if !n.signed {
		to.SetUint(n.magnitude(size, number))
		return
	}
	negative := number%2 == 1
	if n.endsWithOpposite(size) && number == n.count(size)-1 {
		to.SetInt(-n.largest())
		return
	}
	m := int64(n.magnitude(size, number/2))
	switch {
	case !negative:
	case size == 2:
		m = -m - 1
	default:
		m = -m
	}
	to.SetInt(m)
}

// largest returns the largest signed integer.
func (n *integers) largest() int64 { return math.MaxInt64 >> (64 - n.width) }

// magnitude returns the number of a size, its sign aside.
func (n *integers) magnitude(size int, number uint64) uint64 {
	switch size {
	case 0:
		return 0
	case 1:
		return 1
	case 2:
		if n.signed {
			return uint64(n.largest())
		}
		return math.MaxUint64 >> (64 - n.width)
	}
	from, _ := n.magnitudes(size)
	return from + number
}

// floats is the set of all floating-point numbers of a format: 0; 1 and −1; some that are easy to
// read, with the smallest above 0; those of moderate magnitude, from 2⁻¹⁶ to 2¹⁶, and soon among
// them NaN (as one value) and −0; and much later, as large values do, the largest, infinities and
// all others. What holds within an absolute error for
// moderate numbers often does not for large ones, and a person would rather see the small ones.
type floats struct {
	bits   func(float64) uint64
	number func(uint64) float64
	// easy are the numbers of sizes 2 and 3, without a sign.
	easy [2][]float64
	// listed are the patterns of moderate numbers that have a smaller size, in order.
	listed        []uint64
	low, high     uint64 // patterns of the moderate numbers: from low, below high
	limit, border uint64 // patterns of the largest number and of the sign
}

const (
	moderate   = 4  // the size of floats from 2⁻¹⁶ to 2¹⁶
	oddOnes    = 5  // the size of NaN and −0
	farLimits  = 66 // the size of the limits, which comes after about 2,000 values
	farNumbers = 67
	firstFar   = 2 // the first pattern of a number close to 0 that is not a border
)

func newFloats(width int) *floats {
	f := &floats{bits: math.Float64bits, number: math.Float64frombits, border: 1 << 63}
	if width == 32 {
		f.bits = func(x float64) uint64 { return uint64(math.Float32bits(float32(x))) }
		f.number = func(b uint64) float64 { return float64(math.Float32frombits(uint32(b))) }
		f.border = 1 << 31
	}
	f.easy = [2][]float64{{0.5, 2, f.number(1)}, {1.5, 3, 10, 0.1, 100}}
	for _, x := range []float64{0.1, 0.5, 1, 1.5, 2, 3, 10, 100} {
		f.listed = append(f.listed, f.bits(x))
	}
	f.low, f.high = f.bits(1.0/(1<<16)), f.bits(1<<16)
	f.limit = f.bits(math.Inf(1)) - 1
	return f
}

func (f *floats) last() int { return farNumbers }

func (f *floats) count(size int) uint64 {
	switch size {
	case 0:
		return 1
	case 1:
		return 2
	case 2, 3:
		return 2 * uint64(len(f.easy[size-2]))
	case moderate:
		return 2 * (f.high - f.low - uint64(len(f.listed)))
	case oddOnes:
		return 2
	case farLimits:
		return 4
	case farNumbers:
		return 2 * (f.low - firstFar + f.limit - f.high)
	}
	return 0
}

func (f *floats) put(to reflect.Value, size int, number uint64) { to.SetFloat(f.at(size, number)) }

func (f *floats) at(size int, number uint64) float64 {
	sign, half := number%2*f.border, number/2
	switch size {
	case 0:
		return 0
	case 1:
		return f.number(f.bits(1) | sign)
	case 2, 3:
		return f.number(f.bits(f.easy[size-2][half]) | sign)
	case moderate:
		return f.number(skip(f.low+half, f.listed) | sign)
	case oddOnes:
		return []float64{math.NaN(), math.Copysign(0, -1)}[number]
	case farLimits:
		return []float64{f.number(f.limit), f.number(f.limit | f.border), math.Inf(1), math.Inf(-1)}[number]
	}
	if half < f.low-firstFar {
		return f.number(firstFar + half | sign)
	}
	return f.number(f.high + half - (f.low - firstFar) | sign)
}

// skip returns a number moved past those that are listed, in order, and not above it.
func skip(n uint64, listed []uint64) uint64 {
	for _, l := range listed {
		if l > n {
			break
		}
		n++
	}
	return n
}

// characters is the set of all valid characters: a letter; one of each kind; odd ones; the rest
// of ASCII; all others.
type characters struct {
	sizes  [4][]rune
	listed []uint64 // characters beyond ASCII that are in sizes, and surrogates, in order
}

func newCharacters() *characters {
	c := &characters{sizes: [4][]rune{{'a'}, {'b', '0', 'A', ' '}, {0, '\n', '"', '\\', 'é', '世', '😀', utf8.MaxRune}}}
	for r := rune(0); r < utf8.RuneSelf; r++ {
		if !slices.ContainsFunc(c.sizes[:3], func(s []rune) bool { return slices.Contains(s, r) }) {
			c.sizes[3] = append(c.sizes[3], r)
		}
	}
	for _, r := range c.sizes[2] {
		if r >= utf8.RuneSelf {
			c.listed = append(c.listed, uint64(r))
		}
	}
	return c
}

// surrogates are the code points that are not characters.
const firstSurrogate, surrogates = 0xd800, 0x800

func (c *characters) last() int { return len(c.sizes) }

func (c *characters) count(size int) uint64 {
	switch {
	case size < len(c.sizes):
		return uint64(len(c.sizes[size]))
	case size == len(c.sizes):
		return utf8.MaxRune + 1 - utf8.RuneSelf - surrogates - uint64(len(c.listed))
	}
	return 0
}

func (c *characters) at(size int, number uint64) rune {
	if size < len(c.sizes) {
		return c.sizes[size][number]
	}
	listed := c.listed[:2] // é and 世 come before the surrogates
	n := skip(utf8.RuneSelf+number, listed)
	if n < firstSurrogate {
		return rune(n)
	}
	return rune(skip(n+surrogates, c.listed[2:]))
}

// complexes is the set of all complex numbers.
type complexes struct{ tuple }

func (c *complexes) put(to reflect.Value, size int, number uint64) {
	var parts [2]float64
	c.tuple.put(reflect.ValueOf(&parts).Elem(), size, number)
	to.SetComplex(complex(parts[0], parts[1]))
}
