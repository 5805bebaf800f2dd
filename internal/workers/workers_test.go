package workers

import (
	"context"
	"strings"
	"testing"
	"time"
)

// faultOf returns what f panics with, nil where it returns.
func faultOf(f func()) (fault *Fault) {
	defer func() { fault, _ = recover().(*Fault) }()
	f()
	return nil
}

// makeMistake panics in a function that the test recognizes in the stack.
func makeMistake() { panic("a mistake") }

// TestPanics: what one goroutine panics with ends the context of the others, and is panicked
// with where they are waited for, with the stack of the goroutine, however deep the groups
// are nested.
func TestPanics(t *testing.T) {
	t.Parallel()
	waits := map[string]func(*Group){
		"Wait":          (*Group).Wait,
		"WaitPatiently": func(g *Group) { g.WaitPatiently(time.Hour) },
	}
	for name, wait := range waits {
		nested := func(ctx context.Context) {
			g, ctx := New(ctx)
			g.Go(makeMistake)
			g.Go(func() { <-ctx.Done() })
			wait(g)
		}
		fault := faultOf(func() {
			g, ctx := New(t.Context())
			g.Go(func() { nested(ctx) })
			g.Go(func() { <-ctx.Done() })
			wait(g)
		})
		if fault == nil || fault.Value != "a mistake" || !strings.Contains(fault.String(), "workers.makeMistake") {
			t.Errorf("%s panics with %v", name, fault)
		}
	}
}

// TestLeftBehind: a goroutine that goes on is left behind when patience is over, and one
// that is left behind hides the fault of no other.
func TestLeftBehind(t *testing.T) {
	t.Parallel()
	never := make(chan struct{})
	defer close(never)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	g, _ := New(ended)
	g.Go(func() { <-never })
	if g.WaitPatiently(time.Millisecond) {
		t.Error("what goes on is said to have returned")
	}
	fault := faultOf(func() {
		g, _ := New(t.Context())
		g.Go(func() { <-never })
		g.Go(makeMistake)
		g.WaitPatiently(time.Millisecond)
	})
	if fault == nil || fault.Value != "a mistake" {
		t.Errorf("recovered %v", fault)
	}
}

// TestReturns: without a panic, waiting returns when all are done, and the context is alive
// until then.
func TestReturns(t *testing.T) {
	t.Parallel()
	g, ctx := New(t.Context())
	sum := make(chan int, 3)
	for i := range 3 {
		g.Go(func() {
			if ctx.Err() == nil {
				sum <- i
			}
		})
	}
	if !g.WaitPatiently(time.Hour) {
		t.Error("it was not waited for")
	}
	if len(sum) != 3 || ctx.Err() == nil {
		t.Errorf("%d of 3 worked, and the context's error is %v", len(sum), ctx.Err())
	}
}
