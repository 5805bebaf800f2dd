package embedded

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// maxAssumed is how many conjuncts are searched for constants. Specifications written
// by hand have fewer.
const maxAssumed = 4096

// propagate leaves conjuncts that are true where those before were, without what other conjuncts decide: those that
// say of a variable which constants it is, or is not, and those that occur in others. What is the same but
// for variables that conjuncts say to be equal counts as the same, and stays once. It tells whether anything was
// decided. A disjunction with one branch left is replaced by that branch, and an implication whose premise is true
// by its consequent.
func (a *assumption) propagate() bool {
	changed := a.changed
	for again := true; again && len(a.conjuncts) < maxAssumed; {
		again = false
		for i := 0; i < len(a.conjuncts); i++ {
			c := a.conjuncts[i]
			rest := a.reduce(c)
			if rest == c {
				continue
			}
			a.conjuncts = append(a.conjuncts[:i:i], a.conjuncts[i+1:]...)
			if rest != nil {
				a.add(rest)
			}
			again, changed = true, true
			break
		}
	}
	return changed
}

// join returns the connective of arguments, in the place of e.
func join(e zed.Expr, op zed.Connective, args []zed.Expr) zed.Expr {
	return &zed.Logic{Info: zed.Info{Span: e.At(), Type: zed.BoolType{}}, Op: op, Args: args}
}

type assumption struct {
	conjuncts []zed.Expr
	facts     map[string]*fact
	seen      map[zed.Expr]bool       // the predicates that were added, since predicates share parts
	truths    map[zed.Expr]eval.Truth // answers of decide
	spelling  *spelling
	known     map[int]bool       // the truths of predicates, by their numbers
	said      map[statement]bool // the conjuncts, by how they are spelt
	changed   bool               // whether a conjunct was left out that is the same as another one
	denied    bool               // whether other conjuncts say that one is false
}

// fact is what conjuncts say of a variable in terms of constants.
type fact struct {
	is    zed.Expr   // the constant that it is
	among []zed.Expr // those of which it is one; nil: nothing is said
	not   []zed.Expr // those that it is not
}

func newAssumption(pred zed.Expr, by *numbering) *assumption {
	a := &assumption{facts: map[string]*fact{}, seen: map[zed.Expr]bool{}, truths: map[zed.Expr]eval.Truth{},
		known: map[int]bool{}, said: map[statement]bool{}, spelling: newSpelling(pred, by)}
	a.add(pred)
	return a
}

// add adds the conjuncts of a predicate.
func (a *assumption) add(e zed.Expr) {
	if a.seen[e] {
		return
	}
	a.seen[e] = true
	switch x := e.(type) {
	case *zed.Occur:
		a.add(x.Body)
		return
	case *zed.Logic:
		if x.Op == zed.And {
			for _, arg := range x.Args {
				a.add(arg)
			}
			return
		}
	}
	if a.spelling.isEquation(e) {
		a.conjuncts = append(a.conjuncts, e)
		return
	}
	said := a.spelling.spell(e)
	if a.said[said] {
		a.changed = true
		return
	}
	a.said[said] = true
	a.conjuncts = append(a.conjuncts, e)
	if _, connective := e.(*zed.Logic); connective {
		return // it stays itself
	}
	a.denied = a.denied || a.work(e) == eval.False
	clear(a.truths)
	a.note(e)
	name, among, positive := readChoice(e)
	if name == "" {
		return
	}
	name = a.spelling.nameOf(name)
	f := a.facts[name]
	if f == nil {
		f = &fact{}
		a.facts[name] = f
	}
	switch {
	case !positive:
		f.not = append(f.not, among...)
	case len(among) == 1 && f.is == nil:
		f.is = among[0]
	case f.among == nil:
		f.among = among
	}
}

// readChoice returns the variable and the constants of a predicate v = c, v ≠ c, v ∈ {c, …} or
// v ∉ {c, …}, and whether v is one of them; an empty name where it has none of these forms.
func readChoice(e zed.Expr) (name string, among []zed.Expr, positive bool) {
	o, ok := e.(*zed.Op)
	if !ok || len(o.Args) != 2 {
		return "", nil, false
	}
	switch o.Op {
	case zed.Equal, zed.NotEqual:
		for i, side := range o.Args {
			if v, ok := side.(*zed.Ref); ok && isVariable(v) && isDistinct(o.Args[1-i]) {
				return v.Name, []zed.Expr{o.Args[1-i]}, o.Op == zed.Equal
			}
		}
	case zed.In, zed.NotIn:
		v, ok := o.Args[0].(*zed.Ref)
		set, listed := o.Args[1].(*zed.SetExt)
		open := func(e zed.Expr) bool { return !isDistinct(e) }
		if ok && listed && isVariable(v) && !slices.ContainsFunc(set.Elems, open) {
			return v.Name, set.Elems, o.Op == zed.In
		}
	}
	return "", nil, false
}

func isVariable(v *zed.Ref) bool { return v.Kind == zed.Local || v.Kind == zed.Unresolved }

// isDistinct tells whether a term is a constant that is different from every other
// constant.
func isDistinct(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Num:
		return true
	case *zed.Ref:
		return e.Kind == zed.Constant && len(e.Args) == 0
	}
	return false
}

// isAmong tells whether a constant is one of some.
func isAmong(c zed.Expr, some []zed.Expr) bool {
	return slices.ContainsFunc(some, func(e zed.Expr) bool {
		switch e := e.(type) {
		case *zed.Num:
			n, ok := c.(*zed.Num)
			return ok && e.Value.Cmp(n.Value) == 0
		case *zed.Ref:
			r, ok := c.(*zed.Ref)
			return ok && e.Name == r.Name
		}
		return false
	})
}

// decide returns what a fact says of v ∈ {c, …}.
func (f *fact) decide(among []zed.Expr) eval.Truth {
	if f.is != nil {
		if isAmong(f.is, among) {
			return eval.True
		}
		return eval.False
	}
	possible := slices.ContainsFunc(among, func(c zed.Expr) bool {
		return (f.among == nil || isAmong(c, f.among)) && !isAmong(c, f.not)
	})
	sure := f.among != nil && !slices.ContainsFunc(f.among, func(c zed.Expr) bool {
		return !isAmong(c, among) && !isAmong(c, f.not)
	})
	switch {
	case !possible:
		return eval.False
	case sure:
		return eval.True
	}
	return eval.Unknown
}

// decide returns what the facts say of a predicate.
func (a *assumption) decide(e zed.Expr) eval.Truth {
	known, asked := a.truths[e]
	if !asked {
		known = a.work(e)
		a.truths[e] = known
	}
	return known
}

func (a *assumption) work(e zed.Expr) eval.Truth {
	switch x := e.(type) {
	case *zed.Occur:
		return a.decide(x.Body)
	case *zed.Logic:
		return a.connect(x)
	}
	if truth := a.recall(e); truth != eval.Unknown {
		return truth
	}
	name, among, positive := readChoice(e)
	f := a.facts[a.spelling.nameOf(name)]
	if f == nil {
		return eval.Unknown
	}
	truth := f.decide(among)
	if !positive {
		return negate(truth)
	}
	return truth
}

func negate(t eval.Truth) eval.Truth {
	switch t {
	case eval.True:
		return eval.False
	case eval.False:
		return eval.True
	}
	return t
}

// connect decides a connective, in Kleene's strong logic.
func (a *assumption) connect(x *zed.Logic) eval.Truth {
	first := a.decide(x.Args[0])
	switch x.Op {
	case zed.Not:
		return negate(first)
	case zed.Implies:
		return disjoin(negate(first), a.decide(x.Args[1]))
	case zed.Iff:
		second := a.decide(x.Args[1])
		switch {
		case first == eval.Unknown || second == eval.Unknown:
			return eval.Unknown
		case first == second:
			return eval.True
		}
		return eval.False
	case zed.And:
		for _, arg := range x.Args[1:] {
			first = negate(disjoin(negate(first), negate(a.decide(arg))))
		}
		return first
	}
	for _, arg := range x.Args[1:] {
		first = disjoin(first, a.decide(arg))
	}
	return first
}

func disjoin(a, b eval.Truth) eval.Truth {
	switch {
	case a == eval.True || b == eval.True:
		return eval.True
	case a == eval.False:
		return b
	case b == eval.False:
		return a
	}
	return eval.Unknown
}

// reduce returns what the facts leave of a conjunct: the conjunct itself where that is all, nil
// where it is true. A conjunct that is not a connective stays, since it may be a fact itself,
// and so does one that is false.
func (a *assumption) reduce(e zed.Expr) zed.Expr {
	x, ok := e.(*zed.Logic)
	if !ok {
		return e
	}
	switch a.decide(e) {
	case eval.True:
		return nil
	case eval.False:
		a.denied = true
		return e
	}
	switch x.Op {
	case zed.Or:
		var rest []zed.Expr
		for _, b := range x.Args {
			if a.decide(b) != eval.False {
				rest = append(rest, b)
			}
		}
		switch len(rest) {
		case len(x.Args):
			return e
		case 1:
			return rest[0]
		}
		return join(e, zed.Or, rest)
	case zed.Implies:
		if a.decide(x.Args[0]) == eval.True {
			return x.Args[1]
		}
		if a.decide(x.Args[1]) == eval.False {
			return join(e, zed.Not, x.Args[:1])
		}
	case zed.Iff:
		for i, arg := range x.Args {
			switch a.decide(arg) {
			case eval.True:
				return x.Args[1-i]
			case eval.False:
				return join(e, zed.Not, x.Args[1-i:2-i])
			}
		}
	}
	return e
}

// splitBranches returns predicates whose disjunction is pred, one for each branch of the first
// disjunction among its conjuncts that is worth it; nil where there is none. A ⇒ B is ¬ A ∨ B.
func splitBranches(pred zed.Expr, by *numbering, worth func(*zed.Logic) bool) []zed.Expr {
	a := newAssumption(pred, by)
	for i, c := range a.conjuncts {
		or, ok := c.(*zed.Logic)
		implies := ok && or.Op == zed.Implies
		if !ok || or.Op != zed.Or && !implies || !worth(or) {
			continue
		}
		alternatives := or.Args
		if implies {
			alternatives = []zed.Expr{&zed.Logic{Info: or.Info, Op: zed.Not, Args: or.Args[:1]}, or.Args[1]}
		}
		var out []zed.Expr
		for _, branch := range alternatives {
			args := append(append(append([]zed.Expr{}, a.conjuncts[:i]...), branch), a.conjuncts[i+1:]...)
			out = append(out, &zed.Logic{Info: zed.Info{Span: pred.At(), Type: zed.BoolType{}}, Op: zed.And,
				Args: args})
		}
		return out
	}
	return nil
}
