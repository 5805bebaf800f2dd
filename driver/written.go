package driver

import (
	"go/ast"
	"go/types"
	"strings"
)

// writes tells whether a function may change the elements of a slice or map that is one of its parameters, as
// far as the text of the program shows: itself, or through functions to which it passes the parameter or
// a part of it. Of a function without text, such as a method of an interface, its name is believed.
func (g *callGraph) writes(f *types.Func, param int) bool {
	return g.writesBeside(f.Origin(), param, map[*types.Var]bool{})
}

// writesBeside does what writes does. The parameters in known are looked at already.
func (g *callGraph) writesBeside(f *types.Func, param int, known map[*types.Var]bool) bool {
	params := f.Signature().Params()
	if param >= params.Len() {
		return false
	}
	v := params.At(param)
	switch v.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
	default:
		return false
	}
	d := g.bodies[f]
	if d == nil {
		return soundsWriting(f.Name())
	}
	if known[v] {
		return false
	}
	known[v] = true
	w := &writing{graph: g, info: g.infos[f], same: map[types.Object]bool{v: true}, known: known}
	for n := -1; n != len(w.same); { // until no other name for it is found
		n = len(w.same)
		ast.Inspect(d.Body, w.name)
	}
	ast.Inspect(d.Body, w.look)
	return w.found
}

// soundsWriting tells whether a function that has a slice as a parameter writes into it, by its name.
func soundsWriting(name string) bool {
	for _, verb := range []string{"Read", "Copy", "Put", "Sort", "Fill", "Reverse", "Shuffle", "Swap"} {
		if strings.HasPrefix(name, verb) {
			return true
		}
	}
	return false
}

// writing looks for what writes into a parameter.
type writing struct {
	graph *callGraph
	info  *types.Info
	same  map[types.Object]bool // the variables that hold the parameter, or a part of it
	known map[*types.Var]bool
	found bool
}

// isSame tells whether a term is the parameter, or a part of it with the same elements.
func (w *writing) isSame(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return w.same[w.info.ObjectOf(e)]
	case *ast.SliceExpr:
		return w.isSame(e.X)
	}
	return false
}

// name notes another name that an assignment gives to the parameter.
func (w *writing) name(n ast.Node) bool {
	if n, ok := n.(*ast.AssignStmt); ok && len(n.Lhs) == len(n.Rhs) {
		for i, right := range n.Rhs {
			if id, ok := ast.Unparen(n.Lhs[i]).(*ast.Ident); ok && w.isSame(right) {
				w.same[w.info.ObjectOf(id)] = true
			}
		}
	}
	return true
}

// look notes what writes into the parameter.
func (w *writing) look(n ast.Node) bool {
	element := func(e ast.Expr) {
		if at, ok := ast.Unparen(e).(*ast.IndexExpr); ok && w.isSame(at.X) {
			w.found = true
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			element(left)
		}
	case *ast.IncDecStmt:
		element(n.X)
	case *ast.CallExpr:
		w.call(n)
	}
	return !w.found
}

// call notes whether a call writes into the parameter.
func (w *writing) call(n *ast.CallExpr) {
	fun := ast.Unparen(n.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr: // a generic function
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	name, ok := fun.(*ast.Ident)
	if s, is := fun.(*ast.SelectorExpr); is {
		name, ok = s.Sel, true
	}
	if !ok {
		return
	}
	for i, arg := range n.Args {
		if !w.isSame(arg) {
			continue
		}
		switch called := w.info.Uses[name].(type) {
		case *types.Builtin:
			_, part := ast.Unparen(arg).(*ast.SliceExpr)
			w.found = w.found || i == 0 && (called.Name() == "copy" || called.Name() == "clear" ||
				called.Name() == "delete" || called.Name() == "append" && part)
		case *types.Func:
			w.found = w.found || w.graph.writesBeside(called.Origin(), i, w.known)
		}
	}
}
