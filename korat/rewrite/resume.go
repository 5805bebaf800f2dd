package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A run of a predicate can go on from a snapshot of its stack where all that it writes elsewhere is undone. So in
// texts for a fast search each write to what may not be on the stack calls a hook that keeps what was there, and what
// cannot be kept is told.

// sharedVariables returns the local variables of a function that need not be on the stack: those whose address is
// taken, and those that a function literal has.
func sharedVariables(info *types.Info, d *ast.FuncDecl) map[*types.Var]bool {
	out := map[*types.Var]bool{}
	share := func(e ast.Expr) {
		if id := variableOf(e); id != nil {
			if v, is := info.ObjectOf(id).(*types.Var); is {
				out[v] = true
			}
		}
	}
	var inside []*ast.FuncLit
	ast.PreorderStack(d, nil, func(n ast.Node, stack []ast.Node) bool {
		inside = inside[:0]
		for _, s := range stack {
			if lit, is := s.(*ast.FuncLit); is {
				inside = append(inside, lit)
			}
		}
		switch n := n.(type) {
		case *ast.Ident:
			v, is := info.Uses[n].(*types.Var)
			for _, lit := range inside {
				if is && (v.Pos() < lit.Pos() || v.Pos() >= lit.End()) {
					out[v] = true
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				share(n.X)
			}
		case *ast.SliceExpr:
			if _, is := info.TypeOf(n.X).Underlying().(*types.Array); is {
				share(n.X)
			}
		case *ast.SelectorExpr:
			if s := info.Selections[n]; s != nil && s.Kind() == types.MethodVal {
				_, pointer := s.Obj().(*types.Func).Signature().Recv().Type().Underlying().(*types.Pointer)
				if _, has := s.Recv().Underlying().(*types.Pointer); pointer && !has {
					share(n.X)
				}
			}
		}
		return true
	})
	return out
}

// slow notes a line at which a run could not go on from a snapshot.
func (r *rewriter) slow(n ast.Node, format string, args ...any) {
	if r.in.Resume {
		r.out.Slow = append(r.out.Slow, Problem{r.pkg.Fset.Position(n.Pos()), fmt.Sprintf(format, args...)})
	}
}

// judging looks for what cannot be undone in a function.
type judging struct{ r *rewriter }

// all does so in all of it.
func (j judging) all(d *ast.FuncDecl) {
	r := j.r
	if !r.in.Resume {
		return
	}
	r.shared = sharedVariables(r.info, d)
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt, *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt:
			r.slow(n, "a run that defers calls, or uses channels, cannot go on from a snapshot")
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				r.slow(n, "a run that uses channels cannot go on from a snapshot")
			}
		case *ast.Ident:
			if f, is := r.info.Uses[n].(*types.Func); is && f.Pkg() != nil && !r.isOurs(f.Pkg()) && !leavesAlone(f) {
				r.slow(n, "what %s writes cannot be undone", f.FullName())
			}
		case *ast.RangeStmt:
			j.loop(n)
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				id, is := e.(*ast.Ident)
				if v, used := r.info.Uses[id].(*types.Var); is && used && n.Tok == token.DEFINE && r.shared[v] {
					r.slow(n, "what is assigned to %s beside new variables cannot be undone", id.Name)
				}
			}
		case *ast.CallExpr:
			j.builtin(n)
		}
		return true
	})
}

// loop does so for a range statement.
func (j judging) loop(s *ast.RangeStmt) {
	r := j.r
	for _, e := range []ast.Expr{s.Key, s.Value} {
		if id, is := e.(*ast.Ident); e != nil && (!is || s.Tok == token.ASSIGN && !isBlank(e)) {
			r.slow(s, "what a range statement assigns to variables of its function cannot be undone")
		} else if v, is := r.info.ObjectOf(id).(*types.Var); is && r.shared[v] {
			r.slow(s, "what a range statement assigns to %s cannot be undone, since its address is taken", id.Name)
		}
	}
	if m, is := r.info.TypeOf(s.X).Underlying().(*types.Map); is && !r.types.has(m) && !r.types.holds(m.Key()) {
		r.slow(s, "a range over a map goes through it in random order")
	}
	if _, is := r.info.TypeOf(s.X).Underlying().(*types.Signature); is {
		r.slow(s, "a range over a function cannot go on from a snapshot")
	}
}

// builtin does so for the call of a function that the language has.
func (j judging) builtin(e *ast.CallExpr) {
	r := j.r
	id, is := ast.Unparen(e.Fun).(*ast.Ident)
	if !is || !r.info.Types[e.Fun].IsBuiltin() || len(e.Args) == 0 {
		return
	}
	_, isMap := r.info.TypeOf(e.Args[0]).Underlying().(*types.Map)
	switch {
	case id.Name == "recover":
		r.slow(e, "a run that recovers from a panic cannot go on from a snapshot")
	case (id.Name == "delete" || id.Name == "clear") && isMap && !r.isVisited(e.Args[0]):
		r.slow(e, "what %s takes from a map cannot be undone", id.Name)
	}
}

// harmless are the packages of the standard library whose functions write nothing that a run could see again, and
// harmlessFunctions those of other packages.
var (
	harmless = []string{"math", "math/bits", "math/cmplx", "cmp", "unicode", "unicode/utf8", "unicode/utf16",
		"errors"}
	harmlessFunctions = []string{"slices.Contains", "slices.ContainsFunc", "slices.Index", "slices.IndexFunc",
		"slices.Equal", "slices.EqualFunc", "slices.Compare", "slices.IsSorted", "slices.IsSortedFunc",
		"slices.Max", "slices.MaxFunc", "slices.Min", "slices.MinFunc", "slices.BinarySearch",
		"slices.BinarySearchFunc", "slices.Clone", "sort.IntsAreSorted", "sort.StringsAreSorted",
		"sort.SearchInts", "sort.Search", "strconv.Itoa", "strconv.Atoi", "strings.Compare", "strings.Contains",
		"strings.HasPrefix", "strings.HasSuffix", "strings.Index", "strings.Count", "strings.ToLower",
		"strings.ToUpper", "strings.TrimSpace", "strings.Fields", "strings.Split", "strings.Join",
		"strings.Repeat"}
)

// leavesAlone tells whether a function that is not rewritten writes nothing that a run could see again.
func leavesAlone(f *types.Func) bool {
	return slices.Contains(harmless, f.Pkg().Path()) ||
		f.Pkg().Path() == "sync/atomic" && strings.HasPrefix(f.Name(), "Load") ||
		f.Signature().Recv() == nil && slices.Contains(harmlessFunctions, f.Pkg().Path()+"."+f.Name())
}

// keep rewrites a place that is written, and need not be on the stack. It returns whether it has.
func (r *rewriter) keep(e ast.Expr) bool {
	if !r.in.Resume {
		return false
	}
	if index, is := ast.Unparen(e).(*ast.IndexExpr); is {
		if _, is := r.info.TypeOf(index.X).Underlying().(*types.Map); is {
			r.keepEntry(index)
			return true
		}
	}
	if id := variableOf(e); id != nil && staysIn(r.info, e) {
		if v, is := r.info.ObjectOf(id).(*types.Var); !is || !r.shared[v] {
			return false
		}
	}
	r.insert(e.Pos(), "*"+hook("Keep")+"&")
	r.path(e)
	r.insert(e.End(), ")")
	return true
}

// staysIn tells whether a place is within a variable, with no pointer, slice or map in between.
func staysIn(info *types.Info, e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		s := info.Selections[x]
		if s == nil || s.Kind() != types.FieldVal || s.Indirect() {
			return false
		}
		return staysIn(info, x.X)
	case *ast.IndexExpr:
		_, is := info.TypeOf(x.X).Underlying().(*types.Array)
		return is && staysIn(info, x.X)
	}
	return false
}

// keepEntry rewrites m[k] that is written: the hook returns m, which is indexed again.
func (r *rewriter) keepEntry(e *ast.IndexExpr) {
	if !r.isRepeatable(e.Index) {
		r.slow(e, "what is written to a map with such a key cannot be undone")
	}
	r.insert(e.X.Pos(), hook("KeepEntry"))
	r.read(e.X)
	r.replace(e.Lbrack, e.Lbrack+1, ", ")
	r.read(e.Index)
	r.replace(e.Rbrack, e.Rbrack+1, ")["+types.ExprString(e.Index)+"]")
}

// isRepeatable tells whether an expression gives the same again when it is evaluated twice.
func (r *rewriter) isRepeatable(e ast.Expr) bool {
	repeatable := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			repeatable = repeatable && r.info.Types[n.Fun].IsType()
		case *ast.FuncLit, *ast.CompositeLit:
			repeatable = false
		case *ast.IndexExpr:
			repeatable = repeatable && !r.isVisited(n.X)
		}
		return repeatable
	})
	return repeatable
}
