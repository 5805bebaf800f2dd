package driver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/driver"
)

// TestShown: what a type shows is bound, in whatever way it does that, beside what it does not show; and what changes
// an object is not taken for what shows it.
func TestShown(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string][]string{
		"./driver/testdata/shelves.Box": {
			"sut.Field(\"label\", func(u", ".Label })", "sut.Field(\"value\", func(u", "sut.Property(\"depth\"",
			"┌ Empty\n  ΔBox", "┌ Each\n  ΔBox", "┌ Count\n  ΞBox", "┌ Name\n  ΞBox\n  r! : 𝕊\n├\n  r! = label",
			"Hold of Box is not a unit: Held is an interface: a sut.Codec can send what it holds",
			"the field inner of Box is not bound",
		},
		"./driver/testdata/shelves.Row container/ring.Ring": {
			"return true\n", "shelves.NewRow(shelves.Int)",
			"is called with shelves.Int for order",
		},
		"./driver/testdata/shelves.Chain container/ring.Ring": {
			"for e := u.chain.First(); e != nil; e = e.Next() {", "all = append(all, shownLink{Key: e.Key})",
			"┌ Chain\n  items : seq Link\n└",
		},
		"./driver/testdata/shelves.Rack container/ring.Ring": {
			"return false\n", "sut.Observed(\"size\"", "sut.Tuple2[string, int]{First: x, Second: y}",
		},
	} {
		p, err := driver.Read(t.Context(), driver.Options{Dir: "..", Patterns: strings.Fields(pattern)})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		p.Dir = dir // where the table of a package of the main module lies
		files, err := p.Files(dir, "shelves")
		if err != nil {
			t.Fatal(err)
		}
		if err := driver.Write(files); err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		err = filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			all.Write(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range p.Notes {
			all.WriteString(n.Text + "\n")
		}
		for _, text := range want {
			if !strings.Contains(all.String(), text) {
				t.Errorf("%s: the files do not have %q:\n%s", pattern, text, all.String())
			}
		}
	}
}
