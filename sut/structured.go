package sut

import (
	"cmp"
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
// several whose abstraction is the value of the case, one after the other. Several variables of one structure have
// one that fits all of them. After the unit the predicate is asked, too, and a no fails the case. It is the method
// of the structure that the project names, RepOK where it names none; where that is not an exported method, it is
// given here as the last argument, which may be nil to have none asked, and returns why the structure is not in order
// (see Holds). To the cases of other units the program's own operations lead, as where Property has no set.
func Structured[A, S, V any](name string, at func(*A) *S, abstraction func(*S) V, predicate ...func(*S) error) Var[A] {
	get := func(s *S) reflect.Value { return reflect.ValueOf(new(abstraction(s))).Elem() }
	s := &structured{
		typ:   reflect.TypeFor[S](),
		at:    func(x any) any { return at(x.(*A)) },
		show:  func(place any) reflect.Value { return get(place.(*S)) },
		build: func(place any, line string) (*prop.Objects, error) { return prop.Build(place.(*S), line) },
		make:  func() any { return new(S) },
	}
	if len(predicate) > 0 {
		s.ask = func(any) error { return nil }
		if p := predicate[0]; p != nil {
			s.ask = func(place any) error { return p(place.(*S)) }
		}
	}
	return Var[A]{name: name, place: callerPlace(), typ: reflect.TypeFor[V](),
		get: func(a *A) reflect.Value { return get(at(a)) }, structured: s}
}

// Holds makes a predicate for Structured of one that returns a truth value.
func Holds[S any](predicate func(*S) bool) func(*S) error {
	return func(s *S) error {
		if !predicate(s) {
			return errUnheld
		}
		return nil
	}
}

var errUnheld = errors.New("false")

// StructuresVariable is the environment variable by which the host says which file has the places of listings of
// structures: an object of JSON, with a StructureListing for each type, by its name.
const StructuresVariable = "TTF_INT_STRUCTURES"

// StructureListing says where the structures of a type are listed, and by which predicate.
type StructureListing struct {
	File      string `json:"file"`      // a line of `ttf-int generate --format json` for each
	Predicate string `json:"predicate"` // its name; "": RepOK, however it is written
}

// structured is what shows a variable, independent of the type of instances and structures.
type structured struct {
	typ   reflect.Type                                        // of the structure
	at    func(instance any) any                              // returns a pointer to the structure
	show  func(place any) reflect.Value                       // returns the abstraction
	build func(place any, line string) (*prop.Objects, error) // makes the structure of a line in its place
	make  func() any
	ask   func(place any) error // the predicate; nil: that of the listing

	once      sync.Once
	lines     []string // of the listing
	keys      []string // of the abstractions of each
	predicate string   // the name of the predicate; "": RepOK
	err       error    // why there are none
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
	var listings map[string]StructureListing
	data, err := os.ReadFile(os.Getenv(StructuresVariable))
	if err == nil {
		err = json.Unmarshal(data, &listings)
	}
	if err != nil {
		s.err = fmt.Errorf("the listings of structures cannot be read: %w", err)
		return
	}
	of, is := listings[s.name()]
	if !is {
		s.err = fmt.Errorf("it is of a %s, and no unit with state: korat is about such structures", s.name())
		return
	}
	if s.predicate = of.Predicate; s.ask == nil && s.predicate != "" && s.method(s.make()) == nil {
		s.err = fmt.Errorf("the predicate %s of %s cannot be asked after the unit, since it is not an exported method: give it "+
			"to sut.Structured as the last argument, or nil there", s.predicate, s.name())
		return
	}
	text, err := os.ReadFile(of.File)
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
		if _, err = s.build(place, line); err == nil {
			err = c.encode(s.show(place), &w, extent{})
		}
		if err != nil {
			s.err = fmt.Errorf("the structure %s: %w", line, err)
			return
		}
		s.lines, s.keys = append(s.lines, line), append(s.keys, key(&w))
	}
}

// method returns the predicate of a structure as a method of it; nil where there is none that can be called.
func (s *structured) method(place any) func() error {
	of := reflect.ValueOf(place).MethodByName(cmp.Or(s.predicate, "RepOK"))
	if !of.IsValid() && s.predicate == "" {
		of = reflect.ValueOf(place).MethodByName("RepOk")
	}
	if !of.IsValid() {
		return nil
	}
	switch f := of.Interface().(type) {
	case func() bool:
		return func() error {
			if !f() {
				return errUnheld
			}
			return nil
		}
	case func() error:
		return f
	}
	return nil
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
	which := first.pick(found, int(sum.Sum64()%uint64(len(found))), int(c.wire.Structure))
	objects, err := first.build(place, first.lines[which])
	if err != nil {
		return newBlocked("%s: %v", all[0].name, err)
	}
	if c.built == nil {
		c.built = &built{objects: objects, shown: &wire.Structures{}}
		c.built.shown.Before, _ = objects.Line() // what is too large to be shown is not shown
	}
	c.built.shown.Fitting = max(c.built.shown.Fitting, uint32(len(found)))
	return nil
}

// built is the structure with which a step began.
type built struct {
	objects *prop.Objects
	shown   *wire.Structures
}

// leave returns with which structure a step began, and what is left of it; nil where it began with none.
func (b *built) leave() *wire.Structures {
	if b == nil {
		return nil
	}
	b.shown.After, _ = b.objects.Line()
	return b.shown
}

// inspect asks the predicates of the structures with which the step began whether these are in order.
func (c *running) inspect(u *unit) []unexpressed {
	var out []unexpressed
	for i := range u.got {
		if v := &u.got[i]; c.built != nil && v.state != nil && v.state.structured != nil {
			if err := v.state.structured.inspect(v.state.structured.at(c.object.instance)); err != nil {
				out = append(out, unexpressed{v.name, err})
			}
		}
	}
	return out
}

// inspect asks the predicate of a structure, where it has one.
func (s *structured) inspect(place any) (err error) {
	name := cmp.Or(s.predicate, "RepOK")
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s panics after the call: %s", name, textOf(p))
		}
	}()
	ask := s.ask
	if method := s.method(place); ask == nil && method != nil {
		ask = func(any) error { return method() }
	}
	if ask == nil {
		return nil
	}
	switch err := ask(place); {
	case errors.Is(err, errUnheld):
		return fmt.Errorf("%s is false after the call", name)
	case err != nil:
		return fmt.Errorf("%s after the call: %w", name, err)
	}
	return nil
}
