package structure

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// String writes the structure on one line: an object with its fields where it is reached first, and by its
// name from then on. Fields without bounds are left out.
func (s *Structure) String() string {
	if len(s.Objects) == 0 {
		return ""
	}
	w := &writer{written: map[*Object]bool{}}
	w.object(s.Objects[0], true)
	return w.String()
}

// Lines writes each object on a line of its own, with others by their names.
func (s *Structure) Lines() []string {
	names := map[*Object]bool{}
	for _, o := range s.Objects {
		names[o] = true
	}
	var out []string
	for _, o := range s.Objects {
		w := &writer{written: names}
		w.WriteString(o.Name())
		w.parts(&o.Value, "{", "}")
		out = append(out, w.String())
	}
	return out
}

type writer struct {
	strings.Builder
	written map[*Object]bool
}

func (w *writer) object(o *Object, root bool) {
	if w.written[o] {
		w.WriteString(o.Name())
		return
	}
	w.written[o] = true
	if root {
		w.WriteString(o.Type)
	} else {
		w.WriteString(o.Name())
	}
	w.parts(&o.Value, "{", "}")
}

func (w *writer) parts(v *Value, open, close string) {
	w.WriteString(open)
	first := true
	for i := range v.Parts {
		p := &v.Parts[i]
		if p.Value.Kind == Zero && p.Name != "" {
			continue
		}
		if !first {
			w.WriteString(", ")
		}
		first = false
		switch {
		case p.Key != nil:
			w.value(p.Key)
			w.WriteString(": ")
		case p.Name != "":
			w.WriteString(p.Name + ": ")
		}
		w.value(&p.Value)
	}
	w.WriteString(close)
}

func (w *writer) value(v *Value) {
	switch v.Kind {
	case Zero:
		w.WriteString("zero")
	case Nil:
		w.WriteString("nil")
	case Basic:
		w.WriteString(v.Text)
	case Pointer:
		if v.Text != "" {
			w.WriteString("&" + v.Object.Name() + "." + v.Text)
			return
		}
		w.object(v.Object, false)
	case Struct:
		w.parts(v, "{", "}")
	case Sequence:
		w.parts(v, "[", "]")
	case Map:
		w.parts(v, "map[", "]")
	}
}

// MarshalJSON writes the structure as its objects: each with its name, its type and its fields, in which a
// pointer is the name of an object under "ref".
func (s *Structure) MarshalJSON() ([]byte, error) {
	type object struct {
		Name   string          `json:"name"`
		Type   string          `json:"type"`
		Fields json.RawMessage `json:"fields"`
	}
	out := make([]object, 0, len(s.Objects))
	for _, o := range s.Objects {
		out = append(out, object{o.Name(), o.Type, json.RawMessage(jsonOf(&o.Value))})
	}
	return json.Marshal(map[string]any{"objects": out})
}

// jsonOf writes a value.
func jsonOf(v *Value) string {
	switch v.Kind {
	case Zero, Nil:
		return "null"
	case Basic:
		if json.Valid([]byte(v.Text)) {
			return v.Text
		}
		if text, err := strconv.Unquote(v.Text); err == nil && v.Text[0] != '\'' {
			return quote(text)
		}
		return quote(v.Text)
	case Pointer:
		if v.Text != "" {
			return `{"ref":` + quote(v.Object.Name()) + `,"field":` + quote(v.Text) + `}`
		}
		return `{"ref":` + quote(v.Object.Name()) + `}`
	}
	var parts []string
	for i := range v.Parts {
		p := &v.Parts[i]
		switch {
		case p.Key != nil:
			parts = append(parts, `{"key":`+jsonOf(p.Key)+`,"value":`+jsonOf(&p.Value)+`}`)
		case v.Kind != Struct:
			parts = append(parts, jsonOf(&p.Value))
		case p.Value.Kind != Zero:
			parts = append(parts, quote(p.Name)+":"+jsonOf(&p.Value))
		}
	}
	if v.Kind == Struct {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func quote(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings are values of JSON
	}
	return string(data)
}

// Go writes the structure as a Go expression: a function that makes it, as the structure's package would.
func (s *Structure) Go() string {
	var b strings.Builder
	fmt.Fprintf(&b, "func() *%s {\n", s.Objects[0].Type)
	for _, o := range s.Objects {
		fmt.Fprintf(&b, "\t%s := &%s{}\n", variable(o), o.Type)
	}
	for _, o := range s.Objects {
		assign(&b, variable(o), &o.Value)
	}
	fmt.Fprintf(&b, "\treturn %s\n}()", variable(s.Objects[0]))
	return b.String()
}

// variable returns the name of the variable for an object.
func variable(o *Object) string {
	name := o.Type[strings.LastIndexByte(o.Type, '.')+1:]
	return strings.ToLower(name[:1]) + name[1:] + fmt.Sprint(o.Number)
}

// assign writes what gives the fields of a struct their values.
func assign(b *strings.Builder, to string, v *Value) {
	for i := range v.Parts {
		p := &v.Parts[i]
		switch p.Value.Kind {
		case Zero, Nil:
		case Struct:
			assign(b, to+"."+p.Name, &p.Value)
		default:
			fmt.Fprintf(b, "\t%s.%s = %s\n", to, p.Name, goOf(&p.Value))
		}
	}
}

// goOf writes a value as a Go expression.
func goOf(v *Value) string {
	switch v.Kind {
	case Zero, Nil:
		return "nil"
	case Basic:
		return v.Text
	case Pointer:
		if v.Text != "" {
			return "&" + variable(v.Object) + "." + v.Text
		}
		return variable(v.Object)
	}
	var parts []string
	for i := range v.Parts {
		p := &v.Parts[i]
		switch {
		case p.Key != nil:
			parts = append(parts, goOf(p.Key)+": "+goOf(&p.Value))
		case p.Name == "":
			parts = append(parts, goOf(&p.Value))
		case p.Value.Kind != Zero && p.Value.Kind != Nil:
			parts = append(parts, p.Name+": "+goOf(&p.Value))
		}
	}
	return localType(v.Type) + "{" + strings.Join(parts, ", ") + "}"
}

// localType returns a Go type as the package of the structure writes it: without the package's name where
// it is the only one.
func localType(t string) string {
	i := strings.LastIndexByte(t, '.')
	if i < 0 {
		return t
	}
	start := strings.LastIndexAny(t[:i], "]*[ ") + 1
	return t[:start] + t[i+1:]
}
