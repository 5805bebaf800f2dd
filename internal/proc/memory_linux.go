package proc

import (
	"errors"
	"fmt"
	"syscall"
	"unsafe"
)

// CanLimit tells whether the memory, the processes and the open files of a process can be limited here.
const CanLimit = true

// dataFactor is how many times its bound on memory a process may have mapped. The kernel sees
// to that, also while the host has no time to look. It is more than the bound
// because it counts memory that is mapped and never touched, which the bound does not.
const dataFactor = 4

// limit has the kernel limit a process that was started, as its command says.
func limit(pid int, c Command) error {
	if c.Memory > 0 {
		if err := limitTo(pid, syscall.RLIMIT_AS, uint64(c.Memory)); err != nil {
			return fmt.Errorf("its memory cannot be limited: %w", err)
		}
	}
	if c.Resident > 0 {
		if err := limitTo(pid, syscall.RLIMIT_DATA, uint64(dataFactor*c.Resident)); err != nil {
			return fmt.Errorf("its memory cannot be limited: %w", err)
		}
	}
	if c.Files > 0 {
		if err := limitTo(pid, syscall.RLIMIT_NOFILE, uint64(c.Files)); err != nil {
			return fmt.Errorf("its open files cannot be limited to %d: %w", c.Files, err)
		}
	}
	return nil
}

// limitTo sets a limit of a process. One that has ended already needs none, and one that the process has already is
// not made wider.
func limitTo(pid, resource int, most uint64) error {
	var is syscall.Rlimit
	err := prlimit(pid, resource, nil, &is)
	if err == nil {
		most = min(most, is.Max)
		err = prlimit(pid, resource, &syscall.Rlimit{Cur: most, Max: most}, nil)
	}
	if errors.Is(err, syscall.ESRCH) {
		return nil
	}
	return err
}

// MostFiles returns how many files a process that this one starts may have open at most.
func MostFiles() (int, error) {
	var is syscall.Rlimit
	if err := prlimit(0, syscall.RLIMIT_NOFILE, nil, &is); err != nil {
		return 0, err
	}
	const most = 1 << 30 // more than any system has
	return int(min(is.Max, most)), nil
}

func prlimit(pid, resource int, to, is *syscall.Rlimit) error {
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), uintptr(resource),
		uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(is)), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
