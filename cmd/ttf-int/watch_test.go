package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// watching is the `ttf-int watch` that a script has started.
type watching struct {
	process *exec.Cmd
	lines   chan string // of its stdout and stderr
	said    []string
}

// watchKey is under which a script's watching is kept.
type watchKey struct{}

// heardWithin is how long a script waits for a line: much longer than anything takes that it waits for.
const heardWithin = 2 * time.Minute

// startWatching is the command watching DIR ARG... of scripts: it starts `ttf-int -C DIR watch ARG...`.
func startWatching(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: watching DIR ARG...")
	}
	ttf, err := os.Executable()
	ts.Check(err)
	c := exec.Command(ttf)
	c.Args = append([]string{"ttf-int", "watch"}, args[1:]...)
	c.Dir = ts.MkAbs(args[0])
	c.Env = append(os.Environ(), "SORTEDLIST_FAULT="+ts.Getenv("SORTEDLIST_FAULT"))
	from, to, err := os.Pipe()
	ts.Check(err)
	c.Stdout, c.Stderr = to, to
	ts.Check(c.Start())
	to.Close()
	w := &watching{process: c, lines: make(chan string, 10_000)}
	go func() {
		defer close(w.lines)
		for in := bufio.NewReader(from); ; {
			line, err := in.ReadString('\n')
			if w.lines <- line; err == io.EOF || err != nil {
				return
			}
		}
	}()
	ts.Defer(func() { _ = c.Process.Kill(); _ = c.Wait() })
	*watchingOf(ts) = w
}

// watchingOf returns where a script's watching is kept.
func watchingOf(ts *testscript.TestScript) **watching { return ts.Value(watchKey{}).(**watching) }

// seen PATTERN is the command of scripts that waits until watch writes a line that matches; what was written before
// has been seen. With ! before it, it wants no line to match up to the end of the round.
func seen(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: seen PATTERN")
	}
	pattern, err := regexp.Compile(args[0])
	ts.Check(err)
	w := *watchingOf(ts)
	late := time.After(heardWithin)
	for {
		select {
		case line, open := <-w.lines:
			ts.Logf("%s", strings.TrimSuffix(line, "\n"))
			w.said = append(w.said, line)
			switch found := pattern.MatchString(line); {
			case found && neg:
				ts.Fatalf("it said %q", line)
			case found, neg && strings.Contains(line, "waiting for changes"):
				return
			case !open:
				ts.Fatalf("it ended, and said nothing like %q", args[0])
			}
		case <-late:
			ts.Fatalf("it said nothing like %q", args[0])
		}
	}
}

// endWatching is the command unwatch CODE of scripts: it interrupts watch as Ctrl-C does, and wants its exit code, and
// that none of the processes that it started is left.
func endWatching(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: unwatch CODE")
	}
	w := *watchingOf(ts)
	ts.Check(w.process.Process.Signal(os.Interrupt))
	for range w.lines { // until its output is closed
	}
	_ = w.process.Wait()
	if got := w.process.ProcessState.String(); got != "exit status "+args[0] {
		ts.Fatalf("it ended with %s", got)
	}
	if left := processesBelow(ts.Getenv("WORK")); len(left) > 0 {
		ts.Fatalf("left behind: %s", strings.Join(left, ", "))
	}
}

// processesBelow returns the programs below a folder that are running; none where the system does not tell.
func processesBelow(dir string) []string {
	var out []string
	if runtime.GOOS != "linux" {
		return nil
	}
	links, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, link := range links {
		if path, err := os.Readlink(link); err == nil && strings.HasPrefix(path, dir+"/") {
			out = append(out, path)
		}
	}
	return out
}

// replace FILE OLD NEW is the command of scripts that changes a file as editors do: a new one takes its place.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace FILE OLD NEW")
	}
	before := ts.ReadFile(args[0])
	after := strings.ReplaceAll(before, args[1], strings.ReplaceAll(args[2], `\n`, "\n"))
	if before == after {
		ts.Fatalf("%s has no %q", args[0], args[1])
	}
	path := ts.MkAbs(args[0])
	ts.Check(os.WriteFile(path+".tmp", []byte(after), 0o666))
	ts.Check(os.Rename(path+".tmp", path))
}

// running FILE is the command of scripts that waits until a program runs.
func running(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: running FILE")
	}
	path := ts.MkAbs(args[0])
	for late := time.After(heardWithin); !slices.Contains(processesBelow(ts.Getenv("WORK")), path); {
		select {
		case <-late:
			ts.Fatalf("%s does not run", path)
		default:
			runtime.Gosched()
		}
	}
}
