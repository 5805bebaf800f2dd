//go:build unix

package proc

import (
	"os"

	"golang.org/x/sys/unix"
)

// canRead tells whether there is something in a pipe.
func canRead(pipe *os.File) (is bool) {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return false
	}
	raw.Control(func(fd uintptr) {
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, 0)
		is = err == nil && n > 0 && fds[0].Revents&unix.POLLIN != 0
	})
	return is
}
