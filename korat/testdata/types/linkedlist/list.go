// Package linkedlist has circular lists with a header.
package linkedlist

// List is a doubly linked, circular list, whose header holds no element.
type List struct {
	header *entry
	size   int
}

type entry struct {
	element    *object
	next, prev *entry
}

type object struct{}

// RepOK tells whether the list is a ring of as many elements as it says.
func (l *List) RepOK() bool {
	if l.header == nil || l.header.element != nil {
		return false
	}
	visited := map[*entry]bool{}
	for current := l.header; ; {
		next := current.next
		if next == nil || next.prev != current {
			return false
		}
		if next == l.header {
			break
		}
		if visited[next] {
			return false
		}
		visited[next] = true
		current = next
	}
	if len(visited) != l.size {
		return false
	}
	for current := l.header.next; current != l.header; current = current.next {
		if current.element == nil {
			return false
		}
	}
	return true
}
