package spec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// UnmarshalJSON reads an object, its fields in their order, and null as nil. What the
// text of a value stands for depends on the types of the variables: the values are as
// they were written until Typed or Shown reads them.
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
		*vs = append(*vs, Item{Name: text, written: v})
	}
	return nil
}

// Typed returns values as they were written, read by the types of the variables. The
// error names a value without such a variable, or that is not of its type.
func (vs Values) Typed(vars []zed.Var) (Values, error) {
	if vs == nil {
		return nil, nil
	}
	out := Values{}
	for _, item := range vs {
		t := typeOf(vars, item.Name)
		if t == nil {
			return nil, fmt.Errorf("there is no variable %s", item.Name)
		}
		v, err := value.Decode(item.written, t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", item.Name, err)
		}
		out = append(out, Item{Name: item.Name, Type: t, Value: v})
	}
	return out, nil
}

// Shown returns values as they were written, to be shown: read by the types of the
// variables as far as they have some. A value without such a variable, or that is not
// of the variable's type, is read by its form, and one that cannot be read becomes a
// string of what was written.
func (vs Values) Shown(vars []zed.Var) Values {
	if vs == nil {
		return nil
	}
	out := Values{}
	for _, item := range vs {
		out = append(out, readItem(item.Name, typeOf(vars, item.Name), item.written))
	}
	return out
}

// typeOf returns the type of a variable, or nil.
func typeOf(vars []zed.Var, name string) zed.Type {
	for _, v := range vars {
		if v.Name == name {
			return v.Type
		}
	}
	return nil
}

// readItem reads a value, which may have been cut.
func readItem(name string, t zed.Type, data json.RawMessage) Item {
	item := Item{Name: name, Type: t}
	var cut struct {
		Cut   int             `json:"cut"`
		First json.RawMessage `json:"first"`
	}
	if json.Unmarshal(data, &cut) == nil && cut.First != nil {
		item.Cut, data = cut.Cut, cut.First
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
