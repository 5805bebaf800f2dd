package runner

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/calls"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// assumption holds the sizes that a case assumes for given types, whose sizes are not
// known. A failure counts only where it is one at larger sizes too.
type assumption struct {
	judge *judge
	a     *attempt
	c     *trace.Case
	types []string // the given types on whose sizes a specification depends by which the case is judged
	// strange are, by type, the elements that the program showed and that the case does
	// not have.
	strange map[string][]string
	numbers []int // the numbers that the specifications mention
}

// rule judges what was observed of a case.
func (j *judge) rule(ctx context.Context, a *attempt, c *trace.Case) trace.Ruling {
	out := j.ruleAtSizes(ctx, a, c)
	if alone := len(out.Blame) == 1 && out.Blame[0] == c.Unit.Name; !alone || !out.Accuses() {
		return out
	}
	// What was violated has been held against other values of constants, but not how the
	// unit ended, nor that the case is one.
	why := ""
	switch {
	case !c.Rejected:
		why = oracle.Otherwise{Unit: j.at.Oracle.Unit(c.Unit)}.Refuses(ctx, c.Frame)
	case c.Ending == trace.Finished:
		why = oracle.Otherwise{Unit: j.at.Oracle.Unit(a.unit.plan.Unit)}.FindAllowing(ctx, c.Frame)
	}
	if why != "" {
		out = trace.Ruling{Verdict: result.Undecided, Message: why, Findings: out.Findings}
	}
	return out
}

// ruleAtSizes judges what was observed of a case, at the sizes of given types that the
// case has and at larger ones.
func (j *judge) ruleAtSizes(ctx context.Context, a *attempt, c *trace.Case) trace.Ruling {
	s := &assumption{judge: j, a: a, c: c, strange: map[string][]string{}}
	if s.look(); len(s.types) == 0 {
		return trace.Judge(ctx, c, j.at.Oracle)
	}
	if len(s.strange) > 0 {
		return s.judgeEnlarged(ctx)
	}
	out := trace.Judge(ctx, c, j.at.Oracle)
	return s.tryMoreElements(ctx, out)
}

// look finds the given types on whose sizes the judgement depends, and the elements of
// them that the program showed.
func (s *assumption) look() {
	s.count(s.c.Unit)
	if s.c.Rejected {
		s.count(s.a.unit.plan.Unit)
	}
	s.c.EachCall(func(call *trace.Call) bool {
		s.count(call.Unit)
		return true
	})
	if len(s.types) == 0 {
		return
	}
	slices.Sort(s.types)
	known := map[string]map[string]bool{}
	for _, t := range s.types {
		known[t] = map[string]bool{}
		for _, v := range s.givenElements(t) {
			known[t][v.Name()] = true
		}
	}
	note := func(given, element string) {
		if names := known[given]; names != nil && !names[element] {
			names[element] = true
			s.strange[given] = append(s.strange[given], element)
		}
	}
	s.judge.at.Oracle.Unit(s.c.Unit).EachElement(s.c.Frame, note)
	s.c.EachCall(func(call *trace.Call) bool {
		s.judge.at.Oracle.Unit(call.Unit).EachElement(call.Frame, note)
		return true
	})
}

// count adds the given types on whose sizes the specification of a unit depends.
func (s *assumption) count(u *spec.Unit) {
	judge := s.judge.at.Oracle.Unit(u)
	for _, t := range judge.CountedTypes() {
		if !slices.Contains(s.types, t) {
			s.types = append(s.types, t)
		}
	}
	for _, n := range judge.Numbers() {
		if !slices.Contains(s.numbers, n) {
			s.numbers = append(s.numbers, n)
		}
	}
}

// givenElements returns the elements that the case assumes a given type to have.
func (s *assumption) givenElements(t string) []value.Value {
	return s.judge.run.engine.WithSizes(s.a.c.Sizes).Oracle.System().Globals.Given[t]
}

// judgeEnlarged judges a case in which the program showed elements that the case does not
// have. It is judged with these elements if it is still a case then; otherwise it is
// undecided.
func (s *assumption) judgeEnlarged(ctx context.Context) trace.Ruling {
	j := s.judge
	at := s.engine(nil)
	if !at.Oracle.AllowsSizes(ctx) {
		s.strange = map[string][]string{} // by the axioms there are no such elements
		return s.tryMoreElements(ctx, trace.Judge(ctx, s.c, j.at.Oracle))
	}
	granted, why := s.applies(ctx, at)
	if granted && why == "" {
		j.at, s.c.Schema = at, s.schema(ctx, at)
		out := s.tryMoreElements(ctx, trace.Judge(ctx, s.c, j.at.Oracle))
		if out.Verdict == result.Pass && !s.isInLeaf(ctx, at) {
			s.undecide(&out, s.sentence(nil)+"the input does not lie in "+s.a.c.Leaf.ID)
		}
		return out
	}
	excluded := j.at.Oracle.Unit(s.c.Unit).Excludes(s.c.Frame)
	out := trace.Judge(ctx, s.c, j.at.Oracle)
	if !granted && excluded && out.Verdict == result.Fail && len(out.Faults) == 0 {
		return out
	}
	if !granted {
		why = "the inputs and the state before it are not as they are declared"
	}
	passed := out.Verdict == result.Pass
	s.doubt(&out, nil, why)
	if passed { // that it is right is not known either
		out.Findings = nil
		s.undecide(&out, s.sentence(nil)+why)
	}
	return out
}

// tryMoreElements returns a ruling without the accusations that do not hold with more elements
// of given types.
func (s *assumption) tryMoreElements(ctx context.Context, out trace.Ruling) trace.Ruling {
	if !out.Accuses() {
		return out
	}
	for _, more := range s.listEnlargements() {
		at := s.engine(more)
		if !at.Oracle.AllowsSizes(ctx) {
			continue
		}
		granted, why := s.applies(ctx, at)
		if !granted {
			continue
		}
		if why != "" {
			s.doubt(&out, more, why)
			return out
		}
		other := s.c.CopyFor(s.schema(ctx, at))
		o := trace.Judge(ctx, other, at.Oracle)
		if stub := s.findDisowned(other); stub != "" {
			s.doubt(&out, more, "what stood in for "+stub+" may not answer so")
			return out
		}
		if !s.c.KeepCommon(&out, other, &o) {
			why = "what " + s.c.Unit.Name + " did is allowed"
			if o.Verdict != result.Pass {
				why = o.Message
			}
			s.doubt(&out, more, why)
			return out
		}
	}
	return out
}

// schema returns what the unit's schema says about its calls.
func (s *assumption) schema(ctx context.Context, at *stubs.Engine) *calls.Case {
	return at.Decider.Calls().CaseOn(ctx, s.c.Unit, s.a.c.Values())
}

// applies tells whether the case is still a case with other elements of given types.
// granted is false where the conditions that are taken for granted exclude further
// elements. why says for what reason it is not a case.
func (s *assumption) applies(ctx context.Context, at *stubs.Engine) (granted bool, why string) {
	same := func(u *spec.Unit, frame spec.Frame) bool {
		return at.Oracle.Unit(u).Grants(frame) || !s.judge.at.Oracle.Unit(u).Grants(frame)
	}
	if !same(s.c.Unit, s.c.Frame) || !s.c.EachCall(func(call *trace.Call) bool { return same(call.Unit, call.Frame) }) {
		return false, ""
	}
	if s.c.Rejected {
		unit := s.a.unit.plan.Unit
		switch at.Oracle.Unit(unit).Pre(ctx, s.c.Frame).Compliance {
		case oracle.Holds:
			return true, "the input is not outside the precondition of " + unit.Schema
		case oracle.Undecided:
			return true, "it was not found out whether the input is outside the precondition of " + unit.Schema
		}
		return true, ""
	}
	unit := at.Oracle.Unit(s.c.Unit)
	if unit.Judge(ctx, unit.ReplaceOutcome(s.c.Frame, s.a.c.Witness)).Compliance == oracle.Holds {
		return true, ""
	}
	switch pre := unit.Pre(ctx, s.c.Frame); pre.Compliance {
	case oracle.Violated:
		return true, "the input is outside the precondition of " + s.c.Unit.Schema
	case oracle.Undecided:
		return true, pre.Reason
	}
	return true, ""
}

// findDisowned returns a callee whose stub gave an answer that the callee's specification
// does not allow in another copy of the case; "" where there is none.
func (s *assumption) findDisowned(other *trace.Case) string {
	var wrong []bool
	s.c.EachCall(func(call *trace.Call) bool {
		wrong = append(wrong, call.Post == trace.Broken)
		return true
	})
	i, name := 0, ""
	other.EachCall(func(call *trace.Call) bool {
		if isStub(call.Decision) && call.Post == trace.Broken && !wrong[i] {
			name = call.Unit.Name
		}
		i++
		return name == ""
	})
	return name
}

// listEnlargements lists the numbers of further elements that are tried, by type: the same number
// for all types, a number for each type alone, and numbers with which there are as many
// elements as the specification mentions, or one more.
func (s *assumption) listEnlargements() []value.Sizes {
	var out []value.Sizes
	every := func(k int) value.Sizes {
		more := value.Sizes{}
		for _, t := range s.types {
			more[t] = k
		}
		return more
	}
	for k := 1; k <= value.MoreElements; k++ {
		out = append(out, every(k))
		for _, t := range s.types {
			if len(s.types) > 1 {
				out = append(out, value.Sizes{t: k})
			}
		}
	}
	for _, t := range s.types {
		n := len(s.givenElements(t)) + len(s.strange[t])
		for _, named := range s.numbers {
			for _, size := range []int{named, named + 1} {
				if size > n+value.MoreElements {
					out = append(out, value.Sizes{t: size - n})
				}
			}
		}
	}
	return out[:min(len(out), maxLarger)]
}

// maxLarger is the largest number of combinations of sizes that are tried before a unit
// is blamed.
const maxLarger = 40

// engine returns the engine that judges with more elements than the case has: those
// that the program showed, and further ones.
func (s *assumption) engine(more value.Sizes) *stubs.Engine {
	whole := s.judge.run.engine
	if len(s.strange) == 0 {
		sizes := maps.Clone(s.a.c.Sizes)
		for _, t := range s.types {
			sizes = sizes.Merge(value.Sizes{t: len(s.givenElements(t)) + more[t]})
		}
		return whole.WithSizes(sizes)
	}
	carriers := map[string][]value.Value{}
	for _, t := range s.types {
		all := slices.Clone(s.givenElements(t))
		for _, name := range s.strange[t] {
			all = append(all, value.OfAtom(name))
		}
		carriers[t] = s.addFresh(t, all, more[t])
	}
	return whole.WithSizes(s.a.c.Sizes).WithCarriers(carriers)
}

// addFresh adds further elements to those of a given type.
func (s *assumption) addFresh(t string, all []value.Value, more int) []value.Value {
	stem := strings.TrimSuffix(s.givenElements(t)[0].Name(), "1")
	for n := 1; more > 0; n++ {
		v := value.OfAtom(fmt.Sprint(stem, n))
		if !slices.ContainsFunc(all, v.Equal) {
			all, more = append(all, v), more-1
		}
	}
	return all
}

// doubt makes a ruling undecided that accuses a unit only at some sizes of given types.
func (s *assumption) doubt(out *trace.Ruling, more value.Sizes, why string) {
	out.Class, out.Blame, out.Uncertain, out.Faults = "", nil, false, nil
	s.c.EachCall(func(call *trace.Call) bool {
		if call.Pre == trace.Broken || call.Post == trace.Broken {
			call.Pre, call.Post, call.Violated = trace.Unknown, trace.Unknown, nil
		}
		return true
	})
	text := s.sentence(more) + why
	if out.Verdict == result.Fail || out.Verdict == result.Error {
		s.undecide(out, text)
		return
	}
	out.Findings = []string{text}
}

// undecide makes a ruling undecided, for the given reason.
func (s *assumption) undecide(out *trace.Ruling, why string) {
	out.Verdict, out.Message = result.Undecided, why
}

// isInLeaf tells whether the case still lies in its leaf, as far as evaluation tells.
func (s *assumption) isInLeaf(ctx context.Context, at *stubs.Engine) bool {
	leaf := s.a.c.Leaf
	if d := leaf.Disjunct; d > 0 && at.Oracle.Unit(s.c.Unit).Enablings(ctx, s.c.Frame)[d-1] == oracle.Disabled {
		return false
	}
	names := make([]string, len(s.c.Unit.Op.Vars))
	for i, v := range s.c.Unit.Op.Vars {
		names[i] = v.Name
	}
	return !slices.ContainsFunc(leaf.Path(), func(c *suite.Condition) bool {
		if !c.HasOwnPart() || !c.IsEvaluable() || c.Pred == nil {
			return false
		}
		p, err := eval.Compile(c.Pred, names, at.Oracle.System().Globals)
		if err != nil {
			return false
		}
		truth, _ := p.Truth(s.c.Frame)
		return truth == eval.False
	})
}

// sentence says which sizes the case assumes, and which are possible too.
func (s *assumption) sentence(more value.Sizes) string {
	var taken, other, axioms []string
	for _, t := range s.types {
		n := len(s.givenElements(t))
		if more[t] == 0 && len(s.strange[t]) == 0 {
			continue
		}
		noun := "elements"
		if n == 1 {
			noun = "element"
		}
		taken = append(taken, fmt.Sprintf("%s to have %d %s", t, n, noun))
		if names := s.strange[t]; len(names) > 0 {
			other = append(other, fmt.Sprintf("%s has %s too", t, joinFirst(names)))
		} else {
			other = append(other, fmt.Sprintf("%s has %d", t, n+more[t]))
		}
		axioms = append(axioms, fmt.Sprintf("# %s = %d", t, n))
	}
	return fmt.Sprintf("the case takes %s, which no axiom says (%s): where %s, ",
		strings.Join(taken, ", "), strings.Join(axioms, ", "), strings.Join(other, " and "))
}

// joinFirst returns the first of some names as text.
func joinFirst(names []string) string {
	const most = 3
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
