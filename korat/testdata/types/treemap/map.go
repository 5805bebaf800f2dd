// Package treemap has maps as red-black trees.
package treemap

// Map is a red-black tree with parents.
type Map struct {
	root *Entry
	size int
}

// Entry is a node.
type Entry struct {
	key                 int
	value               *Value
	left, right, parent *Entry
	black               bool
}

// Value is what a key is mapped to.
type Value struct{}

// RepOK tells whether the map is a red-black tree.
func (m *Map) RepOK() bool {
	if m.root == nil {
		return m.size == 0
	}
	if m.root.parent != nil {
		return false
	}
	visited := map[*Entry]bool{m.root: true}
	for work := []*Entry{m.root}; len(work) > 0; {
		e := work[0]
		work = work[1:]
		for _, child := range [...]*Entry{e.left, e.right} {
			if child == nil {
				continue
			}
			if visited[child] || child.parent != e {
				return false
			}
			visited[child] = true
			work = append(work, child)
		}
	}
	if len(visited) != m.size || !m.root.isColored() {
		return false
	}
	_, balanced := m.root.blacks()
	return balanced && m.root.isOrdered(nil, nil)
}

// isColored tells whether no red node has a red child.
func (e *Entry) isColored() bool {
	for _, child := range [...]*Entry{e.left, e.right} {
		if child != nil && (!e.black && !child.black || !child.isColored()) {
			return false
		}
	}
	return true
}

// blacks returns how many black nodes are on each path down, and whether that is the same for all.
func (e *Entry) blacks() (int, bool) {
	if e == nil {
		return 0, true
	}
	l, is := e.left.blacks()
	if !is {
		return 0, false
	}
	r, is := e.right.blacks()
	if e.black {
		return l + 1, is && l == r
	}
	return l, is && l == r
}

func (e *Entry) isOrdered(low, high *Entry) bool {
	if low != nil && e.key <= low.key || high != nil && e.key >= high.key {
		return false
	}
	return (e.left == nil || e.left.isOrdered(low, e)) && (e.right == nil || e.right.isOrdered(e, high))
}
