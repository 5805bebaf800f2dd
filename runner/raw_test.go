package runner_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/trace"
)

var rawProgram = sync.OnceValues(func() (string, error) { return buildProgram("raw", "./testdata/counter/raw") })

// planCounter plans the counter with a program that misbehaves in a way.
func planCounter(t testing.TB, mode string, env ...string) *plan.Plan {
	t.Helper()
	return planProject(t, "testdata/counter", rawProgram, func(_ *spec.System, s *spec.SUT) {
		s.Env = append(env, "MODE="+mode, "PATH")
		if mode == "silent" || mode == "describe-hangs" || mode == "deaf" {
			s.StartTimeout = 2 * time.Second
		}
	})
}

// TestRaw runs programs that break the protocol. Each gets a clear verdict,
// and leaves nothing behind.
func TestRaw(t *testing.T) {
	for _, c := range []struct {
		mode    string
		verdict result.Verdict // of the first case of inc
		message string
		machine string // in the machinery
	}{
		{"", result.Pass, "", ""},
		{"chatty", result.Pass, "", ""},
		{"flood", result.Pass, "", ""},
		{"grandchild", result.Pass, "", ""},
		{"version", result.Blocked, "it speaks version 2 of the protocol, and this is version 1", "version 2"},
		{"core", result.Blocked, "another version of go-plugin's handshake", "handshake"},
		{"protocol", result.Blocked, "it speaks version 3 of the protocol", "version 3"},
		{"exits", result.Blocked,
			"it ended with exit status 4 before it wrote a handshake line; it printed:\nno licence", "exit status 4"},
		{"silent", result.Blocked, "it wrote no handshake line in time", "handshake"},
		{"babble", result.Blocked, "it wrote more than", "bytes"},
		{"deaf", result.Blocked, "it does not say what it serves", "serves"},
		{"describe-hangs", result.Blocked, "it does not say what it serves", "serves"},
		{"describe-exits", result.Blocked, "it does not say what it serves: its process ended with exit status 6",
			"exit status 6"},
		{"describe-refuses", result.Blocked,
			"it does not say what it serves: it answered with the error Internal: no licence", "no licence"},
		{"describe-again", result.Blocked, "it describes n' of add twice", "n' of add twice"},
		{"role-other", result.Blocked, "it describes x? of add as an output, and it is an input",
			"x? of add as an output"},
		{"role-unknown", result.Blocked, "it describes x? of add as of role 77, and it is an input", "role 77"},
		{"role-given", result.Blocked, "it describes n' of add among what is given, and it is state after",
			"n' of add among"},
		{"role-got", result.Blocked, "it describes x? of add among what is got, and it is an input", "x? of add among"},
		{"address-all", result.Blocked, "it says that it listens at tcp 0.0.0.0:1234: expected a unix socket",
			"0.0.0.0:1234"},
		{"address-other", result.Blocked, "it says that it listens at tcp 192.0.2.1:1234: expected a unix socket",
			"192.0.2.1"},
		{"address-named", result.Blocked, "it says that it listens at tcp example.org:80: expected a unix socket",
			"example.org"},
		{"address-open", result.Blocked, "it says that it listens at tcp :1234: expected a unix socket", "tcp :1234"},
		{"converts-mute", result.Pass, "",
			"binds n of inc wrongly: of 3 values that were sent to be converted, 3 came back with neither a value nor a reason"},
		{"converts-none", result.Pass, "",
			"binds n of inc wrongly: 3 values were sent to be converted, and it answered for 0"},
		{"edges", result.Blocked, "an edge between units 1 and 7", "edge"},
		{"unserved", result.Blocked, "does not serve inc", ""},
		{"unset", result.Blocked, "n of inc cannot be set: the program can show it but not set it", ""},
		{"type", result.Blocked, "n' of inc: a value of type ℤ was expected, and a string was sent",
			"adapter failed: n' of inc"},
		{"status", result.Blocked, "a result has the status 99", "a result has the status 99"},
		{"count", result.Blocked, "4 values were sent where there are 2 variables", "4 values were sent"},
		{"unit", result.Blocked, "a call of a unit that the project does not have", "does not have"},
		{"order", result.Blocked,
			"its process broke the protocol: it answered a case of number 2, which it was not sent while inc/DNF_1 ran",
			"it answered inc/DNF_1#2 while inc/DNF_1 ran"},
		{"ask", result.Blocked,
			"its process broke the protocol: it asked on behalf of a case of number 12345, which it was not sent while inc/DNF_1 ran", "it asked"},
		{"says-nothing-fast", result.Blocked,
			"its process broke the protocol: it sent more than 1000 messages that say nothing",
			"messages that say nothing"},
		{"big", result.Blocked, "its process sent a message of more than 16777216 bytes", "sent a message"},
	} {
		t.Run("mode "+c.mode, func(t *testing.T) {
			t.Parallel()
			mark := "MARK=" + t.Name() + time.Now().String()
			r := run(t, planCounter(t, c.mode, mark), runner.Options{Units: []string{"inc"}, Timeout: 5 * time.Minute})
			if len(r.Results) == 0 {
				t.Fatal("no results")
			}
			got := r.Results[0]
			if got.Verdict != c.verdict || !strings.Contains(got.Message, c.message) {
				t.Errorf("%s: %s\nwant %s: %s", got.Verdict, got.Message, c.verdict, c.message)
			}
			machinery := strings.Join(r.Machinery, "\n")
			if c.machine == "" && machinery != "" || !strings.Contains(machinery, c.machine) || len(r.Machinery) > 1 {
				t.Errorf("machinery: %q, want %q", r.Machinery, c.machine)
			}
			awaitNone(t, mark)
		})
	}
}

// awaitNone waits until no process has the mark in its environment.
func awaitNone(t *testing.T, mark string) {
	t.Helper()
	var left []string
	for range 6000 {
		left = nil
		files, err := filepath.Glob("/proc/[0-9]*/environ")
		if err != nil || len(files) == 0 {
			t.Log("there is no /proc: survivors are not looked for")
			return
		}
		for _, f := range files {
			if env, err := os.ReadFile(f); err == nil && bytes.Contains(env, []byte(mark+"\x00")) {
				cmdline, _ := os.ReadFile(filepath.Dir(f) + "/cmdline")
				left = append(left, f+" "+string(cmdline))
			}
		}
		if len(left) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("left behind: %q", left)
}

func lines(r *result.Run) string {
	var b strings.Builder
	for _, x := range r.Results {
		b.WriteString(line(x) + " | " + x.Message + " | " + strings.Join(x.Findings, "; ") + "\n")
	}
	return b.String()
}

// TestCalleeWrongUnderCaller: inc passes on its own and is wrong when add calls
// it. The failure is charged to inc, and add gets its verdict with the
// specification in the place of inc.
func TestCalleeWrongUnderCaller(t *testing.T) {
	t.Parallel()
	r := run(t, planCounter(t, "callee"), runner.Options{})
	charged, again := 0, 0
	for _, x := range r.Results {
		switch {
		case strings.HasPrefix(x.Case, "inc@add/"):
			charged++
			if x.Unit != "inc" || x.Verdict != result.Fail || x.Class == nil || *x.Class != trace.WFE ||
				strings.Join(x.Blame, ",") != "inc" || !strings.HasPrefix(x.Replay, "ttf-int run --case add/") {
				t.Errorf("%s: %+v", line(x), x)
			}
		case x.Unit == "add" && x.Stubs[0].Decision == result.Spec:
			again++
			fallthrough
		default:
			if x.Verdict != result.Pass {
				t.Errorf("%s: %s", line(x), x.Message)
			}
		}
	}
	if charged == 0 || again < charged {
		t.Errorf("%d charged, %d ran with spec:\n%s", charged, again, lines(r))
	}
}

// TestStrangeCalls: a value of another type, and a call that cannot be meant, are of
// the program's adapter, and nobody's fault.
func TestStrangeCalls(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		"gives-string": "in a call by add: n' of inc: a value of type ℤ was expected",
		"call-state":   "it reports a call with the state 9",
		"call-way":     "it reports a call that was answered in the way 9",
		"call-caller":  "it reports a call by unit 9, and has only 2",
		"call-parent":  "it reports call 1 within call 1, which did not open before it",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			r := run(t, planCounter(t, mode), runner.Options{})
			if all := lines(r); !strings.Contains(all,
				"add/DNF_1 blocked -  [inc:self] | the program's adapter failed: "+want) || len(r.Machinery) != 1 {
				t.Errorf("%q\n%s\nwant %s", r.Machinery, all, want)
			}
			for _, x := range r.Results {
				if len(x.Blame) > 0 {
					t.Errorf("%s: %s is blamed", x.Case, x.Blame)
				}
			}
		})
	}
}

// TestNoValue: what a callee gave and what is not a value, or no return at all, is
// charged to it, with the reason and where it was called.
func TestNoValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode    string
		verdict result.Verdict
		message string
	}{
		{"unmapped", result.Fail, "n': disk full"},
		{"panics", result.Error, "inc panicked when add called it: boom"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			r := run(t, planCounter(t, c.mode), runner.Options{})
			charged := 0
			for _, x := range r.Results {
				if !strings.HasPrefix(x.Case, "inc@add/") {
					if x.Verdict != result.Pass {
						t.Errorf("%s: %s", line(x), x.Message)
					}
					continue
				}
				charged++
				if x.Verdict != c.verdict || strings.Join(x.Blame, ",") != "inc" ||
					!strings.Contains(x.Message, c.message) {
					t.Errorf("%s: %s\nwant %s: %s", line(x), x.Message, c.verdict, c.message)
				}
				if len(x.Trace) != 1 || x.Trace[0].Unit != "inc" || x.Trace[0].Open != (c.mode == "panics") {
					t.Errorf("%s: trace %+v", line(x), x.Trace)
				}
			}
			if charged == 0 {
				t.Errorf("nothing was charged to inc:\n%s", lines(r))
			}
		})
	}
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ mode, want string }{
		{"outside", "fail MFE add"},
		{"forgets", "pass - "}, // the result is right: only a finding
		{"unfit", "fail MFE add [inc:self] | what add did does not satisfy Add | add called inc outside its precondition (x?: it is not UTF-8)"},
		{"moves", "fail WFE inc"},
		{"moves", ": it changed other, which its signature does not name"},
		{"moves-own", "fail WFE inc [] | inc changed other, which its signature does not name"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			r := run(t, planCounter(t, c.mode), runner.Options{})
			for _, x := range r.Results {
				if c.mode == "moves" && strings.HasPrefix(x.Case, "inc@") &&
					(len(x.Trace) == 0 || strings.Join(x.Trace[0].Moved, ",") != "other") {
					t.Errorf("%s: what the call changed is not in the trace", x.Case)
				}
			}
			if all := lines(r); !strings.Contains(all, c.want) {
				t.Errorf("want %s:\n%s", c.want, all)
			}
		})
	}
}

func TestForgottenCallIsAFinding(t *testing.T) {
	t.Parallel()
	p := planCounter(t, "forgets")
	r := run(t, p, runner.Options{})
	if all := lines(r); !strings.Contains(all, "add did not call inc") || r.Summary.Fail != 0 {
		t.Errorf("not found:\n%s", all)
	}
	p.Unit("add").CallsExact = true
	r = run(t, p, runner.Options{})
	if all := lines(r); !strings.Contains(all, "fail MIC add") {
		t.Errorf("not failed:\n%s", all)
	}
}

func TestNotObserved(t *testing.T) {
	t.Parallel()
	r := run(t, planCounter(t, "unobserved"), runner.Options{})
	if strings.Join(r.NotObserved, ",") != "add -> inc" {
		t.Errorf("not observed: %q", r.NotObserved)
	}
}

// TestCrashInABatchOnly: what ends a process among others and not alone
// certifies nothing.
func TestCrashInABatchOnly(t *testing.T) {
	t.Parallel()
	r := run(t, planCounter(t, "once"), runner.Options{})
	for _, x := range r.Results {
		if x.Unit == "add" && x.Verdict != result.Undecided {
			t.Errorf("%s: %s", line(x), x.Message)
		}
	}
}

func TestPinAndBuild(t *testing.T) {
	t.Parallel()
	p := planCounter(t, "")
	p.System.SUTs["counter"].SHA256 = strings.Repeat("0", 64)
	r := run(t, p, runner.Options{})
	if len(r.Machinery) != 1 || !strings.Contains(r.Machinery[0], "is not the one that is pinned") ||
		r.Summary.Blocked == 0 {
		t.Errorf("%q %+v", r.Machinery, r.Summary)
	}
	p = planCounter(t, "")
	p.System.SUTs["counter"].Build = []string{"sh", "-c", "echo broken >&2; exit 7"}
	r = run(t, p, runner.Options{})
	if len(r.Machinery) != 1 || !strings.Contains(r.Machinery[0], "exit status 7; it printed:\nbroken") {
		t.Errorf("%q", r.Machinery)
	}
}

func TestSelection(t *testing.T) {
	t.Parallel()
	p := planCounter(t, "")
	var id string
	for _, c := range p.Unit("add").Cases {
		if len(c.Stubs) > 0 && c.Stubs[0].Decision == result.Self {
			id = c.ID
		}
	}
	r := run(t, p, runner.Options{Cases: []string{id}})
	support := 0
	for _, x := range r.Results {
		if x.Support {
			support++
		}
		if x.Verdict != result.Pass || x.Case == id && (x.Support || x.Stubs[0].Decision != result.Self) {
			t.Errorf("%s %v", line(x), x.Support)
		}
	}
	if r.Summary.Pass != 1 || support == 0 {
		t.Errorf("%+v, %d support", r.Summary, support)
	}
	_, err := runner.Run(t.Context(), p, runner.Options{Engine: engineOf(p), Cases: []string{id + "x"}})
	if err == nil || !strings.Contains(err.Error(), "did you mean") {
		t.Errorf("%v", err)
	}
}

// TestInterrupt: what was found until then is kept, and nothing is left behind.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	p := planSortedList(t, "sort-hangs")
	mark := "MARK=" + t.Name() + time.Now().String()
	p.System.SUTs["list"].Env = append(p.System.SUTs["list"].Env, mark)
	p.System.Run.Timeout = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	r, err := runner.Run(ctx, p, runner.Options{Engine: engineOf(p), Guard: guard, Sink: func(x *result.Result) {
		if x.Unit == "sort" {
			cancel()
		}
	}})
	if err != nil || !r.Interrupted || len(r.Results) == 0 {
		t.Errorf("%v, %+v", err, r)
	}
	awaitNone(t, mark)
}

// TestKilled: when the run is killed, its processes are gone, also those that
// left the group.
func TestKilled(t *testing.T) {
	if os.Getenv("TTF_INT_TEST_KILLED") != "" {
		run(t, planCounter(t, "grandchild", "MARK="+os.Getenv("TTF_INT_TEST_KILLED")),
			runner.Options{Sink: func(*result.Result) {
				os.Stdout.WriteString("ready\n")
				select {}
			}})
		return
	}
	mark := t.Name() + time.Now().String()
	c := exec.Command("/proc/self/exe", "-test.run", "^TestKilled$")
	// What it leaves behind when it is killed is removed with the test.
	c.Env = append(os.Environ(), "TTF_INT_TEST_KILLED="+mark, "TMPDIR="+t.TempDir())
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 6)
	if n, err := out.Read(buf); err != nil || string(buf[:n]) != "ready\n" {
		t.Errorf("%q, %v", buf[:n], err)
	}
	c.Process.Kill()
	c.Wait()
	awaitNone(t, "MARK="+mark)
}
