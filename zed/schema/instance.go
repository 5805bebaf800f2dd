package schema

import (
	"github.com/ttf-int/ttf-int/zed"
)

// instance returns the body of a generic definition with actual parameters in
// place of the formal ones, in terms and in types. The same instance is the
// same term.
func (c *Calculus) instance(r *zed.Ref) zed.Expr {
	params, body, ok := c.defs.Definition(r.Name)
	if !ok || len(params) != len(r.Args) {
		return r
	}
	key := zed.Print(&zed.Ref{Name: r.Name, Args: r.Args}, zed.Unicode)
	if e, ok := c.instances[key]; ok {
		return e
	}
	in := &instancing{args: map[string]zed.Expr{}, memo: map[zed.Expr]zed.Expr{}}
	for i, p := range params {
		in.args[p] = r.Args[i]
	}
	e := in.of(body)
	c.instances[key] = e
	return e
}

// instancing replaces formal parameters.
type instancing struct {
	args map[string]zed.Expr
	memo map[zed.Expr]zed.Expr
}

func (in *instancing) of(e zed.Expr) zed.Expr {
	if e == nil {
		return nil
	}
	if o, ok := in.memo[e]; ok {
		return o
	}
	var out zed.Expr
	if r, ok := e.(*zed.Ref); ok && r.Kind == zed.GivenSet && in.args[r.Name] != nil {
		out = in.args[r.Name]
	} else {
		out = in.copied(e)
	}
	in.memo[e] = out
	return out
}

func (in *instancing) copied(e zed.Expr) zed.Expr {
	list := func(xs []zed.Expr) []zed.Expr {
		var out []zed.Expr
		for _, x := range xs {
			out = append(out, in.of(x))
		}
		return out
	}
	text := func(t zed.Text) zed.Text {
		out := zed.Text{Pred: in.of(t.Pred)}
		for _, d := range t.Decls {
			out.Decls = append(out.Decls, zed.Decl{Names: d.Names, Type: in.of(d.Type)})
		}
		return out
	}
	out := rebuilt(e, in.of, list, text)
	if info := infoOf(out); info != nil && out != e {
		info.Type = InstanceType(info.Type, func(name string) zed.Type {
			if a := in.args[name]; a != nil {
				return elemOf(a)
			}
			return nil
		})
	}
	return out
}

// InstanceType returns a type with named types replaced where replace returns
// another one for the name.
func InstanceType(t zed.Type, replace func(name string) zed.Type) zed.Type {
	switch t := t.(type) {
	case zed.NamedType:
		if r := replace(t.Name); r != nil {
			return r
		}
	case zed.PowerType:
		return zed.PowerType{Elem: InstanceType(t.Elem, replace), List: t.List}
	case zed.ProductType:
		out := zed.ProductType{Elems: make([]zed.Type, len(t.Elems))}
		for i, e := range t.Elems {
			out.Elems[i] = InstanceType(e, replace)
		}
		return out
	case zed.SchemaType:
		out := zed.SchemaType{Fields: make([]zed.Field, len(t.Fields))}
		for i, f := range t.Fields {
			out.Fields[i] = zed.Field{Name: f.Name, Type: InstanceType(f.Type, replace)}
		}
		return out
	}
	return t
}

// infoOf returns where a node keeps its span and type.
func infoOf(e zed.Expr) *zed.Info {
	switch e := e.(type) {
	case *zed.Ref:
		return &e.Info
	case *zed.Num:
		return &e.Info
	case *zed.Str:
		return &e.Info
	case *zed.OpRef:
		return &e.Info
	case *zed.Truth:
		return &e.Info
	case *zed.Op:
		return &e.Info
	case *zed.Logic:
		return &e.Info
	case *zed.Quant:
		return &e.Info
	case *zed.Comp:
		return &e.Info
	case *zed.Let:
		return &e.Info
	case *zed.If:
		return &e.Info
	case *zed.SetExt:
		return &e.Info
	case *zed.SeqExt:
		return &e.Info
	case *zed.TupleExt:
		return &e.Info
	case *zed.Binding:
		return &e.Info
	case *zed.Apply:
		return &e.Info
	case *zed.Select:
		return &e.Info
	case *zed.TupleSelect:
		return &e.Info
	case *zed.Schema:
		return &e.Info
	case *zed.Decorate:
		return &e.Info
	case *zed.Rename:
		return &e.Info
	case *zed.Hide:
		return &e.Info
	case *zed.Combine:
		return &e.Info
	case *zed.Pre:
		return &e.Info
	case *zed.Theta:
		return &e.Info
	case *zed.Occur:
		return &e.Info
	}
	return nil
}
