package oracle

import (
	"context"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// shortfall says why a predicate is false: it holds its false conjuncts, where those on
// inputs and before-state alone are kept apart. A false conjunct of a callee's schema
// is an occurrence with that conjunct as its body.
type shortfall struct{ early, late []zed.Expr }

// isNearer tells whether a predicate with shortfall s is nearer to being true than one
// with shortfall t. An enabled disjunct, of which all conjuncts on inputs and
// before-state hold, is nearer than one that is not; then fewer false conjuncts are
// nearer.
func (s shortfall) isNearer(t shortfall) bool {
	if a, b := len(s.early), len(t.early); a == 0 || b == 0 {
		return b > 0 || a == 0 && len(s.late) < len(t.late)
	}
	return len(s.early) < len(t.early)
}

// toldElements bounds the number of set elements that are enumerated to find the false
// conjuncts for a frame. One part may use a quarter of it.
const toldElements = 1_000_000

// findViolated returns the false conjuncts of the specification as it is written. Of a
// disjunction they are those of the enabled disjunct that is nearest to being true;
// where no disjunct is enabled, they are those that prevent the nearest from being
// enabled.
func (u *Unit) findViolated(ctx context.Context, frame spec.Frame) []zed.Expr {
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

// walker finds the false parts of a predicate on a frame.
type walker struct {
	unit    *Unit
	frame   spec.Frame
	late    map[string]bool // the after-state and outputs
	seen    map[zed.Expr]shortfall
	session *eval.Session
}

// findShortfall returns the shortfall of e, which is empty where e is not false.
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
		case e.Op == zed.Or && isComposite(e):
			return w.findNearest(e)
		}
	}
	return w.atom(e)
}

// isComposite tells whether some disjunct of a disjunction is a conjunction. Other
// disjunctions count as single conditions, as a person wrote them.
func isComposite(e *zed.Logic) bool {
	for _, arg := range e.Args {
		switch arg := arg.(type) {
		case *zed.Occur:
			return true
		case *zed.Logic:
			if arg.Op == zed.And || arg.Op == zed.Or && isComposite(arg) {
				return true
			}
		}
	}
	return false
}

func (w *walker) findNearest(e *zed.Logic) shortfall {
	best := w.findShortfall(e.Args[0])
	for _, arg := range e.Args[1:] {
		if s := w.findShortfall(arg); s.isNearer(best) {
			best = s
		}
	}
	return best
}

// occurrence returns the shortfall of a callee's schema, or the whole occurrence where
// that cannot be computed.
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
	if w.unit.oracle.system.Calculus.Mentions(e, w.late) {
		return shortfall{late: []zed.Expr{e}}
	}
	return shortfall{early: []zed.Expr{e}}
}
