// Package embeds has types that hold others: as a part, by a pointer of their own, and by one that they are given.
package embeds

// Base holds numbers.
type Base struct{ Items []int }

// Put adds a number.
func (b *Base) Put(x int) { b.Items = append(b.Items, x) }

// Count says how many there are.
func (b *Base) Count() int { return len(b.Items) }

// Shelf is a base with a limit.
type Shelf struct {
	Base
	Limit int
}

// Fill puts as many as there is room for.
func (s *Shelf) Fill(x int) int {
	n := 0
	for s.Count() < s.Limit {
		s.Put(x)
		n++
	}
	return n
}

// Size says how much room there is.
func (s *Shelf) Size() int { return s.Limit }

// Refill does what Fill does on an empty shelf.
func (s *Shelf) Refill(x int) int {
	s.Items = nil
	return s.Fill(x)
}

// Chest has a base of its own.
type Chest struct{ *Base }

// NewChest returns an empty chest.
func NewChest() *Chest { return &Chest{new(Base)} }

// Store puts a number twice.
func (c *Chest) Store(x int) {
	c.Put(x)
	c.Base.Put(x)
}

// View looks at a base that it is given.
type View struct{ of *Base }

// NewView returns a view of a base.
func NewView(of *Base) *View { return &View{of} }

// Twice says how many there would be of two such bases.
func (v *View) Twice() int { return 2 * v.of.Count() }
