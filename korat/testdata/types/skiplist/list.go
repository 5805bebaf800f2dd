// Package skiplist has skip lists with two levels in arrays.
package skiplist

const levels = 2

// List is a skip list.
type List struct {
	head  [levels]*node
	level int
}

type node struct {
	key  int
	next [levels]*node
}

// RepOK tells whether each level is in order, and has nodes of the one below it alone.
func (l *List) RepOK() bool {
	below := map[*node]bool{}
	count := 0
	for i := range l.head {
		here := map[*node]bool{}
		var last *node
		for n := l.head[i]; n != nil; n = n.next[i] {
			if here[n] || i > 0 && !below[n] {
				return false
			}
			if last != nil && last.key >= n.key {
				return false
			}
			here[n] = true
			last = n
		}
		if len(here) > 0 {
			count = i + 1
		}
		if i == 0 {
			// Nodes that are not on the upper level have no successor there.
			up := map[*node]bool{}
			for n := l.head[1]; n != nil && !up[n]; n = n.next[1] {
				up[n] = true
			}
			for n := l.head[0]; n != nil; n = n.next[0] {
				if !up[n] && n.next[1] != nil {
					return false
				}
			}
		}
		below = here
	}
	return l.level == count
}
