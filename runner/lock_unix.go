//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package runner

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// lockTime is how long another run may hold the lock, which it does while it
// creates one file.
const lockTime = 10 * time.Second

// lock takes the lock of a folder and returns what releases it. The lock of a
// process that died is free.
func lock(path string) (func(), error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(lockTime); ; time.Sleep(5 * time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			f.Close()
			return nil, fmt.Errorf("%s cannot be locked: %w", path, err)
		}
		if time.Now().After(deadline) {
			f.Close()
			return nil, fmt.Errorf("another run holds %s", path)
		}
	}
}
