package config

import (
	"path/filepath"
	"slices"

	"github.com/ttf-int/ttf-int/spec"
)

// LoadPart reads the named units of a project, and nothing else that stands beside them in the files of units. Files of
// others need not be there. What the units say is then the same as in the whole project, unless something else has a
// part in it. Path and dir are as for Load; cycles are cut.
func LoadPart(path, dir string, units []string) (*spec.System, error) {
	path, err := Locate(path, dir)
	if err != nil {
		return nil, err
	}
	l := newLoader(path, true)
	l.only = map[string]bool{}
	for _, name := range units {
		l.only[name] = true
	}
	f, err := l.reader.readFile(path)
	if err != nil {
		return nil, err
	}
	return l.load(f)
}

// isWanted tells whether a document is that of a unit that is read.
func (l *loader) isWanted(n *node) bool {
	if !n.isMap() {
		return false
	}
	for _, f := range n.fields {
		if f.key.yaml.Value == "unit" {
			return f.value.isScalar() && l.only[f.value.yaml.Value]
		}
	}
	return false
}

// filesOfUnits returns the names of the files on which it depends what units say, by the names of the units.
func (l *loader) filesOfUnits() map[string][]string {
	out := map[string][]string{}
	for _, u := range l.units {
		files := []string{l.reader.name(filepath.Clean(u.path))}
		for _, name := range listZ(u.z) {
			if path := filepath.FromSlash(name); filepath.IsAbs(path) {
				files = append(files, l.reader.name(path))
			} else {
				files = append(files, l.reader.name(filepath.Join(filepath.Dir(u.path), path)))
			}
		}
		slices.Sort(files)
		out[u.Name] = slices.Compact(files)
	}
	return out
}
