package prop

import (
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"testing"
)

type colour uint8

type point struct{ X, Y int8 }

type tree struct {
	Left, Right *tree
	Value       bool
}

type rose struct {
	Value    colour
	Children []rose
}

type shape interface{ area() float64 }

type square struct{ Side uint8 }
type disc struct{ Radius int8 }
type both struct{ A, B shape }

func (s square) area() float64 { return float64(s.Side) * float64(s.Side) }
func (d *disc) area() float64  { return float64(d.Radius) * float64(d.Radius) * math.Pi }
func (b both) area() float64   { return b.A.area() + b.B.area() }

type secret struct{ a, b bool }

func (s secret) both() bool { return s.a && s.b }

// checkOf returns a check of a property that has not begun.
func checkOf(t testing.TB, property any, options ...Option) *check {
	t.Helper()
	c, err := newCheck(newSettings(options), property)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// values returns the first values that a property is tested with, shown.
func values(t testing.TB, most int, property any, options ...Option) []string {
	t.Helper()
	c := checkOf(t, property, options...)
	o := newOrder(c.of, c.seed)
	var out []string
	for len(out) < most {
		p, ok := o.next()
		if !ok {
			break
		}
		c.of.put(reflect.Value{}, p.size, p.number)
		text := ""
		for i, a := range c.args {
			if i > 0 {
				text += ", "
			}
			text += show(a)
		}
		out = append(out, text)
	}
	return out
}

// kinds are properties over types of every kind, with how many values there are; 0: more than
// are tried.
var kinds = []struct {
	property any
	all      int
	options  []Option
}{
	{func() bool { return true }, 1, nil},
	{func(bool) bool { return true }, 2, nil},
	{func(bool, bool, bool) bool { return true }, 8, nil},
	{func(int8) bool { return true }, 256, nil},
	{func(uint8) bool { return true }, 256, nil},
	{func(colour) bool { return true }, 256, nil},
	{func(int16) bool { return true }, 65536, nil},
	{func(int8, bool) bool { return true }, 512, nil},
	{func(struct {
		A, B bool
		C    uint8
	}) bool {
		return true
	}, 1024, nil},
	{func(*bool) bool { return true }, 3, nil},
	{func(**uint8) bool { return true }, 258, nil},
	{func([3]bool) bool { return true }, 8, nil},
	{func([0]int) bool { return true }, 1, nil},
	{func(struct{}) bool { return true }, 1, nil},
	{func(map[bool]bool) bool { return true }, 9, nil},
	{func(map[bool]*bool) bool { return true }, 16, nil},
	{func(map[uint8]bool, [0]int) bool { return true }, 0, nil},
	{func(map[[2]bool]struct{}) bool { return true }, 16, nil},
	{func(map[[3]bool]bool) bool { return true }, 6561, nil},
	{func(s secret) bool { return !s.both() }, 4, []Option{Using(Fields[secret]())}},
	{func(int, int) bool { return true }, 9, []Option{For(1, 2, 3, 2)}},
	{func(int) bool { return true }, 4, []Option{Using(OneOf(Values(1, 2), Values(7, 8)))}},
	{func([2]int) bool { return true }, 9, []Option{Using(Values(4, 5, 6))}},
	{func(string) bool { return true }, 2, []Option{Using(Map(Any[bool](), strconv.FormatBool))}},
	{func(shape) bool { return true }, 512, []Option{Implementations[shape](square{}, &disc{})}},
	{func(int) bool { return true }, 0, nil},
	{func(uint64, int64) bool { return true }, 0, nil},
	{func(uint32, int32, uintptr, uint) bool { return true }, 0, nil},
	{func(float64) bool { return true }, 0, nil},
	{func(float32) bool { return true }, 0, nil},
	{func(float64, float64, float64) bool { return true }, 0, nil},
	{func(complex128, complex64) bool { return true }, 0, nil},
	{func(string) bool { return true }, 0, nil},
	{func(string, string) bool { return true }, 0, nil},
	{func([]int) bool { return true }, 0, nil},
	{func([]bool, []bool) bool { return true }, 0, nil},
	{func([][]string) bool { return true }, 0, nil},
	{func(map[string]int) bool { return true }, 0, nil},
	{func(map[uint8]struct{}) bool { return true }, 0, nil},
	{func(map[int64][]float64) bool { return true }, 0, nil},
	{func(map[string]map[bool]int) bool { return true }, 0, nil},
	{func(*tree) bool { return true }, 0, nil},
	{func(tree, []tree) bool { return true }, 0, nil},
	{func(rose) bool { return true }, 0, nil},
	{func(shape) bool { return true }, 0, []Option{Implementations[shape](square{}, &disc{}, both{})}},
	{func([4]int64, [4]float64) bool { return true }, 0, nil},
}

// TestNoValueTwice goes through types of every kind: no value comes twice, under no seed, and
// of a type with few values all come.
func TestNoValueTwice(t *testing.T) {
	for _, k := range kinds {
		most := 800
		if k.all > 0 {
			most = k.all + 1
		}
		name := reflect.TypeOf(k.property).String()
		for _, seed := range []uint64{1, 99}[:1+min(1, 10_000/(k.all+1))] {
			seen := map[string]int{}
			for i, v := range values(t, most, k.property, append(slices.Clone(k.options), Seed(seed))...) {
				if before, is := seen[v]; is {
					t.Fatalf("%s: %s comes as value %d and as %d", name, v, before, i)
				}
				seen[v] = i
			}
			if k.all > 0 && len(seen) != k.all || k.all == 0 && len(seen) != most {
				t.Errorf("%s: %d values, expected %d", name, len(seen), k.all)
			}
		}
	}
}

// TestNumbersAreValues holds each number of a size against every other: no two are one value,
// and what a size counts is what there is. Integers are counted in full.
func TestNumbersAreValues(t *testing.T) {
	for _, n := range []*integers{newIntegers(8, true), newIntegers(8, false), newIntegers(16, true),
		newIntegers(16, false), newIntegers(32, true), newIntegers(32, false), newIntegers(64, true),
		newIntegers(64, false)} {
		sum := new(big.Int)
		for size := 0; size <= n.last(); size++ {
			sum.Add(sum, new(big.Int).SetUint64(n.count(size)))
		}
		if all := new(big.Int).Lsh(big.NewInt(1), uint(n.width)); sum.Cmp(all) != 0 {
			t.Errorf("integers of %d bits: %v, expected %v", n.width, sum, all)
		}
	}
	for _, width := range []int{32, 64} {
		f := newFloats(width)
		var sum uint64
		for size := 0; size <= f.last(); size++ {
			sum += f.count(size)
		}
		nans := uint64(1)<<24 - 2
		if width == 64 {
			nans = 1<<53 - 2
		}
		if all := uint64(math.MaxUint64)>>(64-width) - nans + 1 + 1; sum != all {
			t.Errorf("floats of %d bits: %d, expected %d", width, sum, all)
		}
	}
	c, seen, all := newCharacters(), [0x110000]bool{}, 0
	for size := 0; size <= c.last(); size++ {
		for i := range c.count(size) {
			if r := c.at(size, i); !seen[r] {
				seen[r] = true
				all++
			}
		}
	}
	if all != 0x110000-0x800 {
		t.Errorf("%d characters", all)
	}
}

// TestFirstValues shows which values come first: borders, in an order that no seed changes.
func TestFirstValues(t *testing.T) {
	for _, c := range []struct {
		property any
		want     []string
	}{
		{func(int) bool { return true }, []string{"0", "1", "-1", "9223372036854775807", "-9223372036854775808"}},
		{func(uint8) bool { return true }, []string{"0", "1", "255"}},
		{func(float64) bool { return true }, []string{"0", "1", "-1", "0.5", "-0.5", "2", "-2"}},
		{func(bool) bool { return true }, []string{"false", "true"}},
		{func([]bool) bool { return true },
			[]string{"[]bool{}", "[]bool{false}", "[]bool{false, false}", "[]bool{true}"}},
		{func(int, int) bool { return true }, []string{"0, 0", "0, 1", "0, -1", "0, 9223372036854775807", "1, 0"}},
		{func(*tree) bool { return true },
			[]string{"nil", "&prop.tree{Left: nil, Right: nil, Value: false}"}},
	} {
		for seed := range uint64(5) {
			if got := values(t, len(c.want), c.property, Seed(seed)); !slices.Equal(got, c.want) {
				t.Errorf("%T under seed %d: %q, expected %q", c.property, seed, got, c.want)
			}
		}
	}
}

// TestSeeds shows that a seed gives one order, and another seed another one.
func TestSeeds(t *testing.T) {
	property := func([]int, string) bool { return true }
	one := values(t, 500, property, Seed(1))
	if !slices.Equal(one, values(t, 500, property, Seed(1))) {
		t.Error("seed 1 gives two orders")
	}
	if slices.Equal(one, values(t, 500, property, Seed(2))) {
		t.Error("seeds 1 and 2 give one order")
	}
}

// TestSmallFirst shows that every value of a small size comes early, and that large ones are met
// all the same.
func TestSmallFirst(t *testing.T) {
	c := checkOf(t, func([]bool) bool { return true })
	o := newOrder(c.of, 1)
	sizes := map[int]int{}
	for range 5_000 {
		p, _ := o.next()
		sizes[p.size]++
	}
	for size := 0; size <= 9; size++ {
		if uint64(sizes[size]) != c.of.count(size) {
			t.Errorf("%d of %d values of size %d", sizes[size], c.of.count(size), size)
		}
	}
	if sizes[50] == 0 {
		t.Errorf("no value of size 50: %v", sizes)
	}
}

// TestFairTuples shows that no parameter of several waits for the others: each takes small and
// large values, and all pairs of small ones come.
func TestFairTuples(t *testing.T) {
	c := checkOf(t, func(int64, float64, string, []int64) bool { return true })
	o := newOrder(c.of, 1)
	large, pairs := [4]int{}, map[[2]int64]bool{}
	for range 20_000 {
		p, _ := o.next()
		c.of.put(reflect.Value{}, p.size, p.number)
		if n := c.args[0].Int(); n > 1000 || n < -1000 {
			large[0]++
		}
		if x := math.Abs(c.args[1].Float()); x > 100 {
			large[1]++
		}
		if c.args[2].Len() > 5 {
			large[2]++
		}
		if c.args[3].Len() > 5 {
			large[3]++
		}
		if l := c.args[3]; l.Len() == 1 && c.args[2].Len() == 0 && c.args[1].Float() == 0 {
			pairs[[2]int64{c.args[0].Int(), l.Index(0).Int()}] = true
		}
	}
	for i, n := range large {
		if n < 500 {
			t.Errorf("parameter %d has %d large values of 20,000", i+1, n)
		}
	}
	for a := int64(-1); a <= 1; a++ {
		for b := int64(-1); b <= 1; b++ {
			if !pairs[[2]int64{a, b}] {
				t.Errorf("%d and %d never came together", a, b)
			}
		}
	}
}

// FuzzRecursive has values of recursive types made from any size and number: each is what its
// size says, and no other number of that size is the same value.
func FuzzRecursive(f *testing.F) {
	f.Add(uint8(0), uint64(0), uint64(1))
	f.Add(uint8(12), uint64(12345), uint64(54321))
	f.Add(uint8(80), uint64(1)<<47, uint64(3))
	properties := []any{func(tree) bool { return true }, func(rose) bool { return true },
		func(shape) bool { return true }, func(map[string]rose) bool { return true }}
	f.Fuzz(func(t *testing.T, size uint8, a, b uint64) {
		for _, property := range properties {
			c := checkOf(t, property, Implementations[shape](square{}, &disc{}, both{}))
			s := int(size % 100)
			n := c.of.count(s)
			if n == 0 {
				continue
			}
			c.of.put(reflect.Value{}, s, a%n)
			one := show(c.args[0])
			c.of.put(reflect.Value{}, s, b%n)
			if two := show(c.args[0]); (one == two) != (a%n == b%n) {
				t.Errorf("%T: %d and %d of size %d are %s and %s", property, a%n, b%n, s, one, two)
			}
			if s > 0 && s < 40 { // another size never has the value
				if m := c.of.count(s - 1); m > 0 {
					c.of.put(reflect.Value{}, s-1, a%m)
					if show(c.args[0]) == one {
						t.Errorf("%T: %s is of sizes %d and %d", property, one, s, s-1)
					}
				}
			}
		}
	})
}
