package host

import (
	"github.com/ttf-int/ttf-int/internal/arena"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed/value"
)

// encodeCases encodes the values of steps in the order of the program's variables.
func (p *Program) encodeCases(cases []*Case) {
	var values arena.Arena[wire.Value]
	var lists arena.Arena[*wire.Value]
	var ints arena.Arena[int64]
	steps := func(yield func(*Step) bool) {
		for _, c := range cases {
			for i := range c.Steps {
				c.Steps[i].of = c
				yield(&c.Steps[i])
			}
		}
	}
	for s := range steps {
		if s.Operations != nil {
			continue
		}
		s.given = lists.Take(len(s.Binding.given))
		for i, g := range s.Binding.given {
			v, ok := s.Values.Lookup(g.name)
			_, bad := s.Binding.Unset[g.name]
			switch object, passed := s.passes(g.name); {
			case passed:
				s.given[i] = &wire.Value{Kind: wire.Kind_OBJECT, Int: int64(object)}
			case bad || !ok || g.index < 0:
				s.given[i] = &values.Take(1)[0]
			case g.ints && v.Kind() == value.Seq && allInts(v):
				w := &values.Take(1)[0]
				w.Kind, w.Ints = wire.Kind_SEQ, ints.Take(v.Len())
				for k, e := range v.Items() {
					w.Ints[k], _ = e.Int()
				}
				s.given[i] = w
			default:
				s.given[i] = encode(v, g.typ)
			}
		}
	}
}

// passes returns the number of the object that an input is, if it is one.
func (s *Step) passes(name string) (int, bool) {
	for _, p := range s.Passed {
		if p.Name == name {
			return p.Object, true
		}
	}
	return 0, false
}

// allInts tells whether all elements are integers of at most 64 bits.
func allInts(v value.Value) bool {
	for _, e := range v.Items() {
		if _, ok := e.Int(); !ok {
			return false
		}
	}
	return true
}
