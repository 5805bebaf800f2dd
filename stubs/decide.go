package stubs

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/calls"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Decider makes the stub decisions for the units of one system, and answers calls in
// the place of callees. It is safe for concurrent use.
type Decider struct {
	system    *spec.System
	oracle    *oracle.Oracle
	solver    solve.Solver
	calls     *calls.Analysis
	trees     *suite.Trees
	mu        sync.Mutex
	sized     value.BySizes[*Decider]
	specified map[string]bool // the schemas that specify units
	// for each unit, why its operation makes more than one state change, or "" where it
	// makes one
	changes map[string]string
	texts   texts
}

// texts has the reasons of decisions once each: the cases of a caller have few different ones.
type texts struct {
	mu       sync.Mutex
	of       map[string]string
	theorems map[result.Theorem]*result.Theorem
}

// maxTexts is how many texts are known at a time, which is far more than the cases of a few units have.
const maxTexts = 1 << 12

// one returns the text itself, or an equal one that others have already.
func (t *texts) one(text string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.of[text]; ok {
		return known
	}
	if t.of == nil || len(t.of) >= maxTexts {
		t.of = map[string]string{}
	}
	t.of[text] = text
	return text
}

// New returns a decider for a system whose units have the given testing trees.
func New(system *spec.System, o *oracle.Oracle, solver solve.Solver, trees *suite.Trees) *Decider {
	return newDecider(calls.New(system, o, solver, trees), system, o, solver, trees)
}

func newDecider(a *calls.Analysis, system *spec.System, o *oracle.Oracle, solver solve.Solver,
	trees *suite.Trees) *Decider {
	specified := map[string]bool{}
	for _, u := range system.Units {
		specified[u.Schema] = true
	}
	return &Decider{system: system, oracle: o, solver: solver, calls: a, trees: trees,
		specified: specified, changes: map[string]string{}}
}

// Calls returns the analysis of the calls that units may make, on which the decisions
// rest.
func (d *Decider) Calls() *calls.Analysis { return d.calls }

// WithSizes returns the decider for cases that rest on the given sizes of given types. For the
// same sizes it returns the same decider.
func (d *Decider) WithSizes(sizes value.Sizes) *Decider {
	return d.sized.At(sizes, d, func() *Decider {
		o := d.oracle.WithSizes(sizes)
		return newDecider(d.calls.WithSizes(sizes), o.System(), o, d.solver, d.trees)
	})
}

// Decide returns what stands in for each callee of u while u runs on the given inputs
// and before-state. There is one choice per occurrence of each used callee, in the
// order of the occurrences, and then one per callee that is only called (occurrence 0),
// by name. A plan and a run call the same function, with certificates that assume that
// all pass and with those that were earned.
func (d *Decider) Decide(ctx context.Context, u *spec.Unit, values spec.Values, certs Certificates) []result.Choice {
	var out []result.Choice
	bound := values.Map()
	var enabled []oracle.Enabling
	if len(u.Op.Occurrences) > 0 {
		enabled = d.oracle.Unit(u).Enablings(ctx, u.Frame(bound))
	}
	all := d.calls.Occurrences(u)
	for _, p := range all {
		c := d.decideUsed(ctx, u, p, all, values, enabled, certs)
		c.Callee, c.Occurrence = p.Callee.Name, p.Occur.Index
		out = append(out, d.share(c))
	}
	for _, name := range d.calls.GreyBoxCallees(u) {
		c := d.hook(u, name)
		c.Callee, c.Occurrence = name, 1
		out = append(out, c)
	}
	for _, name := range u.Calls {
		c := d.decideCalled(u, name)
		c.Callee = name
		out = append(out, c)
	}
	return out
}

// share returns a decision that has what others have too in common with them: a plan keeps one or more for each case.
func (d *Decider) share(c result.Choice) result.Choice {
	c.Reason = d.texts.one(c.Reason)
	c.Theorem = d.texts.theorem(c.Theorem)
	if c.Witness != nil && c.Witness.Equal(c.Substitution) {
		c.Witness = c.Substitution
	}
	return c
}

// theorem returns what is said of Theorem 1, as others have it already where they have the same.
func (t *texts) theorem(of *result.Theorem) *result.Theorem {
	if of == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.theorems[*of]; ok {
		return known
	}
	if t.theorems == nil || len(t.theorems) >= maxTexts {
		t.theorems = map[result.Theorem]*result.Theorem{}
	}
	t.theorems[*of] = of
	return of
}

// Callees returns the callees and occurrences for which Decide decides, in its order
// and without decisions.
func (d *Decider) Callees(u *spec.Unit) []result.Choice {
	var out []result.Choice
	for _, p := range d.calls.Occurrences(u) {
		out = append(out, result.Choice{Callee: p.Callee.Name, Occurrence: p.Occur.Index})
	}
	for _, name := range d.calls.GreyBoxCallees(u) {
		out = append(out, result.Choice{Callee: name, Occurrence: 1})
	}
	for _, name := range u.Calls {
		out = append(out, result.Choice{Callee: name})
	}
	return out
}

// decideCalled decides for a callee that u calls and does not use: any stub with its
// signature will do (Cristiá, Mesuro and Frydman, section 4).
func (d *Decider) decideCalled(u *spec.Unit, name string) result.Choice {
	if f := forcedEntry(u, name); f != nil {
		return result.Choice{Decision: result.Decision(f.Decision), Reason: force(u, f)}
	}
	return result.Choice{
		Decision: result.Auto,
		Reason: fmt.Sprintf(
			"%s only calls %s: its correctness does not depend on it, so any answer of the right types will do", u.Name,
			name),
	}
}

// forcedEntry returns the entry for a callee under stubs: in u's file, or nil.
func forcedEntry(u *spec.Unit, callee string) *spec.Forced {
	for i, f := range u.Stubs {
		if f.Callee == callee && f.Decision != "" {
			return &u.Stubs[i]
		}
	}
	return nil
}

func force(u *spec.Unit, f *spec.Forced) string {
	return fmt.Sprintf("forced by the specification of %s, at %s", u.Name, f.Span.Pos())
}

// decideUsed decides for one occurrence of a used callee. It tries the rules of the stub
// decision in their order.
func (d *Decider) decideUsed(ctx context.Context, u *spec.Unit, p *calls.Occurrence, all []*calls.Occurrence,
	values spec.Values, enabled []oracle.Enabling, certs Certificates) result.Choice {
	q, bound := p.Callee, values.Map()
	f := forcedEntry(u, q.Name)
	if f != nil && f.Decision != string(result.Self) {
		return result.Choice{Decision: result.Decision(f.Decision), Reason: force(u, f)}
	}
	holding := p.EnabledDisjuncts(enabled)
	if len(holding) == 0 {
		what := q.Name + " must not be called"
		for _, other := range all {
			if other != p && other.Callee == q && len(other.EnabledDisjuncts(enabled)) > 0 {
				what = "none of its calls is made at this place"
			}
		}
		return result.Choice{Decision: result.None,
			Reason: fmt.Sprintf("no disjunct of %s that is enabled on this case holds %s: %s", u.Schema, p.Occur.Schema,
				what)}
	}
	points := d.calls.Reach(ctx, u, p, bound, holding)
	if len(points.Points) == 0 && points.Complete {
		return result.Choice{Decision: result.None,
			Reason: fmt.Sprintf("no call of %s is possible on this case: %s must not be called", q.Name, q.Name)}
	}
	if !points.Solved && !slices.ContainsFunc(holding, func(i int) bool { return enabled[i] == oracle.Enabled }) {
		points.Complete, points.Reason = false,
			fmt.Sprintf("it is not known whether a disjunct of %s that holds %s is enabled on this case", u.Schema,
				p.Occur.Schema)
	}
	if points.Complete && points.Solved {
		points = d.calls.ExtendReach(ctx, u, p, values, holding, points)
	}
	c := d.settle(ctx, u, q, points, certs)
	c.By = result.Evaluation
	if points.Solved {
		c.By = result.Solver
	}
	c.Substitution, c.Free = p.Substitution(bound)
	c.Theorem = d.theorem(ctx, u, p, &c, bound, certs)
	switch {
	case f != nil && c.Decision != result.Self:
		c.Decision, c.Otherwise, c.Reason = result.BlockedStub, "", force(u, f)+", but it cannot be had: "+c.Reason
	case f != nil:
		c.Reason = force(u, f) + "; " + c.Reason
		c.Otherwise = result.BlockedStub
	}
	return c
}

// settle decides between self, by-call and spec, by the points of reach(a).
func (d *Decider) settle(ctx context.Context, u, q *spec.Unit, points calls.Reach, certs Certificates) result.Choice {
	var c result.Choice
	seen := map[string]bool{}
	var trouble []string
	trusted, unknown := false, !points.Complete
	written := q.SUT != "" && q.SUT == u.SUT && !slices.Contains(u.Cut, q.Name)
	for i, p := range points.Points {
		s := d.stand(ctx, q, p, certs)
		if why := points.Beyond[i]; why != "" && len(s.trouble) > 0 {
			s.trouble = []string{why}
			s.untested = s.untested && d.oracle.Unit(q).Pre(ctx, p).Compliance == oracle.Holds
		}
		for _, leaf := range s.possible {
			if !seen[leaf] {
				seen[leaf] = true
				c.Possible = append(c.Possible, leaf)
			}
		}
		trouble = append(trouble, s.trouble...)
		unknown = unknown || s.unknown
		if s.untested && written && points.Complete {
			c.Untested = append(c.Untested, q.CallValues(p))
		}
		if len(s.trouble) == 0 {
			trusted = true
			if c.Leaf == "" {
				c.Leaf, c.Witness = s.leaf, q.CallValues(p)
			}
		}
	}
	sort.Strings(c.Possible)
	if !points.Complete {
		trouble = append(trouble, points.Reason)
	}
	switch {
	case q.SUT == "":
		trouble = append([]string{q.Name + " is not written yet"}, trouble...)
	case slices.Contains(u.Cut, q.Name):
		trouble = []string{cutReason(u, q.Name)}
	case q.SUT != u.SUT:
		trouble = append([]string{fmt.Sprintf("%s is served by %s and %s by another system under test", u.Name, u.SUT,
			q.Name)}, trouble...)
	}
	if len(trouble) == 0 {
		c.Decision, c.Otherwise = result.Self, result.Spec
		c.Reason = fmt.Sprintf("every call of %s that %s can make here lies in a leaf that %s passed", q.Name, u.Name,
			q.Name)
		return c
	}
	c.Decision, c.Leaf, c.Witness = result.Spec, "", nil
	c.Reason = strings.Join(removeRepeated(trouble), "; ")
	if (trusted || unknown) && written {
		// What the callee's own callees are then depends on where the call
		// lies: every leaf that it may lie in counts.
		if unknown {
			c.Possible = d.leafIDs(q)
		}
		c.Decision, c.Otherwise = result.ByCall, result.Spec
		return c
	}
	if len(points.Points) > 0 {
		c.Witness = q.CallValues(points.Points[0])
		if answer, why := d.oracle.Unit(q).Outcome(ctx, points.Points[0], 0); answer == nil {
			c.Decision = result.BlockedStub
			c.Reason = strings.Join(removeRepeated(append(trouble, "and its specification gives no answer: "+why)),
				"; ")
		}
	}
	return c
}

// standing says what the certificates mean for one call.
type standing struct {
	leaf     string   // a leaf in which the call lies and that the callee passed
	possible []string // the leaves in which the call lies or may lie
	trouble  []string // the reasons why the call is not trusted; empty where it is
	// untested says that the call would be trusted if the callee were tested on this
	// very point: no leaf in which it lies was failed, or ruled out by a person.
	untested bool
	// unknown says that the call is not known to lie in a leaf that was not passed.
	unknown bool
	// leftOut says that the call would be trusted if what was left out of the run had passed.
	leftOut bool
}

// stand returns what the certificates mean for a call of q. The call is trusted where
// it lies in a leaf that q passed and in none that q did not pass. A leaf that
// strengthening added is exactly this point: where q passed it, the call is trusted
// even if another leaf around the point has no case.
func (d *Decider) stand(ctx context.Context, q *spec.Unit, frame spec.Frame, certs Certificates) standing {
	var s standing
	var open []string
	exact, bad, untested, left := false, false, false, false
	for _, m := range d.calls.Locate(ctx, q, frame) {
		s.possible = append(s.possible, m.Leaf)
		what := fmt.Sprintf("%s %%s in %s", q.Name, m.Leaf)
		if !m.Certain {
			what = fmt.Sprintf("%s %%s in %s, and it is not known whether the call lies there", q.Name, m.Leaf)
		}
		switch certs.Leaf(q.Name, m.Leaf) {
		case Passed:
			if m.Certain {
				exact = exact || m.Exact
				if s.leaf == "" {
					s.leaf = m.Leaf
				}
			} else {
				s.unknown = true
			}
		case Failed:
			s.trouble, bad = append(s.trouble, fmt.Sprintf(what, "failed")), true
		case Unsteady:
			s.trouble, bad = append(s.trouble, fmt.Sprintf(what, "was flaky")), true
		case RuledOut:
			s.trouble, bad = append(s.trouble, fmt.Sprintf(what, "was ruled out by hand")), true
		case NoCase:
			open, untested = append(open, fmt.Sprintf(what, "was not tested")), true
		case LeftOut:
			open, left = append(open, fmt.Sprintf(what, "was left out of this run")), left || m.Certain
		}
		s.unknown = s.unknown || !m.Certain
	}
	if !exact {
		s.trouble = append(s.trouble, open...)
	}
	switch {
	case s.leaf == "" && len(s.possible) == 0:
		s.trouble = append(s.trouble, fmt.Sprintf("no leaf of %s holds the call on %s", q.Name, q.CallValues(frame)))
	case s.leaf == "" && len(s.trouble) == 0:
		s.trouble = append(s.trouble, fmt.Sprintf("it is not known whether a leaf that %s passed holds the call on %s",
			q.Name, q.CallValues(frame)))
	}
	s.leftOut = left && !bad && !untested && len(s.trouble) > 0
	s.untested = !bad && len(s.trouble) > 0
	s.unknown = s.unknown && !bad && len(s.trouble) > 0
	return s
}

// IsTrusted tells whether a call of q, given by its inputs and before-state, lies in a
// leaf that q passed and in no leaf that q did not pass.
func (d *Decider) IsTrusted(q *spec.Unit, frame spec.Frame, certs Certificates) bool {
	return len(d.stand(context.Background(), q, frame, certs).trouble) == 0
}

// IsLeftOut tells whether a call of q that is not trusted would be if what was left out of the run had passed.
func (d *Decider) IsLeftOut(q *spec.Unit, frame spec.Frame, certs Certificates) bool {
	return d.stand(context.Background(), q, frame, certs).leftOut
}

// leafIDs returns the ids of a unit's leaves, in the order in which LeafOutcomes takes them.
func (d *Decider) leafIDs(q *spec.Unit) []string {
	var out []string
	for _, leaf := range d.trees.Leaves(q.Name) {
		out = append(out, leaf.ID)
	}
	sort.Strings(out)
	return out
}

func removeRepeated(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
