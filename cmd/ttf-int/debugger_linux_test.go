package main

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestTraced: a process with a debugger is told from one without.
func TestTraced(t *testing.T) {
	for _, want := range []bool{true, false} {
		// The debugger of a process is the thread that starts it.
		runtime.LockOSThread()
		c := exec.Command("sleep", "60")
		c.SysProcAttr = &syscall.SysProcAttr{Ptrace: want}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		got, err := isTraced(c.Process.Pid)
		if err != nil || got != want {
			t.Errorf("traced: %v, %v; want %v", got, err, want)
		}
		c.Process.Kill()
		c.Wait()
		runtime.UnlockOSThread()
	}
	if _, err := isTraced(1 << 30); err == nil {
		t.Error("a process that does not exist is not told")
	}
}

// waitingFor is what a run says of the process that it waits for.
var waitingFor = regexp.MustCompile("is process ([0-9]+): it goes on when a debugger is attached")

// attachDebugger is the command debugged ERR CODE of scripts: it attaches a debugger to the process that a run names in
// the file ERR, and wants the run to go on then and not before. It writes its exit code to the file CODE.
func attachDebugger(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: debugged ERR CODE")
	}
	await := func(file string, want *regexp.Regexp) string {
		for range 6000 {
			data, _ := os.ReadFile(ts.MkAbs(file))
			if m := want.FindSubmatch(data); m != nil {
				return string(m[1])
			}
			time.Sleep(debuggerPoll)
		}
		ts.Fatalf("%s does not say %s", file, want)
		return ""
	}
	pid, err := strconv.Atoi(await(args[0], waitingFor))
	ts.Check(err)
	time.Sleep(5 * debuggerPoll)
	if _, err := os.Stat(ts.MkAbs(args[1])); err == nil {
		ts.Fatalf("it did not wait")
	}
	// The debugger of a process is the thread that attached to it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := syscall.PtraceAttach(pid); err != nil {
		ts.Logf("nothing may be debugged here: %v", err)
		ts.Check(syscall.Kill(pid, syscall.SIGKILL))
		return
	}
	time.Sleep(5 * debuggerPoll)
	// Only one thread of the process has a debugger: it may have ended.
	if err := syscall.PtraceDetach(pid); err != nil && err != syscall.ESRCH {
		ts.Fatalf("detaching: %v", err)
	}
	if code := await(args[1], regexp.MustCompile("^([0-9]+)\n")); code != "0" {
		ts.Fatalf("the exit code is %s", code)
	}
}
