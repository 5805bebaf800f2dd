package search

import (
	"fmt"
	"reflect"
	"strconv"
	"unsafe"
)

// finish allocates the arena, and gives all places their cells.
func (b *builder) finish(shared string) (*engine, error) {
	var fields []reflect.StructField
	for i, t := range b.regions {
		fields = append(fields, reflect.StructField{Name: "R" + strconv.Itoa(i), Type: t})
	}
	typ := reflect.StructOf(fields)
	arena := reflect.New(typ)
	size := max(typ.Size(), 1)
	e := &engine{arena: arena.UnsafePointer(), size: size, keep: arena, maps: map[unsafe.Pointer]*shape{},
		cellAt: make([]int32, size), marks: make([]byte, size), classes: b.classes, objects: b.objects,
		perClass: len(b.classes)}
	for i := range e.marks {
		e.marks[i], e.cellAt[i] = 1, -1
	}
	for _, s := range b.shapes {
		s.off = typ.Field(s.region).Offset + s.rel
	}
	for _, s := range b.shapes {
		if err := b.place(e, s); err != nil {
			return nil, err
		}
	}
	e.root = b.class[" "+b.space.Root]
	e.top = e.objects[e.root][0]
	const tail = int(unsafe.Sizeof(Tail{}) / unsafe.Sizeof(int32(0)))
	behind := TailAt(len(e.cells))
	vector, err := share(shared, behind+tail)
	if err != nil {
		return nil, err
	}
	e.vector, e.tail = vector[:len(e.cells):len(e.cells)], (*Tail)(unsafe.Pointer(&vector[behind]))
	e.marked = make([]bool, len(e.cells))
	for c := range e.cells {
		e.put(int32(c), 0)
	}
	return e, nil
}

// TailAt returns how many numbers there are before the tail, in the memory that has a vector of so many.
func TailAt(cells int) int { return cells + cells%2 }

// place gives a place its cell, or its one value.
func (b *builder) place(e *engine, s *shape) error {
	p := unsafe.Add(e.arena, s.off)
	b.group = s.group
	var values []value
	var err error
	switch s.kind {
	case reflect.Invalid, reflect.Struct, reflect.Array:
		return nil
	case reflect.Slice:
		values = b.sliceValues(e, s)
	case reflect.Map:
		if values, err = b.mapValues(e, s); err != nil {
			return err
		}
	default:
		if values, err = b.valuesOf(s.typ, s.domain); err != nil {
			return err
		}
		for i := range values {
			if values[i].class >= 0 || values[i].inner != nil {
				values[i].image = b.imageOf(e, s.typ, values[i])
			}
		}
	}
	how, err := copyingOf(s.typ)
	if err != nil {
		return err
	}
	if len(values) == 0 {
		return fmt.Errorf("a %s has no value within the bounds", s.typ)
	}
	c := cell{place: p, copy: how, values: values, entry: s.owner, key: s.slot, group: s.group}
	if len(values) == 1 {
		s.fixed = values[0]
		c.set(0)
		return nil
	}
	for _, v := range values {
		at := int32(-1)
		if v.class >= 0 {
			at = int32(b.objects[v.class][v.index].off)
		}
		c.objects = append(c.objects, at)
	}
	s.cell = int32(len(e.cells))
	e.cellAt[s.off], e.marks[s.off] = s.cell, 0
	c.mark = unsafe.Pointer(&e.marks[s.off])
	e.cells = append(e.cells, c)
	return nil
}

// imageOf returns a variable of a type that points to an object.
func (b *builder) imageOf(e *engine, t reflect.Type, v value) unsafe.Pointer {
	o := v.inner
	if o == nil {
		o = b.objects[v.class][v.index]
	}
	x := reflect.New(t)
	x.Elem().Set(reflect.NewAt(o.typ, unsafe.Add(e.arena, o.off)))
	return x.UnsafePointer()
}

// sliceValues returns the slices of the lengths of a domain, all over the same elements.
func (b *builder) sliceValues(e *engine, s *shape) []value {
	var out []value
	if s.domain.Nil {
		out = append(out, value{image: reflect.New(s.typ).UnsafePointer(), isNil: true, class: -1, text: "nil"})
	}
	for _, n := range s.domain.Lengths {
		x := reflect.New(s.typ)
		h := (*header)(x.UnsafePointer())
		h.data = unsafe.Add(e.arena, 0)
		if len(s.parts) > 0 {
			h.data = unsafe.Add(e.arena, s.parts[0].off)
		}
		h.len, h.cap = n, n
		out = append(out, value{image: x.UnsafePointer(), class: -1, text: strconv.Itoa(n)})
	}
	for i := range out {
		out[i].next = i + 1
	}
	return out
}

// mapValues returns the values of a map's place, nil or the map, and makes a cell for each key.
func (b *builder) mapValues(e *engine, s *shape) ([]value, error) {
	var out []value
	if s.domain.Nil {
		nothing := reflect.New(s.typ).UnsafePointer()
		out = append(out, value{image: nothing, isNil: true, class: -1, next: 1, text: "nil"})
	}
	s.m = reflect.MakeMap(s.typ)
	s.index = map[any]int{}
	x := reflect.New(s.typ)
	x.Elem().Set(s.m)
	e.maps[*(*unsafe.Pointer)(x.UnsafePointer())] = s
	for i := range s.keys {
		k := &s.keys[i]
		if k.text.class >= 0 {
			k.text.image = b.imageOf(e, s.typ.Key(), k.text)
		}
		k.value = reflect.NewAt(s.typ.Key(), k.text.image).Elem()
		s.index[k.value.Interface()] = i
		k.presence = int32(len(e.cells))
		there := value{class: k.text.class, index: k.text.index, next: 2, text: "there"}
		e.cells = append(e.cells, cell{copy: copyNothing, entry: s, key: i, mark: unsafe.Pointer(new(byte)),
			group: s.group, values: []value{{class: -1, next: 1, text: "absent"}, there}})
		e.symmetric = e.symmetric || k.text.class >= 0
	}
	return append(out, value{image: x.UnsafePointer(), class: -1, next: len(out) + 1, text: "map"}), nil
}

// header is a slice as it is in memory.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

// copyingOf returns how values of a type are put into their place.
func copyingOf(t reflect.Type) (copying, error) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map:
		return copyPointer, nil
	case reflect.String:
		return copyString, nil
	case reflect.Interface:
		return copyInterface, nil
	case reflect.Slice:
		return copySlice, nil
	}
	switch t.Size() {
	case 1:
		return copy1, nil
	case 2:
		return copy2, nil
	case 4:
		return copy4, nil
	case 8:
		return copy8, nil
	}
	return 0, fmt.Errorf("there are no bounds for values of type %s", t)
}

// set puts a value of the cell into its place.
func (c *cell) set(v int32) {
	from := c.values[v].image
	switch c.copy {
	case copy1:
		*(*uint8)(c.place) = *(*uint8)(from)
	case copy2:
		*(*uint16)(c.place) = *(*uint16)(from)
	case copy4:
		*(*uint32)(c.place) = *(*uint32)(from)
	case copy8:
		*(*uint64)(c.place) = *(*uint64)(from)
	case copyPointer:
		*(*unsafe.Pointer)(c.place) = *(*unsafe.Pointer)(from)
	case copyString:
		*(*string)(c.place) = *(*string)(from)
	case copyInterface:
		*(*[2]unsafe.Pointer)(c.place) = *(*[2]unsafe.Pointer)(from)
	case copySlice:
		*(*header)(c.place) = *(*header)(from)
	}
}

// has tells whether the cell's place has a value.
func (c *cell) has(v int32) bool {
	from := c.values[v].image
	switch c.copy {
	case copy1:
		return *(*uint8)(c.place) == *(*uint8)(from)
	case copy2:
		return *(*uint16)(c.place) == *(*uint16)(from)
	case copy4:
		return *(*uint32)(c.place) == *(*uint32)(from)
	case copy8:
		return *(*uint64)(c.place) == *(*uint64)(from)
	case copyPointer:
		return *(*unsafe.Pointer)(c.place) == *(*unsafe.Pointer)(from)
	case copyString:
		return *(*string)(c.place) == *(*string)(from)
	case copyInterface:
		return *(*[2]uintptr)(c.place) == *(*[2]uintptr)(from)
	case copySlice:
		return *(*header)(c.place) == *(*header)(from)
	}
	return true
}

// put gives a cell its value, and the map that it is part of.
func (e *engine) put(c, v int32) {
	e.vector[c] = v
	e.cells[c].set(v)
	if s := e.cells[c].entry; s != nil {
		e.refresh(s, e.cells[c].key)
	}
}

// refresh makes an entry of a map what its cells say.
func (e *engine) refresh(s *shape, i int) {
	k := s.keys[i]
	if e.vector[k.presence] == 0 {
		s.m.SetMapIndex(k.value, reflect.Value{})
		return
	}
	s.m.SetMapIndex(k.value, reflect.NewAt(s.typ.Elem(), unsafe.Add(e.arena, k.slot.off)).Elem())
}
