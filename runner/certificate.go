package runner

import (
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/stubs"
)

// certificates are the certificates that units have earned in this run. A leaf is
// passed when all its cases passed. They do not outlive the run, so that each belongs
// to the binary that the run tests.
type certificates struct {
	mu    sync.Mutex
	units map[string]*record
	given map[string]bool // the units that earned theirs elsewhere (Batch.Facts)
}

// record has the certificates of one unit.
type record struct {
	// binary is the hash of the program that earned the certificates. The decisions
	// under which they were earned are in the records of the leaves.
	binary string
	unit   *plan.Unit
	// leaves are the records of the leaves, by their ids, without those of leaves of which nothing is known and that
	// have no case that could earn anything.
	leaves  map[string]*leafRecord
	failure string // the first, by id, of the leaves that were failed, or ""
	// plain says that all is as the plan assumed: every leaf with a case was passed.
	plain bool
}

// leafRecord is the record of one leaf.
type leafRecord struct {
	cases, passed int32
	left          int32 // how many of its cases are not of this run
	failed        bool
	flaky         bool // one of its cases, or a call in it, failed in some attempts and not in others
	ruledOut      bool // a person ruled the leaf out
	// choices are the decisions for the unit's own callees under which the leaf's cases
	// passed.
	choices []result.Choice
}

func newCertificates(p *plan.Plan) *certificates {
	c := &certificates{units: map[string]*record{}}
	for _, u := range p.Units {
		r := &record{unit: u, leaves: map[string]*leafRecord{}}
		for _, k := range u.Cases {
			if !k.Open && !k.Leaf.IsRejected() {
				r.of(k.Leaf.ID).cases++
			}
		}
		c.units[u.Name] = r
	}
	return c
}

// leaveOut notes which cases of a plan are not of this run, but for a batch, which is told.
func (c *certificates) leaveOut(s *selection) {
	if s.options.earned != nil {
		return
	}
	for _, u := range s.plan.Units {
		for i, k := range u.Cases {
			if l := c.units[u.Name].of(k.Leaf.ID); l != nil && !k.Open && s.chosen[s.firsts[u.Name]+i] == left {
				l.left++
			}
		}
	}
}

// of returns the record of a leaf; nil where the unit has no such leaf, or it is one of rejected inputs.
func (r *record) of(leaf string) *leafRecord {
	if known := r.leaves[leaf]; known != nil {
		return known
	}
	l := r.unit.Leaf(leaf)
	if l == nil || l.IsRejected() {
		return nil
	}
	out := &leafRecord{ruledOut: l.Pruned != ""}
	r.leaves[l.ID] = out
	return out
}

// Leaf returns the standing of a leaf.
func (c *certificates) Leaf(unit, leaf string) stubs.Standing {
	c.mu.Lock()
	defer c.mu.Unlock()
	u := c.units[unit]
	if u == nil {
		return stubs.NoCase
	}
	switch l := u.leaves[leaf]; {
	case l == nil:
		if of := u.unit.Leaf(leaf); of != nil && !of.IsRejected() && of.Pruned != "" {
			return stubs.RuledOut
		}
		return stubs.NoCase
	case l.ruledOut:
		return stubs.RuledOut
	case l.failed:
		return stubs.Failed
	case l.flaky:
		return stubs.Unsteady
	case l.cases > 0 && l.passed == l.cases:
		return stubs.Passed
	case l.left > 0 && l.passed+l.left == l.cases:
		return stubs.LeftOut
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

// earnedChoices returns the decisions under which a leaf was passed.
func (c *certificates) earnedChoices(unit, leaf string) []result.Choice {
	c.mu.Lock()
	defer c.mu.Unlock()
	if u := c.units[unit]; u != nil && u.leaves[leaf] != nil {
		return u.leaves[leaf].choices
	}
	return nil
}

// note records the verdict of a case. A blocked or undecided case neither gives nor
// withdraws a certificate. Neither does a case on a rejected input, in whose leaf no
// call may lie.
func (c *certificates) note(unit, leaf string, v result.Verdict, choices []result.Choice) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.units[unit].of(leaf)
	if l == nil {
		return
	}
	switch v {
	case result.Pass:
		l.passed++
		l.choices = merge(l.choices, choices)
	case result.Fail, result.Error:
		c.units[unit].fail(leaf)
	case result.Flaky:
		l.flaky = true
	}
}

// fail records that a leaf was failed.
func (r *record) fail(leaf string) {
	if l := r.of(leaf); l != nil {
		l.failed = true
		if r.failure == "" || leaf < r.failure {
			r.failure = leaf
		}
	}
}

// merge adds choices to a list, where each combination of callee, decision and leaves
// occurs once. Where it adds nothing, or there was nothing before, it makes no list.
func merge(list, more []result.Choice) []result.Choice {
	if len(list) == 0 && len(more) == 1 {
		return more[:1:1]
	}
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

// withdraw withdraws the certificate of a leaf.
func (c *certificates) withdraw(unit, leaf string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if u := c.units[unit]; u != nil {
		u.fail(leaf)
		u.plain = false
	}
}

// settle records that all cases of a unit have run, in the program with the given hash.
func (c *certificates) settle(unit, binary string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.given[unit] {
		return
	}
	u := c.units[unit]
	u.plain, u.binary = true, binary
	for _, l := range u.leaves {
		if l.cases > 0 && (l.failed || l.flaky || l.passed < l.cases) {
			u.plain = false
		}
	}
}

// haveEarnedAll tells whether the units earned, in the program with the given hash, all the
// certificates that the plan assumed.
func (c *certificates) haveEarnedAll(units []string, binary string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range units {
		if u := c.units[name]; u == nil || !u.plain || u.binary != binary {
			return false
		}
	}
	return true
}

// doubt records that a leaf is not certified, since calls in it failed in some attempts at a case and not in others.
func (c *certificates) doubt(unit, leaf string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if u := c.units[unit]; u != nil {
		if l := u.of(leaf); l != nil {
			l.flaky, u.plain = true, false
		}
	}
}
