package tactics

import (
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// sp returns the tactic that divides by the standard partition of an operator.
func sp() Tactic {
	return Tactic{
		Name: "sp", Label: "SP", Argument: "an expression or predicate of the operation, or an operator", Covers: true,
		Disjoint: true, Rows: true,
		Doc:  "one condition per row of an operator's standard partition, with its operands put in",
		Read: readSP,
	}
}

func readSP(basis *Basis, entry spec.Tactic) (Divider, error) {
	b := basis.standard
	text, err := readScalar(entry, entry.Arg, "an expression, a predicate or an operator")
	if err != nil {
		return nil, err
	}
	if err := b.readTables(); err != nil {
		return nil, err
	}
	if name, ok := b.operator(strings.TrimSpace(text.Value)); ok {
		found := b.instances(name)
		if len(found) == 0 {
			return nil, source.Errorf(text.FullSpan(),
				"the operator %s does not occur in %s over variables of its valid input space (schemas of other units are not looked into)", name, b.basis.Unit.Schema)
		}
		return b.divideByAll(found, text.FullSpan()), nil
	}
	_, term, err := b.basis.Term(text)
	if err != nil {
		return nil, err
	}
	if !b.basis.Occurs(term) {
		return nil, source.Errorf(text.FullSpan(), "%s does not occur in %s (schemas of other units are not looked into)",
			text.Value, b.basis.Unit.Schema)
	}
	if l, negated := term.(*zed.Logic); negated && l.Op == zed.Not {
		term = l.Args[0] // its table has the rows of both
	}
	x, ok := b.instance(term, "")
	if !ok {
		return nil, source.Errorf(text.FullSpan(),
			"there is no standard partition for %s with operands of these types; there are some for: %s", text.Value,
			b.names())
	}
	return func(leaf *suite.Condition) ([]Part, error) { return b.rows(leaf, x, text.FullSpan()) }, nil
}

// partitions are the tables by which a unit's terms may be divided: those that the
// project defines, and the standard ones.
type partitions struct {
	basis  *Basis
	tables []*table // set when they are read
	filled map[filled]zed.Expr
}

// readTables reads the tables once. Those of the project precede the standard ones.
func (b *partitions) readTables() error {
	if b.tables != nil {
		return nil
	}
	for _, own := range b.basis.System.Tactics {
		if own.Of == nil {
			continue
		}
		t, err := readOwnTable(own, b.basis.System)
		if err != nil {
			return err
		}
		b.tables = append(b.tables, t)
	}
	for _, p := range Partitions() {
		t, err := newTable(p)
		if err != nil {
			return err
		}
		b.tables = append(b.tables, t)
	}
	return nil
}

// operator returns the name of the tables for an operator, which is given by its symbol
// or its ASCII word.
func (b *partitions) operator(text string) (string, bool) {
	for _, f := range zed.Forms() {
		if text == f.ASCII {
			text = f.Symbol
			break
		}
	}
	for _, t := range b.tables {
		if t.name == text {
			return text, true
		}
	}
	return "", false
}

func (b *partitions) names() string {
	var out []string
	seen := map[string]bool{}
	for _, t := range b.tables {
		if !seen[t.name] {
			seen[t.name] = true
			out = append(out, t.name)
		}
	}
	return strings.Join(out, " ")
}

// instance is a term together with the table that divides it.
type instance struct {
	*table
	term     zed.Expr
	operands map[string]zed.Expr
}

// instance returns the first table for a term: one with the given name, or any where
// name is "".
func (b *partitions) instance(term zed.Expr, name string) (instance, bool) {
	for _, t := range b.tables {
		if name != "" && t.name != name {
			continue
		}
		if operands := t.match(term); operands != nil {
			return instance{t, term, operands}, true
		}
	}
	return instance{}, false
}

// instances returns the terms of the operation, over the valid input space, that a
// table with the given name divides; each once, in order.
func (b *partitions) instances(name string) []instance {
	var found []instance
	seen := map[string]bool{}
	for _, d := range b.basis.Unit.Op.Disjuncts {
		for _, c := range d.Conjuncts {
			visit(c, func(e zed.Expr) {
				x, ok := b.instance(e, name)
				if !ok || seen[zed.Print(e, zed.Unicode)] || !b.basis.isAboutVIS(e) || b.basis.Unit.Declares(e) {
					return
				}
				seen[zed.Print(e, zed.Unicode)] = true
				found = append(found, x)
			})
		}
	}
	return found
}

// divideByAll returns what divides by the partitions of several terms, one after the
// other.
func (b *partitions) divideByAll(found []instance, span source.Span) Divider {
	return func(leaf *suite.Condition) ([]Part, error) {
		parts, err := b.rows(leaf, found[0], span)
		for _, x := range found[1:] {
			if err != nil {
				break
			}
			parts, err = b.refine(leaf, parts, x, span)
		}
		return parts, err
	}
}

// refine divides each of the parts again, by the rows for another term.
func (b *partitions) refine(leaf *suite.Condition, parts []Part, x instance, span source.Span) ([]Part, error) {
	rows, err := b.rows(leaf, x, span)
	if err != nil || len(rows) == 0 {
		return parts, err
	}
	if len(parts) == 0 {
		return rows, nil
	}
	if err := b.basis.Room(span, len(parts)*len(rows)); err != nil {
		return nil, err
	}
	var out []Part
	for _, p := range parts {
		for _, r := range rows {
			out = append(out, Part{Pred: conjoin(p.Pred, r.Pred), Span: span})
		}
	}
	return out, nil
}

// rows returns the conditions for one term at a leaf. There are none where the term
// does not occur there. For an atom they are the rows of the atom where it holds at the
// leaf, those of its negation where that holds, and otherwise both.
func (b *partitions) rows(leaf *suite.Condition, x instance, span source.Span) ([]Part, error) {
	if !x.atom() {
		if !b.basis.occursAt(leaf, x.term) {
			return nil, nil
		}
		return b.fill(x, x.rows, span)
	}
	positive, err := b.fill(x, x.rows, span)
	if err != nil || b.basis.entails(leaf, x.term) {
		return positive, err
	}
	negative, err := b.makeNegative(x, span)
	if err != nil || b.basis.entails(leaf, schema.Negate(x.term)) {
		return negative, err
	}
	if !b.areApplied(leaf, x.term) {
		return nil, nil
	}
	return append(positive, negative...), nil
}

// makeNegative returns the conditions for the negation of an atom.
func (b *partitions) makeNegative(x instance, span source.Span) ([]Part, error) {
	if x.negation != nil {
		return b.fill(x, x.negation, span)
	}
	not, ok := b.instance(schema.Negate(x.term), "")
	if !ok {
		return []Part{{Pred: schema.Negate(x.term), Span: span}}, nil
	}
	return b.fill(not, not.rows, span)
}

// areApplied tells whether the function applications in a term that does not hold at the
// leaf occur in conjuncts that do. Otherwise they may have no value, and then neither
// the term nor its negation would hold.
func (b *partitions) areApplied(leaf *suite.Condition, x zed.Expr) bool {
	stand := true
	visit(x, func(e zed.Expr) {
		if _, ok := e.(*zed.Apply); ok {
			stand = stand && b.basis.occursAt(leaf, e)
		}
	})
	return stand
}

// fill returns a condition for each row, with the operands in the place of the
// parameters.
func (b *partitions) fill(x instance, rows []*source.Text, span source.Span) ([]Part, error) {
	var parts []Part
	for _, text := range rows {
		key := filled{x.term, text}
		if checked := b.filled[key]; checked != nil && x.term != nil {
			parts = append(parts, Part{Pred: checked, Span: span})
			continue
		}
		row, err := x.row(text, x.operands)
		if err != nil {
			return nil, err
		}
		checked := b.basis.System.Calculus.Predicate(row)
		b.filled[key] = checked
		parts = append(parts, Part{Pred: checked, Span: span})
	}
	return parts, nil
}

// filled is a row of a table for a certain term.
type filled struct {
	term zed.Expr // nil where the rows divide no term
	row  *source.Text
}

// entails tells whether an atom is a conjunct of the leaf's disjunct or of a condition
// above the leaf, however its negation is written.
func (b *Basis) entails(leaf *suite.Condition, atom zed.Expr) bool {
	want, other := b.text(atom), zed.Print(schema.Negate(atom), zed.Unicode)
	for _, c := range b.ConjunctsAt(leaf) {
		if b.text(c) == want {
			return true
		}
		if not, ok := c.(*zed.Logic); ok && not.Op == zed.Not && b.text(not.Args[0]) == other {
			return true
		}
	}
	return false
}

// text returns the printed form of a term of the tree.
func (b *Basis) text(e zed.Expr) string {
	text, ok := b.texts[e]
	if !ok {
		text = zed.Print(e, zed.Unicode)
		b.texts[e] = text
	}
	return text
}

// ConjunctsAt returns the conjuncts that hold at a leaf: those of its disjunct, in which the
// schemas of other units are opaque, and those of the conditions above it.
func (b *Basis) ConjunctsAt(leaf *suite.Condition) []zed.Expr {
	var out []zed.Expr
	if leaf.Disjunct > 0 {
		out = append(out, b.Unit.Op.Disjuncts[leaf.Disjunct-1].Conjuncts...)
	} else {
		out = append(out, b.Unit.Op.Pred)
	}
	for _, c := range leaf.Path() {
		if c.HasOwnPart() || c.Parent == nil {
			out = append(out, schema.Conjuncts(c.Pred)...)
		}
	}
	return out
}

// Occurs tells whether the term, or its negation where it is an atom, occurs in the
// operation.
func (b *Basis) Occurs(term zed.Expr) bool {
	want, other := zed.Print(term, zed.Unicode), ""
	if zed.SameType(term.Typ(), zed.BoolType{}) {
		other = zed.Print(schema.Negate(term), zed.Unicode)
	}
	found := false
	visit(b.Unit.Op.Pred, func(e zed.Expr) {
		text := zed.Print(e, zed.Unicode)
		found = found || text == want || text == other
	})
	return found
}

// occursAt tells whether the term occurs in a conjunct that holds at the leaf.
func (b *Basis) occursAt(leaf *suite.Condition, term zed.Expr) bool {
	want := b.text(term)
	found := false
	for _, c := range b.ConjunctsAt(leaf) {
		visit(c, func(e zed.Expr) { found = found || b.text(e) == want })
	}
	return found
}

// isAboutVIS tells whether tactics see all the variables of a term.
func (b *Basis) isAboutVIS(e zed.Expr) bool {
	for _, v := range b.System.Calculus.FreeVars(e) {
		if !b.Sees(v) {
			return false
		}
	}
	return true
}

// visit calls f for a term and its subterms, but does not look into the
// schemas of other units.
func visit(e zed.Expr, f func(zed.Expr)) {
	if _, callee := e.(*zed.Occur); callee || e == nil {
		return
	}
	f(e)
	for _, c := range zed.Children(e) {
		visit(c, f)
	}
}
