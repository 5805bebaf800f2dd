package prop

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// maxShown is how deep values are shown.
const maxShown = 100

// show returns a value in the syntax of Go, what pointers lead to included.
func show(v reflect.Value) string {
	var b strings.Builder
	write(&b, v, false, 0)
	return b.String()
}

// write writes a value; named is whether what stands around it names its type.
func write(b *strings.Builder, v reflect.Value, named bool, depth int) {
	switch {
	case depth > maxShown:
		b.WriteString("…")
	case v.Kind() == reflect.Pointer && v.IsNil(), v.Kind() == reflect.Interface && v.IsNil():
		b.WriteString("nil")
	case v.Kind() == reflect.Pointer && v.Elem().Kind() != reflect.Struct:
		b.WriteString("new(")
		write(b, v.Elem(), false, depth+1)
		b.WriteString(")")
	case v.Kind() == reflect.Pointer:
		b.WriteString("&")
		write(b, v.Elem(), false, depth+1)
	case v.Kind() == reflect.Interface:
		write(b, v.Elem(), false, depth+1)
	case v.Kind() == reflect.Struct, v.Kind() == reflect.Map, v.Kind() == reflect.Slice, v.Kind() == reflect.Array:
		compound(b, v, named, depth)
	case !named && v.Type().PkgPath() != "":
		b.WriteString(v.Type().String() + "(" + formatScalar(v) + ")")
	default:
		b.WriteString(formatScalar(v))
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
func compound(b *strings.Builder, v reflect.Value, named bool, depth int) {
	if !named {
		b.WriteString(v.Type().String())
	}
	b.WriteString("{")
	switch v.Kind() {
	case reflect.Struct:
		comma := ""
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "_" {
				b.WriteString(comma + name + ": ")
				write(b, v.Field(i), isSimple(v.Field(i)), depth+1)
				comma = ", "
			}
		}
	case reflect.Map:
		for i, e := range sortedEntries(v) {
			if i > 0 {
				b.WriteString(", ")
			}
			write(b, e.key, true, depth+1)
			b.WriteString(": ")
			write(b, e.value, true, depth+1)
		}
	default:
		for i := range v.Len() {
			if i > 0 {
				b.WriteString(", ")
			}
			write(b, v.Index(i), true, depth+1)
		}
	}
	b.WriteString("}")
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
