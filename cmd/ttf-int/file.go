package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
)

// writeFile writes a file whole or not at all, and creates the folder that it lies in.
func writeFile(path string, f func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return blameMachinery(err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return blameMachinery(err)
	}
	defer os.Remove(tmp.Name())
	b := bufio.NewWriterSize(tmp, 1<<16)
	if err = f(b); err == nil {
		err = b.Flush()
	}
	if e := tmp.Chmod(0o644); err == nil {
		err = e
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err != nil {
		return blameMachinery(err)
	}
	return blameMachinery(os.Rename(tmp.Name(), path))
}
