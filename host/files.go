package host

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// FilesOf returns the paths of the files that a prepared program consists of, as far as that is known, sorted: its own,
// where its command names it by a path, those of its arguments that are files, and what it declares to read.
func FilesOf(p *Program) ([]string, error) {
	out := listArguments(p)
	if strings.ContainsAny(p.spec.Command[0], `/\`) {
		out = append(out, p.file)
	}
	for _, pattern := range p.spec.Reads {
		matches, err := filepath.Glob(within(p, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, root := range matches {
			err := walkFiles(root, func(path string) error {
				out = append(out, path)
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// walkFiles calls f with the files below a path. It leaves out hidden folders and those in which Python keeps what it
// has compiled: runs write there.
func walkFiles(root string, f func(path string) error) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "__pycache__"):
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		return f(path)
	})
}
