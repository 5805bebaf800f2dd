package main

import (
	"maps"
	"slices"
)

// Group is a set, as a slice in order.
type Group struct {
	elems []int
}

// find is what all operations of a group look with.
func (g *Group) find(x int) (int, bool) {
	if has("group-find") && len(g.elems) > 2 {
		i, is := slices.BinarySearch(g.elems[:len(g.elems)-1], x)
		return i, is
	}
	return slices.BinarySearch(g.elems, x)
}

func (g *Group) Join(x int) {
	i, is := g.find(x)
	switch {
	case has("group-join-lost") && !is && i == 0 && len(g.elems) == 2:
	case !is || has("group-join-twice") && i > 0:
		g.elems = slices.Insert(g.elems, i, x)
	}
}

func (g *Group) Quit(x int) {
	if i, is := g.find(x); is {
		if has("group-quit") {
			g.elems = g.elems[:i]
			return
		}
		g.elems = slices.Delete(g.elems, i, i+1)
	}
}

func (g *Group) Merge(o *Group) {
	if has("group-merge") && len(g.elems) > 0 {
		g.elems = append(g.elems, o.elems...) // out of order
		return
	}
	for _, x := range slices.Clone(o.elems) {
		g.Join(x)
	}
}

func (g *Group) Has(x int) bool {
	i, is := g.find(x)
	if has("group-has") && len(g.elems) > 1 && i == 0 {
		return false
	}
	return is
}

func (g *Group) Size() int {
	if has("group-size") && len(g.elems) > 1 {
		return 1
	}
	return len(g.elems)
}

func (g *Group) Subset(o *Group) bool {
	for i, x := range g.elems {
		if !o.Has(x) && !(has("group-subset") && i > 0) {
			return false
		}
	}
	return true
}

// Chained is a hash table with chains.
type Chained struct {
	cells map[int]*cell // the first of each chain, by what the keys leave when they are divided by 3
	n     int
}

type cell struct {
	k, v int
	next *cell
}

func (m *Chained) at(k int) *cell {
	c := m.cells[k%3]
	for c != nil && c.k != k {
		c = c.next
	}
	return c
}

func (m *Chained) Put(k, v int) {
	if c := m.at(k); c != nil {
		if !has("chained-put-old") {
			c.v = v
		}
		if has("chained-put-cuts") {
			c.next = nil
		}
		return
	}
	if m.n++; has("chained-put-chain") && m.cells[k%3] != nil {
		m.cells[k%3].next = &cell{k, v, nil} // a third one of a chain is in the place of the second
		return
	}
	m.cells[k%3] = &cell{k, v, m.cells[k%3]}
}

func (m *Chained) Drop(k int) {
	if m.at(k) == nil {
		return
	}
	if m.n--; has("chained-drop-count") && m.n == 0 {
		m.n = 1
	}
	c := m.cells[k%3]
	if c.k == k {
		if m.cells[k%3] = c.next; has("chained-drop-first") {
			delete(m.cells, k%3)
		}
		return
	}
	for c.next.k != k {
		c = c.next
	}
	c.next = c.next.next
}

func (m *Chained) Get(k int) (int, bool) {
	c := m.at(k)
	if c == nil || has("chained-get") && c.next != nil {
		return 0, false
	}
	return c.v, true
}

func (m *Chained) Has(k int) bool { return m.at(k) != nil }

func (m *Chained) Size() int { return m.n }

// Symbols is a table with blocks.
type Symbols struct {
	blocks []map[string]int
}

func (s *Symbols) Enter() {
	switch last := s.blocks[len(s.blocks)-1]; {
	case has("symbols-enter-copies"):
		s.blocks = append(s.blocks, maps.Clone(last))
	case has("symbols-enter-shares"):
		s.blocks = append(s.blocks, last)
	default:
		s.blocks = append(s.blocks, map[string]int{})
	}
}

func (s *Symbols) Leave() error {
	n := len(s.blocks) - 1
	if n == 0 {
		return errNone
	}
	if has("symbols-leave-keeps") {
		maps.Copy(s.blocks[n-1], s.blocks[n])
	}
	s.blocks = s.blocks[:n]
	return nil
}

func (s *Symbols) Declare(name string, t int) {
	n := len(s.blocks) - 1
	switch {
	case has("symbols-declare-outer") && n > 0:
		s.blocks[n-1][name] = t
	case has("symbols-declare-outermost"):
		n = 0
	}
	s.blocks[n][name] = t
}

func (s *Symbols) Declared(name string) bool {
	_, is := s.blocks[len(s.blocks)-1][name]
	if has("symbols-declared") {
		is = slices.ContainsFunc(s.blocks, func(b map[string]int) bool { _, is := b[name]; return is })
	}
	return is
}

func (s *Symbols) Type(name string) (int, bool) {
	for i := len(s.blocks) - 1; i >= 0; i-- {
		if t, is := s.blocks[i][name]; is {
			return t, true
		}
		if has("symbols-type") && i > 0 {
			break
		}
	}
	return 0, false
}

func (s *Symbols) Depth() int { return len(s.blocks) - 1 }

// Text is what stands before the cursor and behind it, the latter in reverse.
type Text struct {
	pre, post []int
}

func (t *Text) Type(c int) {
	if has("text-type") && len(t.post) > 1 {
		t.post[0] = c // nobody sees it yet
	}
	t.pre = append(t.pre, c)
}

// step takes the last of some characters.
func step(from, to *[]int) {
	n := len(*from)
	if n == 0 {
		return
	}
	*to = append(*to, (*from)[n-1])
	*from = (*from)[:n-1]
	if has("text-step") && n == 2 {
		(*from)[0] = (*to)[len(*to)-1]
	}
}

func (t *Text) Back() error {
	n := len(t.pre)
	if n == 0 {
		return errNone
	}
	if t.pre = t.pre[:n-1]; has("text-back") && len(t.post) > 0 {
		t.post = t.post[:len(t.post)-1]
	}
	return nil
}

func (t *Text) Left() {
	if step(&t.pre, &t.post); has("text-left-shares") && len(t.post) == 1 {
		t.post = t.pre[:len(t.pre)+1] // what is typed is in both
	}
}

func (t *Text) Right() {
	if step(&t.post, &t.pre); has("text-right") && len(t.post) == 1 {
		t.post = nil
	}
}

func (t *Text) Before() (int, error) {
	if len(t.pre) == 0 {
		return 0, errNone
	}
	return t.pre[len(t.pre)-1], nil
}

func (t *Text) Behind() (int, error) {
	if len(t.post) == 0 {
		return 0, errNone
	}
	return t.post[len(t.post)-1], nil
}

func (t *Text) Length() int {
	if has("text-length") && len(t.pre) == 0 {
		return min(1, len(t.post))
	}
	return len(t.pre) + len(t.post)
}
