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
	Verdict  Verdict
	Flaky    bool       // whether something in it was flaky
	Unsteady []Unsteady // what of it was flaky, as far as that is reported
}

// Unsteady is something that passed in some attempts and failed in others.
type Unsteady struct {
	Name     string // of a sequence, a pair, a structure or a drawn case; of a property, as Beside has it
	Attempts []Attempt
}

// Beside returns what a run tests beside the cases of its plan, with its name: "machine NAME", "class NAME", "property
// NAME", "structures UNIT", "drawn in LEAF".
func (r *Run) Beside() iter.Seq2[string, Aside] {
	return func(yield func(string, Aside) bool) {
		for _, m := range r.Machines {
			one := asideOf(m.Verdict, m.Flaky > 0, m.Failures, func(f *Sequence) (Verdict, Unsteady) {
				return f.Result.Verdict, Unsteady{f.Result.Case, f.Result.Attempts}
			})
			if !yield(MachinePrefix+m.Machine, one) {
				return
			}
		}
		for _, c := range r.Classes {
			one := asideOf(c.Verdict, c.Flaky > 0, c.Failures, func(f *PairFailure) (Verdict, Unsteady) {
				return f.Verdict, Unsteady{f.Case, f.Attempts}
			})
			if !yield(ClassPrefix+c.Class, one) {
				return
			}
		}
		for _, l := range r.Laws {
			name := PropertyPrefix + l.Property
			one := asideOf(l.Verdict, false, []*Law{l}, func(l *Law) (Verdict, Unsteady) {
				return l.Verdict, Unsteady{name, l.Attempts}
			})
			if !yield(name, one) {
				return
			}
		}
		for _, m := range r.Methods {
			one := asideOf(m.Verdict, m.Flaky > 0, m.Failures, func(f *StructureCase) (Verdict, Unsteady) {
				return f.Verdict, Unsteady{f.Case, f.Attempts}
			})
			if !yield(StructuresPrefix+m.Unit, one) {
				return
			}
		}
		if r.More == nil {
			return
		}
		for _, l := range r.More.Leaves {
			if !yield(DrawnPrefix+l.Leaf, r.drawnIn(l)) {
				return
			}
		}
	}
}

// drawnIn returns what came of the cases that were drawn in a leaf.
func (r *Run) drawnIn(l *MoreLeaf) Aside {
	var drawn []*Result
	for x := range r.All() {
		if x.Drawn != nil && x.Leaf == l.Leaf {
			drawn = append(drawn, x)
		}
	}
	return asideOf(l.Summary.verdict(), l.Flaky > 0, drawn, func(x *Result) (Verdict, Unsteady) {
		return x.Verdict, Unsteady{x.Case, x.Attempts}
	})
}

// asideOf returns what came of something, of whose parts some are known to have been flaky, from those that are
// reported.
func asideOf[P any](v Verdict, hasFlaky bool, parts []P, of func(P) (Verdict, Unsteady)) Aside {
	out := Aside{Verdict: v, Flaky: hasFlaky}
	for _, p := range parts {
		if v, one := of(p); v == Flaky {
			out.Flaky, out.Unsteady = true, append(out.Unsteady, one)
		}
	}
	return out
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
