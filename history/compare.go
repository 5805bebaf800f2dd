package history

import (
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// Comparison says what the last of some runs found otherwise than those before it.
type Comparison struct {
	APIVersion string  `json:"apiVersion"`
	Kind       string  `json:"kind"`
	Runs       []Count `json:"runs"` // the oldest first
	// Failing, Passing and Blocked are those that have come to fail, to pass, or to have no verdict, since the last
	// run before that had them.
	Failing []Change `json:"failing"`
	Passing []Change `json:"passing"`
	Blocked []Change `json:"blocked"`
	Flaky   []Change `json:"flaky"`  // that have come to be flaky
	Slower  []Slower `json:"slower"` // by much
	// StubsGained are those callees of cases in whose place a stub has come, or for whose calls it is now decided one
	// by one, where the callee itself stood before; StubsLost, the other way round.
	StubsGained []StubChange `json:"stubsGained"`
	StubsLost   []StubChange `json:"stubsLost"`
	// LeavesLost are those that an earlier run tested, and the last one did not, though it ran all of its plan.
	LeavesLost []LostLeaf `json:"leavesLost"`
	// Varied are those that were flaky in some of these runs, or both passed and failed in them, as cases with the
	// same values, while the programs were those of the last run.
	Varied []Varied `json:"varied"`
}

// Count says how many verdicts of a run there are.
type Count struct {
	Started string `json:"started"`
	result.Summary
}

// Change is a verdict that is another one than before.
type Change struct {
	Name   string         `json:"name"` // of a case, or as Run.Beside has it: "machine NAME" and so on
	Before result.Verdict `json:"before"`
	Now    result.Verdict `json:"now"`
	Since  string         `json:"since"` // when the run began that had it before
}

// StubChange says what stands in for a callee in a case, and what did before.
type StubChange struct {
	Case   string          `json:"case"`
	Callee string          `json:"callee"` // with the number of its occurrence from the second on
	Before result.Decision `json:"before"`
	Now    result.Decision `json:"now"`
	Since  string          `json:"since"` // when the run began that had it before
}

// LostLeaf is a leaf that is no longer tested.
type LostLeaf struct {
	Leaf  string `json:"leaf"`
	Since string `json:"since"` // when the last run began that tested it
}

// Slower is a case that took much longer than before, in seconds.
type Slower struct {
	Name   string  `json:"name"`
	Before float64 `json:"before"`
	Now    float64 `json:"now"`
}

// Varied says how often a case failed, or was flaky, that also passed or was flaky.
type Varied struct {
	Name   string `json:"name"`
	Failed int    `json:"failed"` // or was flaky
	Of     int    `json:"of"`     // in how many runs it passed, failed or was flaky
}

// How much slower a case must be to be named: by so much, and so many times.
const (
	slowerBy    = 0.1 // seconds
	slowerTimes = 3
)

// Compare compares the last of past runs, which are given the oldest first, with those before it. With a unit it is
// about that unit alone.
func Compare(past []result.Past, unit string) Comparison {
	out := Comparison{APIVersion: plan.APIVersion, Kind: "History", Runs: []Count{}, Failing: []Change{},
		Passing: []Change{}, Blocked: []Change{}, Flaky: []Change{}, Slower: []Slower{}, Varied: []Varied{},
		StubsGained: []StubChange{}, StubsLost: []StubChange{}, LeavesLost: []LostLeaf{}}
	for _, p := range past {
		var list []*result.Result
		for name, v := range p.Verdicts {
			if isOf(name, unit) && !strings.HasPrefix(name, result.DrawnPrefix) {
				list = append(list, &result.Result{Verdict: v})
			}
		}
		out.Runs = append(out.Runs, Count{p.Started, result.Count(slices.Values(list))})
	}
	if len(past) == 0 {
		return out
	}
	last := past[len(past)-1]
	for _, name := range slices.Sorted(maps.Keys(last.Verdicts)) {
		if isOf(name, unit) && last.Verdicts[result.SubjectOf(name)] == "" {
			out.compare(past, name)
			out.compareStubs(past, name)
		}
	}
	out.findLost(past, unit)
	return out
}

// isOf tells whether a name is that of a case of a unit, or of a call of it that was charged, or whether no unit is
// given.
func isOf(name, unit string) bool {
	of := strings.TrimPrefix(name, result.DrawnPrefix)
	for _, prefix := range []string{result.MachinePrefix, result.PropertyPrefix, result.ClassPrefix,
		result.StructuresPrefix} {
		if name == prefix+unit {
			return true
		}
	}
	return unit == "" || strings.HasPrefix(of, unit+"/") || strings.HasPrefix(of, unit+"@")
}

// isOtherProgram tells whether two runs are known to have tested different programs: other files were started, or what
// these declare to read, their environment, or the script that an interpreter was given, was another one.
func isOtherProgram(one, other *result.Past) bool {
	return differs(one.Programs, other.Programs) || differs(one.Reads, other.Reads) ||
		differs(one.Arguments, other.Arguments)
}

// differs tells whether two lists of hashes have different ones under the same name.
func differs(one, other map[string]string) bool {
	for name, sum := range one {
		if of, known := other[name]; known && of != sum {
			return true
		}
	}
	return false
}

// compare compares what the last run says under a name.
func (c *Comparison) compare(past []result.Past, name string) {
	last := past[len(past)-1]
	now, digest := last.Verdicts[name], last.Digests[name]
	v, varies := Varied{Name: name}, false
	for _, p := range past {
		if !isComparable(name, digest, &p, &last) {
			continue
		}
		switch before := p.Verdicts[name]; before {
		case result.Fail, result.Error, result.Flaky:
			v.Failed++
			v.Of++
			varies = varies || before == result.Flaky
		case result.Pass:
			v.Of++
		}
	}
	if v.Failed > 0 && (v.Failed < v.Of || varies) {
		c.Varied = append(c.Varied, v)
	}
	for _, p := range slices.Backward(past[:len(past)-1]) {
		before, ok := p.Verdicts[name]
		if !ok {
			continue
		}
		one := Change{name, before, now, p.Started}
		switch {
		case outcomeOf(before) == outcomeOf(now):
		case outcomeOf(now) == failed:
			c.Failing = append(c.Failing, one)
		case outcomeOf(now) == passed:
			c.Passing = append(c.Passing, one)
		case outcomeOf(now) == flaky:
			c.Flaky = append(c.Flaky, one)
		default:
			c.Blocked = append(c.Blocked, one)
		}
		if took, was := last.Seconds[name], p.Seconds[name]; took > was+slowerBy && took > slowerTimes*was {
			c.Slower = append(c.Slower, Slower{name, was, took})
		}
		return
	}
}

// outcome is a verdict as far as changes of it are of interest.
type outcome int

const (
	passed outcome = iota
	failed
	flaky
	open
)

// outcomeOf returns what a verdict comes to.
func outcomeOf(v result.Verdict) outcome {
	switch v {
	case result.Pass:
		return passed
	case result.Fail, result.Error:
		return failed
	case result.Flaky:
		return flaky
	}
	return open
}
