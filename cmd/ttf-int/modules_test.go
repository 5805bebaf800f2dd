package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
