// Command sut serves a list of integers whose units call each other. It is as
// small as a program can be, so that what a run costs shows.
package main

import (
	"os"

	"github.com/ttf-int/ttf-int/sut"
)

type list struct {
	elems     []int
	pushWith  func(int)
	putWith   func(int)
	limitWith func() int
	signWith  func(int) int
	fault     string
}

func (l *list) fill(x int) { l.putWith(x) }
func (l *list) put(x int)  { l.pushWith(x) }
func (l *list) limit() int { return 3 }

func (l *list) push(x int) {
	if l.fault != "push-loses" || len(l.elems) == 0 {
		l.elems = append(l.elems, x)
	}
}

// ask calls limit, which must not matter.
func (l *list) ask(x int) {
	if n := l.limitWith(); n == 0 || l.fault != "ask-relies" {
		l.pushWith(x)
	}
}

// sign returns 1, or −1 for what is below zero.
func (l *list) sign(x int) int {
	if x < 0 && l.fault != "sign-below-zero" {
		return -1
	}
	return 1
}

// pick may ask for the sign of m or of −m, as it likes: it asks for that of m.
func (l *list) pick(m int) int { return l.signWith(m) }

func main() {
	sut.Serve(sut.Program[list]{
		New: func() *list {
			l := &list{fault: os.Getenv("PUSH_FAULT")}
			l.pushWith, l.putWith, l.limitWith, l.signWith = l.push, l.put, l.limit, l.sign
			return l
		},
		State: []sut.Var[list]{sut.Field("s", func(l *list) *[]int { return &l.elems })},
		Units: []sut.Unit[list]{
			{Name: "put", Func: (*list).put, Params: sut.Names{"x?"}},
			{Name: "push", Func: (*list).push, Params: sut.Names{"x?"}},
			{Name: "fill", Func: (*list).fill, Params: sut.Names{"x?"}},
			{Name: "ask", Func: (*list).ask, Params: sut.Names{"x?"}},
			{Name: "limit", Func: (*list).limit, Results: sut.Names{"n!"}},
			{Name: "sign", Func: (*list).sign, Params: sut.Names{"x?"}, Results: sut.Names{"n!"}},
			{Name: "pick", Func: (*list).pick, Params: sut.Names{"m?"}, Results: sut.Names{"n!"}},
		},
		Seams: []sut.Seam[list]{
			sut.Hook("put", "push", func(l *list) *func(int) { return &l.pushWith }),
			sut.Hook("ask", "push", func(l *list) *func(int) { return &l.pushWith }),
			sut.Hook("fill", "put", func(l *list) *func(int) { return &l.putWith }),
			sut.Hook("ask", "limit", func(l *list) *func() int { return &l.limitWith }),
			sut.Hook("pick", "sign", func(l *list) *func(int) int { return &l.signWith }),
		},
	})
}
