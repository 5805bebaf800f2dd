// Package list keeps integers in order: the program of Cristiá, Mesuro and
// Frydman, section 2. Insert puts an integer into a list unless it is there
// already; it leaves the work to Sort, and the complaint to Err.
package list

import (
	"os"
	"slices"
	"time"
)

// Message is what Err reports.
type Message string

// AlreadyThere says that an integer is in the list.
const AlreadyThere Message = "already there"

// List is a list of integers in ascending order. Insert calls its parts through
// SortWith and ErrWith, so that one can be replaced without the other.
type List struct {
	Elems    []int
	SortWith func(x int)
	ErrWith  func() Message
	fault    Fault
}

// New returns an empty list with one fault, or none.
func New(fault Fault) *List {
	l := &List{fault: fault}
	l.SortWith, l.ErrWith = l.Sort, l.Err
	return l
}

// Insert puts x into the list, if it is not there.
func (l *List) Insert(x int) {
	present := slices.Contains(l.Elems, x)
	if present {
		l.ErrWith()
	}
	if !present && l.fault != InsertForgetsSort || present && l.fault == InsertCallsSortWhenPresent {
		l.SortWith(l.toSort(x))
	}
	if !present && l.fault == InsertLoses {
		l.Elems = l.Elems[1:]
	}
}

// toSort returns what Insert has Sort put into the list: x, without a fault.
func (l *List) toSort(x int) int {
	switch {
	case l.fault == InsertSortsNext:
		return x + 1
	case l.fault == InsertSortsFirst && len(l.Elems) > 0:
		return l.Elems[0]
	}
	return x
}

// Sort puts x into the list, which need not be sorted and may hold x and others
// more than once, and sorts it.
func (l *List) Sort(x int) {
	l.fail(x)
	if l.fault == SortNonempty && l.growsBy(x) {
		return
	}
	l.Elems = append(l.Elems, x)
	slices.Sort(l.Elems)
}

// Err reports that an integer is in the list.
func (l *List) Err() Message { return AlreadyThere }

// Fault is a mistake that the program can be made to have, to see what ttf-int
// says about it.
type Fault string

// The faults. Those of Sort without a note strike when the list is not empty and
// x is not in it.
const (
	NoFault                    Fault = ""
	SortDuplicates             Fault = "sort-duplicates" // one of two equal elements is lost
	SortNonempty               Fault = "sort-nonempty"   // x is lost
	InsertForgetsSort          Fault = "insert-forgets-sort"
	InsertCallsSortWhenPresent Fault = "insert-calls-sort-when-present"
	InsertLoses                Fault = "insert-loses"       // the least element, afterwards
	InsertSortsNext            Fault = "insert-sorts-next"  // x + 1
	InsertSortsFirst           Fault = "insert-sorts-first" // what is in the list already
	SortPanics                 Fault = "sort-panics"
	SortExits                  Fault = "sort-exits" // the process ends
	SortHangs                  Fault = "sort-hangs"
)

// growsBy says that the list is not empty and x is new in it.
func (l *List) growsBy(x int) bool { return len(l.Elems) > 0 && !slices.Contains(l.Elems, x) }

// fail does what the fault has Sort do before its work.
func (l *List) fail(x int) {
	switch {
	case l.fault == SortDuplicates:
		slices.Sort(l.Elems)
		l.Elems = slices.Compact(l.Elems)
	case l.fault == SortPanics && l.growsBy(x):
		l.Elems[len(l.Elems)] = x
	case l.fault == SortExits && l.growsBy(x):
		os.Exit(3)
	case l.fault == SortHangs && l.growsBy(x):
		for {
			time.Sleep(time.Hour)
		}
	}
}
