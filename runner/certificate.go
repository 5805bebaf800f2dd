package runner

import (
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/stubs"
)

// certificates are what the units have earned in this run. A leaf is passed
// when all its cases passed; none of it outlives the run, so every certificate
// is of the binary that the run tests.
type certificates struct {
	mu    sync.Mutex
	units map[string]*record
}

// record is what is known of one unit.
type record struct {
	// binary is the hash of the program whose run earned the certificates;
	// the decisions under which they were earned are with the leaves.
	binary  string
	leaves  map[string]*leafRecord
	failure string // the first of the leaves that were failed, by id
	// plain says that everything is as the plan assumed: each leaf that has a
	// case was passed.
	plain bool
}

// leafRecord is what is known of one leaf.
type leafRecord struct {
	cases, passed int
	failed        bool
	ruledOut      bool // by a person
	// choices are the decisions for the unit's own callees, under which the
	// leaf's cases passed.
	choices []result.Choice
}

func newCertificates(p *plan.Plan) *certificates {
	c := &certificates{units: map[string]*record{}}
	for _, u := range p.Units {
		r := &record{leaves: map[string]*leafRecord{}}
		for _, l := range u.Leaves {
			if !l.Refused() {
				r.leaves[l.ID] = &leafRecord{ruledOut: l.Pruned != ""}
			}
		}
		for _, k := range u.Cases {
			if l := r.leaves[k.Leaf.ID]; l != nil && !k.Open {
				l.cases++
			}
		}
		c.units[u.Name] = r
	}
	return c
}

// Leaf tells what is known of a leaf.
func (c *certificates) Leaf(unit, leaf string) stubs.Standing {
	c.mu.Lock()
	defer c.mu.Unlock()
	u := c.units[unit]
	if u == nil || u.leaves[leaf] == nil {
		return stubs.NoCase
	}
	switch l := u.leaves[leaf]; {
	case l.ruledOut:
		return stubs.RuledOut
	case l.failed:
		return stubs.Failed
	case l.cases > 0 && l.passed == l.cases:
		return stubs.Passed
	}
	return stubs.NoCase
}

// Failure returns a leaf that the unit failed, or "".
func (c *certificates) Failure(unit string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if u := c.units[unit]; u != nil {
		return u.failure
	}
	return ""
}

// earned returns the decisions under which a leaf was passed.
func (c *certificates) earned(unit, leaf string) []result.Choice {
	c.mu.Lock()
	defer c.mu.Unlock()
	if u := c.units[unit]; u != nil && u.leaves[leaf] != nil {
		return u.leaves[leaf].choices
	}
	return nil
}

// note records the verdict of a case. What is undecided or blocked certifies
// nothing and withdraws nothing, and neither does a case on a rejected input,
// whatever its verdict: no call may lie there.
func (c *certificates) note(unit, leaf string, v result.Verdict, choices []result.Choice) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.units[unit].leaves[leaf]
	if l == nil {
		return
	}
	switch v {
	case result.Pass:
		l.passed++
		l.choices = merge(l.choices, choices)
	case result.Fail, result.Error:
		c.units[unit].fail(leaf)
	}
}

// fail notes that a leaf was failed.
func (r *record) fail(leaf string) {
	if l := r.leaves[leaf]; l != nil {
		l.failed = true
		if r.failure == "" || leaf < r.failure {
			r.failure = leaf
		}
	}
}

// merge adds choices to a list, each callee with its decision and leaves once.
func merge(list, more []result.Choice) []result.Choice {
next:
	for _, m := range more {
		for _, k := range list {
			if k.Callee == m.Callee && k.Decision == m.Decision && slices.Equal(k.Possible, m.Possible) {
				continue next
			}
		}
		list = append(list, m)
	}
	return list
}

// withdraw takes a leaf's certificate away.
func (c *certificates) withdraw(unit, leaf string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if u := c.units[unit]; u != nil {
		u.fail(leaf)
		u.plain = false
	}
}

// settle is told that all cases of a unit have run, in the program of a hash.
func (c *certificates) settle(unit, binary string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	u := c.units[unit]
	u.plain, u.binary = true, binary
	for _, l := range u.leaves {
		if l.cases > 0 && (l.failed || l.passed < l.cases) {
			u.plain = false
		}
	}
}

// asPlanned tells whether all that the plan assumed of the units holds, in the
// program of a hash.
func (c *certificates) asPlanned(units []string, binary string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range units {
		if u := c.units[name]; u == nil || !u.plain || u.binary != binary {
			return false
		}
	}
	return true
}
