package value

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// Key returns a string that is the same for equal values and different for others. It
// is not meant for people.
func (v Value) Key() string { return string(v.AppendKey(nil)) }

// AppendKey appends the key of the value.
func (v Value) AppendKey(b []byte) []byte {
	b = append(b, byte('a'+v.kind))
	switch v.kind {
	case Int:
		if v.obj != nil {
			return append(append(append(b, '#'), v.obj.big.String()...), ';')
		}
		return binary.AppendVarint(b, v.n)
	case Hole:
		return binary.AppendVarint(b, v.n)
	case Nothing:
		return b
	}
	if v.obj == nil {
		return append(b, 0, 0) // as a set of no elements would be written
	}
	b = appendText(b, v.obj.name)
	if v.kind == Binding {
		b = binary.AppendUvarint(b, uint64(len(v.obj.names)))
		for _, n := range v.obj.names {
			b = appendText(b, n)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(v.obj.elems)))
	for _, x := range v.obj.elems {
		b = x.AppendKey(b)
	}
	return b
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// String returns the value in Unicode Z without regard to its type: the empty sequence
// is ∅. See Text.
func (v Value) String() string { return v.Text(nil) }

// Text returns the value in Unicode Z according to its type: where that is a list, the
// empty value is ⟨⟩. A nil type is unknown.
func (v Value) Text(t zed.Type) string {
	return v.Brief(t, 0)
}

// Brief returns what Text does, but of each set and sequence no more than the first elements, of the
// given number, and how many more there are. 0: all elements.
func (v Value) Brief(t zed.Type, most int) string {
	b := textBuilder{most: most}
	v.write(&b, t)
	return b.String()
}

// textBuilder builds the text of a value.
type textBuilder struct {
	strings.Builder
	most int // how many elements of a collection are written; 0: all
}

// writeRest writes how many elements of a collection are left out where the i-th is not written any
// more, and returns whether that is so. One element is not left out, since the note takes its place.
func (b *textBuilder) writeRest(i, n int) bool {
	if b.most == 0 || i < b.most || n <= b.most+1 {
		return false
	}
	b.WriteString("… " + strconv.Itoa(n-i) + " more")
	return true
}

func (v Value) write(b *textBuilder, t zed.Type) {
	switch v.kind {
	case Nothing:
		b.WriteByte('?')
	case Int:
		b.WriteString(v.Big().String())
	case Str:
		b.WriteString(strconv.Quote(v.obj.name))
	case Atom:
		b.WriteString(v.obj.name)
	case Hole:
		b.WriteString("_" + strconv.FormatInt(v.n, 10))
	case Tuple:
		writeAll(b, "(", v.obj.elems, ")", func(i int) zed.Type { return elemOfProduct(t, i) })
	case Set:
		v.writeSet(b, t)
	case Seq:
		p, _ := t.(zed.PowerType)
		if t != nil && !p.List {
			v.writeSet(b, t)
			return
		}
		writeAll(b, "⟨", v.obj.elems, "⟩", func(int) zed.Type { return elemOfProduct(p.Elem, 1) })
	case Binding:
		v.writeBinding(b, t)
	case Ctor:
		b.WriteString(v.obj.name + " ")
		of := argOf(t, v)
		if arg := v.obj.elems[0]; arg.Kind() == Ctor || arg.Kind() == Int && arg.Compare(OfInt(0)) < 0 {
			writeAll(b, "(", v.obj.elems, ")", func(int) zed.Type { return of })
		} else {
			arg.write(b, of)
		}
	case Total:
		p, _ := t.(zed.PowerType)
		b.WriteString(v.obj.name)
		writeAll(b, " × {", v.obj.elems, "}", func(int) zed.Type { return elemOfProduct(p.Elem, 1) })
	}
}

func (v Value) writeSet(b *textBuilder, t zed.Type) {
	p, _ := t.(zed.PowerType)
	if v.Len() == 0 {
		if p.List {
			b.WriteString("⟨⟩")
		} else {
			b.WriteString("∅")
		}
		return
	}
	b.WriteByte('{')
	for i := range v.Len() {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.writeRest(i, v.Len()) {
			break
		}
		m := v.Member(i)
		if m.kind == Tuple && m.Len() == 2 {
			m.Elem(0).write(b, elemOfProduct(p.Elem, 0))
			b.WriteString(" ↦ ")
			m.Elem(1).write(b, elemOfProduct(p.Elem, 1))
			continue
		}
		m.write(b, p.Elem)
	}
	b.WriteByte('}')
}

func (v Value) writeBinding(b *textBuilder, t zed.Type) {
	s, _ := t.(zed.SchemaType)
	b.WriteString("⦉")
	for i, name := range v.obj.names {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(name + " == ")
		v.obj.elems[i].write(b, fieldOf(s, name))
	}
	b.WriteString("⦊")
}

func writeAll(b *textBuilder, open string, elems []Value, closing string, typ func(int) zed.Type) {
	b.WriteString(open)
	for i, x := range elems {
		if i > 0 {
			b.WriteString(", ")
		}
		if open == "⟨" && b.writeRest(i, len(elems)) {
			break
		}
		x.write(b, typ(i))
	}
	b.WriteString(closing)
}

// elemOfProduct returns the type of the i-th component, or nil where t is not
// a product that has one.
func elemOfProduct(t zed.Type, i int) zed.Type {
	if p, ok := t.(zed.ProductType); ok && i < len(p.Elems) {
		return p.Elems[i]
	}
	return nil
}

// argOf returns the type of what the constructor of a value is applied to, or nil where
// that is not known.
func argOf(t zed.Type, v Value) zed.Type {
	n, _ := t.(zed.NamedType)
	return n.Arg(v.obj.name)
}

func fieldOf(s zed.SchemaType, name string) zed.Type {
	for _, f := range s.Fields {
		if f.Name == name {
			return f.Type
		}
	}
	return nil
}

// Literal returns a checked term of the given type that denotes the value.
func Literal(v Value, t zed.Type) zed.Expr {
	info := zed.Info{Type: t}
	all := func(elems []Value, typ func(int) zed.Type) []zed.Expr {
		out := make([]zed.Expr, len(elems))
		for i, x := range elems {
			out[i] = Literal(x, typ(i))
		}
		return out
	}
	switch v.kind {
	case Int:
		return &zed.Num{Info: info, Value: v.Big()}
	case Str:
		return &zed.Str{Info: info, Value: v.obj.name}
	case Atom:
		named, _ := t.(zed.NamedType)
		if named.Free {
			return &zed.Ref{Info: info, Name: v.obj.name, Kind: zed.Constant}
		}
		return &zed.Ref{Info: info, Name: v.obj.name, Kind: zed.Element}
	case Tuple:
		return &zed.TupleExt{Info: info, Elems: all(v.obj.elems, func(i int) zed.Type { return elemOfProduct(t, i) })}
	case Set:
		if v.Len() == 0 {
			return &zed.Op{Info: info, Op: zed.EmptySet}
		}
		p, _ := t.(zed.PowerType)
		return &zed.SetExt{Info: info, Elems: all(v.obj.elems, func(int) zed.Type { return p.Elem })}
	case Seq:
		p, _ := t.(zed.PowerType)
		return &zed.SeqExt{Info: info, Elems: all(v.obj.elems, func(int) zed.Type { return elemOfProduct(p.Elem, 1) })}
	case Binding:
		s, _ := t.(zed.SchemaType)
		return &zed.Binding{Info: info, Names: v.obj.names,
			Values: all(v.obj.elems, func(i int) zed.Type { return fieldOf(s, v.obj.names[i]) })}
	case Ctor:
		fn := &zed.Ref{Name: v.obj.name, Kind: zed.Constant}
		return &zed.Apply{Info: info, Fn: fn, Arg: Literal(v.obj.elems[0], argOf(t, v))}
	case Total:
		p, _ := t.(zed.PowerType)
		image := elemOfProduct(p.Elem, 1)
		return &zed.Op{Info: info, Op: zed.Cross, Args: []zed.Expr{
			&zed.Ref{Info: zed.Info{Type: zed.PowerType{Elem: zed.IntType{}}}, Name: v.obj.name, Kind: zed.Builtin},
			&zed.SetExt{Info: zed.Info{Type: zed.PowerType{Elem: image}},
				Elems: []zed.Expr{Literal(v.obj.elems[0], image)}},
		}}
	}
	panic("value: a literal of a value that is not known")
}

// Equation returns the checked predicate that a local variable of the given type has
// the value.
func Equation(name string, t zed.Type, v Value) zed.Expr {
	return zed.Relate(zed.Equal, zed.LocalRef(name, t), Literal(v, t))
}
