package host

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// encode returns a value of the given type in the form of the protocol.
func encode(v value.Value, t zed.Type) *wire.Value {
	switch v.Kind() {
	case value.Int:
		if n, ok := v.Int(); ok {
			return &wire.Value{Kind: wire.Kind_INT, Int: n}
		}
		return &wire.Value{Kind: wire.Kind_BIG, Text: v.Big().String()}
	case value.Str:
		return &wire.Value{Kind: wire.Kind_STRING, Text: v.Name()}
	case value.Atom:
		return &wire.Value{Kind: wire.Kind_ATOM, Text: v.Name()}
	case value.Tuple:
		out := &wire.Value{Kind: wire.Kind_TUPLE}
		p, _ := t.(zed.ProductType)
		elems := make([]value.Value, v.Len())
		for i := range elems {
			elems[i] = v.Elem(i)
		}
		fill(out, elems, func(i int) zed.Type { return typeAt(p.Elems, i) })
		return out
	case value.Set, value.Seq:
		return setToWire(v, t)
	case value.Binding:
		out := &wire.Value{Kind: wire.Kind_BINDING, Names: v.Names()}
		s, _ := t.(zed.SchemaType)
		for i, name := range v.Names() {
			out.Elems = append(out.Elems, encode(v.Elem(i), fieldType(s, name)))
		}
		return out
	case value.Ctor:
		return &wire.Value{Kind: wire.Kind_CTOR, Text: v.Name(), Elems: []*wire.Value{encode(v.Elem(0), nil)}}
	}
	return &wire.Value{}
}

func typeAt(ts []zed.Type, i int) zed.Type {
	if i < len(ts) {
		return ts[i]
	}
	return nil
}

func fieldType(s zed.SchemaType, name string) zed.Type {
	for _, f := range s.Fields {
		if f.Name == name {
			return f.Type
		}
	}
	return nil
}

func setToWire(v value.Value, t zed.Type) *wire.Value {
	p, _ := t.(zed.PowerType)
	if p.List && (v.Kind() == value.Seq || v.Len() == 0) {
		out := &wire.Value{Kind: wire.Kind_SEQ}
		fill(out, v.Items(), func(int) zed.Type { return pairSecond(p) })
		return out
	}
	out := &wire.Value{Kind: wire.Kind_SET}
	fill(out, v.Members(), func(int) zed.Type { return p.Elem })
	return out
}

// pairSecond returns the second type of the pairs in a set of pairs.
func pairSecond(p zed.PowerType) zed.Type {
	if pair, ok := p.Elem.(zed.ProductType); ok && len(pair.Elems) == 2 {
		return pair.Elems[1]
	}
	return nil
}

// isInts tells whether a type is that of sequences of integers.
func isInts(t zed.Type) bool {
	p, ok := t.(zed.PowerType)
	if !ok || !p.List {
		return false
	}
	_, ok = pairSecond(p).(zed.IntType)
	return ok
}

// fill sets the elements of out, as plain integers where all of them are integers.
func fill(out *wire.Value, elems []value.Value, typ func(int) zed.Type) {
	ints := make([]int64, 0, len(elems))
	for _, e := range elems {
		n, ok := e.Int()
		if !ok {
			break
		}
		ints = append(ints, n)
	}
	if len(ints) == len(elems) {
		out.Ints = ints
		return
	}
	out.Elems = make([]*wire.Value, len(elems))
	for i, e := range elems {
		out.Elems[i] = encode(e, typ(i))
	}
}

// reader reads values of the protocol by their declared types.
type reader struct {
	free map[string]types.Free
}

func newReader(s *spec.System) *reader {
	r := &reader{free: map[string]types.Free{}}
	if s.Spec != nil {
		for _, f := range s.Spec.Free {
			r.free[f.Name] = f
		}
	}
	return r
}

// maxDepth is how deeply values may nest.
const maxDepth = 100

// maxDigits is how many digits an integer may have. The time to read one grows faster
// than its length.
const maxDigits = 10_000

var (
	errTooDeep   = fmt.Errorf("the value is nested more than %d deep", maxDepth)
	errTwoPlaces = errors.New("a value was sent whose elements are in both places that the protocol has for them")
)

// read returns the value of a declared type. The error says what was sent instead.
func (r *reader) read(w *wire.Value, t zed.Type) (value.Value, error) { return r.readDeep(w, t, 0) }

func (r *reader) readDeep(w *wire.Value, t zed.Type, depth int) (value.Value, error) {
	if depth > maxDepth {
		return value.Value{}, errTooDeep
	}
	switch t := t.(type) {
	case zed.IntType:
		if k := w.GetKind(); k == wire.Kind_INT || k == wire.Kind_BIG {
			return readInteger(w)
		}
	case zed.StrType:
		if w.GetKind() == wire.Kind_STRING {
			return value.OfStr(w.Text), nil
		}
	case zed.NamedType:
		return r.readNamed(w, t, depth)
	case zed.ProductType:
		if w.GetKind() == wire.Kind_TUPLE && len(w.GetInts())+len(w.GetElems()) == len(t.Elems) {
			elems, err := r.readElems(w, depth, func(i int) zed.Type { return typeAt(t.Elems, i) })
			return value.OfTuple(elems...), err
		}
	case zed.PowerType:
		return r.set(w, t, depth)
	case zed.SchemaType:
		if w.GetKind() == wire.Kind_BINDING && len(w.Elems) == len(t.Fields) && len(w.Names) == len(t.Fields) {
			return r.readBinding(w, t, depth)
		}
	}
	return value.Value{}, newMismatch(w, t)
}

// readInteger reads an INT or a BIG.
func readInteger(w *wire.Value) (value.Value, error) {
	if w.Kind == wire.Kind_INT {
		return value.OfInt(w.Int), nil
	}
	if len(w.Text) > maxDigits {
		return value.Value{}, fmt.Errorf("an integer of %d digits was sent, and %d are read", len(w.Text), maxDigits)
	}
	n, ok := new(big.Int).SetString(w.Text, 10)
	if !ok {
		return value.Value{}, errors.New("a big integer was sent that is not written in digits")
	}
	return value.OfBig(n), nil
}

func newMismatch(w *wire.Value, t zed.Type) error {
	if t == nil {
		return fmt.Errorf("a value of no known type was sent")
	}
	return fmt.Errorf("a value of type %s was expected, and %s was sent%s", t, kindName(w.GetKind()), content(w))
}

// maxContent is how many bytes are shown of a value that is not of its type.
const maxContent = 40

// content returns a text that shows what was sent: a value without parts as it is,
// another one by the number of its parts.
func content(w *wire.Value) string {
	switch w.GetKind() {
	case wire.Kind_INT:
		return fmt.Sprintf(": %d", w.Int)
	case wire.Kind_BIG, wire.Kind_STRING, wire.Kind_ATOM, wire.Kind_CTOR:
		if len(w.Text) > maxContent {
			return fmt.Sprintf(": %q and %d bytes more", w.Text[:maxContent], len(w.Text)-maxContent)
		}
		return fmt.Sprintf(": %q", w.Text)
	case wire.Kind_SEQ, wire.Kind_SET, wire.Kind_TUPLE, wire.Kind_BINDING:
		return fmt.Sprintf(", of %d parts", len(w.Ints)+len(w.Elems))
	}
	return ""
}

// addPlace adds to an error in which part of a value it is. It leaves out the parts of a
// value that nests too deeply.
func addPlace(err error, part string, args ...any) error {
	if errors.Is(err, errTooDeep) {
		return err
	}
	return fmt.Errorf("in %s: %w", fmt.Sprintf(part, args...), err)
}

func kindName(k wire.Kind) string {
	names := map[wire.Kind]string{
		wire.Kind_NONE: "none", wire.Kind_INT: "an integer", wire.Kind_BIG: "a big integer",
		wire.Kind_STRING: "a string",
		wire.Kind_ATOM:   "a constant", wire.Kind_SEQ: "a sequence", wire.Kind_SET: "a set", wire.Kind_TUPLE: "a tuple",
		wire.Kind_BINDING: "a binding", wire.Kind_CTOR: "a constructed value", wire.Kind_OBJECT: "an object",
	}
	if n, ok := names[k]; ok {
		return n
	}
	return fmt.Sprintf("a value of unknown kind %d", int(k))
}

func (r *reader) readNamed(w *wire.Value, t zed.NamedType, depth int) (value.Value, error) {
	switch w.GetKind() {
	case wire.Kind_STRING, wire.Kind_ATOM:
		if f, ok := r.free[t.Name]; t.Free && ok && !slices.Contains(f.Constants, w.Text) {
			return value.Value{}, fmt.Errorf("%q was sent, which is not a constant of %s", w.Text, t.Name)
		}
		return value.OfAtom(w.Text), nil
	case wire.Kind_CTOR:
		for _, c := range r.free[t.Name].Ctors {
			if c.Name == w.Text && len(w.Elems) == 1 {
				arg, err := r.readDeep(w.Elems[0], c.Arg, depth+1)
				if err != nil {
					return value.Value{}, addPlace(err, "the argument of %s", c.Name)
				}
				return value.OfCtor(w.Text, arg), nil
			}
		}
	}
	return value.Value{}, newMismatch(w, t)
}

func (r *reader) set(w *wire.Value, t zed.PowerType, depth int) (value.Value, error) {
	switch w.GetKind() {
	case wire.Kind_SEQ:
		inner := pairSecond(t)
		if inner == nil && len(w.Ints)+len(w.Elems) > 0 {
			break
		}
		elems, err := r.readElems(w, depth, func(int) zed.Type { return inner })
		if err != nil {
			return value.Value{}, err
		}
		return value.OfSeq(elems), nil
	case wire.Kind_SET:
		elems, err := r.readElems(w, depth, func(int) zed.Type { return t.Elem })
		if err != nil {
			return value.Value{}, err
		}
		return value.OfSet(elems), nil
	}
	return value.Value{}, newMismatch(w, t)
}

// readElems reads the elements of a sequence, set or tuple.
func (r *reader) readElems(w *wire.Value, depth int, typ func(int) zed.Type) ([]value.Value, error) {
	if len(w.GetInts()) > 0 {
		if len(w.Elems) > 0 {
			return nil, errTwoPlaces
		}
		out := make([]value.Value, len(w.Ints))
		for i, n := range w.Ints {
			if _, ok := typ(i).(zed.IntType); !ok {
				return nil, addPlace(newMismatch(&wire.Value{Kind: wire.Kind_INT, Int: n}, typ(i)), "part %d", i+1)
			}
			out[i] = value.OfInt(n)
		}
		return out, nil
	}
	out := make([]value.Value, len(w.GetElems()))
	for i, e := range w.GetElems() {
		v, err := r.readDeep(e, typ(i), depth+1)
		if err != nil {
			return nil, addPlace(err, "part %d", i+1)
		}
		out[i] = v
	}
	return out, nil
}

func (r *reader) readBinding(w *wire.Value, t zed.SchemaType, depth int) (value.Value, error) {
	values := make([]value.Value, len(t.Fields))
	names := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		j := slices.Index(w.Names, f.Name)
		if j < 0 {
			return value.Value{}, fmt.Errorf("the component %s of %s was not sent", f.Name, t)
		}
		v, err := r.readDeep(w.Elems[j], f.Type, depth+1)
		if err != nil {
			return value.Value{}, addPlace(err, "the component %s", f.Name)
		}
		names[i], values[i] = f.Name, v
	}
	return value.OfBinding(names, values), nil
}

// readBare reads a value whose type is not known, so that equal values become equal: sets
// in any order, integers in either form, and constants that are sent as strings. That
// suffices to see that a variable has changed.
func readBare(w *wire.Value, depth int) (value.Value, error) {
	if depth > maxDepth {
		return value.Value{}, errTooDeep
	}
	switch w.GetKind() {
	case wire.Kind_INT, wire.Kind_BIG:
		return readInteger(w)
	case wire.Kind_STRING, wire.Kind_ATOM:
		return value.OfAtom(w.Text), nil
	}
	elems, err := readBareElems(w, depth)
	switch {
	case err != nil:
		return value.Value{}, err
	case w.Kind == wire.Kind_SEQ:
		return value.OfSeq(elems), nil
	case w.Kind == wire.Kind_SET:
		return value.OfSet(elems), nil
	case w.Kind == wire.Kind_TUPLE:
		return value.OfTuple(elems...), nil
	case w.Kind == wire.Kind_BINDING && len(w.Names) == len(elems):
		return value.OfBinding(w.Names, elems), nil
	case w.Kind == wire.Kind_CTOR && len(elems) == 1:
		return value.OfCtor(w.Text, elems[0]), nil
	}
	return value.Value{}, fmt.Errorf("%s was sent that cannot be read", kindName(w.Kind))
}

func readBareElems(w *wire.Value, depth int) ([]value.Value, error) {
	if len(w.Ints) > 0 {
		if len(w.Elems) > 0 {
			return nil, errTwoPlaces
		}
		out := make([]value.Value, len(w.Ints))
		for i, n := range w.Ints {
			out[i] = value.OfInt(n)
		}
		return out, nil
	}
	out := make([]value.Value, len(w.Elems))
	for i, e := range w.Elems {
		v, err := readBare(e, depth+1)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}
