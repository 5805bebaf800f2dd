package mutants

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// results leaves each after-state as it was, and each after-state and output free. An
// after-state of which no disjunct says anything else than that it is as it was is left
// out.
func (w *writer) results() {
	before := map[string]zed.Var{}
	for _, v := range w.unit.Op.Before.Vars {
		before[v.Name] = v
	}
	for _, v := range w.unit.Op.Late.Vars {
		if !w.unit.Op.Own[v.Name] && len(w.unit.Op.Occurrences) > 0 {
			continue // it is of callees alone, and of the mistakes at their calls
		}
		free := w.calculus.Exists([]zed.Var{v}, w.unit.Op.Pred)
		if !toolkit.Full(v.Decl) {
			free = schema.Conjoin([]zed.Expr{zed.Relate(zed.In, zed.Named(v.Name, v.Type), v.Decl), free})
		}
		was, state := before[strings.TrimSuffix(v.Name, "'")]
		if still := zed.Relate(zed.Equal, zed.Named(v.Name, v.Type), zed.Named(was.Name, was.Type)); state && !w.always(still) {
			w.result(v, schema.Conjoin([]zed.Expr{still, free}), v.Name+" as it was")
		}
		w.result(v, free, v.Name+" free").free = v.Name
	}
}

func (w *writer) result(v zed.Var, pred zed.Expr, shown string) *mistake {
	m := &mistake{kind: Results, shown: shown, span: v.Span, whole: pred}
	w.mistakes = append(w.mistakes, m)
	return m
}

// always tells whether each disjunct says something.
func (w *writer) always(e zed.Expr) bool {
	text := zed.Print(e, zed.Unicode)
	for _, d := range w.unit.Op.Disjuncts {
		said := false
		for _, c := range d.Conjuncts {
			said = said || zed.Print(c, zed.Unicode) == text
		}
		if !said {
			return false
		}
	}
	return true
}
