//go:build ignore

// This file is compiled with a copy of container/list: it says what that package leaves unsaid, and what its methods
// do. It is named by `files:` in specs/list.yaml.
package list

import (
	"fmt"
	"slices"
)

// RepOK tells what is wrong with a list, or nothing: the ring through its sentinel, and its length.
func (l *List) RepOK() error {
	if l.root.list != nil || l.root.Value != nil {
		return fmt.Errorf("the sentinel has a value, or is in a list")
	}
	if l.root.next == nil { // the zero value is an empty list, too
		if l.root.prev != nil || l.len != 0 {
			return fmt.Errorf("a list that is not initialized has elements")
		}
		return nil
	}
	n, last := 0, &l.root
	for e := l.root.next; e != &l.root; e = e.next {
		switch {
		case e == nil:
			return fmt.Errorf("the ring is not closed")
		case e.prev != last:
			return fmt.Errorf("element %d does not point back", n)
		case e.list != l:
			return fmt.Errorf("element %d is not of the list", n)
		case n == l.len:
			return fmt.Errorf("there are more than %d elements", l.len)
		}
		n, last = n+1, e
	}
	if l.root.prev != last || n != l.len {
		return fmt.Errorf("there are %d elements, and the length is %d", n, l.len)
	}
	return nil
}

// values returns the values of a list, from the front.
func (l *List) values() []any {
	var out []any
	if l.root.next == nil {
		return out
	}
	for e := l.root.next; e != &l.root; e = e.next {
		out = append(out, e.Value)
	}
	return out
}

// Has tells whether an element is one of the list, of which the values are 1, 2 and so on. That its field list says so
// is not enough: Init leaves the former elements in that belief, with which Remove makes the length negative.
func (l *List) Has(e *Element) bool {
	if l.root.next == nil {
		return false
	}
	for at := l.root.next; at != &l.root; at = at.next {
		if at == e {
			return l.numbered()
		}
	}
	return false
}

// HasMark tells whether the second of what InsertBefore is given is an element of the list.
func (l *List) HasMark(_ any, mark *Element) bool { return l.Has(mark) }

// HasBoth tells this of two elements.
func (l *List) HasBoth(e, mark *Element) bool { return l.Has(e) && l.Has(mark) }

// numbered tells whether the values are 1, 2 and so on.
func (l *List) numbered() bool {
	for i, v := range l.values() {
		if v != i+1 {
			return false
		}
	}
	return true
}

// PushedBack says what PushBack does.
func PushedBack(before, after *List, v any, e *Element) error {
	if e != after.root.prev || e.Value != v {
		return fmt.Errorf("what it returns is not the last element")
	}
	return differ(append(before.values(), v), after)
}

// InsertedBefore says what InsertBefore does.
func InsertedBefore(before, after *List, v any, mark, e *Element) error {
	if e == nil || e.next != mark || e.Value != v {
		return fmt.Errorf("what it returns does not stand before the mark")
	}
	i := mark.Value.(int) - 1
	return differ(slices.Insert(before.values(), i, v), after)
}

// Removed says what Remove does.
func Removed(before, after *List, e *Element, v any) error {
	if v != e.Value || e.next != nil || e.prev != nil || e.list != nil {
		return fmt.Errorf("the element is not free")
	}
	i := v.(int) - 1
	return differ(slices.Delete(before.values(), i, i+1), after)
}

// MovedBefore says what MoveBefore does.
func MovedBefore(before, after *List, e, mark *Element) error {
	if e == mark {
		return differ(before.values(), after)
	}
	want := slices.DeleteFunc(before.values(), func(v any) bool { return v == e.Value })
	return differ(slices.Insert(want, slices.Index(want, mark.Value), e.Value), after)
}

// differ looks whether a list has other values than those that are wanted.
func differ(want []any, l *List) error {
	if got := l.values(); !slices.Equal(got, want) {
		return fmt.Errorf("the values are %v, expected %v", got, want)
	}
	return nil
}
