package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// comparisons compile the operators that make predicates.
type comparisons struct {
	root        *compiler
	definitions *definitions
	relations   *relations
	memberTests *memberTests
}

// relation compiles an operator that makes a predicate.
func (c *comparisons) relation(e *zed.Op) predicate {
	switch e.Op {
	case zed.Equal, zed.NotEqual:
		return c.equality(e)
	case zed.In, zed.NotIn:
		negated := e.Op == zed.NotIn
		if t := c.arrowByForm(e.Args[0], e.Args[1]); t != Unknown {
			return func(*machine) Truth { return truth((t == True) != negated) }
		}
		x, member := c.root.term(e.Args[0]), c.root.member(e.Args[1])
		return func(m *machine) Truth {
			v, ok := x(m)
			if !ok {
				return m.fail
			}
			t := member(m, v)
			if negated {
				return not(t)
			}
			return t
		}
	case zed.Less, zed.LessEq, zed.Greater, zed.GreaterEq:
		return c.comparison(e)
	case zed.Disjoint:
		return c.disjoint(e)
	}
	if len(e.Args) != 2 {
		c.root.fail(e, "the operator is not known")
		return func(*machine) Truth { return Undefined }
	}
	x, y := c.root.term(e.Args[0]), c.root.term(e.Args[1])
	var test func(a, b value.Value) bool
	switch e.Op {
	case zed.SubsetEq, zed.Subset:
		return c.strictInclusion(e)
	case zed.Prefix:
		test = func(a, b value.Value) bool { return isInfix(a, b, 0, 0) }
	case zed.Suffix:
		test = func(a, b value.Value) bool { return isInfix(a, b, b.Len()-a.Len(), b.Len()-a.Len()) }
	case zed.Infix:
		test = func(a, b value.Value) bool { return isInfix(a, b, 0, b.Len()-a.Len()) }
	case zed.Partitions:
		test = partitions
	case zed.InBag:
		test = inBag
	case zed.SubBag:
		test = subBag
	default:
		c.root.fail(e, "the operator is not known")
		return func(*machine) Truth { return Undefined }
	}
	return func(m *machine) Truth {
		a, ok := m.whole(x(m))
		if !ok {
			return m.fail
		}
		b, ok := m.whole(y(m))
		if !ok {
			return m.fail
		}
		m.pay(a.Len() + b.Len())
		return truth(test(a, b))
	}
}

func (c *comparisons) equality(e *zed.Op) predicate {
	negated := e.Op == zed.NotEqual
	e = c.relations.withDomains(e)
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

// itemsOf returns the set of whose members the members of a set are sequences, or bags:
// the latter is infinite unless the former is empty. It is nil for other sets.
func (c *comparisons) itemsOf(set zed.Expr) term {
	o, ok := set.(*zed.Op)
	if !ok {
		return nil
	}
	if row, _ := toolkit.Of(o.Op); !row.Endless || row.Members == nil {
		return nil
	}
	return c.root.setTerm(o.Args[0])
}

// ifFilled asks a predicate where a set has members, and another one where it has none.
func ifFilled(set term, filled, empty predicate) predicate {
	return func(m *machine) Truth {
		s, ok := m.partial(set(m))
		switch {
		case !ok:
			return m.fail
		case s.Len() > 0:
			return filled(m)
		}
		return empty(m)
	}
}

// equalsBuilt compiles an equation whose sides are not infinite by their form.
func (c *comparisons) equalsBuilt(e *zed.Op, negated bool) predicate {
	if made := c.filtersEqual(e); made != nil {
		return made
	}
	if made := c.joinedEqual(e); made != nil {
		return made
	}
	x, y := c.root.setTerm(e.Args[0]), c.root.setTerm(e.Args[1])
	return func(m *machine) Truth {
		a, ok := x(m)
		if !ok {
			first, why := m.fail, m.reason
			if _, ok := y(m); !ok {
				return worse(m, first, why, m.fail)
			}
			m.fail, m.reason = first, why
			return first
		}
		b, ok := y(m)
		if !ok {
			return m.fail
		}
		m.pay(min(a.Len(), b.Len()))
		t := m.equal(a, b)
		if negated {
			return not(t)
		}
		return t
	}
}

// filtersEqual compiles s ↾ V = t ↾ W, which specifications of sequences are
// full of, without building either side. It returns nil for other equations.
func (c *comparisons) filtersEqual(e *zed.Op) predicate {
	var sequences [2]term
	var tests [2]membership
	for i, a := range e.Args {
		o, ok := a.(*zed.Op)
		if !ok || o.Op != zed.Filter {
			return nil
		}
		sequences[i], tests[i] = c.root.term(o.Args[0]), c.root.member(o.Args[1])
	}
	negated := e.Op == zed.NotEqual
	return func(m *machine) Truth {
		var s [2]value.Value
		for i, x := range sequences {
			v, ok := m.shell(x(m))
			if !ok {
				return m.fail
			}
			s[i] = v
		}
		left, right := s[0].Items(), s[1].Items()
		equal := True
		for {
			a, t := next(m, &left, s[0].Kind(), tests[0])
			if t > True {
				return t
			}
			b, u := next(m, &right, s[1].Kind(), tests[1])
			if u > True {
				return u
			}
			if t != u {
				equal = False
			}
			if t == False || u == False || equal == False {
				break
			}
			if equal = m.equal(a, b); equal != True {
				break
			}
		}
		if negated {
			return not(equal)
		}
		return equal
	}
}

// next takes the next item that passes the test off the items of a sequence:
// False where there is none.
func next(m *machine, items *[]value.Value, kind value.Kind, test membership) (value.Value, Truth) {
	for len(*items) > 0 {
		v := (*items)[0]
		*items = (*items)[1:]
		if kind == value.Set {
			v = v.Elem(1)
		}
		if !m.pass(nil) {
			return v, Undefined
		}
		if t := test(m, v); t != False {
			return v, t
		}
	}
	return value.Value{}, False
}

// equalsInfinite compares a set that cannot be built with another: a finite one
// differs from it.
func (c *comparisons) equalsInfinite(e *zed.Op, set, other zed.Expr, negated bool) predicate {
	if toolkit.Infinite(other) || c.itemsOf(other) != nil {
		same := zed.Print(set, zed.Unicode) == zed.Print(other, zed.Unicode)
		return func(m *machine) Truth {
			if same {
				return truth(!negated)
			}
			m.infinite(e, "its sides cannot be enumerated")
			return Undefined
		}
	}
	x := c.root.term(other)
	return func(m *machine) Truth {
		if _, ok := x(m); !ok {
			return m.fail
		}
		return m.finitely(truth(negated))
	}
}

func (c *comparisons) comparison(e *zed.Op) predicate {
	x, y, o := c.root.term(e.Args[0]), c.root.term(e.Args[1]), e.Op
	return func(m *machine) Truth {
		a, ok := m.shell(x(m))
		if !ok {
			return m.fail
		}
		b, ok := m.shell(y(m))
		if !ok {
			return m.fail
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
			return truth(order < 0)
		case zed.LessEq:
			return truth(order <= 0)
		case zed.Greater:
			return truth(order > 0)
		}
		return truth(order >= 0)
	}
}

// inclusion compiles S ⊆ T and S ⊂ T: every element of S is tested, so T may
// be infinite.
func (c *comparisons) inclusion(e *zed.Op) predicate {
	proper := e.Op == zed.Subset
	e = c.relations.withDomains(e)
	switch {
	case toolkit.FullOfFinite(e.Args[1]) && !proper, toolkit.Infinite(e.Args[0]) && zed.Print(e.Args[0], zed.Unicode) == zed.Print(e.Args[1], zed.Unicode):
		return func(*machine) Truth { return truth(!proper) }
	case toolkit.Infinite(e.Args[0]) && finite(e.Args[1]):
		return func(m *machine) Truth { return m.finitely(False) }
	}
	made := c.includes(e, proper)
	if items := c.itemsOf(e.Args[0]); items != nil && zed.Print(e.Args[0], zed.Unicode) == zed.Print(e.Args[1], zed.Unicode) {
		return ifFilled(items, func(*machine) Truth { return truth(!proper) }, made)
	} else if items != nil && finite(e.Args[1]) {
		return ifFilled(items, func(m *machine) Truth { return m.finitely(False) }, made)
	}
	return made
}

// includes compiles S ⊆ T and S ⊂ T by running through S.
func (c *comparisons) includes(e *zed.Op, proper bool) predicate {
	x, member := c.root.enumerated(e.Args[0]), c.root.member(e.Args[1])
	var left, right term
	if proper && !toolkit.Infinite(e.Args[1]) {
		left, right = c.root.setTerm(e.Args[0]), c.root.setTerm(e.Args[1])
	}
	return func(m *machine) Truth {
		set, ok := x(m)
		if !ok {
			return m.fail
		}
		out := True
		var first Reason
		for i := range set.len() {
			if !m.step(e) {
				return Undefined
			}
			v, in := set.at(m, i)
			if in == False {
				continue
			}
			why := m.reason
			t := member(m, v)
			switch {
			case t == True || in == True:
			case t == False:
				t, m.reason = in, why
			default:
				t = worse(m, in, why, t)
			}
			if t == False {
				return False
			}
			if t > True && graver(out, &first, t, &m.reason) {
				out, first = t, m.reason
			}
		}
		if out > True {
			m.reason = first
			return out
		}
		if right == nil {
			return True
		}
		a, ok := m.whole(left(m))
		if !ok {
			return m.fail
		}
		b, ok := m.whole(right(m))
		if !ok {
			return m.fail
		}
		return truth(a.Len() < b.Len())
	}
}

// isInfix tells whether a stands in b, starting at an offset within the range.
func isInfix(a, b value.Value, from, to int) bool {
	if from < 0 || !isSequence(a) || !isSequence(b) {
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

func isSequence(v value.Value) bool { return v.Kind() == value.Seq || v.Len() == 0 }

// disjoint compiles disjoint S, for an indexed family of sets S.
func (c *comparisons) disjoint(e *zed.Op) predicate {
	x := c.root.term(e.Args[0])
	return func(m *machine) Truth {
		family, ok := m.whole(x(m))
		if !ok {
			return m.fail
		}
		m.pay(family.Len())
		_, apart := unionOf(family)
		return truth(apart)
	}
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
