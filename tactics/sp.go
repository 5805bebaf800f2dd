package tactics

import (
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// sp divides by the standard partition of an operator.
func sp() Tactic {
	return Tactic{
		Name: "sp", Label: "SP", Argument: "an expression or predicate of the operation, or an operator", Covers: true, Disjoint: true,
		Doc:  "one condition per row of an operator's standard partition, with its operands put in",
		read: readSP,
	}
}

func readSP(b *builder, entry spec.Tactic) (divider, error) {
	text, err := scalar(entry, entry.Arg, "an expression, a predicate or an operator")
	if err != nil {
		return nil, err
	}
	if o, ok := operator(strings.TrimSpace(text.Value)); ok {
		return b.everywhere(o, text.All())
	}
	_, term, err := b.term(text)
	if err != nil {
		return nil, err
	}
	if !b.occurs(term) {
		return nil, source.Errorf(text.All(), "%s does not occur in %s (schemas of other units are not looked into)", text.Value, b.unit.Schema)
	}
	applied, ok := term.(*zed.Op)
	if !ok {
		return nil, source.Errorf(text.All(), "%s has no operator that a standard partition could be applied to", text.Value)
	}
	if _, ok := partitionOf(applied.Op, applied.Args); !ok {
		return nil, source.Errorf(text.All(), "there is no standard partition for %s on operands of these types; there are: %s", applied.Op, tables())
	}
	return func(leaf *Condition) ([]part, error) { return b.rows(leaf, applied, text.All()) }, nil
}

// operator returns the operator that is all of the text.
func operator(text string) (zed.Operator, bool) {
	for _, p := range Partitions() {
		if form, ok := zed.FormOf(p.Op); text == string(p.Op) || ok && text == form.ASCII {
			return p.Op, true
		}
	}
	return "", false
}

func tables() string {
	var out []string
	seen := map[zed.Operator]bool{}
	for _, p := range Partitions() {
		if !seen[p.Op] {
			seen[p.Op] = true
			out = append(out, string(p.Op))
		}
	}
	return strings.Join(out, " ")
}

// everywhere applies the partition of an operator at each of its occurrences
// in the operation, one after the other.
func (b *builder) everywhere(o zed.Operator, span source.Span) (divider, error) {
	var found []*zed.Op
	seen := map[string]bool{}
	for _, d := range b.unit.Op.Disjuncts {
		for _, c := range d.Conjuncts {
			visit(c, func(e zed.Expr) {
				x, ok := e.(*zed.Op)
				if !ok || x.Op != o || seen[zed.Print(x, zed.Unicode)] || !b.aboutVIS(x) || b.declares(x) {
					return
				}
				if _, ok := partitionOf(x.Op, x.Args); ok {
					seen[zed.Print(x, zed.Unicode)] = true
					found = append(found, x)
				}
			})
		}
	}
	if len(found) == 0 {
		return nil, source.Errorf(span, "the operator %s does not occur in %s over variables of its valid input space (schemas of other units are not looked into)", o, b.unit.Schema)
	}
	return func(leaf *Condition) ([]part, error) {
		parts, err := b.rows(leaf, found[0], span)
		for _, x := range found[1:] {
			if err != nil {
				break
			}
			parts, err = b.refine(leaf, parts, x, span)
		}
		return parts, err
	}, nil
}

// refine divides each of the parts again, by the rows of another occurrence.
func (b *builder) refine(leaf *Condition, parts []part, x *zed.Op, span source.Span) ([]part, error) {
	rows, err := b.rows(leaf, x, span)
	if err != nil || len(rows) == 0 {
		return parts, err
	}
	if len(parts) == 0 {
		return rows, nil
	}
	if len(parts)*len(rows) > b.limit {
		return nil, source.Errorf(span, "the testing tree of %s (%s) would have %d conditions or more; the limit is %d",
			b.unit.Name, b.unit.Schema, len(parts)*len(rows), b.limit)
	}
	var out []part
	for _, p := range parts {
		for _, r := range rows {
			out = append(out, part{pred: schema.Conjoin([]zed.Expr{p.pred, r.pred}), span: span})
		}
	}
	return out, nil
}

// rows returns the conditions of one occurrence at a leaf.
func (b *builder) rows(leaf *Condition, x *zed.Op, span source.Span) ([]part, error) {
	if !zed.Same(x.Typ(), zed.BoolType{}) {
		if !b.occursAt(leaf, x) {
			return nil, nil
		}
		return b.table(x.Op, x.Args, span)
	}
	positive, err := b.table(x.Op, x.Args, span)
	if err != nil || b.entails(leaf, x.Op, x.Args) {
		return positive, err
	}
	negated, ok := complement(x.Op)
	if !ok {
		return positive, nil
	}
	negative, err := b.table(negated, x.Args, span)
	if err != nil || b.entails(leaf, negated, x.Args) {
		return negative, err
	}
	if !b.defined(leaf, x) {
		return nil, nil
	}
	return append(positive, negative...), nil
}

// defined tells whether the applications in a term that the leaf does not say
// stand in what it does say: elsewhere they may have no value, and neither
// the term nor its negation would hold.
func (b *builder) defined(leaf *Condition, x *zed.Op) bool {
	defined := true
	visit(x, func(e zed.Expr) {
		if _, ok := e.(*zed.Apply); ok {
			defined = defined && b.occursAt(leaf, e)
		}
	})
	return defined
}

// table returns a row of the operator's partition each.
func (b *builder) table(o zed.Operator, operands []zed.Expr, span source.Span) ([]part, error) {
	p, ok := partitionOf(o, operands)
	if !ok {
		return nil, nil
	}
	var parts []part
	for _, text := range p.Rows {
		row, err := p.row(text, operands)
		if err != nil {
			return nil, err
		}
		checked, err := b.predicate(row)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{pred: checked, span: span})
	}
	return parts, nil
}

// complement returns the operator of the negated atom.
func complement(o zed.Operator) (zed.Operator, bool) {
	pairs := [][2]zed.Operator{{zed.In, zed.NotIn}, {zed.Equal, zed.NotEqual}, {zed.Less, zed.GreaterEq}, {zed.Greater, zed.LessEq}}
	for _, p := range pairs {
		if o == p[0] {
			return p[1], true
		}
		if o == p[1] {
			return p[0], true
		}
	}
	return "", false
}

// entails tells whether the leaf says the atom outright: as a conjunct of its
// disjunct or of a condition above it, or as the negation of its complement.
func (b *builder) entails(leaf *Condition, o zed.Operator, args []zed.Expr) bool {
	want := zed.Print(op(o, zed.BoolType{}, args...), zed.Unicode)
	other := ""
	if n, ok := complement(o); ok {
		other = zed.Print(op(n, zed.BoolType{}, args...), zed.Unicode)
	}
	for _, c := range b.said(leaf) {
		if zed.Print(c, zed.Unicode) == want {
			return true
		}
		if not, ok := c.(*zed.Logic); ok && not.Op == zed.Not && zed.Print(not.Args[0], zed.Unicode) == other {
			return true
		}
	}
	return false
}

// said returns the conjuncts that hold at a leaf: those of its disjunct, other
// units' schemas opaque, and those of the conditions above it.
func (b *builder) said(leaf *Condition) []zed.Expr {
	var out []zed.Expr
	if leaf.Disjunct > 0 {
		out = append(out, b.unit.Op.Disjuncts[leaf.Disjunct-1].Conjuncts...)
	} else {
		out = append(out, b.unit.Op.Pred)
	}
	for _, c := range leaf.Path() {
		if c.Tactic != "dnf" {
			out = append(out, schema.Conjuncts(c.Pred)...)
		}
	}
	return out
}

// occurs tells whether the term stands in the operation.
func (b *builder) occurs(term zed.Expr) bool {
	want := zed.Print(term, zed.Unicode)
	found := false
	visit(b.unit.Op.Pred, func(e zed.Expr) {
		found = found || zed.Print(e, zed.Unicode) == want
	})
	if x, ok := term.(*zed.Op); ok && !found {
		if negated, ok := complement(x.Op); ok {
			other := zed.Print(op(negated, zed.BoolType{}, x.Args...), zed.Unicode)
			visit(b.unit.Op.Pred, func(e zed.Expr) {
				found = found || zed.Print(e, zed.Unicode) == other
			})
		}
	}
	return found
}

// occursAt tells whether the term stands in what holds at the leaf.
func (b *builder) occursAt(leaf *Condition, term zed.Expr) bool {
	want := zed.Print(term, zed.Unicode)
	found := false
	for _, c := range b.said(leaf) {
		visit(c, func(e zed.Expr) { found = found || zed.Print(e, zed.Unicode) == want })
	}
	return found
}

// declares tells whether a membership only repeats the declaration of a
// variable: nobody wrote it as a condition.
func (b *builder) declares(x *zed.Op) bool {
	if x.Op != zed.In {
		return false
	}
	name, ok := x.Args[0].(*zed.Ref)
	if !ok {
		return false
	}
	for _, v := range b.unit.Op.Vars {
		if v.Name == name.Name && v.Decl != nil && zed.Print(v.Decl, zed.Unicode) == zed.Print(x.Args[1], zed.Unicode) {
			return true
		}
	}
	return false
}

// aboutVIS tells whether tactics see all the variables of a term.
func (b *builder) aboutVIS(e zed.Expr) bool {
	for _, v := range b.system.Calculus.FreeVars(e) {
		if !b.sees(v) {
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
