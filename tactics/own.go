package tactics

import (
	"strings"
	"unicode"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// makeOwn returns the tactic for one that the project defines: its rows, with the arguments
// in the place of its parameters.
func makeOwn(t spec.OwnTactic) Tactic {
	label := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToUpper(r)
		}
		return '_'
	}, t.Name)
	return Tactic{
		Name: t.Name, Label: label, Argument: t.Params.Value, Covers: !t.Partial, Disjoint: !t.Overlaps,
		Doc: "a tactic of the project",
		Read: func(b *Basis, entry spec.Tactic) (Divider, error) {
			return b.standard.readOwn(t, entry)
		},
	}
}

func (b *partitions) readOwn(own spec.OwnTactic, entry spec.Tactic) (Divider, error) {
	t, err := readOwnTable(own, b.basis.System)
	if err != nil {
		return nil, err
	}
	operands, err := b.operands(t, entry)
	if err != nil {
		return nil, err
	}
	span := entry.Arg.Span
	x := instance{table: t, operands: operands}
	given, err := b.fill(x, t.given, span)
	if err != nil {
		return nil, err
	}
	rows, err := b.fill(x, t.rows, span)
	if err != nil || len(given) == 0 {
		return divideAlways(rows), err
	}
	for i, r := range rows {
		rows[i].Pred = conjoin(given[0].Pred, r.Pred)
	}
	outside := Part{Pred: negate(given[0].Pred), Span: span}
	return func(leaf *suite.Condition) ([]Part, error) {
		if own.Partial || b.basis.entails(leaf, given[0].Pred) {
			return rows, nil
		}
		return append(rows[:len(rows):len(rows)], outside), nil
	}, nil
}

// operands reads the arguments of a tactic that the project defines, one for each
// parameter.
func (b *partitions) operands(t *table, entry spec.Tactic) (map[string]zed.Expr, error) {
	var names []string
	for _, v := range t.vars {
		names = append(names, v.Name)
	}
	args, err := fields(entry, names...)
	if err != nil {
		return nil, err
	}
	m := &matching{table: t, types: map[string]zed.Type{}}
	out := map[string]zed.Expr{}
	for _, v := range t.vars {
		if args[v.Name] == nil {
			return nil, source.Errorf(entry.Arg.Span, "the tactic %s has no argument for %s : %s", entry.Name, v.Name,
				zed.Print(v.Decl, zed.Unicode))
		}
		text, err := readScalar(entry, args[v.Name], "an expression for "+v.Name)
		if err != nil {
			return nil, err
		}
		_, term, err := b.basis.Term(text)
		if err != nil {
			return nil, err
		}
		if !m.typ(v.Type, term.Typ()) {
			return nil, source.Errorf(text.FullSpan(), "the tactic %s expects %s : %s; %s has type %s",
				entry.Name, v.Name, zed.Print(v.Decl, zed.Unicode), text.Value, term.Typ())
		}
		out[v.Name] = term
	}
	return out, nil
}
