package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// partIs notes v.a = e, which the i-th conjunct says of a component of a variable v that
// is a binding or a tuple, and v = e where the values of v are not listed.
func (b *builder) partIs(part, e zed.Expr, in *scope, i int) {
	of, path := part, []int{}
	for {
		switch x := of.(type) {
		case *zed.Select:
			s, ok := x.X.Typ().(zed.SchemaType)
			at := slices.IndexFunc(s.Fields, func(f zed.Field) bool { return f.Name == x.Name })
			if !ok || at < 0 {
				return
			}
			of, path = x.X, append(path, at)
			continue
		case *zed.TupleSelect:
			of, path = x.X, append(path, x.Index-1)
			continue
		}
		break
	}
	target, ok := b.variable(of, in)
	if !ok || len(path) == 0 && !b.p.isUnlisted(e.Typ()) ||
		slices.Contains(b.p.cache.free.NamesOf(e), of.(*zed.Ref).Name) {
		return
	}
	slices.Reverse(path)
	b.rule(target, rule{kind: partIs, path: path, term: b.use(e, in), conjunct: i})
}

// isUnlisted tells whether not all values of a type are listed: what is equal to something of the
// type is better chosen by way of that.
func (p *Prepared) isUnlisted(t zed.Type) bool {
	named, ok := t.(zed.NamedType)
	return ok && named.Free && p.globals.Partial[named.Name]
}

// isStated gives the domain of a part of a variable of the one value that it is said to have,
// and tells whether that is known. Where it is not known yet, the domain notes on which
// variables it depends.
func (d *domain) isStated(s *search, h int) bool {
	at := &s.holes[h]
	for _, r := range s.p.slots[at.slot].rules {
		if r.kind != partIs || !slices.Equal(r.path, at.path) {
			continue
		}
		if v, ok := s.evaluate(r.term); ok {
			d.deps.add(s.mask(r.term.slots))
			(&wanted{d: d}).values([]value.Value{v})
			return true
		}
		d.after = append(d.after, r.term.slots...)
	}
	return false
}

// before returns an open hole of the variables on which a domain depends, directly or through others,
// that is none of those asked about before; false where there is none.
func (d *domain) before(s *search, asked []bool) (int, bool) {
	for _, slot := range d.after {
		if h, open := findHole(s.frame[slot]); open && !asked[h] {
			asked[h] = true
			return h, true
		}
	}
	return 0, false
}
