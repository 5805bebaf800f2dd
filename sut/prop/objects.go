package prop

import (
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// maxLine is the largest number of bytes of a structure that Objects.Line writes.
const maxLine = 1 << 20

// Objects are the objects of a structure, with their names.
type Objects struct {
	root  reflect.Value // a pointer
	names map[object]string
	types map[reflect.Type]string // how the types of objects are called
	used  map[string]int          // by the names of types, how many names of objects there are
}

// newObjects returns the objects that were made for a listing with a root.
func newObjects(b *building, root *listedObject) *Objects {
	out := &Objects{b.made[root.Name], map[object]string{}, map[reflect.Type]string{}, map[string]int{}}
	for name, at := range b.made {
		typ := b.objects[name].Type
		out.names[object{at.UnsafePointer(), at.Type()}] = name
		out.types[at.Type().Elem()] = typ
		if n, err := strconv.Atoi(strings.TrimPrefix(name, typ)); err == nil {
			out.used[typ] = max(out.used[typ], n+1)
		}
	}
	return out
}

// Line writes what the structure is now in the form of a listing, on one line. Objects keep the names that they had,
// and new ones get others. It has all fields but functions and channels, those included that the listing does not have.
// The error says why it cannot be written: it is too large.
func (o *Objects) Line() (string, error) {
	w := &lineWriter{Objects: o, done: map[object]bool{}, inner: map[object]inner{}}
	w.name(w.root)
	w.text.WriteString(`{"objects":[`)
	for i := 0; i < len(w.queue); i++ {
		if i > 0 {
			w.text.WriteByte(',')
		}
		at := w.queue[i]
		w.text.WriteString(`{"name":` + quoteJSON(o.names[object{at.UnsafePointer(), at.Type()}]))
		w.text.WriteString(`,"type":` + quoteJSON(o.types[at.Type().Elem()]) + `,"fields":`)
		w.fields(at.Elem(), 0)
		w.text.WriteByte('}')
		if w.text.Len() > maxLine {
			return "", errors.New("the structure is too large to be shown")
		}
	}
	w.text.WriteString("]}")
	return w.text.String(), nil
}

// lineWriter writes a structure.
type lineWriter struct {
	*Objects
	text  strings.Builder
	queue []reflect.Value // pointers to the objects that were met
	done  map[object]bool
	inner map[object]inner // structs within the objects that were met
}

// inner is a struct within an object, with the path of its field.
type inner struct{ of, path string }

// name returns the name of an object, which is written later. It gets one where it has none.
func (w *lineWriter) name(at reflect.Value) string {
	key := object{at.UnsafePointer(), at.Type()}
	if !w.done[key] {
		w.done[key] = true
		w.queue = append(w.queue, at)
		if w.names[key] == "" {
			typ := w.typeName(at.Type().Elem())
			w.names[key] = typ + strconv.Itoa(w.used[typ])
			w.used[typ]++
		}
		w.enter(at.Elem(), w.names[key], "")
	}
	return w.names[key]
}

// typeName returns how a type is called: without the name of its package where that is the package of the root.
func (w *lineWriter) typeName(t reflect.Type) string {
	if w.types[t] == "" {
		name := t.String()
		if t.PkgPath() == w.root.Type().Elem().PkgPath() {
			name = t.Name()
		}
		w.types[t], _, _ = strings.Cut(name, "[")
	}
	return w.types[t]
}

// enter notes the structs within an object.
func (w *lineWriter) enter(v reflect.Value, of, path string) {
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Struct && f.CanAddr() && f.Type().Size() > 0 {
			at := f.Addr()
			to := strings.TrimPrefix(path+"."+v.Type().Field(i).Name, ".")
			w.inner[object{at.UnsafePointer(), at.Type()}] = inner{of, to}
			w.enter(f, of, to)
		}
	}
}

// fields writes a struct.
func (w *lineWriter) fields(v reflect.Value, depth int) {
	w.text.WriteByte('{')
	comma := ""
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if k := f.Type.Kind(); f.Name == "_" || k == reflect.Func || k == reflect.Chan || k == reflect.UnsafePointer {
			continue
		}
		w.text.WriteString(comma + quoteJSON(f.Name) + ":")
		w.value(v.Field(i), depth+1)
		comma = ","
	}
	w.text.WriteByte('}')
}

// value writes a value. What nests too deeply, or makes the line too long, is left out.
func (w *lineWriter) value(v reflect.Value, depth int) {
	switch k := v.Kind(); {
	case depth > maxShown || w.text.Len() > maxLine:
		w.text.WriteString("null")
	case (k == reflect.Pointer || k == reflect.Interface || k == reflect.Slice || k == reflect.Map) && v.IsNil():
		w.text.WriteString("null")
	case k == reflect.Interface:
		w.value(v.Elem(), depth+1)
	case k == reflect.Pointer && v.Type().Elem().Kind() == reflect.Struct:
		w.pointer(v)
	case k == reflect.Pointer:
		w.value(v.Elem(), depth+1)
	case k == reflect.Struct:
		w.fields(v, depth)
	case k == reflect.Slice, k == reflect.Array:
		w.text.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				w.text.WriteByte(',')
			}
			w.value(v.Index(i), depth+1)
		}
		w.text.WriteByte(']')
	case k == reflect.Map:
		w.entries(v, depth)
	case k == reflect.String:
		w.text.WriteString(quoteJSON(v.String()))
	case v.CanInt(), v.CanUint(), k == reflect.Bool, v.CanFloat() && math.Abs(v.Float()) <= math.MaxFloat64:
		w.text.WriteString(formatScalar(v))
	default:
		w.text.WriteString(quoteJSON(formatScalar(v)))
	}
}

// pointer writes a pointer to an object, or to a struct within one.
func (w *lineWriter) pointer(v reflect.Value) {
	if in, ok := w.inner[object{v.UnsafePointer(), v.Type()}]; ok {
		w.text.WriteString(`{"ref":` + quoteJSON(in.of) + `,"field":` + quoteJSON(in.path) + `}`)
		return
	}
	w.text.WriteString(`{"ref":` + quoteJSON(w.name(v)) + `}`)
}

// entries writes a map, in the order in which its entries are shown.
func (w *lineWriter) entries(v reflect.Value, depth int) {
	w.text.WriteByte('[')
	for i, e := range w.sorted(v) {
		if i > 0 {
			w.text.WriteByte(',')
		}
		w.text.WriteString(`{"key":`)
		w.value(e.key, depth+1)
		w.text.WriteString(`,"value":`)
		w.value(e.value, depth+1)
		w.text.WriteByte('}')
	}
	w.text.WriteByte(']')
}

// sorted returns the entries of a map in the order in which they are written: those with pointers as keys by the names
// of the objects, of which new ones come last.
func (w *lineWriter) sorted(v reflect.Value) []entry {
	if v.Type().Key().Kind() != reflect.Pointer {
		return sortedEntries(v)
	}
	var out []entry
	for i := v.MapRange(); i.Next(); {
		out = append(out, entry{i.Key(), i.Value()})
	}
	name := func(e entry) string {
		return cmp.Or(w.names[object{e.key.UnsafePointer(), e.key.Type()}], "\uffff")
	}
	slices.SortFunc(out, func(a, b entry) int { return cmp.Compare(name(a), name(b)) })
	return out
}

// quoteJSON writes a text as JSON does; what is not UTF-8 is written with marks in its place.
func quoteJSON(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings are values of JSON
	}
	return string(data)
}
