package proc

import (
	"bytes"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestStdinAndMemory: a process reads what it is given, within its memory and with so many files, with
// a guard and without.
func TestStdinAndMemory(t *testing.T) {
	t.Parallel()
	for name, guard := range map[string]Guard{"plain": {}, "guarded": guarded} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read, write, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			// The limit is there once something can be read.
			p, err := Start(Command{Path: "sh", Args: []string{"-c", "read word; echo $word; ulimit -v; ulimit -n"},
				Env:   []string{"PATH=" + os.Getenv("PATH")},
				Stdin: read, Memory: 1 << 30, Files: 50, Stdout: &out, Guard: guard})
			read.Close()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := write.WriteString("hello\n"); err != nil {
				t.Fatal(err)
			}
			if exit, err := p.Wait(t.Context()); err != nil || !exit.IsSuccess() {
				t.Fatal(exit, err)
			}
			if got := strings.Join(strings.Fields(out.String()), " "); got != "hello 1048576 50" {
				t.Errorf("%q", got)
			}
			// Nobody holds the other end any more.
			if _, err := write.WriteString("more"); err == nil {
				t.Error("what is written to a process that has ended is kept somewhere")
			}
			write.Close()
		})
	}
}

// TestProcesses: a process that has started more processes than it may is killed with all of them, which its end says.
func TestProcesses(t *testing.T) {
	t.Parallel()
	mark := newMark(t)
	exit, err := Run(t.Context(), Command{Path: "sh", Args: []string{"-c", "while :; do sleep 1000 & done"},
		Env: []string{"MARK=" + mark, "PATH=" + os.Getenv("PATH")}, Processes: 10, Guard: guarded, Grace: time.Hour})
	if err != nil || exit.Processes != 10 || exit.IsSuccess() || exit.String() != "had more than 10 processes" {
		t.Error(exit, err)
	}
	awaitNone(t, mark)
}

// TestGrace: a process that is killed is asked to end first, where it has the time, and killed when that is over.
func TestGrace(t *testing.T) {
	t.Parallel()
	for name, guard := range map[string]Guard{"plain": {}, "guarded": guarded} {
		for script, ends := range map[string]bool{
			"trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done": true,
			"trap '' TERM; echo ready; while :; do sleep 0.01; done":                 false,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				read, write, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				var out bytes.Buffer
				c := Command{Path: "sh", Args: []string{"-c", script}, Env: []string{"PATH=" + os.Getenv("PATH")},
					Stdout: io.MultiWriter(&out, write), Guard: guard, Grace: 50 * time.Millisecond}
				if ends {
					c.Grace = time.Hour
				}
				p, err := Start(c)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := read.Read(make([]byte, 1)); err != nil { // it handles the signal now
					t.Fatal(err)
				}
				if err := p.Kill(); err != nil {
					t.Fatal(err)
				}
				if exit := p.Exit(); ends != (exit.Code == 7) || ends != strings.Contains(out.String(), "bye") {
					t.Error(exit, out.String())
				}
				read.Close()
				write.Close()
			})
		}
	}
}

// TestNoFilesOfOthers: a guarded process has no files open but those that it is given, whatever this process was given
// by whoever started it.
func TestNoFilesOfOthers(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	inherited, err := syscall.Dup(int(null.Fd())) // stays open in what is started
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(inherited)
	commands := []Command{{Path: "ls"}}
	if image, err := OpenImage("/bin/ls"); err == nil {
		defer image.Close()
		commands = append(commands, Command{Path: "ls", Image: image})
	} else {
		t.Logf("a program that was opened before is not tried: %v", err)
	}
	for _, c := range commands {
		var out bytes.Buffer
		c.Args, c.Env, c.Stdout, c.Guard = []string{"/proc/self/fd"}, []string{"PATH=/bin"}, &out, guarded
		if exit, err := Run(t.Context(), c); err != nil || !exit.IsSuccess() {
			t.Fatal(exit, err)
		}
		if got := strings.Fields(out.String()); len(got) != 4 { // the fourth is that of the folder itself
			t.Errorf("with the image %v: %q", c.Image, got)
		}
	}
}
