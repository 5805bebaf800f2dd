package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/spec"
)

// TestSources: of a Go program the files are watched that the go command reads, wherever they lie; of any other
// program all files of its folder but the program itself.
func TestSources(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for path, text := range map[string]string{
		"mod/go.mod":            "module m\n\nreplace (\n\tbeside => ../beside\n\tfar => example.com/far v1.0.0\n)\n",
		"mod/a/a.go":            "package a\n\n//go:embed words.txt all:pages\nvar x embed.FS\n",
		"mod/a/a_test.go":       "package a",
		"mod/a/words.txt":       "words",
		"mod/a/pages/deep/p.md": "page",
		"mod/a/note.md":         "note",
		"mod/.cache/x.go":       "package x",
		"mod/p/bin/program":     "program",
		"beside/go.mod":         "module beside\n",
		"beside/b.go":           "package b",
		"work/go.work":          "use (\n\t./one\n\t./two\n)\n",
		"work/one/go.mod":       "module one\n",
		"work/one/one.go":       "package one",
		"work/two/go.mod":       "module two\n",
		"work/two/two.c":        "int two;",
		"other/main.py":         "main",
		"other/bin/program":     "program",
		"other/.git/x":          "x",
	} {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	built := []string{"go", "build", "-o", "bin/program", "."}
	for _, c := range []struct {
		project string
		sut     spec.SUT
		want    string
	}{
		{"mod/p", spec.SUT{Build: built, Command: []string{"bin/program"}, Dir: "."},
			"beside/b.go beside/go.mod mod/a/a.go mod/a/pages/deep/p.md mod/a/words.txt mod/go.mod"},
		{"work/one", spec.SUT{Build: built, Command: []string{"bin/program"}, Dir: "."},
			"work/go.work work/one/go.mod work/one/one.go work/two/go.mod work/two/two.c"},
		{"mod/p", spec.SUT{Command: []string{"python3", "main.py"}, Dir: "../../other"},
			"other/bin/program other/main.py"},
		{"mod/p", spec.SUT{Build: []string{"make"}, Command: []string{"bin/program"}, Dir: "../../other"},
			"other/main.py"},
	} {
		from := findSources(&config.Files{Dir: filepath.Join(dir, filepath.FromSlash(c.project)),
			SUTs: map[string]*spec.SUT{"x": &c.sut}})
		var got []string
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			in := slices.ContainsFunc(from.patterns, func(pattern string) bool {
				is, _ := filepath.Match(pattern, path)
				return is
			})
			for _, tree := range from.trees {
				rel, err := filepath.Rel(tree.Dir, path)
				in = in || err == nil && filepath.IsLocal(rel) && !strings.HasPrefix(rel, ".") &&
					(tree.Only == nil || tree.Only(path))
			}
			if rel, _ := filepath.Rel(dir, path); in && !d.IsDir() {
				got = append(got, filepath.ToSlash(rel))
			}
			return nil
		})
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %v\n%s", c.project, c.sut, diff)
		}
	}
}

// TestWrittenByRounds: a file that changes in two rounds on end, while they go on, is not watched any more, unless
// only a person writes it.
func TestWrittenByRounds(t *testing.T) {
	t.Parallel()
	quiet, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer quiet.Close()
	w := &watch{app: &app{console: &console{stdout: quiet, stderr: quiet}}, unsure: map[string]int{}}
	r := &round{watch: w, files: &config.Files{Read: map[string]string{"/p/a.zed": ""}}}
	from := &sources{certain: []string{"/p/mod"}}
	for _, changed := range [][]string{
		{"/p/log", "/p/once", "/p/a.zed", "/p/mod/x.go"}, {"/p/log", "/p/a.zed", "/p/mod/x.go"}, {"/p/once"},
	} {
		w.suspect(changed, r, from)
	}
	if diff := cmp.Diff(map[string]int{"/p/log": maxUnsure, "/p/once": 1}, w.unsure); diff != "" {
		t.Error(diff)
	}
}
