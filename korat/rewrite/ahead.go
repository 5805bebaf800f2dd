package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Where a function of the predicate returns false under a condition, and the predicate says no whenever the function
// does, a fast search may ask the condition of all values of what it reads, without a run for each. So in texts for
// such a search a hook that is handed the condition stands before the statement.

// findRejecting returns the functions that return false only where the predicate says no, and then reads nothing more.
func findRejecting(all reached) map[*types.Func]bool {
	out := map[*types.Func]bool{}
	for f := range all.funcs {
		results := f.Signature().Results()
		if results.Len() == 1 && types.Identical(results.At(0).Type(), types.Typ[types.Bool]) {
			out[f] = true
		}
	}
	for removed := true; removed; {
		removed = false
		for f, d := range all.funcs {
			removed = spoilRejecting(d, out, out[f]) || removed
		}
		for _, d := range all.values {
			removed = spoilRejecting(d, out, false) || removed
		}
	}
	return out
}

// spoilRejecting removes the functions that are used in another one where their false does not become its own, and
// tells whether there were any. The other function may be one that is rejecting, or none.
func spoilRejecting(d declared, out map[*types.Func]bool, rejects bool) bool {
	removed := false
	if d.decl != nil && d.decl.Body == nil {
		return false
	}
	ast.PreorderStack(d.body(), nil, func(n ast.Node, stack []ast.Node) bool {
		id, is := n.(*ast.Ident)
		if !is {
			return true
		}
		f, is := d.pkg.TypesInfo.Uses[id].(*types.Func)
		if is && out[f.Origin()] && !(rejects && falseIsReturned(id, stack)) {
			delete(out, f.Origin())
			removed = true
		}
		return true
	})
	return removed
}

// falseIsReturned tells whether a function whose name stands within some nodes is called, and whoever calls it returns
// false at once where it does.
func falseIsReturned(name *ast.Ident, stack []ast.Node) bool {
	at, i := ast.Node(name), len(stack)-1
	if sel, is := stack[i].(*ast.SelectorExpr); is && sel.Sel == name {
		at, i = sel, i-1
	}
	call, is := stack[i].(*ast.CallExpr)
	if !is || call.Fun != at {
		return false
	}
	at = call
	negated := false
	for i--; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.ParenExpr:
		case *ast.UnaryExpr:
			if n.Op != token.NOT || negated {
				return false
			}
			negated = true
		case *ast.BinaryExpr:
			isAlternative := n.Op == token.LOR && (negated || n.Y == at)
			if !isAlternative && (n.Op != token.LAND || negated) {
				return false
			}
		case *ast.ReturnStmt:
			return !negated && len(n.Results) == 1 && !isInFunction(stack[:i])
		case *ast.IfStmt:
			return negated && n.Cond == at && returnsFalse(n) && !isInFunction(stack[:i])
		default:
			return false
		}
		at = stack[i]
	}
	return false
}

// isInFunction tells whether one of some nodes is a function literal.
func isInFunction(stack []ast.Node) bool {
	for _, n := range stack {
		if _, is := n.(*ast.FuncLit); is {
			return true
		}
	}
	return false
}

// returnsFalse tells whether all that a statement does under its condition is to return false.
func returnsFalse(s *ast.IfStmt) bool {
	if len(s.Body.List) != 1 {
		return false
	}
	back, is := s.Body.List[0].(*ast.ReturnStmt)
	if !is || len(back.Results) != 1 {
		return false
	}
	id, is := back.Results[0].(*ast.Ident)
	return is && id.Name == "false"
}

// lookAhead puts hooks before the statements of a list that return false under a condition.
func lookAhead(r *rewriter, list []ast.Stmt) {
	if !r.in.Resume || !r.rejects {
		return
	}
	for _, s := range list {
		var conditions []ast.Expr
		at, is := s.(*ast.IfStmt)
		for is && at.Init == nil {
			conditions = append(conditions, at.Cond)
			if returnsFalse(at) {
				insertAhead(r, s, conditions)
				break
			}
			if len(at.Body.List) == 0 {
				break
			}
			at, is = at.Body.List[0].(*ast.IfStmt)
		}
	}
}

// insertAhead puts a hook before a statement, with some conditions that must all hold.
func insertAhead(r *rewriter, s ast.Stmt, conditions []ast.Expr) {
	if place, set := markedPlace(r, conditions); place != nil {
		if text, is := rewrittenText(r, place, r.path); is {
			r.insert(s.Pos(), hook("AheadMarked")+set.Name+", &"+text+"); ")
		}
		return
	}
	var texts []string
	for _, e := range conditions {
		text, is := conditionText(r, e)
		if !is {
			return
		}
		texts = append(texts, "("+text+")")
	}
	r.insert(s.Pos(), hook("Ahead")+"func() bool { return "+strings.Join(texts, " && ")+" }); ")
}

// markedPlace returns the place of which it is asked whether what it points to is in a set, where that is all that is
// asked but for whether it is nil; and the set.
func markedPlace(r *rewriter, conditions []ast.Expr) (ast.Expr, *ast.Ident) {
	index, is := ast.Unparen(conditions[len(conditions)-1]).(*ast.IndexExpr)
	if !is || !r.isVisited(index.X) || !r.isRemote(index.Index) {
		return nil, nil
	}
	if _, is := r.info.TypeOf(index.Index).(*types.Pointer); !is {
		return nil, nil
	}
	text := types.ExprString(index.Index)
	for _, c := range conditions[:len(conditions)-1] {
		b, is := ast.Unparen(c).(*ast.BinaryExpr)
		if !is || b.Op != token.NEQ || types.ExprString(b.X) != text || !r.info.Types[b.Y].IsNil() {
			return nil, nil
		}
	}
	if _, pure := conditionText(r, index.Index); !pure {
		return nil, nil
	}
	return index.Index, index.X.(*ast.Ident)
}

// conditionText returns a condition as it is rewritten, in one line, where asking it does nothing else.
func conditionText(r *rewriter, e ast.Expr) (string, bool) {
	pure := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit, *ast.CompositeLit, *ast.TypeAssertExpr, *ast.SliceExpr:
			pure = false
		case *ast.UnaryExpr:
			pure = pure && n.Op != token.ARROW && n.Op != token.AND
		case *ast.IndexExpr:
			_, isMap := r.info.TypeOf(n.X).Underlying().(*types.Map)
			pure = pure && (!isMap || r.isVisited(n.X))
		}
		return pure
	})
	if !pure {
		return "", false
	}
	return rewrittenText(r, e, r.read)
}

// rewrittenText returns an expression as it is rewritten, in one line.
func rewrittenText(r *rewriter, e ast.Expr, rewrite func(ast.Expr)) (string, bool) {
	text, err := r.in.Read(r.pkg.Fset.PositionFor(r.file.Package, false).Filename)
	if err != nil {
		return "", false
	}
	edits := r.edits
	r.edits = nil
	rewrite(e)
	part := r.edits
	r.edits = edits
	from := r.pkg.Fset.PositionFor(e.Pos(), false).Offset
	to := r.pkg.Fset.PositionFor(e.End(), false).Offset
	out := splice(text, part, from, to)
	if strings.Contains(out, "//") {
		return "", false
	}
	return strings.ReplaceAll(out, "\n", " "), true
}
