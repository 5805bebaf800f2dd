// Command sut serves the sorted list to ttf-int. SORTEDLIST_FAULT gives the list
// a fault: see list.Fault.
package main

import (
	"os"

	"github.com/ttf-int/ttf-int/examples/sortedlist/list"
	"github.com/ttf-int/ttf-int/sut"
)

func main() {
	fault := list.Fault(os.Getenv("SORTEDLIST_FAULT"))
	sut.Serve(sut.Program[list.List]{
		New:   func() *list.List { return list.New(fault) },
		State: []sut.Var[list.List]{sut.Field("list", func(l *list.List) *[]int { return &l.Elems })},
		Units: []sut.Unit[list.List]{
			{Name: "insert", Func: (*list.List).Insert, Params: sut.Names{"x?"}},
			{Name: "sort", Func: (*list.List).Sort, Params: sut.Names{"x?"}},
			{Name: "err", Func: (*list.List).Err, Results: sut.Names{"msg!"}},
		},
		Seams: []sut.Seam[list.List]{
			sut.Hook("insert", "sort", func(l *list.List) *func(int) { return &l.SortWith }),
			sut.Hook("insert", "err", func(l *list.List) *func() list.Message { return &l.ErrWith }),
		},
		Types: []sut.Type{sut.Enum(map[list.Message]string{list.AlreadyThere: "alreadyThere"})},
	})
}
