package tactics

import (
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// rj returns the tactic that makes a second root beside the valid input space: the
// inputs that a partial operation refuses. It leaves the valid input space as it is.
func rj() Tactic {
	return Tactic{
		Name: "rj", Label: "RJ",
		Doc:  "inputs outside the precondition: one condition per conjunct of it that is false, the others true",
		Read: readRJ,
	}
}

// rejection makes the conditions on inputs that an operation refuses.
type rejection struct{ basis *Basis }

func readRJ(basis *Basis, entry spec.Tactic) (Divider, error) {
	b := &rejection{basis}
	if b.basis.Unit.Rejects == nil {
		return nil, source.Errorf(entry.Span,
			"the tactic rj needs to know what %s promises outside its precondition: expected rejects: in its specification", b.basis.Unit.Name)
	}
	if b.basis.tree.Rejected != nil {
		return nil, source.Errorf(entry.Span, "the tactic rj is in the list twice")
	}
	refusal, err := b.refusal(b.basis.Unit.Rejects)
	if err != nil {
		return nil, err
	}
	for _, d := range b.basis.Unit.Op.Disjuncts {
		b.basis.tree.Valued = append(b.basis.tree.Valued, b.basis.definedness(d.Conjuncts))
	}
	possible := schema.Conjoin(b.basis.possibleConditions())
	root := &suite.Condition{ID: b.basis.Unit.Name + "/RJ", Part: &suite.Part{
		Stem: b.basis.Unit.Schema + "_RJ", Tactic: "rj", Kind: suite.Rejected, Span: entry.Span,
		Pred:  schema.Conjoin(append([]zed.Expr{possible}, b.refusalCondition()...)),
		Shown: "¬ pre " + b.basis.Unit.Schema,
	}}
	parts := b.makeConditions(entry.Span)
	if len(parts) == 0 {
		return nil, source.Errorf(entry.Span,
			"the tactic rj finds no condition of %s on its inputs that could be false: the operation is total",
			b.basis.Unit.Schema)
	}
	if b.basis.size += len(parts); b.basis.size > b.basis.limit {
		return nil, b.basis.newTooMany(entry.Span, b.basis.size)
	}
	for i, p := range parts {
		c := &suite.Condition{ID: root.ID + "_" + strconv.Itoa(i+1), Parent: root, Number: i + 1, Part: &suite.Part{
			Stem: root.Stem, Tactic: "rj", Kind: suite.Rejected, Pred: p.Pred, Shown: p.Shown, Span: p.Span,
		}}
		root.Children = append(root.Children, c)
	}
	b.basis.tree.Rejected, b.basis.tree.Refusal, b.basis.tree.Possible = root, refusal, possible
	return divideAlways(nil), nil
}

// refusalCondition returns the condition that no disjunct is enabled: each has no outcome, or a
// term in it has no value.
func (b *rejection) refusalCondition() []zed.Expr {
	late := b.basis.Unit.Op.Late.Vars
	if !slices.ContainsFunc(b.basis.tree.Valued, func(v []zed.Expr) bool { return len(v) > 0 }) {
		return []zed.Expr{negate(b.basis.System.Calculus.Exists(late, b.basis.Unit.Op.Pred))}
	}
	var out []zed.Expr
	for i, d := range b.basis.Unit.Op.Disjuncts {
		possible := b.basis.System.Calculus.Exists(late, schema.Conjoin(d.Conjuncts))
		out = append(out, negate(schema.Conjoin(append(slices.Clone(b.basis.tree.Valued[i]), possible))))
	}
	return out
}

// refusal returns the unit as it is specified for rejected inputs. Its operation is
// what `rejects:` promises, with outputs in their declared sets and an unchanged state.
func (b *rejection) refusal(text *source.Text) (*spec.Unit, error) {
	e, err := b.basis.System.Language.Expr(text)
	if err != nil {
		return nil, err
	}
	checked, err := b.basis.System.Spec.Pred(e, b.basis.Unit.Op.Vars)
	if err != nil {
		return nil, err
	}
	all := schema.Conjuncts(b.basis.System.Calculus.Predicate(checked))
	for _, v := range b.basis.Unit.Op.Output.Vars {
		all = append(all, declarationConditions(v)...)
	}
	after := b.basis.Unit.Op.After.Vars
	for _, before := range b.basis.Unit.Op.Before.Vars {
		for _, v := range after {
			if v.Name == before.Name+"'" {
				all = append(all, &zed.Op{
					Info: zed.Info{Span: text.FullSpan(), Type: zed.BoolType{}}, Op: zed.Equal,
					Args: []zed.Expr{ref(v.Name, zed.Local, v.Type), ref(before.Name, zed.Local, v.Type)},
				})
			}
		}
	}
	promised := *b.basis.Unit.Op
	promised.Pred, promised.Disjuncts = schema.Conjoin(all), []schema.Disjunct{{Conjuncts: all}}
	out := *b.basis.Unit
	out.Op = &promised
	return &out, nil
}

// possibleConditions returns the conditions on inputs and before-state on which the operation may
// rely: that they lie in the sets in which they are declared, and the invariants of the
// state.
func (b *Basis) possibleConditions() []zed.Expr {
	var out []zed.Expr
	for _, v := range b.tree.VIS {
		out = append(out, declarationConditions(v)...)
	}
	return append(out, b.invariants()...)
}

// declarationConditions returns the condition that a variable lies in the set in which it is
// declared, unless this is its whole type.
func declarationConditions(v zed.Var) []zed.Expr {
	if v.Decl == nil || toolkit.Full(v.Decl) {
		return nil
	}
	return []zed.Expr{op(zed.In, zed.BoolType{}, ref(v.Name, zed.Local, v.Type), v.Decl)}
}

// makeConditions returns the conditions on rejected inputs: for each disjunct and each
// conjunct of its precondition, that this conjunct is false and the others are true.
// Conjuncts that follow from the after-state or outputs are negated where all written
// conditions on the inputs are true. So is the condition that a term has a value, where
// all is true that is not written about that term. Conjuncts that no rule eliminates
// are negated together.
func (b *rejection) makeConditions(span source.Span) []Part {
	var parts []Part
	seen := map[string]bool{}
	add := func(preds []zed.Expr, and string, at source.Span) {
		p := schema.Conjoin(preds)
		if text := printWith(p, and); !seen[text] {
			seen[text] = true
			parts = append(parts, Part{Pred: p, Shown: text, Span: at})
		}
	}
	whole := "¬ pre " + b.basis.Unit.Schema
	for _, d := range b.basis.Unit.Op.Disjuncts {
		written, implied, left := b.demands(d)
		for i := range written {
			add(b.falsifyOne(written, i), "", written[i].At())
		}
		for i := range implied {
			add(append(b.falsifyOne(implied, i), b.keepDefined(implied[i], written)...), "", implied[i].At())
		}
		valued := b.unvalued(d.Conjuncts, append(slices.Clone(written), implied...), add)
		switch {
		case valued > 0 && b.basis.isOutcomeOnly(left):
		case len(left) > 0 && len(written)+len(implied) == 0:
			add(nil, whole, span) // once: no disjunct is enabled on a rejected input
		case len(left) > 0:
			rest := &zed.Pre{Info: zed.Info{Type: zed.BoolType{}}, X: schema.Conjoin(left)}
			add(append(slices.Clone(written), implied...), "¬ "+zed.Print(rest, zed.Unicode), span)
		}
	}
	return parts
}

// unvalued adds the conditions that a term of a disjunct has no value while the
// conditions on other terms hold, and returns their number.
func (b *rejection) unvalued(conjuncts, said []zed.Expr, add func([]zed.Expr, string, source.Span)) int {
	known := b.basis.printPossible()
	for _, p := range said {
		known[zed.Print(p, zed.Unicode)] = true
	}
	n := 0
	for _, c := range b.basis.definedness(conjuncts) {
		if !b.basis.isNew(c, known) {
			continue
		}
		text := zed.Print(c, zed.Unicode)
		preds := []zed.Expr{negate(c)}
		for _, p := range said {
			if !slices.ContainsFunc(b.basis.definedness([]zed.Expr{p}),
				func(v zed.Expr) bool { return zed.Print(v, zed.Unicode) == text }) {
				preds = append(preds, p)
			}
		}
		add(preds, "", c.At())
		n++
	}
	return n
}

// falsifyOne returns the negation of the i-th predicate and the other predicates, except
// those that have a value only where the i-th holds.
func (b *rejection) falsifyOne(preds []zed.Expr, i int) []zed.Expr {
	others := append(slices.Clone(preds[:i]), preds[i+1:]...)
	return append([]zed.Expr{negate(preds[i])}, b.keepDefined(preds[i], others)...)
}

// keepDefined returns those predicates that may have a value where a guard is false.
func (b *rejection) keepDefined(guard zed.Expr, preds []zed.Expr) []zed.Expr {
	text := zed.Print(guard, zed.Unicode)
	return slices.DeleteFunc(slices.Clone(preds), func(p zed.Expr) bool {
		return slices.ContainsFunc(b.basis.definedness([]zed.Expr{p}), func(v zed.Expr) bool {
			return zed.Print(v, zed.Unicode) == text || slices.Contains(entailed(v), text)
		})
	})
}

// entailed returns what follows from a condition under which a term has a value, in the
// forms in which such guards are written.
func entailed(valued zed.Expr) []string {
	o, ok := valued.(*zed.Op)
	if !ok || len(o.Args) != 2 {
		return nil
	}
	var out []string
	add := func(op zed.Operator, x, y zed.Expr) {
		out = append(out, zed.Print(zed.Relate(op, x, y), zed.Unicode))
	}
	order := func(less, more zed.Operator, x, y zed.Expr) { add(less, x, y); add(more, y, x) }
	filled := func(s zed.Expr) {
		add(zed.NotEqual, s, op(zed.EmptySet, s.Typ()))
		out = append(out, zed.Print(s, zed.Unicode)+" ≠ ⟨⟩")
		size := op(zed.Card, zed.IntType{}, s)
		order(zed.Less, zed.Greater, num(0), size)
		order(zed.LessEq, zed.GreaterEq, num(1), size)
		add(zed.NotEqual, size, num(0))
	}
	switch domain, inDomain := o.Args[1].(*zed.Op); {
	case o.Op == zed.NotEqual && inDomain && domain.Op == zed.EmptySet:
		filled(o.Args[0])
	case o.Op == zed.In && inDomain && domain.Op == zed.Dom:
		f, x := domain.Args[0], o.Args[0]
		filled(f)
		add(zed.NotEqual, domain, op(zed.EmptySet, domain.Typ()))
		if t, ok := f.Typ().(zed.PowerType); ok && t.List {
			size := op(zed.Card, zed.IntType{}, f)
			order(zed.LessEq, zed.GreaterEq, num(1), x)
			order(zed.Less, zed.Greater, num(0), x)
			order(zed.LessEq, zed.GreaterEq, x, size)
			add(zed.NotEqual, x, num(0))
			add(zed.In, x, op(zed.Range, domain.Typ(), num(1), size))
		}
	}
	return out
}

// printWith returns a printed predicate together with a further condition.
func printWith(p zed.Expr, and string) string {
	text := zed.Print(p, zed.Unicode)
	switch t, truth := p.(*zed.Truth); {
	case and == "":
		return text
	case truth && t.Value:
		return and
	}
	return suite.Conjunct(text) + " ∧ " + and
}

// demands returns what the precondition of a disjunct demands of inputs and
// before-state besides what is possible: the written conditions, those that follow
// where equations give the after-state and outputs, and the conjuncts that remain under
// ∃.
func (b *rejection) demands(d schema.Disjunct) (written, implied, left []zed.Expr) {
	known := b.basis.printPossible()
	var late []zed.Expr
	for _, c := range d.Conjuncts {
		switch {
		case b.basis.Unit.Declares(c):
		case !b.basis.isEarly(c):
			late = append(late, c)
		case b.basis.isNew(c, known):
			written = append(written, c)
		}
	}
	implied, left = b.basis.eliminateLate(late, known)
	return written, implied, left
}

// printPossible returns the printed conditions that are possible, in a new map.
func (b *Basis) printPossible() map[string]bool {
	if b.given == nil {
		b.given = map[string]bool{}
		for _, p := range b.possibleConditions() {
			b.given[zed.Print(p, zed.Unicode)] = true
		}
	}
	out := make(map[string]bool, len(b.given))
	for text := range b.given {
		out[text] = true
	}
	return out
}

// isNew tells whether a conjunct is not among the known ones, which are given as
// printed, and adds it to them.
func (b *Basis) isNew(c zed.Expr, known map[string]bool) bool {
	text := zed.Print(c, zed.Unicode)
	if known[text] || b.isAlwaysTrue(c) || follows(c, known) {
		return false
	}
	known[text] = true
	return true
}

// eliminateLate eliminates after-state and outputs from conjuncts where equations give them.
// It returns the conditions on inputs and before-state that follow and are not known
// already, and the conjuncts that remain under ∃, declarations excepted.
func (b *Basis) eliminateLate(late []zed.Expr, known map[string]bool) (implied, left []zed.Expr) {
	free, left := b.System.Calculus.OnePoint(b.Unit.Op.Late.Vars, late)
	for _, c := range free {
		switch {
		case !b.isEarly(c):
			left = append(left, c)
		case b.isNew(c, known):
			implied = append(implied, c)
		}
	}
	// A variable of which nothing else is said has a value.
	return implied, slices.DeleteFunc(left, b.Unit.Declares)
}

// isAlwaysTrue tells whether a conjunct is true for all values of its variables, as far as its
// form and evaluation without the variables show.
func (b *Basis) isAlwaysTrue(c zed.Expr) bool {
	if o, ok := c.(*zed.Op); ok && toolkit.IsReflexive(o.Op) &&
		zed.Print(o.Args[0], zed.Unicode) == zed.Print(o.Args[1], zed.Unicode) {
		return true
	}
	if len(b.System.Calculus.FreeVars(c)) > 0 {
		return false
	}
	program, err := eval.Compile(c, nil, b.System.Globals)
	if err != nil {
		return false
	}
	truth, _ := program.Truth(nil)
	return truth == eval.True
}

// isEarly tells whether a conjunct mentions only inputs and before-state.
func (b *Basis) isEarly(c zed.Expr) bool {
	_, callee := c.(*zed.Occur)
	return !callee && b.isAboutVIS(c)
}
