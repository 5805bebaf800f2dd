package scratch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// heldName is the file of a folder that its process has locked.
const heldName = "held"

// Folder is a folder for temporary files.
type Folder struct {
	Path string
	held *os.File // locked while the process lives
}

// Make makes a folder whose name begins with a prefix, below the system's folder for temporary files, and removes those
// with this prefix whose processes have died.
func Make(prefix string) (*Folder, error) { return MakeIn(os.TempDir(), prefix) }

// MakeIn does the same below another folder.
func MakeIn(parent, prefix string) (*Folder, error) {
	sweep(parent, prefix)
	for {
		path, err := os.MkdirTemp(parent, prefix)
		if err != nil {
			return nil, err
		}
		f := &Folder{Path: path}
		f.held, err = os.OpenFile(filepath.Join(path, heldName), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		if err == nil {
			err = lock(f.held, true)
		}
		if err != nil {
			return nil, errors.Join(err, f.Remove())
		}
		if _, err := os.Lstat(f.held.Name()); !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
		f.held.Close() // another process took it for one that is left, before it was locked
	}
}

// Remove removes the folder with all that is in it.
func (f *Folder) Remove() error {
	err := os.RemoveAll(f.Path)
	if f.held != nil {
		f.held.Close()
	}
	return err
}

// sweep removes the folders in another one, with a prefix, that nobody holds any more. What cannot be removed, as a
// folder of another user, stays.
func sweep(parent, prefix string) {
	found, _ := filepath.Glob(filepath.Join(parent, prefix+"*"))
	for _, path := range found {
		if info, err := os.Lstat(path); err != nil || !info.IsDir() {
			continue
		}
		held, err := os.OpenFile(filepath.Join(path, heldName), os.O_RDWR|noFollow, 0)
		if err != nil {
			continue
		}
		if lock(held, false) == nil {
			os.RemoveAll(path)
		}
		held.Close()
	}
}
