package tactics

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// seq returns the tactic that divides by the witnesses of an existential quantifier
// (Fastest: strong existential quantifier).
func seq() Tactic {
	return Tactic{
		Name: "seq", Label: "SEQ", Argument: "{of: ∃ x : D • P, values: {x: [v1, …, vn]}}", Covers: true,
		Disjoint: true,
		Doc:      "one condition per disjunct of a quantified predicate and given witness, each without the ones before, and one for other witnesses",
		Read: func(b *Basis, entry spec.Tactic) (Divider, error) {
			return b.witnesses(entry, true)
		},
	}
}

// witnesses reads a predicate ∃ or ¬ ∀ with values for its variables, and returns what
// divides by which of the values satisfy it. Strong conditions exclude earlier values,
// and are followed by a condition for the case that none of the values satisfies it.
func (b *Basis) witnesses(entry spec.Tactic, strong bool) (Divider, error) {
	args, err := fields(entry, "of", "values")
	if err != nil {
		return nil, err
	}
	text, err := readScalar(entry, args["of"], "an existential quantification, ∃ x : D • P")
	if err != nil {
		return nil, err
	}
	_, term, err := b.Term(text)
	if err != nil {
		return nil, err
	}
	quant, body := findExistential(term)
	if quant == nil {
		return nil, source.Errorf(text.FullSpan(), "the tactic %s expects ∃ x : D • P or ¬ (∀ x : D • P), found %s",
			entry.Name, text.Value)
	}
	if !b.Occurs(term) {
		return nil, source.Errorf(text.FullSpan(), "%s does not occur in %s (schemas of other units are not looked into)",
			text.Value, b.Unit.Schema)
	}
	tuples, err := b.tuples(entry, quant, args["values"])
	if err != nil {
		return nil, err
	}
	alternatives := disjuncts(body)
	if err := b.Room(text.FullSpan(), len(tuples)*len(alternatives)); err != nil {
		return nil, err
	}
	parts := makeSatisfied(quant, alternatives, tuples, text.FullSpan())
	var earlier []zed.Expr
	for i, p := range parts {
		if strong {
			parts[i].Pred = conjoin(append([]zed.Expr{p.Pred}, earlier...)...)
		}
		earlier = append(earlier, negate(p.Pred))
	}
	if strong {
		parts = append(parts, Part{Pred: schema.Conjoin(append([]zed.Expr{term}, earlier...)), Span: text.FullSpan()})
	} else {
		parts = append(parts, Part{Pred: others(quant, body, tuples), Span: text.FullSpan()})
	}
	return b.divideWhere(term, parts), nil
}

// findExistential returns the quantifier and its body, where the term is ∃ x : D • P or ¬
// (∀ x : D • P).
func findExistential(term zed.Expr) (*zed.Quant, zed.Expr) {
	if q, ok := term.(*zed.Quant); ok && q.Q == zed.Exists {
		return q, schema.Conjoin([]zed.Expr{q.Text.Pred, q.Body})
	}
	if l, ok := term.(*zed.Logic); ok && l.Op == zed.Not {
		if q, ok := l.Args[0].(*zed.Quant); ok && q.Q == zed.Forall {
			return q, schema.Conjoin([]zed.Expr{q.Text.Pred, negate(q.Body)})
		}
	}
	return nil, nil
}

// tuples reads the values of each variable, and returns every combination of one value
// each.
func (b *Basis) tuples(entry spec.Tactic, quant *zed.Quant, arg *spec.Argument) ([]map[string]zed.Expr, error) {
	if arg == nil || arg.Fields == nil {
		span := entry.Span
		if arg != nil {
			span = arg.Span
		}
		return nil, source.Errorf(span, "the tactic %s expects values for each variable, such as {x: [1, 2]}",
			entry.Name)
	}
	given := map[string][]zed.Expr{}
	var names []string
	types := map[string]zed.Type{}
	for _, d := range quant.Text.Decls {
		for _, n := range d.Names {
			names = append(names, n.Name)
			types[n.Name] = d.Type.Typ().(zed.PowerType).Elem
		}
	}
	for _, f := range arg.Fields {
		if !contains(names, f.Name) {
			return nil, source.Errorf(f.Span, "the quantification has no variable %q%s", f.Name,
				source.DidYouMean(f.Name, names))
		}
		values, err := b.values(entry, f.Value)
		if err != nil {
			return nil, err
		}
		for _, v := range values {
			if !zed.SameType(v.Typ(), types[f.Name]) {
				return nil, newTypeError(entry, f.Name, types[f.Name], v)
			}
		}
		given[f.Name] = values
	}
	out := []map[string]zed.Expr{{}}
	for _, name := range names {
		if len(given[name]) == 0 {
			return nil, source.Errorf(arg.Span, "the tactic %s expects values for %s", entry.Name, name)
		}
		if err := b.Room(arg.Span, len(out)*len(given[name])); err != nil {
			return nil, err
		}
		var longer []map[string]zed.Expr
		for _, t := range out {
			for _, v := range given[name] {
				u := map[string]zed.Expr{name: v}
				for k, x := range t {
					u[k] = x
				}
				longer = append(longer, u)
			}
		}
		out = longer
	}
	return out, nil
}

// makeSatisfied returns a condition for each alternative and tuple: that the values lie in
// the domains and satisfy the alternative.
func makeSatisfied(quant *zed.Quant, alternatives []zed.Expr, tuples []map[string]zed.Expr, span source.Span) []Part {
	var parts []Part
	for _, a := range alternatives {
		for _, t := range tuples {
			var in []zed.Expr
			for _, d := range quant.Text.Decls {
				for _, n := range d.Names {
					if !toolkit.Full(d.Type) {
						in = append(in, op(zed.In, zed.BoolType{}, t[n.Name], d.Type))
					}
				}
			}
			parts = append(parts, Part{Pred: conjoin(append(in, schema.Substitute(a, t))...), Span: span})
		}
	}
	return parts
}

// others returns the condition that something other than the tuples satisfies the
// quantified predicate.
func others(quant *zed.Quant, body zed.Expr, tuples []map[string]zed.Expr) zed.Expr {
	said := []zed.Expr{body}
	for _, t := range tuples {
		var differ []zed.Expr
		for _, d := range quant.Text.Decls {
			for _, n := range d.Names {
				x := ref(n.Name, zed.Local, d.Type.Typ().(zed.PowerType).Elem)
				differ = append(differ, op(zed.NotEqual, zed.BoolType{}, x, t[n.Name]))
			}
		}
		said = append(said, schema.Disjoin(differ))
	}
	return &zed.Quant{Info: zed.Info{Type: zed.BoolType{}}, Q: zed.Exists, Text: zed.Text{Decls: quant.Text.Decls},
		Body: conjoin(said...)}
}

// disjuncts returns the alternatives of a predicate, with conjunctions distributed over
// disjunctions.
func disjuncts(e zed.Expr) []zed.Expr {
	l, ok := e.(*zed.Logic)
	if !ok {
		return []zed.Expr{e}
	}
	switch l.Op {
	case zed.Or:
		var out []zed.Expr
		for _, a := range l.Args {
			out = append(out, disjuncts(a)...)
		}
		return out
	case zed.Implies:
		return append(disjuncts(negate(l.Args[0])), disjuncts(l.Args[1])...)
	case zed.And:
		out := []zed.Expr{nil}
		for _, a := range l.Args {
			var longer []zed.Expr
			for _, first := range out {
				for _, second := range disjuncts(a) {
					longer = append(longer, schema.Conjoin([]zed.Expr{first, second}))
				}
			}
			if len(longer) > schema.MaxDisjuncts {
				return []zed.Expr{e}
			}
			out = longer
		}
		return out
	}
	return []zed.Expr{e}
}
