package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// findKept returns, by their ids, the places in files of the plan's cases that are kept because they have failed.
func findKept(pl *planner.Planned) map[string]string {
	out := map[string]string{}
	for _, u := range pl.Units {
		for _, own := range u.Unit.Cases {
			if !own.Kept {
				continue
			}
			for _, c := range u.Cases {
				if covers(c.Values(), own.Values) {
					out[c.ID] = own.Span.Pos().String()
					break
				}
			}
		}
	}
	return out
}

// covers tells whether values have all of other values.
func covers(values, other spec.Values) bool {
	return !slices.ContainsFunc(other, func(item spec.Item) bool {
		return !slices.ContainsFunc(values, func(v spec.Item) bool {
			return v.Name == item.Name && v.Value.Key() == item.Value.Key()
		})
	})
}

// keepFailures writes cases that failed in a run into a file of their unit in the project's folder of failures, and
// says so: of each leaf and error class one, unless one is there that failed too. What cannot be a case of its own is
// said too: inputs that the unit is to refuse, and sequences that nothing but the whole sequence shows.
func keepFailures(r *testRun, system *spec.System, run *result.Run) error {
	k := failureKeeper{system: system, byUnit: map[string][]string{}, known: map[string]bool{}}
	k.day, _, _ = strings.Cut(run.Started, "T")
	var list []*result.Result
	for of := range run.All() {
		if result.CaseOf(of.Case) == of.Case && isFailure(of) && !of.Support {
			list = append(list, of)
		}
	}
	for _, of := range list {
		if k.isOwn(of.Unit, of.Values) {
			k.note(of, of.Unit)
		}
	}
	for _, of := range list {
		if err := k.add(of, of.Unit, of.Values); err != nil {
			return err
		}
	}
	for _, m := range run.Machines {
		for _, f := range m.Failures {
			unit, values := f.Steps[len(f.Steps)-1].Unit, f.Keep
			if of := f.Result; result.CaseOf(of.Case) != of.Case { // a callee is charged, and fails by itself
				unit, values = of.Unit, of.Values
			}
			if err := k.add(f.Result, unit, values); err != nil {
				return err
			}
		}
	}
	for _, u := range system.Units {
		if lines := k.byUnit[u.Name]; len(lines) > 0 {
			path := filepath.Join(system.Dir, config.FailuresFolder, u.Name+".yaml")
			if err := appendFailures(path, u.Name, lines); err != nil {
				return err
			}
			r.console.say("%s kept in %s/%s.yaml", count(len(lines), "failure"), config.FailuresFolder, u.Name)
		}
	}
	if k.left > 0 {
		r.console.note("%s not kept: no case of a unit shows it alone", count(k.left, "failure"))
	}
	return nil
}

// failureKeeper gathers the lines of failures that are to be kept.
type failureKeeper struct {
	system *spec.System
	day    string
	byUnit map[string][]string
	known  map[string]bool // units, leaves and classes of which a failure is kept
	left   int             // failures that cannot be kept
}

func isFailure(of *result.Result) bool {
	return of.Verdict == result.Fail || of.Verdict == result.Error
}

// isOwn tells whether values are those of a case that the specification or a file of failures gives.
func (k *failureKeeper) isOwn(unit string, values spec.Values) bool {
	u := k.system.Unit(unit)
	return u != nil && slices.ContainsFunc(u.Cases, func(own spec.OwnCase) bool { return covers(values, own.Values) })
}

// note notes that there is a failure in a leaf, or of the unit in any, of a class.
func (k *failureKeeper) note(of *result.Result, unit string) {
	k.known[unit+" "+of.Leaf+" "+classOf(of)], k.known[unit+"  "+classOf(of)] = true, true
}

// add adds the line of a failure, where none like it is known.
func (k *failureKeeper) add(of *result.Result, unit string, values spec.Values) error {
	u := k.system.Unit(unit)
	switch {
	case of.Rejected || len(values) == 0 || u == nil:
		k.left++
		return nil
	case k.isOwn(unit, values) || k.known[unit+" "+of.Leaf+" "+classOf(of)]:
		return nil
	}
	line, err := report.Flow(values)
	if err != nil {
		return err
	}
	k.note(of, unit)
	k.byUnit[unit] = append(k.byUnit[unit], fmt.Sprintf("  - %s  # %s, %s, %s\n", line, k.day, classOf(of), of.Case))
	return nil
}

// classOf returns the error class of a failure, or its verdict where none is known.
func classOf(of *result.Result) string {
	if of.Class != nil {
		return string(*of.Class)
	}
	return string(of.Verdict)
}

const failuresHeader = `# Cases that have failed. They run first, until a person removes them.
`

// appendFailures appends lines to a file of failures of a unit.
func appendFailures(path, unit string, lines []string) error {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	last := bytes.TrimRight(text, "\n")
	last = last[bytes.LastIndexByte(last, '\n')+1:]
	head, added := fmt.Sprintf("failures: %s\ncases:\n", unit), strings.Join(lines, "")
	switch {
	case len(text) == 0:
		added = failuresHeader + head + added
	case !bytes.HasPrefix(last, []byte("  - ")): // a person has changed it: a document of its own
		added = "---\n" + head + added
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		added = "\n" + added
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(added)
	return errors.Join(err, f.Close())
}
