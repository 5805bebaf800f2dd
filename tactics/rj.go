package tactics

import (
	"strconv"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// rj makes a second root beside the valid input space: the inputs that a partial
// operation refuses. Conditions of the valid input space stay as they are.
func rj() Tactic {
	return Tactic{
		Name: "rj", Label: "RJ",
		Doc:  "inputs outside the precondition: one condition per conjunct of it that is false, the others true",
		read: readRJ,
	}
}

func readRJ(b *builder, entry spec.Tactic) (divider, error) {
	if b.unit.Rejects == nil {
		return nil, source.Errorf(entry.Span, "the tactic rj needs to know what %s promises outside its precondition: expected rejects: in its specification", b.unit.Name)
	}
	if b.tree.Rejected != nil {
		return nil, source.Errorf(entry.Span, "the tactic rj is in the list twice")
	}
	refusal, err := b.refusal(b.unit.Rejects)
	if err != nil {
		return nil, err
	}
	root := &Condition{
		ID: b.unit.Name + "/RJ", Name: b.unit.Schema + "_RJ", Tactic: "rj", Span: entry.Span,
		Pred:  schema.Conjoin(append(b.possible(), not(b.system.Calculus.Exists(b.unit.Roles(schema.After, schema.Output), b.unit.Op.Pred)))),
		Shown: "¬ pre " + b.unit.Schema,
	}
	parts := b.refused(entry.Span)
	if len(parts) == 0 {
		return nil, source.Errorf(entry.Span, "the tactic rj finds no condition of %s on its inputs that could be false: the operation is total", b.unit.Schema)
	}
	if b.size += len(parts); b.size > b.limit {
		return nil, b.tooMany(entry.Span, b.size)
	}
	for i, p := range parts {
		c := &Condition{
			ID: root.ID + "_" + strconv.Itoa(i+1), Name: root.Name + "_" + strconv.Itoa(i+1),
			Tactic: "rj", Parent: root, Pred: p.pred, Shown: p.shown, Span: p.span,
		}
		root.Children = append(root.Children, c)
	}
	b.tree.Rejected, b.tree.Refusal = root, refusal
	return always(nil), nil
}

// refusal reads what a unit promises outside its precondition, and adds that the
// state stays as it is.
func (b *builder) refusal(text *source.Text) (zed.Expr, error) {
	e, err := b.system.Language.Expr(text)
	if err != nil {
		return nil, err
	}
	checked, err := b.system.Spec.Pred(e, b.unit.Op.Vars)
	if err != nil {
		return nil, err
	}
	all := []zed.Expr{b.system.Calculus.Predicate(checked)}
	after := b.unit.Roles(schema.After)
	for _, before := range b.unit.Roles(schema.Before) {
		for _, v := range after {
			if v.Name == before.Name+"'" {
				all = append(all, op(zed.Equal, zed.BoolType{}, ref(v.Name, zed.Local, v.Type), ref(before.Name, zed.Local, v.Type)))
			}
		}
	}
	return schema.Conjoin(all), nil
}

// possible says of the inputs and the before-state what the operation may rely
// on: that they lie in the sets that they are declared in, and the invariants
// of the state.
func (b *builder) possible() []zed.Expr {
	var out []zed.Expr
	for _, v := range b.tree.VIS {
		if v.Decl != nil && !schema.Full(v.Decl) {
			out = append(out, op(zed.In, zed.BoolType{}, ref(v.Name, zed.Local, v.Type), v.Decl))
		}
	}
	return append(out, b.invariants()...)
}

// refused returns the conditions on rejected inputs: for each disjunct and each
// of its conjuncts about the valid input space that this conjunct is false and
// the others are true; and that all are true and what is left of the
// precondition is false.
func (b *builder) refused(span source.Span) []part {
	given := map[string]bool{}
	for _, p := range b.possible() {
		given[zed.Print(p, zed.Unicode)] = true
	}
	var parts []part
	seen := map[string]bool{}
	add := func(preds []zed.Expr, and string, at source.Span) {
		p := schema.Conjoin(preds)
		if text := zed.Print(p, zed.Unicode) + and; !seen[text] {
			seen[text] = true
			parts = append(parts, part{pred: p, shown: text, span: at})
		}
	}
	for _, d := range b.unit.Op.Disjuncts {
		var early, late []zed.Expr
		for _, c := range d.Conjuncts {
			switch {
			case b.declares(c) || given[zed.Print(c, zed.Unicode)]:
			case b.early(c):
				early = append(early, c)
			default:
				late = append(late, c)
			}
		}
		for i, c := range early {
			preds := append([]zed.Expr{not(c)}, early[:i]...)
			add(append(preds, early[i+1:]...), "", c.At())
		}
		if len(late) > 0 && len(early) > 0 {
			left := &zed.Pre{Info: zed.Info{Type: zed.BoolType{}}, X: schema.Conjoin(late)}
			add(early, " ∧ ¬ "+zed.Print(left, zed.Unicode), span)
		}
	}
	return parts
}

// early tells whether a conjunct speaks of the inputs and the before-state
// alone.
func (b *builder) early(c zed.Expr) bool {
	_, callee := c.(*zed.Occur)
	return !callee && b.aboutVIS(c)
}
