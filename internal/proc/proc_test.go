//go:build linux

package proc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var guarded Guard

func TestMain(m *testing.M) {
	guarded = OwnGuard()
	if len(os.Args) > 2 && os.Args[1] == "host" {
		host(os.Args[2], len(os.Args) > 3)
		return
	}
	os.Exit(m.Run())
}

// host starts a process that leaves its group, and waits to be killed.
func host(mark string, plain bool) {
	g := guarded
	if plain {
		g = Guard{}
	}
	p, err := Start(Command{Path: "sh", Args: []string{"-c", stray},
		Env: []string{"MARK=" + mark, "PATH=" + os.Getenv("PATH")}, Stdout: os.Stdout, Guard: g})
	if err != nil {
		fmt.Println("failed", err)
		return
	}
	<-p.Done()
}

// stray starts a process that holds the output and one that leaves the group.
const stray = `sleep 1000 & setsid sleep 1000 & sleep 0.1; echo ready; wait`

// findMarked returns the processes that have a mark in their environment.
func findMarked(t *testing.T, mark string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil || len(files) == 0 {
		t.Fatalf("/proc cannot be read: %v", err)
	}
	var out []string
	for _, f := range files {
		if env, err := os.ReadFile(f); err == nil && bytes.Contains(env, []byte("MARK="+mark+"\x00")) {
			cmdline, _ := os.ReadFile(filepath.Dir(f) + "/cmdline")
			out = append(out, fmt.Sprintf("%s %q", f, cmdline))
		}
	}
	return out
}

func awaitNone(t *testing.T, mark string) {
	t.Helper()
	var left []string
	for range 6000 {
		if left = findMarked(t, mark); len(left) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("left behind: %s", strings.Join(left, ", "))
}

func newMark(t *testing.T) string {
	return fmt.Sprintf("%s-%d-%d", t.Name(), os.Getpid(), time.Now().UnixNano())
}

func testBothGuards(t *testing.T, f func(t *testing.T, g Guard)) {
	t.Run("plain", func(t *testing.T) { f(t, Guard{}) })
	t.Run("guarded", func(t *testing.T) { f(t, guarded) })
}

func TestExit(t *testing.T) {
	testBothGuards(t, func(t *testing.T, g Guard) {
		for _, c := range []struct{ script, want string }{
			{"exit 0", "ended with exit status 0"},
			{"exit 3", "ended with exit status 3"},
			{"kill -SEGV $$", "was ended by a signal: segmentation fault"},
		} {
			exit, err := Run(t.Context(), Command{Path: "sh", Args: []string{"-c", c.script}, Guard: g})
			if err != nil || exit.String() != c.want {
				t.Errorf("%s: %v, %v; want %s", c.script, exit, err, c.want)
			}
		}
	})
}

func TestEnvironmentAndOutput(t *testing.T) {
	t.Setenv("SECRET", "1")
	testBothGuards(t, func(t *testing.T, g Guard) {
		out, errs := NewCapture(1000), NewCapture(1000)
		_, err := Run(t.Context(), Command{Path: "/usr/bin/env", Dir: t.TempDir(), Env: []string{"ONE=1"}, Stdout: out,
			Stderr: errs, Guard: g})
		if err != nil || out.String() != "ONE=1\n" || errs.String() != "" {
			t.Errorf("%q, %q, %v", out, errs, err)
		}
	})
}

func TestNotStarted(t *testing.T) {
	testBothGuards(t, func(t *testing.T, g Guard) {
		dir := t.TempDir()
		if err := os.WriteFile(dir+"/bad", []byte("no program"), 0o755); err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string]string{
			"nosuchprogram": "the program nosuchprogram was not found in PATH",
			"./nosuch":      "the program ./nosuch does not exist",
			"./bad":         "./bad could not be started: exec format error",
			"":              "there is no command to start",
		} {
			_, err := Start(Command{Path: path, Dir: dir, Guard: g})
			if err == nil || err.Error() != want {
				t.Errorf("%s: %v; want %s", path, err, want)
			}
		}
	})
}

func TestGrandchildHoldsOutput(t *testing.T) {
	testBothGuards(t, func(t *testing.T, g Guard) {
		mark := newMark(t)
		out := NewCapture(100)
		exit, err := Run(t.Context(), Command{Path: "sh", Args: []string{"-c", "sleep 1000 & echo hello"},
			Env: []string{"MARK=" + mark}, Stdout: out, Guard: g})
		if err != nil || !exit.IsSuccess() || out.String() != "hello\n" {
			t.Errorf("%v, %v, %q", exit, err, out)
		}
		awaitNone(t, mark)
	})
}

func TestDeadline(t *testing.T) {
	testBothGuards(t, func(t *testing.T, g Guard) {
		mark := newMark(t)
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		exit, err := Run(ctx, Command{Path: "sh", Args: []string{"-c", "trap '' TERM INT; sleep 1000"},
			Env: []string{"MARK=" + mark}, Guard: g})
		if !errors.Is(err, context.DeadlineExceeded) || exit.Signal != "killed" {
			t.Errorf("%v, %v", exit, err)
		}
		awaitNone(t, mark)
	})
}

func TestKillFindsThoseThatLeftTheGroup(t *testing.T) {
	mark := newMark(t)
	out := &signalWriter{want: "ready", seen: make(chan struct{})}
	p, err := Start(Command{Path: "sh", Args: []string{"-c", stray}, Env: []string{"MARK=" + mark}, Stdout: out,
		Guard: guarded})
	if err != nil {
		t.Fatal(err)
	}
	<-out.seen
	if n := len(findMarked(t, mark)); n < 3 {
		t.Errorf("%d processes run, want the shell and two sleeps at least", n)
	}
	if err := p.Kill(); err != nil {
		t.Error(err)
	}
	awaitNone(t, mark)
}

func TestHostKilled(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	mark := newMark(t)
	out := &signalWriter{want: "ready", seen: make(chan struct{})}
	h := exec.Command(exe, "host", mark)
	h.Stdout = out
	if err := h.Start(); err != nil {
		t.Fatal(err)
	}
	<-out.seen
	if n := len(findMarked(t, mark)); n < 3 {
		t.Errorf("%d processes run, want the shell and two sleeps at least", n)
	}
	h.Process.Kill()
	awaitNone(t, mark)
	h.Wait()
}

// signalWriter closes seen when want was written.
type signalWriter struct {
	want string
	all  bytes.Buffer
	seen chan struct{}
	done bool
}

func (w *signalWriter) Write(p []byte) (int, error) {
	w.all.Write(p)
	if !w.done && strings.Contains(w.all.String(), w.want) {
		w.done = true
		close(w.seen)
	}
	return len(p), nil
}

func TestCapture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(0, 20).Draw(t, "limit")
		c := NewCapture(limit)
		var all string
		for _, part := range rapid.SliceOf(rapid.StringMatching(`[a-z]{0,9}`)).Draw(t, "parts") {
			c.Write([]byte(part))
			all += part
		}
		want := all
		if len(all) > limit {
			half := limit / 2
			want = fmt.Sprintf("%s\n[%d bytes left out]\n%s", all[:half], len(all)-limit, all[len(all)-limit+half:])
		}
		if got := c.String(); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

// slowly takes its time for each write, as on a machine with much else to do.
type slowly struct{ bytes int }

func (s *slowly) Write(b []byte) (int, error) {
	time.Sleep(drainTime * 3 / 2)
	s.bytes += len(b)
	return len(b), nil
}

// TestSlowReader: what a process has written before it ended is read to its end, also where that takes longer than
// more is waited for.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	for _, g := range []Guard{{}, guarded} {
		out := &slowly{}
		exit, err := Run(t.Context(), Command{Path: "sh", Args: []string{"-c", "head -c 150000 /dev/zero"},
			Env: []string{"PATH=" + os.Getenv("PATH")}, Stdout: out, Guard: g})
		if err != nil || !exit.IsSuccess() || out.bytes != 150000 {
			t.Errorf("%v, %v: %d bytes of 150000", err, exit, out.bytes)
		}
	}
}
