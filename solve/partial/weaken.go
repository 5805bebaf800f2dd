package partial

import (
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// weakening makes, of a predicate, the one that is true where it is true or has no
// truth value: wherever that one is false, P is. An atom becomes ¬ D ∨ atom, D
// being a condition under which all its terms have values. A condition may demand more
// than evaluation does, so that the weakened predicate may be true where P is false,
// and is never false elsewhere.
type weakening struct {
	globals *eval.Globals
	free    *zed.FreeNames
	context *taken
	visits  int

	resolving map[string]bool
	made      map[zed.Expr]bool // the predicates that were made
	partial   zed.Expr          // the first term that need not have a value
	empty     bool              // some term has none, whatever the values are
	// split says that a conjunct which need not have a truth value is taken apart into
	// some that have: an ∃ over a set without a value, an equation of tuples.
	split bool
}

// maxVisits is the number of terms that are looked at, again where other facts are
// taken for granted: beyond it nothing is known of a predicate.
const maxVisits = 100_000

type polarity struct {
	expr    zed.Expr
	negated bool
}

func newWeakening(g *eval.Globals) *weakening {
	if g == nil {
		g = &eval.Globals{}
	}
	w := &weakening{globals: g, free: solve.FreeNames(), context: newTaken(), resolving: map[string]bool{},
		made: map[zed.Expr]bool{}}
	if g.Chosen != nil {
		// What axioms say of chosen constants holds of every choice: of a total function
		// some pairs are chosen, and it has values elsewhere all the same.
		var about []polarity
		for _, e := range g.Chosen.About {
			about = literalsOf(e, false, about)
		}
		w.settle(about)
	}
	return w
}

// negate returns the negation of a predicate, and plain truths of plain truths.
func (w *weakening) negate(e zed.Expr) zed.Expr {
	switch x := e.(type) {
	case *zed.Truth:
		return truthOf(!x.Value)
	case *zed.Logic:
		if x.Op == zed.Not {
			return x.Args[0]
		}
	}
	return w.note(&zed.Logic{Info: boolean(e), Op: zed.Not, Args: []zed.Expr{e}})
}

func (w *weakening) conjoin(parts ...zed.Expr) zed.Expr {
	if slices.ContainsFunc(parts, func(e zed.Expr) bool { return isTruth(e, false) }) {
		return truthOf(false)
	}
	return w.noteUnless(parts, schema.Conjoin(parts))
}

func (w *weakening) or(parts ...zed.Expr) zed.Expr {
	if slices.ContainsFunc(parts, func(e zed.Expr) bool { return isTruth(e, true) }) {
		return truthOf(true)
	}
	return w.noteUnless(parts, schema.Disjoin(parts))
}

func (w *weakening) noteUnless(parts []zed.Expr, e zed.Expr) zed.Expr {
	if slices.Contains(parts, e) {
		return e
	}
	return w.note(e)
}

func (w *weakening) note(e zed.Expr) zed.Expr {
	w.made[e] = true
	return e
}

func boolean(at zed.Expr) zed.Info { return zed.Info{Span: at.At(), Type: zed.BoolType{}} }

func truthOf(v bool) zed.Expr { return &zed.Truth{Info: zed.Info{Type: zed.BoolType{}}, Value: v} }

func isTruth(e zed.Expr, value bool) bool {
	t, ok := e.(*zed.Truth)
	return ok && t.Value == value
}

// weaken returns what is true where a predicate, or its negation, is not false: the
// predicate itself where it always has a truth value.
func (w *weakening) weaken(e zed.Expr, negated bool) zed.Expr {
	key := polarity{e, negated}
	if out, ok := w.context.weaker[key]; ok {
		return out
	}
	var out zed.Expr
	switch total := w.isTotal(e); {
	case !total:
		out = w.weakenPartial(e, negated)
	case negated:
		out = w.negate(e)
		delete(w.made, out)
	default:
		out = e
	}
	w.context.weaker[key] = out
	return out
}

// strengthen returns what is true where a predicate, or its negation, is true.
func (w *weakening) strengthen(e zed.Expr, negated bool) zed.Expr {
	return w.negate(w.weaken(e, !negated))
}

// weakenPartial weakens a predicate that need not have a truth value.
func (w *weakening) weakenPartial(e zed.Expr, negated bool) zed.Expr {
	if w.visits++; w.visits > maxVisits {
		return truthOf(true)
	}
	switch e := e.(type) {
	case *zed.Occur:
		return w.weaken(e.Body, negated)
	case *zed.Logic:
		return w.connective(e, negated)
	case *zed.Quant:
		return w.quantifier(e, negated)
	case *zed.Let:
		defer w.assume(w.context.dropNames(e.Names))()
		body := w.note(&zed.Let{Info: e.Info, Names: e.Names, Values: e.Values, Body: w.weaken(e.Body, negated)})
		return w.or(w.negate(w.conditions(e.Values)), body)
	case *zed.If:
		then := w.or(w.weaken(e.Cond, true), w.weaken(e.Then, negated))
		otherwise := w.or(w.weaken(e.Cond, false), w.weaken(e.Else, negated))
		return w.or(w.negate(w.condition(e.Cond)), w.conjoin(then, otherwise))
	case *zed.Op:
		if found := w.openComprehension(e); found != nil {
			return w.or(w.negate(w.condition(e.Args[0])), w.weaken(found, negated != (e.Op == zed.NotIn)))
		}
		parts, _ := SplitEquation(e)
		w.split = w.split || parts != nil
	}
	atom := e
	if negated {
		atom = w.negate(e)
	}
	return w.or(w.negate(w.condition(e)), atom)
}

func (w *weakening) connective(e *zed.Logic, negated bool) zed.Expr {
	if e.Op == zed.Iff {
		a, b := e.Args[0], e.Args[1]
		return w.or(w.conjoin(w.weaken(a, false), w.weaken(b, negated)),
			w.conjoin(w.weaken(a, true), w.weaken(b, !negated)))
	}
	if e.Op == zed.Not {
		return w.weaken(e.Args[0], !negated)
	}
	// A ∧ B and ¬ (A ∨ B) are conjunctions; the others are negations of some.
	disjunction := (e.Op == zed.And) == negated
	all := literalsOf(e, negated != disjunction, nil)
	total, leave := w.settle(all)
	defer leave()
	parts := make([]zed.Expr, len(all))
	for i, c := range all {
		parts[i] = w.literal(c, total[i], disjunction)
	}
	if disjunction {
		return w.or(parts...)
	}
	return w.conjoin(parts...)
}

// literal weakens a conjunct, or its negation.
func (w *weakening) literal(c polarity, total, negated bool) zed.Expr {
	if !total {
		return w.weaken(c.expr, c.negated != negated)
	}
	if c.negated != negated {
		return w.negate(c.expr)
	}
	return c.expr
}

// literalsOf returns the conjuncts of a predicate, or of its negation.
func literalsOf(e zed.Expr, negated bool, out []polarity) []polarity {
	switch x := e.(type) {
	case nil:
		return out
	case *zed.Occur:
		return literalsOf(x.Body, negated, out)
	case *zed.Logic:
		switch {
		case x.Op == zed.Not:
			return literalsOf(x.Args[0], !negated, out)
		case x.Op == zed.And && !negated, x.Op == zed.Or && negated:
			for _, a := range x.Args {
				out = literalsOf(a, negated, out)
			}
			return out
		case x.Op == zed.Implies && negated:
			return literalsOf(x.Args[1], true, literalsOf(x.Args[0], false, out))
		}
	}
	return append(out, polarity{e, negated})
}

// textLiterals returns the conjuncts of the predicate and of the body of a quantifier,
// or of the body's negation.
func textLiterals(e *zed.Quant) []polarity {
	return literalsOf(e.Body, e.Q == zed.Forall, literalsOf(e.Text.Pred, false, nil))
}

// quantifier weakens a quantifier, which has no truth value where a set that its
// variables range over has no value.
func (w *weakening) quantifier(e *zed.Quant, negated bool) zed.Expr {
	sets := w.sets(e.Text)
	if !isTruth(sets, true) {
		w.split = true
	}
	without := w.negate(sets)
	if e.Q == zed.Exists1 && negated {
		return truthOf(true)
	}
	all := textLiterals(e)
	total, leave := w.settleIn(e.Text, all)
	defer leave()
	var guards, doubtful []zed.Expr
	exists := e.Q == zed.Exists1 || (e.Q == zed.Exists) != negated
	for i, c := range all {
		if total[i] {
			guards = append(guards, w.literal(c, true, false))
		} else {
			doubtful = append(doubtful, w.literal(c, false, !exists))
		}
	}
	text := zed.Text{Decls: e.Text.Decls}
	if exists {
		body := w.conjoin(append(guards, doubtful...)...)
		return w.or(without, w.note(&zed.Quant{Info: e.Info, Q: zed.Exists, Text: text, Body: body}))
	}
	if len(guards) > 0 {
		text.Pred = schema.Conjoin(guards)
	}
	body := w.or(doubtful...)
	if isTruth(body, true) {
		return body
	}
	return w.or(without, w.note(&zed.Quant{Info: e.Info, Q: zed.Forall, Text: text, Body: body}))
}

// openComprehension returns the ∃ that x ∈ {D | P • e} or x ∉ {D | P • e} speaks of; nil
// for other relations, and where a variable of D would hide one of x. It is undefined
// where x has no value.
func (w *weakening) openComprehension(e *zed.Op) zed.Expr {
	if e.Op != zed.In && e.Op != zed.NotIn {
		return nil
	}
	set, ok := e.Args[1].(*zed.Comp)
	if !ok || set.Op != zed.SetComp {
		return nil
	}
	names := w.free.NamesOf(e.Args[0])
	if slices.ContainsFunc(namesOf(set.Text), func(n string) bool { return slices.Contains(names, n) }) {
		return nil
	}
	equal := &zed.Op{Info: e.Info, Op: zed.Equal, Args: []zed.Expr{e.Args[0], set.Body}}
	return &zed.Quant{Info: e.Info, Q: zed.Exists, Text: set.Text, Body: equal}
}

// namesOf returns the names that a text declares.
func namesOf(t zed.Text) []string {
	var out []string
	for _, d := range t.Decls {
		for _, n := range d.Names {
			out = append(out, n.Name)
		}
	}
	return out
}
