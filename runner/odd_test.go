package runner_test

import (
	"encoding/json"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

var pushRawProgram = sync.OnceValues(func() (string, error) { return buildProgram("push-raw", "./testdata/push/raw") })

// planOdd plans push alone, with a program that gives odd values.
func planOdd(t testing.TB, mode string) *plan.Plan {
	t.Helper()
	p := planProject(t, "testdata/push", pushRawProgram, func(system *spec.System, s *spec.SUT) {
		s.Env = []string{"MODE=" + mode}
		system.Run.Timeout = time.Minute
		system.Units = []*spec.Unit{system.Unit("push")}
	})
	p.System.Dir = t.TempDir()
	return p
}

// TestOddValues: whatever a program gives, the case has its verdict, the result can
// be written and read again, and what is reported of it has bounds.
func TestOddValues(t *testing.T) {
	for i, c := range []struct {
		mode    string
		verdict result.Verdict
		message string
		shown   string // in the JSON
	}{
		{"map", result.Fail, "what push did does not satisfy Push", `"s'":{"set":[{"tuple":[0,1]},{"tuple":[1,2]}]}`},
		{"relation", result.Fail, "what push did does not satisfy Push", `{"tuple":[1,1]},{"tuple":[1,2]}`},
		{"nested:seq", result.Blocked, "s' of push: ", ""},
		{"nested:set", result.Blocked, "s' of push: ", ""},
		{"nested:tuple", result.Blocked, "s' of push: ", ""},
		{"nested:ctor", result.Blocked, "a constructed value was sent", ""},
		{"nested:binding", result.Blocked, "a binding was sent", ""},
		{"deep:seq", result.Blocked, "nest more than 4096 deep", ""},
		{"deep:ctor", result.Blocked, "nest more than 4096 deep", ""},
		{"kind", result.Blocked, "a value of unknown kind 77", ""},
		{"one:set", result.Blocked, "s' of push: ", ""},
		{"one:tuple", result.Blocked, "s' of push: ", ""},
		{"one:binding", result.Blocked, "s' of push: ", ""},
		{"one:ctor", result.Blocked, "s' of push: ", ""},
		{"none:seq", result.Blocked, "s' of push: ", ""},
		{"none:set", result.Blocked, "s' of push: ", ""},
		{"both:seq", result.Blocked, "in both places that the protocol has for them", ""},
		{"both:binding", result.Blocked, "s' of push: ", ""},
		{"both:tuple", result.Blocked, "s' of push: ", ""},
		{"string", result.Blocked, "a string was sent", ""},
		{"atom", result.Blocked, "a constant was sent", ""},
		{"digits", result.Blocked, "an integer of 10485760 digits", ""},
		{"no-digits", result.Blocked, "a big integer was sent", ""},
		{"large-digits", result.Fail, "does not satisfy", "99999"},
		{"long", result.Fail, "does not satisfy", `{"cut":1480`},
		{"long-strings", result.Blocked, "a string was sent", ""},
		{"long-set", result.Fail, "does not satisfy", `"cut":`},
		{"took", result.Pass, "", ""},
		{"message", result.Error, "push panicked: boom boom", "[cut: "},
		{"stderr", result.Fail, "does not satisfy", "[cut: "},
		{"broken", result.Blocked, "the program's adapter failed: \x00boom", "[cut: "},
		{"unmapped", result.Fail, "\x00boom", "[cut: "},
		{"calls:deep", result.Pass, "", `"cut":19900`},
		{"calls:deep-wrong", result.Fail, "does not satisfy", `"cut":19900`},
		{"calls:flat", result.Pass, "", "the trace is cut: 4000 calls are left out"},
		{"calls:many", result.Blocked, "it reported more than 100000 calls of push/", ""},
		{"calls:forward", result.Blocked, "which did not open before it", ""},
		{"calls:cycle", result.Blocked, "which did not open before it", ""},
		{"calls:far", result.Blocked, "which did not open before it", ""},
	} {
		t.Run(c.mode, func(t *testing.T) {
			sampleRows(t, i)
			t.Parallel()
			p := planOdd(t, c.mode)
			p.Unit("push").Cases = p.Unit("push").Cases[:2]
			begin := time.Now()
			r := run(t, p, runner.Options{Keep: true, Timeout: 5 * time.Minute})
			if len(r.Results) != 2 {
				t.Fatalf("%d results: %s", len(r.Results), lines(r))
			}
			for _, x := range r.Results {
				if x.Verdict != c.verdict || !strings.Contains(x.Message, c.message) {
					t.Errorf("%s: %.300s\nwant %s: %s", line(x), x.Message, c.verdict, c.message)
				}
				if x.Seconds < 0 || x.Seconds > time.Since(begin).Seconds() {
					t.Errorf("it took %v s", x.Seconds)
				}
			}
			data, err := json.Marshal(r)
			if err != nil || len(data) > 3<<20 || !strings.Contains(string(data), c.shown) {
				t.Errorf("%d bytes, %v: %.500s\nwant %s", len(data), err, data, c.shown)
			}
			kept, _, err := store.ReadLatest(p.System)
			if err != nil || len(kept.Results) != 2 || kept.Summary != r.Summary {
				t.Fatalf("%v: %+v, want %+v", err, kept, r.Summary)
			}
			// Values are kept whole, and nothing else is: a program can send any text with
			// each of its results.
			values := strings.HasPrefix(c.mode, "long") || strings.HasPrefix(c.mode, "calls:")
			if n := countKeptBytes(t, p.System.Dir); n > 3<<20 && !values {
				t.Errorf("%d bytes are kept", n)
			}
			if v, ok := kept.Results[0].Actual.Lookup("s'"); c.mode == "long" && (!ok || v.Len() != 1_500_000) {
				t.Errorf("the file has %d elements", v.Len())
			}
		})
	}
}

// countKeptBytes returns how large the files are that runs of a project have kept.
func countKeptBytes(t *testing.T, dir string) (n int64) {
	t.Helper()
	if err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestManyNotices: whatever number of things a program tells of beside its results,
// what is reported and kept of them has bounds, and what they are about is said.
func TestManyNotices(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{"many-leaks": "1 thread that inc started",
		"many-lates": "late call: inc was called after"} {
		p := planCounter(t, mode)
		p.System.Dir = t.TempDir()
		r := run(t, p, runner.Options{Keep: true, Timeout: 5 * time.Minute})
		data, err := json.Marshal(r)
		if err != nil || len(data) > 1<<20 || !strings.Contains(string(data), want) {
			t.Errorf("%s: %d bytes, %v: %.500s", mode, len(data), err, data)
		}
		if mode == "many-leaks" && !strings.Contains(strings.Join(r.Findings, "\n"), "more like these]") {
			t.Errorf("%d findings, and none says that there were more", len(r.Findings))
		}
		if n := countKeptBytes(t, p.System.Dir); n > 1<<20 {
			t.Errorf("%s: %d bytes are kept", mode, n)
		}
	}
}
