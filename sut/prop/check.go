package prop

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// T is what Check needs of a *testing.T or *testing.B.
type T interface {
	Helper()
	Name() string
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// seedVariable is the variable of the environment that chooses another seed for all properties.
const seedVariable = "PROP_SEED"

// Check tests a property as Run does, and fails the test where there is a counterexample, or
// where the property is undecided. With PROP_SEED=n in the environment it has the seed n.
func Check(t T, property any, options ...Option) {
	t.Helper()
	again := "go test -run '^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$'"
	if text := os.Getenv(seedVariable); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("%s=%s: expected a number", seedVariable, text)
		}
		options = append(slices.Clone(options), Seed(seed))
		again = fmt.Sprintf("%s=%d %s", seedVariable, seed, again)
	}
	r, err := Run(property, options...)
	switch {
	case err != nil:
		t.Fatalf("%v", err)
	case r.Verdict == Pass || r.Verdict == Proof:
		t.Logf("%v", r)
	default:
		t.Errorf("%v\n  again  %s", r, again)
	}
}

// String returns the result as a person reads it.
func (r Result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", r.Verdict)
	switch r.Verdict {
	case Proof:
		fmt.Fprintf(&b, "the property holds for all values that there are, %s", formatCount(r.Tests))
	case Pass:
		b.WriteString(formatCount(r.Tests))
	case Undecided:
		b.WriteString(r.Reason)
	case Counterexample:
		fmt.Fprintf(&b, "(%s), found by test %d", strings.Join(r.Shown, ", "), r.Tests)
		if r.First != nil {
			fmt.Fprintf(&b, " as (%s)", strings.Join(r.First, ", "))
		}
	}
	if r.Discards > 0 && r.Verdict != Undecided {
		fmt.Fprintf(&b, ", %d discarded", r.Discards)
	}
	fmt.Fprintf(&b, ", seed %d", r.Seed)
	for _, l := range slices.Sorted(maps.Keys(r.Labels)) {
		fmt.Fprintf(&b, "\n  %5.1f%%  %s", 100*float64(r.Labels[l])/float64(r.Tests), l)
	}
	if r.Panic != nil {
		fmt.Fprintf(&b, "\n  panic  %v\n%s", r.Panic, r.Stack)
	}
	return b.String()
}

// formatCount returns a number of tests as text.
func formatCount(tests int) string {
	if tests == 1 {
		return "1 test"
	}
	return fmt.Sprintf("%d tests", tests)
}
