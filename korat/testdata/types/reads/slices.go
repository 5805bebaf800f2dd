package reads

import (
	"slices"
	"sync"
)

// Sliced has arrays and slices whose elements are read by way of other slices, beside a lock.
type Sliced struct {
	lock  sync.Mutex
	array [2]int
	bytes [2]byte
	list  []int
}

// Slices reads slices of an array.
func (s *Sliced) Slices() bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	return slices.IsSorted(s.array[:]) && append([]int{}, s.array[1:]...)[0] == 1
}

// Converts reads by conversions.
func (s *Sliced) Converts() bool {
	if string(s.bytes[:]) == "\x00\x01" {
		return true
	}
	return len(s.list) == 2 && [2]int(s.list) == s.array
}

// Grid has a map whose keys are structs.
type Grid struct{ cells map[point]bool }

type point struct {
	x    int8
	name string
}

// RepOK tells whether what is at x is also before it.
func (g *Grid) RepOK() bool {
	for p := range g.cells {
		if p.x > 0 && !g.cells[point{p.x - 1, p.name}] {
			return false
		}
	}
	return true
}

// Word has characters.
type Word struct{ r rune }

// RepOK tells whether it is a vowel.
func (w *Word) RepOK() bool { return w.r == 'a' || w.r == 'e' }
