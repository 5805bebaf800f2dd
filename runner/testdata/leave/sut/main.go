// Command sut serves units of which one leaves something behind that no specification names, and another depends on it.
package main

import (
	"fmt"
	"os"

	"github.com/ttf-int/ttf-int/sut"
)

type counter struct {
	n                   int
	aWith, bWith, dWith func(int)
}

// What LEAVE says: the unit Of leaves something behind on each Each-th number, and Who goes wrong when it has done so
// Times times, in a way.
var fault struct {
	Of          string
	Each, Times int
	Who, How    string
}

var left int

// enter tells whether a unit goes wrong, unless it does so in another way than by its result.
func enter(unit string) (wrong bool) {
	if unit != fault.Who || left < fault.Times {
		return false
	}
	switch fault.How {
	case "panics":
		panic("something is left")
	case "exits":
		os.Exit(3)
	}
	return fault.How == "wrong"
}

// leave is called at the end of a unit.
func leave(unit string, x int) {
	if unit == fault.Of && x%fault.Each == 0 {
		left++
	}
}

// add adds to n, or in a unit that goes wrong does not.
func (c *counter) add(unit string, x, sum int) {
	if !enter(unit) {
		c.n += sum
	}
	leave(unit, x)
}

func (c *counter) a(x int) { c.add("a", x, x) }
func (c *counter) b(x int) { c.add("b", x, -x) }

func (c *counter) c(x int) int {
	sum := c.n + x
	if enter("c") {
		sum++
	}
	leave("c", x)
	return sum
}

// by has a unit do what another one does.
func by(unit string, x int, callee func(int)) {
	if !enter(unit) {
		callee(x)
	}
	leave(unit, x)
}

func (c *counter) d(x int) { by("d", x, c.aWith) }
func (c *counter) e(x int) { by("e", x, c.bWith) }
func (c *counter) f(x int) { by("f", x, c.dWith) }

func main() {
	if text := os.Getenv("LEAVE"); text != "" {
		fmt.Sscan(text, &fault.Of, &fault.Each, &fault.Times, &fault.Who, &fault.How)
	}
	sut.Serve(sut.Program[counter]{
		New: func() *counter {
			c := new(counter)
			c.aWith, c.bWith, c.dWith = c.a, c.b, c.d
			if fault.How == "adapter" && left >= fault.Times {
				panic("no counter can be made any more")
			}
			return c
		},
		State: []sut.Var[counter]{sut.Field("n", func(c *counter) *int { return &c.n })},
		Units: []sut.Unit[counter]{
			{Name: "a", Func: (*counter).a, Params: sut.Names{"x?"}},
			{Name: "b", Func: (*counter).b, Params: sut.Names{"x?"}},
			{Name: "c", Func: (*counter).c, Params: sut.Names{"x?"}, Results: sut.Names{"y!"}},
			{Name: "d", Func: (*counter).d, Params: sut.Names{"x?"}},
			{Name: "e", Func: (*counter).e, Params: sut.Names{"x?"}},
			{Name: "f", Func: (*counter).f, Params: sut.Names{"x?"}},
		},
		Seams: []sut.Seam[counter]{
			sut.Hook("d", "a", func(c *counter) *func(int) { return &c.aWith }),
			sut.Hook("e", "b", func(c *counter) *func(int) { return &c.bWith }),
			sut.Hook("f", "d", func(c *counter) *func(int) { return &c.dWith }),
		},
	})
}
