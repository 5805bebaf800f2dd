package types

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// inference infers types: it unifies them, keeps the nodes whose types may be inferred
// later and the checks that wait for a type, and at the end settles all types.
type inference struct {
	mistakes *mistakes
	gaps     *gaps
	made     []*zed.Info           // the nodes whose types may be inferred later
	memo     map[zed.Expr]zed.Expr // results of expanded
	waiting  []waiting
	open     []undetermined
}

// callWhenKnown calls check with a type, at once or when the type is inferred. It does not call
// it where the type was given up after an error.
func (inf *inference) callWhenKnown(t zed.Type, check func(zed.Type)) {
	if _, open := prune(t).(*variable); open && !isBad(t) {
		inf.waiting = append(inf.waiting, waiting{t, check})
		return
	}
	if !isBad(t) {
		check(prune(t))
	}
}

// resume makes the checks whose types have been inferred, and the others when nothing
// more can be inferred.
func (inf *inference) resume() {
	for again := true; again; {
		again = false
		list := inf.waiting
		inf.waiting = nil
		for _, w := range list {
			if _, open := prune(w.typ).(*variable); !open {
				again = true
			}
			inf.callWhenKnown(w.typ, w.check)
		}
	}
	for _, w := range inf.waiting {
		if !isBad(w.typ) {
			w.check(prune(w.typ))
		}
	}
	inf.waiting = nil
}

// keep stores a node whose type may be inferred later.
func (inf *inference) keep(i *zed.Info) { inf.made = append(inf.made, i) }

// unify unifies two types, or reports that they differ; the message is formatted with
// both.
func (inf *inference) unify(at source.Span, want, got zed.Type, message string) {
	if isBad(want) || isBad(got) {
		return
	}
	w, g := showType(want), showType(got)
	if !unify(want, got) {
		inf.mistakes.errorf(at, message, w, g)
	}
}

// waiting is a check of a type that is not known yet.
type waiting struct {
	typ   zed.Type
	check func(zed.Type)
}

// undetermined is a term whose type may stay open although all uses of the term are
// known.
type undetermined struct {
	typ  zed.Type
	at   source.Span
	what string
}

// mayBeOpen stores a term whose type is examined when everything is checked.
func (inf *inference) mayBeOpen(e zed.Expr, t zed.Type, what string) {
	inf.open = append(inf.open, undetermined{t, e.At(), what})
}

// settle sets the types of nodes that were inferred after the nodes were made.
func (inf *inference) settle() {
	inf.resume()
	fine := len(inf.mistakes.errs) == 0 && !inf.gaps.partial // what an error leaves open is not another error
	for _, u := range inf.open {
		if fine && isUnknown(u.typ) {
			inf.mistakes.errorf(u.at,
				"the type of %s is not determined here: expected more of it, or its parameters in brackets", u.what)
		}
	}
	inf.open = nil
	for _, i := range inf.made {
		if i.Type != nil {
			i.Type = settle(i.Type)
		}
	}
	inf.made = nil
}

// expand returns a term with settled types without the nodes that only the checker
// makes.
func (inf *inference) expand(e zed.Expr) zed.Expr {
	if inf.memo == nil {
		inf.memo = map[zed.Expr]zed.Expr{}
	}
	return zed.Expand(e, inf.memo)
}

// settle replaces type variables by their values everywhere in a type. One without a
// value becomes ℤ, since any type would do.
func settle(t zed.Type) zed.Type {
	switch t := prune(t).(type) {
	case *variable:
		return zed.IntType{}
	case zed.PowerType:
		return zed.PowerType{Elem: settle(t.Elem), List: t.List}
	case zed.ProductType:
		out := make([]zed.Type, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = settle(e)
		}
		return zed.ProductType{Elems: out}
	case zed.SchemaType:
		out := make([]zed.Field, len(t.Fields))
		for i, f := range t.Fields {
			out[i] = zed.Field{Name: f.Name, Type: settle(f.Type)}
		}
		return zed.SchemaType{Fields: out}
	default:
		return t
	}
}
