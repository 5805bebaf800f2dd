package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Item is a variable together with its value. A plan and a run keep millions of items, which have their variables in
// common with the specification: these are not changed.
type Item struct {
	*zed.Var
	Value value.Value
	odd   *odd // nil for nearly all
}

// NewItem returns a variable of its own with its value.
func NewItem(name string, t zed.Type, v value.Value) Item {
	return Item{Var: &zed.Var{Name: name, Type: t}, Value: v}
}

// odd is what few items have.
type odd struct {
	cut     int             // how many elements were left out of a value that is shown in part only
	written json.RawMessage // the value in JSON, until it is read by its type
}

// cut returns how many elements were left out of the value.
func (i Item) cut() int {
	if i.odd == nil {
		return 0
	}
	return i.odd.cut
}

// written returns the value in JSON, where it has not been read by its type.
func (i Item) written() json.RawMessage {
	if i.odd == nil {
		return nil
	}
	return i.odd.written
}

// Values are the values of some variables, in the order in which a person would write
// them.
type Values []Item

// FromModel returns the values that a model gives to vars, in the order of vars. Variables
// that the model does not have are left out.
func FromModel(vars []zed.Var, model map[string]value.Value) Values {
	var out Values
	for i := range vars {
		if x, ok := model[vars[i].Name]; ok {
			if out == nil {
				out = make(Values, 0, len(vars))
			}
			out = append(out, Item{Var: &vars[i], Value: x})
		}
	}
	return out
}

// Map returns the values by the names of their variables.
func (vs Values) Map() map[string]value.Value {
	m := make(map[string]value.Value, len(vs))
	for _, v := range vs {
		m[v.Name] = v.Value
	}
	return m
}

// Lookup returns the value of the variable with the given name, and whether there is
// one.
func (vs Values) Lookup(name string) (value.Value, bool) {
	for _, v := range vs {
		if v.Name == name {
			return v.Value, true
		}
	}
	return value.Value{}, false
}

// Equal tells whether two lists have the same variables in the same order with the same
// values.
func (vs Values) Equal(other Values) bool {
	if len(vs) != len(other) {
		return false
	}
	for i, v := range vs {
		if v.Name != other[i].Name || !v.Value.Equal(other[i].Value) {
			return false
		}
	}
	return true
}

// String returns the values as a person writes them: "list = ⟨1⟩, x? = 3".
func (vs Values) String() string {
	return vs.Brief(0)
}

// Brief returns the values as String does, but of each set and sequence no more than the first elements, of
// the given number, and how many more there are. 0: all elements.
func (vs Values) Brief(most int) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = v.Name + " = " + v.brief(most)
	}
	return strings.Join(parts, ", ")
}

// Text returns the value in Z; an empty sequence is ⟨⟩, an empty set ∅. A value that
// was cut ends with a note that says so.
func (i Item) Text() string { return i.brief(0) }

// brief returns the text with no more than the first elements of each collection, of the given number.
func (i Item) brief(most int) string {
	text := i.Value.Brief(i.Type, most)
	if i.cut() > 0 {
		text += fmt.Sprintf(" [cut: %d left out]", i.cut())
	}
	return text
}

// Shorten returns the item with a value of at most about `limit` parts, and the
// number of its parts.
func (i Item) Shorten(limit int) (Item, int) {
	if n := i.Value.Parts(limit); n <= limit {
		return i, n
	}
	short, out := i.Value.Cut(limit)
	i.Value, i.odd = short, &odd{cut: i.cut() + out}
	return i, max(limit, 1)
}

// MarshalJSON writes an object with a field for each variable, in order. It writes null
// for the nil list, which is different from a list without variables.
func (vs Values) MarshalJSON() ([]byte, error) {
	if vs == nil {
		return []byte("null"), nil
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for i, v := range vs {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(v.Name)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(v.AppendJSON(nil))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// AppendJSON appends the value in JSON. For a value that was cut it writes what is left
// and how much is missing.
func (i Item) AppendJSON(b []byte) []byte {
	if i.written() != nil {
		return append(b, i.written()...)
	}
	if i.cut() == 0 {
		return value.AppendJSON(b, i.Value, i.Type)
	}
	b = fmt.Appendf(b, `{"cut":%d,"first":`, i.cut())
	return append(value.AppendJSON(b, i.Value, i.Type), '}')
}
