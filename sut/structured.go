package sut

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/sut/prop"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// Structured binds a variable to a linked structure of the program, which the specification knows only by what
// abstraction makes of it: the set of the keys of a tree, say. at returns the place of the structure in an instance.
//
// Where a unit has `state: korat`, its cases begin with structures that the type's predicate accepts: each with
// one whose abstraction is the value of the case. Several variables of one structure have one that fits all of them.
// Which of several it is depends on the inputs of the case. Where the type has a method RepOK() bool or RepOK() error,
// it is asked after the unit, too, and a no fails the case. To the cases of other units the program's own operations
// lead, as where Property has no set.
func Structured[A, S, V any](name string, at func(*A) *S, abstraction func(*S) V) Var[A] {
	get := func(s *S) reflect.Value { return reflect.ValueOf(new(abstraction(s))).Elem() }
	return Var[A]{name: name, place: callerPlace(), typ: reflect.TypeFor[V](),
		get: func(a *A) reflect.Value { return get(at(a)) },
		structured: &structured{
			typ:  reflect.TypeFor[S](),
			at:   func(x any) any { return at(x.(*A)) },
			show: func(place any) reflect.Value { return get(place.(*S)) },
			build: func(place any, line string) error {
				return prop.Build(place.(*S), line)
			},
			make: func() any { return new(S) },
		}}
}

// StructuresVariable is the environment variable by which the host says which file has the places of listings of
// structures: an object of JSON, with paths by the names of types.
const StructuresVariable = "TTF_INT_STRUCTURES"

// structured is what shows a variable, independent of the type of instances and structures.
type structured struct {
	typ   reflect.Type                    // of the structure
	at    func(instance any) any          // returns a pointer to the structure
	show  func(place any) reflect.Value   // returns the abstraction
	build func(place any, l string) error // makes the structure of a line in its place
	make  func() any

	once  sync.Once
	lines []string // of the listing
	keys  []string // of the abstractions of each
	err   error    // why there are none
}

// isBuilt tells whether the state before is one of the structures that the host has listed.
func (a *access) isBuilt() bool { return a.structured != nil && os.Getenv(StructuresVariable) != "" }

// name returns the name by which the host knows the type of the structures.
func (s *structured) name() string {
	name, _, _ := strings.Cut(s.typ.Name(), "[")
	return s.typ.PkgPath() + "." + name
}

// read reads the listing of the structures, and looks what the abstraction makes of each.
func (s *structured) read(c *codec) {
	var files map[string]string
	data, err := os.ReadFile(os.Getenv(StructuresVariable))
	if err == nil {
		err = json.Unmarshal(data, &files)
	}
	if err != nil {
		s.err = fmt.Errorf("the listings of structures cannot be read: %w", err)
		return
	}
	file, is := files[s.name()]
	if !is {
		s.err = fmt.Errorf("it is of a %s, and no unit with state: korat is about such structures", s.name())
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		s.err = fmt.Errorf("the listing of the structures cannot be read: %w", err)
		return
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if line == "" {
			continue
		}
		place := s.make()
		var w wire.Value
		if err = s.build(place, line); err == nil {
			err = c.encode(s.show(place), &w, 0)
		}
		if err != nil {
			s.err = fmt.Errorf("the structure %s: %w", line, err)
			return
		}
		s.lines, s.keys = append(s.lines, line), append(s.keys, key(&w))
	}
}

// build makes the structures that stand for the values of a step.
func (c *running) build(u *unit) *wire.Result {
	places := map[any][]wanted{}
	var order []any
	for i, value := range c.wire.Given {
		v := &u.given[i]
		if v.state == nil || value.Kind == wire.Kind_NONE || !v.state.isBuilt() {
			continue
		}
		place := v.state.structured.at(c.object.instance)
		if places[place] == nil {
			order = append(order, place)
		}
		places[place] = append(places[place], wanted{v.state, v.name, key(value), value})
	}
	for _, place := range order {
		if wrong := c.buildOne(place, places[place]); wrong != nil {
			return wrong
		}
	}
	return nil
}

// wanted is a value that a structure is to have.
type wanted struct {
	*access
	name, key string
	value     *wire.Value
}

// buildOne makes one of the structures that have all of some values.
func (c *running) buildOne(place any, all []wanted) *wire.Result {
	first := all[0].structured
	for _, w := range all {
		w.structured.once.Do(func() { w.structured.read(w.codec) })
		if err := w.structured.err; err != nil {
			return newBlocked("%s: %v", w.name, err)
		}
	}
	var found []int
	for i := range first.lines {
		if !slices.ContainsFunc(all, func(w wanted) bool { return w.structured.keys[i] != w.key }) {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		var values []string
		for _, w := range all {
			values = append(values, w.name+" = "+show(w.value))
		}
		return newBlocked("none of the %d structures within the bounds has the state %s", len(first.lines),
			strings.Join(values, ", "))
	}
	sum := fnv.New64a()
	for _, value := range c.wire.Given {
		sum.Write([]byte(key(value)))
	}
	if err := first.build(place, first.lines[found[sum.Sum64()%uint64(len(found))]]); err != nil {
		return newBlocked("%s: %v", all[0].name, err)
	}
	c.built = true
	return nil
}

// inspect asks the predicates of the structures with which the step began whether these are in order.
func (c *running) inspect(u *unit) []unexpressed {
	var out []unexpressed
	for i := range u.got {
		if v := &u.got[i]; c.built && v.state != nil && v.state.structured != nil {
			if err := ask(v.state.structured.at(c.object.instance)); err != nil {
				out = append(out, unexpressed{v.name, err})
			}
		}
	}
	return out
}

// ask asks the predicate of a structure, where it has one.
func ask(place any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("RepOK panics after the call: %s", textOf(p))
		}
	}()
	switch x := place.(type) {
	case interface{ RepOK() bool }:
		if !x.RepOK() {
			return errors.New("RepOK is false after the call")
		}
	case interface{ RepOK() error }:
		if err := x.RepOK(); err != nil {
			return fmt.Errorf("RepOK after the call: %w", err)
		}
	}
	return nil
}
