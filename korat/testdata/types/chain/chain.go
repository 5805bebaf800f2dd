// Package chain has sorted chains of numbers, and methods with and without faults.
package chain

import (
	"errors"
	"os"
)

// Chain is a sorted chain of numbers.
type Chain struct {
	first *link
	size  int
}

type link struct {
	next  *link
	value int
}

// RepOK tells whether the chain is sorted, ends, and knows its size.
func (c *Chain) RepOK() bool {
	n := 0
	visited := map[*link]bool{}
	for l := c.first; l != nil; l = l.next {
		if visited[l] {
			return false
		}
		visited[l] = true
		if l.next != nil && l.value >= l.next.value {
			return false
		}
		n++
	}
	return n == c.size
}

// Has tells whether a number is in the chain.
func (c *Chain) Has(v int) bool {
	for l := c.first; l != nil; l = l.next {
		if l.value == v {
			return true
		}
	}
	return false
}

// IsEmpty tells whether the chain has nothing.
func (c *Chain) IsEmpty() bool { return c.first == nil }

// Insert is as it should be.
func (c *Chain) Insert(v int) bool {
	at := &c.first
	for *at != nil && (*at).value < v {
		at = &(*at).next
	}
	if *at != nil && (*at).value == v {
		return false
	}
	*at = &link{*at, v}
	c.size++
	return true
}

// Inserted says what Insert does.
func Inserted(before, after *Chain, v int, isNew bool) error {
	switch {
	case !after.Has(v):
		return errors.New("it is not there")
	case isNew == before.Has(v):
		return errors.New("the result is wrong")
	case isNew && after.size != before.size+1:
		return errors.New("the size is wrong")
	}
	return nil
}

// InsertLast forgets that a number may be the last.
func (c *Chain) InsertLast(v int) bool {
	at := &c.first
	for *at != nil && (*at).next != nil && (*at).value < v {
		at = &(*at).next
	}
	if *at != nil && (*at).value == v {
		return false
	}
	*at = &link{*at, v}
	c.size++
	return true
}

// InsertSilent forgets the size.
func (c *Chain) InsertSilent(v int) bool {
	is := c.Insert(v)
	if is && v == 2 {
		c.size--
	}
	return is
}

// ErrEmpty is the error of a chain that has nothing.
var ErrEmpty = errors.New("the chain is empty")

// Pop removes the first number.
func (c *Chain) Pop() (int, error) {
	if c.first == nil {
		return 0, ErrEmpty
	}
	v := c.first.value
	c.first = c.first.next
	c.size--
	return v, nil
}

// IsErrEmpty tells whether the error is the right one.
func IsErrEmpty(before, after *Chain, v int, err error) bool {
	return err == ErrEmpty && after.first == nil
}

// Popped says what Pop does.
func Popped(before, after *Chain, v int, err error) bool {
	return before.first.value == v && after.size == before.size-1 && !after.Has(v)
}

// PopPanics panics where there is nothing.
func (c *Chain) PopPanics() int {
	v := c.first.value
	c.first = c.first.next
	c.size--
	return v
}

// Remove takes a link out of the chain, to which nothing else may be given.
func (c *Chain) Remove(l *link) {
	at := &c.first
	for *at != l {
		at = &(*at).next
	}
	*at = l.next
	c.size--
}

// Holds tells whether a link is of the chain.
func (c *Chain) Holds(l *link) bool {
	for x := c.first; x != nil; x = x.next {
		if x == l {
			return true
		}
	}
	return false
}

// Spin does not return from a chain of two.
func (c *Chain) Spin() {
	for c.size == 2 {
	}
}

// Exit ends the process on a chain of two.
func (c *Chain) Exit() {
	if c.size == 2 {
		os.Exit(3)
	}
}

// Knot makes a chain of two a ring, which the predicate takes for no chain.
func (c *Chain) Knot() {
	if c.size == 2 {
		c.first.next.next = c.first
	}
}

// Append puts another chain behind this one.
func (c *Chain) Append(other *Chain) {
	at := &c.first
	for *at != nil {
		at = &(*at).next
	}
	*at = other.first
	c.size += other.size
	other.first, other.size = nil, 0
}

// CanAppend tells whether another chain fits behind this one.
func (c *Chain) CanAppend(other *Chain) bool {
	if other == nil || other == c {
		return false
	}
	if c.first == nil || other.first == nil {
		return true
	}
	l := c.first
	for l.next != nil {
		l = l.next
	}
	return l.value < other.first.value
}

// Always holds.
func (c *Chain) Always() bool { return c.size >= 0 }

// Meet ends the process on one chain and one other.
func (c *Chain) Meet(other *Chain) {
	if c.size == 3 && c.first.value == 1 && other != nil && other.size == 2 && other.first.value == 2 {
		os.Exit(3)
	}
}
