package prop

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// root is the example of section 2 of the paper: the error of a square root is at most delta.
func root(delta float64) func(float64) Outcome {
	return func(r float64) Outcome {
		s := math.Sqrt(r)
		return Implies(r >= 0, math.Abs(s*s-r) <= delta)
	}
}

// must returns what came of a property.
func must(t testing.TB, property any, options ...Option) Result {
	t.Helper()
	r, err := Run(property, options...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSquareRoot reproduces section 2: a thousand tests pass with an error of 10E-11, and with
// one of 10⁻¹⁶, written 10E-16 in the program, a counterexample comes promptly.
func TestSquareRoot(t *testing.T) {
	for seed := range uint64(20) {
		r := must(t, root(10e-11), Tests(1000), Seed(seed))
		if r.Verdict != Pass || r.Tests != 1000 || r.Discards == 0 {
			t.Errorf("10E-11: %v", r)
		}
		for _, delta := range []float64{1e-16, 10e-16} {
			if r := must(t, root(delta), Tests(1000), Seed(seed)); r.Verdict != Counterexample || r.Tests > 20 {
				t.Errorf("%g: %v", delta, r)
			}
		}
	}
}

// set is the set of characters of section 2.1.
type set struct{ members []byte }

func (s set) contains(c byte) bool { return slices.Contains(s.members, c) }
func (s set) empty() bool          { return len(s.members) == 0 }
func (s set) add(c byte) set {
	if s.contains(c) {
		return s
	}
	return set{append(slices.Clone(s.members), c)}
}
func (s set) remove(c byte) set {
	return set{slices.DeleteFunc(slices.Clone(s.members), func(d byte) bool { return d == c })}
}

// forgetful is a set whose add drops the third member.
func (s set) forgetful(c byte) set {
	if s = s.add(c); len(s.members) > 2 {
		return set{slices.Delete(slices.Clone(s.members), 1, 2)}
	}
	return s
}

// sets are the generators of sets of section 2.2: lists of characters inserted in the empty set,
// and operations.
func sets() []Generator[set] {
	return []Generator[set]{
		Map(Any[[]byte](), func(list []byte) set {
			s := set{}
			for _, c := range list {
				s = s.add(c)
			}
			return s
		}),
		Operations(func() set { return set{} }, set.add, set.remove),
	}
}

// TestSets reproduces section 2.1: what depends on characters alone is proved, the rest passes;
// the second half of the last law, as the text has it in logic, does not hold, and as the
// program has it, it does.
func TestSets(t *testing.T) {
	law := func(add func(set, byte) set) func(byte, set, byte) Outcome {
		return func(c byte, s set, d byte) Outcome {
			return And(
				Implies(s.contains(d) || c == d, add(s, c).contains(d)),
				Implies(!s.contains(d) && c != d, !add(s, c).contains(d)))
		}
	}
	asWritten := func(c byte, s set, d byte) Outcome {
		return And(
			Implies(s.contains(d) || c == d, s.add(c).contains(d)),
			Implies(!(s.contains(d) && c != d), !s.add(c).contains(d)))
	}
	for _, g := range sets() {
		for i, x := range []struct {
			property any
			want     Verdict
			tests    int
		}{
			{func() bool { return set{}.empty() }, Proof, 1},
			{func(c byte) bool { return set{}.add(c).contains(c) }, Proof, 256},
			{func(c byte, s set) bool { return s.add(c).contains(c) }, Pass, 2_000},
			{func(c byte) bool { return set{}.add(c).remove(c).empty() }, Proof, 256},
			{law(set.add), Pass, 2_000},
			{asWritten, Counterexample, 0},
			{law(set.forgetful), Counterexample, 0},
			{func(c byte, s set) bool { return !s.remove(c).contains(c) }, Pass, 2_000},
		} {
			r := must(t, x.property, Using(g), Tests(2_000))
			if r.Verdict != x.want || x.tests != 0 && r.Tests != x.tests || r.Tests > 2_000 {
				t.Errorf("property %d: %v", i, r)
			}
		}
	}
}

// TestFor tests with the values listed, all of them.
func TestFor(t *testing.T) {
	var letters []byte
	for c := byte('a'); c <= 'z'; c++ {
		letters = append(letters, c)
	}
	r := must(t, func(c byte) bool { return set{}.add(c).contains(c) }, For(letters...))
	if r.Verdict != Proof || r.Tests != 26 {
		t.Error(r)
	}
	r = must(t, func(c byte) bool { return c < 'z' }, For(letters...))
	if r.Verdict != Counterexample || r.Shown[0] != "122" {
		t.Error(r)
	}
	// The values within others are those of the type.
	r = must(t, func(c byte, list []byte) bool { return !slices.Contains(list, 0) }, For(letters...))
	if r.Verdict != Counterexample {
		t.Error(r)
	}
}

// TestVerdicts shows when a property is undecided, and that nothing but trying all values is a
// proof.
func TestVerdicts(t *testing.T) {
	for name, x := range map[string]struct {
		property any
		want     Verdict
		tests    int
		discards int
		options  []Option
	}{
		"never met, endless": {func(int) Outcome { return Outcome{} }, Undecided, 0, 1000, []Option{Tests(100)}},
		"never met, finite":  {func(byte) Outcome { return Outcome{} }, Undecided, 0, 256, nil},
		"rarely met": {func(n int) Outcome { return Implies(n == 1, true) }, Undecided, 1, 50,
			[]Option{Discards(50)}},
		"met by half":          {func(n int8) Outcome { return Implies(n > 0, true) }, Proof, 127, 129, nil},
		"one value short":      {func(byte) bool { return true }, Pass, 255, 0, []Option{Tests(255)}},
		"as many as there are": {func(byte) bool { return true }, Proof, 256, 0, []Option{Tests(256)}},
		"no values":            {func(int) bool { return true }, Undecided, 0, 0, []Option{For[int]()}},
		"no finite value": {func(shape) bool { return true }, Undecided, 0, 0,
			[]Option{Implementations[shape](both{})}},
		"violated and not met": {func(n int) Outcome { return And(Implies(n > 5, n < 50), Implies(n < 0, true)) },
			Counterexample, 0, 0, nil},
	} {
		r := must(t, x.property, x.options...)
		if r.Verdict != x.want || r.Verdict != Counterexample && (r.Tests != x.tests || r.Discards != x.discards) {
			t.Errorf("%s: %v; %d tests, %d discards", name, r, r.Tests, r.Discards)
		}
	}
}

// TestLazy shows that what is given as a function is not run where the condition is not met.
func TestLazy(t *testing.T) {
	r := must(t, func(a, b int) Outcome { return Implies(b != 0, func() bool { return a/b*b+a%b == a }) })
	if r.Verdict != Pass {
		t.Error(r)
	}
}

// TestLabels counts labels once for each test.
func TestLabels(t *testing.T) {
	r := must(t, func(n int8) Outcome {
		o := Holds(true)
		if n < 0 {
			o = And(o.Label("negative"), o.Label("negative")).Label("not 0")
		}
		return o
	})
	if r.Labels["negative"] != 128 || r.Labels["not 0"] != 128 || !strings.Contains(r.String(), "50.0%  negative") {
		t.Error(r)
	}
}

// TestCounterexamples shows that counterexamples are small, and inside the condition.
func TestCounterexamples(t *testing.T) {
	for i, x := range []struct {
		property any
		want     string
		options  []Option
	}{
		{func(n int) bool { return n < 100 }, "100", nil},
		{func(n int) bool { return n > -1000 }, "-1000", nil},
		{func(n uint8) bool { return n != 77 }, "77", nil},
		{func(x float64) bool { return x < 300 }, "300", nil},
		{func(x float64) bool { return x == x }, "NaN", nil},
		{func(list []int) bool { return len(list) < 3 }, "[]int{0, 0, 0}", nil},
		{func(list []int) bool { return !slices.Contains(list, 40) }, "[]int{40}", nil},
		{func(list []int) bool { slices.Sort(list); return len(list) < 2 || list[0] == list[1] }, "[]int{0, 1}", nil},
		{func(list []int) Outcome {
			return Implies(len(list) > 1, slices.Max(append(list, 0)) < 9)
		}, "[]int{0, 9}", nil},
		{func(s string) bool { return !strings.Contains(s, "世") }, `"世"`, nil},
		{func(s string) bool { return len([]rune(s)) < 4 }, `"aaaa"`, nil},
		{func(m map[string]int) bool { return len(m) < 2 }, `map[string]int{"": 0, "a": 0}`, nil},
		{func(a, b int) bool { return a+b < 50 || a < b }, "50, 0", nil},
		{func(m map[float64]bool) bool {
			for k := range m {
				if k != k {
					return false
				}
			}
			return true
		}, "map[float64]bool{NaN: false}", []Option{Using(Values(1, math.NaN()))}},
		{func(t *tree) bool { return depth(t) < 3 }, "", []Option{Using(Fields[tree]())}},
		{func(s shape) bool { return s.area() < 200 }, "prop.square{Side: 15}",
			[]Option{Implementations[shape](square{}, &disc{}, both{})}},
		{func(p point) bool { return p.X < 20 || p.Y < 30 }, "prop.point{X: 20, Y: 30}", nil},
		{func(n int) bool { return 10/(n-3) != 100 }, "3", nil},
		{func(n int) bool { return n != 36 }, "36", []Option{Using(Map(Any[int](), func(n int) int { return 2 * n }))}},
	} {
		for seed := range uint64(3) {
			r := must(t, x.property, append(slices.Clone(x.options), Seed(seed))...)
			got := strings.Join(r.Shown, ", ")
			if r.Verdict != Counterexample || x.want != "" && got != x.want {
				t.Errorf("%d: %v, expected %s", i, r, x.want)
			}
			if x.want == "3" && (r.Panic == nil || !strings.Contains(fmt.Sprint(r.Panic), "divide by zero")) {
				t.Errorf("panic %v", r.Panic)
			}
		}
	}
}

func depth(t *tree) int {
	if t == nil {
		return 0
	}
	return 1 + max(depth(t.Left), depth(t.Right))
}

// TestReportedFails runs properties again on what was reported: it is violated there.
func TestReportedFails(t *testing.T) {
	property := func(list []int, m map[uint8]string, s string) bool {
		slices.Sort(list) // must not reach what is reported
		delete(m, 1)
		return len(list)+len(m)+len(s) < 4
	}
	for seed := range uint64(10) {
		r := must(t, property, Seed(seed))
		if r.Verdict != Counterexample {
			t.Fatal(r)
		}
		before := fmt.Sprint(r.Values)
		var in []reflect.Value
		for _, v := range r.Values {
			in = append(in, reflect.ValueOf(v))
		}
		if reflect.ValueOf(property).Call(in)[0].Bool() {
			t.Errorf("seed %d: holds for %s", seed, before)
		}
	}
}

// TestOperations shows that other parameters of the type and operations in place are served.
func TestOperations(t *testing.T) {
	type stack struct{ items []int8 }
	g := Operations(func() *stack { return &stack{} },
		func(s *stack, n int8) { s.items = append(s.items, n) },
		func(s *stack, other *stack) { s.items = append(s.items, other.items...) },
		func(s *stack) *stack { return &stack{slices.Clone(s.items)} })
	r := must(t, func(s *stack) bool { return len(s.items) < 4 }, Using(g))
	if r.Verdict != Counterexample || !strings.Contains(r.Shown[0], "items: []int8{0, 0, 0, 0}") {
		t.Error(r)
	}
}

// TestWrongProperties shows what is said of what is not a property, or has values that cannot be made.
func TestWrongProperties(t *testing.T) {
	for _, x := range []struct {
		property any
		want     string
		options  []Option
	}{
		{nil, "expected a function", nil},
		{3, "int is not a property", nil},
		{(func() bool)(nil), "expected a function", nil},
		{func(int) {}, "expected one result", nil},
		{func(int) error { return nil }, "expected one result", nil},
		{func(...int) bool { return true }, "is not a property", nil},
		{func(chan int) bool { return true }, "no values of type chan int", nil},
		{func(int, []func()) bool { return true }, "parameter 2 of the property: no values of type func()", nil},
		{func(error) bool { return true }, "with Implementations", nil},
		{func(set) bool { return true }, "the field members of prop.set is not exported", nil},
		{func(struct{ S set }) bool { return true }, "the field members of prop.set is not exported", nil},
		{func(int) bool { return true }, "Fields: int is not a structure", []Option{Using(Fields[int]())}},
		{func(int) bool { return true }, "func(string) is not an operation on int",
			[]Option{Using(Operations(func() int { return 0 }, func(string) {}))}},
	} {
		if _, err := Run(x.property, x.options...); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%T: %v, expected %q", x.property, err, x.want)
		}
	}
}

// recorder is a test that is only looked at.
type recorder struct {
	name, text string
	failed     bool
}

func (r *recorder) Helper()                      {}
func (r *recorder) Name() string                 { return r.name }
func (r *recorder) Logf(f string, args ...any)   { r.text += fmt.Sprintf(f, args...) }
func (r *recorder) Errorf(f string, args ...any) { r.failed = true; r.Logf(f, args...) }
func (r *recorder) Fatalf(f string, args ...any) { r.Errorf(f, args...) }

// TestCheck shows which tests fail, and how one is had again.
func TestCheck(t *testing.T) {
	for _, x := range []struct {
		property any
		failed   bool
		want     string
	}{
		{func(bool) bool { return true }, false, "proof: the property holds for all values that there are, 2 tests, seed 7"},
		{func(int) bool { return true }, false, "pass: 10000 tests, seed 7"},
		{func(n int) bool { return n != 1 }, true, "counterexample: (1), found by test 2, seed 7\n" +
			"  again  PROP_SEED=7 go test -run '^TestX$/^of_it$'"},
		{func(int) Outcome { return Outcome{} }, true,
			"undecided: 100000 values were discarded, and 0 met the condition, seed 7"},
		{func(chan int) bool { return true }, true, "parameter 1 of the property: no values of type chan int"},
	} {
		t.Setenv(seedVariable, "7")
		r := &recorder{name: "TestX/of_it"}
		if Check(r, x.property); r.failed != x.failed || !strings.Contains(r.text, x.want) {
			t.Errorf("failed: %v\n%s\nexpected %s", r.failed, r.text, x.want)
		}
	}
}

// BenchmarkSquareRoot counts the tests of section 2's property that a second has.
func BenchmarkSquareRoot(b *testing.B) {
	r := must(b, func(r float64) Outcome {
		s := math.Sqrt(r)
		return Implies(r >= 0 && !math.IsInf(r, 1), math.Abs(s*s-r) <= 1e-10*max(r, 1))
	}, Tests(b.N), Discards(math.MaxInt))
	if r.Verdict != Pass {
		b.Fatal(r)
	}
	b.ReportMetric(float64(r.Tests+r.Discards)/b.Elapsed().Seconds(), "values/s") // those discarded among them
	b.ReportMetric(float64(r.Tests)/b.Elapsed().Seconds(), "tests/s")
}

// BenchmarkLists counts the tests of a property of two lists.
func BenchmarkLists(b *testing.B) {
	must(b, func(a, b []int) bool { return len(a)+len(b) >= 0 }, Tests(b.N))
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tests/s")
}

// BenchmarkTrees counts the tests of a property of a recursive type.
func BenchmarkTrees(b *testing.B) {
	must(b, func(t *tree) bool { return t == nil || depth(t) > 0 }, Tests(b.N), Using(Fields[tree]()))
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tests/s")
}

// TestFloatBorders: what is odd about floats comes early, and the largest numbers and infinities
// among as many tests as there are by default.
func TestFloatBorders(t *testing.T) {
	for _, c := range []struct {
		tests int
		is    func(float64) bool
	}{
		{100, math.IsNaN},
		{100, func(x float64) bool { return x == 0 && math.Signbit(x) }},
		{100, func(x float64) bool { return x == math.SmallestNonzeroFloat64 }},
		{10_000, func(x float64) bool { return x == -math.MaxFloat64 }},
		{10_000, func(x float64) bool { return math.IsInf(x, 1) }},
	} {
		for seed := range uint64(20) {
			r := must(t, func(x float64) bool { return !c.is(x) }, Tests(c.tests), Seed(seed))
			if r.Verdict != Counterexample {
				t.Errorf("%v in %d tests under seed %d", r.Verdict, c.tests, seed)
			}
		}
	}
}

// TestGivenParts: where an option gives the values of a part, the rest of a counterexample is made
// smaller all the same, and the part stays one that the option gives.
func TestGivenParts(t *testing.T) {
	type even int
	type tree struct {
		Left, Right *tree
		Key         int
	}
	type document struct {
		Root  *tree
		Names map[string]int
		Even  even
		All   []even
	}
	var depth func(*tree) int
	depth = func(t *tree) int {
		if t == nil {
			return 0
		}
		return 1 + max(depth(t.Left), depth(t.Right))
	}
	evens := Using(Map(Any[int8](), func(i int8) even { return 2 * even(i) }))
	for seed := range uint64(5) {
		r := must(t, func(d document) bool {
			return d.Even%2 == 0 && (depth(d.Root) < 3 || len(d.Names) < 2)
		}, evens, Seed(seed))
		if r.Verdict != Counterexample {
			t.Fatal(r)
		}
		d := r.Values[0].(document)
		sum, nodes := 0, 0
		var walk func(*tree)
		walk = func(t *tree) {
			if t != nil {
				sum, nodes = sum|t.Key, nodes+1
				walk(t.Left)
				walk(t.Right)
			}
		}
		if walk(d.Root); len(d.Names) != 2 || nodes != 3 || sum != 0 || len(d.All) > 0 {
			t.Fatalf("seed %d: %v", seed, r)
		}
		for name, n := range d.Names {
			if n != 0 {
				t.Errorf("seed %d: %s is %d", seed, name, n)
			}
		}
	}
}
