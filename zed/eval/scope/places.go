package scope

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// Places are where the variables in scope stand in a frame. Free variables of what is
// compiled have the places below Slots, and local variables those above it; no variable
// has the place Slots itself.
type Places struct {
	names map[string]int
	Slots int
	Size  int
	Free  *zed.FreeNames
}

// NewPlaces returns the places of the free variables alone, in the order of the slots.
func NewPlaces(slots []string) *Places {
	c := &Places{names: map[string]int{}, Slots: len(slots), Size: len(slots) + 1,
		Free: zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved)}
	for i, s := range slots {
		c.names[s] = i
	}
	return c
}

// Use is a term together with the place of the innermost local variable that it
// mentions, or 0, which is not a local variable's place. What the term denotes is settled
// by the two: every other variable that it mentions is bound further out.
type Use struct {
	e     zed.Expr
	Place int
}

// Use returns how a term is used where it stands.
func (c *Places) Use(e zed.Expr) Use {
	u := Use{e: e}
	for _, name := range c.Free.Of(e) {
		if place, ok := c.names[name]; ok && place > c.Slots {
			u.Place = max(u.Place, place)
		}
	}
	return u
}

// Local brings a variable into scope and returns its place in the frame, and
// what takes it out again. No two variables share a place: what was compiled
// for one use serves another, under other variables.
func (c *Places) Local(name string) (place int, leave func()) {
	before, had := c.names[name]
	place = c.Size
	c.names[name] = place
	c.Size++
	return place, func() {
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
