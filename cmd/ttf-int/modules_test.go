package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/modfile"
)

// TestLinked: the modules that a new project requires are those that the SDK links, no more and no fewer.
func TestLinked(t *testing.T) {
	t.Parallel()
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", sdkModule+"/sut/...")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(string(out))
	slices.Sort(want)
	want = slices.DeleteFunc(slices.Compact(want), func(path string) bool { return path == sdkModule })
	if diff := cmp.Diff(want, linked); diff != "" {
		t.Error(diff)
	}
	files, err := moduleFiles(t.TempDir(), "example.com/x", filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(files[0].data), "\n") {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if is := strings.HasSuffix(line, "// indirect"); is && !slices.Contains(linked, name) {
			t.Errorf("go.mod requires %s", name)
		}
	}
}

// TestRequireDirectly: the module that has the package is required by the program itself, and no other.
func TestRequireDirectly(t *testing.T) {
	t.Parallel()
	mod := filepath.Join(t.TempDir(), "go.mod")
	text := "module example.com/p\n\ngo 1.26\n\nrequire example.com/sdk v1.0.0\n\nrequire (\n" +
		"\texample.com/a v1.2.0 // indirect\n\texample.com/a/b/v2 v2.0.0 // indirect\n)\n"
	if err := os.WriteFile(mod, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := requireDirectly(mod, "example.com/a/b/v2/c"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(mod)
	if err != nil {
		t.Fatal(err)
	}
	f, err := modfile.Parse(mod, got, nil)
	if err != nil {
		t.Fatal(err)
	}
	direct := map[string]bool{}
	for _, r := range f.Require {
		direct[r.Mod.Path] = !r.Indirect
	}
	if !direct["example.com/a/b/v2"] || direct["example.com/a"] || !direct["example.com/sdk"] {
		t.Errorf("%v\n%s", direct, got)
	}
}
