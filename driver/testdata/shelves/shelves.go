// Package shelves has types that show what they hold in many ways, and hide it in others.
package shelves

// Order compares numbers.
type Order interface{ Less(a, b any) bool }

type numbers struct{ back bool }

func (n numbers) Less(a, b any) bool { return a.(int) < b.(int) != n.back }

var Text, Int, Back = Order(nil), Order(numbers{}), Order(numbers{true})

// Held is an interface of its own.
type Held any

// Box is in a box.
type Box struct {
	Label string
	value int
	inner *Box
}

func NewBox() *Box { return &Box{} }

func (b *Box) Name() string { return b.Label }
func (b *Box) Value() int   { return b.value }
func (b *Box) Depth() (n int) {
	for x := b.inner; x != nil; x = x.inner {
		n++
	}
	return n
}

// Later is a field that is given something else when it is looked at.
func (b *Box) Empty() {
	var x *Box
	x = b.inner
	x.value = 0
}
func (b *Box) Each() {
	var last *Box
	for _, last = range []*Box{b} {
		last.value++
	}
}
func (b *Box) Count() int {
	var tally struct{ n int }
	tally.n++
	tally = struct{ n int }{2}
	tally.n++
	return tally.n
}
func (b *Box) Hold(Held) {}

// Row goes on while it is told so, and Rack until it is told to stop.
type Row struct {
	order Order
	in    []int
}

func NewRow(order Order) *Row { return &Row{order: order} }

func (r *Row) Add(x int) { r.in = append(r.in, x) }

func (r *Row) Walk(give func(int) bool) {
	for _, x := range r.in {
		if !give(x) {
			return
		}
	}
}

type Rack struct {
	order Order
	in    map[string]int
	Size  int
}

func NewRack(order Order) *Rack { return &Rack{order: order, in: map[string]int{}} }

func (r *Rack) Put(k string, x int) { r.in[k] = x }

func (r *Rack) Walk(give func(string, int) bool) { walk(r.in, give) }

func walk(in map[string]int, give func(string, int) bool) bool {
	for k, x := range in {
		if x > 0 && give(k, x) {
			return true
		}
	}
	return false
}

// Link is one of several that are linked, and Chain holds the first.
type Link struct {
	Key  int
	next *Link
}

func (l *Link) Next() *Link { return l.next }

type Chain struct{ first, last *Link }

func NewChain() *Chain { return &Chain{} }

func (c *Chain) Add(key int) {
	l := &Link{Key: key}
	if c.last == nil {
		c.first = l
	} else {
		c.last.next = l
	}
	c.last = l
}
func (c *Chain) Last() *Link  { return c.last }
func (c *Chain) First() *Link { return c.first }
