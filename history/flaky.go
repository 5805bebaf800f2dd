package history

import (
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

// ListFlaky returns what is flaky in a run, cases of the plan first, with how often past runs found it flaky or failing
// on the same values, in the same programs.
func ListFlaky(run *result.Run, past []result.Past) []result.FlakyCase {
	var out []result.FlakyCase
	of := &result.Past{Seed: run.Seed, Programs: run.Programs, Reads: run.Reads, Arguments: run.Arguments}
	add := func(name, digest string, tries []result.Attempt) {
		f := result.FlakyCase{Case: name, Failed: result.CountFailed(tries), Attempts: len(tries)}
		for _, p := range past {
			if p.Started == run.Started || !isComparable(name, digest, &p, of) {
				continue
			}
			switch p.Verdicts[name] {
			case result.Fail, result.Error, result.Flaky:
				f.Before++
				f.Unsteady++
			case result.Pass:
				f.Before++
			}
		}
		out = append(out, f)
	}
	for r := range run.All() {
		if r.Verdict == result.Flaky && result.SubjectOf(r.Case) == "" {
			add(r.Case, r.Digest, r.Attempts)
		}
	}
	for name, part := range run.Beside() {
		if !part.Flaky {
			continue
		}
		var tries []result.Attempt
		for _, one := range part.Unsteady {
			tries = append(tries, one.Attempts...)
		}
		add(name, "", tries)
	}
	return out
}

// isComparable tells whether a past run had something under a name as another run had it, by the same programs: the
// same values, found there and not taken over.
func isComparable(name, digest string, p, of *result.Past) bool {
	_, has := p.Verdicts[name]
	return has && p.From[name] == "" && p.Digests[name] == digest && !isOtherProgram(p, of) &&
		(p.Seed == of.Seed || !isSeeded(name))
}

// isSeeded tells whether the values of something depend on the seed of its run.
func isSeeded(name string) bool {
	for _, prefix := range []string{result.MachinePrefix, result.PropertyPrefix, result.ClassPrefix,
		result.DrawnPrefix} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
