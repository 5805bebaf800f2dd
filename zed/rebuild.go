package zed

// Rebuild returns e with f applied to every term directly below it, and e itself where
// nothing changed. It ignores binding.
func Rebuild(e Expr, f func(Expr) Expr) Expr {
	same := true
	one := func(x Expr) Expr {
		if x == nil {
			return nil
		}
		y := f(x)
		same = same && y == x
		return y
	}
	list := func(xs []Expr) []Expr {
		if xs == nil {
			return nil
		}
		out := make([]Expr, len(xs))
		for i, x := range xs {
			out[i] = one(x)
		}
		return out
	}
	text := func(t Text) Text {
		out := Text{Decls: make([]Decl, len(t.Decls)), Pred: one(t.Pred)}
		for i, d := range t.Decls {
			out.Decls[i] = Decl{Names: d.Names, Type: one(d.Type)}
		}
		return out
	}
	built := rebuild(e, one, list, text)
	if same {
		return e
	}
	return built
}

// rebuild does the work of Rebuild: it returns a copy of e over mapped parts.
func rebuild(e Expr, one func(Expr) Expr, list func([]Expr) []Expr, text func(Text) Text) Expr {
	switch e := e.(type) {
	case *Ref:
		return &Ref{Info: e.Info, Name: e.Name, Kind: e.Kind, Args: list(e.Args)}
	case *OpRef:
		return &OpRef{Info: e.Info, Op: e.Op}
	case *Universe:
		return &Universe{Info: e.Info}
	case *Op:
		return &Op{Info: e.Info, Op: e.Op, Args: list(e.Args)}
	case *Logic:
		return &Logic{Info: e.Info, Op: e.Op, Args: list(e.Args)}
	case *Quant:
		return &Quant{Info: e.Info, Q: e.Q, Text: text(e.Text), Body: one(e.Body)}
	case *Comp:
		return &Comp{Info: e.Info, Op: e.Op, Text: text(e.Text), Body: one(e.Body)}
	case *Let:
		return &Let{Info: e.Info, Names: e.Names, Values: list(e.Values), Body: one(e.Body), Replaces: e.Replaces}
	case *If:
		return &If{Info: e.Info, Cond: one(e.Cond), Then: one(e.Then), Else: one(e.Else)}
	case *SetExt:
		return &SetExt{Info: e.Info, Elems: list(e.Elems)}
	case *SeqExt:
		return &SeqExt{Info: e.Info, Elems: list(e.Elems)}
	case *TupleExt:
		return &TupleExt{Info: e.Info, Elems: list(e.Elems)}
	case *Binding:
		return &Binding{Info: e.Info, Names: e.Names, Values: list(e.Values)}
	case *Apply:
		return &Apply{Info: e.Info, Fn: one(e.Fn), Arg: one(e.Arg)}
	case *Select:
		return &Select{Info: e.Info, X: one(e.X), Name: e.Name}
	case *TupleSelect:
		return &TupleSelect{Info: e.Info, X: one(e.X), Index: e.Index}
	case *Schema:
		return &Schema{Info: e.Info, Text: text(e.Text)}
	case *Decorate:
		return &Decorate{Info: e.Info, X: one(e.X), Mark: e.Mark}
	case *Rename:
		return &Rename{Info: e.Info, X: one(e.X), New: e.New, Old: e.Old}
	case *Hide:
		return &Hide{Info: e.Info, X: one(e.X), Names: e.Names}
	case *Combine:
		return &Combine{Info: e.Info, Op: e.Op, X: one(e.X), Y: one(e.Y)}
	case *Pre:
		return &Pre{Info: e.Info, X: one(e.X)}
	case *Theta:
		return &Theta{Info: e.Info, X: one(e.X), Mark: e.Mark}
	case *Occur:
		return &Occur{Info: e.Info, Schema: e.Schema, Index: e.Index, Rename: e.Rename, Vars: e.Vars, Body: one(e.Body)}
	}
	return e
}

// InfoOf returns the span and type of a node, to be changed.
func InfoOf(e Expr) *Info {
	switch e := e.(type) {
	case *Ref:
		return &e.Info
	case *Num:
		return &e.Info
	case *Str:
		return &e.Info
	case *OpRef:
		return &e.Info
	case *Universe:
		return &e.Info
	case *Truth:
		return &e.Info
	case *Op:
		return &e.Info
	case *Logic:
		return &e.Info
	case *Quant:
		return &e.Info
	case *Comp:
		return &e.Info
	case *Let:
		return &e.Info
	case *If:
		return &e.Info
	case *SetExt:
		return &e.Info
	case *SeqExt:
		return &e.Info
	case *TupleExt:
		return &e.Info
	case *Binding:
		return &e.Info
	case *Apply:
		return &e.Info
	case *Select:
		return &e.Info
	case *TupleSelect:
		return &e.Info
	case *Schema:
		return &e.Info
	case *Decorate:
		return &e.Info
	case *Rename:
		return &e.Info
	case *Hide:
		return &e.Info
	case *Combine:
		return &e.Info
	case *Pre:
		return &e.Info
	case *Theta:
		return &e.Info
	case *Occur:
		return &e.Info
	}
	return nil
}
