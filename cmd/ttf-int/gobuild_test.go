package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// keptBuilds is the variable of scripts that names the folder in which goOnce keeps what it built.
const keptBuilds = "TTF_INT_TEST_BUILDS"

// goOnce is the command go of scripts. Every command that runs a project has its program built first, which takes
// go build longer to find up to date than the rest of such a command takes. So a go build that a script has had
// before, of the same files in the same folder, gives the program that it gave then. All else is done by go itself,
// and so is a build that may depend on more than buildKey knows of.
func goOnce() {
	real, err := realGo()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	output, key, ok := buildKey(os.Args[1:])
	if !ok {
		err := syscall.Exec(real, append([]string{"go"}, os.Args[1:]...), os.Environ())
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	kept := filepath.Join(os.Getenv(keptBuilds), key)
	if _, err := os.Stat(kept); err == nil {
		if err := copyProgram(kept, output); err == nil {
			return
		}
	}
	// Nothing of ttf-int reads what the linker writes for debuggers.
	args := slices.Insert(slices.Clone(os.Args[1:]), 1, "-ldflags=-w")
	build := exec.Command(real, args...)
	build.Stdin, build.Stdout, build.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := build.Run(); err != nil {
		os.Exit(max(1, build.ProcessState.ExitCode()))
	}
	if err := copyProgram(output, kept); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// realGo is the path of the go command that is not this test.
func realGo() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	own, err := os.Stat(self)
	if err != nil {
		return "", err
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, "go")
		info, err := os.Stat(path)
		if err == nil && !os.SameFile(info, own) && info.Mode().IsRegular() && !sameBytes(path, self, info, own) {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no go in PATH beside that of the scripts")
}

// sameBytes tells whether two files hold the same: where there are no links, a command of scripts is a copy.
func sameBytes(a, b string, first, second fs.FileInfo) bool {
	if first.Size() != second.Size() {
		return false
	}
	one, err := os.ReadFile(a)
	if err != nil {
		return false
	}
	other, err := os.ReadFile(b)
	return err == nil && bytes.Equal(one, other)
}

// buildKey is where a go build in the working directory writes the program, and a name for all that decides what the
// program is. It is false where that cannot be told: of other commands and flags, outside the root of a module, of a
// module that replaces others than this one, and where files are embedded, linked, or not of Go.
func buildKey(args []string) (output, key string, ok bool) {
	flags, isBuild := strings.CutPrefix(strings.Join(args, "\x00"), "build\x00")
	words := strings.Split(strings.TrimPrefix(flags, "-buildvcs=false\x00"), "\x00")
	if len(words) > 2 && words[0] == "-tags" {
		words = words[2:]
	}
	wd, err := os.Getwd()
	if !isBuild || len(words) != 3 || words[0] != "-o" || !strings.HasPrefix(words[2], "./") || err != nil ||
		os.Getenv(keptBuilds) == "" {
		return "", "", false
	}
	output = words[1]
	if info, err := os.Stat(output); err == nil && info.IsDir() {
		return "", "", false
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q\n", wd, args)
	for _, v := range slices.Sorted(slices.Values(os.Environ())) {
		if strings.HasPrefix(v, "GO") || strings.HasPrefix(v, "CGO") || strings.HasPrefix(v, "HOME=") {
			fmt.Fprintf(hash, "%q\n", v)
		}
	}
	module, err := os.ReadFile("go.mod")
	if err != nil || replacesOthers(string(module)) || !hashSources(hash, ".") {
		return "", "", false
	}
	return output, hex.EncodeToString(hash.Sum(nil)), true
}

// replacesOthers tells whether a go.mod has other modules in place of some than the one under test, which does not
// change while a script runs.
func replacesOthers(module string) bool {
	for line := range strings.Lines(module) {
		if before, _, found := strings.Cut(line, "=>"); found && !strings.Contains(before, sdkModule) {
			return true
		}
	}
	return false
}

// hashSources adds the sources of Go below a folder, and is false where there are others, or some that read files.
func hashSources(to io.Writer, dir string) bool {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			return fs.ErrInvalid
		}
		switch filepath.Ext(path) {
		case ".go", ".mod", ".sum":
		case ".work", ".s", ".S", ".c", ".h", ".cc", ".cpp", ".syso":
			return fs.ErrInvalid
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if bytes.Contains(text, []byte("//go:embed")) || bytes.Contains(text, []byte(`import "C"`)) {
			return fs.ErrInvalid
		}
		_, err = fmt.Fprintf(to, "%q %q\n", path, text)
		return err
	})
	return err == nil
}

// copyProgram puts a copy of a program in the place of whatever is there, running or not.
func copyProgram(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	temporary, err := os.CreateTemp(filepath.Dir(to), ".program")
	if err != nil {
		return err
	}
	_, err = io.Copy(temporary, source)
	if err == nil {
		err = temporary.Chmod(0o755)
	}
	if closed := temporary.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temporary.Name(), to)
	}
	if err != nil {
		os.Remove(temporary.Name())
	}
	return err
}

// TestGoOnce holds that what changes a program changes the name of its build, and that what goOnce cannot tell is
// left to go.
func TestGoOnce(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv(keptBuilds, t.TempDir())
	own := "module m\n\nreplace " + sdkModule + " => /elsewhere\n"
	write("go.mod", own)
	write("main.go", "package main\n")
	seen := map[string]string{}
	key := func(change string, args ...string) {
		t.Helper()
		output, key, ok := buildKey(args)
		if !ok || output != "bin/p" {
			t.Fatalf("%s: the program is %q, known %t", change, output, ok)
		}
		if earlier, found := seen[key]; found {
			t.Errorf("%s: the same build as that of %s", change, earlier)
		}
		seen[key] = change
	}
	build := []string{"build", "-o", "bin/p", "./sut"}
	key("nothing", build...)
	key("without the commit", "build", "-buildvcs=false", "-o", "bin/p", "./sut")
	key("a tag", "build", "-tags", "x", "-o", "bin/p", "./sut")
	key("a tag without the commit", "build", "-buildvcs=false", "-tags", "x", "-o", "bin/p", "./sut")
	key("another package", "build", "-o", "bin/p", "./other")
	write("main.go", "package main // changed\n")
	key("a source", build...)
	write("more.go", "package main\n")
	key("one more source", build...)
	write("go.sum", "x\n")
	key("go.sum", build...)
	t.Setenv("GOFLAGS", "-tags=y")
	key("a variable", build...)
	write("notes.txt", "not a source")
	if _, again, _ := buildKey(build); seen[again] != "a variable" {
		t.Errorf("a file that is not a source makes the build another")
	}
	unknown := func(why string, args ...string) {
		t.Helper()
		if _, _, ok := buildKey(args); ok {
			t.Errorf("%s: the build is kept", why)
		}
	}
	unknown("a test", "test", "./sut")
	unknown("another flag", "build", "-race", "-o", "bin/p", "./sut")
	unknown("a folder", "build", "-o", ".", "./sut")
	write("embeds.go", "package main\n\n//go:embed notes.txt\nvar notes string\n")
	unknown("an embedded file", build...)
	write("embeds.go", "package main\n")
	write("go.mod", own+"replace other => ../other\n")
	unknown("another replaced module", build...)
}
