package changes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sum returns the hash of a text as Files has it.
func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}

// TestChanges: after each step exactly the files whose contents are others have changed. Each step also changes
// what is watched and says so, so that nothing needs to be waited for in vain.
func TestChanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	rename := func(from, to string) {
		t.Helper()
		if err := os.Rename(at(from), at(to)); err != nil {
			t.Fatal(err)
		}
	}
	remove := func(name string) {
		t.Helper()
		if err := os.RemoveAll(at(name)); err != nil {
			t.Fatal(err)
		}
	}
	write("project", "1")
	write("specs/a.yaml", "a")
	write("src/main.go", "main")
	write("src/.hidden/x.go", "x")
	files := Files{
		Read:     map[string]string{at("project"): sum("1"), at("z/later.zed"): ""},
		Patterns: []string{at("specs/*.yaml"), at("more/*/*.yaml")},
		Trees:    []Tree{{Dir: at("src"), Only: func(path string) bool { return strings.HasSuffix(path, ".go") }}},
	}
	w, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Watch(files); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		what string
		do   func()
		want string
	}{
		{"a file is written", func() { write("project", "2") }, "project"},
		{"the editor renames", func() { write("specs/.a.swp", "b"); rename("specs/.a.swp", "specs/a.yaml") },
			"specs/a.yaml"},
		{"it keeps what was there, and saves twice", func() {
			rename("specs/a.yaml", "specs/a.yaml~")
			write("specs/a.yaml", "b2")
			write("specs/a.yaml", "b3")
		}, "specs/a.yaml"},
		{"what was there is saved again", func() { write("specs/a.yaml", "b3"); write("project", "3") }, "project"},
		{"what is not watched changes", func() {
			write("src/note.txt", "x")
			write("src/.hidden/x.go", "y")
			write("other/x.go", "y")
			write("project", "4")
		}, "project"},
		{"a file comes to match", func() { write("specs/b.yaml", "b") }, "specs/b.yaml"},
		{"so it does in a folder that is new", func() { write("more/deep/c.yaml", "c") }, "more/deep/c.yaml"},
		{"a tree grows", func() { write("src/new/deep/x.go", "x") }, "src/new/deep/x.go"},
		{"what is new changes", func() { write("src/new/deep/x.go", "y") }, "src/new/deep/x.go"},
		{"a file that was not there", func() { write("z/later.zed", "z") }, "z/later.zed"},
		{"a file goes", func() { remove("specs/b.yaml") }, "specs/b.yaml"},
		{"a folder goes", func() { remove("src/new") }, "src/new/deep/x.go"},
		{"the folder comes again", func() { write("src/new/deep/x.go", "x") }, "src/new/deep/x.go"},
		{"several change", func() { write("project", "5"); write("src/main.go", "2"); remove("z") },
			"project src/main.go z/later.zed"},
	} {
		step.do()
		got, err := w.Wait(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, path := range got {
			rel, _ := filepath.Rel(dir, path)
			got[i] = filepath.ToSlash(rel)
		}
		if diff := cmp.Diff(step.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s:\n%s", step.what, diff)
		}
	}
}

// TestBetween: what changed after it was read, or before it was watched anew, is told.
func TestBetween(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "spec")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	w, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	write("new")
	for _, read := range []string{"old", "older"} {
		if err := w.Watch(Files{Read: map[string]string{path: sum(read)}}); err != nil {
			t.Fatal(err)
		}
		if got, err := w.Wait(t.Context()); err != nil || len(got) != 1 {
			t.Errorf("%s was read: %v, %v", read, got, err)
		}
	}
	write("newer")
	if err := w.Watch(Files{Read: map[string]string{path: ""}}); err != nil {
		t.Fatal(err)
	}
	if got, err := w.Wait(t.Context()); err != nil || len(got) != 1 {
		t.Errorf("%v, %v", got, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if got, err := w.Wait(ended); err == nil {
		t.Errorf("the context has ended: %v", got)
	}
}
