// Package inner is another package of the module.
package inner

// Base is embedded.
type Base struct {
	Next *Base
	Deep struct{ Number int }
}

// Get returns the number.
func (b *Base) Get() int {
	if b == nil {
		return -1
	}
	return b.Deep.Number
}
