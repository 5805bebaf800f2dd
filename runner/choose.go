package runner

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/suite"
)

// choice says whether a case is run, and why.
type choice uint8

const (
	left    choice = iota // it is not run
	support               // it is run because the decisions for other cases rest on it
	chosen
)

// selection says which cases are run.
type selection struct {
	plan    *plan.Plan
	options *Options
	chosen  []choice       // by the number of the case, in the order of the plan
	firsts  map[string]int // the number of the first case of each unit
	total   int            // how many cases are run
}

// choose selects the cases that the options ask for, and those on which their decisions
// rest, and notes of which leaves some are left out.
func choose(p *plan.Plan, o *Options, certs *certificates) (*selection, error) {
	s, err := chooseFrom(p, o)
	if err == nil {
		certs.leaveOut(s)
	}
	return s, err
}

func chooseFrom(p *plan.Plan, o *Options) (*selection, error) {
	s := &selection{plan: p, options: o, firsts: make(map[string]int, len(p.Units))}
	n := 0
	for _, u := range s.plan.Units {
		s.firsts[u.Name] = n
		n += len(u.Cases)
	}
	s.chosen = make([]choice, n)
	for _, name := range slices.Concat(s.options.Units, s.options.Without) {
		if _, ok := s.firsts[name]; !ok {
			return nil, fmt.Errorf("there is no unit %q%s", name, source.DidYouMean(name, keys(s.firsts)))
		}
	}
	if s.others() && len(s.options.Units)+len(s.options.Cases) == 0 {
		return s, nil
	}
	if whole := len(s.options.Units) == 0 && len(s.options.Cases) == 0; whole {
		for i := range s.chosen {
			s.chosen[i] = chosen
		}
		if s.options.Shard == nil && len(s.options.Without) == 0 {
			s.total = n
			return s, nil
		}
	} else if err := s.chooseCases(); err != nil {
		return nil, err
	}
	for _, name := range s.options.Without {
		for i := range s.plan.Unit(name).Cases {
			s.chosen[s.firsts[name]+i] = left
		}
	}
	s.keepShard()
	// Units that are used come first in the plan, so going backwards meets
	// every caller before its callees.
	for _, u := range slices.Backward(s.plan.Units) {
		if s.options.earned == nil {
			s.addSupport(u)
		}
	}
	for _, c := range s.chosen {
		if c != left {
			s.total++
		}
	}
	return s, nil
}

// others tells whether machines, properties or classes alone are wanted.
func (s *selection) others() bool {
	o := s.options
	return o.Machines.isExclusive() || o.Laws.isExclusive() || o.Classes.isExclusive() || o.Methods.isExclusive()
}

// listUndecided returns the undecided leaves of those units that are run whole.
func (s *selection) listUndecided() []string {
	out := []string{}
	for _, l := range s.leaves() {
		if l.Status == suite.Undecided {
			out = append(out, l.ID)
		}
	}
	return out
}

// listOpenLeaves returns the leaves that have no case because of the chosen values of constants.
func (s *selection) listOpenLeaves() []result.OpenLeaf {
	var out []result.OpenLeaf
	for _, l := range s.leaves() {
		if len(l.Why().Chosen) > 0 {
			out = append(out, result.OpenLeaf{Leaf: l.ID, Reason: l.Why().Reason, Constants: l.Why().Chosen})
		}
	}
	return out
}

// leaves returns the leaves of those units that are run whole.
func (s *selection) leaves() []*plan.Leaf {
	var out []*plan.Leaf
	for _, u := range s.plan.Units {
		if !s.isWhole(u) {
			continue
		}
		for _, l := range u.Leaves {
			if s.options.Shard.Has(l.ID) {
				out = append(out, l)
			}
		}
	}
	return out
}

// listUntested returns those units that are run whole and have no test case.
func (s *selection) listUntested() []result.Untested {
	out := []result.Untested{}
	for _, u := range s.plan.Units {
		if why := u.ExplainUntested(); why != "" && s.isWhole(u) && s.options.Shard.Has("unit "+u.Name) {
			out = append(out, result.Untested{Unit: u.Name, Reason: why})
		}
	}
	return out
}

// isWhole tells whether all cases of a unit are run, as opposed to cases that the options
// name.
func (s *selection) isWhole(u *plan.Unit) bool {
	all := len(s.options.Units)+len(s.options.Cases) == 0 && !s.others()
	return (all || slices.Contains(s.options.Units, u.Name)) && !slices.Contains(s.options.Without, u.Name)
}

// chooseCases selects the cases that the options name.
func (s *selection) chooseCases() error {
	ids := map[string]int{}
	for _, u := range s.plan.Units {
		for i, c := range u.Cases {
			ids[c.ID] = s.firsts[u.Name] + i
			if slices.Contains(s.options.Units, u.Name) {
				s.chosen[ids[c.ID]] = chosen
			}
		}
	}
	for _, id := range s.options.Cases {
		n, ok := ids[id]
		if !ok {
			return fmt.Errorf("there is no case %q%s", id, source.DidYouMean(id, keys(ids)))
		}
		s.chosen[n] = chosen
	}
	return nil
}

// keepShard leaves out the cases of other shards.
func (s *selection) keepShard() {
	for _, u := range s.plan.Units {
		for i, c := range u.Cases {
			if !s.options.Shard.Has(c.Leaf.ID) {
				s.chosen[s.firsts[u.Name]+i] = left
			}
		}
	}
}

// addSupport adds the cases on which the decisions for u's chosen cases rest.
func (s *selection) addSupport(u *plan.Unit) {
	for i, c := range u.Cases {
		if s.chosen[s.firsts[u.Name]+i] == left {
			continue
		}
		for _, ch := range c.Stubs {
			q := s.plan.Unit(ch.Callee)
			if q == nil || slices.Contains(s.options.Without, q.Name) ||
				ch.Decision != result.Self && ch.Decision != result.ByCall {
				continue
			}
			for j, k := range q.Cases {
				if at := s.firsts[q.Name] + j; s.chosen[at] == left && slices.Contains(ch.Possible, k.Leaf.ID) {
					s.chosen[at] = support
				}
			}
		}
	}
}

// listConcerned returns the units whose bindings count: those of which cases or sequences are run, and all that they
// use or call.
func (s *selection) listConcerned() []*plan.Unit {
	wanted := map[string]bool{}
	for _, m := range s.options.Machines.selectFrom(s.plan.System, s.options.Shard) {
		for _, name := range m.Units {
			wanted[name] = true
		}
	}
	for _, u := range s.plan.Units {
		if s.isWhole(u) || len(s.cases(u)) > 0 {
			wanted[u.Name] = true
		}
	}
	// Units that are used come first in the plan; those that are only called may come later.
	for before := -1; before < len(wanted); {
		before = len(wanted)
		for _, u := range slices.Backward(s.plan.Units) {
			for _, callee := range slices.Concat(u.Uses, u.Calls) {
				wanted[callee] = wanted[callee] || wanted[u.Name]
			}
		}
		maps.DeleteFunc(wanted, func(_ string, is bool) bool { return !is })
	}
	return slices.DeleteFunc(slices.Clone(s.plan.Units), func(u *plan.Unit) bool { return !wanted[u.Name] })
}

// numbered is a case with its number in the plan.
type numbered struct {
	*plan.Case
	number int
	// drawn is set for a case that was drawn at random and is not in the plan. Its
	// number is that of a case of the plan in the same leaf.
	drawn *drawn
}

// cases returns those cases of a unit that are run.
func (s *selection) cases(u *plan.Unit) []numbered {
	out := make([]numbered, 0, len(u.Cases))
	for i, c := range u.Cases {
		if n := s.firsts[u.Name] + i; s.chosen[n] != left {
			out = append(out, numbered{Case: c, number: n})
		}
	}
	return out
}

// needs tells whether cases, sequences, properties or classes that are run need a program.
func (s *selection) needs(name string) bool {
	for _, m := range s.options.Machines.selectFrom(s.plan.System, s.options.Shard) {
		if s.plan.System.Unit(m.Units[0]).SUT == name {
			return true
		}
	}
	for _, l := range s.options.Laws.selectFrom(s.plan.System, s.options.Shard) {
		if l.SUT == name {
			return true
		}
	}
	for _, c := range s.options.Classes.selectFrom(s.plan, s.options.Shard) {
		if c.SUT == name {
			return true
		}
	}
	for _, u := range s.plan.Units {
		if u.SUT == name && len(s.cases(u)) > 0 {
			return true
		}
	}
	return false
}

// keys returns the keys of a map, sorted.
func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
