package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/result"
)

// TestFlakyJUnit: a flaky case is a failure or a pass as the run says, what is in quarantine is skipped, and the file
// stays valid by the schemas.
func TestFlakyJUnit(t *testing.T) {
	t.Parallel()
	pl := planSortedList(t)
	attempts := []result.Attempt{{Verdict: result.Fail, Message: "it is \x1b[1m</stackTrace>wrong"},
		{Verdict: result.Error}, {Verdict: result.Pass}}
	for _, x := range []struct {
		verdict    result.Verdict
		rule       result.FlakyRule
		quarantine *result.Quarantine
		failures   string
		parts      []string
	}{
		{result.Flaky, result.FlakyFail, nil, "1",
			[]string{`type="flaky"`, "<rerunFailure", `message="attempt 2 of 3`}},
		{result.Flaky, result.FlakyWarn, nil, "0", []string{"<flakyFailure", `type="error"`}},
		{result.Fail, result.FlakyWarn, nil, "1", []string{"<rerunFailure", `message="attempt 2 of 3`}},
		{result.Fail, result.FlakyFail, &result.Quarantine{Owner: "mia <m>", Until: "2030-01-01"}, "0",
			[]string{"<skipped>fail: in quarantine until 2030-01-01, owned by mia &lt;m&gt;"}},
		{result.Fail, result.FlakyFail, &result.Quarantine{Owner: "mia", Until: "2001-01-01", Expired: true}, "1",
			[]string{"<failure"}},
	} {
		run := &result.Run{Project: "list", Retry: &result.Retry{Retries: 2, Rule: x.rule}, Results: []*result.Result{{
			Case: "sort/DNF_1", Unit: "sort", Verdict: x.verdict, Attempts: attempts, Quarantine: x.quarantine}}}
		var b bytes.Buffer
		if err := writeJUnit(&b, run, pl); err != nil {
			t.Fatal(err)
		}
		checkValid(t, b.Bytes())
		for _, want := range append(x.parts, `failures="`+x.failures+`"`) {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s, %s: the file lacks %s:\n%s", x.verdict, x.rule, want, &b)
			}
		}
	}
}

// TestFlakyLines: the list says how many attempts failed and what earlier runs found, and has no case that is not
// flaky.
func TestFlakyLines(t *testing.T) {
	t.Parallel()
	fail, pass := result.Attempt{Verdict: result.Fail}, result.Attempt{Verdict: result.Pass}
	run := &result.Run{
		Results: []*result.Result{
			{Case: "a", Verdict: result.Flaky, Attempts: []result.Attempt{fail, pass}},
			{Case: "b", Verdict: result.Fail, Attempts: []result.Attempt{fail, fail}},
			{Case: "c", Verdict: result.Flaky, Blame: []string{"sort"}, Quarantine: &result.Quarantine{Owner: "mia",
				Until: "2001-01-01", Expired: true}},
		},
		Flaky: []result.FlakyCase{{Case: "a", Before: 19, Unsteady: 6}},
	}
	want := "a  failed in 1 of 2 attempts; flaky or failed in 6 of 19 runs before\n" +
		"c  failed in 0 of 0 attempts; blame sort; its quarantine ended on 2001-01-01, owned by mia"
	if got := strings.Join(flakyLines(run), "\n"); got != want {
		t.Errorf("%s\nexpected\n%s", got, want)
	}
}
