package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
)

// readRelation reads the operation schema that specifies a machine as a relation between a
// state, an input, the state after it and a sequence of outputs. The machine's state is a
// binding of the schema's state variables.
func (l *reactiveReader) readRelation(n *node, s *types.Schema) (*spec.Reactive, bool) {
	op, err := l.loader.calculus.Operation(s.Name, nil)
	if err != nil {
		l.loader.collector.fail(n.span(), "the schema %s: %v", s.Name, err)
		return nil, false
	}
	if why := whyNotReactive(op); why != "" {
		l.loader.collector.fail(n.span(), "the schema %s has %s: expected an operation such as [ΔState; i? : Input; o! : seq Output]",
			s.Name, why)
		return nil, false
	}
	state := zed.SchemaType{}
	for _, v := range op.Before.Vars {
		state.Fields = append(state.Fields, zed.Field{Name: v.Name, Type: v.Type})
	}
	slices.SortFunc(state.Fields, func(a, b zed.Field) int { return strings.Compare(a.Name, b.Name) })
	r := &spec.Reactive{Text: n.text(), State: state, Input: op.Input.Vars[0].Type, Output: op.Output.Vars[0].Type}
	r.Outcomes = outcomes(op, r)
	r.Specified = schema.True() // a set of outcomes is defined for every state and input
	return r, true
}

// whyNotReactive says why an operation is not one of a reactive system; "" where it is one.
func whyNotReactive(op *schema.Operation) string {
	list := false
	if len(op.Output.Vars) == 1 {
		var index zed.Type
		index, _, list = mapping(op.Output.Vars[0].Type)
		list = list && zed.SameType(index, zed.IntType{})
	}
	switch {
	case len(op.Input.Vars) != 1:
		return fmt.Sprintf("%d inputs", len(op.Input.Vars))
	case len(op.Output.Vars) != 1:
		return fmt.Sprintf("%d outputs", len(op.Output.Vars))
	case !list:
		return "an output that is not a sequence"
	case len(op.Before.Vars) == 0:
		return "no state"
	}
	for _, v := range op.Before.Vars {
		if !op.After.Has(v.Name + "'") {
			return "no " + v.Name + "'"
		}
	}
	if len(op.After.Vars) > len(op.Before.Vars) {
		return "more variables after than before"
	}
	return ""
}

// outcomes returns the set of outcomes of an operation: the union of those of its
// disjuncts, since each of these may say by equations what comes of it.
func outcomes(op *schema.Operation, r *spec.Reactive) zed.Expr {
	outcome := zed.ProductType{Elems: []zed.Type{r.State, r.Output}}
	set := zed.Info{Type: zed.PowerType{Elem: outcome}}
	after := &zed.Binding{Info: zed.Info{Type: r.State}}
	for _, f := range r.State.(zed.SchemaType).Fields {
		after.Names, after.Values = append(after.Names, f.Name), append(after.Values, zed.LocalRef(f.Name+"'", f.Type))
	}
	body := &zed.TupleExt{Info: zed.Info{Type: outcome},
		Elems: []zed.Expr{after, zed.LocalRef(op.Output.Vars[0].Name, r.Output)}}
	var decls []zed.Decl
	for _, v := range op.Vars {
		decls = append(decls, zed.Decl{Names: []zed.Ident{{Name: v.Name, Span: source.Span{}}},
			Type: zed.Carrier(v.Type)})
	}
	now := []zed.Expr{zed.Relate(zed.Equal, zed.LocalRef(op.Input.Vars[0].Name, r.Input),
		zed.LocalRef(spec.InputName, r.Input))}
	for _, v := range op.Before.Vars {
		now = append(now, zed.Relate(zed.Equal, zed.LocalRef(v.Name, v.Type), &zed.Select{Info: zed.Info{Type: v.Type},
			X: zed.LocalRef(spec.StateName, r.State), Name: v.Name}))
	}
	var out zed.Expr = &zed.SetExt{Info: set}
	for i, d := range op.Disjuncts {
		one := &zed.Comp{Info: set, Op: zed.SetComp, Body: body,
			Text: zed.Text{Decls: decls, Pred: schema.Conjoin(slices.Concat(now, d.Conjuncts))}}
		if i == 0 {
			out = one
		} else {
			out = &zed.Op{Info: set, Op: zed.Union, Args: []zed.Expr{out, one}}
		}
	}
	return out
}
