// Command sut serves a stock whose state is shown by two of its units and cannot be set. One of its units is wrong.
package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"github.com/ttf-int/ttf-int/sut"
)

// stock has what it holds, and the sum of that, and as much of both as its units have shown last; and how many it
// holds, which is not shown.
type stock struct {
	items, shownItems []int
	total, shownTotal int
	count             int
	spoilt            string // what cannot be shown of it
}

// What SHOWN says: the unit Of is wrong in a way, where the stock holds at least Least items.
var fault struct {
	Of, How string
	Least   int
}

func (s *stock) is(unit, how string) bool {
	return fault.Of == unit && fault.How == how && len(s.items) >= fault.Least
}

// add adds a number in the name of a unit.
func (s *stock) add(unit string, x int) {
	if s.is(unit, "more") {
		s.total++
	}
	if !s.is(unit, "forgets-total") {
		s.total += x
	}
	s.counts(unit, 1)
	s.spoils(unit)
	if !s.is(unit, "forgets-items") {
		s.items = append(s.items, x)
	}
}

// counts notes that a unit is about to change how many the stock holds.
func (s *stock) counts(unit string, by int) {
	switch {
	case s.is(unit, "adds-count"):
		s.count += by + 1
	case !s.is(unit, "forgets-count") && !s.is(unit, "forgets-items"):
		s.count += by
	}
}

// spoils has a unit leave a stock of which something cannot be shown.
func (s *stock) spoils(unit string) {
	for _, of := range []string{"items", "total"} {
		if s.is(unit, "spoils-"+of) {
			s.spoilt = of
		}
	}
}

// fails fails as a unit that shows something does where that cannot be shown.
func (s *stock) fails(unit string) {
	switch {
	case s.spoilt == unit || s.is(unit, "panics"):
		panic(unit + " cannot be shown")
	case s.is(unit, "recurses"):
		s.fails(unit)
	}
}

func (s *stock) push(x int) { s.add("push", x) }
func (s *stock) twice()     { s.add("twice", s.items[len(s.items)-1]) }

func (s *stock) pop() int {
	s.spoils("pop")
	x, rest := s.items[len(s.items)-1], s.items[:len(s.items)-1]
	more, noTotal, noItems := s.is("pop", "more"), s.is("pop", "forgets-total"), s.is("pop", "forgets-items")
	if s.counts("pop", -1); !noTotal {
		s.total -= x
	}
	if !noItems {
		s.items = rest
	}
	if more {
		x++
	}
	return x
}

func (s *stock) clear() int {
	s.spoils("clear")
	sum, noTotal, noItems := s.total, s.is("clear", "forgets-total"), s.is("clear", "forgets-items")
	if s.is("clear", "more") {
		sum++
	}
	if s.counts("clear", -len(s.items)); !noTotal {
		s.total = 0
	}
	if !noItems {
		s.items = nil
	}
	return sum
}

func (s *stock) all() []int {
	s.fails("items")
	out := slices.Clone(s.items)
	switch {
	case s.is("items", "more"):
		out = append(out, 0)
	case s.is("items", "less") && len(out) > 0:
		out = out[1:]
	case s.is("items", "stale"):
		out = s.shownItems
	}
	s.shownItems = slices.Clone(s.items)
	return out
}

func (s *stock) sum() int {
	s.fails("total")
	out := s.total
	switch {
	case s.is("total", "more"):
		out++
	case s.is("total", "less") && out > 0:
		out--
	case s.is("total", "stale"):
		out = s.shownTotal
	}
	s.shownTotal = s.total
	return out
}

func (s *stock) size() int {
	s.spoils("size")
	if s.is("size", "more") {
		return s.count + 1
	}
	return s.count
}

func (s *stock) isEmpty() bool { return s.count == 0 }

func main() {
	if text := os.Getenv("SHOWN"); text != "" {
		fmt.Sscan(text, &fault.Of, &fault.How, &fault.Least)
	}
	// As fatal as a stack that fills the memory, and not as slow.
	debug.SetMaxStack(1 << 20)
	sut.Serve(sut.Program[stock]{
		New: func() *stock { return new(stock) },
		State: []sut.Var[stock]{
			sut.Property("items", (*stock).all, nil),
			sut.Property("total", (*stock).sum, nil),
		},
		Units: []sut.Unit[stock]{
			{Name: "push", Func: (*stock).push, Params: sut.Names{"x?"}},
			{Name: "pop", Func: (*stock).pop, Results: sut.Names{"x!"}},
			{Name: "clear", Func: (*stock).clear, Results: sut.Names{"sum!"}},
			{Name: "twice", Func: (*stock).twice},
			{Name: "items", Func: (*stock).all, Results: sut.Names{"all!"}},
			{Name: "total", Func: (*stock).sum, Results: sut.Names{"sum!"}},
			{Name: "size", Func: (*stock).size, Results: sut.Names{"n!"}},
			{Name: "isEmpty", Func: (*stock).isEmpty, Results: sut.Names{"empty!"}},
		},
	})
}
