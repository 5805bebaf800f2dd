package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/spec"
)

// TestReads: what a program declares to read has another hash where any file of it is another one, is there or not, or
// has another name, and where the program has other arguments or another environment; what runs write does not count.
func TestReads(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	remove := func(name string) {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	write("serve.py", "1")
	write("data/a.csv", "1")
	write("data/deep/b.csv", "1")
	write("other", "1")
	sut := spec.SUT{Command: []string{"python3", "serve.py"}, Dir: ".", Reads: []string{"data", "*.py"}}
	p := &Program{spec: &sut, system: &spec.System{Dir: dir}}
	hash := func() string {
		t.Helper()
		h, err := hashReads(p)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	p.reads = hash()
	seen := map[string]string{p.reads: "nothing"}
	for _, step := range []struct {
		what   string
		change func()
	}{
		{"a file", func() { write("data/a.csv", "2") }},
		{"a file below", func() { write("data/deep/b.csv", "2") }},
		{"a new file", func() { write("data/c.csv", "") }},
		{"a name", func() { remove("data/c.csv"); write("data/d.csv", "") }},
		{"a file that is gone", func() { remove("data/d.csv"); remove("data/a.csv") }},
		{"the script", func() { write("serve.py", "2") }},
		{"a script that only the command names", func() { sut.Reads = []string{"data"}; write("serve.py", "3") }},
		{"an argument", func() { sut.Command = append(sut.Command, "-v") }},
		{"the environment", func() { p.command.Env = []string{"MODE=test"} }},
	} {
		step.change()
		h := hash()
		if before, again := seen[h]; again {
			t.Errorf("with %s changed the hash is as with %s", step.what, before)
		}
		if seen[h] = step.what; HasSameReads(p) {
			t.Errorf("with %s changed it is said to read the same", step.what)
		}
	}
	before := hash()
	write("other", "2")
	write("data/__pycache__/a.pyc", "2")
	write("data/.git/x", "2")
	if hash() != before {
		t.Error("what is not declared, hidden, or compiled counts")
	}
	sut.Reads = []string{"datum/*"}
	if _, err := hashReads(p); err == nil || !strings.Contains(err.Error(), "no file is called datum/* in ") {
		t.Errorf("a pattern without a file: %v", err)
	}
	if sut.Reads = nil; hash() != "" {
		t.Error("a program that declares nothing has a hash")
	}
}
