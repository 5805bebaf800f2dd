package host

import (
	"github.com/ttf-int/ttf-int/internal/arena"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed/value"
)

// encodeCases encodes the values of cases by the positions of the program.
func (p *Program) encodeCases(cases []*Case) {
	var values arena.Arena[wire.Value]
	var lists arena.Arena[*wire.Value]
	var ints arena.Arena[int64]
	for _, c := range cases {
		c.given = lists.Take(len(c.Unit.given))
		for i, g := range c.Unit.given {
			v, ok := c.Values.Lookup(g.name)
			_, bad := c.Unit.Unset[g.name]
			switch {
			case bad || !ok || g.index < 0:
				c.given[i] = &values.Take(1)[0]
			case g.ints && v.Kind() == value.Seq && allInts(v):
				w := &values.Take(1)[0]
				w.Kind, w.Ints = wire.Kind_SEQ, ints.Take(v.Len())
				for k, e := range v.Items() {
					w.Ints[k], _ = e.Int()
				}
				c.given[i] = w
			default:
				c.given[i] = encode(v, g.typ)
			}
		}
	}
}

// allInts tells whether all elements are integers that fit 64 bits.
func allInts(v value.Value) bool {
	for _, e := range v.Items() {
		if _, ok := e.Int(); !ok {
			return false
		}
	}
	return true
}
