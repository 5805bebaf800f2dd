package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/relations"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/eval/sets"
	"github.com/ttf-int/ttf-int/zed/meaning"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// comparisons compiles the operators that make predicates.
type comparisons struct {
	root        *compiler
	definitions *scope.Definitions
	relations   *relations.Compiler
}

// relation compiles an operator that makes a predicate.
func (c *comparisons) relation(e *zed.Op) machine.Predicate {
	switch e.Op {
	case zed.Equal, zed.NotEqual:
		return c.equality(e)
	case zed.In, zed.NotIn:
		negated := e.Op == zed.NotIn
		if t := c.arrowByForm(e.Args[0], e.Args[1]); t != machine.Unknown {
			return func(*machine.Machine) machine.Truth { return machine.TruthOf((t == machine.True) != negated) }
		}
		x, member := c.root.Term(e.Args[0]), c.root.Member(e.Args[1])
		return func(m *machine.Machine) machine.Truth {
			v, ok := x(m)
			if !ok {
				return m.Fail
			}
			t := member(m, v)
			if negated {
				return machine.Not(t)
			}
			return t
		}
	case zed.Less, zed.LessEq, zed.Greater, zed.GreaterEq:
		return c.comparison(e)
	case zed.Disjoint:
		return c.compileDisjoint(e)
	}
	if len(e.Args) != 2 {
		return c.compileByMeaning(e)
	}
	x, y := c.root.Term(e.Args[0]), c.root.Term(e.Args[1])
	var test func(a, b value.Value) bool
	switch e.Op {
	case zed.SubsetEq, zed.Subset:
		return c.compileStrictInclusion(e)
	case zed.Prefix:
		test = func(a, b value.Value) bool { return isInfix(a, b, 0, 0) }
	case zed.Suffix:
		test = func(a, b value.Value) bool { return isInfix(a, b, b.Len()-a.Len(), b.Len()-a.Len()) }
	case zed.Infix:
		test = func(a, b value.Value) bool { return isInfix(a, b, 0, b.Len()-a.Len()) }
	case zed.Partitions:
		test = partitions
	case zed.InBag:
		test = isInBag
	case zed.SubBag:
		test = subBag
	default:
		return c.compileByMeaning(e)
	}
	return func(m *machine.Machine) machine.Truth {
		a, ok := m.Whole(x(m))
		if !ok {
			return m.Fail
		}
		b, ok := m.Whole(y(m))
		if !ok {
			return m.Fail
		}
		m.Pay(a.Len() + b.Len())
		return machine.TruthOf(test(a, b))
	}
}

// compileByMeaning compiles a relation by its definition in terms of other operators.
func (c *comparisons) compileByMeaning(e *zed.Op) machine.Predicate {
	if meant, ok := meaning.Expand(e); ok {
		return c.root.Predicate(meant)
	}
	c.root.fail(e, "the operator is not known")
	return func(*machine.Machine) machine.Truth { return machine.Undefined }
}

func (c *comparisons) equality(e *zed.Op) machine.Predicate {
	negated := e.Op == zed.NotEqual
	e = c.relations.WithDomains(e)
	for i := range 2 {
		if everywhere(e.Args[i]) != nil && (everywhere(e.Args[1-i]) != nil || !toolkit.Infinite(e.Args[1-i])) {
			return c.equalsBuilt(e, negated)
		}
	}
	for i := range 2 {
		if toolkit.Infinite(e.Args[i]) {
			return c.equalsInfinite(e, e.Args[i], e.Args[1-i], negated)
		}
	}
	made := c.equalsBuilt(e, negated)
	for i := range 2 {
		if items := c.itemsOf(e.Args[i]); items != nil {
			return ifFilled(items, c.equalsInfinite(e, e.Args[i], e.Args[1-i], negated), made)
		}
	}
	return made
}

// itemsOf returns the set over which the members of a set of sequences or bags are
// formed. The set of sequences or bags is infinite unless that one is empty. It is nil
// for other sets.
func (c *comparisons) itemsOf(set zed.Expr) machine.Term {
	o, ok := set.(*zed.Op)
	if !ok {
		return nil
	}
	if row, _ := toolkit.RowOf(o.Op); !row.Endless || row.Members == nil {
		return nil
	}
	return c.root.SetTerm(o.Args[0])
}

// ifFilled returns the predicate that is `filled` where a set has members, and `empty`
// where it has none.
func ifFilled(set machine.Term, filled, empty machine.Predicate) machine.Predicate {
	return func(m *machine.Machine) machine.Truth {
		s, ok := m.Partial(set(m))
		switch {
		case !ok:
			return m.Fail
		case s.Len() > 0:
			return filled(m)
		}
		return empty(m)
	}
}

// equalsBuilt compiles an equation whose sides are not infinite, as their forms show.
func (c *comparisons) equalsBuilt(e *zed.Op, negated bool) machine.Predicate {
	if made := c.filtersEqual(e); made != nil {
		return made
	}
	if made := c.compileJoinedEqual(e); made != nil {
		return made
	}
	x, y := c.root.SetTerm(e.Args[0]), c.root.SetTerm(e.Args[1])
	return func(m *machine.Machine) machine.Truth {
		var open machine.Undecided
		a, ok := x(m)
		if !ok {
			open.Add(m, m.Fail)
		}
		b, too := y(m)
		if !too {
			open.Add(m, m.Fail)
		}
		if !ok || !too {
			return open.Else(m, machine.Undefined)
		}
		m.Pay(min(a.Len(), b.Len()))
		t := m.Equal(a, b)
		if negated {
			return machine.Not(t)
		}
		return t
	}
}

// filtersEqual compiles s ↾ V = t ↾ W, which occurs often in specifications of
// sequences, without building either side. It returns nil for other equations.
func (c *comparisons) filtersEqual(e *zed.Op) machine.Predicate {
	var sequences [2]machine.Term
	var tests [2]machine.Membership
	for i, a := range e.Args {
		o, ok := a.(*zed.Op)
		if !ok || o.Op != zed.Filter {
			return nil
		}
		sequences[i], tests[i] = c.root.Term(o.Args[0]), c.root.Member(o.Args[1])
	}
	negated := e.Op == zed.NotEqual
	return func(m *machine.Machine) machine.Truth {
		var s [2]value.Value
		for i, x := range sequences {
			v, ok := m.Shell(x(m))
			if !ok {
				return m.Fail
			}
			s[i] = v
		}
		left, right := s[0].Items(), s[1].Items()
		equal := machine.True
		for {
			a, t := takeNext(m, &left, s[0].Kind(), tests[0])
			if t > machine.True {
				return t
			}
			b, u := takeNext(m, &right, s[1].Kind(), tests[1])
			if u > machine.True {
				return u
			}
			if t != u {
				equal = machine.False
			}
			if t == machine.False || u == machine.False || equal == machine.False {
				break
			}
			if equal = m.Equal(a, b); equal != machine.True {
				break
			}
		}
		if negated {
			return machine.Not(equal)
		}
		return equal
	}
}

// takeNext removes items from the front of a sequence up to the first that passes a test,
// and returns that one; False where there is none.
func takeNext(m *machine.Machine, items *[]value.Value, kind value.Kind,
	test machine.Membership) (value.Value, machine.Truth) {
	for len(*items) > 0 {
		v := (*items)[0]
		*items = (*items)[1:]
		if kind == value.Set {
			v = v.Elem(1)
		}
		if !m.Pass(nil) {
			return v, machine.Undefined
		}
		if t := test(m, v); t != machine.False {
			return v, t
		}
	}
	return value.Value{}, machine.False
}

// equalsInfinite compares a set that cannot be built with another set. A finite set is
// different from it.
func (c *comparisons) equalsInfinite(e *zed.Op, set, other zed.Expr, negated bool) machine.Predicate {
	if toolkit.Infinite(other) || c.itemsOf(other) != nil {
		same := zed.Print(set, zed.Unicode) == zed.Print(other, zed.Unicode)
		return func(m *machine.Machine) machine.Truth {
			if same {
				return machine.TruthOf(!negated)
			}
			m.Infinite(e, "its sides cannot be enumerated")
			return machine.Undefined
		}
	}
	x := c.root.Term(other)
	return func(m *machine.Machine) machine.Truth {
		if _, ok := m.Partial(x(m)); !ok {
			return m.Fail
		}
		return m.Finitely(machine.TruthOf(negated))
	}
}

func (c *comparisons) comparison(e *zed.Op) machine.Predicate {
	x, y, o := c.root.Term(e.Args[0]), c.root.Term(e.Args[1]), e.Op
	return func(m *machine.Machine) machine.Truth {
		a, ok := m.Shell(x(m))
		if !ok {
			return m.Fail
		}
		b, ok := m.Shell(y(m))
		if !ok {
			return m.Fail
		}
		i, small := a.Int()
		j, too := b.Int()
		order := 0
		switch {
		case !small || !too:
			order = a.Big().Cmp(b.Big())
		case i < j:
			order = -1
		case i > j:
			order = 1
		}
		switch o {
		case zed.Less:
			return machine.TruthOf(order < 0)
		case zed.LessEq:
			return machine.TruthOf(order <= 0)
		case zed.Greater:
			return machine.TruthOf(order > 0)
		}
		return machine.TruthOf(order >= 0)
	}
}

// inclusion compiles S ⊆ T and S ⊂ T. It tests every element of S, so that T may be
// infinite.
func (c *comparisons) inclusion(e *zed.Op) machine.Predicate {
	proper := e.Op == zed.Subset
	e = c.relations.WithDomains(e)
	switch {
	case toolkit.IsAny(e.Args[1]) && !proper, toolkit.Infinite(e.Args[0]) &&
		zed.Print(e.Args[0], zed.Unicode) == zed.Print(e.Args[1], zed.Unicode):
		return func(*machine.Machine) machine.Truth { return machine.TruthOf(!proper) }
	case toolkit.Infinite(e.Args[0]) && scope.IsTakenAsFinite(e.Args[1]):
		return c.inFinite(e.Args[1])
	}
	made := c.includes(e, proper)
	if items := c.itemsOf(e.Args[0]); items != nil && zed.Print(e.Args[0], zed.Unicode) == zed.Print(e.Args[1],
		zed.Unicode) {
		return ifFilled(items, func(*machine.Machine) machine.Truth { return machine.TruthOf(!proper) }, made)
	} else if items != nil && scope.IsTakenAsFinite(e.Args[1]) {
		return ifFilled(items, c.inFinite(e.Args[1]), made)
	}
	return made
}

// inFinite compiles that an infinite set is part of one that is taken to be finite.
func (c *comparisons) inFinite(set zed.Expr) machine.Predicate {
	x := c.root.SetTerm(set)
	return func(m *machine.Machine) machine.Truth {
		if _, ok := m.Partial(x(m)); !ok {
			return m.Fail
		}
		return m.Finitely(machine.False)
	}
}

// includes compiles S ⊆ T and S ⊂ T by enumerating S.
func (c *comparisons) includes(e *zed.Op, proper bool) machine.Predicate {
	x, member := c.root.Enumerated(e.Args[0]), c.root.Member(e.Args[1])
	var left, right machine.Term
	if proper && !toolkit.Infinite(e.Args[1]) {
		left, right = c.root.SetTerm(e.Args[0]), c.root.SetTerm(e.Args[1])
	}
	return func(m *machine.Machine) machine.Truth {
		if t := m.Search(e, x, machine.False, member); t != machine.True || right == nil {
			return t
		}
		a, ok := m.Whole(left(m))
		if !ok {
			return m.Fail
		}
		b, ok := m.Whole(right(m))
		if !ok {
			return m.Fail
		}
		return machine.TruthOf(a.Len() < b.Len())
	}
}

// isInfix tells whether a occurs in b at an offset in the range.
func isInfix(a, b value.Value, from, to int) bool {
	if from < 0 || !machine.IsSequence(a) || !machine.IsSequence(b) {
		return false
	}
	for start := from; start <= to && start+a.Len() <= b.Len(); start++ {
		same := true
		for i := range a.Len() {
			if !a.Elem(i).Equal(b.Elem(start + i)) {
				same = false
				break
			}
		}
		if same {
			return true
		}
	}
	return false
}

// compileDisjoint compiles disjoint S, for an indexed family of sets S.
func (c *comparisons) compileDisjoint(e *zed.Op) machine.Predicate {
	x := c.root.Term(e.Args[0])
	return func(m *machine.Machine) machine.Truth {
		family, ok := m.Whole(x(m))
		if !ok {
			return m.Fail
		}
		if m.Pay(family.Len()); hasInfinite(family) {
			m.Infinite(e, "a member of it cannot be enumerated")
			return m.Fail
		}
		_, apart := unionOf(family)
		return machine.TruthOf(apart)
	}
}

// hasInfinite tells whether a set of an indexed family is infinite.
func hasInfinite(family value.Value) bool {
	return slices.ContainsFunc(family.Members(), func(p value.Value) bool { return p.Elem(1).Kind() == value.Total })
}

func partitions(family, whole value.Value) bool {
	union, apart := unionOf(family)
	return apart && union.Equal(whole)
}

// unionOf returns the union of an indexed family of sets, and whether they are
// pairwise disjoint; a relation that gives an index several sets is not a family.
func unionOf(family value.Value) (value.Value, bool) {
	var all []value.Value
	pairs := family.Members()
	for i, pair := range pairs {
		if i > 0 && pair.Elem(0).Equal(pairs[i-1].Elem(0)) {
			return value.Value{}, false
		}
		all = append(all, pair.Elem(1).Members()...)
	}
	n := len(all)
	union := value.OfSet(all)
	return union, union.Len() == n
}

// compileStrictInclusion compiles S ⊆ T and S ⊂ T where these are undefined because an element
// of an extension in S or T has no value.
func (c *comparisons) compileStrictInclusion(e *zed.Op) machine.Predicate {
	in, has := c.inclusion(e), sets.HaveValues(c.root, e)
	if has == nil {
		return in
	}
	return func(m *machine.Machine) machine.Truth {
		if t := has(m); t != machine.True {
			return t
		}
		return in(m)
	}
}
