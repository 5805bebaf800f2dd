package tactics

import (
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// uq returns the tactic that divides by the size of the set over which a universal
// quantifier ranges ({log}: universal quantification).
func uq() Tactic {
	return Tactic{
		Name: "uq", Label: "UQ", Argument: "∀ x : D, or all of the quantification", Covers: true, Disjoint: true,
		Doc:  "none, one, more values of a quantified variable; two different domains with and without values in common",
		Read: readUQ,
	}
}

func readUQ(b *Basis, entry spec.Tactic) (Divider, error) {
	text, err := readScalar(entry, entry.Arg, "a universal quantification, ∀ x : D")
	if err != nil {
		return nil, err
	}
	quant, err := b.quantification(text)
	if err != nil {
		return nil, err
	}
	if quant.Q != zed.Forall {
		return nil, source.Errorf(text.FullSpan(), "the tactic uq expects a universal quantification, ∀ x : D, found %s",
			text.Value)
	}
	if !b.quantifies(quant) {
		return nil, source.Errorf(text.FullSpan(), "%s does not occur in %s (schemas of other units are not looked into)",
			text.Value, b.Unit.Schema)
	}
	found := domains(quant)
	for _, d := range found {
		if toolkit.Full(d) || toolkit.Infinite(d) {
			return nil, source.Errorf(text.FullSpan(),
				"the tactic uq expects finite domains; %s is infinite or a whole type", zed.Print(d, zed.Unicode))
		}
	}
	parts := []Part{{Pred: schema.True(), Span: text.FullSpan()}}
	var earlier []zed.Expr
	for _, d := range found {
		parts = sizes(parts, d)
		for _, e := range earlier {
			if zed.SameType(d.Typ(), e.Typ()) {
				parts = b.divideByMeeting(parts, d, e)
			}
		}
		earlier = append(earlier, d)
		if err := b.Room(text.FullSpan(), len(parts)); err != nil {
			return nil, err
		}
	}
	return divideAlways(parts), nil
}

// quantification reads a quantified predicate; the part after • may be left out.
func (b *Basis) quantification(text *source.Text) (*zed.Quant, error) {
	whole := text
	if first := strings.TrimSpace(text.Value); !strings.ContainsAny(first, "•@") &&
		hasPrefixWords(first, "∀", "∃", "forall",
			"exists") {
		whole = placeText(text.FullSpan(), text.Value+" • true")
	}
	_, term, err := b.Term(whole)
	if err != nil {
		return nil, err
	}
	quant, ok := term.(*zed.Quant)
	if !ok {
		return nil, source.Errorf(text.FullSpan(), "expected a quantification such as ∀ x : D, found %s", text.Value)
	}
	return quant, nil
}

func hasPrefixWords(text string, words ...string) bool {
	for _, w := range words {
		if strings.HasPrefix(text, w) {
			return true
		}
	}
	return false
}

// placeText returns a text that is located at a place where the file does not have it.
func placeText(at source.Span, value string) *source.Text {
	pos := at.Pos()
	if !pos.IsValid() {
		return source.NewFile("", value).Whole()
	}
	offset := 0
	for line := 1; line < pos.Line; line++ {
		offset += strings.IndexByte(pos.File.Data[offset:], '\n') + 1
	}
	column := 1
	for i := range pos.File.Data[offset:] {
		if column == pos.Column {
			return source.TextAt(pos.File, value, offset+i)
		}
		column++
	}
	return source.TextAt(pos.File, value, len(pos.File.Data))
}

// quantifies tells whether the operation has a universal quantifier over the same sets.
func (b *Basis) quantifies(quant *zed.Quant) bool {
	want := printRanges(quant)
	found := false
	visit(b.Unit.Op.Pred, func(e zed.Expr) {
		if q, ok := e.(*zed.Quant); ok && q.Q == zed.Forall {
			found = found || printRanges(q) == want
		}
	})
	return found
}

// printRanges returns the declarations of a quantifier as text.
func printRanges(q *zed.Quant) string {
	var out []string
	for _, d := range q.Text.Decls {
		for _, n := range d.Names {
			out = append(out, n.Name+" : "+zed.Print(d.Type, zed.Unicode))
		}
	}
	return strings.Join(out, "; ")
}

// domains returns the different sets that variables of a quantification range
// over. The constraint of a single variable makes its set smaller.
func domains(q *zed.Quant) []zed.Expr {
	if one := q.Text.Decls; q.Text.Pred != nil && len(one) == 1 && len(one[0].Names) == 1 {
		elem := one[0].Type.Typ().(zed.PowerType).Elem
		return []zed.Expr{&zed.Comp{Info: zed.Info{Type: zed.PowerType{Elem: elem}}, Op: zed.SetComp, Text: q.Text,
			Body: ref(one[0].Names[0].Name, zed.Local, elem)}}
	}
	var out []zed.Expr
	seen := map[string]bool{}
	for _, d := range q.Text.Decls {
		if text := zed.Print(d.Type, zed.Unicode); !seen[text] {
			seen[text] = true
			out = append(out, d.Type)
		}
	}
	return out
}

// sizes divides each of the parts by the size of a domain.
func sizes(parts []Part, domain zed.Expr) []Part {
	size := op(zed.Card, zed.IntType{}, domain)
	rows := []zed.Expr{
		op(zed.Equal, zed.BoolType{}, size, num(0)),
		op(zed.Equal, zed.BoolType{}, size, num(1)),
		op(zed.GreaterEq, zed.BoolType{}, size, num(2)),
	}
	var out []Part
	for _, p := range parts {
		for _, r := range rows {
			out = append(out, Part{Pred: conjoin(p.Pred, r), Span: p.Span})
		}
	}
	return out
}

// divideByMeeting divides the parts in which neither of two domains is empty by whether
// they have a value in common.
func (b *Basis) divideByMeeting(parts []Part, d, e zed.Expr) []Part {
	meet := op(zed.Intersect, d.Typ(), e, d)
	none := setOf(d.Typ().(zed.PowerType).Elem)
	empty := func(p Part) bool {
		for _, c := range schema.Conjuncts(p.Pred) {
			if x := c.(*zed.Op); x.Op == zed.Equal {
				of, sized := x.Args[0].(*zed.Op)
				n, zero := x.Args[1].(*zed.Num)
				if sized && zero && n.Value.Sign() == 0 && (of.Args[0] == d || of.Args[0] == e) {
					return true
				}
			}
		}
		return false
	}
	var out []Part
	for _, p := range parts {
		if empty(p) {
			out = append(out, p)
			continue
		}
		for _, o := range []zed.Operator{zed.Equal, zed.NotEqual} {
			out = append(out, Part{Pred: conjoin(p.Pred, op(o, zed.BoolType{}, meet, none)), Span: p.Span})
		}
	}
	return out
}
