package mutation

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Reached is the variable of the environment that names the file to which a process of
// the program as it was written appends the places that it comes to, a number a line:
// the mutants of a place that it does not come to behave as the program does.
const Reached = "TTF_INT_REACHED"

// reachedName is the name of the function that says that a place is reached.
const reachedName = "ttfIntReached"

// place is a part of a function that is reached or not: a statement of a list, or an
// operand that need not be evaluated.
type place struct {
	from, to token.Pos
	operand  bool
}

// places returns the places of a function.
func (s *source) places(fn *function) []place {
	var out []place
	list := func(stmts []ast.Stmt) {
		for _, st := range stmts {
			out = append(out, place{st.Pos(), st.End(), false})
		}
	}
	operand := func(e ast.Expr) {
		of := s.info.Types[e]
		if of.Type == nil || of.Value != nil {
			return
		}
		if types.Identical(of.Type, types.Typ[types.Bool]) || types.Identical(of.Type, types.Typ[types.UntypedBool]) {
			out = append(out, place{e.Pos(), e.End(), true})
		}
	}
	ast.Inspect(fn.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			for _, st := range n.List {
				switch st.(type) {
				case *ast.CaseClause, *ast.CommClause:
				default:
					list([]ast.Stmt{st})
				}
			}
		case *ast.CaseClause:
			list(n.Body)
		case *ast.CommClause:
			list(n.Body)
		case *ast.BinaryExpr:
			if connectors(n.Op) != token.ILLEGAL {
				operand(n.Y)
			}
		case *ast.IfStmt:
			if next, is := n.Else.(*ast.IfStmt); is {
				operand(next.Cond)
			}
		case *ast.SwitchStmt:
			if n.Tag == nil {
				for _, c := range n.Body.List {
					for _, e := range c.(*ast.CaseClause).List {
						operand(e)
					}
				}
			}
		}
		return true
	})
	return out
}

// findSmallest returns the index of the smallest place that holds a part of the text; -1
// where none does.
func findSmallest(places []place, from, to token.Pos) int {
	best := -1
	for i, p := range places {
		if p.from <= from && to <= p.to && (best < 0 || p.to-p.from < places[best].to-places[best].from) {
			best = i
		}
	}
	return best
}
