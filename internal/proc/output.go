package proc

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// outputs are the pipes that a process writes to.
type outputs struct {
	ends []pipe
	wait sync.WaitGroup
}

type pipe struct {
	read, write *os.File
	to          *passing
}

// passing is a writer that says whether it is being written to.
type passing struct {
	to      io.Writer
	writing atomic.Bool
}

func (p *passing) Write(b []byte) (int, error) {
	p.writing.Store(true)
	defer p.writing.Store(false)
	return p.to.Write(b)
}

// isEmpty tells whether nothing of what was written to the pipe is left to be copied.
func (e pipe) isEmpty() bool { return !e.to.writing.Load() && !canRead(e.read) }

// openWriter returns the end that the process writes to; nil for a nil writer.
func (o *outputs) openWriter(to io.Writer) (io.Writer, error) {
	if to == nil {
		return nil, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	o.ends = append(o.ends, pipe{r, w, &passing{to: to}})
	return w, nil
}

func (o *outputs) abandon() {
	for _, e := range o.ends {
		e.read.Close()
		e.write.Close()
	}
}

// begin copies what the process writes, whose ends of the pipes it now has.
func (o *outputs) begin() {
	for _, e := range o.ends {
		e.write.Close()
		o.wait.Add(1)
		go func() {
			defer o.wait.Done()
			// A writer that fails must not fill the pipe.
			if _, err := io.Copy(e.to, e.read); err != nil {
				io.Copy(io.Discard, e.read)
			}
		}()
	}
}

// finish waits for the copying. A descendant that lives on may hold a pipe open for ever, so that more is waited for
// no longer than the given time where everything is copied that was written, and no longer than drainMost in all.
func (o *outputs) finish(limit time.Duration) {
	done := make(chan struct{})
	go func() {
		o.wait.Wait()
		close(done)
	}()
	isDone, isEmpty := false, false
	for end := time.Now().Add(drainMost); !isDone && !isEmpty && time.Now().Before(end); {
		select {
		case <-done:
			isDone = true
		case <-time.After(limit):
			isEmpty = !slices.ContainsFunc(o.ends, func(e pipe) bool { return !e.isEmpty() })
		}
	}
	for _, e := range o.ends {
		e.read.Close()
	}
}

// Capture is a writer that keeps the first and the last part of what is
// written to it and counts the rest. It is safe for concurrent use and never
// fails.
type Capture struct {
	mu      sync.Mutex
	limit   int
	head    []byte
	tail    []byte // a ring
	at      int
	written int64
}

// NewCapture returns a capture that keeps up to limit bytes.
func NewCapture(limit int) *Capture { return &Capture{limit: limit} }

// Write keeps of p what there is room for. The error is always nil.
func (c *Capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(p)
	c.written += int64(n)
	half := c.limit / 2
	if room := half - len(c.head); room > 0 {
		take := min(room, len(p))
		c.head = append(c.head, p[:take]...)
		p = p[take:]
	}
	ring := c.limit - half
	if len(p) > ring {
		p = p[len(p)-ring:]
	}
	for len(p) > 0 && ring > 0 {
		if len(c.tail) < ring {
			take := min(ring-len(c.tail), len(p))
			c.tail = append(c.tail, p[:take]...)
			p = p[take:]
			continue
		}
		take := copy(c.tail[c.at:], p)
		c.at = (c.at + take) % ring
		p = p[take:]
	}
	return n, nil
}

// String returns what was kept, with a line that says how much was left out.
func (c *Capture) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	tail := string(c.tail[c.at:]) + string(c.tail[:c.at])
	if left := c.written - int64(len(c.head)+len(c.tail)); left > 0 {
		return fmt.Sprintf("%s\n[%d bytes left out]\n%s", c.head, left, tail)
	}
	return string(c.head) + tail
}

// Reset forgets what was written.
func (c *Capture) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.head, c.tail, c.at, c.written = nil, nil, 0, 0
}
