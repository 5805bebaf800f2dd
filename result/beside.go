package result

import (
	"iter"
	"strings"
)

// What the names of that begin which a run tests beside the cases of its plan.
const (
	MachinePrefix    = "machine "
	PropertyPrefix   = "property "
	ClassPrefix      = "class "
	StructuresPrefix = "structures "
	DrawnPrefix      = "drawn in " // cases that were drawn in a leaf
)

// Aside is what came of something that a run tests beside the cases of its plan.
type Aside struct {
	Verdict Verdict
	Flaky   bool      // whether something in it was flaky
	Tries   []Attempt // at what of it was flaky, as far as that is reported
}

// Beside returns what a run tests beside the cases of its plan, with its name: "machine NAME", "property NAME", "class
// NAME", "structures UNIT", "drawn in LEAF".
func (r *Run) Beside() iter.Seq2[string, Aside] {
	return func(yield func(string, Aside) bool) {
		for _, m := range r.Machines {
			one := Aside{Verdict: m.Verdict, Flaky: m.Flaky > 0}
			for _, f := range m.Failures {
				one.add(f.Result.Verdict, f.Result.Attempts)
			}
			if !yield(MachinePrefix+m.Machine, one) {
				return
			}
		}
		for _, l := range r.Laws {
			one := Aside{Verdict: l.Verdict}
			if one.add(l.Verdict, l.Attempts); !yield(PropertyPrefix+l.Property, one) {
				return
			}
		}
		for _, c := range r.Classes {
			one := Aside{Verdict: c.Verdict, Flaky: c.Flaky > 0}
			for _, f := range c.Failures {
				one.add(f.Verdict, f.Attempts)
			}
			if !yield(ClassPrefix+c.Class, one) {
				return
			}
		}
		for _, m := range r.Methods {
			one := Aside{Verdict: m.Verdict, Flaky: m.Flaky > 0}
			for _, f := range m.Failures {
				one.add(f.Verdict, f.Attempts)
			}
			if !yield(StructuresPrefix+m.Unit, one) {
				return
			}
		}
		if r.More == nil {
			return
		}
		for _, l := range r.More.Leaves {
			one := Aside{Verdict: l.Summary.verdict(), Flaky: l.Flaky > 0}
			for _, x := range r.Results {
				if x.Drawn != nil && x.Leaf == l.Leaf {
					one.add(x.Verdict, x.Attempts)
				}
			}
			if !yield(DrawnPrefix+l.Leaf, one) {
				return
			}
		}
	}
}

// add adds what came of the attempts at something, if it is flaky.
func (p *Aside) add(v Verdict, tries []Attempt) {
	if v == Flaky {
		p.Flaky, p.Tries = true, append(p.Tries, tries...)
	}
}

// verdict returns the verdict of all that is counted, the worst there is of them.
func (s *Summary) verdict() Verdict {
	switch {
	case s.Fail > 0:
		return Fail
	case s.Error > 0:
		return Error
	case s.Flaky > 0:
		return Flaky
	case s.Pass > 0:
		return Pass
	case s.Blocked > 0:
		return Blocked
	}
	return Undecided
}

// SubjectOf returns the name that Beside has for what a result is a part of: the machine of a sequence, or the leaf in
// which a case was drawn. It is "" for a case of the plan.
func SubjectOf(id string) string {
	of, _, is := strings.Cut(CaseOf(id), "~")
	switch {
	case !is:
		return ""
	case strings.Contains(of, "/"):
		return DrawnPrefix + of
	}
	return MachinePrefix + of
}
