package config

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

//go:embed schema.json
var schemaText []byte

// schemaRoots are the kinds of files that have a JSON Schema, with the definition that is the
// whole of one.
var schemaRoots = map[string]string{"project": "project", "unit": "units", "answers": "answers",
	"failures": "failures"}

// SchemaNames returns the kinds of files of which Schema knows the form.
func SchemaNames() []string { return slices.Sorted(maps.Keys(schemaRoots)) }

// Schema returns the JSON Schema, draft-07, of a kind of file: "project" for ttf-int.yaml, "unit" for the documents of
// units, machines, properties, classes and structures, "answers" for the tables of manual stubs, "failures" for the
// cases that have failed and are kept. It says which keys
// there are and what kinds of values they have, so that an editor can complete and check them; whether what they say
// makes sense is found by Load.
func Schema(kind string) ([]byte, error) {
	root, ok := schemaRoots[kind]
	if !ok {
		return nil, fmt.Errorf("there is no schema %q: expected one of %s", kind, strings.Join(SchemaNames(), ", "))
	}
	var all struct {
		Definitions map[string]json.RawMessage `json:"definitions"`
	}
	if err := json.Unmarshal(schemaText, &all); err != nil {
		return nil, err
	}
	needed := map[string]json.RawMessage{}
	collectDefinitions(all.Definitions, root, needed)
	return json.MarshalIndent(map[string]any{
		"$schema": "http://json-schema.org/draft-07/schema#", "definitions": needed,
		"allOf": []any{map[string]string{"$ref": "#/definitions/" + root}},
	}, "", "  ")
}

// collectDefinitions adds a definition to those that are needed, and those to which it refers.
func collectDefinitions(all map[string]json.RawMessage, name string, needed map[string]json.RawMessage) {
	if needed[name] != nil {
		return
	}
	needed[name] = all[name]
	for _, after := range strings.Split(string(all[name]), `"#/definitions/`)[1:] {
		to, _, _ := strings.Cut(after, `"`)
		collectDefinitions(all, to, needed)
	}
}
