package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/affected"
	"github.com/ttf-int/ttf-int/config"
)

// TestSince: the project as it was at a commit is read again, what it names elsewhere in the repository included, and
// each changed file counts for those programs that it belongs to.
func TestSince(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git: nothing is compared with a commit")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"shared/spec.zed": "S == [n : ℤ]\nAdd == [ΔS | n' = n + 1]\nTake == [ΔS | n' = n - 1]\n",
		"a b/ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\nsuts:\n" +
			"  go:   {build: [go, build, .], command: [bin/go], dir: go}\n" +
			"  py:   {command: [python3, py/serve.py], reads: [\"py/*.py\", data]}\n",
		"a b/units.yaml": "unit: add\nsut: go\nz: ../shared/spec.zed\nschema: Add\n---\nunit: take\nsut: py\n" +
			"z: ../shared/spec.zed\nschema: Take\n",
		"a b/go/go.mod": "module m\n", "a b/go/main.go": "package main\n", "a b/go/notes.md": "", "a b/py/serve.py": "",
		"a b/py/notes.md": "", "a b/data/deep/x.csv": "", ".gitignore": "bin\n",
	} {
		write(name, text)
	}
	repo := &repository{root: root}
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=t", "-c", "user.email=t@t"}, args...)
		if _, err := repo.git(t.Context(), args...); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-q", "-m", "first")
	dir := filepath.Join(root, "a b")
	list := func() (out []string) {
		t.Helper()
		now, files, err := config.LoadFiles("", dir, false)
		if err != nil {
			t.Fatal(err)
		}
		r, err := openRepository(t.Context(), dir, "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		before, err := r.load(t.Context(), files, false)
		if err != nil {
			t.Fatal(err)
		}
		changed, err := r.listChanged(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		c := affected.Change{Before: before, Now: now}
		c.Programs, c.Code = findChangedPrograms(files, changed)
		for _, a := range c.List() {
			out = append(out, a.Name+": "+a.Why)
		}
		return out
	}
	const specified = "its specification has changed"
	for _, step := range []struct {
		file, text string
		want       []string
	}{
		{"a b/README.md", "read me", nil},
		{"a b/go/notes.md", "notes", nil},
		{"a b/go/main_test.go", "package main", nil},
		{"a b/py/notes.md", "notes", nil},
		{"a b/bin/new.go", "package bin", nil},
		{"a b/go/main.go", "package main // changed", []string{"add: its program go has changed (go/main.go)"}},
		{"a b/go/new.go", "package main", []string{"add: its program go has changed (go/new.go)"}},
		{"a b/py/new.py", "pass", []string{"take: its program py has changed (py/new.py)"}},
		{"a b/data/deep/x.csv", "1", []string{"take: its program py has changed (data/deep/x.csv)"}},
		{"shared/spec.zed", "S == [n : ℤ]\nAdd == [ΔS | n' = n + 2]\nTake == [ΔS | n' = n - 1]\n",
			[]string{"add: " + specified}},
	} {
		write(step.file, step.text)
		if d := cmp.Diff(step.want, list()); d != "" {
			t.Errorf("after a change of %s (-want +got):\n%s", step.file, d)
		}
		git("add", "-A")
		if d := cmp.Diff(step.want, list()); d != "" {
			t.Errorf("after a change of %s that is to be committed (-want +got):\n%s", step.file, d)
		}
		git("commit", "-q", "--allow-empty", "-m", "next")
	}
	_, err = openRepository(t.Context(), dir, "--all")
	if err == nil || !strings.Contains(err.Error(), "no such commit") {
		t.Errorf("of a commit that is not there it is said: %v", err)
	}
}
