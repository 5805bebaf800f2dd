package cases

import (
	"slices"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// isObject tells whether a term is an object: a sequence of operations none of which is an observer.
func isObject(t language.Term) (*language.Apply, bool) {
	a, is := t.(*language.Apply)
	return a, is && a.Decl != nil && a.Decl.Kind != language.Observer
}

// simplerInside returns a term with something simpler in the place of one object in it: of an argument, what its
// sequence begins with; of any object, another one of its class that is part of an argument of its last operation. What
// leaves out most comes first.
func simplerInside(t language.Term) (out []language.Term) {
	out = append(out, hoisted(t)...)
	a, is := t.(*language.Apply)
	if !is {
		return out
	}
	for i, arg := range a.Args {
		simpler := simplerInside(arg)
		if i > 0 || a.Op == language.Create {
			simpler = append(beginnings(arg), simpler...)
		}
		for _, one := range simpler {
			out = append(out, a.WithArg(i, one))
		}
	}
	slices.SortStableFunc(out, func(a, b language.Term) int { return Operations(a) - Operations(b) })
	return out
}

// beginnings returns what an object's sequence begins with, create first, and the sequence without one of its
// operations.
func beginnings(t language.Term) (out []language.Term) {
	chain := language.Chain(t)
	for k := 1; k < len(chain); k++ {
		out = append(out, language.Link(chain[:k]))
	}
	for k := 1; k < len(chain)-1; k++ {
		out = append(out, language.Link(slices.Delete(slices.Clone(chain), k, k+1)))
	}
	return out
}

// hoisted returns the objects of an object's class among the arguments of its last operation, and their parts.
func hoisted(t language.Term) (out []language.Term) {
	a, is := isObject(t)
	if !is {
		return nil
	}
	var visit func(language.Term)
	visit = func(t language.Term) {
		if b, is := isObject(t); is && b.Decl.Class == a.Decl.Class {
			out = append(out, b)
		}
		for _, c := range language.Children(t) {
			visit(c)
		}
	}
	for i, arg := range a.Args {
		if i > 0 || a.Op == language.Create {
			visit(arg)
		}
	}
	return out
}

// Operations returns how many operations a term has, those of its arguments too. What makes an object is not counted.
func Operations(t language.Term) (n int) {
	if a, is := t.(*language.Apply); is && a.Op != language.Create {
		n = 1
	}
	for _, c := range language.Children(t) {
		n += Operations(c)
	}
	return n
}
