// Package memory holds the second layer of package clocks.
package memory

import (
	"context"
	"errors"
	"time"
)

// ErrOld is not that of the other package.
var ErrOld = errors.New("too old for the shelf")

// Cache is a shelf, and has the name of another type.
type Cache struct {
	now    func() time.Time
	oldest time.Time
}

// SetNow gives it a clock.
func (c *Cache) SetNow(now func() time.Time) { c.now = now }

// Put refuses what comes from the past.
func (c *Cache) Put(_ context.Context, key string, at time.Time) error {
	if at.Before(c.now()) {
		return ErrOld
	}
	c.oldest = at
	return nil
}

// Oldest returns the oldest time.
func (c *Cache) Oldest() (time.Time, error) { return c.oldest, nil }
