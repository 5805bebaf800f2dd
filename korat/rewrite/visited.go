package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// A predicate marks the objects that it has met in a map from pointers to bool, which costs more than all else that it
// does. Where such a map is held by variables and parameters alone, and nothing is done with it but to look keys up, to
// add and delete them and to count them, it is replaced by marks of the search.

// visitedSets are the variables that hold maps that are replaced.
type visitedSets struct {
	types  *tracked
	parent map[*types.Var]*types.Var // union of the variables that hold the same map
	bad    map[*types.Var]bool       // by representative
	funcs  map[*types.Func]declared
}

// findVisited finds the maps of some functions that can be replaced.
func findVisited(t *tracked, pkgs []*packages.Package, funcs map[*types.Func]declared) *visitedSets {
	v := &visitedSets{types: t, parent: map[*types.Var]*types.Var{}, bad: map[*types.Var]bool{}, funcs: funcs}
	for _, d := range funcs {
		v.function(d)
	}
	v.outside(pkgs)
	return v
}

// has tells whether a variable holds a map that is replaced.
func (v *visitedSets) has(o types.Object) bool {
	x, is := o.(*types.Var)
	return is && v.parent[x] != nil && !v.bad[v.find(x)]
}

func (v *visitedSets) find(x *types.Var) *types.Var {
	for v.parent[x] != x {
		x = v.parent[x]
	}
	return x
}

func (v *visitedSets) spoil(x *types.Var) { v.bad[v.find(x)] = true }

func (v *visitedSets) join(x, y *types.Var) {
	a, b := v.find(x), v.find(y)
	v.parent[a] = b
	v.bad[b] = v.bad[a] || v.bad[b]
}

// isSet tells whether a type is that of such a map.
func (v *visitedSets) isSet(t types.Type) bool {
	m, is := t.(*types.Map)
	if !is {
		return false
	}
	p, is := m.Key().(*types.Pointer)
	if !is || mentionsParam(p, 0) {
		return false
	}
	n, is := types.Unalias(p.Elem()).(*types.Named)
	if !is || !v.types.structs[n.Origin().Obj()] {
		return false
	}
	return types.Identical(m.Elem(), types.Typ[types.Bool]) && !v.isPlace(t)
}

// isPlace tells whether a candidate has maps of a type.
func (v *visitedSets) isPlace(t types.Type) bool {
	for _, p := range v.types.places {
		if types.Identical(p.Underlying(), t) {
			return true
		}
	}
	return false
}

// add makes a variable one that may hold a map to be replaced.
func (v *visitedSets) add(o types.Object) *types.Var {
	x, is := o.(*types.Var)
	if !is || x.IsField() || x.Pkg() != nil && x.Parent() == x.Pkg().Scope() || !v.isSet(x.Type()) {
		return nil
	}
	if v.parent[x] == nil {
		v.parent[x] = x
	}
	return x
}

// function looks at all uses of such variables in a function.
func (v *visitedSets) function(d declared) {
	info := d.pkg.TypesInfo
	sig := info.Defs[d.decl.Name].(*types.Func).Signature()
	for i := range sig.Params().Len() {
		if x := v.add(sig.Params().At(i)); x != nil && (sig.Variadic() || sig.TypeParams().Len() > 0 ||
			sig.RecvTypeParams().Len() > 0 || x.Name() == "" || x.Name() == "_") {
			v.spoil(x)
		}
	}
	for i := range sig.Results().Len() {
		if x := v.add(sig.Results().At(i)); x != nil {
			v.spoil(x)
		}
	}
	if d.decl.Body == nil {
		return
	}
	good := map[*ast.Ident]bool{} // uses that can be replaced
	ast.Inspect(d.decl.Body, func(n ast.Node) bool {
		v.use(info, n, good)
		return true
	})
	ast.Inspect(d.decl.Body, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			for _, o := range []types.Object{info.Uses[id], info.Defs[id]} {
				if x := v.add(o); x != nil && !good[id] {
					v.spoil(x)
				}
			}
		}
		return true
	})
}

// use notes the uses of such variables that can be replaced.
func (v *visitedSets) use(info *types.Info, n ast.Node, good map[*ast.Ident]bool) {
	allow := func(e ast.Expr) {
		if id, is := e.(*ast.Ident); is {
			good[id] = true
		}
	}
	switch n := n.(type) {
	case *ast.IndexExpr:
		allow(n.X)
	case *ast.CallExpr:
		id, is := n.Fun.(*ast.Ident)
		if is && info.Types[n.Fun].IsBuiltin() && (id.Name == "len" || id.Name == "delete") && len(n.Args) > 0 {
			allow(n.Args[0])
			return
		}
		v.pass(info, n, allow)
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) {
			for i, e := range n.Lhs {
				if v.isMade(info, n.Rhs[i]) {
					allow(e)
				}
			}
			return
		}
		for _, e := range n.Lhs { // only a statement of its own can be replaced
			if index, is := e.(*ast.IndexExpr); is && (len(n.Lhs) != 1 || n.Tok != token.ASSIGN) {
				if id, is := index.X.(*ast.Ident); is {
					if x := v.add(info.Uses[id]); x != nil {
						v.spoil(x)
					}
				}
			}
		}
	case *ast.UnaryExpr:
		if index, is := n.X.(*ast.IndexExpr); is && n.Op == token.AND {
			if id, is := index.X.(*ast.Ident); is {
				delete(good, id)
			}
		}
	}
}

// isMade tells whether an expression makes such a map, in a way that can be replaced.
func (v *visitedSets) isMade(info *types.Info, e ast.Expr) bool {
	t := info.TypeOf(e)
	if t == nil || !v.isSet(t) {
		return false
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if _, is := elt.(*ast.KeyValueExpr); !is {
				return false
			}
		}
		return e.Type != nil
	case *ast.CallExpr:
		id, is := e.Fun.(*ast.Ident)
		return is && id.Name == "make" && info.Types[e.Fun].IsBuiltin()
	}
	return false
}

// pass joins the variables that are arguments with the parameters of functions that are rewritten.
func (v *visitedSets) pass(info *types.Info, call *ast.CallExpr, allow func(ast.Expr)) {
	var callee *types.Func
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		callee, _ = info.Uses[f].(*types.Func)
	case *ast.SelectorExpr:
		callee, _ = info.Uses[f.Sel].(*types.Func)
	}
	if callee == nil {
		return
	}
	if _, has := v.funcs[callee]; !has || callee.Signature().Variadic() {
		return
	}
	for i, a := range call.Args {
		if i >= callee.Signature().Params().Len() {
			return
		}
		p := v.add(callee.Signature().Params().At(i))
		if p == nil {
			continue
		}
		if id, is := a.(*ast.Ident); is {
			if x := v.add(info.Uses[id]); x != nil {
				v.join(x, p)
				allow(id)
				continue
			}
		}
		if !v.isMade(info, a) {
			v.spoil(p)
		}
	}
}

// outside spoils the parameters of functions that are used other than by calls from functions that are rewritten.
func (v *visitedSets) outside(pkgs []*packages.Package) {
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			called := map[*ast.Ident]bool{}
			ast.Inspect(file, func(n ast.Node) bool {
				if d, is := n.(*ast.FuncDecl); is {
					f, _ := pkg.TypesInfo.Defs[d.Name].(*types.Func)
					if _, rewritten := v.funcs[f]; rewritten {
						noteCalls(d, called)
					}
				}
				return true
			})
			ast.Inspect(file, func(n ast.Node) bool {
				if id, is := n.(*ast.Ident); is && !called[id] {
					if f, is := pkg.TypesInfo.Uses[id].(*types.Func); is {
						v.spoilParameters(f)
					}
				}
				return true
			})
		}
	}
	for f := range v.funcs { // methods that an interface may call
		if f.Signature().Recv() != nil && f.Exported() {
			v.spoilParameters(f)
		}
	}
}

func noteCalls(d *ast.FuncDecl, called map[*ast.Ident]bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		if call, is := n.(*ast.CallExpr); is {
			switch f := ast.Unparen(call.Fun).(type) {
			case *ast.Ident:
				called[f] = true
			case *ast.SelectorExpr:
				called[f.Sel] = true
			}
		}
		return true
	})
}

func (v *visitedSets) spoilParameters(f *types.Func) {
	for i := range f.Signature().Params().Len() {
		if x := v.add(f.Signature().Params().At(i)); x != nil {
			v.spoil(x)
		}
	}
}

// isVisited tells whether an expression is a variable that holds a map that is replaced.
func (r *rewriter) isVisited(e ast.Expr) bool {
	id, is := e.(*ast.Ident)
	return is && r.sets.has(r.info.Uses[id])
}

// parameters gives parameters that hold such maps their new type.
func (r *rewriter) parameters(d *ast.FuncDecl) {
	for _, f := range d.Type.Params.List {
		if len(f.Names) > 0 && r.sets.has(r.info.Defs[f.Names[0]]) {
			r.replace(f.Type.Pos(), f.Type.End(), "*"+Alias+".Visited")
		}
	}
}

// makeVisited replaces what makes such a map.
func (r *rewriter) makeVisited(e ast.Expr) {
	lit, is := e.(*ast.CompositeLit)
	if !is || len(lit.Elts) == 0 {
		r.replace(e.Pos(), e.End(), hook("NewVisited")+")")
		return
	}
	text := ""
	for range lit.Elts {
		text += hook("Marked")
	}
	r.replace(lit.Pos(), lit.Lbrace+1, text+hook("NewVisited")+"), ")
	for i, elt := range lit.Elts {
		kv := elt.(*ast.KeyValueExpr)
		r.read(kv.Key)
		r.replace(kv.Colon, kv.Colon+1, ", ")
		r.read(kv.Value)
		if i < len(lit.Elts)-1 {
			r.insert(kv.End(), ")")
		}
	}
	r.replace(lit.Rbrace, lit.Rbrace+1, ")")
}

// markVisited replaces m[k] = v.
func (r *rewriter) markVisited(s *ast.AssignStmt) bool {
	if len(s.Lhs) != 1 || s.Tok != token.ASSIGN {
		return false
	}
	index, is := s.Lhs[0].(*ast.IndexExpr)
	if !is || !r.isVisited(index.X) {
		return false
	}
	r.lookUpVisited(index, "Mark", ", ")
	r.replace(s.TokPos, s.TokPos+1, "")
	r.read(s.Rhs[0])
	r.insert(s.Rhs[0].End(), ")")
	return true
}

// lookUpVisited makes m[k] a call of a function, with what stands behind the key.
func (r *rewriter) lookUpVisited(e *ast.IndexExpr, name, end string) {
	r.insert(e.Pos(), hook(name))
	r.replace(e.Lbrack, e.Lbrack+1, ", ")
	r.read(e.Index)
	r.replace(e.Rbrack, e.Rbrack+1, end)
}
