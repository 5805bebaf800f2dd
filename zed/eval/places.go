package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// places are where the variables in scope stand in a frame. The places below slots
// are the free variables' of what is compiled, those above it local variables'; that
// one stays free.
type places struct {
	names map[string]int
	slots int
	size  int
	free  *zed.FreeNames
}

func newPlaces(slots []string) *places {
	c := &places{names: map[string]int{}, slots: len(slots), size: len(slots) + 1,
		free: zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved)}
	for i, s := range slots {
		c.names[s] = i
	}
	return c
}

// use is a term together with the innermost local variable that it mentions
// (its place, or 0, which none has). What the term denotes is settled by the two: every other
// variable that it mentions is bound further out.
type use struct {
	e     zed.Expr
	place int
}

func (c *places) use(e zed.Expr) use {
	u := use{e: e}
	for _, name := range c.free.Of(e) {
		if place, ok := c.names[name]; ok && place > c.slots {
			u.place = max(u.place, place)
		}
	}
	return u
}

// local brings a variable into scope and returns its place in the frame, and
// what takes it out again. No two variables share a place: what was compiled
// for one use serves another, under other variables.
func (c *places) local(name string) (place int, leave func()) {
	before, had := c.names[name]
	place = c.size
	c.names[name] = place
	c.size++
	return place, func() {
		if had {
			c.names[name] = before
		} else {
			delete(c.names, name)
		}
	}
}

// locals brings variables into scope in their order.
func (c *places) locals(names []string) (places []int, leave func()) {
	leaves := make([]func(), len(names))
	for i, name := range names {
		var place int
		place, leaves[i] = c.local(name)
		places = append(places, place)
	}
	return places, func() {
		for _, leave := range slices.Backward(leaves) {
			leave()
		}
	}
}
