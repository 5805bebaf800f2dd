package zed

// Instance returns a copy of a generic term in which actual parameters replace the
// formal ones, in terms and in types. The function made, where it is not nil, is called
// with each new node.
func Instance(e Expr, args map[string]Expr, typ func(Type) Type, made func(*Info)) Expr {
	in := &instancing{args: args, typ: typ, made: made, memo: map[Expr]Expr{}}
	return in.replace(e)
}

// instancing replaces formal parameters.
type instancing struct {
	args map[string]Expr
	typ  func(Type) Type
	made func(*Info)
	memo map[Expr]Expr
}

func (in *instancing) replace(e Expr) Expr {
	if e == nil {
		return nil
	}
	if o, ok := in.memo[e]; ok {
		return o
	}
	var out Expr
	if r, ok := e.(*Ref); ok && r.Kind == Formal && in.args[r.Name] != nil {
		out = in.args[r.Name]
	} else {
		out = in.copyTerm(e)
	}
	in.memo[e] = out
	return out
}

func (in *instancing) copyTerm(e Expr) Expr {
	list := func(xs []Expr) []Expr {
		var out []Expr
		for _, x := range xs {
			out = append(out, in.replace(x))
		}
		return out
	}
	text := func(t Text) Text {
		out := Text{Pred: in.replace(t.Pred)}
		for _, d := range t.Decls {
			out.Decls = append(out.Decls, Decl{Names: d.Names, Type: in.replace(d.Type)})
		}
		return out
	}
	out := rebuild(e, in.replace, list, text)
	if info := InfoOf(out); info != nil && out != e {
		info.Type = in.typ(info.Type)
		if in.made != nil {
			in.made(info)
		}
	}
	return out
}

// InstanceType returns a type in which replace was applied to each part; parts for
// which it returns nil stay.
func InstanceType(t Type, replace func(Type) Type) Type {
	if r := replace(t); r != nil {
		return r
	}
	switch t := t.(type) {
	case PowerType:
		return PowerType{Elem: InstanceType(t.Elem, replace), List: t.List}
	case ProductType:
		out := ProductType{Elems: make([]Type, len(t.Elems))}
		for i, e := range t.Elems {
			out.Elems[i] = InstanceType(e, replace)
		}
		return out
	case SchemaType:
		out := SchemaType{Fields: make([]Field, len(t.Fields))}
		for i, f := range t.Fields {
			out.Fields[i] = Field{Name: f.Name, Type: InstanceType(f.Type, replace)}
		}
		return out
	}
	return t
}
