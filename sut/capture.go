package sut

import (
	"os"
	"sync"
)

// capture collects what the process prints, case by case.
type capture struct {
	out, err       *pipe
	stdout, stderr *os.File // as they were before go-plugin replaced them
	crash          *os.File // the standard error that the host gave the process
}

// pipe is one captured stream.
type pipe struct {
	fd     int // the reading end; -1: nothing is captured
	target int // the file descriptor that is captured
	write  int // the writing end
	direct int // a copy of the host's standard error

	mu        sync.Mutex
	limit     int
	kept      []byte
	truncated bool
	buffer    []byte
}

// limit sets how many bytes of each stream are kept for a case.
func (c *capture) limit(bytes int) {
	for _, p := range []*pipe{c.out, c.err} {
		p.mu.Lock()
		p.limit = bytes
		p.mu.Unlock()
	}
}

// take returns what was printed since it was last called.
func (c *capture) take() (stdout, stderr []byte, truncated bool) {
	c.fill()
	stdout, cutOut := c.out.take()
	stderr, cutErr := c.err.take()
	return stdout, stderr, cutOut || cutErr
}

// keep keeps what was read, up to the limit; mu is held.
func (p *pipe) keep(data []byte) {
	if room := p.limit - len(p.kept); room < len(data) {
		p.truncated = true
		data = data[:max(room, 0)]
	}
	p.kept = append(p.kept, data...)
}
