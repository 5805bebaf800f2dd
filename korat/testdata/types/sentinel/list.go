// Package sentinel has lists that are rings with a sentinel in the list itself.
package sentinel

// List is a doubly linked list.
type List struct {
	root Element
	len  int
}

// Element is an element of a list.
type Element struct {
	next, prev *Element
	list       *List
	Value      int
}

// RepOK tells whether the elements are a ring of as many as the list says.
func (l *List) RepOK() bool {
	if l.root.list != nil || l.root.Value != 0 {
		return false
	}
	n := 0
	for e := &l.root; ; {
		next := e.next
		if next == nil || next.prev != e {
			return false
		}
		if next == &l.root {
			break
		}
		if next.list != l {
			return false
		}
		if n++; n > l.len {
			return false
		}
		e = next
	}
	return n == l.len
}
