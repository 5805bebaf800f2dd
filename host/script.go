package host

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// script tells whether a case needs a program that runs scripts.
func (c *Case) script() bool {
	return len(c.Steps) > 1 || c.Steps[0].Object != 0 || len(c.Steps[0].Passed) > 0 || c.Steps[0].Keep != 0
}

// number returns the position of the step in its case, from 0.
func (s *Step) number() int {
	for i := range s.of.Steps {
		if s == &s.of.Steps[i] {
			return i
		}
	}
	return -1
}

// name returns a name for a step, for messages.
func (s *Step) name() string {
	if len(s.of.Steps) == 1 {
		return s.of.Name
	}
	return fmt.Sprintf("step %d of %s", s.number()+1, s.of.Name)
}

// has tells whether the step's case has an object with the given number after the step.
func (s *Step) has(object int64) bool {
	return slices.ContainsFunc(s.of.Steps[:s.number()+1], func(before Step) bool {
		return int64(before.Object) == object || before.Keep != 0 && int64(before.Keep) == object
	})
}

// progress counts which steps of some cases were sent and which were answered.
type progress struct {
	cases []*Case
	// next is the first case of which not all steps were sent, and nextStep the first
	// such step.
	next, nextStep int
	done           int     // the index of the first case that is not over
	skips          int     // how many steps of the case before it are still to be answered as skipped
	earlier        []Reply // the replies to its first steps
	first          uint64  // the id of its first step
	answered       uint64  // how many steps were answered
}

// nextID returns the id of the step whose answer is due next.
func (p *progress) nextID() uint64 { return p.first + p.answered }

// current returns the case whose answer is due next. There must be one.
func (p *progress) current() *Case {
	if p.skips > 0 {
		return p.cases[p.done-1]
	}
	return p.cases[p.done]
}

// countBegun returns how many cases, from the first that is not over, were sent at least in
// part.
func (p *progress) countBegun() int {
	n := p.next - p.done
	if p.nextStep > 0 {
		n++
	}
	return max(n, 0)
}

// countReady returns how many steps are sent next, at most `most`.
func (p *progress) countReady(most int) int {
	n := -p.nextStep
	for _, c := range p.cases[p.next:] {
		if n += len(c.Steps); n >= most {
			return most
		}
	}
	return n
}

// advance returns the step that is sent next, and whether others of its case follow.
func (p *progress) advance() (s *Step, more bool) {
	c := p.cases[p.next]
	s = &c.Steps[p.nextStep]
	if p.nextStep++; p.nextStep == len(c.Steps) {
		p.next, p.nextStep = p.next+1, 0
		return s, false
	}
	return s, true
}

// The breaches of the protocol by results that do not fit the script that was sent.
const (
	skipped   = "it skipped %s, and no step before it has ended its case"
	unskipped = "it ran %s, and the step before it has ended its case"
	astray    = "it gave the object %d in %s, which has no such object"
)

// conclude takes the result of a step and its reply. Where the case is over, the reply
// becomes that of the whole case.
func (b *batch) conclude(s *Step, w *wire.Result, r *Reply) (over bool, bad *trouble) {
	switch unrun := w.Status == wire.Status_SKIPPED; {
	case b.skips > 0 && !unrun:
		return false, b.breaks(w.Id, unskipped, s.name())
	case b.skips > 0:
		b.answered++
		b.skips--
		return false, nil
	case unrun:
		return false, b.breaks(w.Id, skipped, s.name())
	}
	for _, v := range w.Got {
		if v.GetKind() == wire.Kind_OBJECT && !s.has(v.Int) {
			return false, b.breaks(w.Id, astray, v.Int, s.name())
		}
	}
	if why := b.refused[w.Id]; r.Status == Refused && why != "" {
		r.Message = "a stub had no answer: " + why
	}
	b.answered++
	left := len(s.of.Steps) - len(b.earlier) - 1
	if left > 0 && (r.Status == Returned || r.Status == Unmapped) {
		b.earlier = append(b.earlier, *r)
		return false, nil
	}
	r.Earlier, b.earlier, b.skips, r.Before = b.earlier, nil, left, b.ran[:len(b.ran):len(b.ran)]
	noteRan(b.process, s.of)
	b.done++
	return true, nil
}
