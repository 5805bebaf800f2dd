package search

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maker is a constructor of a free type that has more values than are listed.
type maker struct {
	name string
	arg  component
}

// nesting is how deeply constructors nest in what is chosen piece by piece, by how
// far values are looked for: enough for any tree of a handful of nodes, then for
// larger ones.
var nesting = [...]int{inScope: 4, inText: 4, determined: 6, anywhere: 10}

// collectMakers notes the constructors of the types that are not listed wholly, where what they
// are applied to depends on variables of the problem alone.
func (b *builder) collectMakers(root *scope) {
	for t, partial := range b.p.globals.Partial {
		if !partial {
			continue
		}
		var makers []maker
		for _, name := range b.p.globals.Makers[t] {
			set := b.p.globals.Ctors[name]
			power, ok := set.Typ().(zed.PowerType)
			if !ok || slices.ContainsFunc(b.p.cache.names(set, b.p.globals), func(n string) bool {
				_, known := b.lookup(n, root)
				return !known
			}) {
				makers = nil
				break
			}
			makers = append(makers, maker{name, component{typ: power.Elem, shape: b.shape(set, root)}})
		}
		if b.p.makers == nil {
			b.p.makers = map[string][]maker{}
		}
		b.p.makers[t] = makers
	}
}

// listConstructed makes the domain the values of a free type, constants first: what a
// constructor is applied to is chosen when the predicate reads it. It returns
// false for types that are listed.
func (w *wanted) listConstructed(t zed.NamedType) bool {
	makers := w.s.p.makers[t.Name]
	if len(makers) == 0 {
		return false
	}
	for _, m := range makers {
		if !w.isListable(m.arg.shape) {
			return false
		}
	}
	limit := w.s.levels
	bound := fmt.Sprintf("values of %s with %d constructors within each other", t.Name, limit)
	if w.scoped {
		w.d.scope = bound
	} else {
		w.d.open = w.name
	}
	w.d.each = func(yield func(candidate) bool) {
		for _, v := range w.s.p.globals.Free[t.Name] {
			if v.Kind() == value.Atom && !yield(candidate{value: v}) {
				return
			}
		}
		if w.depth >= limit {
			w.s.cutLevels = true
			return
		}
		for _, m := range makers {
			build := func(vs []value.Value) value.Value { return value.OfCtor(m.name, vs[0]) }
			if !yield(candidate{parts: []component{m.arg}, build: build}) {
				return
			}
		}
	}
	return true
}

// run searches from the start. Where constructors nest without end, trees of one
// level are looked through before those of two, and so on: small ones come first,
// and no search is lost in the depth of one variable.
func (s *search) run() failure {
	s.short = false
	if len(s.p.makers) == 0 {
		return s.node(s.start())
	}
	for s.levels = 1; ; s.levels++ {
		s.cutLevels = false
		f := s.node(s.start())
		if f.stopped || !s.cutLevels || s.levels >= nesting[s.reach] {
			return f
		}
	}
}

// isListable tells whether the domain of a part with the shape has no value that is
// outside of it. The domain notes the variables on which that depends.
func (w *wanted) isListable(s *shape) bool {
	switch s.kind {
	case byValue:
		_, ok := w.s.evaluate(s.term)
		if !ok {
			w.d.after = append(w.d.after, s.term.slots...)
		}
		return ok
	case built, record, few:
		if s.kind == built && s.op != zed.Cross && s.op != zed.Seq && !toolkit.HasAllSubsets(s.op) {
			return false
		}
		for _, a := range s.args {
			if !w.isListable(a) {
				return false
			}
		}
	}
	return true
}

// depthOf returns how many constructors stand around a part.
func depthOf(v value.Value, path []int) int {
	n := 0
	for _, i := range path {
		if v.Kind() == value.Ctor {
			n++
		}
		v = part(v, i)
	}
	return n
}
