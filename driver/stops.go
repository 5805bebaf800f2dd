package driver

import (
	"go/ast"
	"go/token"
	"go/types"
)

// stops tells whether a function that gives elements to one of its parameters, a function, stops where that says true,
// as far as the text of the program shows: itself, or through functions to which it passes the parameter. Most go on
// then, as iterators do.
func (g *callGraph) stops(f *types.Func, param int) bool {
	s := &stopping{graph: g, known: map[*types.Var]bool{}}
	s.read(f.Origin(), param)
	return s.onTrue && !s.onFalse
}

// stopping looks for what follows when a function says true, and false.
type stopping struct {
	graph           *callGraph
	known           map[*types.Var]bool // the parameters that are looked at already
	onTrue, onFalse bool                // it stops then
}

// read looks at what a function does with a parameter.
func (s *stopping) read(f *types.Func, param int) {
	params, d := f.Signature().Params(), s.graph.bodies[f]
	if d == nil || param >= params.Len() || s.known[params.At(param)] {
		return
	}
	v, info := params.At(param), s.graph.infos[f]
	s.known[v] = true
	isCall := func(e ast.Expr) bool {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		return ok && info.Uses[id] == v
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if ends(n.Body) {
				s.condition(n.Cond, isCall)
			}
		case *ast.ForStmt:
			if n.Cond != nil { // it ends where that is false
				was := *s
				s.condition(n.Cond, isCall)
				onTrue, onFalse := s.onTrue && !was.onTrue, s.onFalse && !was.onFalse
				s.onTrue, s.onFalse = was.onTrue || onFalse, was.onFalse || onTrue
			}
		case *ast.CallExpr:
			s.pass(info, n, v)
		}
		return true
	})
}

// condition notes what a condition under which the giving ends asks of the function's answers.
func (s *stopping) condition(e ast.Expr, isCall func(ast.Expr) bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			s.onFalse = s.onFalse || isCall(e.X)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			s.condition(e.X, isCall)
			s.condition(e.Y, isCall)
		}
	default:
		s.onTrue = s.onTrue || isCall(e)
	}
}

// pass looks at a function to which the parameter is passed.
func (s *stopping) pass(info *types.Info, call *ast.CallExpr, v *types.Var) {
	name, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if selector, is := ast.Unparen(call.Fun).(*ast.SelectorExpr); is {
		name, ok = selector.Sel, true
	}
	if !ok {
		return
	}
	called, ok := info.Uses[name].(*types.Func)
	if !ok {
		return
	}
	for i, arg := range call.Args {
		if id, ok := ast.Unparen(arg).(*ast.Ident); ok && info.Uses[id] == v {
			s.read(called.Origin(), i)
		}
	}
}

// ends tells whether a block ends with a statement that leaves what it is in.
func ends(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch last := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.BREAK || last.Tok == token.GOTO
	}
	return false
}
