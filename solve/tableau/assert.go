package tableau

import "github.com/ttf-int/ttf-int/zed"

// assertion is a predicate, or its negation, with what its names mean.
type assertion struct {
	pred    zed.Expr
	in      *Env
	negated bool
}

// assertions are the composite predicates that were made true: what units of many layers say
// repeats what those below them say, so that as a tree it would be exponentially large.
type assertions struct {
	work  *agenda
	known map[assertion]bool
	made  []assertion // those that a choice made, in their order
}

// add notes that a predicate is made true. It returns false where it is already.
func (t *assertions) add(a assertion) bool {
	switch a.pred.(type) {
	case *zed.Logic, *zed.Occur, *zed.Quant:
	default:
		return true
	}
	if t.known[a] {
		return false
	}
	t.known[a] = true
	if t.work.level > 0 {
		t.made = append(t.made, a)
	}
	return true
}

// undo goes back to where choices had made as many true.
func (t *assertions) undo(made int) {
	for _, a := range t.made[made:] {
		delete(t.known, a)
	}
	t.made = t.made[:made]
}

// assert makes a predicate or its negation true.
func (t *branch) assert(e zed.Expr, negated bool, in *Env, d deps) {
	if t.agenda.broken || !t.asserted.add(assertion{e, in, negated}) {
		return
	}
	switch e := e.(type) {
	case nil:
	case *zed.Truth:
		if e.Value == negated {
			t.agenda.clash(d)
		}
	case *zed.Occur:
		t.assert(e.Body, negated, in, d)
	case *zed.Logic:
		t.assertLogic(e, negated, in, d)
	case *zed.Quant:
		t.assertQuantified(e, negated, in, d)
	case *zed.Let:
		inner := in.NewInner()
		for i, name := range e.Names {
			inner.names[name] = t.reader.term(e.Values[i], in)
		}
		t.assert(e.Body, negated, inner, d)
	case *zed.Op:
		t.assertRelation(e, negated, in, d)
	default:
		t.proposition(e, negated, in, d)
	}
}

func (t *branch) proposition(e zed.Expr, negated bool, in *Env, d deps) {
	t.assume(literal{kind: holds, a: t.reader.newOpaque(e, in), negated: negated}, d)
}

func (t *branch) assertLogic(e *zed.Logic, negated bool, in *Env, d deps) {
	switch {
	case e.Op == zed.Not:
		t.assert(e.Args[0], !negated, in, d)
	case e.Op == zed.And && !negated, e.Op == zed.Or && negated:
		for _, a := range e.Args {
			t.assert(a, negated, in, d)
		}
	case e.Op == zed.And, e.Op == zed.Or:
		var all [][]literal
		for _, a := range e.Args {
			all = append(all, t.literals(a, negated, in))
		}
		t.splits.choose(d, all...)
	case e.Op == zed.Implies && negated:
		t.assert(e.Args[0], false, in, d)
		t.assert(e.Args[1], true, in, d)
	case e.Op == zed.Implies:
		t.splits.choose(d, t.literals(e.Args[0], true, in), t.literals(e.Args[1], false, in))
	default: // ⇔
		t.splits.choose(d,
			append(t.literals(e.Args[0], false, in), t.literals(e.Args[1], negated, in)...),
			append(t.literals(e.Args[0], true, in), t.literals(e.Args[1], !negated, in)...))
	}
}

// literals returns the literals whose conjunction is a predicate or its negation. For
// simple relations these have a form that other facts can decide.
func (t *branch) literals(e zed.Expr, negated bool, in *Env) []literal {
	switch x := e.(type) {
	case *zed.Occur:
		return t.literals(x.Body, negated, in)
	case *zed.Logic:
		switch {
		case x.Op == zed.Not:
			return t.literals(x.Args[0], !negated, in)
		case x.Op == zed.And && !negated, x.Op == zed.Or && negated:
			var all []literal
			for _, a := range x.Args {
				all = append(all, t.literals(a, negated, in)...)
			}
			return all
		}
	case *zed.Op:
		if list, ok := t.relation(x, negated, in); ok {
			for i := range list {
				list[i].pred, list[i].env, list[i].whole = e, in, negated
			}
			return list
		}
	}
	return []literal{{kind: predicate, pred: e, env: in, negated: negated, whole: negated}}
}

// relation returns the literals whose conjunction is a relation; false where the
// relation is more than that.
func (t *branch) relation(e *zed.Op, negated bool, in *Env) ([]literal, bool) {
	literals := ruleOf(string(e.Op)).literals
	if literals == nil || len(e.Args) != 2 {
		return nil, false
	}
	list := literals(t.reader.term(e.Args[0], in), t.reader.term(e.Args[1], in), negated)
	return list, list != nil
}

// assertRelation makes a relation or its negation true. Its terms have values.
func (t *branch) assertRelation(e *zed.Op, negated bool, in *Env, d deps) {
	if list, ok := t.relation(e, negated, in); ok {
		for _, l := range list {
			t.terms.enliven(l.a, d)
			switch l.kind {
			case memberOf:
				t.values.enlivenSet(l.b, d)
			case within:
				if l.negated {
					t.values.enlivenSet(l.b, d)
				}
			default:
				t.terms.enliven(l.b, d)
			}
			t.assume(l, d)
		}
		return
	}
	if meaning, ok := meaningOf(e); ok {
		t.assert(meaning, negated, in, d)
		return
	}
	args := t.reader.readAll(e.Args, in)
	for _, a := range args {
		if e.Op != zed.Disjoint { // which is so where one of the sets is empty, whatever the others are
			t.terms.enliven(a, d)
		}
	}
	if assert := ruleOf(string(e.Op)).assert; assert != nil {
		assert(t, e, args, negated, in, d)
	} else {
		t.proposition(e, negated, in, d)
	}
}
