package mutants

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// marginOf returns the predicate that the larger side of an order relation on numbers is at most one more
// than the smaller side; nil for other terms. Where the relation is false, the predicate is true.
func marginOf(e zed.Expr) zed.Expr {
	o, ok := e.(*zed.Op)
	if !ok || len(o.Args) != 2 {
		return nil
	}
	small, large := o.Args[0], o.Args[1]
	switch o.Op {
	case zed.Less, zed.LessEq:
	case zed.Greater, zed.GreaterEq:
		small, large = large, small
	default:
		return nil
	}
	number := zed.Info{Type: zed.IntType{}}
	next := &zed.Op{Info: number, Op: zed.Plus, Args: []zed.Expr{small, &zed.Num{Info: number, Value: big.NewInt(1)}}}
	return zed.Relate(zed.LessEq, large, next)
}

// margin adds the mistake that an order relation holds near its boundary alone. A program makes it whose
// condition is right for the numbers next to the boundary, where cases lie first of all, and for no others.
func (a *atom) margin(e *zed.Op) {
	if near := marginOf(e); near != nil {
		a.change(Margins, e, schema.Conjoin([]zed.Expr{e, near}))
	}
}

// addMargins adds, for each order relation that a callee demands in all its alternatives, those of its own
// callees included, the mistake that it is called near the boundary alone.
func (w *writer) addMargins(o *zed.Occur) {
	all := schema.Alternatives(o.Body)
	if len(all) == 0 || len(all) > maxLeftOut {
		return
	}
	known := map[string]bool{}
	for _, v := range o.Vars {
		known[v.Name] = true
	}
	said := map[string]int{} // by how many alternatives
	for _, e := range all {
		texts := map[string]bool{}
		for _, c := range atoms(e) {
			if marginOf(c) == nil {
				continue
			}
			if text := zed.Print(c, zed.Unicode); !texts[text] {
				texts[text] = true
				said[text]++
			}
		}
	}
	for _, c := range atoms(all[0]) {
		near := marginOf(c)
		if near == nil || said[zed.Print(c, zed.Unicode)] < len(all) || w.isGiven(c) ||
			slices.ContainsFunc(w.calculus.FreeVars(near), func(name string) bool { return !known[name] }) {
			continue
		}
		w.add(Margins, o, schema.Conjoin([]zed.Expr{o, near}),
			fmt.Sprintf("%s where %s, occurrence %d", o.Schema, shorten(near), o.Index))
	}
}
