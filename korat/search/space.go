package search

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// Space says which candidates there are: the bounds, in the form in which a search is told them.
type Space struct {
	Root    string             `json:"root"`    // the class of the root object
	Classes []Class            `json:"classes"` // in the order in which fields name them
	Fields  map[string]*Domain `json:"fields"`  // by class or struct type and field, as Node.left
	// Apart are fields of the root object whose structures are found by searches of their own.
	Apart []string `json:"apart,omitempty"`
}

// Class is a class domain: so many objects of a struct type.
type Class struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// objectClass is a class with the field of the root object that alone leads to its objects, or "".
type objectClass struct {
	Class
	group string
}

// Domain is a field domain: the values that a place can have, in their order: nil, then objects, then
// values, or lengths.
type Domain struct {
	Zero bool `json:"zero,omitempty"` // nothing but its zero value
	Nil  bool `json:"nil,omitempty"`
	// Inner are fields to which it may point, as List.root: of the root object, or of the first of a class.
	Inner   []string `json:"inner,omitempty"`
	Classes []string `json:"classes,omitempty"` // of what a pointer or an interface may point to
	Values  []string `json:"values,omitempty"`  // Go literals
	Lengths []int    `json:"lengths,omitempty"` // of a slice
	Elem    *Domain  `json:"elem,omitempty"`    // of a slice, an array, the values of a map
	Key     *Domain  `json:"key,omitempty"`     // of a map
}

// value is one of the values of a cell.
type value struct {
	image  unsafe.Pointer // where it can be copied from
	isNil  bool
	class  int    // its class, or -1
	index  int    // which object of the class
	inner  *shape // the field of an object that it points to, or nil: that of the first object
	within int    // of this class
	next   int    // of the first value behind those of its class
	text   string
}

// copying is how the value of a cell is put into its place.
type copying uint8

const (
	copy1 copying = iota
	copy2
	copy4
	copy8
	copyPointer
	copyString
	copyInterface
	copySlice
	copyNothing // the presence of a key: the map is changed
)

// cell is an element of the candidate vector: a place whose value is chosen.
type cell struct {
	place  unsafe.Pointer
	mark   unsafe.Pointer // the byte that tells hooks whether it was read
	copy   copying
	values []value
	entry  *shape // the map whose entry it is part of, or nil
	key    int    // which of its keys
	// objects are the offsets in the arena of what the values point to; -1: to no object of a class.
	objects []int32
	group   string // the field of the root object that alone leads here, or ""
}

// shape is how a place in the arena is made up.
type shape struct {
	typ    reflect.Type
	region int     // of the arena
	rel    uintptr // in the region
	off    uintptr // in the arena
	cell   int32   // -1: it has one value, or parts
	fixed  value   // where it has one value
	domain *Domain
	kind   reflect.Kind
	names  []string // of fields
	parts  []*shape // fields or elements
	keys   []key
	index  map[any]int
	m      reflect.Value // the map
	owner  *shape        // the map that it is a value of
	walked int64         // the last walk that came by
	slot   int
	group  string // the field of the root object that alone leads here, or ""
}

// key is a key that a map may have.
type key struct {
	value    reflect.Value
	presence int32
	slot     *shape
	text     value
}

// builder makes the objects of a space.
type builder struct {
	space   *Space
	types   map[string]reflect.Type
	regions []reflect.Type
	objects [][]*shape // by class
	classes []objectClass
	class   map[string]int // by group and name
	shapes  []*shape       // all
	group   string         // of what is being filled
	owner   *shape
	slot    int
}

// nameOf returns the name of a struct type in a space.
func nameOf(t reflect.Type, own string) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	if t.PkgPath() == own {
		return name
	}
	return t.PkgPath()[strings.LastIndexByte(t.PkgPath(), '/')+1:] + "." + name
}

// newEngine makes the objects and cells of a space for a subject.
func newEngine(space *Space, subject Subject, shared string) (*engine, error) {
	b := &builder{space: space, types: map[string]reflect.Type{}, class: map[string]int{}}
	own := subject.Root.PkgPath()
	b.collect(subject.Root, own)
	for _, t := range subject.Types {
		b.collect(t, own)
	}
	for _, c := range space.Classes {
		b.classes = append(b.classes, objectClass{Class: c})
	}
	for _, field := range space.Apart {
		for _, c := range space.Classes {
			if c.Name != space.Root {
				b.classes = append(b.classes, objectClass{c, field})
			}
		}
	}
	for i, c := range b.classes {
		t := b.types[c.Name]
		if t == nil {
			return nil, fmt.Errorf("there is no type %s", c.Name)
		}
		b.class[c.group+" "+c.Name] = i
		region := b.region(reflect.ArrayOf(c.Count, t))
		objects := make([]*shape, c.Count)
		for n := range objects {
			objects[n] = &shape{typ: t, region: region, rel: uintptr(n) * t.Size(), cell: -1}
		}
		b.objects = append(b.objects, objects)
	}
	for i, c := range b.classes {
		b.group = c.group
		for _, s := range b.objects[i] {
			if err := b.fill(s, nil, c.Name, own); err != nil {
				return nil, err
			}
		}
	}
	return b.finish(shared)
}

// collect finds the struct types that can be reached from a type.
func (b *builder) collect(t reflect.Type, own string) {
	if t.PkgPath() == "sync" {
		return // it is not looked into
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		b.collect(t.Elem(), own)
	case reflect.Map:
		b.collect(t.Key(), own)
		b.collect(t.Elem(), own)
	case reflect.Struct:
		if t.Name() != "" {
			name := nameOf(t, own)
			if b.types[name] != nil {
				return
			}
			b.types[name] = t
		}
		for i := range t.NumField() {
			b.collect(t.Field(i).Type, own)
		}
	}
}

func (b *builder) region(t reflect.Type) int {
	b.regions = append(b.regions, t)
	return len(b.regions) - 1
}

// fill gives a place its parts. path names it for the domains of its fields.
func (b *builder) fill(s *shape, d *Domain, path, own string) error {
	s.kind, s.domain, s.owner, s.slot, s.cell, s.group = s.typ.Kind(), d, b.owner, b.slot, -1, b.group
	b.shapes = append(b.shapes, s)
	if d != nil && d.Zero {
		s.kind = reflect.Invalid
		return nil
	}
	switch s.kind {
	case reflect.Struct:
		particular := path // of the struct in another
		if s.typ.Name() != "" {
			path = nameOf(s.typ, own)
		}
		for i := range s.typ.NumField() {
			f := s.typ.Field(i)
			part := &shape{typ: f.Type, region: s.region, rel: s.rel + f.Offset}
			domain := b.space.Fields[particular+"."+f.Name]
			if domain == nil {
				domain = b.space.Fields[path+"."+f.Name]
			}
			if domain == nil && f.Type.Kind() != reflect.Struct {
				domain = &Domain{Zero: true}
			}
			if path == b.space.Root && slices.Contains(b.space.Apart, f.Name) {
				b.group = f.Name
			}
			err := b.fill(part, domain, path+"."+f.Name, own)
			if b.group = s.group; err != nil {
				return err
			}
			s.names, s.parts = append(s.names, f.Name), append(s.parts, part)
		}
		return nil
	case reflect.Array:
		return b.fillElements(s, s.typ.Len(), s.region, s.rel, path, own)
	case reflect.Slice:
		n := 0
		for _, l := range d.Lengths {
			n = max(n, l)
		}
		region := b.region(reflect.ArrayOf(n, s.typ.Elem()))
		return b.fillElements(s, n, region, 0, path, own)
	case reflect.Map:
		return b.fillMap(s, path, own)
	}
	return nil
}

func (b *builder) fillElements(s *shape, n, region int, rel uintptr, path, own string) error {
	var elem *Domain
	if s.domain != nil {
		elem = s.domain.Elem
	}
	for i := range n {
		part := &shape{typ: s.typ.Elem(), region: region, rel: rel + uintptr(i)*s.typ.Elem().Size()}
		if err := b.fill(part, elem, path+"[]", own); err != nil {
			return err
		}
		s.parts = append(s.parts, part)
	}
	return nil
}

func (b *builder) fillMap(s *shape, path, own string) error {
	keys, err := b.valuesOf(s.typ.Key(), s.domain.Key)
	if err != nil {
		return err
	}
	region := b.region(reflect.ArrayOf(len(keys), s.typ.Elem()))
	owner, slot := b.owner, b.slot
	defer func() { b.owner, b.slot = owner, slot }()
	for i, k := range keys {
		part := &shape{typ: s.typ.Elem(), region: region, rel: uintptr(i) * s.typ.Elem().Size()}
		b.owner, b.slot = s, i
		if err := b.fill(part, s.domain.Elem, path+"[]", own); err != nil {
			return err
		}
		s.keys = append(s.keys, key{slot: part, text: k})
	}
	return nil
}

// valuesOf returns the values of a domain, those that are objects without an image.
func (b *builder) valuesOf(t reflect.Type, d *Domain) ([]value, error) {
	var out []value
	if d.Nil {
		out = append(out, value{image: reflect.New(t).UnsafePointer(), isNil: true, class: -1, text: "nil"})
	}
	for _, name := range d.Inner {
		inner, within := b.inner(name)
		if inner == nil {
			return nil, fmt.Errorf("there is no struct %s to which something could point", name)
		}
		out = append(out, value{class: -1, inner: inner, within: within, text: name})
	}
	for _, c := range d.Classes {
		i, is := b.class[b.group+" "+c]
		if !is {
			return nil, fmt.Errorf("there is no class %s", c)
		}
		for n := range b.objects[i] {
			out = append(out, value{class: i, index: n, text: c + "#" + strconv.Itoa(n)})
		}
	}
	for _, text := range d.Values {
		v, err := literal(t, text)
		if err != nil {
			return nil, err
		}
		out = append(out, value{image: v.Addr().UnsafePointer(), class: -1, text: text})
	}
	for i := range out {
		out[i].next = i + 1
		for out[i].class >= 0 && out[i].next < len(out) && out[out[i].next].class == out[i].class {
			out[i].next++
		}
	}
	return out, nil
}

// inner returns the struct with a name like List.root, and the class in whose first object it is.
func (b *builder) inner(name string) (*shape, int) {
	within := -1
	for i, c := range b.classes {
		is := c.group == b.group && (name == c.Name || strings.HasPrefix(name, c.Name+"."))
		if is && (within < 0 || len(c.Name) > len(b.classes[within].Name)) {
			within = i // the type of another package, as list.List, where there is a type list too
		}
	}
	if within < 0 || len(b.objects[within]) == 0 {
		return nil, 0
	}
	path := strings.TrimPrefix(name[len(b.classes[within].Name):], ".")
	s := b.objects[within][0]
	for path != "" {
		first, rest, _ := strings.Cut(path, ".")
		i := slices.Index(s.names, first)
		if i < 0 {
			return nil, 0
		}
		s, path = s.parts[i], rest
	}
	return s, within
}

// literal returns a new variable of a type that holds what a Go literal says.
func literal(t reflect.Type, text string) (reflect.Value, error) {
	v := reflect.New(t).Elem()
	var err error
	switch t.Kind() {
	case reflect.Bool:
		var x bool
		x, err = strconv.ParseBool(text)
		v.SetBool(x)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var x int64
		x, err = strconv.ParseInt(text, 0, t.Bits())
		v.SetInt(x)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		var x uint64
		x, err = strconv.ParseUint(text, 0, t.Bits())
		v.SetUint(x)
	case reflect.Float32, reflect.Float64:
		var x float64
		x, err = strconv.ParseFloat(text, t.Bits())
		v.SetFloat(x)
	case reflect.String:
		var x string
		x, err = strconv.Unquote(text)
		v.SetString(x)
	case reflect.Struct:
		for _, f := range Fields(text) {
			field := v.FieldByName(f.Name)
			var x reflect.Value
			if x, err = literal(field.Type(), f.Text); err != nil {
				break
			}
			reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().Set(x)
		}
	case reflect.Interface:
		for _, basic := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[bool](), reflect.TypeFor[string](),
			reflect.TypeFor[float64]()} {
			var x reflect.Value
			if x, err = literal(basic, text); err == nil && basic.Implements(t) {
				v.Set(x)
				break
			}
		}
	default:
		err = fmt.Errorf("values of type %s cannot be given as literals", t)
	}
	return v, err
}
