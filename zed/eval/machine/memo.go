package machine

import "github.com/ttf-int/ttf-int/zed/value"

// memo is the remembered outcome of a predicate or a term. For a term with a value it
// is True.
type memo struct {
	epoch, stamp uint64
	truth        Truth
	value        value.Value
	reason       Reason
}

// pageSize is how many outcomes are allocated at once. A compiler may have compiled thousands of
// terms, of which one evaluation reads a few.
const pageSize = 16

type page [pageSize]memo

// remembered returns the memo of an index.
func (m *Machine) remembered(i int) *memo {
	p := m.memo[i/pageSize]
	if p == nil {
		p = &page{}
		m.memo[i/pageSize] = p
	}
	return &p[i%pageSize]
}

// Remember returns a predicate that evaluates p once for each frame and each value of
// the innermost local variable in p, which is at index at; i is the index of the memo.
func Remember(p Predicate, i, at int) Predicate {
	return func(m *Machine) Truth {
		r := m.remembered(i)
		if r.epoch == m.epoch && r.stamp == m.stamps[at] {
			if r.truth > True {
				m.Fail, m.Reason = r.truth, r.reason
			}
			return r.truth
		}
		t := p(m)
		r.epoch, r.stamp, r.truth = m.epoch, m.stamps[at], t
		if t > True {
			r.reason = m.Reason
		}
		return t
	}
}

// RememberedValue does for a term what Remembered does for a predicate.
func RememberedValue(x Term, i, at int) Term {
	return func(m *Machine) (value.Value, bool) {
		r := m.remembered(i)
		if r.epoch == m.epoch && r.stamp == m.stamps[at] {
			if r.truth > True {
				m.Fail, m.Reason = r.truth, r.reason
			}
			return r.value, r.truth <= True
		}
		v, ok := x(m)
		r.epoch, r.stamp, r.truth, r.value = m.epoch, m.stamps[at], True, v
		if !ok {
			r.truth, r.reason = m.Fail, m.Reason
		}
		return v, ok
	}
}
