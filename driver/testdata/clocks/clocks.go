// Package clocks has types that are given their clock in all ways that driver knows.
package clocks

import (
	"context"
	"errors"
	"time"
)

// ErrOld says that something is too old.
var ErrOld = errors.New("too old")

// Timer counts seconds.
type Timer interface{ Now() uint32 }

// Clock tells the time.
type Clock interface {
	Now() time.Time
	Sleep(time.Duration)
	Since(t time.Time) time.Duration
}

// Ticking has what no clock of the tests has.
type Ticking interface {
	Now() time.Time
	After(d time.Duration) <-chan time.Time
	Tick(d time.Duration) <-chan time.Time
}

// machine is the clock of the machine, which the package has where it is given no other.
type machine struct{}

func (machine) Now() time.Time                  { return time.Now() }
func (machine) Sleep(d time.Duration)           { time.Sleep(d) }
func (machine) Since(t time.Time) time.Duration { return time.Since(t) }

// Shelf is what a cache needs.
type Shelf interface {
	Put(ctx context.Context, key string, at time.Time) error
	Oldest() (time.Time, error)
}

// Cache has a constructor for a timer, and a shelf.
type Cache struct {
	timer Timer
	shelf Shelf
}

// NewCache returns a cache with the clock of the machine.
func NewCache(shelf Shelf) *Cache { return NewCacheTimer(shelf, nil) }

// NewCacheTimer returns a cache with a timer.
func NewCacheTimer(shelf Shelf, timer Timer) *Cache { return &Cache{timer, shelf} }

// Put puts a key onto the shelf.
func (c *Cache) Put(ctx context.Context, key string) error {
	return c.shelf.Put(ctx, key, time.Unix(int64(c.timer.Now()), 0))
}

// Limiter takes its clock as an option.
type Limiter struct{ clock Clock }

// Option is an option of a limiter.
type Option func(*Limiter)

// WithClock has a limiter use a clock.
func WithClock(c Clock) Option { return func(l *Limiter) { l.clock = c } }

// NewLimiter returns a limiter.
func NewLimiter(opts ...Option) *Limiter {
	l := &Limiter{machine{}}
	for _, o := range opts {
		o(l)
	}
	return l
}

// Wait waits.
func (l *Limiter) Wait(d time.Duration) { l.clock.Sleep(d) }

// Wheel wants a clock with more methods than that of the tests has.
type Wheel struct{ clock Ticking }

// NewWheel returns a wheel.
func NewWheel(clock Ticking) *Wheel { return &Wheel{clock} }

// Turn returns when it is turned.
func (w *Wheel) Turn() time.Time { return w.clock.Now() }

// Sundial asks the machine.
type Sundial struct{}

// Read returns the time.
func (Sundial) Read() time.Time { return time.Now() }
