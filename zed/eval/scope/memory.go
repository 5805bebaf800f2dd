package scope

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
)

// Memory says which outcomes a machine remembers, and has an index for each.
type Memory struct {
	places *Places
	shared map[zed.Expr]int // how often each part is reached
	keep   bool             // whether more terms will be compiled, which may share any part
	memos  int
}

// NewMemory returns a memory without indices.
func NewMemory(p *Places) *Memory {
	return &Memory{places: p, shared: map[zed.Expr]int{}, keep: true}
}

// Count counts how often each predicate is reached, visiting each once.
func (c *Memory) Count(e zed.Expr) {
	switch e.(type) {
	case nil, *zed.Num, *zed.Str: // they are not remembered
		return
	}
	c.shared[e]++
	if c.shared[e] > 1 {
		return
	}
	for _, x := range zed.Children(e) {
		c.Count(x)
	}
}

// IsRepeated tells whether it is worth remembering a term's outcome: it is reached more
// than once, or it is below variables that it does not mention.
func (c *Memory) IsRepeated(u Use) bool {
	if _, joined := u.e.(*zed.Logic); c.keep && joined && u.Place == 0 {
		return true
	}
	return c.shared[u.e] > 1 || u.Place == 0 && c.places.Size > c.places.Slots+1
}

// Shares tells whether a part is reached more than once.
func (c *Memory) Shares(e zed.Expr) bool { return c.shared[e] > 1 }

// Forget records that no more terms will be compiled that might share parts with the
// present one.
func (c *Memory) Forget() { c.keep = false }

// Size returns the number of remembered outcomes.
func (c *Memory) Size() int { return c.memos }

// Remember keeps the outcome of a predicate until another frame comes, or the
// innermost local variable that it mentions is bound again.
func (c *Memory) Remember(p machine.Predicate, place int) machine.Predicate {
	c.memos++
	return machine.Remember(p, c.memos-1, place)
}

// RememberValue keeps a value as Remember keeps a truth.
func (c *Memory) RememberValue(x machine.Term, place int) machine.Term {
	c.memos++
	return machine.RememberedValue(x, c.memos-1, place)
}
