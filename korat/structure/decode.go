package structure

import (
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/korat/search"
)

// Structure is an object with all that can be reached from it. The first object is the root.
type Structure struct {
	Objects []*Object
}

// Object is an object of a struct type.
type Object struct {
	Type   string // the name of the type
	Number int    // which of the objects of its type it is, in the order in which they are reached
	Value  Value  // a struct
}

// Name returns the name of the object, as Node1.
func (o *Object) Name() string {
	if o.Number < 0 {
		return o.Type // there is one
	}
	return o.Type + strconv.Itoa(o.Number)
}

// Kind is what a value is.
type Kind int

// The kinds of values.
const (
	Zero     Kind = iota // the zero value of a type that has no bounds
	Nil                  // nil
	Basic                // what a Go literal says
	Pointer              // to an object
	Struct               // fields
	Sequence             // the elements of a slice or an array
	Map                  // entries
)

// Value is the value of a field or an element.
type Value struct {
	Kind   Kind
	Type   string // its Go type
	Text   string // a literal; of a pointer: the field of the object that it points to, or ""
	Object *Object
	Parts  []Part
}

// Part is a field with its name, an element, or the entry of a map with its key.
type Part struct {
	Name  string
	Key   *Value
	Value Value
}

// Input is the name of an object that has the receiver and the arguments of a call as its fields.
const Input = "call"

// Unwrap returns the structure without its first object, where that has nothing but a field of the given name that
// points to another object. Where it has more, it is called Input.
func (s *Structure) Unwrap(name string) *Structure {
	if parts := s.Objects[0].Value.Parts; len(parts) == 1 && parts[0].Name == name && parts[0].Value.Kind == Pointer &&
		parts[0].Value.Text == "" {
		return &Structure{s.Objects[1:]}
	}
	root := *s.Objects[0]
	root.Type, root.Number = Input, -1
	return &Structure{append([]*Object{&root}, s.Objects[1:]...)}
}

// Count returns how many values without parts there are.
func (s *Structure) Count() int {
	n := 0
	for _, o := range s.Objects {
		n += o.Value.count()
	}
	return n
}

func (v *Value) count() int {
	if v.Kind != Struct && v.Kind != Sequence && v.Kind != Map {
		return 1
	}
	n := 1
	if v.Kind == Struct {
		n = 0
	}
	for i := range v.Parts {
		n += v.Parts[i].Value.count()
	}
	return n
}

// decoder makes a structure of a candidate vector.
type decoder struct {
	layout *search.Layout
	vector []int32
	found  map[int]*Object
	counts map[string]int
	out    *Structure
}

// Decode returns the structure that a candidate vector stands for.
func Decode(l *search.Layout, vector []int32) *Structure {
	d := &decoder{layout: l, vector: vector, found: map[int]*Object{}, counts: map[string]int{}, out: &Structure{}}
	d.object(l.Root)
	return d.out
}

func (d *decoder) object(i int) *Object {
	if o := d.found[i]; o != nil {
		return o
	}
	n := &d.layout.Objects[i]
	o := &Object{Type: n.Type, Number: n.Number - 1}
	if n.Number == 0 {
		o.Number = d.counts[n.Type]
		d.counts[n.Type]++
	}
	d.found[i] = o
	d.out.Objects = append(d.out.Objects, o)
	o.Value = d.value(n)
	return o
}

// choice returns which value a place has.
func (d *decoder) choice(n *search.Node) *search.Choice {
	if n.Cell >= 0 {
		return &d.layout.Cells[n.Cell].Values[d.vector[n.Cell]]
	}
	return n.Value
}

// chosen returns a value of a place without parts.
func (d *decoder) chosen(c *search.Choice, typ string) Value {
	switch {
	case c == nil:
		return Value{Kind: Zero, Type: typ}
	case c.Nil:
		return Value{Kind: Nil, Type: typ}
	case c.Inner:
		of := c.Object
		if of < 0 {
			of = d.layout.Root // as it was before other objects could have such fields
		}
		o := d.object(of)
		// The name of the type may have that of a package before it.
		return Value{Kind: Pointer, Type: typ, Object: o, Text: strings.TrimPrefix(c.Text, o.Type+".")}
	case c.Object >= 0:
		return Value{Kind: Pointer, Type: typ, Object: d.object(c.Object)}
	}
	return literal(c.Text, typ)
}

// literal returns the value of a Go literal: of a struct with its fields.
func literal(text, typ string) Value {
	if !strings.HasPrefix(text, "{") {
		return Value{Kind: Basic, Type: typ, Text: text}
	}
	v := Value{Kind: Struct, Type: typ}
	for _, f := range search.Fields(text) {
		v.Parts = append(v.Parts, Part{Name: f.Name, Value: literal(f.Text, "")})
	}
	return v
}

func (d *decoder) value(n *search.Node) Value {
	c := d.choice(n)
	switch n.Kind {
	case "zero":
		return Value{Kind: Zero, Type: n.Type}
	case "struct":
		v := Value{Kind: Struct, Type: n.Type}
		for i := range n.Parts {
			v.Parts = append(v.Parts, Part{Name: n.Names[i], Value: d.value(&n.Parts[i])})
		}
		return v
	case "array", "slice":
		v := Value{Kind: Sequence, Type: n.Type}
		many := len(n.Parts)
		if n.Kind == "slice" {
			if c.Nil {
				return Value{Kind: Nil, Type: n.Type}
			}
			many, _ = strconv.Atoi(c.Text)
		}
		for i := range many {
			v.Parts = append(v.Parts, Part{Value: d.value(&n.Parts[i])})
		}
		return v
	case "map":
		if c.Nil {
			return Value{Kind: Nil, Type: n.Type}
		}
		v := Value{Kind: Map, Type: n.Type}
		for i := range n.Keys {
			if n.There == nil || d.vector[n.There[i]] == 1 {
				key := d.chosen(&n.Keys[i], "")
				v.Parts = append(v.Parts, Part{Key: &key, Value: d.value(&n.Parts[i])})
			}
		}
		return v
	}
	return d.chosen(c, n.Type)
}
