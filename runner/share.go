package runner

import (
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// Shared has results have in common with the plan, and with each other, what is the same in both. A result that was
// read from a file, as that of a shard, of a batch and of an earlier run is, has a copy of all of it. It is safe for
// concurrent use.
type Shared struct {
	plan *plan.Plan
	mu   sync.Mutex
	unit string          // of which the stubs are
	seen [][]result.Stub // the lists of stubs that were seen last, of one unit
}

// maxSeen is how many lists of stubs are compared with another one.
const maxSeen = 64

// NewShared returns a Shared for the results of a plan.
func NewShared(p *plan.Plan) *Shared { return &Shared{plan: p} }

// Share replaces parts of a result by equal ones of the plan. The result says the same as before.
func (s *Shared) Share(r *result.Result) {
	u := s.plan.Unit(r.Unit)
	if u == nil {
		return
	}
	r.Unit, r.Verdict = u.Name, shareVerdict(r.Verdict)
	s.shareStubs(r)
	l := u.Leaf(r.Leaf)
	if l == nil {
		return
	}
	r.Leaf = l.ID
	if i := slices.IndexFunc(l.Cases, func(c *plan.Case) bool { return c.ID == r.Case }); i >= 0 {
		shareCase(r, l.Cases[i])
	}
}

func shareCase(r *result.Result, c *plan.Case) {
	r.Case = c.ID
	if r.Digest == c.Digest {
		r.Digest = c.Digest
	}
	r.Values, r.Expected = shareValues(r.Values, c.Values()), shareValues(r.Expected, c.Expected)
	r.Actual = shareValues(r.Actual, c.Expected)
}

// shareValues returns the values of the plan where they are the same.
func shareValues(of, planned spec.Values) spec.Values {
	if of != nil && planned != nil && planned.Equal(of) && planned.String() == of.String() {
		return planned
	}
	return of
}

// shareVerdict returns the constant of a verdict.
func shareVerdict(v result.Verdict) result.Verdict {
	for _, known := range []result.Verdict{result.Pass, result.Fail, result.Error, result.Blocked, result.Undecided,
		result.Flaky} {
		if v == known {
			return known
		}
	}
	return v
}

func (s *Shared) shareStubs(r *result.Result) {
	if len(r.Stubs) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unit != r.Unit {
		s.unit, s.seen = r.Unit, s.seen[:0]
	}
	for _, list := range s.seen {
		if slices.Equal(list, r.Stubs) {
			r.Stubs = list
			return
		}
	}
	if len(s.seen) >= maxSeen {
		s.seen = s.seen[:0]
	}
	s.seen = append(s.seen, r.Stubs)
}
