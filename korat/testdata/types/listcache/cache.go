// Package listcache has caches that are made of a map and of a list of the standard library.
package listcache

import "container/list"

// Cache forgets what was not used for longest.
type Cache struct {
	capacity int
	items    map[int]*list.Element
	order    *list.List
}

type entry struct{ key, value int }

// RepOK tells whether the map and the list have the same entries, and no more than the capacity.
func (c *Cache) RepOK() bool {
	if c.order == nil || c.order.Len() > c.capacity || c.order.Len() != len(c.items) {
		return false
	}
	return holds(c.order, c.items)
}

// Queue is a cache that has its list in itself.
type Queue struct {
	items map[int]*list.Element
	order list.List
}

// RepOK tells whether the map and the list have the same entries.
func (q *Queue) RepOK() bool { return q.order.Len() == len(q.items) && holds(&q.order, q.items) }

// holds tells whether the elements of a list are in a map, each with an entry of its own.
func holds(l *list.List, items map[int]*list.Element) bool {
	seen := map[*entry]bool{}
	for e := l.Front(); e != nil; e = e.Next() {
		x, is := e.Value.(*entry)
		if !is || x == nil || seen[x] || items[x.key] != e {
			return false
		}
		seen[x] = true
	}
	return true
}
