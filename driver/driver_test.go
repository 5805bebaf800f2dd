package driver_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/driver"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
)

// served are types of the standard library and of modules that this one requires: with
// and without constructors, with methods of many kinds, and whole packages.
var served = []string{
	"bytes.Buffer", "strings.Replacer", "container/list", "container/ring.Ring", "go/token.FileSet", "net/netip",
	"math/big.Int", "net/url", "sort", "time.Time", "text/scanner", "sync.Map", "gonum.org/v1/gonum/graph/simple",
}

// TestServed: whatever the package, its table compiles, its skeleton is a specification
// without an error, and no name stands for two things.
func TestServed(t *testing.T) {
	t.Parallel()
	repo, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(repo, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "go.mod" {
			const module = "github.com/ttf-int/ttf-int"
			data = []byte(strings.Replace(string(data), "module "+module, "module example.com/served", 1) +
				"\nrequire " + module + " v0.0.0\n\nreplace " + module + " => " + repo + "\n")
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i, pattern := range served {
		p, err := driver.Read(t.Context(), driver.Options{Dir: repo, Pattern: pattern})
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
			continue
		}
		at := filepath.Join(dir, "p"+string(rune('a'+i)))
		files, err := p.Files(at, p.Name)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
			continue
		}
		if err := driver.Write(files); err != nil {
			t.Fatal(err)
		}
		z := filepath.Join(at, "specs", p.Name+".zed")
		text, err := os.ReadFile(z)
		if err != nil {
			t.Fatal(err)
		}
		paragraphs, err := parse.Document(source.NewFile(z, string(text)).Whole())
		if err == nil {
			_, err = types.Check(paragraphs)
		}
		if err != nil {
			t.Errorf("%s: %s", pattern, source.Show(err, 0))
		}
		again, err := p.Files(at, p.Name)
		if err != nil || slices.ContainsFunc(again, func(f driver.File) bool { return f.State != driver.Kept }) {
			t.Errorf("%s: a second run is to keep all: %v %v", pattern, again, err)
		}
	}
	vet := exec.CommandContext(t.Context(), "go", "vet", "./...")
	vet.Dir = dir
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("the tables do not compile: %v\n%s", err, out)
	}
}
