// Package reads has predicates that read in all ways that there are.
package reads

import (
	"slices"
	"sort"
	"strings"

	"example.com/types/reads/inner"
)

// Wide has fields of all kinds.
type Wide struct {
	*inner.Base
	part  part
	parts [2]part
	list  []part
	names map[string]int
	set   map[int]struct{}
	text  string
	flag  bool
	small int8
	real  float64
	f     func()
}

type part struct {
	x, y int
	deep struct{ z bool }
}

func (p part) sum() int       { return p.x + p.y }
func (p *part) first() int    { return p.x }
func (p part) Len() int       { return p.x }
func (w *Wide) here() *part   { return &w.part }
func (w *Wide) Swap(i, j int) {}

// RepOK reads copies, elements, and through pointers.
func (w *Wide) RepOK() bool {
	if w.text != "" && !strings.HasPrefix(w.text, "a") {
		return false
	}
	copied := w.part
	if copied.x != 1 {
		return w.parts == [2]part{}
	}
	for i, p := range w.parts {
		if p.sum() != i {
			return false
		}
	}
	for i := range w.list {
		if w.list[i].deep.z {
			return false
		}
	}
	y := &w.here().y
	if *y == 0 {
		return len(w.names) == 0
	}
	switch n, ok := w.names["a"]; {
	case ok && n == 0:
		return w.flag
	case ok:
		return w.small == 0 && w.real > 0
	}
	if _, is := w.set[1]; is {
		return w.f == nil
	}
	return w.Base != nil && w.Next == nil && w.Deep.Number == 1
}

// RepOK2 hands parts to functions, and reads through closures and methods of embedded values.
func (w *Wide) RepOK2() bool {
	total := 0
	each(w.list, func(p *part) { total += p.first() })
	if total > 0 && !slices.ContainsFunc(w.list, func(p part) bool { return p.y == 0 }) {
		return false
	}
	keys := make([]string, 0, len(w.names))
	for k, v := range w.names {
		if v == 1 {
			keys = append(keys, k)
		}
	}
	sort.Strings(keys)
	if len(keys) > 0 && w.Base.Get() == 0 {
		return false
	}
	first := w.parts[0]
	if w.Base != nil && w.Get() == 1 {
		return first == w.parts[1]
	}
	var l interface{ Len() int } = w.part
	return l.Len() == 0 && max(w.part.x, w.part.y) == 0 && slices.Max(append([]int{0}, ints(w)...)) < 2
}

func ints(w *Wide) (out []int) {
	for _, p := range w.list {
		out = append(out, p.x+p.y)
	}
	return out
}

func each(all []part, f func(*part)) {
	for i := range all {
		f(&all[i])
	}
}

// Follows is a predicate with arguments.
func Follows(b *inner.Base, next *inner.Base) bool {
	return b != nil && next != nil && b.Next == next && next.Next != b
}

// Boxed has a field of an interface type.
type Boxed struct{ any any }

// Leaf is what may be in it.
type Leaf struct{ other *Leaf }

// RepOK tells whether what is in it is as it should be.
func (b *Boxed) RepOK() error {
	switch x := b.any.(type) {
	case int, nil:
		return nil
	case *Leaf:
		if x.other == x {
			return nil
		}
	}
	return errOther
}

var errOther = strings.NewReader("").UnreadByte()

// Pair is generic.
type Pair[T comparable] struct {
	first, second T
	rest          *Pair[T]
	many          []T
}

// RepOK tells whether all pairs are of equal parts.
func (p *Pair[T]) RepOK() bool {
	for q := p; q != nil; q = q.rest {
		if q.first != q.second || q.rest == p {
			return false
		}
		for _, x := range q.many {
			if !same(&x, &q.first) {
				return false
			}
		}
		if at(q.many, 0) != q.second {
			return false
		}
		if q.rest != nil && q.rest.rest != nil {
			return false
		}
	}
	return true
}

func same[T comparable](a, b *T) bool { return *a == *b }

func at[S ~[]T, T any](s S, i int) T {
	return s[i]
}

// Shape is a predicate of a value, with labels and loops of all kinds.
type Shape struct {
	rows [][]int
	on   *bool
}

// RepOK tells whether no row is longer than the one before it, and all have small numbers.
func (s Shape) RepOK() bool {
	last := 1 << 10
rows:
	for _, row := range s.rows {
		if len(row) > last {
			return false
		}
		last = len(row)
		var n int
		for _, n = range row {
			if n == 1 {
				continue rows
			}
		}
		if n > 0 {
			break rows
		}
	}
	a := [...]int{len(s.rows)}
	for _, x := range a {
		if x > 1 {
			return false
		}
	}
	return s.on == nil
}

// IsPair tells the same as the method.
func IsPair[T comparable](p *Pair[T]) bool { return p != nil && p.RepOK() }
