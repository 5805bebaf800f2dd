package tableau

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// global is the prefix of the leaf for a name of the specification without a known
// value.
const global = "g"

// findDefinition returns the definition that axioms give to a leaf that is a name of the
// specification.
func (t *reader) findDefinition(i int) *zed.Definition {
	n := &t.terms.nodes[i]
	if t.definitions == nil || len(n.args) > 0 || !strings.HasPrefix(n.op, global) {
		return nil
	}
	return t.definitions(strings.TrimPrefix(n.op, global))
}

// declaredIn derives that a function defined by axioms is in the set in which it is
// declared.
func declaredIn(t *branch, i int) {
	if d := t.reader.findDefinition(i); d != nil && d.Set != nil {
		t.facts.addIn(i, t.reader.term(d.Set, t.reader.root), deps{})
	}
}

// unfold derives the value of a function from an equation for it that matches the
// argument.
func unfold(t *branch, u int) {
	n := &t.terms.nodes[u]
	d := t.reader.findDefinition(n.args[0])
	if d == nil {
		return
	}
	for _, c := range d.Clauses {
		names, sets, ok := t.reader.readDeclared(c.Text, t.reader.root)
		if !ok || !isUnconditional(c.Text.Pred) {
			continue
		}
		for _, s := range sets {
			ok = ok && t.terms.isUniverse(s)
		}
		in := t.reader.root.NewInner()
		for _, name := range names {
			in.names[name] = unbound
		}
		why, fits := matches(t, c.Arg, n.args[1], in)
		for _, name := range names {
			ok = ok && in.names[name] != unbound
		}
		if ok && fits {
			why = why.or(t.terms.alive[u])
			t.makeAlike(u, t.reader.term(c.Value, in), why)
			return
		}
	}
}

// isUnconditional tells whether a clause has no condition.
func isUnconditional(condition zed.Expr) bool {
	e, ok := condition.(*zed.Truth)
	return condition == nil || ok && e.Value
}

// unbound stands for the value of a variable in a pattern that has no value yet.
const unbound = -1

// matches tells whether a term is known to match a pattern, and sets the variables of
// the pattern in an environment.
func matches(t *branch, pattern zed.Expr, n int, in *Env) (deps, bool) {
	switch e := pattern.(type) {
	case *zed.Ref:
		if was, variable := in.names[e.Name]; variable {
			in.names[e.Name] = n
			return deps{}, was == unbound
		}
		if e.Kind == zed.Constant {
			return t.terms.areEqual(n, t.reader.term(e, in))
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
