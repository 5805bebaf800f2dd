package runner_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

var adapterProgram = sync.OnceValues(func() (string,
	error) {
	return buildProgram("adapter", "./testdata/adapter/sut")
})

// hangTime is how long a case may take where something hangs: enough for cases in
// which nothing does, on a busy machine.
const hangTime = 3 * time.Second

// adapterCases is how many cases the program's specification has.
const adapterCases = 13

// runAdapter runs the program whose adapter or units misbehave in a way.
func runAdapter(t *testing.T, fault string) *result.Run {
	t.Helper()
	o := runner.Options{Timeout: time.Minute}
	p := planProject(t, "testdata/adapter", adapterProgram,
		func(_ *spec.System, s *spec.SUT) { s.Env = []string{"FAULT=" + fault} })
	if hangs(fault) { // a case takes its time, and takes it again alone
		o.Timeout, o.Units = hangTime, []string{"inc"}
		p.Unit("inc").Cases = p.Unit("inc").Cases[:1]
	}
	return run(t, p, o)
}

func hangs(fault string) bool {
	return strings.HasSuffix(fault, ":hang") || strings.HasSuffix(fault, ":spin")
}

// fate is how what fails ends, and what of it is in the message.
type fate struct{ how, says string }

var fates = []fate{
	{"panic", "panic: boom"}, {"nil", "panic: runtime error: invalid memory address"},
	{"exit", "its process ended with exit status 3"},
	{"exit-0", "its process ended with exit status 0"}, {"kill", "its process was ended by a signal: killed"},
	{"hang", "it did not return within 3s"}, {"spin", "it did not return within 3s"},
	{"goexit", "it ended its goroutine"},
	{"overflow", "its process ended with exit status 2"}, {"crash", "its process ended with exit status 2"},
}

// isTriedAt tells whether a fate is tried in a place: all are where the state is read after
// the unit, and in a unit, and what hangs also where instances are made and closed.
func (f fate) isTriedAt(place string) bool {
	switch f.how {
	case "exit", "goexit", "panic":
		return true
	case "hang":
		return place == "get-after" || place == "unit" || place == "new" || place == "close"
	}
	return place == "get-after" || place == "unit"
}

// sample leaves out fates under the race detector.
func (f fate) sample(t *testing.T, place string) {
	t.Helper()
	if raceDetector && place != "get-after" && place != "unit" && f.how != "panic" {
		t.Skip("under the race detector all fates are tried where the state is read after the unit and in a unit, and one elsewhere")
	}
}

// TestAdapterFaults: what the adapter does is told apart from what the unit does
// by where it was done. It blocks the cases in which it is done, all others pass,
// and nobody is blamed.
func TestAdapterFaults(t *testing.T) {
	for _, c := range []struct {
		place string
		doing []string // one of them is in the message
	}{
		{"new", []string{"making an instance"}},
		{"set", []string{"setting n"}},
		{"get", []string{"reading n before the unit ran"}},
		{"field", []string{"setting last", "reading last before the unit ran"}},
		{"get-after", []string{"observing a call of inc", "reading n' after the unit ran"}},
		{"field-after", []string{"observing a call of inc", "reading last' after the unit ran"}},
		{"close", []string{"closing the instance"}},
		{"hook", []string{"putting in the seam to inc"}},
		{"decode", []string{"setting last"}},
		{"encode", []string{"reading last before the unit ran"}},
		{"error", []string{"reading r! after the unit ran", "observing a call of inc"}},
		{"error-is", []string{"reading r! after the unit ran", "observing a call of inc"}},
	} {
		for _, f := range fates {
			if !f.isTriedAt(c.place) {
				continue
			}
			if c.place == "error" && (f.how == "panic" || f.how == "nil") {
				continue // package fmt recovers what an error's text panics with
			}
			t.Run(c.place+":"+f.how, func(t *testing.T) {
				t.Parallel()
				f.sample(t, c.place)
				r := runAdapter(t, c.place+":"+f.how)
				blocked := checkBlocked(t, r)
				if len(r.Machinery) == 0 || len(blocked) == 0 {
					t.Errorf("%d cases are blocked, machinery %q", len(blocked), r.Machinery)
				}
				for _, x := range blocked {
					if !strings.Contains(x.Message, f.says) ||
						!slices.ContainsFunc(c.doing,
							func(d string) bool { return strings.Contains(x.Message, d+": "+f.says) }) {
						t.Errorf("%s: %s\nwant %q: %s", x.Case, x.Message, c.doing, f.says)
					}
				}
			})
		}
	}
}

// checkBlocked returns the cases that are blocked. All others must have passed, and
// nobody may be blamed.
func checkBlocked(t *testing.T, r *result.Run) (blocked []*result.Result) {
	t.Helper()
	if len(r.Results) != adapterCases && !hangs(t.Name()) {
		t.Errorf("%d cases have a result:\n%s", len(r.Results), lines(r))
	}
	for _, x := range r.Results {
		if x.Verdict == result.Blocked {
			blocked = append(blocked, x)
		}
		if x.Verdict != result.Blocked && x.Verdict != result.Pass || len(x.Blame) > 0 || x.Class != nil {
			t.Errorf("%s: %s %s", line(x), x.Message, x.Findings)
		}
	}
	return blocked
}

// TestUnitFaults: the same, done by a unit, is that unit's fault.
func TestUnitFaults(t *testing.T) {
	for place, blamed := range map[string]string{"unit": "inc", "callee": "inc", "caller": "add"} {
		for _, f := range fates {
			if !f.isTriedAt(place) || place != "unit" && hangs(":"+f.how) {
				continue // only cases of inc are run where something hangs
			}
			t.Run(place+":"+f.how, func(t *testing.T) {
				t.Parallel()
				f.sample(t, place)
				r := runAdapter(t, place+":"+f.how)
				failed := 0
				for _, x := range r.Results {
					if x.Verdict == result.Pass {
						continue
					}
					failed++
					if x.Verdict != result.Error || strings.Join(x.Blame, ",") != blamed ||
						!strings.Contains(x.Message, strings.TrimPrefix(f.says, "panic: ")) {
						t.Errorf("%s: %s", line(x), x.Message)
					}
				}
				if failed == 0 || len(r.Machinery) > 0 {
					t.Errorf("%d cases failed, machinery %q", failed, r.Machinery)
				}
			})
		}
	}
}

// TestUnreadable: a unit that leaves a state that the program cannot show is to blame, under its caller too.
func TestUnreadable(t *testing.T) {
	for _, under := range []string{"unit", "callee"} {
		t.Run(under, func(t *testing.T) {
			t.Parallel()
			r := runAdapter(t, "spoils:"+under)
			failed, called := 0, 0
			for _, x := range r.Results {
				if x.Verdict == result.Pass {
					continue
				}
				failed++
				if strings.Contains(x.Message, "inc left what cannot be shown when add called it: ") {
					called++
				}
				if x.Verdict != result.Error || strings.Join(x.Blame, ",") != "inc" ||
					!strings.Contains(x.Message, "reading n' after the unit ran, "+
						"kept.Number.Show panicked: runtime error: index out of range [0] with length 0") {
					t.Errorf("%s: %s", line(x), x.Message)
				}
			}
			if failed == 0 || len(r.Machinery) > 0 || (called > 0) != (under == "callee") {
				t.Errorf("%d cases failed, %d of them in a call, machinery %q", failed, called, r.Machinery)
			}
		})
	}
}

// TestReadBack: a state that does not read as it was set blocks the case before
// the unit runs.
func TestReadBack(t *testing.T) {
	for fault, want := range map[string]string{
		"set:wrong": "n was set to 1 and reads 0 in the system under test adapter, which binds it at sut/main.go:",
		"get:wrong": "n was set to 0 and reads 1 in the system under test adapter",
		"moves:":    "the program's adapter failed: reading the state changes it: n reads 0 and then 1",
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			r := runAdapter(t, fault)
			checkBlocked(t, r)
			if all := lines(r); !strings.Contains(all, want) {
				t.Errorf("want %s:\n%s", want, all)
			}
		})
	}
}

// TestWrongCodec: a codec that changes what it is given is wrong in the table, and is said once.
func TestWrongCodec(t *testing.T) {
	for _, fault := range []string{"encode:wrong", "decode:wrong"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			r, err := tryRun(t, planProject(t, "testdata/adapter", adapterProgram,
				func(_ *spec.System, s *spec.SUT) { s.Env = []string{"FAULT=" + fault} }))
			if err == nil || r.Summary.Blocked != adapterCases || len(r.Machinery) != 1 ||
				!strings.Contains(r.Machinery[0], "binds last of inc wrongly: some 0 comes back as some 1 (it is bound at sut/main.go:") {
				t.Errorf("%v\n%s\n%s", err, strings.Join(r.Machinery, "\n"), lines(r))
			}
		})
	}
}

// TestGarbage: what an adapter prints is not a part of the protocol.
func TestGarbage(t *testing.T) {
	for _, place := range []string{"new", "set", "get", "get-after", "field", "close", "hook", "decode", "encode"} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			if r := runAdapter(t, place+":print"); r.Summary.Pass != adapterCases || len(r.Machinery) > 0 {
				t.Errorf("%q\n%s", r.Machinery, lines(r))
			}
		})
	}
}

// TestErrorWithoutConstant: an error that the adapter's table does not have fails
// the case, and is nobody's fault.
func TestErrorWithoutConstant(t *testing.T) {
	t.Parallel()
	r := runAdapter(t, "error:none")
	for _, x := range r.Results {
		if x.Verdict == result.Pass {
			continue
		}
		if x.Verdict != result.Fail || len(x.Blame) > 0 || x.Class != nil || x.Unit == "inc" &&
			!strings.Contains(x.Message, "stands for no constant: disk on fire") {
			t.Errorf("%s: %s %s", line(x), x.Message, x.Findings)
		}
	}
	if r.Summary.Fail != 3 {
		t.Errorf("%d failed:\n%s", r.Summary.Fail, lines(r))
	}
}

// TestMisusedCallee: a call outside the precondition of a unit that is only
// called is a finding about its caller, and no more.
func TestMisusedCallee(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]bool{"warn:wrong": true, "": false} {
		r := runAdapter(t, fault)
		if all := lines(r); r.Summary.Pass != adapterCases ||
			strings.Contains(all, "warn called log outside its precondition, which is only called: l? = -1") != want {
			t.Errorf("%s:\n%s", fault, all)
		}
	}
}
