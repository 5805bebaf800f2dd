//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package scratch

import (
	"errors"
	"os"
	"syscall"
)

// noFollow has a link not be opened.
const noFollow = syscall.O_NOFOLLOW

// lock locks a file for this process alone, or fails where another has it and it is not to wait.
func lock(f *os.File, wait bool) error {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		if err := syscall.Flock(int(f.Fd()), how); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
