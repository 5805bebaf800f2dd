package embedded

import "github.com/ttf-int/ttf-int/zed"

// maxAssumed is how many conjuncts are searched for constants. Specifications written
// by hand have fewer.
const maxAssumed = 4096

// assume returns a predicate that is true where pred is, without those branches of
// disjunctions that a conjunct v = constant contradicts; pred itself where there are
// none. A disjunction with one branch left is replaced by that branch.
func assume(pred zed.Expr) zed.Expr {
	a := newAssumption(pred)
	if len(a.constants) == 0 {
		return pred
	}
	changed := false
	for again := true; again && len(a.conjuncts) < maxAssumed; {
		again = false
		for i := 0; i < len(a.conjuncts); i++ {
			rest := a.dropContradicted(a.conjuncts[i])
			if rest == nil {
				continue
			}
			a.conjuncts = append(a.conjuncts[:i:i], a.conjuncts[i+1:]...)
			a.add(rest)
			again, changed = true, true
			break
		}
	}
	if !changed {
		return pred
	}
	return &zed.Logic{Info: zed.Info{Span: pred.At(), Type: zed.BoolType{}}, Op: zed.And, Args: a.conjuncts}
}

type assumption struct {
	conjuncts []zed.Expr
	constants map[string]zed.Expr // the constants that variables equal
	seen      map[zed.Expr]bool   // the predicates that were added, since predicates share parts
	false     map[zed.Expr]bool   // answers of contradicts
}

func newAssumption(pred zed.Expr) *assumption {
	a := &assumption{constants: map[string]zed.Expr{}, seen: map[zed.Expr]bool{}}
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
	if name, c := equation(e); c != nil && a.constants[name] == nil {
		a.constants[name] = c
		a.false = map[zed.Expr]bool{}
	}
	a.conjuncts = append(a.conjuncts, e)
}

// equation returns the variable v and the constant c of a predicate v = c.
func equation(e zed.Expr) (string, zed.Expr) {
	o, ok := e.(*zed.Op)
	if !ok || o.Op != zed.Equal {
		return "", nil
	}
	for i, side := range o.Args {
		v, ok := side.(*zed.Ref)
		if ok && (v.Kind == zed.Local || v.Kind == zed.Unresolved) && isDistinct(o.Args[1-i]) {
			return v.Name, o.Args[1-i]
		}
	}
	return "", nil
}

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

func differ(a, b zed.Expr) bool {
	switch a := a.(type) {
	case *zed.Num:
		b, ok := b.(*zed.Num)
		return ok && a.Value.Cmp(b.Value) != 0
	case *zed.Ref:
		b, ok := b.(*zed.Ref)
		return ok && a.Name != b.Name
	}
	return false
}

// dropContradicted returns a disjunction without its contradicted branches; nil where there are
// none.
func (a *assumption) dropContradicted(e zed.Expr) zed.Expr {
	x, ok := e.(*zed.Logic)
	if !ok || x.Op != zed.Or {
		return nil
	}
	var rest []zed.Expr
	for _, b := range x.Args {
		if !a.contradicts(b) {
			rest = append(rest, b)
		}
	}
	switch len(rest) {
	case len(x.Args):
		return nil
	case 1:
		return rest[0]
	}
	return &zed.Logic{Info: x.Info, Op: zed.Or, Args: rest}
}

// contradicts tells whether a predicate is false under the assumptions.
func (a *assumption) contradicts(e zed.Expr) bool {
	known, asked := a.false[e]
	if !asked {
		known = a.isRefuted(e)
		a.false[e] = known
	}
	return known
}

func (a *assumption) isRefuted(e zed.Expr) bool {
	switch x := e.(type) {
	case *zed.Occur:
		return a.contradicts(x.Body)
	case *zed.Logic:
		switch x.Op {
		case zed.And:
			for _, arg := range x.Args {
				if a.contradicts(arg) {
					return true
				}
			}
		case zed.Or:
			for _, arg := range x.Args {
				if !a.contradicts(arg) {
					return false
				}
			}
			return true
		}
		return false
	}
	name, c := equation(e)
	return c != nil && a.constants[name] != nil && differ(c, a.constants[name])
}

// splitBranches returns predicates whose disjunction is pred, one for each branch of the first
// disjunction among its conjuncts; nil where there is none.
func splitBranches(pred zed.Expr) []zed.Expr {
	a := newAssumption(pred)
	for i, c := range a.conjuncts {
		or, ok := c.(*zed.Logic)
		if !ok || or.Op != zed.Or {
			continue
		}
		var out []zed.Expr
		for _, branch := range or.Args {
			args := append(append(append([]zed.Expr{}, a.conjuncts[:i]...), branch), a.conjuncts[i+1:]...)
			out = append(out, &zed.Logic{Info: zed.Info{Span: pred.At(), Type: zed.BoolType{}}, Op: zed.And,
				Args: args})
		}
		return out
	}
	return nil
}
