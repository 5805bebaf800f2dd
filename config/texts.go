package config

import (
	"path/filepath"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/types"
)

// Texts are the contents of files by their absolute paths, such as those that an editor has and
// has not saved. They are read in the place of what these files hold.
type Texts map[string]string

// Known is what is known of a project, also where something in its files is wrong.
type Known struct {
	System *spec.System    // nil where something is wrong
	Z      []zed.Paragraph // what could be read of its Z, also of that in YAML
	Spec   *types.Spec     // with the terms that have a type; nil where no specification could be checked
	Files  *Files          // the files that were read
	Units  []*spec.Unit    // sorted by name; where something is wrong, with their names and places alone
}

// Load reads the project in the given folder, or in the nearest folder above it that has one, as
// LoadCut does. It returns nil where there is no project.
func (t Texts) Load(dir string) (*Known, error) { return t.load("", dir, true) }

// loadFiles reads a project as LoadFiles does.
func (t Texts) loadFiles(path, dir string, cut bool) (*spec.System, *Files, error) {
	known, err := t.load(path, dir, cut)
	if known == nil {
		return nil, nil, err
	}
	return known.System, known.Files, err
}

func (t Texts) load(path, dir string, cut bool) (*Known, error) {
	path, err := Locate(path, dir)
	if err != nil {
		return nil, err
	}
	l := newLoader(path, cut)
	l.reader.texts = t
	f, err := l.reader.readFile(path)
	if f == nil {
		return nil, err
	}
	known := &Known{}
	if err == nil {
		known.System, err = l.load(f)
	}
	known.Files, known.Z, known.Spec, known.Units = l.files(), l.read, l.typed, listUnits(l.units)
	return known, err
}

// LoadZ reads and type-checks one Z document as the function LoadZ does. The path is absolute.
func (t Texts) LoadZ(path string) (*types.Spec, *Document, error) { return loadZ(t.reader(), path) }

// ReadZ reads one Z document as the function ReadZ does. The path is absolute.
func (t Texts) ReadZ(path string) (*Document, error) { return readDocument(t.reader(), path) }

func (t Texts) reader() *reader {
	r := newReader("")
	r.texts = t
	return r
}

// PathOf returns the absolute path of a file of a project that lies in a folder, from a place in it.
func PathOf(at source.Pos, dir string) string {
	if path := filepath.FromSlash(at.File.Name); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, filepath.FromSlash(at.File.Name))
}
