package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// schemaOperator checks an operator that was parsed as one on sets and whose left side
// is a schema.
func (sc *schemas) schemaOperator(e *zed.Op, env *scope) zed.Expr {
	switch e.Op {
	case zed.RelComp:
		return sc.combine(e, zed.Compose, e.Args[0], e.Args[1], env)
	case zed.Filter:
		return sc.combine(e, zed.Project, e.Args[0], e.Args[1], env)
	}
	// As an operator on sets it binds more loosely than these.
	switch right := e.Args[1].(type) {
	case *zed.Op:
		if right.Op == zed.RelComp || right.Op == zed.Filter {
			left := hideNames(e, right.Args[0])
			return sc.schemaOperator(&zed.Op{Info: e.Info, Op: right.Op, Args: []zed.Expr{left, right.Args[1]}}, env)
		}
	case *zed.Combine:
		return sc.combine(e, right.Op, hideNames(e, right.X), right.Y, env)
	}
	elems := []zed.Expr{e.Args[1]}
	if t, ok := e.Args[1].(*zed.TupleExt); ok {
		elems = t.Elems
	}
	var hidden []string
	for _, x := range elems {
		r, ok := x.(*zed.Ref)
		if !ok {
			sc.mistakes.errorf(x.At(), "expected the name of a component to hide")
			continue
		}
		hidden = append(hidden, r.Name)
	}
	return sc.hide(e, e.Args[0], hidden, env)
}

// hideNames returns S \ x for another list of names.
func hideNames(e *zed.Op, x zed.Expr) zed.Expr {
	return &zed.Op{Info: e.Info, Op: e.Op, Args: []zed.Expr{e.Args[0], x}}
}

// combine checks S ⨾ T, S ≫ T and S ↾ T.
func (sc *schemas) combine(e zed.Expr, o zed.Combination, left, right zed.Expr, env *scope) zed.Expr {
	x, t, first := sc.operand(left, env)
	y, u, second := sc.operand(right, env)
	f := &fields{map[string]zed.Type{}}
	from, to := "", ""
	switch o {
	case zed.Compose:
		from, to = "'", ""
	case zed.Pipe:
		from, to = "!", "?"
	case zed.Project:
		sc.join(f, u, e.At())
		for _, a := range t.Fields {
			if before, ok := f.types[a.Name]; ok {
				sc.types.unify(e.At(), before, a.Type, "the component "+a.Name+" has two types here: %s and %s")
			}
		}
		out := &zed.Combine{Info: infoOf(e, f, first && second), Op: o, X: x, Y: y}
		sc.types.keep(&out.Info)
		return out
	}
	met := func(base string, fs []zed.Field, mark string) (zed.Type, bool) {
		for _, a := range fs {
			if a.Name == base+mark {
				return a.Type, true
			}
		}
		return nil, false
	}
	var rest zed.SchemaType
	for _, a := range t.Fields {
		if base, ok := strings.CutSuffix(a.Name, from); ok {
			if b, ok := met(base, u.Fields, to); ok {
				sc.types.unify(e.At(), a.Type, b, "the component "+base+" meets with two types: %s and %s")
				continue
			}
		}
		rest.Fields = append(rest.Fields, a)
	}
	sc.join(f, rest, e.At())
	rest.Fields = nil
	for _, a := range u.Fields {
		base := strings.TrimSuffix(a.Name, to)
		if strings.HasSuffix(a.Name, to) {
			if _, ok := met(base, t.Fields, from); ok {
				continue
			}
		}
		rest.Fields = append(rest.Fields, a)
	}
	sc.join(f, rest, e.At())
	out := &zed.Combine{Info: infoOf(e, f, first && second), Op: o, X: x, Y: y}
	sc.types.keep(&out.Info)
	return out
}
