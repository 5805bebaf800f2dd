package configtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/spec"
)

// Write writes files, by their names, into a folder of the test's own and returns it.
func Write(t testing.TB, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Load writes the files of a project, of which ttf-int.yaml is one, and loads it. A mistake
// in them ends the test.
func Load(t testing.TB, files map[string]string) *spec.System {
	t.Helper()
	system, err := config.Load("", Write(t, files))
	if err != nil {
		t.Fatal(err)
	}
	return system
}
