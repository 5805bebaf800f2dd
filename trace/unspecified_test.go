package trace

import (
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// TestUnspecified: that a case did not end as it should is a finding and no failure where nothing is specified of its
// unit, nor of anybody who is blamed, and where it is neither refused nor rejected.
func TestUnspecified(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name                      string
		unitSpecified, calleeSpec bool
		ending                    Ending
		blame                     []string
		excused                   bool
	}{
		{"it panics", false, true, Panicked, []string{"p"}, true},
		{"it hangs", false, true, Hung, []string{"p"}, true},
		{"a callee of which nothing is specified panics", false, false, Panicked, []string{"q"}, true},
		{"a specified callee panics", false, true, Panicked, []string{"q"}, false},
		{"it or a specified callee is to blame", false, true, Crashed, []string{"p", "q"}, false},
		{"it is specified", true, false, Panicked, []string{"p"}, false},
		{"it is specified, and its callee is not", true, false, Panicked, []string{"q"}, false},
		{"it returned", false, true, Finished, []string{"p"}, false},
		{"a stub had no answer", false, true, Refused, []string{"p"}, false},
		{"nobody is to blame", false, true, Panicked, nil, false},
	} {
		callee := call("q", "p", "ok")
		callee.Unit.Unspecified = !test.calleeSpec
		c := &Case{Unit: &spec.Unit{Name: "p", Unspecified: !test.unitSpecified}, Ending: test.ending,
			Why: "it ended otherwise", Calls: []*Call{callee}}
		r := Ruling{Verdict: result.Error, Class: WFE, Blame: test.blame}
		c.excuseUnspecified(&r)
		got := r.Verdict == result.Pass
		if got != test.excused || got && len(r.Findings) != 1 || got == (r.Class == WFE) {
			t.Errorf("%s: %+v", test.name, r)
		}
	}
}
