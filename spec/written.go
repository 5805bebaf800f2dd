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
		*vs = append(*vs, Item{Var: &zed.Var{Name: text}, odd: &odd{written: v}})
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
		of := find(vars, item.Name)
		if of == nil {
			return nil, fmt.Errorf("there is no variable %s", item.Name)
		}
		v, err := value.Decode(item.written(), of.Type)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", item.Name, err)
		}
		out = append(out, Item{Var: of, Value: v})
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
		of := find(vars, item.Name)
		if of == nil {
			of = &zed.Var{Name: item.Name}
		}
		out = append(out, readItem(of, item.written()))
	}
	return out
}

// find returns the variable with the given name, or nil.
func find(vars []zed.Var, name string) *zed.Var {
	for i := range vars {
		if vars[i].Name == name {
			return &vars[i]
		}
	}
	return nil
}

// readItem reads a value, which may have been cut when it was written.
func readItem(of *zed.Var, data json.RawMessage) Item {
	item := Item{Var: of}
	var cut struct {
		Cut   int             `json:"cut"`
		First json.RawMessage `json:"first"`
	}
	if json.Unmarshal(data, &cut) == nil && cut.First != nil {
		item.odd, data = &odd{cut: cut.Cut}, cut.First
	}
	var err error
	if item.Value, err = value.Decode(data, of.Type); err == nil {
		return item
	}
	if item.Value, err = value.Decode(data, nil); err == nil {
		item.Var = &zed.Var{Name: of.Name}
		return item
	}
	return NewItem(of.Name, nil, value.OfStr(string(data)))
}
