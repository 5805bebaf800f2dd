package driver

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// waiting says how a function waits, as far as the text of the program shows.
type waiting int

// How functions wait, the worst last.
const (
	never   waiting = iota
	timed           // until time has passed on the clock of the machine
	endless         // in a loop that only another goroutine ends
)

// waits tells how a function waits, itself or in functions that it calls, those aside that go on beside it.
func (g *callGraph) waits(f *types.Func) waiting {
	blocks, timers := false, false
	all := []*types.Func{f}
	for i := 0; i < len(all); i++ {
		d := g.bodies[all[i]]
		if d == nil || isStandard(all[i].Pkg()) && !g.served[all[i].Pkg()] {
			continue
		}
		w := &waitsIn{info: g.infos[all[i]]}
		if w.read(d.Body); w.endless {
			return endless
		}
		blocks, timers = blocks || w.blocks, timers || slices.ContainsFunc(g.calls[all[i]], isTimer)
		for _, called := range w.calls {
			if isSleep(called) {
				return timed
			}
			if !slices.Contains(all, called) {
				all = append(all, called)
			}
		}
	}
	if blocks && timers {
		return timed
	}
	return never
}

// isStandard tells whether a package is of the standard library.
func isStandard(p *types.Package) bool {
	if p == nil {
		return true
	}
	first, _, _ := strings.Cut(p.Path(), "/")
	return !strings.Contains(first, ".")
}

// isSleep tells whether a function is the one that waits until time has passed.
func isSleep(f *types.Func) bool { return isTime(f) && f.Name() == "Sleep" }

// isTimer tells whether a function gives a channel that is sent to when time has passed.
func isTimer(f *types.Func) bool {
	return isTime(f) && slices.Contains([]string{"After", "NewTimer", "NewTicker", "Tick"}, f.Name())
}

// waitsIn is what is found in the body of one function.
type waitsIn struct {
	info            *types.Info
	calls           []*types.Func // without those that go on beside it
	blocks, endless bool
}

// read looks at a part of a body.
func (w *waitsIn) read(body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.FuncLit:
			return false
		case *ast.ForStmt:
			inner := &waitsIn{info: w.info}
			if inner.read(n.Body); n.Cond == nil && inner.blocks {
				w.endless = true
			}
		case *ast.RangeStmt:
			if _, ok := w.info.TypeOf(n.X).Underlying().(*types.Chan); ok {
				w.endless = true
			}
		case *ast.SelectStmt:
			w.choose(n)
			return false
		case *ast.UnaryExpr:
			w.blocks = w.blocks || n.Op == token.ARROW
		case *ast.SendStmt:
			w.blocks = true
		case *ast.Ident:
			if f, ok := w.info.Uses[n].(*types.Func); ok {
				w.calls = append(w.calls, f.Origin())
			}
		}
		return true
	})
}

// choose looks at a statement that waits for one of several channels, unless it has a default.
func (w *waitsIn) choose(s *ast.SelectStmt) {
	waits := true
	for _, c := range s.Body.List {
		clause := c.(*ast.CommClause)
		waits = waits && clause.Comm != nil
		for _, then := range clause.Body {
			w.read(then)
		}
	}
	w.blocks = w.blocks || waits
}
