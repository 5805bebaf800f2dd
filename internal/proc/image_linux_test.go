package proc

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestImage: what is started is the file that was opened and read, whatever comes
// in its place between the two.
func TestImage(t *testing.T) {
	t.Parallel()
	echo, err := exec.LookPath("echo")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(echo)
	if err != nil {
		t.Fatal(err)
	}
	const other = "#!/bin/sh\necho other\n"
	write := func(path, text string) {
		t.Helper()
		// A process that another test starts meanwhile would have the file open, so that it could not be started.
		syscall.ForkLock.RLock()
		defer syscall.ForkLock.RUnlock()
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, replace := range map[string]func(path string){
		"nothing": func(string) {},
		"renamed": func(path string) { write(path+"2", other); os.Rename(path+"2", path) },
		"removed": func(path string) { os.Remove(path) },
		"new":     func(path string) { os.Remove(path); write(path, other) },
		"folder":  func(path string) { os.Remove(path); os.Mkdir(path, 0o755) },
		"link":    func(path string) { os.Remove(path); os.Symlink("/bin/false", path) },
	} {
		for kind, guard := range map[string]Guard{"plain": {}, "guarded": guarded} {
			path := filepath.Join(t.TempDir(), "echo")
			write(path, string(data))
			image, err := OpenImage(path)
			if err != nil {
				t.Fatal(err)
			}
			before, err := image.Sum(nil)
			if err != nil {
				t.Fatal(err)
			}
			command := Command{Path: path, Args: []string{"right"}, Image: image, Guard: guard}
			found, err := command.File()
			if err != nil || found != path {
				t.Fatal(found, err)
			}
			replace(path)
			var out bytes.Buffer
			command.Stdout = &out
			p, err := Start(command)
			if err != nil {
				t.Errorf("%s, %s: %v", name, kind, err)
				continue
			}
			if exit, err := p.Wait(t.Context()); err != nil || !exit.IsSuccess() ||
				strings.TrimSpace(out.String()) != "right" {
				t.Errorf("%s, %s: %v %v %q", name, kind, exit, err, out.String())
			}
			if after, err := image.Sum(nil); err != nil || after.SHA256() != before.SHA256() || !image.IsIntact() {
				t.Errorf("%s, %s: %v, intact %v", name, kind, err, image.IsIntact())
			}
			image.Close()
		}
	}
	for name, text := range map[string]string{"script": other, "program": string(data)} {
		path := filepath.Join(t.TempDir(), "echo")
		write(path, text)
		image, err := OpenImage(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := image.Sum(nil); err != nil || !image.IsIntact() {
			t.Fatal(err)
		}
		write(path, text+"# more")
		if image.IsIntact() {
			t.Errorf("a %s that was written to is intact", name)
		}
		if name == "script" {
			os.Remove(path)
			write(path, text)
			if image.IsIntact() {
				t.Error("a script that was replaced is intact")
			}
		}
		image.Close()
	}
}

// TestLeft: what a process has left behind is named, where it ended by itself.
func TestLeft(t *testing.T) {
	t.Parallel()
	const begun = "until grep -qs sleep /proc/$!/comm; do sleep 0.01; done; " // before, it has the shell's name
	for script, want := range map[string]string{
		"sleep 1000 & " + begun + "exit 3":            "sleep(",
		"setsid sleep 1000 & " + begun + "sleep 0.1":  "sleep(",
		"(sleep 1000 & " + begun + "sleep 1000 &); :": "sleep(",
		"sleep 0.05 & exit 0":                         "",
		"true & exit 0":                               "",
		"cat <&0 >/dev/null & sleep 0.01":             "",
	} {
		left := runScript(t, script)
		for range 4 {
			if want != "" || left == "" {
				break
			}
			left = runScript(t, script) // what takes long to end on a busy machine may be named
		}
		if !strings.Contains(left, want) || want == "" && left != "" {
			t.Errorf("%s: %q", script, left)
		}
	}
	image, err := OpenImage("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	defer image.Close()
	p, err := Start(Command{Path: "/bin/sh", Args: []string{"-c", "(while :; do sleep 1; done) & exit 3"}, Image: image,
		Guard: guarded})
	if err != nil {
		t.Fatal(err)
	}
	if exit, err := p.Wait(t.Context()); err != nil || !strings.Contains(strings.Join(exit.Left, " "), "sh(") {
		t.Errorf("what an opened file has left behind: %v, %v", exit.Left, err)
	}
}

// runScript returns what a script leaves behind.
func runScript(t *testing.T, script string) string {
	t.Helper()
	p, err := Start(Command{Path: "sh", Args: []string{"-c", script}, Env: []string{"PATH=" + os.Getenv("PATH")},
		Guard: guarded})
	if err != nil {
		t.Fatal(err)
	}
	exit, err := p.Wait(t.Context())
	if err != nil {
		t.Errorf("%s: %v", script, err)
	}
	return strings.Join(exit.Left, " ")
}

// TestResident: a process that takes memory without end, itself or in a child, is
// killed, and its end says why. The shell bounds it far above that limit, so that
// the machine does not suffer where the limit fails.
func TestResident(t *testing.T) {
	t.Parallel()
	for _, script := range []string{"exec tail /dev/zero", "tail /dev/zero; exit 0", "setsid tail /dev/zero & wait"} {
		for kind, guard := range map[string]Guard{"plain": {}, "guarded": guarded} {
			p, err := Start(Command{Path: "sh", Args: []string{"-c", "ulimit -v 3000000; " + script},
				Env: []string{"PATH=" + os.Getenv("PATH")}, Resident: 64 << 20, Guard: guard})
			if err != nil {
				t.Fatal(err)
			}
			exit, err := p.Wait(t.Context())
			if err != nil || exit.IsSuccess() || exit.String() != "used more than 64 MiB of memory" {
				t.Errorf("%s, %s: %v, %v", script, kind, exit, err)
			}
		}
	}
}

// TestShared: memory that processes share counts once. Twenty of sleep hold about thirty MiB, nearly all the same.
func TestShared(t *testing.T) {
	t.Parallel()
	const script = "n=0; while [ $n -lt 20 ]; do sleep 0.6 & n=$((n+1)); done; wait; exit 3"
	p, err := Start(Command{Path: "sh", Args: []string{"-c", script}, Env: []string{"PATH=" + os.Getenv("PATH")},
		Resident: 16 << 20, Guard: guarded})
	if err != nil {
		t.Fatal(err)
	}
	if exit, err := p.Wait(t.Context()); err != nil || exit.Code != 3 {
		t.Errorf("it %v, %v", exit, err)
	}
}

// TestImageOfNoFile: what is not a regular file is refused. To open a pipe would
// wait for somebody to write to it.
func TestImageOfNoFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, t.TempDir(), "/dev/zero"} {
		if i, err := OpenImage(path); err == nil || !strings.Contains(err.Error(), "it is not a regular file") {
			t.Errorf("%s: %v, %v", path, i, err)
		}
	}
}

// TestSum: a file whose hash is known is read again as soon as what it holds may be something else.
func TestSum(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "program")
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var known *Sum
	sum := func() *Sum {
		t.Helper()
		image, err := OpenImage(path)
		if err != nil {
			t.Fatal(err)
		}
		defer image.Close()
		s, err := image.Sum(known)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	write(path, "one")
	if known = sum(); sum() == known {
		t.Error("a file that was changed when it was read is taken for unchanged")
	}
	time.Sleep(settleTime)
	if known = sum(); sum() != known {
		t.Error("a file that nobody has changed is read again")
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(){
		"written": func() {
			write(path, "two")
			if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
		},
		"replaced": func() {
			write(path+"2", "six")
			if err := os.Rename(path+"2", path); err != nil {
				t.Fatal(err)
			}
		},
	} {
		before := known.SHA256()
		change()
		if got := sum(); got == known || got.SHA256() == before {
			t.Errorf("%s: it is taken for the file that was read", name)
		}
		time.Sleep(settleTime)
		if known = sum(); sum() != known {
			t.Errorf("%s: a file that nobody has changed is read again", name)
		}
	}
}
