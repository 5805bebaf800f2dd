package ci

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

var update = flag.Bool("update", false, "write schema.json, and what of it is new to testdata/frozen.txt")

// enums are the values of those types of strings of which the schema lists them.
var enums = map[reflect.Type][]string{
	reflect.TypeFor[result.Verdict]():   {"pass", "fail", "error", "blocked", "undecided", "flaky"},
	reflect.TypeFor[result.FlakyRule](): {"fail", "warn"},
	reflect.TypeFor[result.Decision]():  {"none", "auto", "self", "by-call", "spec", "manual", "blocked"},
}

// definitions makes the definitions of a schema from the types that are written.
type definitions map[string]any

// of returns the schema of a type.
func (d definitions) of(t reflect.Type) map[string]any {
	switch {
	case t == reflect.TypeFor[spec.Values]():
		return map[string]any{"type": []string{"object", "null"}}
	case t == reflect.TypeFor[json.RawMessage]():
		return map[string]any{"type": "object"}
	case enums[t] != nil:
		return map[string]any{"type": "string", "enum": enums[t]}
	}
	switch t.Kind() {
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": d.of(t.Elem())}
	case reflect.Array:
		return map[string]any{"type": "array", "items": d.of(t.Elem()), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": d.of(t.Elem())}
	case reflect.Pointer:
		if t.Elem().Kind() != reflect.Struct {
			return map[string]any{"anyOf": []any{d.of(t.Elem()), map[string]any{"type": "null"}}}
		}
		return d.of(t.Elem())
	case reflect.Struct:
		name := strings.ToLower(t.Name()[:1]) + t.Name()[1:]
		if _, known := d[name]; !known {
			d[name] = nil
			d[name] = d.structOf(t)
		}
		return map[string]any{"$ref": "#/definitions/" + name}
	}
	panic("no schema for " + t.String())
}

// structOf returns the schema of the objects that a struct is written as.
func (d definitions) structOf(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	var add func(t reflect.Type)
	add = func(t reflect.Type) {
		for i := range t.NumField() {
			f := t.Field(i)
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch {
			case f.Anonymous && name == "":
				if f.Type.Kind() == reflect.Pointer {
					add(f.Type.Elem())
				} else {
					add(f.Type)
				}
			case !f.IsExported() || name == "-":
			default:
				if name == "" {
					panic(t.String() + "." + f.Name + " has no name in JSON")
				}
				properties[name] = d.of(f.Type)
				if options == "" {
					required = append(required, name)
				}
			}
		}
	}
	add(t)
	slices.Sort(required)
	return map[string]any{"type": "object", "properties": properties, "required": required}
}

// makeSchema returns the definitions of all documents of a run.
func makeSchema() definitions {
	type Run struct {
		*result.Run
		Coverage map[string]*plan.Coverage `json:"coverage"`
	}
	d := definitions{}
	d.of(reflect.TypeFor[Run]())
	// The run at the end of a stream has no coverage.
	line := d.structOf(reflect.TypeFor[event]())
	short := d.structOf(reflect.TypeFor[result.Run]())
	d["finished"] = short
	properties := line["properties"].(map[string]any)
	properties["run"] = map[string]any{"$ref": "#/definitions/finished"}
	properties["event"] = map[string]any{"type": "string", "enum": []string{"started", "result", "finished"}}
	var rules []any
	for name, has := range map[string][]string{"started": {"tool", "project"}, "result": {"result"},
		"finished": {"run"}} {
		rules = append(rules, map[string]any{
			"if":   map[string]any{"properties": map[string]any{"event": map[string]any{"const": name}}},
			"then": map[string]any{"required": has},
		})
	}
	slices.SortFunc(rules, func(a, b any) int { return strings.Compare(text(a), text(b)) })
	line["allOf"] = rules
	d["stream"] = line
	return d
}

func text(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// listFields returns each field that a schema promises, with its type.
func listFields(d map[string]any) []string {
	var out []string
	for name, of := range d {
		properties, _ := of.(map[string]any)["properties"].(map[string]any)
		for field, is := range properties {
			out = append(out, name+"."+field+" "+text(is))
		}
		required, _ := of.(map[string]any)["required"].([]any)
		for _, field := range required {
			out = append(out, name+"."+field.(string)+" is required")
		}
	}
	slices.Sort(out)
	return out
}

// TestSchemaIsOfTypes: the schema says what is written.
func TestSchemaIsOfTypes(t *testing.T) {
	made, err := json.MarshalIndent(map[string]any{"definitions": makeSchema()}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	made = append(made, '\n')
	if *update {
		if err := os.WriteFile("schema.json", made, 0o666); err != nil {
			t.Fatal(err)
		}
		schemaText = made
	}
	if !bytes.Equal(made, schemaText) {
		t.Error("schema.json is not that of the types: run the test with -update")
	}
}

// TestSchemaIsFrozen: what a version has promised of fields and their types stays true.
func TestSchemaIsFrozen(t *testing.T) {
	var all struct{ Definitions map[string]any }
	if err := json.Unmarshal(schemaText, &all); err != nil {
		t.Fatal(err)
	}
	fields := listFields(all.Definitions)
	const file = "testdata/frozen.txt"
	data, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for _, promised := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if promised != "" && !slices.Contains(fields, promised) {
			t.Errorf("it was promised, and is not in the schema: %s", promised)
		}
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(file, []byte(strings.Join(fields, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if len(strings.Fields(string(data))) > 0 && strings.Count(string(data), "\n") != len(fields) {
		t.Error("there are new fields: run the test with -update, which promises them")
	}
}

// compile returns a schema, and with strict one that allows nothing beside what it names.
func compile(t *testing.T, kind string, strict bool) *jsonschema.Schema {
	t.Helper()
	data, err := Schema(kind)
	if err != nil {
		t.Fatal(err)
	}
	if strict {
		data = bytes.ReplaceAll(data, []byte(`"properties": {`),
			[]byte(`"additionalProperties": false, "properties": {`))
		data = bytes.ReplaceAll(data, []byte(`"if": {
            "additionalProperties": false,`), []byte(`"if": {`))
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(kind+".json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(kind + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
