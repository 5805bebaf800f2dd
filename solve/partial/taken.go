package partial

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// taken is what is taken for granted where a predicate is weakened, with what was
// found under it: conjuncts beside it that always have a truth value. Where one of
// these is false, so is the conjunction, whatever else is undefined.
type taken struct {
	facts     []fact
	weaker    map[polarity]zed.Expr
	condition map[zed.Expr]zed.Expr
	total     map[zed.Expr]bool // whether a predicate always has a truth value
}

// fact is an atom, or that a name is one of a function; domain is the function's domain
// where it is total.
type fact struct {
	atom     *atom // nil: none
	function string
	domain   zed.Expr
	names    []string
}

// atom is a relation between two terms. Atoms are the same where they are printed the
// same; few of those that are taken for granted are asked about, so that each is printed
// when it is first compared.
type atom struct {
	op   zed.Operator
	a, b zed.Expr
	text string // "": not printed yet
}

func atomOf(op zed.Operator, a, b zed.Expr) *atom { return &atom{op: op, a: a, b: b} }

// printOnce returns the text of an atom.
func (x *atom) printOnce() string {
	if x.text == "" {
		x.text = zed.Print(&zed.Op{Info: boolean(x.a), Op: x.op, Args: []zed.Expr{x.a, x.b}}, zed.Unicode)
	}
	return x.text
}

func newTaken() *taken {
	return &taken{weaker: map[polarity]zed.Expr{}, condition: map[zed.Expr]zed.Expr{}, total: map[zed.Expr]bool{}}
}

// addFacts returns what is taken for granted with more facts.
func (t *taken) addFacts(facts []fact) *taken {
	if len(facts) == 0 {
		return t
	}
	out := newTaken()
	out.facts = slices.Concat(t.facts, facts)
	return out
}

// dropNames returns what is still taken for granted where names are declared.
func (t *taken) dropNames(names []string) *taken {
	hidden := func(f fact) bool {
		return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(f.names, n) })
	}
	if !slices.ContainsFunc(t.facts, hidden) {
		return t
	}
	out := newTaken()
	out.facts = slices.DeleteFunc(slices.Clone(t.facts), hidden)
	return out
}

// assume changes what is taken for granted, until leave is called.
func (w *weakening) assume(t *taken) (leave func()) {
	before := w.context
	w.context = t
	return func() { w.context = before }
}

// settleIn is settled for the conjuncts within a text, of which the declarations hold.
func (w *weakening) settleIn(t zed.Text, all []polarity) (total []bool, leave func()) {
	var declared []polarity
	for _, m := range Memberships(t) {
		declared = append(declared, polarity{m, false})
	}
	before := w.assume(w.context.dropNames(namesOf(t)))
	total, _ = w.settle(append(declared, all...))
	return total[len(declared):], before
}

// settle tells which conjuncts always have a truth value, and takes them for granted
// until leave is called: others may have one because of them.
func (w *weakening) settle(all []polarity) (total []bool, leave func()) {
	before := w.context
	total = make([]bool, len(all))
	for changed := true; changed; {
		changed = false
		var facts []fact
		for i, c := range all {
			if !total[i] && w.isTotal(c.expr) {
				total[i] = true
				facts = append(facts, w.factsOf(c)...)
			}
		}
		if len(facts) > 0 {
			w.context = w.context.addFacts(facts)
			changed = true
		}
	}
	return total, func() { w.context = before }
}

// factsOf returns what a conjunct says of where terms have values.
func (w *weakening) factsOf(c polarity) []fact {
	e, ok := c.expr.(*zed.Op)
	if !ok || len(e.Args) != 2 {
		return nil
	}
	op, a, b := e.Op, e.Args[0], e.Args[1]
	if c.negated {
		if op, ok = toolkit.Opposite(op); !ok {
			return nil
		}
	}
	names := w.free.NamesOf(e)
	switch op {
	case zed.In:
		return w.memberFacts(a, b, names)
	case zed.NotEqual:
		return []fact{{atom: atomOf(op, a, b), names: names}, {atom: atomOf(op, b, a), names: names}}
	case zed.Less, zed.LessEq, zed.Greater, zed.GreaterEq:
		return w.orderFacts(op, a, b, names)
	}
	return nil
}

// memberFacts returns what x ∈ S says.
func (w *weakening) memberFacts(x, set zed.Expr, names []string) []fact {
	out := []fact{{atom: atomOf(zed.In, x, set), names: names}}
	switch s := set.(type) {
	case *zed.Ref:
		if s.Kind == zed.Builtin && s.Name == "ℕ₁" {
			out = append(out, fact{atom: atomOf(zed.NotEqual, x, zero()), names: names})
		}
	case *zed.Op:
		if name, ok := x.(*zed.Ref); ok && IsFunctions(s) {
			f := fact{function: name.Name, names: names}
			if toolkit.HasTotalFunctions(s.Op) {
				f.domain = s.Args[0]
			}
			out = append(out, f)
		}
		if s.Op == zed.Bag {
			out = append(out, fact{atom: atomOf(zed.In, x, bagsOf(x)), names: names})
		}
		if toolkit.HasFilledMembers(s.Op) {
			out = append(out, nonEmptiness(x, names)...)
		}
		if s.Op == zed.Range && isOne(s.Args[0]) {
			if size, ok := s.Args[1].(*zed.Op); ok && size.Op == zed.Card && isList(size.Args[0]) {
				out = append(out, fact{atom: atomOf(zed.In, x, domOf(size.Args[0])), names: names})
			}
		}
	}
	return out
}

// orderFacts returns what a comparison with a literal says: that a number is not 0, or
// a set not empty.
func (w *weakening) orderFacts(op zed.Operator, a, b zed.Expr, names []string) []fact {
	if op == zed.Less || op == zed.LessEq {
		mirror, _ := toolkit.Mirror(op)
		out := w.orderFacts(mirror, b, a, names)
		if n, ok := b.(*zed.Num); ok && (n.Value.Sign() < 0 || op == zed.Less && n.Value.Sign() == 0) {
			out = append(out, fact{atom: atomOf(zed.NotEqual, a, zero()), names: names})
		}
		return out
	}
	n, ok := b.(*zed.Num)
	if !ok || n.Value.Sign() < 0 || op == zed.GreaterEq && n.Value.Sign() == 0 {
		return nil
	}
	out := []fact{{atom: atomOf(zed.NotEqual, a, zero()), names: names}}
	if size, ok := a.(*zed.Op); ok && size.Op == zed.Card {
		out = append(out, nonEmptiness(size.Args[0], names)...)
	}
	return out
}

// nonEmptiness says of a set, or of a sequence, that it is not empty.
func nonEmptiness(s zed.Expr, names []string) []fact {
	return []fact{
		{atom: atomOf(zed.NotEqual, s, &zed.SeqExt{Info: zed.Info{Type: s.Typ()}}), names: names},
		{atom: atomOf(zed.NotEqual, s, &zed.Op{Info: zed.Info{Type: s.Typ()}, Op: zed.EmptySet}), names: names},
	}
}

// isTaken tells whether an atom is taken for granted.
func (t *taken) isTaken(x *atom) bool {
	return slices.ContainsFunc(t.facts, func(f fact) bool {
		return f.atom != nil && f.atom.op == x.op && f.atom.printOnce() == x.printOnce()
	})
}

// function returns what is taken for granted of a function's name.
func (t *taken) function(name string) (f fact, ok bool) {
	for _, f := range t.facts {
		if f.function == name {
			if ok = true; f.domain != nil {
				return f, true
			}
		}
	}
	return fact{}, ok
}
