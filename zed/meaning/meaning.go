package meaning

import (
	"fmt"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/types"
)

// Expand returns a type-checked term or relation in terms of other operators. It has the
// same value, and none where the given term has none. ok is false where the row of its
// operator has no definition.
func Expand(e *zed.Op) (meant zed.Expr, ok bool) { return expandBy(definitions, e) }

// expandBy does the work of Of with the given definitions.
func expandBy(definitions map[zed.Operator]definition, e *zed.Op) (meant zed.Expr, ok bool) {
	d, ok := definitions[e.Op]
	if !ok || len(e.Args) != len(d.row.Operands) {
		return nil, false
	}
	actual := map[string]zed.Type{}
	operands := map[string]zed.Expr{}
	for i, o := range d.row.Operands {
		match(o.Type, e.Args[i].Typ(), actual)
		operands[zed.OperandNames[i]] = e.Args[i]
	}
	typ := func(t zed.Type) zed.Type {
		return zed.InstanceType(t, func(t zed.Type) zed.Type {
			if n, ok := t.(zed.NamedType); ok && n.Formal {
				return actual[n.Name]
			}
			return nil
		})
	}
	at := func(made *zed.Info) { made.Span = e.Span }
	return schema.Substitute(zed.Instance(d.body, nil, typ, at), operands), true
}

// definition is a row with its definition, checked.
type definition struct {
	row  zed.Row
	body zed.Expr
}

var definitions = readDefinitions(zed.Rows())

// readDefinitions reads the definitions in rows. It panics where one is not valid Z.
func readDefinitions(rows []zed.Row) map[zed.Operator]definition {
	spec, err := types.Check(nil)
	if err != nil {
		panic(err)
	}
	out := map[zed.Operator]definition{}
	for _, r := range rows {
		if r.Means == "" {
			continue
		}
		body, err := checkRow(spec, r)
		if err != nil {
			panic(fmt.Sprintf("what %s means cannot be read: %v", r.Op, err))
		}
		out[r.Op] = definition{r, body}
	}
	return out
}

// checkRow returns the type-checked definition of a row over its operands.
func checkRow(spec *types.Spec, r zed.Row) (zed.Expr, error) {
	var vars []zed.Var
	for i, o := range r.Operands {
		vars = append(vars, zed.Var{Name: zed.OperandNames[i], Type: o.Type})
	}
	e, err := parse.Toolkit().Expr(source.NewFile("the definition of "+string(r.Op), r.Means).Whole())
	if err != nil {
		return nil, err
	}
	if toolkit.IsRelation(r.Op) {
		return spec.Pred(e, vars)
	}
	return spec.Expr(e, vars)
}

// match records the types that stand for the formal parameters in a type, by comparison
// with the actual type.
func match(formal, is zed.Type, actual map[string]zed.Type) {
	switch f := formal.(type) {
	case zed.NamedType:
		if f.Formal && actual[f.Name] == nil {
			actual[f.Name] = is
		}
	case zed.PowerType:
		if p, ok := is.(zed.PowerType); ok {
			match(f.Elem, p.Elem, actual)
		}
	case zed.ProductType:
		if p, ok := is.(zed.ProductType); ok && len(p.Elems) == len(f.Elems) {
			for i := range f.Elems {
				match(f.Elems[i], p.Elems[i], actual)
			}
		}
	}
}
