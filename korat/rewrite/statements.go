package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// statements rewrites what is within a node.
func (r *rewriter) statements(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			lookAhead(r, n.List)
		case ast.Expr:
			r.read(n)
			return false
		case *ast.AssignStmt:
			r.assign(n)
			return false
		case *ast.IncDecStmt:
			r.write(n.X)
			return false
		case *ast.ValueSpec:
			r.values(len(n.Names), n.Values)
			return false
		case *ast.RangeStmt:
			r.loop(n)
			return false
		case *ast.GoStmt:
			r.complain(n, "the predicate starts a goroutine, whose reads may come at any time")
		}
		return true
	})
}

// assign rewrites an assignment.
func (r *rewriter) assign(s *ast.AssignStmt) {
	if r.markVisited(s) {
		return
	}
	if s.Tok == token.DEFINE && len(s.Lhs) == len(s.Rhs) {
		for i, e := range s.Lhs {
			if id, is := e.(*ast.Ident); is && r.sets.has(r.info.Defs[id]) {
				r.makeVisited(s.Rhs[i])
			} else {
				r.read(s.Rhs[i])
			}
		}
		return
	}
	for _, e := range s.Lhs {
		if s.Tok != token.DEFINE {
			r.write(e)
		}
	}
	r.values(len(s.Lhs), s.Rhs)
}

// values rewrites what is assigned to so many variables.
func (r *rewriter) values(n int, values []ast.Expr) {
	if index, is := onlyOne(values).(*ast.IndexExpr); is && n == 2 {
		switch {
		case r.isVisited(index.X):
			r.lookUpVisited(index, "Find", ")")
			return
		case r.isTrackedMap(index.X):
			r.lookUp(index, "MapFind")
			return
		}
	}
	for _, e := range values {
		r.read(e)
	}
}

func onlyOne(values []ast.Expr) ast.Expr {
	if len(values) != 1 {
		return nil
	}
	return ast.Unparen(values[0])
}

// lookUp makes m[k] the call of a hook.
func (r *rewriter) lookUp(e *ast.IndexExpr, name string) {
	r.insert(e.Pos(), hook(name))
	r.read(e.X)
	r.replace(e.Lbrack, e.Lbrack+1, ", ")
	m := r.info.TypeOf(e.X).Underlying().(*types.Map)
	if t := r.info.TypeOf(e.Index); !types.Identical(t, m.Key()) { // an interface, or nil
		r.insert(e.Index.Pos(), r.typeText(m.Key())+"(")
		r.read(e.Index)
		r.insert(e.Index.End(), ")")
	} else {
		r.read(e.Index)
	}
	r.replace(e.Rbrack, e.Rbrack+1, ")")
}

// typeText writes a type as the file would.
func (r *rewriter) typeText(t types.Type) string {
	return "(" + types.TypeString(t, func(p *types.Package) string {
		if p == r.pkg.Types {
			return ""
		}
		for _, spec := range r.file.Imports {
			if o, is := r.info.Implicits[spec].(*types.PkgName); is && o.Imported() == p {
				return o.Name()
			}
			if spec.Name != nil {
				if o, is := r.info.Defs[spec.Name].(*types.PkgName); is && o.Imported() == p {
					return o.Name()
				}
			}
		}
		return p.Name()
	}) + ")"
}

// write rewrites what is assigned to.
func (r *rewriter) write(e ast.Expr) {
	keepsState(r, e)
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		if !isBlank(x) {
			r.keep(x)
		}
		return
	case *ast.IndexExpr:
		if r.isTrackedMap(x.X) {
			r.insert(x.X.Pos(), hook("MapPut"))
			r.read(x.X)
			r.insert(x.X.End(), ", "+r.place(e)+")")
			r.read(x.Index)
			r.slow(e, "what is written to such a map cannot be undone")
			return
		}
		if _, is := r.info.TypeOf(x.X).Underlying().(*types.Map); is {
			if !r.keep(x) {
				r.path(x)
			}
			return
		}
	}
	if !r.isRemote(e) {
		if !r.keep(e) {
			r.path(e)
		}
		return
	}
	r.insert(e.Pos(), "*"+hook("Put")+"&")
	r.path(e)
	r.insert(e.End(), ", "+r.place(e)+")")
}

// keepsState complains of an expression that is written to and is a part of a variable of a package.
func keepsState(r *rewriter, e ast.Expr) {
	if star, is := ast.Unparen(e).(*ast.StarExpr); is {
		keepsState(r, star.X)
		return
	}
	id := variableOf(e)
	if id == nil {
		return
	}
	if v, is := r.info.Uses[id].(*types.Var); is && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		r.complain(id, "the predicate keeps state: it changes the variable %s", v.Name())
	}
}

// variableOf returns the variable that an expression is a part of, without a pointer in between.
func variableOf(e ast.Expr) *ast.Ident {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// loop rewrites a range statement. Elements of a candidate are read one by one, as the loop goes; the keys
// and values of a map all at once.
func (r *rewriter) loop(s *ast.RangeStmt) {
	t := r.info.TypeOf(s.X)
	kind := ""
	switch u := t.Underlying().(type) {
	case *types.Map:
		if r.types.has(t) || r.types.holds(u.Key()) && !changesMaps(s.Body) {
			kind = "map"
		}
	case *types.Slice:
		if r.types.has(t) && s.Value != nil && !isBlank(s.Value) {
			kind = "slice"
		}
	case *types.Array:
		if r.isRemote(s.X) && s.Value != nil && !isBlank(s.Value) {
			kind = "array"
		}
	case *types.Pointer:
		if r.types.has(u.Elem()) && s.Value != nil && !isBlank(s.Value) {
			kind = "slice" // a pointer to an array is indexed likewise
		}
	}
	if kind == "" {
		if _, array := t.Underlying().(*types.Array); array {
			r.path(s.X)
		} else {
			r.read(s.X)
		}
		r.statements(s.Body)
		return
	}
	if s.Tok == token.ASSIGN {
		for _, e := range []ast.Expr{s.Key, s.Value} {
			if e != nil && r.isRemote(e) {
				r.complain(e, "the predicate changes the structure")
			}
		}
	}
	r.names++
	all, i := fmt.Sprintf("ttfAll%d", r.names), fmt.Sprintf("ttfIndex%d", r.names)
	before, behind := getter(elementOf(t))
	open, close, key, value := "", "", i, fmt.Sprintf("%s&%s[%s]%s", before, all, i, behind)
	switch kind {
	case "array":
		open = "&"
	case "map":
		open, close = hook("Entries"), fmt.Sprintf(", %t)", s.Value != nil && !isBlank(s.Value))
		key, value = all+"["+i+"].Key", all+"["+i+"].Value"
	}
	r.replace(s.For, s.X.Pos(), fmt.Sprintf("for %s, %s := %s", all, i, open))
	if kind == "array" {
		r.path(s.X)
	} else {
		r.read(s.X)
	}
	r.insert(s.X.End(), fmt.Sprintf("%s, 0; %s < len(%s); %s++ ", close, i, all, i))
	r.insert(s.Body.Lbrace+1, r.bindings(s, key, value))
	r.statements(s.Body)
}

// changesMaps tells whether a loop may change a map, so that what is ranged over is not all that there was at first.
func changesMaps(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || n.Name == "delete" || n.Name == "clear"
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				_, is := ast.Unparen(e).(*ast.IndexExpr)
				found = found || is
			}
		}
		return !found
	})
	return found
}

// bindings returns the text that gives the variables of a range statement their values.
func (r *rewriter) bindings(s *ast.RangeStmt, key, value string) string {
	out := ""
	for _, b := range []struct {
		to   ast.Expr
		from string
	}{{s.Key, key}, {s.Value, value}} {
		if b.to != nil && !isBlank(b.to) {
			out += fmt.Sprintf(" %s %s %s;", types.ExprString(b.to), s.Tok, b.from)
		}
	}
	return out
}

func isBlank(e ast.Expr) bool {
	id, is := e.(*ast.Ident)
	return is && id.Name == "_"
}

// elementOf returns the type of what a slice, an array, a pointer to one or a map holds.
func elementOf(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	case *types.Pointer:
		return elementOf(u.Elem())
	}
	return t
}
