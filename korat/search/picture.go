package search

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"unsafe"
)

// album takes pictures of what methods are called on, and of what they leave: an object keeps its number.
type album struct {
	own     string // the path of the package whose types have no package before their names
	numbers map[place]int
	counts  map[string]int
	spans   []span // objects in the picture that is being taken
	nodes   map[place]int
	out     *Layout
	size    int // how many values without parts there are in it
}

// span is where an object is.
type span struct{ place }

// maxPicture is how many objects a picture has.
const maxPicture = 200

func newAlbum(own string) *album {
	return &album{own: own, numbers: map[place]int{}, counts: map[string]int{}}
}

// move has the objects of a copy have the numbers of what they were copied from.
func (a *album) move(r *replica) {
	moved := map[place]int{}
	for p, n := range a.numbers {
		moved[place{r.translate(p.at), p.typ}] = n
	}
	a.numbers = moved
}

// take takes a picture of an object and of all that can be reached from it, and of values beside it that are given as
// a struct. It is a layout without cells.
func (a *album) take(at unsafe.Pointer, t reflect.Type, beside unsafe.Pointer, of reflect.Type) *Layout {
	a.out, a.nodes, a.spans, a.size = &Layout{}, map[place]int{}, nil, 0
	a.find(at, t, true)
	if of != nil {
		a.find(beside, of, false)
	}
	a.drop()
	root := a.object(at, t)
	if of != nil {
		node := a.node(beside, of)
		n := &a.out.Objects[root]
		n.Names, n.Parts = append(n.Names, node.Names...), append(n.Parts, node.Parts...)
	}
	a.out.Root = root
	return a.out
}

// find finds the objects that there are, so that what points into one is told from what points to one.
func (a *album) find(at unsafe.Pointer, t reflect.Type, isObject bool) {
	if isObject {
		p := place{at, t}
		if slices.ContainsFunc(a.spans, func(s span) bool { return s.place == p }) || len(a.spans) >= 4*maxPicture {
			return
		}
		a.spans = append(a.spans, span{place: p})
	}
	switch t.Kind() {
	case reflect.Pointer:
		if to := *(*unsafe.Pointer)(at); to != nil && t.Elem().Kind() == reflect.Struct {
			a.find(to, t.Elem(), true)
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			a.find(unsafe.Add(at, f.Offset), f.Type, false)
		}
	case reflect.Array:
		for i := range t.Len() {
			a.find(unsafe.Add(at, uintptr(i)*t.Elem().Size()), t.Elem(), false)
		}
	case reflect.Slice:
		h := (*header)(at)
		for i := range h.len {
			a.find(unsafe.Add(h.data, uintptr(i)*t.Elem().Size()), t.Elem(), false)
		}
	case reflect.Interface:
		if v := reflect.NewAt(t, at).Elem().Elem(); v.IsValid() && v.Kind() == reflect.Pointer {
			a.find(held(v), v.Type(), false)
		}
	case reflect.Map:
		for all := reflect.NewAt(t, at).Elem().MapRange(); all.Next(); {
			a.find(held(all.Key()), t.Key(), false)
			a.find(held(all.Value()), t.Elem(), false)
		}
	}
}

// drop leaves out objects that are parts of others.
func (a *album) drop() {
	all := a.spans
	a.spans = nil
	for _, s := range all {
		if !slices.ContainsFunc(all, func(o span) bool {
			size, most := s.typ.Size(), o.typ.Size()
			return o.place != s.place && uintptr(o.at) <= uintptr(s.at) && (most > size || size == 0) &&
				uintptr(s.at)+size <= uintptr(o.at)+most
		}) {
			a.spans = append(a.spans, s)
		}
	}
}

// object returns the index of an object in the picture.
func (a *album) object(at unsafe.Pointer, t reflect.Type) int {
	p := place{at, t}
	if i, is := a.nodes[p]; is {
		return i
	}
	i := len(a.out.Objects)
	a.nodes[p] = i
	a.out.Objects = append(a.out.Objects, Node{})
	name := nameOf(t, a.own)
	if _, known := a.numbers[p]; !known {
		a.counts[name]++
		a.numbers[p] = a.counts[name]
	}
	n := Node{Kind: "struct", Cell: -1}
	if i < maxPicture {
		n = a.node(at, t)
	}
	n.Type, n.Number = name, a.numbers[p]
	a.out.Objects[i] = n
	return i
}

// pointer returns what a pointer points to: an object, or a part of one.
func (a *album) pointer(to unsafe.Pointer, t reflect.Type) Choice {
	for _, s := range a.spans {
		off := uintptr(to) - uintptr(s.at)
		switch {
		case s.at == to && s.typ == t:
			return Choice{Object: a.object(to, t)}
		case uintptr(to) >= uintptr(s.at) && off < s.typ.Size():
			return Choice{Object: a.object(s.at, s.typ), Inner: true,
				Text: nameOf(s.typ, a.own) + partAt(s.typ, off, t)}
		}
	}
	return Choice{Object: -1, Text: "&" + t.String()}
}

// partAt returns the name of the part of a struct that is at an offset and of a type.
func partAt(s reflect.Type, off uintptr, t reflect.Type) string {
	if s.Kind() != reflect.Struct || s == t && off == 0 {
		return ""
	}
	for i := range s.NumField() {
		if f := s.Field(i); f.Offset <= off && off < f.Offset+f.Type.Size() {
			return "." + f.Name + partAt(f.Type, off-f.Offset, t)
		}
	}
	return ""
}

// node returns what is at a place.
func (a *album) node(at unsafe.Pointer, t reflect.Type) Node {
	n := Node{Kind: "value", Type: t.String(), Cell: -1}
	choose := func(c Choice) { n.Value = &c }
	switch t.Kind() {
	case reflect.Struct:
		n.Kind = "struct"
		for i := range t.NumField() {
			f := t.Field(i)
			n.Names = append(n.Names, f.Name)
			n.Parts = append(n.Parts, a.node(unsafe.Add(at, f.Offset), f.Type))
		}
		return n
	case reflect.Array, reflect.Slice:
		a.elements(&n, at, t)
		return n
	case reflect.Map:
		a.entries(&n, at, t)
		return n
	}
	a.size++
	v := reflect.NewAt(t, at).Elem()
	switch t.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			choose(Choice{Object: -1, Nil: true, Text: "nil"})
		} else {
			choose(a.pointer(v.UnsafePointer(), t.Elem()))
		}
	case reflect.Interface:
		choose(a.dynamic(v))
	case reflect.String:
		choose(Choice{Object: -1, Text: strconv.Quote(v.String())})
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		n.Kind = "zero"
	default:
		choose(Choice{Object: -1, Text: fmt.Sprint(v)})
	}
	return n
}

// dynamic returns what an interface holds.
func (a *album) dynamic(v reflect.Value) Choice {
	if v.IsNil() {
		return Choice{Object: -1, Nil: true, Text: "nil"}
	}
	if err, is := v.Interface().(error); is {
		return Choice{Object: -1, Text: strconv.Quote(textOf(err))}
	}
	switch in := v.Elem(); {
	case in.Kind() == reflect.Pointer && !in.IsNil() && in.Type().Elem().Kind() == reflect.Struct:
		return a.pointer(in.UnsafePointer(), in.Type().Elem())
	case in.Kind() == reflect.String:
		return Choice{Object: -1, Text: strconv.Quote(in.String())}
	case isPlain(in.Kind()):
		return Choice{Object: -1, Text: fmt.Sprint(in)}
	default:
		return Choice{Object: -1, Text: in.Type().String()}
	}
}

// textOf returns what an error says, which may be nothing but a panic.
func textOf(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = "an error that cannot be shown"
		}
	}()
	return err.Error()
}

func (a *album) elements(n *Node, at unsafe.Pointer, t reflect.Type) {
	n.Kind = "array"
	many := 0
	if t.Kind() == reflect.Array {
		many = t.Len()
	} else {
		h := (*header)(at)
		n.Kind, many, at = "slice", h.len, h.data
		n.Value = &Choice{Object: -1, Nil: h.data == nil, Text: strconv.Itoa(h.len)}
		a.size++
	}
	for i := range many {
		n.Parts = append(n.Parts, a.node(unsafe.Add(at, uintptr(i)*t.Elem().Size()), t.Elem()))
	}
}

func (a *album) entries(n *Node, at unsafe.Pointer, t reflect.Type) {
	n.Kind = "map"
	m := reflect.NewAt(t, at).Elem()
	n.Value = &Choice{Object: -1, Nil: m.IsNil(), Text: "map"}
	a.size++
	type entry struct {
		key   Node
		value unsafe.Pointer
	}
	var all []entry
	for each := m.MapRange(); each.Next(); {
		all = append(all, entry{a.node(held(each.Key()), t.Key()), held(each.Value())})
	}
	slices.SortFunc(all, func(x, y entry) int { return compareKeys(a, &x.key, &y.key) })
	for _, one := range all {
		key := Choice{Object: -1, Text: one.key.Type}
		if one.key.Value != nil {
			key = *one.key.Value
		}
		n.Keys = append(n.Keys, key)
		n.Parts = append(n.Parts, a.node(one.value, t.Elem()))
	}
}

// compareKeys orders keys of a map: numbers by their size, objects by their numbers, and others by their texts.
func compareKeys(a *album, x, y *Node) int {
	if x.Value == nil || y.Value == nil {
		return 0
	}
	if x.Value.Object >= 0 && y.Value.Object >= 0 {
		return a.out.Objects[x.Value.Object].Number - a.out.Objects[y.Value.Object].Number
	}
	i, err1 := strconv.ParseFloat(x.Value.Text, 64)
	j, err2 := strconv.ParseFloat(y.Value.Text, 64)
	if err1 == nil && err2 == nil && i != j {
		if i < j {
			return -1
		}
		return 1
	}
	if x.Value.Text < y.Value.Text {
		return -1
	}
	return 1
}
