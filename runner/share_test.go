package runner_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"unsafe"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/store"
)

// TestShare: results that were read from the document of a run say what they said, and have nothing of their own that
// the plan has.
func TestShare(t *testing.T) {
	t.Parallel()
	p := planPush(t, "")
	done := run(t, p, runner.Options{})
	want, err := json.Marshal(done)
	if err != nil {
		t.Fatal(err)
	}
	shared, lists, stubs := runner.NewShared(p), 0, map[*result.Stub]bool{}
	read, err := store.ReadDocument(bytes.NewReader(want), p.System, func(r *result.Result) *result.Result {
		shared.Share(r)
		return r
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range read.Results {
		cases := p.Unit(r.Unit).Cases
		c := cases[slices.IndexFunc(cases, func(c *plan.Case) bool { return c.ID == r.Case })]
		if unsafe.SliceData(r.Values) != unsafe.SliceData(c.Values()) ||
			unsafe.StringData(r.Case) != unsafe.StringData(c.ID) {
			t.Errorf("%s has its own values or id", r.Case)
		}
		if r.Actual.Equal(c.Expected) && len(r.Actual) > 0 &&
			unsafe.SliceData(r.Actual) != unsafe.SliceData(c.Expected) {
			t.Errorf("%s has its own outcome %s, and expected %s", r.Case, r.Actual, c.Expected)
		}
		if len(r.Stubs) > 0 {
			lists++
			stubs[&r.Stubs[0]] = true
		}
	}
	if got, err := json.Marshal(read); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v; after sharing the document is\n%s\nand was\n%s", err, got, want)
	}
	if len(stubs) == 0 || len(stubs) == lists {
		t.Errorf("%d results have %d lists of stubs", lists, len(stubs))
	}
}
