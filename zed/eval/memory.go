package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// memory says which outcomes a machine remembers, and has a place for each.
type memory struct {
	places *places
	shared map[zed.Expr]int // how often each part is reached
	keep   bool             // more terms will come, which may share any part
	memos  int
}

func newMemory(p *places) *memory {
	return &memory{places: p, shared: map[zed.Expr]int{}, keep: true}
}

// count counts how often each predicate is reached, looking into each once.
func (c *memory) count(e zed.Expr) {
	if e == nil {
		return
	}
	c.shared[e]++
	if c.shared[e] > 1 {
		return
	}
	for _, x := range zed.Children(e) {
		c.count(x)
	}
}

// repeated tells whether a term's outcome is worth remembering: it is reached
// more than once, or it stands under variables that it does not mention.
func (c *memory) repeated(u use) bool {
	if _, joined := u.e.(*zed.Logic); c.keep && joined && u.place == 0 {
		return true
	}
	return c.shared[u.e] > 1 || u.place == 0 && c.places.size > c.places.slots+1
}

// remember keeps the outcome of a predicate until another frame comes, or the
// innermost local variable that it mentions is bound again.
func (c *memory) remember(p predicate, place int) predicate {
	i := c.memos
	c.memos++
	return func(m *machine) Truth {
		r := &m.memo[i]
		if r.epoch == m.epoch && r.stamp == m.stamps[place] {
			if r.truth > True {
				m.fail, m.reason = r.truth, r.reason
			}
			return r.truth
		}
		t := p(m)
		r.epoch, r.stamp, r.truth = m.epoch, m.stamps[place], t
		if t > True {
			r.reason = m.reason
		}
		return t
	}
}

func (c *memory) rememberValue(x term, place int) term {
	i := c.memos
	c.memos++
	return func(m *machine) (value.Value, bool) {
		r := &m.memo[i]
		if r.epoch == m.epoch && r.stamp == m.stamps[place] {
			if r.truth > True {
				m.fail, m.reason = r.truth, r.reason
			}
			return r.value, r.truth <= True
		}
		v, ok := x(m)
		r.epoch, r.stamp, r.truth, r.value = m.epoch, m.stamps[place], True, v
		if !ok {
			r.truth, r.reason = m.fail, m.reason
		}
		return v, ok
	}
}
