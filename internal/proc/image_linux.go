package proc

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// highFile is above the files that a child is given, so that none of them takes
// the place of the image before it is started.
const highFile = 64

// elf is how a program begins that the kernel itself runs.
const elf = "\x7fELF"

// prepare moves the descriptor of a compiled program above those that a child is given, and
// notes the name by which the program can be started there. It leaves a script as it is.
func (i *Image) prepare() error {
	magic := make([]byte, len(elf))
	if n, _ := i.file.ReadAt(magic, 0); n != len(elf) || string(magic) != elf {
		return nil
	}
	fd, err := unix.FcntlInt(i.file.Fd(), unix.F_DUPFD_CLOEXEC, highFile)
	if err != nil {
		return err
	}
	i.file.Close()
	i.file = os.NewFile(uintptr(fd), i.path)
	exec := fmt.Sprintf("/proc/self/fd/%d", fd)
	if _, err := os.Stat(exec); err == nil { // no /proc, no such name
		i.exec = exec
	}
	return nil
}

// Close closes the file. What was started goes on.
func (i *Image) Close() { i.file.Close() }

// changeTime returns when a file's contents or attributes were changed last, which
// nobody can set.
func changeTime(info os.FileInfo) time.Time {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(s.Ctim.Unix())
	}
	return time.Time{}
}
