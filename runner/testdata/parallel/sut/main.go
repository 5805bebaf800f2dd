// Command sut is a store whose units call each other at the same time. The
// variable MODE names what goes wrong in them.
package main

import (
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ttf-int/ttf-int/sut"
)

var mode = os.Getenv("MODE")

// store is a set of numbers behind a lock.
type store struct {
	mu    sync.Mutex
	items map[int]struct{}
	under string        // the caller that is running
	begun atomic.Int32  // calls that it made so far
	moves chan struct{} // closed when move, which goes on for ever, has begun

	put, del func(x int)
	get, dbl func(x int) int
	move     func(a, b int)
}

func newStore() *store {
	s := &store{items: map[int]struct{}{}, moves: make(chan struct{})}
	s.put, s.del, s.get, s.dbl, s.move = s.doPut, s.doDel, s.doGet, doDbl, s.doMove
	return s
}

// entered is closed when fill, which panics meanwhile, has called put.
var entered = make(chan struct{})

// pause lasts until another goroutine has begun a call, where one will.
func (s *store) pause() { s.await(2) }

// repeat calls a function for ever.
func repeat(f func()) {
	for {
		f()
	}
}

// await waits, but not for ever, until as many calls have begun.
func (s *store) await(n int32) {
	for range 50 {
		time.Sleep(10 * time.Millisecond)
		if mode == "in-turn" || s.begun.Load() >= n {
			return
		}
	}
}

func (s *store) doPut(x int) {
	s.begun.Add(1)
	if mode == "put-panics" && s.under != "" && x%2 != 0 {
		select {} // what goes on after a panic hides whose it was
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.under == "" {
		s.items[x] = struct{}{}
		return
	}
	if mode == "put-hangs-beside-others" && x%2 == 0 {
		s.mu.Unlock()
		select {}
	}
	if mode == "fill-forever" || mode == "put-hangs-beside-others" {
		s.items[x] = struct{}{}
		return
	}
	s.pause()
	switch {
	case mode == "put-wrong":
		x++
	case mode == "put-hangs" && x%2 == 0, mode == "put-waits":
		select {}
	case mode == "fill-panics":
		close(entered)
		select {}
	case mode == "put-panics" && x%2 == 0:
		panic("boom")
	case mode == "put-exits" && x%2 == 0:
		os.Exit(3)
	}
	s.items[x] = struct{}{}
	s.pause()
}

func (s *store) doDel(x int) {
	s.begun.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.under != "" {
		s.pause()
	}
	delete(s.items, x)
}

func (s *store) doGet(x int) int {
	s.begun.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.under != "" {
		s.pause()
	}
	if _, ok := s.items[x]; ok != (mode == "get-wrong" && s.under != "") {
		return 1
	}
	return 0
}

var (
	doubling sync.Mutex
	summing  bool
)

func doDbl(x int) int {
	doubling.Lock()
	defer doubling.Unlock()
	time.Sleep(20 * time.Millisecond)
	if mode == "dbl-wrong" && summing {
		return 2*x + 1
	}
	return 2 * x
}

// during notes which unit calls others.
func (s *store) during(unit string) func() {
	s.begun.Store(0)
	s.under = unit
	return func() { s.under = "" }
}

// together runs functions at the same time, or one after another.
func together(do ...func()) {
	var wait sync.WaitGroup
	for _, f := range do {
		if mode == "in-turn" {
			f()
			continue
		}
		wait.Go(f)
	}
	wait.Wait()
}

func (s *store) fill(a, b int) {
	defer s.during("fill")()
	first, second := func() { s.put(a) }, func() { s.put(b) }
	switch mode {
	case "fill-forgets":
		second = first
	case "fill-forever":
		for range 50 {
			go repeat(func() { s.put(a) })
		}
		select {}
	case "put-hangs-beside-others":
		go repeat(func() { s.put(2*a + 1) })
	case "fill-calls-below":
		second = func() { s.put(-1) }
	case "fill-leaves":
		go second()
		s.await(1)
		return
	case "fill-leaves-right":
		s.put(a)
		s.put(b)
		go first()
		s.await(1)
		return
	case "fill-recovers":
		second = func() {
			defer func() { _ = recover() }()
			s.put(b)
			panic("boom")
		}
	case "fill-calls-alone":
		go func() {
			s.put(b)
			os.Exit(4)
		}()
		select {}
	case "fill-panics":
		second = func() { <-entered; panic("boom") }
	case "fill-panics-itself":
		go first()
		s.await(1)
		panic("boom")
	}
	together(first, second)
}

func (s *store) swap(a, b int) {
	defer s.during("swap")()
	put := func() { s.put(a) }
	if strings.HasPrefix(mode, "swap-late") {
		put = func() { s.await(1); s.put(a) }
	}
	if mode == "swap-late-wrong" {
		a += 5
	}
	together(put, func() {
		if mode == "put-waits" {
			s.await(1)
		}
		s.del(b)
	})
}

func (s *store) look(a, b int) (p, q int) {
	defer s.during("look")()
	together(func() { p = s.get(a) }, func() { q = s.get(b) })
	return p, q
}

func (s *store) sum(a, b int) (p, q int) {
	summing = true
	defer func() { summing = false }()
	together(func() { p = s.dbl(a) }, func() { q = s.dbl(b) })
	return p, q
}

func (s *store) doMove(a, b int) {
	if s.under == "" {
		defer s.during("move")()
	} else if mode == "move-forever" {
		close(s.moves)
		repeat(func() { s.put(b) })
	}
	s.del(a)
	s.put(b)
}

func (s *store) pair(a, b, c int) {
	defer s.during("pair")()
	second := func() { s.put(c) }
	if mode == "move-forever" {
		s.put(c)
		second = func() { <-s.moves; s.put(c) }
	}
	together(func() { s.move(a, b) }, second)
}

func main() {
	one, two := sut.Names{"a?", "b?"}, sut.Names{"p!", "q!"}
	put := func(s *store) *func(int) { return &s.put }
	del := func(s *store) *func(int) { return &s.del }
	sut.Serve(sut.Program[store]{
		New: newStore,
		State: []sut.Var[store]{sut.Property("items", func(s *store) map[int]struct{} {
			s.mu.Lock()
			defer s.mu.Unlock()
			out := map[int]struct{}{}
			for x := range s.items {
				out[x] = struct{}{}
			}
			return out
		}, func(s *store, items map[int]struct{}) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.items = items
		})},
		Units: []sut.Unit[store]{
			{Name: "put", Func: (*store).doPut, Params: sut.Names{"x?"}},
			{Name: "del", Func: (*store).doDel, Params: sut.Names{"x?"}},
			{Name: "get", Func: (*store).doGet, Params: sut.Names{"x?"}, Results: sut.Names{"y!"}},
			{Name: "dbl", Func: doDbl, Params: sut.Names{"x?"}, Results: sut.Names{"y!"}},
			{Name: "fill", Func: (*store).fill, Params: one},
			{Name: "swap", Func: (*store).swap, Params: one},
			{Name: "look", Func: (*store).look, Params: one, Results: two},
			{Name: "sum", Func: (*store).sum, Params: one, Results: two},
			{Name: "move", Func: (*store).doMove, Params: one},
			{Name: "pair", Func: (*store).pair, Params: sut.Names{"a?", "b?", "c?"}},
		},
		Seams: []sut.Seam[store]{
			sut.Hook("fill", "put", put), sut.Hook("swap", "put", put), sut.Hook("move", "put", put),
			sut.Hook("pair", "put", put),
			sut.Hook("swap", "del", del), sut.Hook("move", "del", del),
			sut.Hook("look", "get", func(s *store) *func(int) int { return &s.get }),
			sut.Hook("sum", "dbl", func(s *store) *func(int) int { return &s.dbl }),
			sut.Hook("pair", "move", func(s *store) *func(int, int) { return &s.move }),
		},
	})
}
