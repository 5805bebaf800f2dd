package mutants

import (
	"math/big"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// results adds the mistakes that an after-state variable is unchanged or free, and that
// an output is free or always the same. After-state variables that no disjunct changes
// are left out.
func (w *writer) results() {
	before := map[string]zed.Var{}
	for _, v := range w.unit.Op.Before.Vars {
		before[v.Name] = v
	}
	for _, v := range w.unit.Op.Late.Vars {
		was, state := before[strings.TrimSuffix(v.Name, "'")]
		ofCallees := !w.unit.Op.Own[v.Name] && len(w.unit.Op.Occurrences) > 0
		if state && ofCallees {
			continue // it is of the mistakes at their calls
		}
		free := w.calculus.Exists([]zed.Var{v}, w.unit.Op.Pred)
		if !toolkit.Full(v.Decl) {
			free = schema.Conjoin([]zed.Expr{zed.Relate(zed.In, zed.LocalRef(v.Name, v.Type), v.Decl), free})
		}
		if !state {
			w.addFixed(v, free)
		}
		if ofCallees {
			continue
		}
		if still := zed.Relate(zed.Equal, zed.LocalRef(v.Name, v.Type), zed.LocalRef(was.Name, was.Type)); state &&
			!w.isAlwaysTrue(still) {
			w.result(v, schema.Conjoin([]zed.Expr{still, free}), v.Name+" as it was")
		}
		w.result(v, free, v.Name+" free").free = v.Name
	}
}

// addFixed adds the mistakes that an output is always the same: 0, an empty collection,
// the first constant of its type, or one that the operation or a callee mentions.
// Values that the output always has are left out.
func (w *writer) addFixed(v zed.Var, free zed.Expr) {
	for _, c := range w.plainValues(v.Type) {
		if is := zed.Relate(zed.Equal, zed.LocalRef(v.Name, v.Type), c); !w.isAlwaysTrue(is) {
			w.result(v, schema.Conjoin([]zed.Expr{is, free}), v.Name+" always "+shorten(c)).kind = Fixed
		}
	}
}

// plainValues returns values of a type that a careless program might always give.
func (w *writer) plainValues(t zed.Type) []zed.Expr {
	info := zed.Info{Type: t}
	switch t := t.(type) {
	case zed.IntType:
		return []zed.Expr{&zed.Num{Info: info, Value: new(big.Int)}}
	case zed.PowerType:
		return []zed.Expr{&zed.Op{Info: info, Op: zed.EmptySet}}
	case zed.NamedType:
		names := slices.Clone(w.constants(t))
		for _, f := range w.types {
			if f.Name == t.Name && len(f.Constants) > 0 && !slices.Contains(names, f.Constants[0]) {
				names = append(names, f.Constants[0])
			}
		}
		var out []zed.Expr
		for _, name := range names {
			out = append(out, &zed.Ref{Info: info, Name: name, Kind: zed.Constant})
		}
		return out
	}
	return nil
}

func (w *writer) result(v zed.Var, pred zed.Expr, shown string) *mistake {
	m := &mistake{kind: Results, shown: shown, span: v.Span, whole: pred}
	w.mistakes = append(w.mistakes, m)
	return m
}

// isAlwaysTrue tells whether a predicate is a conjunct of each disjunct.
func (w *writer) isAlwaysTrue(e zed.Expr) bool {
	text := zed.Print(e, zed.Unicode)
	return !slices.ContainsFunc(w.said, func(said map[string]bool) bool { return !said[text] })
}
