package config

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// reactive is what a machine document says of a specification of its own.
type reactive struct {
	spec, init, inputs, apply *node // nil where the document does not have it
}

// reactiveEntries returns the entries of a machine document that only a machine with a
// specification of its own has.
func (r *reactive) entries() []entry {
	keep := func(to **node) func(*node) { return func(n *node) { *to = n } }
	return []entry{{"spec", keep(&r.spec)}, {"init", keep(&r.init)}, {"apply", keep(&r.apply)}}
}

// anyEntry returns one of the entries that the document has; nil where it has none.
func (r *reactive) anyEntry() *node {
	for _, n := range []*node{r.spec, r.init, r.inputs, r.apply} {
		if n != nil {
			return n
		}
	}
	return nil
}

// reactiveReader reads the specifications that machines have of their own.
type reactiveReader struct{ loader *loader }

// relate resolves a machine that has a specification of its own.
func (l *reactiveReader) relate(m *machine, byName map[string]*unit) {
	c, r := &l.loader.collector, &m.reactive
	switch {
	case r.spec == nil:
		c.fail(r.anyEntry().span(), "the machine has no spec: expected a function State × Input → ℙ (State × seq Output)")
		return
	case m.given:
		c.fail(r.spec.span(), "a machine has spec and apply, or units: expected one of the two")
		return
	case r.init == nil:
		c.fail(m.at, "the machine has a spec and no init: expected the state in which it begins")
		return
	case m.Objects > 1:
		c.fail(m.at, "a machine with a spec has one object: expected no objects")
		return
	}
	out, ok := l.readTransitions(r.spec)
	if !ok {
		return
	}
	m.Reactive = out
	l.readBeginning(r.init, out)
	if r.inputs != nil {
		if e := l.term(r.inputs, "a set of inputs", zed.PowerType{Elem: out.Input}); e != nil {
			if !zed.SameType(e.Typ(), zed.PowerType{Elem: out.Input}) {
				c.fail(r.inputs.span(), "expected a set of inputs, which are of type %s, found a term of type %s",
					out.Input, e.Typ())
			}
			out.Inputs, out.InputAt = e, r.inputs.text()
		}
	}
	if r.apply != nil {
		l.findAppliedUnit(m, byName)
	}
}

// term reads a term of Z without free variables; nil where it is wrong, which is
// reported. It should be of one of some types, which determine its type where it does not
// do so alone, as ⟨⟩.
func (l *reactiveReader) term(n *node, what string, types ...zed.Type) zed.Expr {
	if l.loader.collector.nonempty(n, what) == "" {
		return nil
	}
	e, err := l.loader.language.Expr(n.text())
	if err == nil {
		for _, t := range types {
			if typed := l.convertTo(e, t); typed != nil {
				return typed
			}
		}
		e, err = l.loader.spec.Expr(e, nil)
	}
	l.loader.collector.errs.Add(err)
	if err != nil {
		return nil
	}
	if _, isPredicate := e.Typ().(zed.BoolType); isPredicate {
		l.loader.collector.fail(n.span(), "expected %s, found a predicate", what)
		return nil
	}
	return l.loader.calculus.Term(e)
}

// convertTo returns a term as one of the given type; nil where it is not one.
func (l *reactiveReader) convertTo(e zed.Expr, t zed.Type) zed.Expr {
	x := &zed.Ref{Info: zed.Info{Span: e.At()}, Name: spec.StateName}
	equation := &zed.Op{Info: zed.Info{Span: e.At()}, Op: zed.Equal, Args: []zed.Expr{x, e}}
	checked, err := l.loader.spec.Pred(equation, []zed.Var{{Name: spec.StateName, Type: t}})
	if found, ok := checked.(*zed.Op); err == nil && ok && found.Op == zed.Equal {
		return l.loader.calculus.Term(found.Args[1])
	}
	return nil
}

const transitionForm = "expected a function State × Input → ℙ (State × seq Output)"

// readTransitions reads the function of a machine.
func (l *reactiveReader) readTransitions(n *node) (*spec.Reactive, bool) {
	if n.isScalar() {
		if s, _ := l.loader.spec.Schema(n.yaml.Value); s != nil {
			return l.readRelation(n, s)
		}
	}
	e := l.term(n, "a function State × Input → ℙ (State × seq Output)")
	if e == nil {
		return nil, false
	}
	from, to, ok := mapping(e.Typ())
	if !ok {
		l.loader.collector.fail(n.span(), "%s, found a term of type %s", transitionForm, e.Typ())
		return nil, false
	}
	source, ok := pair(from)
	if !ok {
		l.loader.collector.fail(n.span(), "%s, found a function of arguments of type %s", transitionForm, from)
		return nil, false
	}
	set, isSet := to.(zed.PowerType)
	outcome, ok := pair(set.Elem)
	if !isSet || !ok {
		l.loader.collector.fail(n.span(), "%s, found a function whose results are of type %s", transitionForm, to)
		return nil, false
	}
	if !zed.SameType(source.Elems[0], outcome.Elems[0]) {
		l.loader.collector.fail(n.span(), "%s, found states of type %s before, and of type %s after", transitionForm,
			source.Elems[0], outcome.Elems[0])
		return nil, false
	}
	if index, _, ok := mapping(outcome.Elems[1]); !ok || !zed.SameType(index, zed.IntType{}) {
		l.loader.collector.fail(n.span(), "%s, found outputs of type %s, which is not that of sequences", transitionForm,
			outcome.Elems[1])
		return nil, false
	}
	r := &spec.Reactive{Text: n.text(), State: source.Elems[0], Input: source.Elems[1], Output: outcome.Elems[1]}
	at := zed.Info{Span: e.At(), Type: from}
	arg := &zed.TupleExt{Info: at, Elems: []zed.Expr{zed.LocalRef(spec.StateName, r.State),
		zed.LocalRef(spec.InputName, r.Input)}}
	r.Outcomes = &zed.Apply{Info: zed.Info{Span: e.At(), Type: to}, Fn: e, Arg: arg}
	domain := &zed.Op{Info: zed.Info{Span: e.At(), Type: zed.PowerType{Elem: from}}, Op: zed.Dom, Args: []zed.Expr{e}}
	r.Specified = zed.Relate(zed.In, arg, domain)
	return r, true
}

// mapping returns the types of the arguments and the results of functions of a type; it
// is false where the type is not one of functions.
func mapping(t zed.Type) (from, to zed.Type, ok bool) {
	set, isSet := t.(zed.PowerType)
	if !isSet {
		return nil, nil, false
	}
	p, ok := pair(set.Elem)
	if !ok {
		return nil, nil, false
	}
	return p.Elems[0], p.Elems[1], true
}

// pair returns a type of pairs; it is false for other types.
func pair(t zed.Type) (zed.ProductType, bool) {
	p, ok := t.(zed.ProductType)
	return p, ok && len(p.Elems) == 2
}

// readBeginning reads the state in which a machine begins, or the set of those in which it
// may begin.
func (l *reactiveReader) readBeginning(n *node, r *spec.Reactive) {
	e := l.term(n, "the state in which the machine begins", r.State, zed.PowerType{Elem: r.State})
	if e == nil {
		return
	}
	r.Init, r.InitAt = e, n.text()
	switch {
	case zed.SameType(e.Typ(), r.State):
	case zed.SameType(e.Typ(), zed.PowerType{Elem: r.State}):
		r.InitSet = true
	default:
		l.loader.collector.fail(n.span(), "expected a state, which is of type %s, or a set of states, found a term of type %s",
			r.State, e.Typ())
	}
}

// findAppliedUnit finds the unit that takes the inputs of a machine.
func (l *reactiveReader) findAppliedUnit(m *machine, byName map[string]*unit) {
	c, n := &l.loader.collector, m.reactive.apply
	name := c.name(n, "the name of a unit")
	if name == "" {
		return
	}
	u, r := byName[name], m.Reactive
	switch {
	case u == nil:
		c.fail(n.span(), "there is no unit %q%s", name, source.DidYouMean(name, keysOf(byName)))
	case u.SUT == "":
		c.fail(n.span(), "%s is not written yet: a machine runs a unit of a system under test", name)
	case u.Op == nil: // reported
	case len(u.Op.Input.Vars) != 1 || len(u.Op.Output.Vars) != 1:
		c.fail(n.span(), "%s has %d inputs and %d outputs: expected one of each, as in [i? : Input; o! : seq Output]",
			name,
			len(u.Op.Input.Vars), len(u.Op.Output.Vars))
	case len(u.Op.State.Vars) > 0:
		c.fail(n.span(),
			"%s has a state: expected a unit whose state only spec says, as in [i? : Input; o! : seq Output]",
			name)
	case !zed.SameType(u.Op.Input.Vars[0].Type, r.Input):
		c.fail(n.span(), "the input %s of %s is of type %s, and spec has inputs of type %s", u.Op.Input.Vars[0].Name,
			name,
			u.Op.Input.Vars[0].Type, r.Input)
	case !zed.SameType(u.Op.Output.Vars[0].Type, r.Output):
		c.fail(n.span(), "the output %s of %s is of type %s, and spec has sequences of type %s",
			u.Op.Output.Vars[0].Name, name, u.Op.Output.Vars[0].Type, r.Output)
	default:
		m.Units = []string{name}
	}
}
