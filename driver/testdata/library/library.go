// Package library has what libraries have that is not a struct with exported methods and a function New.
package library

import (
	"errors"
	"strings"
	"time"
)

// Store holds texts.
type Store interface {
	Put(key string)
	All() []string
}

// memory is the only Store.
type memory struct{ keys []string }

// NewStore returns an empty store.
func NewStore() Store { return &memory{} }

func (m *memory) Put(key string) { m.keys = append(m.keys, key) }

func (m *memory) All() []string { return m.keys }

// Forget is not a method of a Store.
func (m *memory) Forget() { m.keys = nil }

// Box holds a number for a time.
type Box struct{ *box }

type box struct {
	number int
	loads  chan int
}

// NewBox returns a box that forgets its number after a time.
func NewBox(keep time.Duration) *Box {
	b := &Box{&box{loads: make(chan int)}}
	time.AfterFunc(keep, func() { b.number = 0 })
	return b
}

// Fill sets the number.
func (b *box) Fill(n int) error {
	if n < 0 {
		return errors.New("the number is negative")
	}
	b.number = n
	return nil
}

// Number returns it.
func (b *box) Number() int { return b.number }

// Later calls a function after the next Fill.
func (b *box) Later(then func()) { b.loads = nil }

// Wait waits for a time.
func (b *box) Wait() {
	pause := time.NewTimer(time.Hour)
	<-pause.C
}

// Run fills the box with all that comes.
func (b *box) Run() {
	for {
		select {
		case b.number = <-b.loads:
		}
	}
}

// Start has it run beside.
func (b *box) Start() { go b.Run() }

// Code is a code with a letter.
type Code struct{ letter string }

// Parse reads a code, as k-1.
func Parse(text string) (*Code, error) {
	letter, found := strings.CutSuffix(text, "-1")
	if !found {
		return nil, errors.New("no code")
	}
	return &Code{letter}, nil
}

// Letter returns the letter.
func (c *Code) Letter() string { return c.letter }
