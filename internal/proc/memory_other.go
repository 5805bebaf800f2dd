//go:build !linux

package proc

import "errors"

// CanLimit tells whether the memory, the processes and the open files of a process can be limited here.
const CanLimit = false

// limit does nothing: other systems let only a process itself do it.
func limit(int, Command) error { return nil }

// MostFiles returns an error: it is not known here how many files a process may have open.
func MostFiles() (int, error) { return 0, errors.New("open files cannot be limited on this system") }
