// Command sut serves a list of integers with one unit that calls another. It is
// as small as a program can be, so that what a run costs shows.
package main

import "github.com/ttf-int/ttf-int/sut"

type list struct {
	elems    []int
	pushWith func(int)
}

func newList() *list {
	l := &list{}
	l.pushWith = l.push
	return l
}

func (l *list) put(x int)  { l.pushWith(x) }
func (l *list) push(x int) { l.elems = append(l.elems, x) }

func main() {
	sut.Serve(sut.Program[list]{
		New:   newList,
		State: []sut.Var[list]{sut.Field("s", func(l *list) *[]int { return &l.elems })},
		Units: []sut.Unit[list]{
			{Name: "put", Func: (*list).put, Params: sut.Names{"x?"}},
			{Name: "push", Func: (*list).push, Params: sut.Names{"x?"}},
		},
		Seams: []sut.Seam[list]{sut.Hook("put", "push", func(l *list) *func(int) { return &l.pushWith })},
	})
}
