package runner

import (
	"cmp"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/korat/structure"
	"github.com/ttf-int/ttf-int/result"
)

// defaultStructures is with how many structures a case is run, at most, where its unit does not say: most values have
// fewer within bounds for which there are thousands in all.
const defaultStructures = 16

// tryAnotherStructure returns a further attempt at a case that begins with a structure, with another one that has the
// values of the case, where the last one was no failure. It returns nil where the result is that of the case: it
// failed, or all that are to be tried were.
func tryAnotherStructure(a *attempt, res *result.Result) *attempt {
	s := res.Structures
	if s == nil || res.Verdict != result.Pass && res.Verdict != result.Undecided {
		return nil
	}
	if a.undecided == nil && res.Verdict == result.Undecided {
		a.undecided = res
		showStructures(a, res)
	}
	if s.Tried >= min(s.Fitting, cmp.Or(a.unit.plan.Structures, defaultStructures)) {
		return nil
	}
	return &attempt{unit: a.unit, c: a.c, choices: a.choices, prepared: a.prepared, selected: a.selected,
		forced: a.forced, notes: a.notes, way: a.way, instead: a.instead, structure: a.structure + 1,
		undecided: a.undecided}
}

// noteStructures notes in a result with which structure the unit began.
func noteStructures(a *attempt, r *host.Reply, res *result.Result) {
	if s, known := r.Structures(); known {
		a.began = s
		res.Structures = &result.Structures{Tried: a.structure + 1, Fitting: s.Fitting}
	}
}

// endStructures returns the result of a case after the last structure with which it was run.
func endStructures(a *attempt, res *result.Result) *result.Result {
	switch {
	case res.Structures == nil || res.Verdict == result.Blocked:
	case res.Verdict == result.Pass && a.undecided != nil:
		a.undecided.Structures.Tried = res.Structures.Tried
		return a.undecided
	case res.Verdict != result.Pass && res != a.undecided:
		showStructures(a, res)
	}
	return res
}

// showStructures puts the structure with which the unit began, and what was left of it, into a result.
func showStructures(a *attempt, res *result.Result) {
	for _, one := range []struct {
		line string
		to   **result.Picture
	}{{a.began.Before, &res.Structures.Before}, {a.began.After, &res.Structures.After}} {
		if s, err := structure.Parse(one.line); err == nil {
			*one.to = draw(s)
		}
	}
}
