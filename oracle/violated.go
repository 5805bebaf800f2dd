package oracle

import (
	"context"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// shortfall is what a predicate that is false lacks: its false conjuncts, those
// that speak of inputs and before-state alone apart from the others. Of a
// callee's schema each is an occurrence whose body is the conjunct.
type shortfall struct{ early, late []zed.Expr }

// nearer tells whether s comes nearer to holding than t: an enabled disjunct,
// whose early conjuncts all hold, before one that is not, then what lacks less.
func (s shortfall) nearer(t shortfall) bool {
	if a, b := len(s.early), len(t.early); a == 0 || b == 0 {
		return b > 0 || a == 0 && len(s.late) < len(t.late)
	}
	return len(s.early) < len(t.early)
}

// toldElements bounds the elements of sets that are looked at to tell what is false of a
// frame: one part may look at a quarter of these.
const toldElements = 1_000_000

// violated returns the false conjuncts of the specification as it is written.
// Of a disjunction they are those of the enabled disjunct that comes nearest to
// holding; where none is enabled, those that keep the nearest from being so.
func (u *Unit) violated(ctx context.Context, frame spec.Frame) []zed.Expr {
	w := walker{
		unit: u, frame: frame, late: map[string]bool{}, seen: map[zed.Expr]shortfall{},
		session: &eval.Session{Left: toldElements, Stop: func() bool { return ctx.Err() != nil }},
	}
	defer w.session.Close()
	for _, v := range u.spec.Op.Late.Vars {
		w.late[v.Name] = true
	}
	s := w.findShortfall(u.spec.Op.Pred)
	if len(s.early) > 0 {
		return s.early
	}
	return s.late
}

// walker finds what is false in a predicate on a frame.
type walker struct {
	unit    *Unit
	frame   spec.Frame
	late    map[string]bool // the after-state and outputs
	seen    map[zed.Expr]shortfall
	session *eval.Session
}

// findShortfall returns what e lacks; nothing where it is not false.
func (w *walker) findShortfall(e zed.Expr) shortfall {
	known, ok := w.seen[e]
	if !ok {
		if truth, _ := w.unit.oracle.program(e, w.unit.slots).TruthIn(w.session, w.frame); truth == eval.False {
			known = w.parts(e)
		}
		w.seen[e] = known
	}
	return known
}

func (w *walker) parts(e zed.Expr) shortfall {
	switch e := e.(type) {
	case *zed.Occur:
		return w.occurrence(e)
	case *zed.Logic:
		switch {
		case e.Op == zed.And:
			var all shortfall
			for _, c := range schema.Conjuncts(e) {
				s := w.findShortfall(c)
				all.early, all.late = append(all.early, s.early...), append(all.late, s.late...)
			}
			return all
		case e.Op == zed.Or && composite(e):
			return w.nearest(e)
		}
	}
	return w.atom(e)
}

// composite tells whether a disjunction has a disjunct of several parts: one
// that has none is what a person wrote as a single condition.
func composite(e *zed.Logic) bool {
	for _, arg := range e.Args {
		switch arg := arg.(type) {
		case *zed.Occur:
			return true
		case *zed.Logic:
			if arg.Op == zed.And || arg.Op == zed.Or && composite(arg) {
				return true
			}
		}
	}
	return false
}

func (w *walker) nearest(e *zed.Logic) shortfall {
	best := w.findShortfall(e.Args[0])
	for _, arg := range e.Args[1:] {
		if s := w.findShortfall(arg); s.nearer(best) {
			best = s
		}
	}
	return best
}

// occurrence returns what a callee's schema lacks; the occurrence as it is
// where that cannot be told.
func (w *walker) occurrence(o *zed.Occur) shortfall {
	inner := w.findShortfall(o.Body)
	if len(inner.early)+len(inner.late) == 0 {
		return w.atom(o)
	}
	wrap := func(es []zed.Expr) []zed.Expr {
		var out []zed.Expr
		for _, e := range es {
			one := *o
			one.Body = e
			out = append(out, &one)
		}
		return out
	}
	return shortfall{wrap(inner.early), wrap(inner.late)}
}

func (w *walker) atom(e zed.Expr) shortfall {
	if w.unit.oracle.mentions(e, w.late) {
		return shortfall{late: []zed.Expr{e}}
	}
	return shortfall{early: []zed.Expr{e}}
}
