package classes

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/spec"
)

// What observers are asked with decides of what they show: the key that was written is asked for, and not the value
// beside it. Axioms say which parameters of operations stand for the same: they have one variable, or variables that
// are compared.

const (
	// maxAsked is with how many values of a sequence an observer is asked whose parameter the axioms compare with them.
	maxAsked = 5
	// maxVaried is how many operations a sequence has at most that is varied to be the argument of an observer.
	maxVaried = 12
)

// placeOf names a parameter of an operation.
func placeOf(o *language.Operation, i int) string {
	return fmt.Sprintf("%s/%s/%d", o.Class, o.Name.Text, i)
}

// rolesOf returns, by the name of each parameter of the operations of some classes, one that stands for all of the same
// role.
func rolesOf(classes []*language.Class) map[string]string {
	above := map[string]string{}
	var root func(string) string
	root = func(p string) string {
		if above[p] == "" || above[p] == p {
			return p
		}
		above[p] = root(above[p])
		return above[p]
	}
	for _, c := range classes {
		for i, a := range c.Axioms {
			variable := func(name string) string { return fmt.Sprintf("%s %d %s", c.Name.Text, i, name) }
			visit := func(t language.Term) {
				switch t := t.(type) {
				case *language.Apply:
					for k, arg := range t.Args {
						at := k - (len(t.Args) - len(paramsOf(t)))
						if v, is := arg.(*language.Variable); is && at >= 0 {
							above[root(placeOf(t.Decl, at))] = root(variable(v.Name))
						}
					}
				case *language.Operator:
					if one, other := comparedIn(t); one != "" {
						above[root(variable(one))] = root(variable(other))
					}
				}
			}
			eachPart(a.Left, visit)
			eachPart(a.Right, visit)
		}
	}
	out := map[string]string{}
	for _, c := range classes {
		for _, o := range c.Operations {
			for i := range o.Params {
				out[placeOf(o, i)] = root(placeOf(o, i))
			}
		}
	}
	return out
}

// paramsOf returns the parameters of the operation of a term.
func paramsOf(t *language.Apply) []language.Var {
	if t.Decl == nil {
		return nil
	}
	return t.Decl.Params
}

// comparedIn returns two variables that an operator compares with each other; "" where it does not.
func comparedIn(t *language.Operator) (one, other string) {
	if len(t.Args) != 2 || !slices.Contains([]string{"=", "≠", "<", "≤", ">", "≥"}, t.Op) {
		return "", ""
	}
	a, is := t.Args[0].(*language.Variable)
	b, too := t.Args[1].(*language.Variable)
	if !is || !too {
		return "", ""
	}
	return a.Name, b.Name
}

// askedOf adds to values those with which observers are asked besides: of a parameter, those that the sequences have
// in its role; objects of a class, such as are like the first sequence and not the same.
func askedOf(r *run, terms []*language.Apply, known map[string][]language.Term) map[string][]language.Term {
	out := map[string][]language.Term{}
	for sort, values := range known {
		out[sort] = values
	}
	byRole := map[string][]language.Term{}
	for _, t := range terms {
		eachPart(t, func(t language.Term) {
			a, is := t.(*language.Apply)
			if !is {
				return
			}
			for i := range paramsOf(a) {
				l, is := a.Args[len(a.Args)-len(a.Decl.Params)+i].(*language.Literal)
				role := r.roles[placeOf(a.Decl, i)]
				same := func(o language.Term) bool { return o.(*language.Literal).Text == l.Text }
				if is && l.Sort != "" && len(byRole[role]) < maxAsked && !slices.ContainsFunc(byRole[role], same) {
					byRole[role] = append(byRole[role], l)
				}
			}
		})
	}
	for _, o := range r.Class.Algebra.Operations {
		if o.Kind != language.Observer || o.Name.Text == spec.Eqn {
			continue
		}
		for i, p := range o.Params {
			if class := findAlgebra(r, p.Sort.Text); class != nil && out[p.Sort.Text] == nil && terms[0] != nil {
				out[p.Sort.Text] = objectsOf(r, class, terms[0], known)
			}
			if own := byRole[r.roles[placeOf(o, i)]]; len(own) > 0 {
				all := slices.Clone(own)
				for _, v := range known[p.Sort.Text] {
					text := v.(*language.Literal).Text
					same := func(o language.Term) bool { return o.(*language.Literal).Text == text }
					if !slices.ContainsFunc(all, same) {
						all = append(all, v)
					}
				}
				out[placeOf(o, i)] = all
			}
		}
	}
	return out
}

// findAlgebra returns the specification of a class that the program has; nil where there is none.
func findAlgebra(r *run, name string) *language.Class {
	at := slices.IndexFunc(r.Class.Classes, func(c *language.Class) bool { return c.Name.Text == name })
	if at < 0 || r.program.Classes().Find(name) == nil {
		return nil
	}
	return r.Class.Classes[at]
}

// objectsOf returns objects of a class, to be arguments of observers. Those of the class of the sequence itself are
// made as that, with another value, and without the last operation. Others are the first ones that the sequence has, or
// what create makes, and an operation after it.
func objectsOf(r *run, class *language.Class, sequence *language.Apply, known map[string][]language.Term,
) (out []language.Term) {
	chain := language.Chain(sequence)
	if n := len(chain); n > 0 && chain[n-1].Decl != nil && chain[n-1].Decl.Kind == language.Observer {
		chain = chain[:n-1]
	}
	if class == r.Class.Algebra {
		if len(chain) < 2 || len(chain) > maxVaried {
			return nil
		}
		if other := varied(chain, known); other != nil {
			out = append(out, other)
		}
		return append(out, language.Link(chain[:len(chain)-1]))
	}
	eachPart(sequence, func(t language.Term) {
		if a, is := t.(*language.Apply); is && len(out) < 2 && classOf(a) == class.Name.Text {
			out = append(out, a)
		}
	})
	create := class.Find(language.Create)
	if len(out) > 0 || create == nil || !class.IsExported(create) {
		return out
	}
	for _, o := range append([]*language.Operation{create}, class.Operations...) {
		if len(out) == 2 || len(out) > 0 && (o == create || o.Kind == language.Observer || !class.IsExported(o)) {
			continue
		}
		term := &language.Apply{Op: o.Name.Text, Class: class.Name.Text, Decl: o}
		if len(out) > 0 {
			term.Class, term.Args = "", []language.Term{out[0]}
		}
		fits := true
		for _, p := range o.Params {
			values := known[p.Sort.Text]
			if fits = fits && len(values) > 0; fits {
				term.Args = append(term.Args, values[0])
			}
		}
		if !fits && o == create {
			return nil
		}
		if fits {
			out = append(out, term)
		}
	}
	return out
}

// varied returns a sequence of which the last operation that has a value has another one; nil where there is none.
func varied(chain []*language.Apply, known map[string][]language.Term) language.Term {
	for k := len(chain) - 1; k > 0; k-- {
		for i, a := range chain[k].Args {
			l, is := a.(*language.Literal)
			if !is {
				continue
			}
			values := known[l.Sort]
			for n := len(values) - 1; n >= 0; n-- {
				if v := values[n].(*language.Literal); v.Text != l.Text {
					chain = slices.Clone(chain)
					chain[k] = chain[k].WithArg(i, v)
					return language.Link(chain)
				}
			}
		}
	}
	return nil
}
