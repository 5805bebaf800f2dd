package changes

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Files says which files are watched. All paths are absolute.
type Files struct {
	// Read has files by their paths, each with the SHA-256 in hexadecimal digits of what was read of it:
	// where it holds something else already, that is a change. "" stands for a file that was not there.
	Read map[string]string
	// Patterns are patterns of file names, as filepath.Match has them. Files that come to match are
	// changes too.
	Patterns []string
	Trees    []Tree
}

// Tree is a folder with all that is below it, hidden folders and those called node_modules left out.
type Tree struct {
	Dir  string
	Only func(path string) bool // which files are watched; nil: all
}

// The limits on what is watched: each folder takes memory of the system, and each file time.
const (
	maxFolders = 20_000
	maxHashed  = 16 << 20 // bytes of a file; a larger one has changed when its time or size has
)

// state is what is known of a file.
type state struct {
	time time.Time
	size int64
	sum  string // SHA-256 in hexadecimal digits; "" where there is no such file
}

// scan is what was found by looking at all files once.
type scan struct {
	files   map[string]state
	folders map[string]bool
}

// look looks at all files. It takes the contents of a file to be what they were before where its time and
// size are the same and nothing was heard of it.
func (f *Files) look(before map[string]state, heard map[string]bool) (*scan, error) {
	s := &scan{files: map[string]state{}, folders: map[string]bool{}}
	add := func(path string) {
		if _, done := s.files[path]; !done {
			old, known := before[path]
			s.files[path] = lookAt(path, old, known && !heard[path])
		}
	}
	for path := range f.Read {
		add(path)
		s.watchNearest(filepath.Dir(path))
	}
	for _, pattern := range f.Patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			return nil, fmt.Errorf("%q is not a file pattern: %w", pattern, err)
		}
		for _, path := range paths {
			add(path)
		}
		s.watchPattern(filepath.Dir(pattern))
	}
	for _, t := range f.Trees {
		if err := s.walk(t, add); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// lookAt returns the state of a file. With trusted, contents are those of before where time and size are.
func lookAt(path string, before state, trusted bool) state {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return state{}
	}
	now := state{time: info.ModTime(), size: info.Size()}
	if trusted && before.sum != "" && now.time.Equal(before.time) && now.size == before.size {
		return before
	}
	if now.size > maxHashed {
		now.sum = fmt.Sprintf("%d bytes of %s", now.size, now.time)
		return now
	}
	file, err := os.Open(path)
	if err != nil {
		return state{}
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return state{}
	}
	now.sum = hex.EncodeToString(h.Sum(nil))
	return now
}

// watchNearest has a folder watched; where it is not there, the nearest above it that is.
func (s *scan) watchNearest(dir string) {
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			s.folders[dir] = true
			return
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return
		}
		dir = parent
	}
}

// watchPattern has the folders watched in which files come to match a pattern: dir is the pattern of
// their names. Where that has special characters, the folders above them are watched too, in which new
// ones would be.
func (s *scan) watchPattern(dir string) {
	if !strings.ContainsAny(dir, `*?[\`) {
		s.watchNearest(dir)
		return
	}
	dirs, _ := filepath.Glob(dir)
	for _, one := range dirs {
		s.watchNearest(one)
	}
	if parent := filepath.Dir(dir); parent != dir {
		s.watchPattern(parent)
	}
}

// walk adds the files of a tree, and watches its folders.
func (s *scan) walk(t Tree, add func(path string)) error {
	s.watchNearest(t.Dir)
	return filepath.WalkDir(t.Dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && errors.Is(err, fs.ErrNotExist):
			return nil // it went while we looked, or is not there yet
		case err != nil:
			return nil // what cannot be read cannot be watched
		case d.IsDir() && path != t.Dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir():
			if s.folders[path] = true; len(s.folders) > maxFolders {
				return fmt.Errorf("%s has more than %d folders, which are too many to watch", t.Dir, maxFolders)
			}
		case d.Type().IsRegular() && (t.Only == nil || t.Only(path)):
			add(path)
		}
		return nil
	})
}
