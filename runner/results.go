package runner

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// results are the results of a run so far.
type results struct {
	options *Options
	total   int    // how many cases are to be run
	stop    func() // ends the run at its first failure
	started time.Time
	journal *store.Journal // nil where results are not kept
	shared  *Shared
	system  *spec.System

	mu        sync.Mutex
	run       *result.Run
	withTrace int              // how many passes have their traces in memory
	cases     []*result.Result // by the number of the case; nil where there is none yet
	packs     []packed         // by the number of the case, those that are held in short form; nil where none is
	packer    packer
	charged   map[string]bool          // the ids of the results in extra
	extra     map[int][]*result.Result // the failures of callees that a case showed, by the number of the case
	leaks     notices                  // processes and goroutines that programs left behind
	machinery notices                  // failures outside the units under test
	done      int
	ahead     int // how many cases have come back of a run elsewhere, and are not counted yet
	held      quarantines
	numbers   map[string]int   // the numbers of the cases by their ids, where verdicts are asked for by them
	again     map[int]*attempt // the further attempts of the unit that is run, by the number of the case
}

// newResults returns the results of a run before its first case.
func newResults(p *plan.Plan, o *Options, s *selection, stop func()) *results {
	started := time.Now()
	var numbers map[string]int
	if o.Cached != nil || len(o.Kept) > 0 {
		numbers = map[string]int{}
		for _, u := range p.Units {
			for i, c := range u.Cases {
				numbers[c.ID] = s.firsts[u.Name] + i
			}
		}
	}
	return &results{
		options: o, total: s.total, stop: stop, started: started, shared: NewShared(p), system: p.System,
		cases:   make([]*result.Result, len(s.chosen)),
		charged: map[string]bool{}, extra: map[int][]*result.Result{}, held: newQuarantines(p, started),
		numbers: numbers,
		run: &result.Run{
			APIVersion: plan.APIVersion, Kind: "Run", Tool: p.Tool, Project: p.System.Project,
			Started: started.Format(time.RFC3339Nano),
			Inputs:  p.System.Inputs, Seed: o.Seed, Resumes: startOf(o.Earlier), Retry: beginRetry(o),
			Shard: beginShard(o.Shard), Selection: o.Selection, Basis: o.Basis,
			LeaksFail: p.System.Run.LeaksFail,
			Results:   []*result.Result{}, NotObserved: []string{},
			UndecidedLeaves: s.listUndecided(), OpenLeaves: s.listOpenLeaves(),
			Untested: s.listUntested(), Findings: []string{}, Machinery: []string{},
		},
	}
}

// ReportUnplanned returns the run of a project for which there was no plan, for the given
// reasons. tool is the version of ttf-int; shard is the part of it that was to be run, nil for all.
func ReportUnplanned(system *spec.System, tool string, shard *result.Shard, why ...string) *result.Run {
	return &result.Run{
		APIVersion: plan.APIVersion, Kind: "Run", Tool: tool, Project: system.Project,
		Started: time.Now().Format(time.RFC3339Nano), Inputs: system.Inputs, Machinery: why, Shard: beginShard(shard),
	}
}

// keep creates the file of the run in the project's folder.
func (r *results) keep(dir string) error {
	journal, err := store.NewJournal(dir, r.run)
	if err == nil {
		r.journal = journal
	}
	return err
}

// finish sorts and counts the results, and closes the file that keeps them. Results are
// in the order of the cases in the plan; a result that is charged to a callee follows
// that of the case that showed it.
func (r *results) finish(interrupted bool, findings []string) *result.Run {
	run := r.run
	run.Results = make([]*result.Result, 0, r.done+len(r.charged))
	numbers := make([]int32, 0, cap(run.Results)) // those of the cases, by the places of the results
	for i, of := range r.cases {
		if of != nil || r.isPacked(i) {
			run.Results, numbers = append(run.Results, of), append(numbers, int32(i))
		}
		for _, extra := range r.extra[i] {
			run.Results, numbers = append(run.Results, extra), append(numbers, int32(i))
		}
	}
	packs := r.packs
	run.Packed = func(at int) *result.Result { return packs[numbers[at]].unpack() }
	run.Summary = result.Count(run.All())
	run.Interrupted = interrupted
	run.Findings = append(findings, r.leaks.sortNotices()...)
	run.Seconds = time.Since(r.started).Seconds()
	sort.Strings(run.NotObserved)
	run.Machinery = append(run.Machinery, r.machinery.sortNotices()...)
	if r.journal != nil {
		if err := r.journal.Close(run); err != nil {
			run.Machinery = append(run.Machinery, "the results could not be kept: "+err.Error())
		}
	}
	return run
}

// recordUnobserved records a caller and a callee between which calls are not intercepted,
// once.
func (r *results) recordUnobserved(caller, callee string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := caller + " -> " + callee; !slices.Contains(r.run.NotObserved, e) {
		r.run.NotObserved = append(r.run.NotObserved, e)
	}
}

// recordProgram records which program is tested, with the hashes of what it declares to read and of its arguments.
func (r *results) recordProgram(p store.Program) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.run.Programs[p.Name] == p.SHA256 {
		return
	}
	note := func(to *map[string]string, hash string) {
		if hash == "" {
			return
		}
		if *to == nil {
			*to = map[string]string{}
		}
		(*to)[p.Name] = hash
	}
	note(&r.run.Programs, p.SHA256)
	note(&r.run.Reads, p.Reads)
	note(&r.run.Arguments, p.Arguments)
	if r.journal != nil {
		if err := r.journal.AddProgram(p); err != nil {
			r.machinery.add(err.Error(), err.Error())
		}
	}
}

// recordIsolation records what keeps a program that is tested apart.
func (r *results) recordIsolation(sut string, i result.Isolation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.run.Isolation == nil {
		r.run.Isolation = map[string]result.Isolation{}
	}
	r.run.Isolation[sut] = i
}

// recordIsolationElsewhere records what kept a program apart where cases ran elsewhere. Where that is otherwise than
// here, it is a finding: what passed there may rest on it.
func (r *results) recordIsolationElsewhere(sut string, i result.Isolation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	here, ok := r.run.Isolation[sut]
	switch {
	case r.run.Isolation == nil:
		r.run.Isolation = map[string]result.Isolation{sut: i}
	case !ok:
		r.run.Isolation[sut] = i
	case !reflect.DeepEqual(here, i):
		what := fmt.Sprintf("the program %s was isolated otherwise where cases ran elsewhere: %s; here: %s", sut, i, here)
		r.leaks.add(what, what)
	}
}

// recordChangedReads records that what a program declares to read was changed while cases ran.
func (r *results) recordChangedReads(sut string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.run.Reads, sut)
	what := fmt.Sprintf("what the system under test %s declares to read was changed while cases ran, so that no later run "+
		"takes over what passed", sut)
	r.leaks.add(what, what)
}

// recordMachineFailure records a failure outside the units under test, once.
func (r *results) recordMachineFailure(what string) { r.recordMachineFailureOnce(what, what) }

// recordMachineFailureOnce records a failure, if it is the first with its key.
func (r *results) recordMachineFailureOnce(key, what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.machinery.add(key, what)
}

// recordLeak records what a program under test left behind.
func (r *results) recordLeak(sut, what string) {
	r.recordFinding(fmt.Sprintf("%sthe system under test %s: %s", result.LeakFinding, sut, what))
}

// recordFinding records a finding that is of no case, once.
func (r *results) recordFinding(finding string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leaks.add(finding, finding)
}

// hasResult tells whether a case has a result.
func (r *results) hasResult(c numbered) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c.drawn != nil {
		return c.drawn.result != nil
	}
	return r.cases[c.number] != nil || r.isPacked(c.number)
}

// verdictOf returns the verdict of a case of the plan so far; "" where it has none.
func (r *results) verdictOf(id string) result.Verdict {
	n, ok := r.numbers[id]
	if !ok {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if of := r.at(n); of != nil {
		return of.Verdict
	}
	return ""
}

// place returns the variable that holds the result of a case, which is not in short form any more. The caller holds mu.
func (r *results) place(c numbered) **result.Result {
	if c.drawn != nil {
		return &c.drawn.result
	}
	if r.isPacked(c.number) {
		r.cases[c.number], r.packs[c.number] = r.at(c.number), packed{}
	}
	return &r.cases[c.number]
}

// expect adds to the number of cases that are to be run.
func (r *results) expect(more int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total += more
}

// charge records that a result with this id charges a callee; false where there is one
// already.
func (r *results) charge(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.charged[id]
	r.charged[id] = true
	return !before
}

// charges records that a callee is charged with a call in a case, under an id; false
// where it is already.
func (r *results) charges(c numbered, id string) bool {
	if c.drawn == nil {
		return r.charge(id)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return !slices.ContainsFunc(c.drawn.charges, func(of *result.Result) bool { return of.Case == id })
}

// emitCharges reports failures on the way to the state of a case, each once.
func (r *results) emitCharges(c numbered, charged []*result.Result) {
	for _, of := range charged {
		if r.charges(c, of.Case) {
			r.emit(of, c, nil, nil)
		}
	}
}

// emit reports the result of a case, or of a callee in it. stubs and scratch, and what
// it returns, are as in store.Journal.Add. The result of a case that was drawn is
// stored with that case.
func (r *results) emit(of *result.Result, c numbered, stubs, scratch []byte) []byte {
	fillLists(of)
	of.Quarantine = r.held.of(of)
	if c.drawn != nil {
		r.draw(of, c)
		return scratch
	}
	var at int64
	if r.journal != nil {
		scratch, at = r.journal.Add(of, stubs, scratch)
	}
	// What is kept in memory and reported has bounds; the file has all.
	of = result.Shorten(of)
	r.mu.Lock()
	defer r.mu.Unlock()
	planned := !r.charged[of.Case]
	if planned {
		of = r.hold(of, c, at)
	} else {
		r.extra[c.number] = append(r.extra[c.number], of)
	}
	if r.options.Sink != nil {
		r.options.Sink(of)
	}
	if planned {
		r.reportProgress()
	}
	if r.options.FailFast && isFailure(of.Verdict) &&
		!of.Quarantine.Excuses(of.Verdict) {
		r.stop()
	}
	return scratch
}

// reportProgress reports that one more case is done. The caller holds mu.
func (r *results) reportProgress() {
	r.done++
	r.tellProgress()
}

func (r *results) tellProgress() {
	if r.options.Progress != nil {
		r.options.Progress(r.done+r.ahead, r.total)
	}
}

// foresee reports that so many more cases have come back that are not counted yet.
func (r *results) foresee(more int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ahead += more; more > 0 {
		r.tellProgress()
	}
}

// draw stores the result of a case that was drawn, or of a callee in it.
func (r *results) draw(of *result.Result, c numbered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if of.Case != c.ID {
		c.drawn.charges = append(c.drawn.charges, of)
		return
	}
	c.drawn.result = of
	r.reportProgress()
}

// fillLists replaces nil lists by empty ones.
func fillLists(r *result.Result) {
	if r.Stubs == nil {
		r.Stubs = []result.Stub{}
	}
	if r.Blame == nil {
		r.Blame = []string{}
	}
	if r.Violated == nil {
		r.Violated = []result.Violation{}
	}
	if r.Findings == nil {
		r.Findings = []string{}
	}
	if r.Trace == nil {
		r.Trace = []*result.Call{}
	}
}

// discard makes a result that has a verdict blocked, for a reason. It returns false
// where the result was blocked for that reason before.
func discard(r *result.Result, why string) bool {
	before := r.Verdict == result.Blocked && r.Message == why
	r.Verdict, r.Message, r.Class, r.Blame, r.Uncertain = result.Blocked, why, nil, []string{}, false
	return !before
}

// remark adds a finding to a case, also where the case has its result already.
func (r *results) remark(a *attempt, finding string) {
	if r.change(a, func(of *result.Result) bool {
		if slices.Contains(of.Findings, finding) {
			return false
		}
		of.Findings = append(slices.Clone(of.Findings), finding)
		return true
	}) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(a.lates, finding) {
		a.lates = append(a.lates, finding)
	}
}

// revise has `how` change the result of an attempt, as change does, also where there is none yet.
func (r *results) revise(a *attempt, how func(*result.Result) bool) {
	r.mu.Lock()
	a.revised = append(a.revised, how)
	r.mu.Unlock()
	r.change(a, how)
}

// listFindings returns what a program did in an attempt besides replying: findings, and how its result is to be
// changed.
func (r *results) listFindings(a *attempt) (findings []string, revised []func(*result.Result) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(a.lates), slices.Clone(a.revised)
}

// change calls `how` with the result of a case, and reports the result where `how`
// changed it. It is false where there is no result yet.
func (r *results) change(a *attempt, how func(*result.Result) bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.place(a.c)
	if *at == nil {
		return false
	}
	r.replace(at, a.c.drawn != nil, how)
	return true
}

// reconsider calls `how` with the results of all cases so far, and of callees in them, as change does.
func (r *results) reconsider(how func(*result.Result) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.cases {
		if of := r.at(i); of != nil {
			// What is not changed stays in short form.
			before := of
			if r.replace(&of, false, how); of != before {
				*r.place(numbered{number: i}) = of
			}
		}
		for k := range r.extra[i] {
			r.replace(&r.extra[i][k], false, how)
		}
	}
}

// replace puts what `how` makes of a result in its place. The caller holds mu.
func (r *results) replace(at **result.Result, drawn bool, how func(*result.Result) bool) {
	changed := **at
	if !how(&changed) {
		return
	}
	if whole, err := r.run.Whole(&changed); err == nil {
		changed = *whole
	} else {
		r.machinery.add(err.Error(), err.Error())
	}
	before := *at
	if *at = &changed; drawn {
		return
	}
	if r.journal != nil {
		r.journal.Add(&changed, nil, nil)
	}
	if changed.Verdict == before.Verdict && slices.Equal(changed.Blame, before.Blame) {
		return
	}
	if r.options.Sink != nil {
		r.options.Sink(&changed)
	}
	if r.options.FailFast && isFailure(changed.Verdict) && !changed.Quarantine.Excuses(changed.Verdict) {
		r.stop()
	}
}
