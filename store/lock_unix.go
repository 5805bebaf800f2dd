//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Lock is a lock between processes. That of a process that died is free.
type Lock struct{ file *os.File }

// openLock opens a lock and makes its file; it is not taken yet.
func openLock(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	return &Lock{f}, nil
}

// try takes the lock unless another holds it.
func (l *Lock) try(shared bool) (bool, error) {
	how := syscall.LOCK_EX
	if shared {
		how = syscall.LOCK_SH
	}
	switch err := syscall.Flock(int(l.file.Fd()), how|syscall.LOCK_NB); {
	case err == nil:
		return true, nil
	case errors.Is(err, syscall.EWOULDBLOCK), errors.Is(err, syscall.EINTR):
		return false, nil
	default:
		return false, fmt.Errorf("%s cannot be locked: %w", l.file.Name(), err)
	}
}

// Release gives the lock up; it may not be taken again.
func (l *Lock) Release() { l.file.Close() }
