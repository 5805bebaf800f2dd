package runner

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// victim is a case that fails where others have run before it in the same process, and not without them. Those of them
// on which that depends are its polluters. The words are those of Shi, Lam, Oei, Xie and Marinov, "iFixFlakies", 2019.
type victim struct {
	a     *attempt // that did not fail
	alone *result.Result
}

// maxSearches is for how many victims of a unit polluters are looked for. What has been found for one is tried with the
// others first.
const maxSearches = 8

// polluters are cases without which a victim does not fail.
type polluters struct {
	of          *victim // the one for which they were looked for
	cases       []*host.Case
	first, last *attempt // at the first and the last of these
	blame       []string // the units that may have left something behind
}

// settleVictims looks for the polluters of the victims among the cases of a unit, and settles all of these.
func settleVictims(ctx context.Context, x *execution, ur *unitRun) {
	left := ur.apart.victims
	if ur.apart.victims = nil; len(left) == 0 {
		return
	}
	slices.SortStableFunc(left, func(v, w *victim) int { return v.a.c.number - w.a.c.number })
	s := &polluterSearch{run: x, unit: ur, judge: &judge{run: x, observer: ur.program.Observer()}}
	for searches := 0; len(left) > 0; searches++ {
		var found *polluters
		var failing map[*victim]bool
		if searches < maxSearches {
			found = s.find(ctx, left[0])
		}
		if found != nil {
			failing = s.confirm(ctx, found, left)
		}
		if !failing[left[0]] {
			s.settleUnsteady(left[0])
			left = left[1:]
			continue
		}
		found.blame = s.accuse(ctx, left[0], found)
		for _, v := range left {
			if failing[v] {
				s.settlePolluted(v, found)
			}
		}
		left = slices.DeleteFunc(left, func(v *victim) bool { return failing[v] })
	}
	ur.program.Worker(0).Renew(func(host.Delivery) {}) // what a search leaves behind is of no case that follows
}

// polluterSearch looks for the polluters of the victims of a unit.
type polluterSearch struct {
	run   *execution
	unit  *unitRun
	judge *judge
}

// find returns the polluters of a victim: the one case that comes first among those before it and suffices, or else
// several that follow on each other. What they leave behind is taken to stay. It returns nil where the victim does not
// fail again behind those that were before it.
func (s *polluterSearch) find(ctx context.Context, v *victim) *polluters {
	before := v.a.among.before
	fails := func(cases []*host.Case) bool {
		return ctx.Err() == nil && s.listFailing(ctx, cases, []*victim{v})[v]
	}
	if !fails(before) {
		return nil
	}
	end := sort.Search(len(before)-1, func(i int) bool { return fails(before[:i+1]) }) + 1
	found := before[end-1 : end]
	if !fails(found) {
		from := sort.Search(end-1, func(i int) bool { return !fails(before[i:end]) }) - 1
		found = before[max(from, 0):end]
		if two := []*host.Case{found[0], found[len(found)-1]}; len(found) > 2 && fails(two) {
			found = two
		}
	}
	first, isCase := found[0].Stubs.(*attempt)
	last, areCases := found[len(found)-1].Stubs.(*attempt)
	if ctx.Err() != nil || !isCase || !areCases {
		return nil
	}
	return &polluters{of: v, cases: found, first: first, last: last}
}

// confirmations is how often a victim must fail behind its polluters and pass alone. One that fails by chance, at
// whatever rate, does so by chance in one of 1,000 searches at most, and most searches end before.
const confirmations = 5

// confirm returns those victims that fail each time behind polluters of the first of them; none where that one does
// not, or does not pass each time that it runs alone.
func (s *polluterSearch) confirm(ctx context.Context, p *polluters, left []*victim) map[*victim]bool {
	for range confirmations {
		if s.listFailing(ctx, nil, left[:1])[left[0]] {
			return nil
		}
		failing := s.listFailing(ctx, p.cases, left)
		if left = slices.DeleteFunc(slices.Clone(left), func(v *victim) bool { return !failing[v] }); len(left) == 0 ||
			!failing[p.of] || ctx.Err() != nil {
			return nil
		}
	}
	out := map[*victim]bool{}
	for _, v := range left {
		out[v] = true
	}
	return out
}

// accuse returns the units that may have left something behind in polluters of a victim, those of the last one first.
func (s *polluterSearch) accuse(ctx context.Context, v *victim, p *polluters) []string {
	var out []string
	for i, c := range slices.Backward(p.cases) {
		a, isCase := c.Stubs.(*attempt)
		if !isCase || len(p.cases) > maxAccused && a != p.first && a != p.last {
			continue
		}
		fails := func(forced decisions) (still, known bool) {
			next, err := a.makeFurther(ctx, forced, 0)
			if err != nil || ctx.Err() != nil {
				return false, false
			}
			with := slices.Concat(p.cases[:i], casesOf([]*attempt{next}), p.cases[i+1:])
			return s.listFailing(ctx, with, []*victim{v})[v], true
		}
		out = append(out, s.descend(a, a.unit.plan, map[string]bool{}, fails)...)
	}
	return unique(out)
}

// descend returns the units that may have left something behind in a case, of a unit and those that it runs: it alone
// where the victim fails also with stubs in the place of its callees, and else those callees without which it does not.
func (s *polluterSearch) descend(a *attempt, u *plan.Unit, seen map[string]bool,
	fails func(decisions) (still, known bool)) (out []string) {
	callees := unique(slices.Concat(u.Uses, u.Calls))
	if seen[u.Name] = true; len(callees) == 0 {
		return []string{u.Name}
	}
	all := decisions{}
	for _, callee := range callees {
		all[edge{u.Name, callee}] = result.Spec
	}
	still, known := fails(all)
	if !known || a.way != nil || len(a.unit.unseen[u.Name].All) > 0 {
		return append([]string{u.Name}, listBelow(s.run.plan, u)...)
	}
	if still {
		return []string{u.Name}
	}
	for _, callee := range callees {
		q := s.run.plan.Unit(callee)
		if still, _ := fails(decisions{{u.Name, callee}: result.Spec}); !still && q != nil && !seen[callee] {
			out = append(out, s.descend(a, q, seen, fails)...)
		}
	}
	if len(out) == 0 {
		return listBelow(s.run.plan, u)
	}
	return out
}

// unique returns the first of each of the names.
func unique(names []string) []string {
	var out []string
	for _, name := range names {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// maxAccused is how many polluters of a victim are examined each; of more, the first and the last.
const maxAccused = 4

// listFailing returns those victims that fail where cases have run before them in the same process.
func (s *polluterSearch) listFailing(ctx context.Context, before []*host.Case, victims []*victim) map[*victim]bool {
	of := make(map[*host.Case]*victim, len(victims))
	var cases []*host.Case
	for _, c := range before {
		cases = append(cases, c.Again())
	}
	for _, v := range victims {
		c := casesOf([]*attempt{v.a})[0]
		of[c] = v
		cases = append(cases, c)
	}
	out := map[*victim]bool{}
	ignore := func(host.Delivery) {}
	w := s.unit.program.Worker(0)
	w.Renew(ignore)
	err := w.Run(ctx, cases, func(d host.Delivery) {
		for i, c := range d.Cases {
			if v := of[c]; v != nil {
				out[v] = failsAgain(ctx, s.judge, v, c, &d.Replies[i])
			}
		}
	})
	if err != nil && ctx.Err() == nil {
		s.run.results.recordMachineFailure(fmt.Sprintf("the system under test %s: %v", s.unit.program.Name(), err))
	}
	return out
}

// failsAgain tells whether a victim fails on a reply.
func failsAgain(ctx context.Context, j *judge, v *victim, sent *host.Case, r *host.Reply) bool {
	a := *v.a
	j.at = j.run.engine.WithSizes(a.c.Sizes)
	if r.Status == host.Broken {
		return v.a.among.broken
	}
	if r.OnlySuspect {
		return true
	}
	doubted := r.Status == host.Unmapped && a.unit.binding.Doubts(r.Message)
	if r.HasFailedBeside() || r.Status == host.Strange || doubted {
		return false // setUnjudged would record that the program has failed
	}
	if j.setUnjudged(&a, sent, r, j.blank(&a)) {
		return false
	}
	if a.way != nil {
		way := *a.way
		if a.way = &way; !isThere(ctx, j, &a, sent, r) {
			return false
		}
	}
	c, err := j.observeCase(ctx, &a, sent, r)
	if err != nil {
		return false
	}
	o := j.rule(ctx, &a, c)
	return isFailure(o.Verdict) || len(o.Faults) > 0
}

// isThere tells whether the way of an attempt has led to the state of its case.
func isThere(ctx context.Context, j *judge, a *attempt, sent *host.Case, r *host.Reply) bool {
	next, why := j.judgeArrival(ctx, a, sent, r)
	return next == nil && why == ""
}

// settleUnsteady settles a victim that has no polluter: it is flaky. One in which a process ended is so only where
// further attempts were asked for.
func (s *polluterSearch) settleUnsteady(v *victim) {
	a := v.a
	if a.among.broken {
		s.judge.blockCase(a, v.alone, a.among.Message)
		s.judge.settle(a, v.alone)
		return
	}
	if a.among.ended != "" && !s.run.options.reruns() {
		v.alone.Verdict = result.Undecided
		v.alone.Message = "it passed when it ran alone, but not among others, where " + a.among.ended
		s.judge.settle(a, v.alone)
		return
	}
	for _, f := range a.among.faults {
		doubt(s.run, a.c, f)
	}
	s.judge.settle(a, makeFlaky(a.among.failed, append(a.allTries(), s.judge.tryOf(v.alone, nil))))
}

// settlePolluted settles a victim as undecided, and lets its last polluter fail: that one leaves something behind in
// its process that its specification does not name.
func (s *polluterSearch) settlePolluted(v *victim, p *polluters) {
	a, unit := v.a, p.last.unit.plan
	behind := []string{p.last.c.ID}
	if p.first != p.last {
		behind = []string{p.first.c.ID, p.last.c.ID}
	}
	after := strings.Join(behind, " and ")
	res := v.alone
	res.Verdict = result.Undecided
	res.Message = fmt.Sprintf("it passes alone, and fails after %s in the same process: %s", after, a.among.Message)
	res.Replay = s.run.replay(a.c, behind...)
	s.judge.settle(a, res)
	s.run.withdraw(p.last.c, unit.Name, p.last.c.Leaf.ID)
	for _, name := range p.blame {
		s.run.polluters[name] = true
	}
	s.run.results.revise(p.last, func(r *result.Result) bool {
		if r.Verdict != result.Pass {
			return false
		}
		r.Verdict, r.Blame, r.Uncertain, r.Replay = result.Fail, p.blame, len(p.blame) > 1, res.Replay
		r.Message = fmt.Sprintf("%s leaves something behind that its specification does not name: %s passes alone, and "+
			"fails after %s in the same process: %s", strings.Join(p.blame, " or "), a.c.ID, after, a.among.Message)
		return true
	})
}
