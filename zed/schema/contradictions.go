package schema

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// contradictsItself tells whether the conjuncts of a predicate say of a variable that it is two
// constants of a free type, or that it is one and is not. Callees are unfolded, and what is said
// under ∃ counts. Such a predicate is false, whatever its other conjuncts are.
func contradictsItself(e zed.Expr) bool {
	s := sayings{is: map[bound]string{}, isNot: map[denial]bool{}, seen: map[zed.Expr]bool{}}
	return !s.add(e, nil)
}

// bound is a variable: a name, and the quantifier that binds it; nil where it is free.
type bound struct {
	name string
	at   *zed.Quant
}

// denial is a constant that a variable is not.
type denial struct {
	of       bound
	constant string
}

// sayings is what conjuncts say about which constants variables are.
type sayings struct {
	is    map[bound]string
	isNot map[denial]bool
	seen  map[zed.Expr]bool
}

// add adds the conjuncts of a predicate below some quantifiers, the outermost first. It is false
// where they contradict each other or what was said.
func (s *sayings) add(e zed.Expr, below []*zed.Quant) bool {
	if e == nil || s.seen[e] {
		return true
	}
	s.seen[e] = true
	switch e := e.(type) {
	case *zed.Occur:
		return s.add(e.Body, below)
	case *zed.Logic:
		return e.Op != zed.And || !slices.ContainsFunc(e.Args, func(a zed.Expr) bool { return !s.add(a, below) })
	case *zed.Quant:
		if e.Q != zed.Exists {
			return true
		}
		below = append(below[:len(below):len(below)], e)
		return s.add(e.Text.Pred, below) && s.add(e.Body, below)
	case *zed.Op:
		if name, constant, ok := ConstantOf(e); ok {
			return s.say(bindingOf(name, below), constant, e.Op == zed.Equal)
		}
	}
	return true
}

// say adds that a variable is a constant, or is not.
func (s *sayings) say(of bound, constant string, is bool) bool {
	if !is {
		s.isNot[denial{of, constant}] = true
		return s.is[of] != constant
	}
	if was := s.is[of]; was != "" && was != constant {
		return false
	}
	s.is[of] = constant
	return !s.isNot[denial{of, constant}]
}

// bindingOf returns the variable for which a name stands below some quantifiers.
func bindingOf(name string, below []*zed.Quant) bound {
	for _, q := range slices.Backward(below) {
		if declares(q.Text, name) {
			return bound{name, q}
		}
	}
	return bound{name: name}
}

// declares tells whether a text declares a name.
func declares(t zed.Text, name string) bool {
	return slices.ContainsFunc(t.Decls, func(d zed.Decl) bool {
		return slices.ContainsFunc(d.Names, func(n zed.Ident) bool { return n.Name == name })
	})
}

// ConstantOf returns the variable and the constant of a free type that a predicate says are the same,
// or are not.
func ConstantOf(e zed.Expr) (name, constant string, ok bool) {
	o, is := e.(*zed.Op)
	if !is || o.Op != zed.Equal && o.Op != zed.NotEqual {
		return "", "", false
	}
	a, left := o.Args[0].(*zed.Ref)
	b, right := o.Args[1].(*zed.Ref)
	if left && right && a.Kind == zed.Constant {
		a, b = b, a
	}
	if !left || !right || a.Kind != zed.Local || b.Kind != zed.Constant {
		return "", "", false
	}
	return a.Name, b.Name, true
}
