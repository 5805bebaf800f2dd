package runner_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
)

// TestStages: programs that do not use the SDK fail in every stage of a case of
// inc. Where its unit is at work, and the process ended or gave no sign, that is
// the unit's fault. All else is nobody's: the case is blocked, the machinery has
// failed, and the cases of the other unit are run.
func TestStages(t *testing.T) {
	doing := map[string]string{
		"none": "it did not tell that inc ran", "making": "making an instance: ", "setting": "setting n: ",
		"checking": "reading n before the unit ran: ",
		"hooking":  "putting in the seam to inc: ", "started": "inc: ",
		"ended": "reading the state after the unit ran: ", "reading": "reading n' after the unit ran: ",
		"closing": "closing the instance: ",
	}
	for stage, when := range doing {
		for fault, says := range map[string]string{
			"exit": "its process ended with exit status 3", "hang": "it did not return within 3s",
			"never":     "it did not return within 3s",
			"mute-hang": "it did not return within 3s",
		} {
			if slow := fault != "exit"; slow && stage != "none" && stage != "started" &&
				(testing.Short() || stage != "reading") {
				continue // what ends a process there is tried, and what hangs takes long
			}
			if fault == "mute-hang" && stage != "started" {
				continue // what says nothing is a fault where nothing says that the unit runs
			}
			want := "the program's adapter failed: " + when + says
			switch stage {
			case "none":
				want = says + "; " + when
			case "started":
				want = when + says
			}
			t.Run(stage+":"+fault, func(t *testing.T) { checkStagedRun(t, stage+":"+fault, want, stage == "started") })
		}
	}
	faults := map[string]string{
		"closes":  "its process closed the session",
		"refuses": "its process closed the session: DataLoss: out of cheese",
		"garbles": "its process sent a message that cannot be decoded",
		"floods":  "its process sent a message of more than 16777216 bytes",
		"twice":   "it answered inc/DNF_1 twice", "other": "which it was not sent while inc/DNF_1 ran",
		"zero":   "it answered a case of number 0",
		"status": "a result has the status 42", "statusless": "a result has the status 0",
		"values": "5 values were sent where there are 2 variables",
		"kind":   "a value of unknown kind 77 was sent", "type": "and a set was sent",
		"big":   "a big integer was sent that is not written in digits",
		"event": "it sent an event of", "ask": "it asked on behalf of", "ask-nothing": "for the answer to no call",
		"ask-unseen":  "for the answer to a call of add by inc, which it was not told to ask for",
		"ask-nobody":  "for the answer to a call of unit 77 by inc, which",
		"ask-untold":  "for the answer to a call of inc by add, which it was not told to ask for",
		"broken-mute": "the program's adapter failed: it does not say why",
		"callee":      "a call of a unit that the project does not have",
		"call-values": "4 values were sent where there are 3 variables",
		"call-type":   "in a call by inc: n of inc: a value of type ℤ was expected, and a sequence was sent",
	}
	for i, fault := range slices.Sorted(maps.Keys(faults)) {
		for _, stage := range []string{"none", "started", "closing"} {
			if few := fault == "closes" || fault == "garbles" || fault == "twice" ||
				fault == "values"; stage != "started" && (testing.Short() || !few) {
				continue // what breaks the protocol does not ask how far the case was
			}
			t.Run(stage+":"+fault, func(t *testing.T) {
				sampleRows(t, i)
				checkStagedRun(t, stage+":"+fault, faults[fault], false)
			})
		}
	}
}

// TestStagesAmidCalls: while the values of a call are read, or the outcome, a process may
// end because of what goes on in another goroutine. It is the adapter's fault only where
// nothing tells of one.
func TestStagesAmidCalls(t *testing.T) {
	for mode, want := range map[string]struct{ blame, says string }{
		"overlapping:exit":  {"inc,add?", "inc or add: its process ended with exit status 3"},
		"overlapping:panic": {"inc,add?", "inc or add: its process ended with exit status 2"},
		"diverging:exit":    {"inc,add?", "inc or add: its process ended with exit status 3"},
		"nesting:exit": {"",
			"the program's adapter failed: observing a call of add: its process ended with exit status 3"},
		"nesting:panic": {"",
			"when a goroutine that main.fail had started panicked"}, // the adapter may have started it
		"returning:exit": {"",
			"the program's adapter failed: observing a call of add: its process ended with exit status 3"},
		"returning:panic": {"", "when a goroutine that main.fail had started panicked"},
		"unwinding:exit": {"",
			"the program's adapter failed: reading n' after the unit ran: its process ended with exit status 3"},
		"unwinding:panic": {"add,inc?", "add, called by inc: its process ended with exit status 2"},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p := planCounter(t, mode)
			p.Unit("inc").Cases = p.Unit("inc").Cases[:1]
			r := run(t, p, runner.Options{Units: []string{"inc"}})
			i := slices.IndexFunc(r.Results, func(x *result.Result) bool { return x.Unit == "inc" })
			x := r.Results[i]
			blame := strings.Join(x.Blame, ",")
			if x.Uncertain {
				blame += "?"
			}
			if blame != want.blame || !strings.Contains(x.Message, want.says) ||
				(len(r.Machinery) > 0) != (want.blame == "") {
				t.Errorf("%s %s: %s\nwant %s: %s\nmachinery %q", line(x), blame, x.Message, want.blame, want.says,
					r.Machinery)
			}
		})
	}
}

// patience is how long a case may take in a mode: not long where it hangs.
func patience(mode string) time.Duration {
	if strings.HasSuffix(mode, "hang") || strings.HasSuffix(mode, ":never") {
		return hangTime
	}
	return time.Minute
}

// checkStagedRun runs a program that fails in cases of inc, and checks that they are
// charged to inc, or blocked.
func checkStagedRun(t *testing.T, mode, want string, charged bool) {
	t.Parallel()
	p := planCounter(t, mode)
	n := 2
	if patience(mode) == hangTime { // a case takes its time, and takes it again alone
		n = 1
	}
	p.Unit("inc").Cases, p.Unit("add").Cases = p.Unit("inc").Cases[:n], p.Unit("add").Cases[:n]
	r := run(t, p, runner.Options{Timeout: patience(mode)})
	failed := 0
	for _, x := range r.Results {
		verdict, blame := result.Blocked, ""
		if charged {
			verdict, blame = result.Error, "inc"
		}
		switch {
		case x.Unit != "inc":
			if x.Verdict != result.Pass {
				t.Errorf("%s: %s", line(x), x.Message)
			}
		case x.Verdict != verdict || strings.Join(x.Blame, ",") != blame || (x.Class != nil) != charged:
			t.Errorf("%s: %s, want %s", line(x), x.Message, verdict)
		case strings.Contains(x.Message, want):
			failed++
		}
	}
	if failed == 0 || len(r.Results) != 2*n || (len(r.Machinery) == 0) != charged {
		t.Errorf("want %s, machinery %q\n%s", want, r.Machinery, lines(r))
	}
}

// TestReadBackRaw: what a program without the SDK says that its state was before
// the unit ran is held against what was set.
func TestReadBackRaw(t *testing.T) {
	t.Parallel()
	r := run(t, planCounter(t, "started:before"), runner.Options{})
	for _, x := range r.Results {
		if x.Unit == "inc" && (x.Verdict != result.Blocked || len(x.Blame) > 0 ||
			!strings.Contains(x.Message, "n was set to 0 and reads 1 in the system under test counter")) {
			t.Errorf("%s: %s", line(x), x.Message)
		}
	}
	if len(r.Machinery) > 0 {
		t.Errorf("machinery %q", r.Machinery)
	}
}

// TestAnsweredAgain: of a case that is answered a second time when it has its
// verdict already, the verdict does not count.
func TestAnsweredAgain(t *testing.T) {
	t.Parallel()
	r := run(t, planCounter(t, "started:later"), runner.Options{Units: []string{"inc"}})
	twice := 0
	for _, x := range r.Results {
		if strings.Contains(x.Message, "it answered "+x.Case+" twice") && x.Verdict == result.Blocked {
			twice++
		}
	}
	if twice == 0 || len(r.Machinery) != 1 || !strings.Contains(r.Machinery[0], "twice") {
		t.Errorf("machinery %q\n%s", r.Machinery, lines(r))
	}
}

// TestAmongOthers: what happens only among other cases is said where it leaves a
// verdict open.
func TestAmongOthers(t *testing.T) {
	for mode, want := range map[string]string{
		"once":       "it passed when it ran alone, but not among others, where its process ended with exit status 6",
		"once-hang":  "it passed when it ran alone, but not among others, where it did not return within 3s",
		"once-close": "it passed when it ran alone, but not among others, where its process closed the session: DataLoss: tired",
		"once-order": "it passed when it ran alone, but not among others, where its process broke the protocol: it answered add/DNF_1#2 while add/DNF_1 ran",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			r := run(t, planCounter(t, mode), runner.Options{Timeout: patience(mode)})
			if !slices.ContainsFunc(r.Results, func(x *result.Result) bool { return x.Unit == "add" }) {
				t.Errorf("no case of add has a result\n%s", lines(r))
			}
			for _, x := range r.Results {
				if x.Unit == "add" && (x.Verdict != result.Undecided || !strings.Contains(x.Message, want)) {
					t.Errorf("%s: %s\nwant %s", line(x), x.Message, want)
				}
			}
		})
	}
}

// TestMute: where a program does not say why, a message says that.
func TestMute(t *testing.T) {
	for mode, want := range map[string]string{
		"started:panics-mute":  "inc panicked: with an empty message",
		"started:ends-mute":    "inc did not return: it does not say why",
		"started:broken-mute":  "the program's adapter failed: it does not say why",
		"started:blocked-mute": "it does not say why",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			r := run(t, planCounter(t, mode), runner.Options{Units: []string{"inc"}})
			if len(r.Results) == 0 {
				t.Error("no case of inc has a result")
			}
			for _, x := range r.Results {
				if x.Message != want {
					t.Errorf("%s: %q, want %q", line(x), x.Message, want)
				}
			}
		})
	}
}
