package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// step leads from a value to a part of it.
type step struct {
	kind stepKind
	name string // of the constructor, or of the component
	at   int    // the component, or the item, from 0
	end  int    // how many items are left out at the end
}

type stepKind uint8

const (
	made     stepKind = iota // what a constructor made it of
	tupled                   // a component of a tuple
	field                    // a component of a binding
	item                     // an item of a sequence
	lastItem                 // an item of a sequence, counted from its end
	middle                   // a sequence without its first and last items
)

// partsOf calls found with the variables that a term consists of by constructors, tuples,
// bindings and sequences alone, and the way to each.
func partsOf(e zed.Expr, path []step, found func(v *zed.Ref, path []step)) {
	below := func(x zed.Expr, s step) { partsOf(x, append(slices.Clone(path), s), found) }
	switch e := e.(type) {
	case *zed.Ref:
		found(e, path)
	case *zed.Op:
		if e.Op == zed.Cat {
			eachJoined(e, below)
		}
	default:
		eachPart(e, below)
	}
}

// eachPart yields the parts of which a term is written out by a constructor, as a tuple, a binding or
// a sequence, and is false where it is none of these.
func eachPart(e zed.Expr, yield func(zed.Expr, step)) bool {
	switch e := e.(type) {
	case *zed.Apply:
		c, ok := e.Fn.(*zed.Ref)
		if !ok || c.Kind != zed.Constant {
			return false
		}
		yield(e.Arg, step{kind: made, name: c.Name})
	case *zed.TupleExt:
		for i, x := range e.Elems {
			yield(x, step{kind: tupled, at: i})
		}
	case *zed.Binding:
		for i, x := range e.Values {
			yield(x, step{kind: field, name: e.Names[i]})
		}
	case *zed.SeqExt:
		for i, x := range e.Elems {
			yield(x, step{kind: item, at: i})
		}
	default:
		return false
	}
	return true
}

// listJoined returns the sequences that are joined to one, from left to right.
func listJoined(e zed.Expr) []zed.Expr {
	if o, ok := e.(*zed.Op); ok && o.Op == zed.Cat {
		return append(listJoined(o.Args[0]), listJoined(o.Args[1])...)
	}
	return []zed.Expr{e}
}

// eachJoined yields what is joined to a sequence: items before and behind at most one part
// that is not written out.
func eachJoined(e *zed.Op, below func(zed.Expr, step)) {
	all := listJoined(e)
	written := func(e zed.Expr) bool { _, ok := e.(*zed.SeqExt); return ok }
	open := slices.IndexFunc(all, func(e zed.Expr) bool { return !written(e) })
	if open < 0 {
		open = len(all)
	}
	front, back := 0, 0
	for _, a := range all[:open] {
		for _, x := range a.(*zed.SeqExt).Elems {
			below(x, step{kind: item, at: front})
			front++
		}
	}
	if open == len(all) || slices.ContainsFunc(all[open+1:], func(e zed.Expr) bool { return !written(e) }) {
		return
	}
	for k := len(all) - 1; k > open; k-- {
		elems := all[k].(*zed.SeqExt).Elems
		for i := len(elems) - 1; i >= 0; i-- {
			below(elems[i], step{kind: lastItem, at: back})
			back++
		}
	}
	below(all[open], step{kind: middle, at: front, end: back})
}

// partAlong returns the part of a value to which a path leads, if there is one.
func partAlong(v value.Value, path []step) (value.Value, bool) {
	for _, s := range path {
		ok := false
		switch k := v.Kind(); s.kind {
		case made:
			if ok = k == value.Ctor && v.Name() == s.name; ok {
				v = v.Elem(0)
			}
		case tupled:
			if ok = k == value.Tuple && s.at < v.Len(); ok {
				v = v.Elem(s.at)
			}
		case field:
			if ok = k == value.Binding; ok {
				v, ok = v.Field(s.name)
			}
		case item, lastItem:
			at := s.at
			if s.kind == lastItem {
				at = v.Len() - 1 - s.at
			}
			if ok = k == value.Seq && at >= 0 && at < v.Len(); ok {
				v = v.Elem(at)
			}
		case middle:
			if ok = k == value.Seq && s.at+s.end <= v.Len(); ok {
				v = value.OfSeq(slices.Clone(v.Items()[s.at : v.Len()-s.end]))
			}
		}
		if !ok {
			return v, false
		}
	}
	return v, true
}

// noteMatch notes what an equation says of the variables that one side consists of.
func (b *builder) noteMatch(pattern, whole zed.Expr, in *scope) {
	if _, plain := pattern.(*zed.Ref); plain {
		return
	}
	partsOf(pattern, nil, func(r *zed.Ref, path []step) {
		target, ok := b.variable(r, in)
		if ok && !slices.Contains(b.p.cache.free.NamesOf(whole), r.Name) {
			b.p.equations = append(b.p.equations, equation{target: target, use: b.use(whole, in), path: path})
		}
	})
}
