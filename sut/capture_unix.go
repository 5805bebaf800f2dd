//go:build unix

package sut

import (
	"errors"
	"os"
	"runtime/debug"
	"syscall"

	"golang.org/x/sys/unix"
)

// newCapture takes over standard output. The handshake, which go-plugin writes
// to os.Stdout, still goes where it must. Standard error follows with begin, so
// that the messages of a start that fails are seen.
func newCapture() (*capture, error) {
	c := &capture{stdout: os.Stdout, stderr: os.Stderr}
	handshake, err := syscall.Dup(1)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(handshake)
	direct, err := syscall.Dup(2)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(direct)
	if c.out, err = newPipe(1, direct); err != nil {
		return nil, err
	}
	if c.err, err = newPipe(2, direct); err != nil {
		return nil, err
	}
	os.Stdout = os.NewFile(uintptr(handshake), "handshake")
	c.crash = os.NewFile(uintptr(direct), "stderr")
	return c, dup2(c.out.write, 1)
}

// begin undoes what go-plugin does to os.Stdout and os.Stderr, and takes over
// standard error.
func (c *capture) begin() {
	os.Stdout, os.Stderr = c.stdout, c.stderr
	c.stream(false)
}

// stream sends what is printed to the host's standard error, or captures it again.
func (c *capture) stream(direct bool) {
	for _, p := range []*pipe{c.out, c.err} {
		from := p.write
		if direct {
			from = p.direct
		}
		// It fails only for descriptors that are not open, and these are.
		_ = dup2(from, p.target)
	}
	// A crash must reach the host: the pipe dies with the process. What goes
	// straight to the host already would come twice.
	crash := c.crash
	if direct {
		crash = nil
	}
	_ = debug.SetCrashOutput(crash, debug.CrashOptions{})
}

func newPipe(target, direct int) (*pipe, error) {
	var ends [2]int
	if err := syscall.Pipe(ends[:]); err != nil {
		return nil, err
	}
	syscall.CloseOnExec(ends[0])
	syscall.CloseOnExec(ends[1])
	if err := syscall.SetNonblock(ends[0], true); err != nil {
		return nil, err
	}
	p := &pipe{fd: ends[0], target: target, write: ends[1], direct: direct, limit: defaultOutput,
		buffer: make([]byte, 64<<10)}
	reader, err := os.NewFile(uintptr(ends[0]), "captured output").SyscallConn()
	if err != nil {
		return nil, err
	}
	// The pipe is emptied also while a case runs, or it would block one that
	// prints much.
	go func() { _ = reader.Read(func(uintptr) bool { p.drain(); return false }) }()
	return p, nil
}

// drain empties the pipe.
func (p *pipe) drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		n, err := syscall.Read(p.fd, p.buffer)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if n <= 0 {
			return
		}
		p.keep(p.buffer[:n])
	}
}

// fill empties the pipes that contain anything. In most cases none does, and one
// system call finds that out.
func (c *capture) fill() {
	ready := [2]unix.PollFd{{Fd: int32(c.out.fd), Events: unix.POLLIN}, {Fd: int32(c.err.fd), Events: unix.POLLIN}}
	if n, err := unix.Poll(ready[:], 0); n == 0 && err == nil {
		return
	}
	c.out.drain()
	c.err.drain()
}

// take returns what was printed since it was last called.
func (p *pipe) take() ([]byte, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept, truncated := p.kept, p.truncated
	p.kept, p.truncated = nil, false
	return kept, truncated
}
