package driver

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
)

// callGraph knows which functions of a package call which, and which of them change
// what their callers can see.
type callGraph struct {
	bodies  map[*types.Func]*ast.FuncDecl
	infos   map[*types.Func]*types.Info   // of the packages that they are in
	calls   map[*types.Func][]*types.Func // methods of interfaces among them
	changes map[*types.Func]bool          // by themselves
	panics  map[*types.Func]bool          // by themselves
	// runs are the fields of function types that a function calls by itself, and given the
	// methods that are assigned to such fields.
	runs  map[*types.Func][]*types.Var
	given map[*types.Var][]assigned
	// owners are the types of the packages that are served, whose methods may be behind an interface.
	owners []*types.Named
	served map[*types.Package]bool
	// clocked says that a sut.Clock is behind interfaces of clocks, and not what the packages have for them.
	clocked bool
}

// assigned is a method that a function assigns to a field.
type assigned struct{ method, by *types.Func }

// callGraphOf reads the bodies of the functions of packages and of all that they import.
// A function that is named without being called counts as called.
func callGraphOf(from []*packages.Package) *callGraph {
	g := &callGraph{bodies: map[*types.Func]*ast.FuncDecl{}, infos: map[*types.Func]*types.Info{},
		calls: map[*types.Func][]*types.Func{}, changes: map[*types.Func]bool{}, panics: map[*types.Func]bool{},
		runs: map[*types.Func][]*types.Var{}, given: map[*types.Var][]assigned{}, served: map[*types.Package]bool{}}
	for _, p := range from {
		g.served[p.Types] = true
		for _, name := range p.Types.Scope().Names() {
			if t, ok := p.Types.Scope().Lookup(name).(*types.TypeName); ok && !t.IsAlias() {
				if named, ok := t.Type().(*types.Named); ok && !types.IsInterface(named) {
					g.owners = append(g.owners, named)
				}
			}
		}
	}
	packages.Visit(from, nil, func(p *packages.Package) {
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				d, ok := d.(*ast.FuncDecl)
				if !ok || d.Body == nil {
					continue
				}
				if f, ok := p.TypesInfo.Defs[d.Name].(*types.Func); ok {
					g.bodies[f], g.infos[f] = d, p.TypesInfo
					g.read(p.TypesInfo, f, d)
				}
			}
		}
	})
	return g
}

// read enters what one function calls, which methods it assigns to fields, and whether it
// assigns to anything that is not a variable of its own. Calling a field whose function
// has no result is taken for a change, since nothing else can be its purpose.
func (g *callGraph) read(info *types.Info, f *types.Func, d *ast.FuncDecl) {
	fresh := freshIn(info, d.Body)
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if called, ok := info.Uses[n].(*types.Func); ok {
				g.calls[f] = append(g.calls[f], called.Origin())
			}
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if n.Tok != token.DEFINE && !isLocal(info, fresh, left) {
					g.changes[f] = true
				}
			}
			for i := range min(len(n.Lhs), len(n.Rhs)) {
				g.assign(f, fieldOf(info, n.Lhs[i]), methodOf(info, n.Rhs[i]))
			}
		case *ast.CompositeLit:
			g.compose(info, f, n)
		case *ast.IncDecStmt:
			if !isLocal(info, fresh, n.X) {
				g.changes[f] = true
			}
		case *ast.SendStmt, *ast.GoStmt:
			g.changes[f] = true
		case *ast.CallExpr:
			if field := fieldOf(info, n.Fun); field != nil {
				g.runs[f] = append(g.runs[f], field)
				g.changes[f] = g.changes[f] || field.Type().Underlying().(*types.Signature).Results().Len() == 0
			}
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok {
				if b, ok := info.Uses[id].(*types.Builtin); ok {
					g.changes[f] = g.changes[f] || b.Name() == "delete" || b.Name() == "clear" || b.Name() == "copy"
					g.panics[f] = g.panics[f] || b.Name() == "panic"
				}
			}
		}
		return true
	})
}

// compose enters the methods that a literal of a struct gives to fields.
func (g *callGraph) compose(info *types.Info, by *types.Func, lit *ast.CompositeLit) {
	of, _ := info.TypeOf(lit).Underlying().(*types.Struct)
	for i, e := range lit.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			g.assign(by, fieldOf(info, pair.Key), methodOf(info, pair.Value))
		} else if of != nil && i < of.NumFields() {
			g.assign(by, functionField(of.Field(i)), methodOf(info, e))
		}
	}
}

// assign enters a method that a function assigns to a field of a function type.
func (g *callGraph) assign(by *types.Func, field *types.Var, method *types.Func) {
	if field != nil && method != nil {
		g.given[field] = append(g.given[field], assigned{method, by})
	}
}

// methodOf returns the method whose value a term is, or nil.
func methodOf(info *types.Info, e ast.Expr) *types.Func {
	value, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	method, ok := info.Uses[value.Sel].(*types.Func)
	if !ok || method.Signature().Recv() == nil {
		return nil
	}
	return method.Origin()
}

// fieldOf returns the field of a function type that a term names, or nil.
func fieldOf(info *types.Info, e ast.Expr) *types.Var {
	name, ok := ast.Unparen(e).(*ast.Ident)
	if s, is := ast.Unparen(e).(*ast.SelectorExpr); is {
		name, ok = s.Sel, true
	}
	if !ok {
		return nil
	}
	v, ok := info.Uses[name].(*types.Var)
	if !ok || !v.IsField() {
		return nil
	}
	return functionField(v)
}

// functionField returns a field as it is declared, nil where its type is not that of
// functions.
func functionField(v *types.Var) *types.Var {
	if _, ok := v.Type().Underlying().(*types.Signature); !ok {
		return nil
	}
	return v.Origin()
}

// isLocal tells whether a term that is assigned to is a variable of the function, or a
// part of one that is fresh.
func isLocal(info *types.Info, fresh map[types.Object]bool, e ast.Expr) bool {
	whole := true
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			e, whole = x.X, false
		case *ast.SelectorExpr:
			e, whole = x.X, false
		case *ast.Ident:
			v, ok := info.ObjectOf(x).(*types.Var)
			if !whole {
				return fresh[v]
			}
			return x.Name == "_" || ok && (v.Pkg() == nil || v.Parent() != v.Pkg().Scope())
		default:
			return false
		}
	}
}

// freshIn returns the variables of a function that begin with a value which nothing else
// refers to.
func freshIn(info *types.Info, body ast.Node) map[types.Object]bool {
	out := map[types.Object]bool{}
	isFresh := func(e ast.Expr) bool {
		switch e := ast.Unparen(e).(type) {
		case *ast.CompositeLit:
			return true
		case *ast.UnaryExpr:
			_, lit := ast.Unparen(e.X).(*ast.CompositeLit)
			return lit
		case *ast.CallExpr:
			id, ok := ast.Unparen(e.Fun).(*ast.Ident)
			return ok && (id.Name == "make" || id.Name == "new")
		}
		return false
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE || len(n.Lhs) != len(n.Rhs) {
				break
			}
			for i, left := range n.Lhs {
				if id, ok := left.(*ast.Ident); ok && isFresh(n.Rhs[i]) {
					out[info.ObjectOf(id)] = true
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				out[info.ObjectOf(id)] = len(n.Values) == 0
			}
		}
		return true
	})
	// A variable that is later given something else refers to what others may refer to as well.
	given := func(left ast.Expr, fresh bool) {
		if id, ok := ast.Unparen(left).(*ast.Ident); ok && !fresh && refers(info.TypeOf(id)) {
			delete(out, info.ObjectOf(id))
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				given(left, len(n.Lhs) == len(n.Rhs) && isFresh(n.Rhs[i]))
			}
		case *ast.RangeStmt:
			for _, left := range []ast.Expr{n.Key, n.Value} {
				if left != nil {
					given(left, false)
				}
			}
		}
		return true
	})
	return out
}

// refers tells whether values of a type refer to what lies elsewhere, so that whoever changes a part of one may change
// what others see.
func refers(t types.Type) bool {
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return true
	}
	return false
}

// reached returns the functions that a function calls, also by way of others of the
// package at which the walk does not stop.
func (g *callGraph) reached(f *types.Func, stop func(*types.Func) bool) []*types.Func {
	var out []*types.Func
	seen := map[*types.Func]bool{f: true}
	todo := []*types.Func{f}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		for _, called := range g.calls[at] {
			if seen[called] {
				continue
			}
			seen[called] = true
			out = append(out, called)
			if !stop(called) {
				todo = append(todo, called)
			}
		}
	}
	return out
}

// behind returns the functions that a function may call, also by way of interfaces of which a type of the packages is
// one, without an end at units.
func (g *callGraph) behind(f *types.Func, stop ...func(*types.Func) bool) []*types.Func {
	var out []*types.Func
	seen := map[*types.Func]bool{f: true}
	todo := []*types.Func{f}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		for _, called := range append(g.implementing(at), g.calls[at]...) {
			if seen[called] {
				continue
			}
			seen[called] = true
			out = append(out, called)
			if len(stop) == 0 || !stop[0](called) {
				todo = append(todo, called)
			}
		}
	}
	return out
}

// implementing returns the methods that may be called where a method of an interface is.
func (g *callGraph) implementing(f *types.Func) []*types.Func {
	recv := f.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || g.clocked && isClock(recv.Type()) {
		return nil
	}
	var out []*types.Func
	for _, n := range g.owners {
		if !types.Implements(types.NewPointer(n), recv.Type().Underlying().(*types.Interface)) {
			continue
		}
		for m := range n.Methods() {
			if m.Name() == f.Name() {
				out = append(out, m)
			}
		}
	}
	return out
}

// observes tells whether nothing that a function does, as far as the text of the program
// shows, changes what its caller can see. Locks are not looked at, and neither is what
// has no text in Go.
func (g *callGraph) observes(f *types.Func) bool {
	if g.bodies[f] == nil || g.changes[f] {
		return false
	}
	for _, called := range g.reached(f, isLock) {
		recv := called.Signature().Recv()
		changes := g.changes[called] || g.isAtomic(called)
		if !isLock(called) && (changes || recv != nil && types.IsInterface(recv.Type())) {
			return false
		}
	}
	return true
}

// isAtomic tells whether a function is one that changes a place at once, and has no text in Go.
func (g *callGraph) isAtomic(f *types.Func) bool {
	return g.bodies[f] == nil && f.Pkg() != nil && strings.HasSuffix(f.Pkg().Path(), "/atomic") &&
		!strings.HasPrefix(f.Name(), "Load")
}

// gives returns the field of a basic type where all that a method does is to return that, or "".
func (g *callGraph) gives(f *types.Func) string {
	d := g.bodies[f.Origin()]
	if d == nil || len(d.Body.List) != 1 {
		return ""
	}
	back, ok := d.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(back.Results) != 1 {
		return ""
	}
	field, ok := ast.Unparen(back.Results[0]).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	_, own := field.X.(*ast.Ident)
	if _, basic := f.Signature().Results().At(0).Type().Underlying().(*types.Basic); !own || !basic {
		return ""
	}
	return field.Sel.Name
}

// isLock tells whether a function is one of the packages for synchronisation that leaves
// what it guards as it is.
func isLock(f *types.Func) bool {
	if f.Pkg() == nil {
		return false
	}
	switch f.Pkg().Path() {
	case "sync":
		return true
	case "sync/atomic":
		return strings.HasPrefix(f.Name(), "Load")
	}
	return false
}

// mayPanic tells whether a function, or one that it calls in its package, says that it
// panics.
func (g *callGraph) mayPanic(f *types.Func) bool {
	if g.panics[f] {
		return true
	}
	for _, called := range g.reached(f, func(*types.Func) bool { return false }) {
		if g.panics[called] {
			return true
		}
	}
	return false
}

// givesOtherErrors tells whether a function of the packages may give an error that no variable or type of theirs
// names: it makes one, without wrapping another, or calls what gives errors elsewhere.
func (g *callGraph) givesOtherErrors() bool {
	for f, d := range g.bodies {
		if !g.served[f.Pkg()] || !givesError(f) {
			continue
		}
		found := false
		ast.Inspect(d.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || found {
				return !found
			}
			name, ok := ast.Unparen(call.Fun).(*ast.Ident)
			if s, is := ast.Unparen(call.Fun).(*ast.SelectorExpr); is {
				name, ok = s.Sel, true
			}
			if !ok {
				return true
			}
			called, ok := g.infos[f].Uses[name].(*types.Func)
			found = ok && called.Pkg() != nil && !g.served[called.Pkg()] && givesError(called) && !wraps(called, call)
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// givesError tells whether the last result of a function is an error.
func givesError(f *types.Func) bool {
	results := f.Signature().Results()
	return results.Len() > 0 && isNamed(results.At(results.Len()-1).Type(), "", "error")
}

// wraps tells whether a call makes an error of another one, which can be told by that.
func wraps(f *types.Func, call *ast.CallExpr) bool {
	if f.FullName() != "fmt.Errorf" || len(call.Args) == 0 {
		return false
	}
	lit, ok := call.Args[0].(*ast.BasicLit)
	return ok && strings.Contains(lit.Value, "%w")
}
