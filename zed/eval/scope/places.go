package scope

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// Places has the indices of variables in a frame. Free variables of the compiled term
// have indices below Slots, and local variables those above it; no variable has the
// index Slots itself.
type Places struct {
	names map[string]int
	Slots int
	Size  int
	Free  *zed.FreeNames
	bound int // how many local variables are in scope
}

// NewPlaces returns places for the free variables, in the order of the slots.
func NewPlaces(slots []string) *Places {
	c := &Places{names: map[string]int{}, Slots: len(slots), Size: len(slots) + 1,
		Free: zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved)}
	for i, s := range slots {
		c.names[s] = i
	}
	return c
}

// Use is a term together with the place of the innermost local variable in it, or 0,
// which is not the place of a local variable. The two determine what the term denotes,
// since all its other variables are bound further out.
type Use struct {
	e     zed.Expr
	Place int
}

// Use returns the use of a term at the present point.
func (c *Places) Use(e zed.Expr) Use {
	u := Use{e: e}
	if c.bound == 0 {
		return u
	}
	for _, name := range c.Free.NamesOf(e) {
		if place, ok := c.names[name]; ok && place > c.Slots {
			u.Place = max(u.Place, place)
		}
	}
	return u
}

// Local brings a variable into scope, and returns its place and the function that takes
// it out of scope. No two variables have the same place, so that what was compiled for
// one use serves another one, below other variables.
func (c *Places) Local(name string) (place int, leave func()) {
	before, had := c.names[name]
	place = c.Size
	c.names[name] = place
	c.Size++
	c.bound++
	return place, func() {
		c.bound--
		if had {
			c.names[name] = before
		} else {
			delete(c.names, name)
		}
	}
}

// Find returns the place of a variable, where it is in scope.
func (c *Places) Find(name string) (int, bool) {
	place, ok := c.names[name]
	return place, ok
}

// Locals brings variables into scope in their order.
func (c *Places) Locals(names []string) (places []int, leave func()) {
	leaves := make([]func(), len(names))
	for i, name := range names {
		var place int
		place, leaves[i] = c.Local(name)
		places = append(places, place)
	}
	return places, func() {
		for _, leave := range slices.Backward(leaves) {
			leave()
		}
	}
}
