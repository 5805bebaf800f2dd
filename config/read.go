package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// reader reads each file once.
type reader struct {
	dir   string // what names are relative to; "" shows them as they are
	files map[string]*source.File
	sums  map[string]string // by name as shown
}

func newReader(dir string) *reader {
	return &reader{dir: dir, files: map[string]*source.File{}, sums: map[string]string{}}
}

// file reads a regular file of bounded size that holds UTF-8.
func (r *reader) file(path string) (*source.File, error) {
	path = filepath.Clean(path)
	if f := r.files[path]; f != nil {
		return f, nil
	}
	if len(r.files) == MaxFiles {
		return nil, fmt.Errorf("the project has more than %d files", MaxFiles)
	}
	data, err := contents(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", r.name(path), err)
	}
	f := source.NewFile(r.name(path), string(data))
	r.files[path] = f
	sum := sha256.Sum256(data)
	r.sums[f.Name] = hex.EncodeToString(sum[:])
	if !utf8.Valid(data) {
		bad := 0
		for bad < len(data) {
			c, size := utf8.DecodeRune(data[bad:])
			if c == utf8.RuneError && size <= 1 {
				break
			}
			bad += size
		}
		return nil, source.Errorf(place(f, bad), "the file is not UTF-8 text")
	}
	return f, nil
}

func contents(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, reason(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxFileSize+1))
	if err != nil {
		return nil, reason(err)
	}
	if len(data) > MaxFileSize {
		return nil, fmt.Errorf("it is larger than %d bytes", MaxFileSize)
	}
	return data, nil
}

// reason drops the path of a file system error: the message around it has
// one.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// name returns the path as messages and the plan show it: relative to the
// project's folder, with slashes.
func (r *reader) name(path string) string {
	if r.dir != "" {
		if rel, err := filepath.Rel(r.dir, path); err == nil {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

// inputs returns every file that was read.
func (r *reader) inputs() []spec.Input {
	var out []spec.Input
	for name, sum := range r.sums {
		out = append(out, spec.Input{Path: name, SHA256: sum})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	return out
}

// find looks for ttf-int.yaml in a folder and its parents.
func find(dir string) (string, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	at := start
	for range MaxParents {
		path := filepath.Join(at, FileName)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		parent := filepath.Dir(at)
		if parent == at {
			break
		}
		at = parent
	}
	return "", fmt.Errorf("there is no %s in %s or a folder above it", FileName, start)
}

// place returns the span of one character of a file.
func place(f *source.File, offset int) source.Span {
	t := f.Whole()
	offset = min(offset, len(t.Value))
	return t.Span(offset, offset)
}
