package guards

import (
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// Finder finds what bounds a variable, by the form of conjuncts that must hold.
type Finder struct{ free *zed.FreeNames }

// New returns a finder of bounds. It takes those names for mentioned that `free` finds in a
// term.
func New(free *zed.FreeNames) Finder { return Finder{free: free} }

// Guard is what bounds a variable: a set that it is in, a value that it is, or
// a range.
type Guard struct {
	Set    zed.Expr // v ∈ set
	Column int      // which component of the pairs in Set, from 1; 0: the element itself
	Equal  zed.Expr
	Path   []Step // where v stands in the value of Equal or in each member of Set; empty where v is that value
	Limits Limits
	// Derived says that the terms are made of others, and may have no value where those of the
	// predicate do.
	Derived bool
}

// Limits are bounds of a number: it is at least every lo and at most every hi.
type Limits struct{ Lo, Hi []zed.Expr }

// NeededConjuncts returns the conjuncts that must hold of the variables of a
// quantifier wherever its body matters: of an ∃ those of the body, of a ∀
// those without which the body is true.
func NeededConjuncts(q zed.Quantifier, t zed.Text, body zed.Expr) []zed.Expr {
	seen := map[zed.Expr]bool{}
	out := Flat(t.Pred, seen)
	if q == zed.Forall {
		return append(out, premises(body, seen)...)
	}
	return append(out, Flat(body, seen)...)
}

// Flat returns the conjuncts of a predicate, each once.
func Flat(e zed.Expr, seen map[zed.Expr]bool) []zed.Expr {
	if e == nil || seen[e] {
		return nil
	}
	seen[e] = true
	switch e := e.(type) {
	case *zed.Occur:
		return Flat(e.Body, seen)
	case *zed.Logic:
		if e.Op == zed.And {
			var out []zed.Expr
			for _, a := range e.Args {
				out = append(out, Flat(a, seen)...)
			}
			return out
		}
		if e.Op == zed.Not {
			return append(premises(e.Args[0], seen), e)
		}
	}
	return []zed.Expr{e}
}

// premises returns predicates without which e is true.
func premises(e zed.Expr, seen map[zed.Expr]bool) []zed.Expr {
	switch e := e.(type) {
	case *zed.Logic:
		switch e.Op {
		case zed.Implies:
			return append(Flat(e.Args[0], seen), premises(e.Args[1], seen)...)
		case zed.Not:
			return Flat(e.Args[0], seen)
		case zed.Or:
			var out []zed.Expr
			for _, a := range e.Args {
				out = append(out, premises(a, seen)...)
			}
			return out
		}
	case *zed.Op:
		switch e.Op {
		case zed.NotIn:
			return []zed.Expr{&zed.Op{Info: e.Info, Op: zed.In, Args: e.Args}}
		case zed.NotEqual:
			return []zed.Expr{&zed.Op{Info: e.Info, Op: zed.Equal, Args: e.Args}}
		}
	}
	return nil
}

// BoundOf returns a bound for a variable from conjuncts that must hold, or nil;
// other variables that are not bound yet may not occur in it. A value is
// preferred to a set, and a set to a range.
func (c *Finder) BoundOf(name string, natural zed.Expr, conjuncts []zed.Expr, unbound []string) *Guard {
	return c.boundOf(name, natural, conjuncts, unbound, maxDerived)
}

func (c *Finder) boundOf(name string, natural zed.Expr, conjuncts []zed.Expr, unbound []string, depth int) *Guard {
	if g := c.stated(name, natural, conjuncts, unbound); g != nil {
		return g
	}
	if alone := isolate(conjuncts, name); len(alone) > 0 {
		if g := c.stated(name, natural, append(alone, conjuncts...), unbound); g != nil {
			g.Derived = true
			return g
		}
	}
	if g := c.byComponents(name, conjuncts, unbound); g != nil {
		return g
	}
	if g := c.boundWithin(name, natural, conjuncts, unbound, depth); g != nil {
		return g
	}
	return c.derived(name, natural, conjuncts, unbound, depth)
}

// stated returns a bound that a conjunct says as it stands, or two of them.
func (c *Finder) stated(name string, natural zed.Expr, conjuncts []zed.Expr, unbound []string) *Guard {
	var inSet *Guard
	usable := func(e zed.Expr) bool { return !c.mentions(e, unbound) && !toolkit.Infinite(e) }
	is := func(e zed.Expr) bool { return isLocal(e, name) }
	for _, e := range conjuncts {
		o, ok := e.(*zed.Op)
		if !ok || len(o.Args) != 2 {
			continue
		}
		x, y := o.Args[0], o.Args[1]
		switch o.Op {
		case zed.Equal:
			if is(x) && usable(y) {
				return &Guard{Equal: y}
			}
			if is(y) && usable(x) {
				return &Guard{Equal: x}
			}
			if path, ok := pathTo(x, is); ok && usable(y) {
				return &Guard{Equal: y, Path: path}
			}
			if path, ok := pathTo(y, is); ok && usable(x) {
				return &Guard{Equal: x, Path: path}
			}
		case zed.In:
			if inSet == nil && usable(y) && !scope.IsSpace(y) {
				inSet = membershipGuard(x, y, is)
			}
		}
	}
	if inSet != nil {
		return inSet
	}
	found := c.LimitsOf(name, conjuncts, unbound)
	if natural != nil {
		found.Lo = append(found.Lo, natural)
	}
	if len(found.Lo) > 0 && len(found.Hi) > 0 {
		return &Guard{Limits: found}
	}
	return nil
}

// boundWithin does what BoundOf does, from what an ∃ among the conjuncts says whatever its own
// variables are.
func (c *Finder) boundWithin(name string, natural zed.Expr, conjuncts []zed.Expr, unbound []string,
	depth int) *Guard {
	if depth == 0 {
		return nil
	}
	for _, e := range conjuncts {
		q, ok := e.(*zed.Quant)
		if !ok || q.Q != zed.Exists {
			continue
		}
		inner := slices.Clone(unbound)
		for _, d := range q.Text.Decls {
			for _, n := range d.Names {
				inner = append(inner, n.Name)
			}
		}
		if slices.Contains(inner[len(unbound):], name) {
			continue
		}
		if g := c.boundOf(name, natural, NeededConjuncts(q.Q, q.Text, q.Body), inner, depth-1); g != nil {
			return g
		}
	}
	return nil
}

func (c *Finder) mentions(e zed.Expr, names []string) bool {
	free := c.free.NamesOf(e)
	return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(free, n) })
}

// LimitsOf returns what the conjuncts say of a number's size.
func (c *Finder) LimitsOf(name string, conjuncts []zed.Expr, unbound []string) Limits {
	var found Limits
	for _, e := range conjuncts {
		o, ok := e.(*zed.Op)
		if !ok || len(o.Args) != 2 {
			continue
		}
		small, large := o.Args[0], o.Args[1]
		switch o.Op {
		case zed.Less, zed.LessEq:
		case zed.Greater, zed.GreaterEq:
			small, large = large, small
		default:
			continue
		}
		open := o.Op == zed.Less || o.Op == zed.Greater
		if isLocal(small, name) && !c.mentions(large, unbound) {
			found.Hi = append(found.Hi, shift(large, open, -1))
		}
		if isLocal(large, name) && !c.mentions(small, unbound) {
			found.Lo = append(found.Lo, shift(small, open, 1))
		}
	}
	return found
}

// membershipGuard reads x ∈ set, where is tells which term is the variable.
func membershipGuard(x, set zed.Expr, is func(zed.Expr) bool) *Guard {
	if is(x) {
		return &Guard{Set: set}
	}
	if pair, ok := x.(*zed.TupleExt); ok {
		if i := slices.IndexFunc(pair.Elems, is); i >= 0 {
			return &Guard{Set: set, Column: i + 1}
		}
	}
	if path, ok := pathTo(x, is); ok {
		return &Guard{Set: set, Path: path}
	}
	return nil
}

// shift returns e, or where the bound is open e + by.
func shift(e zed.Expr, open bool, by int64) zed.Expr {
	if !open {
		return e
	}
	return &zed.Op{Info: zed.Info{Type: zed.IntType{}}, Op: zed.Plus, Args: []zed.Expr{e, literal(by)}}
}

// Step goes from a value to a part of it: to what a constructor made it of, to the only
// member of a set, or to a component of a tuple or binding.
type Step struct {
	Ctor string
	Only bool // to the only member
	Elem int  // the component, from 0, where Ctor is "" and Only is false
}

// Part is a term of which a value is made, and the step that leads to its value.
type Part struct {
	Step
	Term zed.Expr
}

// PartsOf returns the terms that settle a term's value, and that its value settles; nil
// where it is not made of such terms.
func PartsOf(e zed.Expr) []Part {
	var list []zed.Expr
	switch e := e.(type) {
	case *zed.Apply:
		if name, ok := scope.Constructor(e.Fn); ok {
			return []Part{{Step{Ctor: name}, e.Arg}}
		}
	case *zed.SetExt:
		if len(e.Elems) == 1 {
			return []Part{{Step{Only: true}, e.Elems[0]}}
		}
	case *zed.TupleExt:
		list = e.Elems
	case *zed.Binding:
		list = e.Values
	}
	out := make([]Part, len(list))
	for i, x := range list {
		out[i] = Part{Step{Elem: i}, x}
	}
	return out
}

// pathTo returns the way to a variable in a term of constructors, tuples, bindings and
// sets of one member.
func pathTo(e zed.Expr, is func(zed.Expr) bool) ([]Step, bool) {
	for _, part := range PartsOf(e) {
		if is(part.Term) {
			return []Step{part.Step}, true
		}
		if rest, ok := pathTo(part.Term, is); ok {
			return append([]Step{part.Step}, rest...), true
		}
	}
	return nil, false
}

func isLocal(e zed.Expr, name string) bool {
	r, ok := e.(*zed.Ref)
	return ok && r.Name == name && r.Kind == zed.Local
}

func literal(n int64) zed.Expr {
	return &zed.Num{Info: zed.Info{Type: zed.IntType{}}, Value: big.NewInt(n)}
}

// LeastOf returns the least element of ℕ or ℕ₁, and nil of other sets.
func LeastOf(set zed.Expr) zed.Expr {
	r, ok := set.(*zed.Ref)
	if !ok || r.Kind != zed.Builtin {
		return nil
	}
	switch r.Name {
	case "ℕ":
		return literal(0)
	case "ℕ₁":
		return literal(1)
	}
	return nil
}
