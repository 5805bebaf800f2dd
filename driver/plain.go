package driver

import (
	"go/ast"
	"go/token"
	"go/types"
)

// isPlain tells whether a method can be called of any object that is not nil: it looks at the object's own fields, and
// at nothing that these may not have, behind a pointer, an interface or an index.
func (g *callGraph) isPlain(f *types.Func) bool {
	return g.isPlainBeside(f.Origin(), map[*types.Func]bool{})
}

// isPlainBeside does what isPlain does. The methods in known are looked at already.
func (g *callGraph) isPlainBeside(f *types.Func, known map[*types.Func]bool) bool {
	d, info := g.bodies[f], g.infos[f]
	if d == nil || d.Recv == nil || len(d.Recv.List[0].Names) == 0 || g.panics[f] {
		return false
	}
	if known[f] {
		return true
	}
	known[f] = true
	receiver := info.ObjectOf(d.Recv.List[0].Names[0])
	isOwn := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && info.ObjectOf(id) == receiver
	}
	plain := true
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			t := info.TypeOf(n.X)
			if t == nil { // a package
				break
			}
			switch t.Underlying().(type) {
			case *types.Pointer, *types.Interface:
				plain = plain && isOwn(n.X)
			}
		case *ast.StarExpr:
			plain = plain && (isOwn(n.X) || info.Types[n].IsType())
		case *ast.IndexExpr:
			_, aMap := info.TypeOf(n.X).Underlying().(*types.Map)
			plain = plain && (aMap || info.Types[n].IsType())
		case *ast.SliceExpr, *ast.TypeAssertExpr:
			plain = false
		case *ast.BinaryExpr:
			plain = plain && n.Op != token.QUO && n.Op != token.REM
		case *ast.CallExpr:
			plain = plain && g.isPlainCall(info, n, known)
		}
		return plain
	})
	return plain
}

// isPlainCall tells whether a call is a conversion, of a lock, of what is built in, of a function of the standard
// library, or of a plain method.
func (g *callGraph) isPlainCall(info *types.Info, call *ast.CallExpr, known map[*types.Func]bool) bool {
	fun := ast.Unparen(call.Fun)
	if s, ok := fun.(*ast.SelectorExpr); ok {
		fun = s.Sel
	}
	id, ok := fun.(*ast.Ident)
	if !ok {
		return info.Types[call.Fun].IsType()
	}
	switch o := info.ObjectOf(id).(type) {
	case *types.Builtin, *types.TypeName:
		return true
	case *types.Func:
		return isLock(o) || isStandard(o.Pkg()) || g.isPlainBeside(o.Origin(), known)
	}
	return false
}
