// Package tree is a sorted list of integers without duplicates, implemented by a 2-3 tree: the elements are its leaves,
// all of them equally deep, and every other node has two or three children.
package tree

// Fault is a mistake that the list can be given.
type Fault string

// Copies is the mistake of Doong and Frankl's second case study, a line that is missing: where an element moves from
// the first child of a node to the second, it is copied, and not deleted from the first.
const Copies Fault = "copies"

// List is a sorted list.
type List struct {
	root  *node // nil where it is empty
	fault Fault
}

// node is a leaf, which has an element, or a node with children.
type node struct {
	element  int // of a leaf; otherwise the greatest below the node
	children []*node
	leaves   int
}

// New returns an empty list.
func New(fault Fault) *List { return &List{fault: fault} }

// Elements returns how many elements there are.
func (l *List) Elements() int {
	if l.root == nil {
		return 0
	}
	return l.root.leaves
}

// Find returns the i-th element, counted from 1; it is false where there is none.
func (l *List) Find(i int) (element int, found bool) {
	if i < 1 || i > l.Elements() {
		return 0, false
	}
	n := l.root
	for len(n.children) > 0 {
		k := 0
		for i > n.children[k].leaves {
			i -= n.children[k].leaves
			k++
		}
		n = n.children[k]
	}
	return n.element, true
}

// Add adds an element at its place, unless it is there.
func (l *List) Add(x int) {
	if l.root == nil {
		l.root = newLeaf(x)
		return
	}
	if len(l.root.children) == 0 {
		if l.root.element != x {
			l.root = join(order(l.root, newLeaf(x))...)
		}
		return
	}
	if right := l.root.add(x); right != nil {
		l.root = join(l.root, right)
	}
}

func newLeaf(x int) *node { return &node{element: x, leaves: 1} }

// join returns a node with some children.
func join(children ...*node) *node {
	n := &node{children: children}
	n.count()
	return n
}

// order returns two leaves in the order of their elements.
func order(a, b *node) []*node {
	if b.element < a.element {
		return []*node{b, a}
	}
	return []*node{a, b}
}

// count computes what a node keeps of its children.
func (n *node) count() {
	n.leaves = 0
	for _, c := range n.children {
		n.leaves += c.leaves
	}
	n.element = n.children[len(n.children)-1].element
}

// add adds an element below a node, and returns what is split off where the node has too many children.
func (n *node) add(x int) (right *node) {
	k := 0
	for k < len(n.children)-1 && x > n.children[k].element {
		k++
	}
	child := n.children[k]
	switch {
	case len(child.children) > 0:
		if more := child.add(x); more != nil {
			n.insert(k+1, more)
		}
	case child.element == x:
		return nil
	case x > child.element:
		n.insert(k+1, newLeaf(x))
	default:
		n.insert(k, newLeaf(x))
	}
	if len(n.children) > 3 {
		right = join(n.children[2:]...)
		n.children = append([]*node(nil), n.children[:2]...)
	}
	n.count()
	return right
}

func (n *node) insert(k int, child *node) {
	children := append([]*node(nil), n.children[:k]...)
	n.children = append(append(children, child), n.children[k:]...)
}

// Delete deletes the i-th element, if there is one.
func (l *List) Delete(i int) {
	switch {
	case i < 1 || i > l.Elements():
	case len(l.root.children) == 0:
		l.root = nil
	default:
		l.delete(l.root, i)
		if len(l.root.children) == 1 {
			l.root = l.root.children[0]
		}
	}
}

// delete deletes the i-th leaf below a node, which may have one child after that.
func (l *List) delete(n *node, i int) {
	k := 0
	for i > n.children[k].leaves {
		i -= n.children[k].leaves
		k++
	}
	if child := n.children[k]; len(child.children) == 0 {
		n.remove(k)
	} else if l.delete(child, i); len(child.children) == 1 {
		l.fill(n, k)
	}
	n.count()
}

func (n *node) remove(k int) *node {
	out := n.children[k]
	n.children = append(append([]*node(nil), n.children[:k]...), n.children[k+1:]...)
	return out
}

// fill gives the child at k, which has one child, a second one: from a sibling that has three, or by way of the sibling
// between. Where all siblings have two, it is joined with one of them.
func (l *List) fill(n *node, k int) {
	children := n.children
	rich := func(k int) bool { return k >= 0 && k < len(children) && len(children[k].children) == 3 }
	switch {
	case rich(k - 1):
		children[k].insert(0, children[k-1].remove(2))
	case rich(k + 1):
		children[k].insert(1, children[k+1].remove(0))
	case rich(k - 2):
		first, second, third := children[k-2], children[k-1], children[k]
		third.insert(0, second.children[1]) // copy 5 from β to γ
		second.remove(1)                    // delete 5 from β
		second.insert(0, first.children[2]) // copy 3 from α to β
		if l.fault != Copies {
			first.remove(2) // delete 3 from α
		}
	case rich(k + 2):
		children[k].insert(1, children[k+1].remove(0))
		children[k+1].insert(1, children[k+2].remove(0))
	case k > 0:
		children[k-1].insert(2, children[k].children[0])
		n.remove(k)
	default:
		children[1].insert(0, children[0].children[0])
		n.remove(0)
	}
	for _, c := range children {
		if len(c.children) > 0 {
			c.count()
		}
	}
}

// Eqn tells whether two lists have the same elements: it compares their lengths, and then element by element.
func (l *List) Eqn(other *List) bool {
	if l.Elements() != other.Elements() {
		return false
	}
	for i := 1; i <= l.Elements(); i++ {
		a, _ := l.Find(i)
		if b, _ := other.Find(i); a != b {
			return false
		}
	}
	return true
}
