package runner

import (
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/store"
)

// Joining makes one run of the documents of shards, of which it takes one result after the other. In memory stays what
// is counted, as a run has it, and of what shards ran only for their decisions that it passed, as a bit.
type Joining struct {
	plan    *plan.Plan
	shared  *Shared
	journal *store.Journal // keeps the results; nil where they are not kept
	traces  func(*result.Result) ([]*result.Call, error)
	line    []byte
	held    int // how many more passes may have their traces in memory
	shards  []*result.Run
	support []passBits // by the places of shards
	now     passBits   // of the document that is read
	packer  packer
	short   short // the passes that count and are held in short form
}

// short are passes that are held in short form, by the numbers of their cases in the plan.
type short struct {
	numbers map[*plan.Case]int
	packs   []packed
}

// of returns the pass of a case; one that is of no case where there is none.
func (s *short) of(c *plan.Case) packed {
	if n, known := s.numbers[c]; known && s.packs != nil {
		return s.packs[n]
	}
	return packed{}
}

// hold holds a pass, or with the zero value none.
func (s *short) hold(n int, p packed) {
	if s.packs == nil {
		s.packs = make([]packed, len(s.numbers))
	}
	s.packs[n] = p
}

// passBits are the cases that passed where others rest on them, by their numbers in the plan.
type passBits []uint64

func (p *passBits) set(n int, is bool) {
	for is && len(*p) <= n/64 {
		*p = append(*p, 0)
	}
	if is {
		(*p)[n/64] |= 1 << (n % 64)
	} else if n/64 < len(*p) {
		(*p)[n/64] &^= 1 << (n % 64)
	}
}

// has tells whether a case passed.
func (p passBits) has(n int) bool { return n/64 < len(p) && p[n/64]>>(n%64)&1 == 1 }

// NewJoining begins to join shards of a plan. Where journal is not nil it keeps those passes whose traces are not in
// memory, which so many have there.
func NewJoining(p *plan.Plan, journal *store.Journal, traces int) *Joining {
	j := &Joining{plan: p, shared: NewShared(p), journal: journal, held: traces,
		short: short{numbers: map[*plan.Case]int{}}}
	if journal != nil {
		var err error
		if j.traces, err = journal.Traces(p.System); err != nil {
			j.journal = nil
		}
	}
	for _, u := range p.Units {
		for _, c := range u.Cases {
			j.short.numbers[c] = len(j.short.numbers)
		}
	}
	return j
}

// Take takes a result of the document that is read, and returns what stays in memory of it; nil for nothing.
func (j *Joining) Take(r *result.Result) *result.Result {
	j.shared.Share(r)
	if r.Support {
		n, known := j.numberOf(r)
		is := known && r.Verdict == result.Pass && len(r.Findings) == 0
		if known {
			j.now.set(n, is)
		}
		if is {
			return nil
		}
		return r
	}
	n, known := j.numberOf(r)
	if known && j.short.packs != nil {
		j.short.hold(n, packed{}) // a later result of a case takes the place of an earlier one
	}
	if j.journal == nil || r.Verdict != result.Pass || len(r.Findings) > 0 {
		return r
	}
	if j.held--; j.held >= 0 {
		return r
	}
	var at int64
	j.line, at = j.journal.Add(r, nil, j.line)
	if known {
		if p, ok := j.packer.pack(r, findCase(j.plan, r), at); ok {
			j.short.hold(n, p)
			return nil
		}
	}
	return r.Slim(at)
}

// numberOf returns the number of the case of a result.
func (j *Joining) numberOf(r *result.Result) (int, bool) {
	c := findCase(j.plan, r)
	n, known := j.short.numbers[c]
	return n, known
}

// findCase returns the case of the plan that a result is of; nil where there is none.
func findCase(p *plan.Plan, r *result.Result) *plan.Case {
	u := p.Unit(r.Unit)
	if u == nil {
		return nil
	}
	if l := u.Leaf(r.Leaf); l != nil {
		for _, c := range l.Cases {
			if c.ID == r.Case {
				return c
			}
		}
	}
	return nil
}

// Add adds the document whose results were taken.
func (j *Joining) Add(r *result.Run) {
	j.shards, j.support, j.now = append(j.shards, r), append(j.support, j.now), nil
}

// Join joins the documents, and has the journal keep what it has not yet.
func (j *Joining) Join() (*result.Run, error) {
	out, err := joinShards(j.plan, j.shards, &j.short)
	if err != nil {
		return nil, err
	}
	j.compareSupport(out)
	if out.Traces = j.traces; j.journal != nil {
		for _, r := range out.Results {
			if r != nil && r.At == 0 {
				j.line, _ = j.journal.Add(r, nil, j.line)
			}
		}
	}
	return out, nil
}

// compareSupport finds the cases that did not pass, and did where other shards ran them for their decisions.
func (j *Joining) compareSupport(out *result.Run) {
	for r := range out.All() {
		if r.Verdict == result.Pass || result.CaseOf(r.Case) != r.Case {
			continue
		}
		n, known := j.numberOf(r)
		for i, s := range j.shards {
			if known && j.support[i].has(n) {
				out.Findings = append(out.Findings, unlike(r, result.Pass, s.Shard.Index))
			}
		}
	}
}
