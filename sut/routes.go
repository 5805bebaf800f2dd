package sut

import (
	"fmt"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// routes is a RouteSet that was read.
type routes struct {
	byEdge map[edge]*route
}

type route struct {
	mode, otherwise wire.Mode
	rows            []row
}

// row is a row of an answer table. Its keys are those of the given values; "" stands
// for any value.
type row struct {
	keys []string
	got  []*wire.Value
}

func newRoutes(t *table, set *wire.RouteSet) (*routes, error) {
	r := &routes{map[edge]*route{}}
	for _, w := range set.Routes {
		if int(w.Caller) >= len(t.units) || int(w.Callee) >= len(t.units) {
			return nil, fmt.Errorf("no edge from unit %d to unit %d", w.Caller, w.Callee)
		}
		made := &route{mode: w.Mode, otherwise: w.Otherwise}
		for _, from := range w.Table {
			if n := len(t.units[w.Callee].given); len(from.Given) > n {
				return nil, fmt.Errorf("a row has %d given values, and %s has %d", len(from.Given),
					t.units[w.Callee].name, n)
			}
			to := row{got: from.Got}
			for _, v := range from.Given {
				k := ""
				if v.Kind != wire.Kind_NONE {
					k = key(v)
				}
				to.keys = append(to.keys, k)
			}
			made.rows = append(made.rows, to)
		}
		r.byEdge[edge{int(w.Caller), int(w.Callee)}] = made
	}
	return r, nil
}

// route returns what happens to a call, and the answer where a table has it.
func (c *running) route(w *wire.Call) (wire.Mode, []*wire.Value) {
	if len(c.routes.byEdge) == 0 {
		return wire.Mode_RUN, nil
	}
	r := c.routes.byEdge[edge{int(w.Caller), int(w.Callee)}]
	if r == nil {
		return wire.Mode_RUN, nil
	}
	if r.mode != wire.Mode_TABLE {
		return r.mode, nil
	}
	for _, row := range r.rows {
		matches := true
		for i, k := range row.keys {
			if k != "" && k != key(w.Given[i]) {
				matches = false
				break
			}
		}
		if matches {
			return wire.Mode_TABLE, row.got
		}
	}
	if r.otherwise == wire.Mode_TABLE {
		return wire.Mode_RUN, nil
	}
	return r.otherwise, nil
}
