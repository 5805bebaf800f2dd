package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/vbauerster/mpb/v8/cwriter"
)

// debuggerPoll is how often a process is looked at for a debugger.
const debuggerPoll = 100 * time.Millisecond

// debugger returns a function that waits until a debugger is attached to a process, or
// until a person at the terminal presses Enter. Where neither can be noticed it does
// not wait.
func debugger(say func(line string), enter <-chan struct{}) func(ctx context.Context, sut string, pid int) {
	return func(ctx context.Context, sut string, pid int) {
		_, err := isTraced(pid)
		visible := err == nil
		how := "it goes on when a debugger is attached, for example with `dlv attach %[1]d`"
		switch {
		case visible && enter != nil:
			how += ", or when you press Enter"
		case enter != nil:
			how = "attach a debugger, for example with `dlv attach %[1]d`, and press Enter"
		case !visible:
			how = "it does not wait for a debugger: no terminal is there, and this system does not tell whether one is attached"
		}
		say(fmt.Sprintf("the system under test %[2]s is process %[1]d: "+how+"\n", pid, sut))
		if !visible && enter == nil {
			return
		}
		tick := time.NewTicker(debuggerPoll)
		defer tick.Stop()
		for {
			select {
			case <-enter:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
				if is, err := isTraced(pid); visible && (is || err != nil) {
					return
				}
			}
		}
	}
}

// isTraced tells whether a debugger is attached to a process. The error says that the
// process has ended, or that this operating system does not tell.
func isTraced(pid int) (bool, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return false, err
	}
	for _, line := range strings.Split(string(data), "\n") {
		if id, ok := strings.CutPrefix(line, "TracerPid:"); ok {
			return strings.TrimSpace(id) != "0", nil
		}
	}
	return false, errors.New("no TracerPid")
}

// enterPressed returns a channel that gets a value for each line that a person enters.
// It is nil where standard input is not a terminal.
func enterPressed() <-chan struct{} {
	if !cwriter.IsTerminal(int(os.Stdin.Fd())) {
		return nil
	}
	lines := make(chan struct{})
	go func() {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			lines <- struct{}{}
		}
	}()
	return lines
}
