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
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// reader reads each file once.
type reader struct {
	dir   string // the folder to which names in messages are relative; "" leaves names as they are
	files map[string]*source.File
	sums  map[string]string // hashes of the files, by the names in messages
	tried map[string]string // the same hashes by path, and "" for files that could not be read
	texts map[string]string // by path, what is read in the place of files
}

func newReader(dir string) *reader {
	return &reader{dir: dir, files: map[string]*source.File{}, sums: map[string]string{}, tried: map[string]string{}}
}

// readFile reads a regular file of bounded size that is UTF-8.
func (r *reader) readFile(path string) (*source.File, error) {
	path = filepath.Clean(path)
	if f := r.files[path]; f != nil {
		return f, nil
	}
	if len(r.files) == maxFiles {
		return nil, fmt.Errorf("the project has more than %d files", maxFiles)
	}
	data, err := r.readContents(path)
	if err != nil {
		r.tried[path] = ""
		return nil, fmt.Errorf("%s cannot be read: %w", r.name(path), err)
	}
	f := source.NewFile(r.name(path), string(data))
	r.files[path] = f
	sum := sha256.Sum256(data)
	r.sums[f.Name] = hex.EncodeToString(sum[:])
	r.tried[path] = r.sums[f.Name]
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

// readDocument reads a file of Z. A file that is not UTF-8 and begins with a byte order
// mark of UTF-16 is converted. Any other file is kept byte for byte, since old
// documents are in older encodings: a byte that is not UTF-8 is an error within Z and
// none in prose.
func (r *reader) readDocument(path string) (*source.File, error) {
	f, err := r.readFile(path)
	if located := (*source.Error)(nil); !errors.As(err, &located) {
		return f, err
	}
	path = filepath.Clean(path)
	f = r.files[path]
	if text, ok := decodeUTF16(f.Data); ok {
		f = source.NewFile(f.Name, text)
		r.files[path] = f
	}
	return f, nil
}

// decodeUTF16 converts a text in UTF-16, which begins with a byte order mark, to UTF-8. It is
// false for other texts.
func decodeUTF16(data string) (string, bool) {
	var order func(i int) uint16
	switch {
	case strings.HasPrefix(data, "\xff\xfe"):
		order = func(i int) uint16 { return uint16(data[i]) | uint16(data[i+1])<<8 }
	case strings.HasPrefix(data, "\xfe\xff"):
		order = func(i int) uint16 { return uint16(data[i+1]) | uint16(data[i])<<8 }
	default:
		return "", false
	}
	var units []uint16
	for i := 2; i+1 < len(data); i += 2 {
		units = append(units, order(i))
	}
	return string(utf16.Decode(units)), true
}

// pathBeside returns the path of a file that a document names, which lies in the document's
// folder; the name may lack the ending .tex. The file must lie in the project.
func (r *reader) pathBeside(document *source.File, name string) (string, error) {
	if filepath.IsAbs(name) {
		return "", fmt.Errorf("expected a file relative to the document, found %s", name)
	}
	folder := ""
	for path, f := range r.files {
		if f == document {
			folder = filepath.Dir(path)
		}
	}
	path := filepath.Join(folder, filepath.FromSlash(name))
	if r.dir != "" {
		if rel, err := filepath.Rel(r.dir, path); err != nil || !filepath.IsLocal(rel) {
			return "", fmt.Errorf("%s lies outside the project", name)
		}
	}
	for _, ending := range []string{"", ".tex", ".zed", ".utf8", ".zed8"} {
		if _, known := r.tried[path+ending]; !known {
			r.tried[path+ending] = "" // until it is read
		}
		if info, err := os.Stat(path + ending); err == nil && info.Mode().IsRegular() {
			return path + ending, nil
		}
	}
	return "", fmt.Errorf("there is no file %s or %s.tex", r.name(path), r.name(path))
}

func (r *reader) readContents(path string) ([]byte, error) {
	if text, ok := r.texts[path]; ok {
		return []byte(text), nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, reason(err)
	}
	switch {
	case info.IsDir():
		return nil, errors.New("it is a folder: expected a file")
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFileSize+1))
	if err != nil {
		return nil, reason(err)
	}
	if len(data) > maxFileSize {
		return nil, fmt.Errorf("it is larger than %d bytes", maxFileSize)
	}
	return data, nil
}

// reason returns a file system error without the path in it, for messages that name the
// path already.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// name returns a path as messages and the plan show it: relative to the project's
// folder, with slashes.
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

// find returns the path of the ttf-int.yaml in a folder or the nearest of its parents.
func find(dir string) (string, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	at := start
	for range maxParents {
		path := filepath.Join(at, projectFile)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		parent := filepath.Dir(at)
		if parent == at {
			break
		}
		at = parent
	}
	return "", &NoProjectError{start}
}

// place returns the span of one character of a file.
func place(f *source.File, offset int) source.Span {
	t := f.Whole()
	offset = min(offset, len(t.Value))
	return t.Span(offset, offset)
}

// NoProjectError says that neither a folder nor one above it is a project.
type NoProjectError struct{ Dir string }

func (e *NoProjectError) Error() string {
	return fmt.Sprintf("there is no %s in %s or a folder above it: `ttf-int init` makes a project, -C names the folder of one", projectFile, e.Dir)
}
