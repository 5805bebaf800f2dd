package trace

import (
	"testing"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// TestOpen: of a case without a known outcome, what the specification allows passes. What
// it does not allow fails where an allowed outcome is found now, and is undecided where the
// input may be outside the precondition. In each other case it fails.
func TestOpen(t *testing.T) {
	t.Parallel()
	s := specify(t, "P == [n : ℕ; a! : ℕ; b! : ℕ | a! * b! = n ∧ a! > 1 ∧ b! > 1]\n")
	by := oracle.New(s.system, embedded.New(solve.Options{Steps: 2000}))
	for _, test := range []struct {
		values string
		ending Ending
		open   bool
		want   result.Verdict
	}{
		{"n=1022117 a!=1009 b!=1013", Finished, true, result.Pass},
		{"n=1022117 a!=1009 b!=1014", Finished, true, result.Fail},
		{"n=1022117 a!=1022117 b!=1", Finished, true, result.Undecided},
		{"n=1022117 a!=1022117 b!=1", Finished, false, result.Fail},
		{"n=1000003 a!=1000003 b!=1", Finished, true, result.Undecided},
		{"n=1000003 a!=1 b!=1", Crashed, true, result.Undecided},
		{"n=1000003 a!=1 b!=1", Crashed, false, result.Error},
		{"n=6 a!=2 b!=2", Finished, true, result.Fail},
	} {
		c := s.newCase(t, test.values, "")
		c.Open, c.Ending = test.open, test.ending
		got := Judge(t.Context(), c, by)
		if got.Verdict != test.want {
			t.Errorf("%s, open %v: %s (%s), want %s", test.values, test.open, got.Verdict, got.Message, test.want)
		}
		if blamed := len(got.Blame) > 0 || got.Class != ""; blamed != (test.want == result.Fail ||
			test.want == result.Error) {
			t.Errorf("%s, open %v: %s, class %q, blame %v", test.values, test.open, got.Verdict, got.Class, got.Blame)
		}
	}
}
