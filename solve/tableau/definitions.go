package tableau

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// global begins the leaf for a name of the specification that has no known value.
const global = "g"

// defined returns what axioms define of a leaf that is a name of the specification.
func (t *reader) defined(i int) *zed.Definition {
	n := &t.terms.nodes[i]
	if t.definitions == nil || len(n.args) > 0 || !strings.HasPrefix(n.op, global) {
		return nil
	}
	return t.definitions(strings.TrimPrefix(n.op, global))
}

// declaredIn says of a function that axioms define that it is in the set in which it is
// declared.
func declaredIn(t *branch, i int) {
	if d := t.reader.defined(i); d != nil && d.Set != nil {
		t.facts.in(i, t.reader.term(d.Set, t.reader.root), deps{})
	}
}

// unfold says of a function's value what an equation for it says, where that is for
// arguments like this one.
func unfold(t *branch, u int) {
	n := &t.terms.nodes[u]
	d := t.reader.defined(n.args[0])
	if d == nil {
		return
	}
	for _, c := range d.Clauses {
		names, sets, ok := t.reader.declared(c.Text, t.reader.root)
		if !ok || !always(c.Text.Pred) {
			continue
		}
		for _, s := range sets {
			ok = ok && t.terms.isUniverse(s)
		}
		in := t.reader.root.Within()
		for _, name := range names {
			in.names[name] = unbound
		}
		why, fits := matches(t, c.Arg, n.args[1], in)
		for _, name := range names {
			ok = ok && in.names[name] != unbound
		}
		if ok && fits {
			why = why.or(t.terms.alive[u])
			t.alike(u, t.reader.term(c.Value, in), why)
			return
		}
	}
}

// always tells whether a condition is none.
func always(condition zed.Expr) bool {
	e, ok := condition.(*zed.Truth)
	return condition == nil || ok && e.Value
}

// unbound stands for the value that a variable of a pattern does not have yet.
const unbound = -1

// matches tells whether a term is known to be of the form of a pattern, and gives the
// variables of the pattern, which are those of an environment, their values.
func matches(t *branch, pattern zed.Expr, n int, in *Env) (deps, bool) {
	switch e := pattern.(type) {
	case *zed.Ref:
		if was, variable := in.names[e.Name]; variable {
			in.names[e.Name] = n
			return deps{}, was == unbound
		}
		if e.Kind == zed.Constant {
			return t.terms.equal(n, t.reader.term(e, in))
		}
	case *zed.TupleExt:
		parts, why := t.terms.parts(n)
		ok := len(parts) == len(e.Elems)
		for i := 0; ok && i < len(parts); i++ {
			var d deps
			d, ok = matches(t, e.Elems[i], parts[i], in)
			why = why.or(d)
		}
		return why, ok
	case *zed.Apply:
		c, ok := e.Fn.(*zed.Ref)
		if !ok || c.Kind != zed.Constant {
			return deps{}, false
		}
		for _, k := range t.terms.classes[t.terms.find(n)].terms {
			if m := &t.terms.nodes[k]; m.op == constructor+c.Name {
				d, ok := matches(t, e.Arg, m.args[0], in)
				return d.or(t.terms.explain(n, k)), ok
			}
		}
	}
	return deps{}, false
}
