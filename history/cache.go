package history

import (
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// Cache finds passes of earlier runs that stand for cases: those of the same case, by the same specifications, in the
// same program that read the same, judged by the same ttf-int. It is for one goroutine.
type Cache struct {
	past  []result.Past // the oldest first
	units map[string]*plan.Unit
	basis map[string]string
	below func(unit string) []string
	load  func(started string) *result.Run
	runs  map[string]*loaded // by when they started
}

// loaded is a run that was read as a whole. A run that could not be read has nothing.
type loaded struct {
	results map[string]*result.Result
	charged map[string]bool // units that calls in cases of others were charged to, and these cases
	alike   map[string]bool // by unit: whether those below it went as they did now
}

// Wanted is a case of a unit for which a pass is wanted, with the program that serves the unit: its name, its hash,
// and the hash of what it declares to read.
type Wanted struct {
	Case               *plan.Case
	Unit               string
	SUT, SHA256, Reads string
	Seed               int64
	// Verdict returns the verdict of a case in the run that is going on; "" where it has none.
	Verdict func(id string) result.Verdict
}

// NewCache returns the cache of past runs, the oldest first, for a plan. basis is what planner.Planned.Bases returns
// for it, below returns the units that a unit rests on, and load reads a kept run by when it started; it returns nil
// where it cannot.
func NewCache(pl *plan.Plan, past []result.Past, basis map[string]string, below func(unit string) []string,
	load func(started string) *result.Run) *Cache {
	units := map[string]*plan.Unit{}
	for _, u := range pl.Units {
		units[u.Name] = u
	}
	return &Cache{past: past, units: units, basis: basis, below: below, load: load, runs: map[string]*loaded{}}
}

// Find returns the latest pass that stands for a case, with the run that it is from; nil where there is none. There is
// none, either, where any run of the same case in the same program did not pass or needed several attempts; where
// something outside the units went wrong in the run of the pass; and where a unit that this one rests on went otherwise
// there than it did now.
func (c *Cache) Find(w Wanted) *result.Result {
	latest := c.findLatest(&w)
	if latest == nil {
		return nil
	}
	run := c.read(latest)
	r := run.results[w.Case.ID]
	if r == nil || len(r.Attempts) > 0 || run.charged[w.Case.ID] || w.Seed != latest.Seed && restsOnSeed(r) {
		return nil
	}
	alike, known := run.alike[w.Unit]
	if !known {
		alike = true
		for _, name := range c.below(w.Unit) {
			u := c.units[name]
			alike = alike && !run.charged[name] && (u == nil || wentAlike(u, latest, w.Verdict))
		}
		run.alike[w.Unit] = alike
	}
	if !alike {
		return nil
	}
	found := *r
	if found.From == "" {
		found.From = latest.Started
	}
	return &found
}

// findLatest returns the latest run in which a case passed on the same grounds; nil where it did not always.
func (c *Cache) findLatest(w *Wanted) *result.Past {
	if w.Reads == "" || c.basis[w.Unit] == "" || w.Case.Digest == "" {
		return nil
	}
	var latest *result.Past
	for i := range c.past {
		p := &c.past[i]
		if p.Digests[w.Case.ID] != w.Case.Digest || p.Basis[w.Unit] != c.basis[w.Unit] ||
			p.Programs[w.SUT] != w.SHA256 || p.Reads[w.SUT] != w.Reads {
			continue
		}
		switch v := p.Verdicts[w.Case.ID]; {
		case v == result.Fail || v == result.Error || v == result.Flaky:
			return nil
		case v == result.Pass && p.Sound:
			latest = p
		}
	}
	return latest
}

// wentAlike tells whether the cases of a unit went in a past run as they did in this one.
func wentAlike(u *plan.Unit, past *result.Past, verdicts func(id string) result.Verdict) bool {
	for _, c := range u.Cases {
		if now := verdicts(c.ID); now != "" && (past.Verdicts[c.ID] != now || past.Digests[c.ID] != c.Digest) {
			return false
		}
	}
	return true
}

// read reads a past run, once.
func (c *Cache) read(past *result.Past) *loaded {
	if of := c.runs[past.Started]; of != nil {
		return of
	}
	of := &loaded{results: map[string]*result.Result{}, charged: map[string]bool{}, alike: map[string]bool{}}
	c.runs[past.Started] = of
	run := c.load(past.Started)
	if run == nil {
		return of
	}
	for r := range run.All() {
		if in := result.CaseOf(r.Case); in != r.Case {
			of.charged[in], of.charged[r.Unit] = true, true
			continue
		}
		of.results[r.Case] = r
	}
	return of
}

// restsOnSeed tells whether a callee was replaced by what answers as a seed chooses.
func restsOnSeed(r *result.Result) bool {
	for _, s := range r.Stubs {
		if s.Decision != result.Self && s.Decision != result.None {
			return true
		}
	}
	return false
}
