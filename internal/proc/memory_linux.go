package proc

import (
	"syscall"
	"unsafe"
)

// limitMemory bounds the address space of a process. A process that has ended
// already needs no limit.
func limitMemory(pid int, bytes int64) {
	limit := syscall.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), syscall.RLIMIT_AS, uintptr(unsafe.Pointer(&limit)), 0,
		0, 0)
}
