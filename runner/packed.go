package runner

import (
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// packed is a pass as it is in memory where there are many: what of its result does not follow from its case.
type packed struct {
	of      *plan.Case  // nil: there is no such result
	common  *common     // what it has in common with others
	actual  spec.Values // nil: they are those that are expected
	at      int64       // the place in the file that keeps the result (result.Result.At)
	seconds float64
}

// common is what many passes have in common beside their cases.
type common struct {
	unit    string
	stubs   []result.Stub
	from    string
	replay  string // the command that runs the case again, without the case
	support bool
	called  bool // whether there are calls, which are kept at its place in the file
}

// packer packs results. It is used by one goroutine at a time.
type packer struct{ last []*common }

// maxCommon is how many are compared with what a result could have in common.
const maxCommon = 64

// pack returns a pass of a case in short form; false where that would lose something. The file that keeps the run has
// the result at a place.
func (p *packer) pack(r *result.Result, c *plan.Case, at int64) (packed, bool) {
	if at == 0 || c == nil || r.Verdict != result.Pass || len(r.Findings) > 0 || len(r.Replay) < len(c.ID) {
		return packed{}, false
	}
	out := packed{of: c, at: at, seconds: r.Seconds, common: p.share(common{
		unit: r.Unit, stubs: r.Stubs, from: r.From, replay: r.Replay[:len(r.Replay)-len(c.ID)], support: r.Support,
		called: len(r.Trace) > 0 || r.At != 0,
	})}
	if !isSameValues(r.Actual, c.Expected) {
		out.actual = slices.Clone(r.Actual) // it may be a part of a larger block
	}
	if !isUnpacked(r, out.unpack()) {
		return packed{}, false
	}
	return out, true
}

// share returns what a result has in common with others as the last ones have it, where they have the same.
func (p *packer) share(of common) *common {
	for _, known := range slices.Backward(p.last) {
		if known.unit == of.unit && known.from == of.from && known.replay == of.replay && known.support == of.support &&
			known.called == of.called && slices.Equal(known.stubs, of.stubs) {
			return known
		}
	}
	if len(p.last) >= maxCommon {
		p.last = slices.Delete(p.last, 0, maxCommon/2)
	}
	p.last = append(p.last, &of)
	return &of
}

// unpack returns the result, as result.Result.Slim does: without its trace.
func (p packed) unpack() *result.Result {
	c, of := p.of, p.common
	out := &result.Result{
		Case: c.ID, Unit: of.unit, Leaf: c.Leaf.ID, Verdict: result.Pass, Blame: []string{},
		Rejected: c.Leaf.IsRejected(), Support: of.support, From: of.from, Digest: c.Digest, Values: c.Values(),
		Sizes: c.Rests, Stubs: of.stubs, Violated: []result.Violation{}, Findings: []string{}, Trace: []*result.Call{},
		Expected: c.Expected, Actual: p.actual, Replay: of.replay + c.ID, Seconds: p.seconds,
	}
	if p.actual == nil {
		out.Actual = c.Expected
	}
	if of.called {
		out.Trace, out.At = nil, p.at
	}
	return out
}

// isUnpacked tells whether a result that was packed and unpacked says the same as before, its trace aside.
func isUnpacked(r, again *result.Result) bool {
	return r.Case == again.Case && r.Unit == again.Unit && r.Leaf == again.Leaf && r.Class == nil &&
		len(r.Blame)+len(r.Attempts)+len(r.Way)+len(r.Violated) == 0 && !r.Uncertain && !r.Instead &&
		r.Rejected == again.Rejected && r.Drawn == nil && r.Quarantine == nil && r.Structures == nil &&
		r.Digest == again.Digest && r.Replay == again.Replay && r.Tau+r.Message+r.Stdout+r.Stderr == "" &&
		isSameValues(r.Values, again.Values) && isSameValues(r.Expected, again.Expected) &&
		isSameValues(r.Actual, again.Actual) && r.Sizes.String() == again.Sizes.String()
}

// isSameValues tells whether two lists of values are written the same.
func isSameValues(a, b spec.Values) bool {
	if len(a) != len(b) || (a == nil) != (b == nil) {
		return false
	}
	if len(a) > 0 && &a[0] == &b[0] {
		return true
	}
	return a.Equal(b) && a.String() == b.String()
}

// isPacked tells whether the result of a case is held in short form. The caller holds mu.
func (r *results) isPacked(number int) bool { return r.packs != nil && r.packs[number].of != nil }

// at returns the result of a case so far; nil where it has none. The caller holds mu.
func (r *results) at(number int) *result.Result {
	if r.isPacked(number) {
		return r.packs[number].unpack()
	}
	return r.cases[number]
}

// hold has the result stay in memory: that of many passes in short form, or at least without their traces, which the
// file has at a place. It returns the result as it is told. The caller holds mu.
func (r *results) hold(of *result.Result, c numbered, at int64) *result.Result {
	r.cases[c.number] = of
	if r.withTrace < r.options.traces() {
		r.withTrace++
		return of
	}
	if at == 0 || of.Verdict != result.Pass {
		return of
	}
	if r.run.Traces == nil {
		read, err := r.journal.Traces(r.system)
		if err != nil {
			return of
		}
		r.run.Traces = read
	}
	slim := of.Slim(at)
	r.cases[c.number] = slim
	if short, ok := r.packer.pack(of, c.Case, at); ok {
		if r.packs == nil {
			r.packs = make([]packed, len(r.cases))
		}
		r.cases[c.number], r.packs[c.number] = nil, short
	}
	if slim.At != of.At {
		told := *of
		told.At = slim.At
		return &told
	}
	return of
}
