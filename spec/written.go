package spec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// UnmarshalJSON reads an object, keeping the order of its fields, and null as nil. The
// meaning of a value's text depends on the type of its variable, so that the values are
// kept as they were written until ReadAs or ReadForDisplay reads them.
func (vs *Values) UnmarshalJSON(data []byte) error {
	*vs = nil
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	*vs = Values{}
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.New("the values are not an object")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		text, ok := name.(string)
		if !ok {
			return errors.New("the values are not an object")
		}
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return err
		}
		*vs = append(*vs, Item{Name: text, odd: &odd{written: v}})
	}
	return nil
}

// ReadAs reads values that are kept as they were written, by the types of the given
// variables. The error names a value for which there is no variable, or that does not
// fit its variable's type.
func (vs Values) ReadAs(vars []zed.Var) (Values, error) {
	if vs == nil {
		return nil, nil
	}
	out := make(Values, 0, len(vs))
	for _, item := range vs {
		t := typeOf(vars, item.Name)
		if t == nil {
			return nil, fmt.Errorf("there is no variable %s", item.Name)
		}
		v, err := value.Decode(item.written(), t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", item.Name, err)
		}
		out = append(out, Item{Name: item.Name, Type: t, Value: v})
	}
	return out, nil
}

// ReadForDisplay reads values that are kept as they were written, for output: by the types of
// the given variables where that is possible. A value for which there is no variable,
// or that does not fit its variable's type, is read by its form alone; one that cannot
// be read so becomes a string with the text.
func (vs Values) ReadForDisplay(vars []zed.Var) Values {
	if vs == nil {
		return nil
	}
	out := make(Values, 0, len(vs))
	for _, item := range vs {
		out = append(out, readItem(item.Name, typeOf(vars, item.Name), item.written()))
	}
	return out
}

// typeOf returns the type of the variable with the given name, or nil.
func typeOf(vars []zed.Var, name string) zed.Type {
	for _, v := range vars {
		if v.Name == name {
			return v.Type
		}
	}
	return nil
}

// readItem reads a value, which may have been cut when it was written.
func readItem(name string, t zed.Type, data json.RawMessage) Item {
	item := Item{Name: name, Type: t}
	var cut struct {
		Cut   int             `json:"cut"`
		First json.RawMessage `json:"first"`
	}
	if json.Unmarshal(data, &cut) == nil && cut.First != nil {
		item.odd, data = &odd{cut: cut.Cut}, cut.First
	}
	var err error
	if item.Value, err = value.Decode(data, t); err == nil {
		return item
	}
	if item.Value, err = value.Decode(data, nil); err == nil {
		item.Type = nil
		return item
	}
	return Item{Name: name, Value: value.OfStr(string(data))}
}
