//go:build !linux

package proc

import (
	"io"
	"os"
	"path/filepath"
	"time"
)

// prepare makes a private copy of a compiled program, which is what is read and
// started.
func (i *Image) prepare() error {
	magic := make([]byte, 2)
	if n, _ := i.file.ReadAt(magic, 0); n != len(magic) || string(magic) == "#!" {
		return nil
	}
	folder, err := os.MkdirTemp("", "ttf-int-program")
	if err != nil {
		return err
	}
	i.exec = filepath.Join(folder, filepath.Base(i.path))
	copied, err := os.OpenFile(i.exec, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o700)
	if err == nil {
		_, err = io.Copy(copied, i.file)
	}
	if err == nil {
		err = copied.Close()
	}
	if err == nil {
		i.file.Close()
		i.file, err = os.Open(i.exec)
	}
	if err == nil {
		i.stat, err = i.file.Stat()
	}
	if err != nil {
		os.RemoveAll(folder)
	}
	return err
}

// Close closes the file and removes the copy, where the system lets it. What was
// started goes on.
func (i *Image) Close() {
	i.file.Close()
	if !i.isStartedByName() {
		os.RemoveAll(filepath.Dir(i.exec))
	}
}

// changeTime returns the zero time: a private copy is changed by nobody else.
func changeTime(os.FileInfo) time.Time { return time.Time{} }
