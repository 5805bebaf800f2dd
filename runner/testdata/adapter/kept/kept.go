// Package kept is a number in a package of its own.
package kept

// Number is a number that a fault can make unreadable.
type Number struct{ places []int }

// Of returns a number.
func Of(n int) Number { return Number{[]int{n}} }

// Spoil makes a number unreadable.
func (n *Number) Spoil() { n.places = nil }

// Show returns the number.
func (n Number) Show() int { return n.places[0] }
