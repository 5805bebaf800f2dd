package plan

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// fingerprint hashes data as it is, whatever it consists of: what is added to a
// type counts without anybody thinking of it. Shared parts are told from equal
// ones. Places in files are hashed apart.
type fingerprint struct {
	content, places hash.Hash
	buf             []byte
	seen            map[node]int
	// names and types are what the terms that were hashed name; the value says
	// whether globals has said what it stands for.
	names, types map[string]bool
	free         bool // some of the types are free
}

// node is a part that may be shared.
type node struct {
	typ reflect.Type
	at  uintptr
}

func newFingerprint() *fingerprint {
	return &fingerprint{content: sha256.New(), places: sha256.New(), seen: map[node]int{}, names: map[string]bool{}, types: map[string]bool{}}
}

// add hashes data: any that holds no functions and no channels.
func (f *fingerprint) add(data ...any) {
	for _, d := range data {
		f.value(reflect.ValueOf(&d).Elem())
	}
	f.content.Write(f.buf)
	f.buf = f.buf[:0]
}

func (f *fingerprint) number(n int64) { f.buf = binary.AppendVarint(f.buf, n) }

func (f *fingerprint) text(s string) {
	f.number(int64(len(s)))
	f.buf = append(f.buf, s...)
}

func (f *fingerprint) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			f.text("")
			return
		}
		f.text(v.Elem().Type().String())
		f.value(v.Elem())
	case reflect.Pointer:
		f.pointer(v)
	case reflect.Struct:
		f.fields(v)
	case reflect.Slice:
		f.number(int64(v.Len()))
		for i := range v.Len() {
			f.value(v.Index(i))
		}
	case reflect.Map:
		f.entries(v)
	case reflect.String:
		f.text(v.String())
	case reflect.Bool:
		f.number(int64(map[bool]int{true: 1}[v.Bool()]))
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Int16, reflect.Int8:
		f.number(v.Int())
	case reflect.Uint, reflect.Uint64, reflect.Uint32, reflect.Uint16, reflect.Uint8:
		f.number(int64(v.Uint()))
	default:
		panic(fmt.Sprintf("plan: a %s has no fingerprint", v.Type()))
	}
}

// pointer hashes what a pointer points to, or which of the parts before it is.
func (f *fingerprint) pointer(v reflect.Value) {
	if v.IsNil() {
		f.number(0)
		return
	}
	key := node{v.Type(), v.Pointer()}
	if at, again := f.seen[key]; again {
		f.number(int64(at))
		return
	}
	f.seen[key] = len(f.seen) + 2
	f.number(1)
	f.value(v.Elem())
}

func (f *fingerprint) fields(v reflect.Value) {
	switch v.Type() {
	case reflect.TypeFor[source.Span]():
		f.place(v.Interface().(source.Span))
		return
	case reflect.TypeFor[source.Text]():
		t := v.Addr().Interface().(*source.Text)
		f.text(t.Value)
		f.place(t.All())
		return
	case reflect.TypeFor[value.Value]():
		f.text(v.Interface().(value.Value).Key())
		return
	case reflect.TypeFor[big.Int]():
		f.text(v.Addr().Interface().(*big.Int).String())
		return
	case reflect.TypeFor[zed.Ref]():
		f.name(v.FieldByName("Name").String(), f.names)
	case reflect.TypeFor[zed.NamedType]():
		f.name(v.FieldByName("Name").String(), f.types)
		f.free = f.free || v.FieldByName("Free").Bool()
	}
	for i := range v.NumField() {
		f.value(v.Field(i))
	}
}

func (f *fingerprint) name(name string, in map[string]bool) {
	if _, known := in[name]; !known {
		in[name] = false
	}
}

// entries hashes a map whose keys are strings or integers.
func (f *fingerprint) entries(v reflect.Value) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		if a.Kind() == reflect.String {
			return strings.Compare(a.String(), b.String())
		}
		return int(a.Int() - b.Int())
	})
	f.number(int64(len(keys)))
	for _, k := range keys {
		f.value(k)
		f.value(v.MapIndex(k))
	}
}

// place hashes where a span begins and ends.
func (f *fingerprint) place(s source.Span) {
	if !s.Valid() {
		f.places.Write([]byte{0})
		return
	}
	from, to := s.Pos(), s.EndPos()
	fmt.Fprintf(f.places, "%s %d %d %d %d\n", from.File.Name, from.Line, from.Column, to.Line, to.Column)
}

// globals hashes what the names and types stand for that the terms so far have
// in them, and those in turn.
func (f *fingerprint) globals(g *eval.Globals, named map[string]bool) {
	for {
		names, types := pending(f.names), pending(f.types)
		if len(names)+len(types) == 0 {
			break
		}
		for _, n := range names {
			c, known := g.Consts[n]
			f.add("name", n, known, c, g.Defined[n])
		}
		for _, t := range types {
			f.add("type", t, g.Given[t], g.Free[t], g.Partial[t])
			// Elements that some constant has are told apart by a search.
			for _, e := range g.Given[t] {
				f.add(named[e.Name()])
			}
		}
		if f.free {
			f.add("constructors", g.Ctors)
		}
	}
}

// pending returns the names that nothing was said of, and marks them.
func pending(names map[string]bool) []string {
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

// sum returns a hash in text.
func sum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }
