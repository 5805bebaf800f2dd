package schema

import "github.com/ttf-int/ttf-int/zed"

// rebuild returns e with every term directly below it replaced by its image
// under f, and e itself where nothing changed. It knows nothing of binding.
func rebuild(e zed.Expr, f func(zed.Expr) zed.Expr) zed.Expr {
	same := true
	one := func(x zed.Expr) zed.Expr {
		if x == nil {
			return nil
		}
		y := f(x)
		same = same && y == x
		return y
	}
	list := func(xs []zed.Expr) []zed.Expr {
		if xs == nil {
			return nil
		}
		out := make([]zed.Expr, len(xs))
		for i, x := range xs {
			out[i] = one(x)
		}
		return out
	}
	text := func(t zed.Text) zed.Text {
		out := zed.Text{Decls: make([]zed.Decl, len(t.Decls)), Pred: one(t.Pred)}
		for i, d := range t.Decls {
			out.Decls[i] = zed.Decl{Names: d.Names, Type: one(d.Type)}
		}
		return out
	}
	built := rebuilt(e, one, list, text)
	if same {
		return e
	}
	return built
}

// rebuilt is the switch of rebuild: a copy of e over mapped parts.
func rebuilt(e zed.Expr, one func(zed.Expr) zed.Expr, list func([]zed.Expr) []zed.Expr, text func(zed.Text) zed.Text) zed.Expr {
	switch e := e.(type) {
	case *zed.Ref:
		return &zed.Ref{Info: e.Info, Name: e.Name, Kind: e.Kind, Args: list(e.Args)}
	case *zed.Op:
		return &zed.Op{Info: e.Info, Op: e.Op, Args: list(e.Args)}
	case *zed.Logic:
		return &zed.Logic{Info: e.Info, Op: e.Op, Args: list(e.Args)}
	case *zed.Quant:
		return &zed.Quant{Info: e.Info, Q: e.Q, Text: text(e.Text), Body: one(e.Body)}
	case *zed.Comp:
		return &zed.Comp{Info: e.Info, Op: e.Op, Text: text(e.Text), Body: one(e.Body)}
	case *zed.Let:
		return &zed.Let{Info: e.Info, Names: e.Names, Values: list(e.Values), Body: one(e.Body)}
	case *zed.If:
		return &zed.If{Info: e.Info, Cond: one(e.Cond), Then: one(e.Then), Else: one(e.Else)}
	case *zed.SetExt:
		return &zed.SetExt{Info: e.Info, Elems: list(e.Elems)}
	case *zed.SeqExt:
		return &zed.SeqExt{Info: e.Info, Elems: list(e.Elems)}
	case *zed.TupleExt:
		return &zed.TupleExt{Info: e.Info, Elems: list(e.Elems)}
	case *zed.Binding:
		return &zed.Binding{Info: e.Info, Names: e.Names, Values: list(e.Values)}
	case *zed.Apply:
		return &zed.Apply{Info: e.Info, Fn: one(e.Fn), Arg: one(e.Arg)}
	case *zed.Select:
		return &zed.Select{Info: e.Info, X: one(e.X), Name: e.Name}
	case *zed.TupleSelect:
		return &zed.TupleSelect{Info: e.Info, X: one(e.X), Index: e.Index}
	case *zed.Schema:
		return &zed.Schema{Info: e.Info, Text: text(e.Text)}
	case *zed.Decorate:
		return &zed.Decorate{Info: e.Info, X: one(e.X), Mark: e.Mark}
	case *zed.Rename:
		return &zed.Rename{Info: e.Info, X: one(e.X), New: e.New, Old: e.Old}
	case *zed.Hide:
		return &zed.Hide{Info: e.Info, X: one(e.X), Names: e.Names}
	case *zed.Combine:
		return &zed.Combine{Info: e.Info, Op: e.Op, X: one(e.X), Y: one(e.Y)}
	case *zed.Pre:
		return &zed.Pre{Info: e.Info, X: one(e.X)}
	case *zed.Theta:
		return &zed.Theta{Info: e.Info, X: one(e.X), Mark: e.Mark}
	case *zed.Occur:
		return &zed.Occur{Info: e.Info, Schema: e.Schema, Index: e.Index, Rename: e.Rename, Vars: e.Vars, Body: one(e.Body)}
	}
	return e
}
