package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// seeing and seen are what stands before and behind the address of a place that is read.
const seeing, seen = "(*" + Alias + ".See(", "))"

// getter returns what stands before and behind the address of a place of a type that is read.
func getter(t types.Type) (open, close string) {
	if _, is := types.Unalias(t).(*types.TypeParam); is {
		return hook("GetAll"), ")"
	}
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return hook("GetAll"), ")"
	}
	return seeing, seen
}

// isRemote tells whether an expression stands for a place that may be of a candidate.
func (r *rewriter) isRemote(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		s := r.info.Selections[e]
		if s == nil || s.Kind() != types.FieldVal {
			return false
		}
		if p, is := s.Recv().Underlying().(*types.Pointer); is {
			return r.types.has(p.Elem()) || len(r.embedded(s)) > 0
		}
		for _, v := range r.embedded(s) {
			if p, is := v.Type().Underlying().(*types.Pointer); is {
				return r.types.has(p.Elem())
			}
		}
		return r.isRemote(e.X)
	case *ast.IndexExpr:
		t := r.info.TypeOf(e.X)
		switch u := t.Underlying().(type) {
		case *types.Slice:
			return r.types.has(t)
		case *types.Array:
			return r.isRemote(e.X)
		case *types.Pointer:
			return r.types.has(u.Elem())
		case *types.Interface: // a type parameter
			return mentionsParam(t, 0)
		}
	case *ast.StarExpr:
		return r.types.has(r.info.TypeOf(e))
	}
	return false
}

// isTrackedMap tells whether an expression may be a map of a candidate.
func (r *rewriter) isTrackedMap(e ast.Expr) bool {
	t := r.info.TypeOf(e)
	_, is := t.Underlying().(*types.Map)
	return is && r.types.has(t)
}

// embedded returns the embedded fields through which a selection goes.
func (r *rewriter) embedded(s *types.Selection) []*types.Var {
	var out []*types.Var
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, is := t.Underlying().(*types.Pointer); is {
			t = p.Elem()
		}
		u, is := t.Underlying().(*types.Struct)
		if !is {
			return nil
		}
		out = append(out, u.Field(i))
		t = u.Field(i).Type()
	}
	return out
}

// read rewrites an expression whose value is used.
func (r *rewriter) read(e ast.Expr) {
	if tv, is := r.info.Types[e]; is && (tv.IsType() || tv.Value != nil) {
		return
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		r.read(e.X)
	case *ast.SelectorExpr:
		r.selector(e)
	case *ast.IndexExpr:
		r.index(e)
	case *ast.StarExpr:
		if r.isRemote(e) {
			open, close := getter(r.info.TypeOf(e))
			r.replace(e.Star, e.Star+1, open)
			r.read(e.X)
			r.insert(e.End(), close)
			return
		}
		r.read(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			r.path(e.X)
			return
		}
		r.read(e.X)
	case *ast.BinaryExpr:
		if !r.comparesNil(e) {
			r.read(e.X)
			r.read(e.Y)
		}
	case *ast.CallExpr:
		r.call(e)
	case *ast.FuncLit:
		rejects := r.rejects
		r.rejects = false
		r.statements(e.Body)
		r.rejects = rejects
	case *ast.CompositeLit:
		r.composite(e)
	case *ast.SliceExpr:
		if _, is := r.info.TypeOf(e.X).Underlying().(*types.Array); is {
			r.path(e.X)
		} else {
			r.read(e.X)
		}
		for _, i := range []ast.Expr{e.Low, e.High, e.Max} {
			if i != nil {
				r.read(i)
			}
		}
	case *ast.TypeAssertExpr:
		r.read(e.X)
	}
}

// selector rewrites x.f whose value is used.
func (r *rewriter) selector(e *ast.SelectorExpr) {
	s := r.info.Selections[e]
	if s == nil || s.Kind() == types.MethodExpr {
		return
	}
	if s.Kind() == types.MethodVal {
		r.receiver(e, s)
		return
	}
	if !r.isRemote(e) {
		r.path(e)
		return
	}
	open, close := getter(r.info.TypeOf(e))
	r.insert(e.Pos(), open+"&")
	r.path(e)
	r.insert(e.End(), close)
}

// receiver rewrites what stands before the name of a method: a value that is copied is read, the place of
// one that the method has a pointer to is not.
func (r *rewriter) receiver(e *ast.SelectorExpr, s *types.Selection) {
	through := r.embedded(s)
	sig := s.Obj().(*types.Func).Signature()
	last := s.Recv()
	isInterface := types.IsInterface(sig.Recv().Type())
	if len(through) > 0 {
		last = through[len(through)-1].Type()
	}
	_, held := last.Underlying().(*types.Pointer)
	_, wanted := sig.Recv().Type().Underlying().(*types.Pointer)
	if len(through) == 0 {
		switch {
		case held && !wanted && !isInterface && r.types.has(last.Underlying().(*types.Pointer).Elem()):
			open, close := getter(last.Underlying().(*types.Pointer).Elem())
			r.insert(e.X.Pos(), open)
			r.read(e.X)
			r.insert(e.X.End(), close)
		case !held && wanted:
			r.path(e.X)
		default:
			r.read(e.X)
		}
		return
	}
	// The embedded field is named, and read where its value is what the method gets.
	names := "."
	for i, f := range through {
		if _, is := f.Type().Underlying().(*types.Pointer); is && i < len(through)-1 {
			r.complain(e, "a method that is promoted through several embedded pointers cannot be followed: name them")
		}
		names += f.Name() + "."
	}
	reads := held || !wanted
	open, close := getter(last)
	if reads {
		r.insert(e.X.Pos(), open+"&")
	}
	r.base(e.X)
	r.insert(e.X.End(), strings.TrimSuffix(names, "."))
	if reads {
		r.insert(e.X.End(), close)
	}
	if held && !wanted && !isInterface {
		r.complain(e, "a method of a value that is promoted through an embedded pointer cannot be followed: name it")
	}
}

// base rewrites what stands before the name of a field.
func (r *rewriter) base(e ast.Expr) {
	if _, is := r.info.TypeOf(e).Underlying().(*types.Pointer); is {
		r.read(e)
	} else {
		r.path(e)
	}
}

// path rewrites what leads to a place, which is not read itself.
func (r *rewriter) path(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Ident:
	case *ast.ParenExpr:
		r.path(e.X)
	case *ast.SelectorExpr:
		s := r.info.Selections[e]
		if s == nil || s.Kind() != types.FieldVal {
			r.read(e)
			return
		}
		through := r.embedded(s)
		pointers := 0
		text := ""
		for _, f := range through {
			text += "." + f.Name()
			if _, is := f.Type().Underlying().(*types.Pointer); is {
				pointers++
				text += seen
			}
		}
		if pointers > 0 {
			r.insert(e.X.Pos(), strings.Repeat(seeing+"&", pointers))
		}
		r.base(e.X)
		if pointers > 0 {
			r.insert(e.X.End(), text)
		}
	case *ast.IndexExpr:
		if _, is := r.info.TypeOf(e.X).Underlying().(*types.Array); is {
			r.path(e.X)
		} else {
			r.read(e.X)
		}
		r.read(e.Index)
	case *ast.StarExpr:
		r.read(e.X)
	default:
		r.read(e)
	}
}

// index rewrites x[i] whose value is used.
func (r *rewriter) index(e *ast.IndexExpr) {
	if tv, is := r.info.Types[e.X]; is && !tv.IsValue() {
		return // an instance of a type
	}
	if _, is := r.info.TypeOf(e.X).Underlying().(*types.Signature); is {
		r.read(e.X)
		return
	}
	if r.isVisited(e.X) {
		r.lookUpVisited(e, "Has", ")")
		return
	}
	if r.isTrackedMap(e.X) {
		r.lookUp(e, "MapGet")
		return
	}
	if !r.isRemote(e) {
		r.path(e)
		return
	}
	open, close := getter(r.info.TypeOf(e))
	r.insert(e.Pos(), open+"&")
	r.path(e)
	r.insert(e.End(), close)
}

// comparesNil rewrites the comparison of a slice or a map with nil.
func (r *rewriter) comparesNil(e *ast.BinaryExpr) bool {
	if e.Op != token.EQL && e.Op != token.NEQ {
		return false
	}
	x := e.X
	switch {
	case r.info.Types[e.Y].IsNil():
	case r.info.Types[e.X].IsNil():
		x = e.Y
	default:
		return false
	}
	switch r.info.TypeOf(x).Underlying().(type) {
	case *types.Slice, *types.Map:
	default:
		return false
	}
	if !r.isRemote(x) {
		return false
	}
	r.insert(x.Pos(), hook("GetNil")+"&")
	r.path(x)
	r.insert(x.End(), ")")
	return true
}

// composite rewrites the values in a literal.
func (r *rewriter) composite(e *ast.CompositeLit) {
	_, isStruct := r.info.TypeOf(e).Underlying().(*types.Struct)
	for _, elt := range e.Elts {
		kv, is := elt.(*ast.KeyValueExpr)
		if !is {
			r.read(elt)
			continue
		}
		if !isStruct {
			r.read(kv.Key)
		}
		r.read(kv.Value)
	}
}
