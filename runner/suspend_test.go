//go:build unix

package runner_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
)

// TestSuspended: time in which the run, or it and its programs, were stopped is not
// taken for time that a case took.
func TestSuspended(t *testing.T) {
	if mark := os.Getenv("TTF_INT_TEST_SUSPENDED"); mark != "" {
		p := planHostile(t, "add-sleeps", "MARK="+mark)
		p.System.Run.Timeout = 4 * time.Second // the longest gap in a loaded machine's scheduling
		p.Unit("inc").Cases = p.Unit("inc").Cases[:2]
		r := run(t, p, runner.Options{Sink: func(x *result.Result) {
			if x.Unit == "inc" {
				os.Stdout.WriteString("ready\n")
			}
		}})
		os.Stdout.WriteString(lines(r))
		if r.Summary.Pass != len(r.Results) {
			t.Error("not all passed")
		}
		return
	}
	for name, whole := range map[string]bool{"the run": false, "the run and its program": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testSuspension(t, name, whole)
		})
	}
}

// testSuspension suspends a run, and where whole its program too, for longer than the time of a case.
func testSuspension(t *testing.T, name string, whole bool) {
	mark := name + time.Now().String()
	c := exec.Command("/proc/self/exe", "-test.run", "^TestSuspended$")
	c.Env = append(os.Environ(), "TTF_INT_TEST_SUSPENDED="+mark, "TMPDIR="+t.TempDir())
	var said bytes.Buffer
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 6)
	if n, err := out.Read(first); err != nil || string(first[:n]) != "ready\n" {
		t.Errorf("%q, %v", first[:n], err)
	}
	time.Sleep(300 * time.Millisecond)
	stopped := []int{c.Process.Pid}
	if whole {
		stopped = append(stopped, findMarked(t, mark)...)
	}
	for _, pid := range stopped {
		syscall.Kill(pid, syscall.SIGSTOP)
	}
	time.Sleep(9 * time.Second)
	for _, pid := range stopped {
		syscall.Kill(pid, syscall.SIGCONT)
	}
	said.ReadFrom(out)
	if err := c.Wait(); err != nil || strings.Count(said.String(), " pass ") < 3 {
		t.Errorf("%v\n%s", err, said.String())
	}
	awaitNone(t, "MARK="+mark)
}

// findMarked returns the processes that have a mark in their environment.
func findMarked(t *testing.T, mark string) (pids []int) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if env, err := os.ReadFile(f); err == nil && bytes.Contains(env, []byte("MARK="+mark+"\x00")) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(f))); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	if len(pids) == 0 {
		t.Error("there is no program")
	}
	return pids
}

// TestRunTimeout: a run whose time is over has a result for every case, those that
// it has kept and those that were not run.
func TestRunTimeout(t *testing.T) {
	t.Parallel()
	p := planHostile(t, "add-waits", "MARK=run timeout")
	p.System.Run.Timeout = time.Hour
	p.Unit("inc").Cases = p.Unit("inc").Cases[:2]
	r, err := runner.Run(t.Context(), p, runner.Options{Engine: engineOf(p), Guard: guard,
		RunTimeout: 15 * time.Second})
	if err != nil || r.Interrupted || len(r.Machinery) > 0 || len(r.Results) != 2+len(p.Unit("add").Cases) ||
		r.Summary.Blocked == 0 || r.Summary.Pass < 2 {
		t.Fatalf("%v %+v", err, r)
	}
	for _, x := range r.Results {
		if x.Unit == "add" && x.Verdict != result.Pass && (x.Verdict != result.Blocked ||
			x.Message != "not run: the time of the run, 15s, was over") {
			t.Errorf("%s: %s", line(x), x.Message)
		}
	}
	awaitNone(t, "MARK=run timeout")
}

// TestSaysNothing: a program that only says that it is there gets no more time.
func TestSaysNothing(t *testing.T) {
	t.Parallel()
	p := planCounter(t, "says-nothing")
	p.Unit("inc").Cases = p.Unit("inc").Cases[:1]
	r := run(t, p, runner.Options{Units: []string{"inc"}, Timeout: time.Second})
	if x := r.Results[0]; x.Verdict != result.Blocked || len(x.Blame) > 0 ||
		!strings.Contains(x.Message, "messages that say nothing, and no result within 1s") {
		t.Errorf("%s: %s", line(x), x.Message)
	}
}
