package prop

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// maxShown is how deep values are shown.
const maxShown = 100

// show returns a value in the syntax of Go, what pointers lead to included.
func show(v reflect.Value) string {
	p := printer{around: map[object]bool{}}
	p.write(v, false, 0)
	return p.String()
}

// printer writes values.
type printer struct {
	strings.Builder
	around map[object]bool // those that what is written is a part of
}

// object is what a pointer leads to. A structure and its first field are at the same place.
type object struct {
	at  unsafe.Pointer
	typ reflect.Type
}

// write writes a value; named is whether what stands around it names its type. A pointer to an object
// that it is a part of is written as an ellipsis.
func (p *printer) write(v reflect.Value, named bool, depth int) {
	switch {
	case depth > maxShown:
		p.WriteString("…")
	case v.Kind() == reflect.Pointer && v.IsNil(), v.Kind() == reflect.Interface && v.IsNil():
		p.WriteString("nil")
	case v.Kind() == reflect.Pointer && v.Elem().Kind() != reflect.Struct:
		p.WriteString("new(")
		p.write(v.Elem(), false, depth+1)
		p.WriteString(")")
	case v.Kind() == reflect.Pointer && p.around[object{v.UnsafePointer(), v.Type()}]:
		p.WriteString("…")
	case v.Kind() == reflect.Pointer:
		p.around[object{v.UnsafePointer(), v.Type()}] = true
		p.WriteString("&")
		p.write(v.Elem(), false, depth+1)
		delete(p.around, object{v.UnsafePointer(), v.Type()})
	case v.Kind() == reflect.Interface:
		p.write(v.Elem(), false, depth+1)
	case v.Kind() == reflect.Struct, v.Kind() == reflect.Map, v.Kind() == reflect.Slice, v.Kind() == reflect.Array:
		p.compound(v, named, depth)
	case !named && v.Type().PkgPath() != "":
		p.WriteString(v.Type().String() + "(" + formatScalar(v) + ")")
	default:
		p.WriteString(formatScalar(v))
	}
}

// formatScalar returns a value without parts as a literal.
func formatScalar(v reflect.Value) string {
	switch {
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	case v.CanComplex():
		return fmt.Sprint(v.Complex())
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case v.Kind() == reflect.String:
		return strconv.Quote(v.String())
	}
	return v.Type().String() + "(…)" // a function or a channel, of an own generator
}

// compound writes a value that has parts.
func (p *printer) compound(v reflect.Value, named bool, depth int) {
	if !named {
		p.WriteString(v.Type().String())
	}
	p.WriteString("{")
	switch v.Kind() {
	case reflect.Struct:
		comma := ""
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "_" {
				p.WriteString(comma + name + ": ")
				p.write(v.Field(i), isSimple(v.Field(i)), depth+1)
				comma = ", "
			}
		}
	case reflect.Map:
		for i, e := range sortedEntries(v) {
			if i > 0 {
				p.WriteString(", ")
			}
			p.write(e.key, true, depth+1)
			p.WriteString(": ")
			p.write(e.value, true, depth+1)
		}
	default:
		for i := range v.Len() {
			if i > 0 {
				p.WriteString(", ")
			}
			p.write(v.Index(i), true, depth+1)
		}
	}
	p.WriteString("}")
}

// isSimple tells whether a value has no parts.
func isSimple(v reflect.Value) bool {
	return !slices.Contains([]reflect.Kind{reflect.Struct, reflect.Map, reflect.Slice, reflect.Array}, v.Kind())
}

// entry is an entry of a map.
type entry struct{ key, value reflect.Value }

// sortedEntries returns the entries of a map in the order in which they are shown. A key need not
// be equal to itself.
func sortedEntries(v reflect.Value) []entry {
	var out []entry
	for i := v.MapRange(); i.Next(); {
		out = append(out, entry{i.Key(), i.Value()})
	}
	slices.SortFunc(out, func(x, y entry) int {
		a, b := x.key, y.key
		switch {
		case a.CanInt():
			return cmp.Compare(a.Int(), b.Int())
		case a.CanUint():
			return cmp.Compare(a.Uint(), b.Uint())
		case a.CanFloat():
			return cmp.Compare(a.Float(), b.Float())
		}
		return cmp.Compare(show(a), show(b))
	})
	return out
}
