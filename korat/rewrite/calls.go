package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// call rewrites a call.
func (r *rewriter) call(e *ast.CallExpr) {
	if tv := r.info.Types[e.Fun]; tv.IsBuiltin() {
		r.builtin(e)
		return
	}
	if tv := r.info.Types[e.Fun]; tv.IsType() {
		convert(r, e)
		return
	}
	callee, _ := typeutil.Callee(r.info, e).(*types.Func)
	if at := placeOf(r, e, callee); at != nil {
		r.insert(at.Pos(), hook("Place")+"&")
		r.path(at)
		r.insert(at.End(), ")")
	} else {
		r.read(e.Fun)
	}
	if callee == nil || r.isOurs(callee.Pkg()) || callee.Pkg() == nil {
		for i, a := range e.Args {
			if callee != nil && i < callee.Signature().Params().Len() && r.sets.has(callee.Signature().Params().At(i)) {
				if _, is := a.(*ast.Ident); !is {
					r.makeVisited(a)
					continue
				}
			}
			r.read(a)
		}
		return
	}
	if sel, is := ast.Unparen(e.Fun).(*ast.SelectorExpr); is && callee.Signature().Recv() != nil {
		recv := callee.Signature().Recv().Type()
		if !types.IsInterface(recv) && r.types.holds(r.info.TypeOf(sel.X)) && !isBasic(r.info.TypeOf(sel.X)) {
			r.complain(e, "%s reads a part of the structure, and is not of the main module, so that what it reads cannot be seen",
				callee.FullName())
		}
	}
	for i, a := range e.Args {
		if i == 0 && writesFirst(callee) {
			handToWrite(r, a, e)
			continue
		}
		r.hand(a, callee)
	}
}

// writing are the functions of the standard library, by package, that write into their first argument.
var writing = map[string][]string{
	"slices": {"Sort", "SortFunc", "SortStableFunc", "Reverse", "Delete", "DeleteFunc", "Insert", "Replace", "Compact",
		"CompactFunc"},
	"sort": {"Ints", "Strings", "Float64s", "Slice", "SliceStable"},
	"maps": {"Copy", "DeleteFunc", "Insert"},
}

// writesFirst tells whether a function that is not rewritten writes into its first argument.
func writesFirst(f *types.Func) bool {
	return f.Signature().Recv() == nil && slices.Contains(writing[f.Pkg().Path()], f.Name())
}

// handToWrite rewrites an argument into which a function writes: it must not be a part of a candidate.
func handToWrite(r *rewriter, a ast.Expr, call *ast.CallExpr) {
	keepsState(r, a)
	t := r.info.TypeOf(a)
	switch t.Underlying().(type) {
	case *types.Slice:
		if r.types.has(t) {
			r.wrap(a, "Filled", ", "+r.place(call))
			return
		}
	case *types.Map:
		if r.types.has(t) {
			r.wrap(a, "MapPut", ", "+r.place(call))
			return
		}
	}
	r.read(a)
}

// placeOf returns the struct of a candidate of which a method is called that is not rewritten, where it is handed its
// address and that leads to no more, as of package sync/atomic: all of it is read. It returns nil for other calls.
func placeOf(r *rewriter, e *ast.CallExpr, callee *types.Func) ast.Expr {
	sel, is := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !is || callee == nil || callee.Pkg() == nil || callee.Signature().Recv() == nil {
		return nil
	}
	if r.isOurs(callee.Pkg()) || callee.Pkg().Path() == "sync" {
		return nil
	}
	if s := r.info.Selections[sel]; s == nil || s.Kind() != types.MethodVal || len(s.Index()) > 1 {
		return nil
	}
	_, byAddress := callee.Signature().Recv().Type().(*types.Pointer)
	t := r.info.TypeOf(sel.X)
	if _, is := t.Underlying().(*types.Struct); !byAddress || !is || r.types.holds(t) || !r.isRemote(sel.X) {
		return nil
	}
	return sel.X
}

// convert rewrites a conversion. One of a slice to an array or a string reads its elements.
func convert(r *rewriter, e *ast.CallExpr) {
	a := e.Args[0]
	t := r.info.TypeOf(a)
	_, fromSlice := t.Underlying().(*types.Slice)
	to := r.info.TypeOf(e).Underlying()
	_, toArray := to.(*types.Array)
	if fromSlice && (toArray || isBasic(to)) && (r.in.Resume || r.types.has(t)) {
		r.wrap(a, "Elems", "")
		return
	}
	r.read(a)
}

// isOurs tells whether functions of a package are rewritten.
func (r *rewriter) isOurs(p *types.Package) bool {
	for _, pkg := range r.in.Packages {
		if pkg.Types == p {
			return true
		}
	}
	return false
}

// hand rewrites an argument of a function that is not rewritten: what that reads of it is counted as read.
func (r *rewriter) hand(a ast.Expr, callee *types.Func) {
	t := r.info.TypeOf(a)
	u, is := ast.Unparen(a).(*ast.UnaryExpr)
	if is && u.Op == token.AND && r.isRemote(u.X) && isBasic(r.info.TypeOf(u.X)) {
		r.wrap(a, "Place", "")
		return
	}
	if !r.types.holds(t) {
		r.read(a)
		return
	}
	if looksInside(callee.Pkg()) {
		r.complain(a, "%s.%s is handed a part of the structure, and what it reads of that cannot be seen",
			callee.Pkg().Name(), callee.Name())
		return
	}
	switch t.Underlying().(type) {
	case *types.Slice:
		r.wrap(a, "Elems", "")
	case *types.Map:
		r.wrap(a, "MapAll", "")
	default:
		r.read(a)
	}
}

// wrap puts a hook around an expression.
func (r *rewriter) wrap(e ast.Expr, name, more string) {
	r.insert(e.Pos(), hook(name))
	r.read(e)
	r.insert(e.End(), more+")")
}

// builtin rewrites the call of a function that the language has.
func (r *rewriter) builtin(e *ast.CallExpr) {
	id, _ := ast.Unparen(e.Fun).(*ast.Ident)
	if id == nil {
		return // of package unsafe
	}
	if name := map[string]string{"len": "Count", "delete": "Unmark"}[id.Name]; name != "" && r.isVisited(e.Args[0]) {
		r.replace(id.Pos(), id.End(), Alias+"."+name)
		for _, a := range e.Args[1:] {
			r.read(a)
		}
		return
	}
	switch id.Name {
	case "delete", "clear", "copy":
		keepsState(r, e.Args[0])
	}
	appends := id.Name == "append" && len(e.Args) == 2 && !e.Ellipsis.IsValid() && r.holdsPointers(e.Args[0])
	if appends {
		r.replace(id.Pos(), id.End(), Alias+".Append")
	}
	for i, a := range e.Args {
		t := r.info.TypeOf(a)
		if r.info.Types[a].IsType() {
			continue
		}
		_, isSlice := t.Underlying().(*types.Slice)
		_, isMap := t.Underlying().(*types.Map)
		isSlice, isMap = isSlice && (r.in.Resume || r.types.has(t)), isMap && r.types.has(t)
		switch {
		case isArray(t):
			r.path(a)
		case id.Name == "len" && isMap:
			r.wrap(a, "MapLen", "")
		case (id.Name == "delete" || id.Name == "clear") && isMap:
			r.wrap(a, "MapPut", ", "+r.place(e))
		case (id.Name == "clear" || id.Name == "copy" && i == 0) && isSlice:
			r.wrap(a, "Filled", ", "+r.place(e))
		case id.Name == "append" && i == 0 && isSlice && !r.info.Types[a].IsNil() && (!appends || r.types.has(t)):
			r.wrap(a, "Grown", ", "+r.place(e))
		case (id.Name == "append" && i > 0 && e.Ellipsis.IsValid() || id.Name == "copy" && i == 1) && isSlice:
			r.wrap(a, "Elems", "")
		default:
			r.read(a)
		}
	}
}

// holdsPointers tells whether an expression is a slice of pointers to objects of candidates.
func (r *rewriter) holdsPointers(e ast.Expr) bool {
	if r.info.Types[e].IsNil() {
		return false
	}
	s, is := r.info.TypeOf(e).Underlying().(*types.Slice)
	if !is {
		return false
	}
	p, is := s.Elem().(*types.Pointer)
	return is && !isBasic(p.Elem()) && r.types.has(p.Elem())
}

func isArray(t types.Type) bool {
	if p, is := t.Underlying().(*types.Pointer); is {
		t = p.Elem()
	}
	_, is := t.Underlying().(*types.Array)
	return is
}
