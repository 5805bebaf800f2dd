package prop_test

import (
	"fmt"
	"math"
	"slices"

	"github.com/ttf-int/ttf-int/sut/prop"
)

// The square root of section 2 of the paper, with an error that is too small for floating-point
// numbers.
func Example() {
	result, err := prop.Run(func(r float64) prop.Outcome {
		s := math.Sqrt(r)
		return prop.Implies(r >= 0, math.Abs(s*s-r) <= 1e-16)
	})
	fmt.Println(result, err)
	// Output:
	// counterexample: (0.5), found by test 3, 1 discarded, seed 1 <nil>
}

// A type with as few values as there are bytes is gone through: what holds is proved.
func ExampleRun_proof() {
	result, err := prop.Run(func(c byte) bool { return c^0xff == 255-c })
	fmt.Println(result, err)
	// Output:
	// proof: the property holds for all values that there are, 256 tests, seed 1 <nil>
}

// What a counterexample does without is left out of it.
func ExampleRun_counterexample() {
	result, err := prop.Run(func(a, b []int) bool { return len(append(a, b...)) != 3 })
	fmt.Println(result.Verdict, result.Shown, err)
	// Output:
	// counterexample [[]int{0} []int{0, 0}] <nil>
}

// Where the condition is rarely met, the property is undecided. The conclusion is a function where
// it must not be evaluated without the condition.
func ExampleImplies() {
	result, err := prop.Run(func(list []int) prop.Outcome {
		return prop.Implies(len(list) > 5 && slices.IsSorted(list), func() bool { return list[0] <= list[len(list)-1] })
	}, prop.Discards(100))
	fmt.Println(result, err)
	// Output:
	// undecided: 100 values were discarded, and 0 met the condition, seed 1 <nil>
}

// Labels show which values a property was tested with.
func ExampleOutcome_Label() {
	result, err := prop.Run(func(list []bool) prop.Outcome {
		o := prop.Holds(len(list) >= 0)
		if len(list) > 5 {
			return o.Label("long")
		}
		return o.Label("short")
	}, prop.Tests(1000))
	fmt.Println(result.Verdict, result.Labels["long"] > 500, result.Labels["short"], err)
	// Output:
	// pass true 63 <nil>
}

// A property for the values listed, as section 2.2 of the paper has it.
func ExampleFor() {
	result, err := prop.Run(func(c rune) bool { return 'a' <= c && c <= 'c' }, prop.For('a', 'b', 'c'))
	fmt.Println(result, err)
	// Output:
	// proof: the property holds for all values that there are, 3 tests, seed 1 <nil>
}

type queue struct{ in, out []int }

func (q *queue) push(n int) { q.in = append(q.in, n) }

// pop forgets what was pushed after the first pop.
func (q *queue) pop() {
	if len(q.out) == 0 {
		q.out, q.in = q.in, nil
	}
	if len(q.out) > 0 {
		q.out = q.out[1:]
	}
	q.in = nil
}

func (q *queue) len() int { return len(q.in) + len(q.out) }

// A type with hidden parts is made by its operations.
func ExampleOperations() {
	queues := prop.Operations(func() *queue { return &queue{} }, (*queue).push, (*queue).pop)
	result, err := prop.Run(func(q *queue) prop.Outcome {
		before := q.len()
		return prop.Implies(before > 0, func() bool { q.pop(); return q.len() == before-1 })
	}, prop.Using(queues))
	fmt.Println(result.Verdict, result.Shown, err)
	// Output:
	// counterexample [&prop_test.queue{in: []int{0}, out: []int{0}}] <nil>
}

type expression interface{ value() int }

type number struct{ N int8 }
type sum struct{ A, B expression }

func (n number) value() int { return int(n.N) }
func (s sum) value() int    { return s.A.value() + s.B.value() }

// The types that implement an interface are named.
func ExampleImplementations() {
	result, err := prop.Run(func(e expression) bool { return e.value() != 200 },
		prop.Implementations[expression](number{}, sum{}))
	fmt.Println(result.Verdict, err)
	// Output:
	// counterexample <nil>
}
