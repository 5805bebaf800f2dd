package checks

import "github.com/ttf-int/ttf-int/algebra/language"

// variables adds the variables of a term to those that are known.
func variables(t language.Term, known map[string]*language.Variable) {
	if v, ok := t.(*language.Variable); ok {
		known[v.Name] = v
	}
	for _, c := range language.Children(t) {
		variables(c, known)
	}
}

// rename returns a term whose variables have a suffix.
func rename(t language.Term, suffix string) language.Term {
	known := map[string]*language.Variable{}
	variables(t, known)
	by := map[string]language.Term{}
	for n, v := range known {
		by[n] = &language.Variable{Name: v.Name + suffix, Sort: v.Sort}
	}
	return language.Substitute(t, by)
}

// unify extends a substitution so that two patterns are equal. Values of built-in sorts are
// equal where they are written alike.
func unify(a, b language.Term, by map[string]language.Term) bool {
	a, b = walk(a, by), walk(b, by)
	v, isVar := a.(*language.Variable)
	w, isOther := b.(*language.Variable)
	switch {
	case isVar && isOther && v.Name == w.Name:
		return true
	case isVar:
		if occurs(v.Name, b, by) {
			return false
		}
		by[v.Name] = b
		return true
	case isOther:
		return unify(b, a, by)
	}
	switch a := a.(type) {
	case *language.Literal:
		l, ok := b.(*language.Literal)
		return ok && l.Text == a.Text
	case *language.Apply:
		o, ok := b.(*language.Apply)
		if !ok || a.Decl != o.Decl {
			return false
		}
		for i := range a.Args {
			if !unify(a.Args[i], o.Args[i], by) {
				return false
			}
		}
		return true
	}
	return false
}

func walk(t language.Term, by map[string]language.Term) language.Term {
	for {
		v, ok := t.(*language.Variable)
		if !ok || by[v.Name] == nil {
			return t
		}
		t = by[v.Name]
	}
}

func occurs(name string, t language.Term, by map[string]language.Term) bool {
	t = walk(t, by)
	if v, ok := t.(*language.Variable); ok {
		return v.Name == name
	}
	for _, c := range language.Children(t) {
		if occurs(name, c, by) {
			return true
		}
	}
	return false
}

// resolve returns a term under a substitution whose terms may have its variables.
func resolve(t language.Term, by map[string]language.Term) language.Term {
	known := map[string]*language.Variable{}
	variables(t, known)
	all := map[string]language.Term{}
	for n := range known {
		if by[n] != nil {
			all[n] = resolve(by[n], by)
		}
	}
	return language.Substitute(t, all)
}
