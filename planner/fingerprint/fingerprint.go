package fingerprint

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Fingerprint writes data of any type to a hash. It uses reflection, so that fields
// that are added to a type are hashed without further work. Parts that are shared are
// distinguished from equal parts, except in the bodies of occurrences. Places in files
// go to a hash of their own.
type Fingerprint struct {
	content, places []byte
	seen            map[node]int // nil in the body of an occurrence
	glossary        *Glossary
	// names and types collect the names and the types in the data, where these are
	// collected and not hashed with their meanings. The value says whether the meaning
	// was added already.
	names, types map[string]bool
	free         bool // whether some of the types are free types
	facts        bool // whether what axioms say about sizes was added
}

// node identifies a part of the data that may be shared.
type node struct {
	typ reflect.Type
	at  uintptr
}

// Hashes are the hash of some data and the hash of the places in it.
type Hashes struct{ Content, Places [sha256.Size]byte }

// Glossary computes the hashes of the meanings of names, and of the bodies of
// occurrences, which several units share. It is safe for concurrent use.
type Glossary struct {
	globals *eval.Globals
	named   map[string]bool // the elements and constants in the values of constants

	mu     sync.Mutex
	terms  map[string][sha256.Size]byte // by name or type, which a prefix tells apart
	bodies map[node]Hashes
}

// New returns the glossary of a specification with the given globals.
func New(g *eval.Globals) *Glossary {
	out := &Glossary{globals: g, named: map[string]bool{}, terms: map[string][sha256.Size]byte{},
		bodies: map[node]Hashes{}}
	for _, c := range g.Consts {
		out.note(c)
	}
	return out
}

func (g *Glossary) note(v value.Value) {
	switch v.Kind() {
	case value.Atom:
		g.named[v.Name()] = true
	case value.Set, value.Seq, value.Tuple, value.Binding, value.Ctor, value.Total:
		for i := range v.Len() {
			g.note(v.Elem(i))
		}
	}
}

// Begin returns an empty fingerprint.
func (g *Glossary) Begin() *Fingerprint {
	return &Fingerprint{glossary: g, seen: map[node]int{}}
}

// Add adds data of any type without functions and channels.
func (f *Fingerprint) Add(data ...any) {
	for _, d := range data {
		f.addValue(reflect.ValueOf(&d).Elem())
	}
}

// Hash returns the hashes of all that was added.
func (f *Fingerprint) Hash() Hashes {
	return Hashes{sha256.Sum256(f.content), sha256.Sum256(f.places)}
}

func (f *Fingerprint) addNumber(n int64) { f.content = binary.AppendVarint(f.content, n) }

func (f *Fingerprint) addText(s string) {
	f.addNumber(int64(len(s)))
	f.content = append(f.content, s...)
}

func (f *Fingerprint) addValue(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			f.addText("")
			return
		}
		f.addText(v.Elem().Type().String())
		f.addValue(v.Elem())
	case reflect.Pointer:
		f.addPointer(v)
	case reflect.Struct:
		f.addStructure(v)
	case reflect.Slice:
		f.addNumber(int64(v.Len()))
		for i := range v.Len() {
			f.addValue(v.Index(i))
		}
	case reflect.Map:
		f.addEntries(v)
	case reflect.String:
		f.addText(v.String())
	case reflect.Bool:
		f.addNumber(int64(map[bool]int{true: 1}[v.Bool()]))
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Int16, reflect.Int8:
		f.addNumber(v.Int())
	case reflect.Uint, reflect.Uint64, reflect.Uint32, reflect.Uint16, reflect.Uint8:
		f.addNumber(int64(v.Uint()))
	default:
		panic(fmt.Sprintf("plan: a %s has no fingerprint", v.Type()))
	}
}

// addPointer adds the data that a pointer points to, or the number of an earlier part
// where it points to that. In the body of an occurrence it adds the hash of the data.
func (f *Fingerprint) addPointer(v reflect.Value) {
	if v.IsNil() {
		f.addNumber(0)
		return
	}
	key := node{v.Type(), v.Pointer()}
	if f.seen == nil {
		h := f.glossary.part(key, v)
		f.content, f.places = append(f.content, h.Content[:]...), append(f.places, h.Places[:]...)
		return
	}
	if at, again := f.seen[key]; again {
		f.addNumber(int64(at))
		return
	}
	f.seen[key] = len(f.seen) + 2
	f.addNumber(1)
	f.addValue(v.Elem())
}

// part returns the hashes of a part of the body of an occurrence.
func (g *Glossary) part(key node, v reflect.Value) Hashes {
	g.mu.Lock()
	h, known := g.bodies[key]
	g.mu.Unlock()
	if known {
		return h
	}
	inner := &Fingerprint{glossary: g}
	inner.addValue(v.Elem())
	h = inner.Hash()
	g.mu.Lock()
	g.bodies[key] = h
	g.mu.Unlock()
	return h
}

func (f *Fingerprint) addStructure(v reflect.Value) {
	switch v.Type() {
	case reflect.TypeFor[source.Span]():
		f.addPlace(v.Interface().(source.Span))
		return
	case reflect.TypeFor[source.Text]():
		t := v.Addr().Interface().(*source.Text)
		f.addText(t.Value)
		f.addPlace(t.FullSpan())
		return
	case reflect.TypeFor[value.Value]():
		f.addText(v.Interface().(value.Value).Key())
		return
	case reflect.TypeFor[big.Int]():
		f.addText(v.Addr().Interface().(*big.Int).String())
		return
	case reflect.TypeFor[zed.Ref]():
		f.addName(v.FieldByName("Name").String())
	case reflect.TypeFor[zed.NamedType]():
		t := v.Interface().(zed.NamedType)
		f.addNamed(t.Name, t.Free)
		// Its constructors are part of its meaning, which may lead back to the type.
		f.Add(t.Name, t.Free, t.Formal)
		return
	case reflect.TypeFor[zed.Occur]():
		f.addOccurrence(v)
		return
	}
	for i := range v.NumField() {
		f.addValue(v.Field(i))
	}
}

// addOccurrence adds an occurrence, with the hash of its body.
func (f *Fingerprint) addOccurrence(v reflect.Value) {
	for i := range v.NumField() {
		if f.seen == nil || f.names != nil || v.Type().Field(i).Name != "Body" {
			f.addValue(v.Field(i))
			continue
		}
		seen := f.seen
		f.seen = nil
		f.addValue(v.Field(i))
		f.seen = seen
	}
}

// addName adds the meaning of a name, if it is the name of a constant.
func (f *Fingerprint) addName(name string) {
	if f.names == nil {
		h := f.glossary.term(name, false, false)
		f.content = append(f.content, h[:]...)
		return
	}
	if !f.names[name] {
		f.names[name] = false
	}
}

// addNamed adds the meaning of a given type or a free type.
func (f *Fingerprint) addNamed(name string, free bool) {
	if f.names == nil {
		h := f.glossary.term(name, true, free)
		f.content = append(f.content, h[:]...)
		return
	}
	if !f.types[name] {
		f.types[name] = false
	}
	f.free = f.free || free
}

// addEntries adds a map with keys that are strings or integers.
func (f *Fingerprint) addEntries(v reflect.Value) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		if a.Kind() == reflect.String {
			return strings.Compare(a.String(), b.String())
		}
		return int(a.Int() - b.Int())
	})
	f.addNumber(int64(len(keys)))
	for _, k := range keys {
		f.addValue(k)
		f.addValue(v.MapIndex(k))
	}
}

// addPlace adds the start and the end of a span to the hash of places.
func (f *Fingerprint) addPlace(s source.Span) {
	if !s.IsValid() {
		f.places = append(f.places, 0)
		return
	}
	from, to := s.Pos(), s.EndPos()
	f.places = append(append(append(f.places, 1), from.File.Name...), 0)
	for _, n := range []int{from.Line, from.Column, to.Line, to.Column} {
		f.places = binary.AppendVarint(f.places, int64(n))
	}
}

// term returns the hash of the meaning of a name, or of a given or free type.
func (g *Glossary) term(name string, isType, free bool) [sha256.Size]byte {
	_, valued := g.globals.Consts[name]
	if !isType && !valued && g.globals.Defined[name] == nil {
		return [sha256.Size]byte{} // a variable
	}
	key := "name " + name
	if isType {
		key = "type " + name
	}
	g.mu.Lock()
	h, known := g.terms[key]
	g.mu.Unlock()
	if known {
		return h
	}
	f := &Fingerprint{glossary: g, seen: map[node]int{}, names: map[string]bool{}, types: map[string]bool{}}
	if isType {
		f.addNamed(name, free)
	} else {
		f.addName(name)
	}
	f.addMeanings()
	h = sha256.Sum256(f.content)
	g.mu.Lock()
	g.terms[key] = h
	g.mu.Unlock()
	return h
}

// addMeanings adds the meanings of the collected names and types, and of those that occur
// in these meanings.
func (f *Fingerprint) addMeanings() {
	g := f.glossary.globals
	for {
		names, types := takePending(f.names), takePending(f.types)
		if len(names)+len(types) == 0 {
			return
		}
		for _, n := range names {
			c, known := g.Consts[n]
			f.Add("name", n, known, c, g.Defined[n])
			if about, chosen := f.glossary.chosenAxioms(n); chosen {
				f.Add("chosen", about)
			}
		}
		for _, t := range types {
			f.Add("type", t, g.Given[t], g.Free[t], g.Partial[t], g.Makers[t])
			// Elements that some constant has are told apart by a search.
			for _, e := range g.Given[t] {
				f.Add(f.glossary.named[e.Name()])
			}
		}
		if f.free {
			f.Add("constructors", g.Ctors)
		}
		if len(types) > 0 && len(g.Facts)+len(g.Declared) > 0 && !f.facts {
			f.facts = true
			f.Add("facts", g.Facts, g.Declared)
		}
	}
}

// chosenAxioms returns the axioms about a constant, and whether its value was chosen.
func (g *Glossary) chosenAxioms(name string) (about []zed.Expr, chosen bool) {
	c := g.globals.Chosen
	if c == nil || !slices.ContainsFunc(c.Vars, func(v zed.Var) bool { return v.Name == name }) {
		return nil, false
	}
	free := zed.NewFreeNames(zed.Global)
	for _, e := range c.About {
		if g.globals.MentionedNames(free.NamesOf(e))[name] {
			about = append(about, e)
		}
	}
	return about, true
}

// takePending returns the names whose meanings were not added yet, and marks them as added.
func takePending(names map[string]bool) []string {
	var out []string
	for n, done := range names {
		if !done {
			out = append(out, n)
			names[n] = true
		}
	}
	slices.Sort(out)
	return out
}
