package spec

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Written are Values in the JSON in which they were written, in their order: what the
// text stands for depends on the types of the variables.
type Written struct {
	names  []string
	values []json.RawMessage
}

// UnmarshalJSON reads an object and keeps the order of its fields.
func (w *Written) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	w.names, w.values = []string{}, []json.RawMessage{}
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
		w.names, w.values = append(w.names, text), append(w.values, v)
	}
	return nil
}

// Values returns the values, read by the types of the variables. A value without such
// a variable, or that is not of the variable's type, is read by its form, and one that
// cannot be read becomes a string of what was written.
func (w Written) Values(vars []zed.Var) Values {
	if w.names == nil {
		return nil
	}
	out := Values{}
	for i, name := range w.names {
		var t zed.Type
		for _, v := range vars {
			if v.Name == name {
				t = v.Type
			}
		}
		out = append(out, readItem(name, t, w.values[i]))
	}
	return out
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
