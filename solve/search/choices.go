package search

// choices is a set of decided variables, by their slots. The last bit stands for all slots
// past it, which makes jumps shorter, never wrong.
type choices [4]uint64

// maxChoices is the number of slots that have a bit of their own.
const maxChoices = 64*len(choices{}) - 1

// bit returns the set of one slot.
func bit(slot int) (c choices) {
	slot = min(slot, maxChoices)
	c[slot/64] = 1 << (slot % 64)
	return c
}

// everyChoice returns the set of all slots.
func everyChoice() (c choices) {
	for i := range c {
		c[i] = ^uint64(0)
	}
	return c
}

// add adds the members of another set.
func (c *choices) add(other choices) {
	for i, bits := range other {
		c[i] |= bits
	}
}

// has tells whether a slot is in the set.
func (c *choices) has(slot int) bool {
	slot = min(slot, maxChoices)
	return c[slot/64]&(1<<(slot%64)) != 0
}

// remove removes a slot that has a bit of its own.
func (c *choices) remove(slot int) {
	if slot < maxChoices {
		c[slot/64] &^= 1 << (slot % 64)
	}
}
