package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/backend"
	"github.com/ttf-int/ttf-int/source"
)

// TestWaited: work that never ends and never asks its context is left behind when the
// context has ended or the memory is used up; other work returns what it returns.
func TestWaited(t *testing.T) {
	t.Parallel()
	never := make(chan struct{})
	defer close(never)
	for _, c := range []struct {
		name   string
		memory megabytes
		ended  bool
		f      func() (int, error)
		want   error
	}{
		{"it returns", defaultMemory, false, func() (int, error) { return 7, nil }, nil},
		{"it fails", defaultMemory, false, func() (int, error) { return 0, errTooLong }, errTooLong},
		{"it returns late", defaultMemory, true, func() (int, error) { return 7, nil }, nil},
		{"it hangs", defaultMemory, true, func() (int, error) { <-never; return 0, nil }, context.Canceled},
		{"it is too large", 0, false, func() (int, error) { <-never; return 0, nil }, solve.ErrMemory},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		if c.ended {
			cancel()
		}
		got, err := callWithin(ctx, c.memory, grace, func(context.Context) (int, error) { return c.f() })
		if !errors.Is(err, c.want) || err == nil && got != 7 {
			t.Errorf("%s: %d, %v", c.name, got, err)
		}
		cancel()
	}
	defer func() {
		if p, ok := recover().(*workers.Fault); !ok || p.Value != "a mistake" {
			t.Errorf("recovered %v", p)
		}
	}()
	callWithin(t.Context(), defaultMemory, grace, func(context.Context) (int, error) { panic("a mistake") })
}

// TestTimeLimit: a problem whose deadline has passed is undecided, and says why.
func TestTimeLimit(t *testing.T) {
	t.Parallel()
	s, err := newSolving(solveFlags{timeout: 1}, defaultMemory)
	if err != nil {
		t.Fatal(err)
	}
	s.asked = openNamed(t, backend.Embedded)
	found, err := s.solve(t.Context(), source.NewFile("problem", "x : Z | x = 3"))
	if err != nil || found.Outcome != solve.Undecided || !strings.HasPrefix(found.Reason, "time limit") {
		t.Errorf("%v %s, error %v", found.Outcome, found.Reason, err)
	}
}
