package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// TestJSONInParts: the document that is written result by result is that which is written at once, of any number of
// results, and has the traces that are not in memory; where one cannot be read, the document is not written.
func TestJSONInParts(t *testing.T) {
	t.Parallel()
	for count := range 3 {
		run := &result.Run{Project: "a \"results\": []\n  \"results\": [] & <b>", Summary: result.Summary{Pass: count}}
		want := FillBeside(run)
		want.Results = []*result.Result{}
		for i := range count {
			r := &result.Result{Case: "u#" + itoa(i), Verdict: result.Pass, Message: "a\n  <b>"}
			whole := *r
			whole.Trace = []*result.Call{{Unit: "v"}}
			want.Results = append(want.Results, FillResult(&whole))
			r.At = int64(i + 1)
			run.Results = append(run.Results, r)
		}
		run.Traces = func(r *result.Result) ([]*result.Call, error) { return []*result.Call{{Unit: "v"}}, nil }
		var got, once bytes.Buffer
		if err := JSON(&got, run, nil); err != nil {
			t.Fatal(err)
		}
		e := json.NewEncoder(&once)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(struct {
			*result.Run
			Coverage map[string]*plan.Coverage `json:"coverage"`
		}{want, nil}); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(once.String(), got.String()); d != "" {
			t.Errorf("%d results (-at once +in parts):\n%s", count, d)
		}
		lost := errors.New("lost")
		run.Traces = func(*result.Result) ([]*result.Call, error) { return nil, lost }
		if err := JSON(&got, run, nil); count > 0 && !errors.Is(err, lost) {
			t.Errorf("the trace cannot be read: %v", err)
		}
	}
}
