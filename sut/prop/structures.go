package prop

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Structures is the generator of the structures that `ttf-int generate PKG.T --format json` lists,
// one on each line (Boyapati, Khurshid and Marinov, "Korat: automated testing based on Java
// predicates", section 3): all values of T that its predicate accepts, up to a bound. Those with
// few objects come first, and the property is proved for the bound where all of them are tried.
// Each test gets a structure of its own, which it may change. The samples are values of the types of
// those objects to which interfaces alone lead.
func Structures[T any](listing string, samples ...any) Generator[*T] {
	return Generator[*T]{func(*deriver) (space, error) {
		var all []*listed
		for i, line := range strings.Split(listing, "\n") {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			l := &listed{}
			decoder := json.NewDecoder(strings.NewReader(line))
			decoder.UseNumber()
			if err := decoder.Decode(l); err != nil {
				return nil, fmt.Errorf("Structures: line %d: %w", i+1, err)
			}
			if _, err := l.buildAt(reflect.New(reflect.TypeFor[T]()), samples); err != nil {
				return nil, fmt.Errorf("Structures: line %d: %w", i+1, err)
			}
			all = append(all, l)
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("Structures: the listing has no structure of %s", reflect.TypeFor[T]())
		}
		var bySize choice // the size is the number of objects below the root
		for i, l := range all {
			for len(bySize) < len(l.Objects) {
				bySize = append(bySize, nil)
			}
			size := len(l.Objects) - 1
			bySize[size] = append(bySize[size], reflect.ValueOf(&all[i]).Elem())
		}
		return &mapped[*listed, *T]{bySize, func(l *listed) *T {
			built := new(T)
			if _, err := l.buildAt(reflect.ValueOf(built), samples); err != nil {
				panic(err) // it was built once before
			}
			return built
		}}, nil
	}}
}

// listed is a structure of a listing. The first object is the root.
type listed struct {
	Objects []listedObject `json:"objects"`
}

type listedObject struct {
	Name   string                     `json:"name"`
	Type   string                     `json:"type"`
	Fields map[string]json.RawMessage `json:"fields"`
}

// building makes a structure. An object is made where a pointer to it is met first, which gives its type.
type building struct {
	objects map[string]*listedObject
	made    map[string]reflect.Value // pointers to the objects
	types   map[string]reflect.Type  // of the objects that were made and the samples, for pointers in interfaces
	// later are the places whose values need objects that no typed pointer had led to.
	later []assignment
}

// assignment is a place, and what the listing has for it.
type assignment struct {
	to   reflect.Value
	text json.RawMessage
}

// buildAt makes a structure, whose root is what a pointer points to.
func (l *listed) buildAt(root reflect.Value, samples []any) (*building, error) {
	b := &building{map[string]*listedObject{}, map[string]reflect.Value{}, map[string]reflect.Type{}, nil}
	for i := range l.Objects {
		b.objects[l.Objects[i].Name] = &l.Objects[i]
	}
	for _, x := range samples {
		t := reflect.TypeOf(x)
		b.types[t.Name()], b.types[t.String()] = t, t
	}
	if len(l.Objects) == 0 {
		return b, fmt.Errorf("it has no objects")
	}
	err := b.fill(&l.Objects[0], root)
	for err == nil && len(b.later) > 0 {
		waiting := b.later
		b.later = nil
		for _, a := range waiting {
			if err = b.set(a.to, a.text); err != nil {
				return b, err
			}
		}
		if len(b.later) == len(waiting) {
			return b, fmt.Errorf("%s: the type of the object is not known: give a sample of it", waiting[0].text)
		}
	}
	return b, err
}

// object returns a pointer to the object with a name, which is of type t.
func (b *building) object(name string, t reflect.Type) (reflect.Value, error) {
	if made, ok := b.made[name]; ok {
		if made.Type().Elem() != t {
			return made, fmt.Errorf("%s is of type %s, and stands where %s is expected", name, made.Type().Elem(), t)
		}
		return made, nil
	}
	o := b.objects[name]
	if o == nil {
		return reflect.Value{}, fmt.Errorf("there is no object %s", name)
	}
	made := reflect.New(t)
	return made, b.fill(o, made)
}

// fill gives an object its fields, which is what a pointer points to.
func (b *building) fill(o *listedObject, made reflect.Value) error {
	b.made[o.Name], b.types[o.Type] = made, made.Type().Elem()
	if made.Type().Elem().Kind() != reflect.Struct {
		return fmt.Errorf("%s stands where %s is expected, which is not a structure", o.Name, made.Type().Elem())
	}
	return b.fields(made.Elem(), o.Fields)
}

// fields sets the fields of a structure.
func (b *building) fields(to reflect.Value, fields map[string]json.RawMessage) error {
	set := 0
	for i := range to.NumField() {
		text, ok := fields[to.Type().Field(i).Name]
		if !ok {
			continue
		}
		set++
		if err := b.set(field(to, i), text); err != nil {
			return fmt.Errorf("%s.%s: %w", to.Type(), to.Type().Field(i).Name, err)
		}
	}
	if set < len(fields) {
		names := strings.Join(slices.Sorted(maps.Keys(fields)), ", ")
		return fmt.Errorf("%s does not have all of the fields %s", to.Type(), names)
	}
	return nil
}

// set gives a place its value.
func (b *building) set(to reflect.Value, text json.RawMessage) error {
	if to.SetZero(); string(text) == "null" {
		return nil
	}
	switch to.Kind() {
	case reflect.Pointer, reflect.Interface:
		return b.refer(to, text)
	case reflect.Struct:
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(text, &fields); err != nil {
			return err
		}
		return b.fields(to, fields)
	case reflect.Slice, reflect.Array:
		return b.sequence(to, text)
	case reflect.Map:
		return b.entries(to, text)
	}
	return setScalar(to, text)
}

// refer sets a pointer, or an interface.
func (b *building) refer(to reflect.Value, text json.RawMessage) error {
	var link struct{ Ref, Field string }
	if !bytes.HasPrefix(text, []byte("{")) || json.Unmarshal(text, &link) != nil || link.Ref == "" {
		if to.Kind() == reflect.Pointer {
			return fmt.Errorf("%s is not a pointer to an object", text)
		}
		return setBoxed(to, text)
	}
	var t reflect.Type
	switch made, known := b.made[link.Ref]; {
	case known:
		t = made.Type().Elem()
	case b.objects[link.Ref] == nil:
		return fmt.Errorf("there is no object %s", link.Ref)
	case to.Kind() == reflect.Pointer && link.Field == "":
		t = to.Type().Elem()
	default:
		t = b.types[b.objects[link.Ref].Type]
	}
	if t == nil {
		b.later = append(b.later, assignment{to, text})
		return nil
	}
	at, err := b.object(link.Ref, t)
	if err != nil {
		return err
	}
	for _, name := range strings.FieldsFunc(link.Field, func(r rune) bool { return r == '.' }) {
		f, ok := at.Type().Elem().FieldByName(name)
		if !ok || len(f.Index) != 1 {
			return fmt.Errorf("%s has no field %s", at.Type().Elem(), name)
		}
		at = field(at.Elem(), f.Index[0]).Addr()
	}
	if !at.Type().AssignableTo(to.Type()) {
		return fmt.Errorf("%s is of type %s, and stands where %s is expected", text, at.Type(), to.Type())
	}
	to.Set(at)
	return nil
}

// sequence sets a slice or an array.
func (b *building) sequence(to reflect.Value, text json.RawMessage) error {
	var elements []json.RawMessage
	if err := json.Unmarshal(text, &elements); err != nil {
		return err
	}
	if to.Kind() == reflect.Slice {
		to.Set(reflect.MakeSlice(to.Type(), len(elements), len(elements)))
	}
	if to.Len() != len(elements) {
		return fmt.Errorf("%s has %d elements, and there are %d", to.Type(), to.Len(), len(elements))
	}
	for i, e := range elements {
		if err := b.set(to.Index(i), e); err != nil {
			return err
		}
	}
	return nil
}

// entries sets a map. Its keys and values must not need an object whose type nothing says.
func (b *building) entries(to reflect.Value, text json.RawMessage) error {
	var entries []struct{ Key, Value json.RawMessage }
	if err := json.Unmarshal(text, &entries); err != nil {
		return err
	}
	to.Set(reflect.MakeMapWithSize(to.Type(), len(entries)))
	for _, e := range entries {
		key, value := reflect.New(to.Type().Key()).Elem(), reflect.New(to.Type().Elem()).Elem()
		waiting := len(b.later)
		for _, part := range []assignment{{key, e.Key}, {value, e.Value}} {
			if err := b.set(part.to, part.text); err != nil {
				return err
			}
		}
		if len(b.later) > waiting {
			return fmt.Errorf("%s: the type of an object in a map is not known: give a sample of it", text)
		}
		to.SetMapIndex(key, value)
	}
	return nil
}

// setBoxed sets an interface to a number, a truth value or a string, of the type that a literal of Go has.
func setBoxed(to reflect.Value, text json.RawMessage) error {
	for _, t := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[float64](), reflect.TypeFor[bool](),
		reflect.TypeFor[string]()} {
		v := reflect.New(t).Elem()
		if t.AssignableTo(to.Type()) && json.Unmarshal(text, v.Addr().Interface()) == nil {
			to.Set(v)
			return nil
		}
	}
	return fmt.Errorf("%s is not a value that %s may hold", text, to.Type())
}

// setScalar sets a place to what a literal says: one of JSON, or one of Go in a string.
func setScalar(to reflect.Value, text json.RawMessage) error {
	literal := string(text)
	var quoted string
	if json.Unmarshal(text, &quoted) == nil {
		if to.Kind() == reflect.String {
			to.SetString(quoted)
			return nil
		}
		literal = quoted
	}
	if char, _, rest, err := strconv.UnquoteChar(strings.TrimPrefix(literal, "'"), '\''); err == nil && rest == "'" {
		literal = strconv.Itoa(int(char))
	}
	var err error
	switch {
	case to.Kind() == reflect.Bool:
		var is bool
		is, err = strconv.ParseBool(literal)
		to.SetBool(is)
	case to.CanInt():
		var n int64
		n, err = strconv.ParseInt(literal, 0, to.Type().Bits())
		to.SetInt(n)
	case to.CanUint():
		var n uint64
		n, err = strconv.ParseUint(literal, 0, to.Type().Bits())
		to.SetUint(n)
	case to.CanFloat():
		var x float64
		x, err = strconv.ParseFloat(literal, to.Type().Bits())
		to.SetFloat(x)
	default:
		err = fmt.Errorf("%s is not a value of %s", text, to.Type())
	}
	return err
}
