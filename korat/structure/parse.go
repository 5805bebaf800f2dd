package structure

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a structure from a line as MarshalJSON writes it. What the line does not say is not known: the types of
// values, and whether what is null is nil or the zero value of a type without bounds; it is nil.
func Parse(line string) (*Structure, error) {
	var list struct {
		Objects []struct {
			Name, Type string
			Fields     json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(line), &list); err != nil {
		return nil, err
	}
	if len(list.Objects) == 0 {
		return nil, errors.New("the structure has no objects")
	}
	p := reader{objects: map[string]*Object{}}
	out := &Structure{}
	for _, o := range list.Objects {
		one := &Object{Type: o.Type, Number: -1}
		if n, err := strconv.Atoi(strings.TrimPrefix(o.Name, o.Type)); err == nil && n >= 0 {
			one.Number = n
		}
		if one.Name() != o.Name || p.objects[o.Name] != nil {
			return nil, fmt.Errorf("%q is not a name of an object of its own of the type %q", o.Name, o.Type)
		}
		p.objects[o.Name] = one
		out.Objects = append(out.Objects, one)
	}
	for i, o := range list.Objects {
		v, err := p.fields(o.Fields)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Name, err)
		}
		out.Objects[i].Value = v
	}
	return out, nil
}

// reader reads the values of a structure.
type reader struct{ objects map[string]*Object }

// fields reads a struct, with its fields in the order in which they are written.
func (p reader) fields(text json.RawMessage) (Value, error) {
	out := Value{Kind: Struct}
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return out, fmt.Errorf("%s is not an object of JSON", text)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return out, err
		}
		var of json.RawMessage
		if err := d.Decode(&of); err != nil {
			return out, err
		}
		v, err := p.value(of)
		if err != nil {
			return out, err
		}
		out.Parts = append(out.Parts, Part{Name: name.(string), Value: v})
	}
	return out, nil
}

// value reads a value.
func (p reader) value(text json.RawMessage) (Value, error) {
	switch {
	case string(text) == "null":
		return Value{Kind: Nil}, nil
	case text[0] == '{':
		return p.object(text)
	case text[0] == '[':
		return p.list(text)
	case text[0] == '"':
		var s string
		err := json.Unmarshal(text, &s)
		return Value{Kind: Basic, Text: strconv.Quote(s)}, err
	}
	return Value{Kind: Basic, Text: string(text)}, nil
}

// object reads a pointer, or a struct.
func (p reader) object(text json.RawMessage) (Value, error) {
	var link struct{ Ref, Field string }
	if json.Unmarshal(text, &link) != nil || link.Ref == "" {
		return p.fields(text)
	}
	to := p.objects[link.Ref]
	if to == nil {
		return Value{}, fmt.Errorf("there is no object %q", link.Ref)
	}
	return Value{Kind: Pointer, Text: link.Field, Object: to}, nil
}

// list reads the elements of a slice or an array, or the entries of a map.
func (p reader) list(text json.RawMessage) (Value, error) {
	var parts []json.RawMessage
	if err := json.Unmarshal(text, &parts); err != nil {
		return Value{}, err
	}
	out := Value{Kind: Sequence}
	for _, part := range parts {
		v, err := p.value(part)
		if err != nil {
			return v, err
		}
		one := Part{Value: v}
		if of := v.Parts; v.Kind == Struct && len(of) == 2 && of[0].Name == "key" && of[1].Name == "value" {
			out.Kind, one = Map, Part{Key: &of[0].Value, Value: of[1].Value}
		}
		out.Parts = append(out.Parts, one)
	}
	return out, nil
}
