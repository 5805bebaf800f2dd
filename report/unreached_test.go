package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/result"
)

// TestUnreached: of many cases to whose states no way was found one message is shown, of few each.
func TestUnreached(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{maxInstead: maxInstead, maxInstead + 1: 1} {
		run := &result.Run{}
		for i := range n {
			run.Results = append(run.Results, &result.Result{Case: fmt.Sprint("a/DNF_", i), Verdict: result.Blocked,
				Message: fmt.Sprintf("the state x = %d is not reached: no sequence of its operations leads to it", i)})
		}
		var text bytes.Buffer
		(&printer{w: &text}).writeFailures(run, Style{})
		if got := strings.Count(text.String(), "is not reached"); got != want {
			t.Errorf("%d cases have %d messages, want %d:\n%s", n, got, want, &text)
		}
	}
}
