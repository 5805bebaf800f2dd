// Package lru has caches that forget what was not used for longest.
package lru

// Cache is a map of entries that are in a list too.
type Cache struct {
	capacity   int
	items      map[int]*entry
	head, tail *entry
}

type entry struct {
	key, value int
	prev, next *entry
}

// RepOK tells whether the map and the list have the same entries, and no more than the capacity.
func (c *Cache) RepOK() bool {
	if len(c.items) > c.capacity {
		return false
	}
	n := 0
	var last *entry
	for e := c.head; e != nil; e = e.next {
		if e.prev != last || c.items[e.key] != e {
			return false
		}
		if n++; n > len(c.items) {
			return false
		}
		last = e
	}
	return c.tail == last && n == len(c.items)
}
