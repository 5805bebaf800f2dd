// Command program is what the tests of package sut put under test.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/sut"
)

// store is an interface between two parts of the program.
type store interface {
	Put(key string, value uint8) error
}

type memory struct{ entries map[string]uint8 }

var errFull = errors.New("full")

func (m *memory) Put(key string, value uint8) error {
	if key == "odd" {
		return &fs.PathError{Op: "put", Path: key, Err: errors.New("odd")}
	}
	if key == "garble" {
		m.entries["\xff"] = 1
		return nil
	}
	if key == "secret" {
		return errors.New("a secret error")
	}
	if len(m.entries) >= 2 {
		return fmt.Errorf("putting %s: %w", key, errFull)
	}
	m.entries[key] = value
	return nil
}

type app struct {
	list   []int
	sort   func(x int)
	store  store
	memory *memory
}

func newApp() *app {
	a := &app{memory: &memory{entries: map[string]uint8{}}}
	a.store = a.memory
	a.sort = a.doSort
	return a
}

func (a *app) insert(x int) (n int) {
	if !slices.Contains(a.list, x) {
		a.sort(x)
	}
	return len(a.list)
}

func (a *app) doSort(x int) {
	if x == 13 {
		panic("thirteen")
	}
	a.list = append(a.list, x)
	slices.Sort(a.list)
}

func (a *app) save(key string) error {
	if key == "twice" {
		_ = a.store.Put("garble", 1)
	}
	return a.store.Put(key, uint8(len(a.list)))
}

func (a *app) misbehave(how string) {
	switch how {
	case "print":
		fmt.Println("to stdout")
		fmt.Fprintln(os.Stderr, "to stderr")
	case "flood":
		line := make([]byte, 1<<16)
		for range 1000 {
			_, _ = os.Stdout.Write(line)
		}
	case "grow": // many of its results are more than a message
		a.list = make([]int, 1<<17)
		for i := range a.list {
			a.list[i] = 1 << 40
		}
	case "burst":
		a.list = make([]int, 3<<20)
		for i := range a.list {
			a.list[i] = 1 << 40
		}
	case "exit":
		a.sort(1)
		a.sort = func(int) {}
		os.Exit(3)
	case "crash": // where nothing can recover
		go func() { panic("nobody sees it coming") }()
		time.Sleep(time.Second)
	case "goexit":
		runtime.Goexit()
	case "recover":
		defer func() { _ = recover() }()
		a.sort(13)
	case "parallel":
		var wait sync.WaitGroup
		var mu sync.Mutex
		real := a.sort
		for i := range 100 {
			wait.Go(func() {
				mu.Lock()
				defer mu.Unlock()
				real(i + 100)
			})
		}
		wait.Wait()
	case "elsewhere": // the callee is called from another goroutine, which this one waits for
		done := make(chan bool)
		go func() {
			a.sort(7)
			done <- true
		}()
		<-done
	case "late":
		go func() {
			time.Sleep(50 * time.Millisecond)
			a.sort(7)
		}()
	}
}

func ordered(list []int) []int {
	slices.Sort(list)
	return list
}

// recordedStore passes calls on to the SDK.
type recordedStore struct {
	store
	port *sut.Port
}

func (s recordedStore) Put(key string, value uint8) error {
	return sut.Through(s.port, "put", s.store.Put)(key, value)
}

type colour int

// paint returns a colour, which has no name above one.
func paint(n int) colour { return colour(n) }

// mirror returns the inverse of a relation.
func mirror(r map[sut.Tuple2[int, int]]struct{}) map[sut.Tuple2[int, int]]struct{} {
	out := map[sut.Tuple2[int, int]]struct{}{}
	for p := range r {
		out[sut.Tuple2[int, int]{First: p.Second, Second: p.First}] = struct{}{}
	}
	return out
}

// shared is a seam that outlives instances.
var shared = func(x int) int { return 2 * x }

func main() {
	fmt.Println("a log line before the handshake")
	sut.Serve(sut.Program[app]{
		New: newApp,
		Constants: []sut.Const{
			sut.Constant("most", uint8(3)),
			sut.Constant("order", []string{"b", "a"}),
			sut.Constant("none", error(nil)),
			sut.Constant("weight", map[sut.Atom]int{"light": 1}),
		},
		State: []sut.Var[app]{sut.Field("list", func(a *app) *[]int { return &a.list })},
		Units: []sut.Unit[app]{
			{Name: "insert", Func: (*app).insert, Params: sut.Names{"x?"}, Results: sut.Names{"n!"}},
			{Name: "sort", Func: (*app).doSort, Params: sut.Names{"x?"}},
			{Name: "save", Func: (*app).save, Params: sut.Names{"key?"}, Results: sut.Names{"rep!"}},
			{
				Name: "put", Func: func(a *app, k string, v uint8) error { return a.memory.Put(k, v) },
				Params: sut.Names{"key?", "value?"}, Results: sut.Names{"rep!"},
				Vars: []sut.Var[app]{sut.Field("entries", func(a *app) *map[string]uint8 { return &a.memory.entries })},
			},
			{Name: "misbehave", Func: (*app).misbehave, Params: sut.Names{"how?"}},
			{Name: "ordered", Func: ordered, Params: sut.Names{"list"}, Results: sut.Names{"list'"}},
			{Name: "double", Func: func(x int) int { return shared(x) }, Params: sut.Names{"x?"},
				Results: sut.Names{"y!"}},
			{Name: "shared", Params: sut.Names{"x?"}, Results: sut.Names{"y!"}},
			{Name: "mirror", Func: mirror, Params: sut.Names{"r?"}, Results: sut.Names{"s!"}},
			{Name: "paint", Func: paint, Params: sut.Names{"n?"}, Results: sut.Names{"c!"}},
		},
		Seams: []sut.Seam[app]{
			sut.Hook("insert", "sort", func(a *app) *func(int) { return &a.sort }),
			sut.Hook("misbehave", "sort", func(a *app) *func(int) { return &a.sort }),
			sut.Hook("double", "shared", func(*app) *func(int) int { return &shared }),
			sut.Interface("save", []string{"put"}, func(a *app, p *sut.Port) { a.store = recordedStore{a.store, p} }),
			sut.Interface("misbehave", []string{"put"},
				func(a *app, p *sut.Port) { a.store = recordedStore{a.store, p} }),
		},
		Types:  []sut.Type{sut.Enum(map[colour]string{0: "red", 1: "green"})},
		Errors: sut.Errors{sut.Is(errFull, "full"), sut.As[*fs.PathError]("path"), sut.NoError("stored")},
	})
}
