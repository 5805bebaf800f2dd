package driver

import (
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// File is a file that a driver consists of.
type File struct {
	Path string `json:"path"` // with slashes, below the project's folder or absolute
	// State says what became of it.
	State FileState `json:"state"`
	// Added are the units, schemas and variables that were added to a file that existed.
	Added []string `json:"added,omitempty"`

	at   string // where it is
	data []byte
}

// FileState says what became of a file.
type FileState string

// What becomes of the files of a driver. What a file holds is never overwritten.
const (
	Written  FileState = "written"
	Extended FileState = "extended"
	Kept     FileState = "kept" // it holds all that would be in it
)

// Files returns what serves a package in the project of a folder: new files, and those
// that exist with what they lack added to their end, or, in a table, to the end of its
// units and variables. Nothing is written yet. The error says which file cannot be read.
func (p *Package) Files(dir, name string) ([]File, error) {
	specs := filepath.Join(dir, "specs")
	introduced, err := introducedIn(specs)
	if err != nil {
		return nil, err
	}
	units, err := unitsIn(specs)
	if err != nil {
		return nil, err
	}
	adapter := filepath.Join(dir, "sut", "main.go")
	if p.Own {
		adapter = filepath.Join(p.Dir, strings.ToLower(tag)+".go")
	}
	table, err := p.adapterFile(adapter)
	if err != nil {
		return nil, err
	}
	zedName, yamlName := name+".zed", name+".yaml"
	out := []File{table}
	if doc := p.packageFile(dir); doc != "" {
		out = append(out, File{Path: filepath.Join(dir, "doc.go"), State: Written, data: []byte(doc)})
	}
	missing := func(n string) bool { return introduced[n] }
	for _, f := range []struct {
		path, text string
		added      []string
	}{
		{filepath.Join(dir, "ttf-int.yaml"), p.settings(name), nil},
		{filepath.Join(specs, zedName), p.skeleton(missing), p.missingSchemas(introduced)},
		{filepath.Join(specs, yamlName), p.documents(name, zedName, func(u string) bool { return units[u] }),
			p.missingUnits(units)},
		{filepath.Join(dir, "sut", "main.go"), p.program(), nil},
	} {
		if f.path == adapter {
			continue
		}
		made, err := extended(f.path, f.text, f.added)
		if err != nil {
			return nil, err
		}
		out = append(out, made)
	}
	for i, f := range out {
		out[i].at = f.Path
		if below, err := filepath.Rel(dir, f.Path); err == nil && filepath.IsLocal(below) {
			out[i].Path = filepath.ToSlash(below)
		}
	}
	return out, nil
}

// packageFile returns a file of Go for a module that has no package but the program, which the go command could not
// build with ./... then: its file would be named as its folder. It is "" where there is another package.
func (p *Package) packageFile(dir string) string {
	if p.Own {
		return ""
	}
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil || holdsPackage(dir) {
		return ""
	}
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(path.Base(modfile.ModulePath(data))))
	if !token.IsIdentifier(name) || name == "main" {
		name = "tested"
	}
	return fmt.Sprintf("// Package %s holds what tests %s with ttf-int: its specification in specs, and in sut the\n"+
		"// program that serves it.\npackage %s\n", name, p.Path, name)
}

// holdsPackage tells whether a module has a package beside the program.
func holdsPackage(dir string) bool {
	errFound := errors.New("found")
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		if !d.IsDir() {
			if filepath.Ext(path) == ".go" {
				return errFound
			}
			return nil
		}
		_, inner := os.Stat(filepath.Join(path, "go.mod"))
		name := d.Name()
		if inner == nil || name == "sut" || name == "testdata" || name == "vendor" || strings.Trim(name, "._") != name {
			return fs.SkipDir
		}
		return nil
	})
	return errors.Is(err, errFound)
}

// missingSchemas returns the names of the schemas that no file introduces.
func (p *Package) missingSchemas(introduced map[string]bool) []string {
	var out []string
	for _, m := range p.units() {
		if !introduced[m.Schema] {
			out = append(out, m.Schema)
		}
	}
	return out
}

// missingUnits returns the units that no file has.
func (p *Package) missingUnits(units map[string]bool) []string {
	var out []string
	for _, m := range p.units() {
		if !units[m.Unit] {
			out = append(out, m.Unit)
		}
	}
	return out
}

// extended returns a file with a text, behind what it holds already where something is to
// be added to it.
func extended(path, text string, added []string) (File, error) {
	old, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && text == "":
		return File{Path: path, State: Kept}, nil
	case errors.Is(err, fs.ErrNotExist):
		return File{Path: path, State: Written, data: []byte(text)}, nil
	case err != nil:
		return File{}, err
	case text == "" || len(added) == 0:
		return File{Path: path, State: Kept}, nil
	}
	between := "\n"
	if strings.HasSuffix(path, ".yaml") {
		between = "---\n"
	}
	held := strings.TrimRight(string(old), "\n")
	if held != "" {
		held += "\n" + between
	}
	return File{Path: path, State: Extended, Added: added, data: []byte(held + text)}, nil
}

// introducedIn returns the names that the Z of a folder introduces.
func introducedIn(dir string) (map[string]bool, error) {
	out := map[string]bool{}
	err := eachFile(dir, "*.zed", func(path, text string) error {
		paragraphs, err := parse.Document(source.NewFile(path, text).Whole())
		for _, p := range paragraphs {
			for _, n := range zed.IntroducedBy(p) {
				out[n.Name] = true
			}
		}
		return err
	})
	return out, err
}

// eachFile calls f with each file of a folder whose name has a form.
func eachFile(dir, form string, f func(path, text string) error) error {
	paths, err := filepath.Glob(filepath.Join(dir, form))
	if err != nil {
		return err
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := f(path, string(data)); err != nil {
			return err
		}
	}
	return nil
}

// unitLine is the line of a YAML document that says which unit it is of.
var unitLine = regexp.MustCompile(`(?m)^unit:[ \t]*["']?([A-Za-z][A-Za-z0-9_.-]*)`)

// unitsIn returns the units that the YAML files of a folder have documents of.
func unitsIn(dir string) (map[string]bool, error) {
	out := map[string]bool{}
	err := eachFile(dir, "*.yaml", func(_, text string) error {
		for _, m := range unitLine.FindAllStringSubmatch(text, -1) {
			out[m[1]] = true
		}
		return nil
	})
	return out, err
}

// Write writes the files that are new or extended.
func Write(files []File) error {
	for _, f := range files {
		if f.State == Kept {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(f.at), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(f.at, f.data, 0o666); err != nil {
			return fmt.Errorf("%s cannot be written: %w", f.Path, err)
		}
	}
	return nil
}
