package rewriting

import (
	"math"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// combine returns the tree whose leaves are an operation, or an operator where op is nil, with one leaf of each
// argument, and error where one of these is an error.
func (e *Engine) combine(op *language.Operation, name string, args []*Tree) *Tree {
	known := map[string]*Tree{}
	var combine func(args []*Tree) *Tree
	combine = func(args []*Tree) *Tree {
		var key []byte
		for _, a := range args {
			key = strconv.AppendInt(append(key, ' '), int64(a.id), 36)
		}
		if out := known[string(key)]; out != nil {
			return out
		}
		var out *Tree
		if c := first(args...); c != nil {
			halves := [2][]*Tree{make([]*Tree, len(args)), make([]*Tree, len(args))}
			for i, a := range args {
				halves[0][i], halves[1][i] = a.given(c, true), a.given(c, false)
			}
			out = e.branch(c, combine(halves[0]), combine(halves[1]))
		} else {
			pending := Term{Kind: Pending, Op: op, Args: make([]*Term, len(args))}
			if op == nil {
				pending.Text = name
			}
			failed := false
			for i, a := range args {
				pending.Args[i] = a.Leaf
				failed = failed || a.Leaf.Kind == Failed
			}
			if out = e.leaf(e.value("error", "")); !failed {
				out = e.leaf(e.intern(pending))
			}
		}
		known[string(key)] = out
		return out
	}
	return combine(args)
}

// compose returns a tree with another tree in the place of each leaf that is pending. What those ask may come before
// what the tree asks, in the order that conditions have: all are divided by one condition after the other, and only
// the leaves that are left at a node are looked at there, so that the work follows the tree that comes out.
func (e *Engine) compose(t *Tree, of func(*Term) *Tree) *Tree {
	c := composition{engine: e, leaves: map[*Tree][]int{}, last: map[*Tree]int{}, known: map[string]*Tree{}}
	c.collect(t, of)
	all := c.leaves[t]
	results := make([]*Tree, len(all))
	for i, l := range all {
		results[i] = c.results[l]
	}
	return c.at(t, results)
}

// composition is a tree with other trees for its leaves.
type composition struct {
	engine  *Engine
	results []*Tree          // one for each leaf
	leaves  map[*Tree][]int  // the leaves below each node, as places in results
	last    map[*Tree]int    // the last condition below each node
	known   map[string]*Tree // what was made of a node and the results below it
}

// collect notes the leaves of a tree, and makes the result of each.
func (c *composition) collect(t *Tree, of func(*Term) *Tree) {
	if _, ok := c.leaves[t]; ok {
		return
	}
	if t.Leaf != nil {
		result := t
		if t.Leaf.Kind == Pending {
			result = of(t.Leaf)
		}
		c.leaves[t] = []int{len(c.results)}
		c.results = append(c.results, result)
		return
	}
	c.collect(t.Yes, of)
	c.collect(t.No, of)
	c.leaves[t] = merge(c.leaves[t.Yes], c.leaves[t.No])
	c.last[t] = max(t.Cond.id, c.last[t.Yes], c.last[t.No])
}

// merge returns the numbers in two lists that are in order, each once.
func merge(a, b []int) []int {
	out := make([]int, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// at returns the tree for a node whose leaves have these results, in the order of its leaves.
func (c *composition) at(t *Tree, results []*Tree) *Tree {
	if t.Leaf != nil {
		return results[0]
	}
	key := strconv.AppendInt(make([]byte, 0, 64), int64(t.id), 36)
	next := math.MaxInt
	for _, r := range results {
		key = strconv.AppendInt(append(key, ' '), int64(r.id), 36)
		if r.Leaf == nil {
			next = min(next, r.Cond.id)
		}
	}
	if known := c.known[string(key)]; known != nil {
		return known
	}
	var out *Tree
	if next > c.last[t] {
		out = c.replace(t, results)
	} else {
		cond := t.Cond
		if f := first(results...); f.id < cond.id {
			cond = f
		}
		out = c.engine.branch(cond, c.half(t, results, cond, true), c.half(t, results, cond, false))
	}
	c.known[string(key)] = out
	return out
}

// half returns the tree for a node where a condition holds, or does not.
func (c *composition) half(t *Tree, results []*Tree, cond *Term, holds bool) *Tree {
	below, all := t.given(cond, holds), c.leaves[t]
	left := c.leaves[below]
	out := make([]*Tree, 0, len(left))
	for i, l := range all {
		if len(out) < len(left) && left[len(out)] == l {
			out = append(out, results[i].given(cond, holds))
		}
	}
	return c.at(below, out)
}

// replace puts results that ask nothing before the last condition of a tree in the place of its leaves.
func (c *composition) replace(t *Tree, results []*Tree) *Tree {
	of := map[int]*Tree{}
	for i, l := range c.leaves[t] {
		of[l] = results[i]
	}
	known := map[*Tree]*Tree{}
	var replace func(*Tree) *Tree
	replace = func(t *Tree) *Tree {
		if t.Leaf != nil {
			return of[c.leaves[t][0]]
		}
		out := known[t]
		if out == nil {
			out = c.engine.branch(t.Cond, replace(t.Yes), replace(t.No))
			known[t] = out
		}
		return out
	}
	return replace(t)
}
