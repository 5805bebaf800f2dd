package workers

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Fault is what a goroutine panicked with, and what the one that waits for it panics with
// then.
type Fault struct {
	Value any
	Stack []byte // of the goroutine that panicked first
}

// String returns the value, and below it the stack.
func (f *Fault) String() string { return fmt.Sprintf("%v\n%s", f.Value, f.Stack) }

// Group is a number of goroutines that work on the same thing.
type Group struct {
	ctx    context.Context
	cancel context.CancelFunc
	wait   sync.WaitGroup
	fault  atomic.Pointer[Fault] // the first one
}

// New returns a group without goroutines, and the context that they are to work with: it
// ends with the given one, when one of them panics, and when all have been waited for.
func New(ctx context.Context) (*Group, context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	return &Group{ctx: ctx, cancel: cancel}, ctx
}

// Go has a goroutine of its own call f.
func (g *Group) Go(f func()) {
	g.wait.Go(func() {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			fault, passedOn := p.(*Fault)
			if !passedOn {
				fault = &Fault{p, debug.Stack()}
			}
			g.fault.CompareAndSwap(nil, fault)
			g.cancel()
		}()
		f()
	})
}

// Done returns a channel that is closed when all goroutines have returned or panicked. No
// goroutine is added after that.
func (g *Group) Done() <-chan struct{} {
	done := make(chan struct{})
	go func() {
		g.wait.Wait()
		close(done)
	}()
	return done
}

// Wait waits until all goroutines have returned. It panics with the Fault of the first that
// panicked.
func (g *Group) Wait() {
	g.wait.Wait()
	g.end()
}

// WaitPatiently does what Wait does, but waits for no longer than the given time after the context of
// the group has ended. It tells whether all goroutines have returned; otherwise they are
// left behind, and what they panic with after that is lost.
func (g *Group) WaitPatiently(patience time.Duration) bool {
	defer g.end()
	done := g.Done()
	select {
	case <-done:
		return true
	case <-g.ctx.Done():
	}
	select {
	case <-done:
		return true
	case <-time.After(patience):
		return false
	}
}

// end ends the context, and panics where a goroutine did.
func (g *Group) end() {
	g.cancel()
	if fault := g.fault.Load(); fault != nil {
		panic(fault)
	}
}
