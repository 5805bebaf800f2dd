package result

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// The limits on what reports show of a result. They are more than a person reads, and
// small enough that the report of a thousand results can still be read by programs.
const (
	shownParts  = 20_000   // parts of the values of a result, those of its calls included
	shownText   = 64 << 10 // bytes of a text
	shownCalls  = 1_000    // calls of a trace
	shownRemark = 4 << 10  // bytes of a remark about a whole run
)

// Shorten returns the result as reports show it: r itself, unless it is so large that
// parts are left out. What is left out is marked at its place: at a value (see
// spec.Item), at a call (Cut), in a text, or in a finding. The verdict, the class and
// the blame are never changed.
func Shorten(r *Result) *Result {
	s := shortening{parts: shownParts, calls: shownCalls}
	if s.isShown(r) {
		return r
	}
	out := *r
	out.Values, out.Expected, out.Actual = s.values(r.Values), s.values(r.Expected), s.values(r.Actual)
	out.Message, out.Stdout, out.Stderr, out.Tau = text(r.Message), text(r.Stdout), text(r.Stderr), text(r.Tau)
	if out.Trace = s.trace(r.Trace); s.out > 0 {
		out.Findings = append(out.Findings[:len(out.Findings):len(out.Findings)],
			fmt.Sprintf("the trace is cut: %d calls are left out", s.out))
	}
	out.Findings = slices.Clone(out.Findings)
	for i, f := range out.Findings {
		out.Findings[i] = text(f)
	}
	return &out
}

// shortening counts how much reports may still show of a result.
type shortening struct{ parts, calls, out int }

// isShown tells whether a result is shown whole.
func (s shortening) isShown(r *Result) bool {
	for _, t := range append([]string{r.Message, r.Stdout, r.Stderr, r.Tau}, r.Findings...) {
		if len(t) > shownText {
			return false
		}
	}
	for _, vs := range []spec.Values{r.Values, r.Expected, r.Actual} {
		s.count(vs)
	}
	s.countCalls(r.Trace)
	return s.parts >= 0 && s.calls >= 0
}

func (s *shortening) count(vs spec.Values) {
	for _, v := range vs {
		if s.parts >= 0 {
			s.parts -= v.Value.Parts(s.parts)
		}
	}
}

func (s *shortening) countCalls(list []*Call) {
	for _, c := range list {
		if s.calls--; s.calls < 0 || s.parts < 0 {
			return
		}
		for _, vs := range []spec.Values{c.Args, c.Before, c.After, c.Result} {
			s.count(vs)
		}
		s.countCalls(c.Calls)
	}
}

// values shortens values to what may still be shown.
func (s *shortening) values(vs spec.Values) spec.Values {
	out := slices.Clone(vs)
	for i, v := range vs {
		parts := 0
		out[i], parts = v.Shorten(max(s.parts, 1))
		s.parts -= parts
	}
	return out
}

// trace shortens a list of calls to what may still be shown.
func (s *shortening) trace(list []*Call) []*Call {
	out := []*Call{}
	for i, c := range list {
		if s.calls <= 0 {
			for _, c := range list[i:] {
				s.out += calls(c)
			}
			break
		}
		s.calls--
		d := *c
		d.Args, d.Before, d.After, d.Result = s.values(c.Args), s.values(c.Before), s.values(c.After),
			s.values(c.Result)
		d.Message = text(c.Message)
		before := s.out
		d.Calls = s.trace(c.Calls)
		d.Cut += s.out - before
		out = append(out, &d)
	}
	return out
}

// Remark shortens a remark about a whole run for reports.
func Remark(s string) string { return source.Cut(s, shownRemark) }

// calls returns the number of a call and those below it, also of those that were left
// out.
func calls(c *Call) int {
	n := 1 + c.Cut
	for _, below := range c.Calls {
		n += calls(below)
	}
	return n
}

// text shortens a text by leaving out its middle.
func text(s string) string { return source.Cut(s, shownText) }
