package ci

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

//go:embed schema.json
var schemaText []byte

// schemaNames are the documents of a run that have a JSON Schema: the whole, and a line of a stream.
var schemaNames = []string{"run", "stream"}

// SchemaNames returns the kinds of documents of which Schema knows the form.
func SchemaNames() []string { return slices.Clone(schemaNames) }

// Schema returns the JSON Schema, draft-07, of the document of a run ("run") or of a line of the stream of one
// ("stream"). What it says of names and types stays true of later versions, which may add to it: whoever reads must
// accept what the schema does not name.
func Schema(kind string) ([]byte, error) {
	if !slices.Contains(schemaNames, kind) {
		return nil, fmt.Errorf("there is no schema %q: expected one of %s", kind, strings.Join(schemaNames, ", "))
	}
	var all struct {
		Definitions json.RawMessage `json:"definitions"`
	}
	if err := json.Unmarshal(schemaText, &all); err != nil {
		return nil, err
	}
	return json.MarshalIndent(map[string]any{
		"$schema": "http://json-schema.org/draft-07/schema#", "definitions": all.Definitions,
		"allOf": []any{map[string]string{"$ref": "#/definitions/" + kind}},
	}, "", "  ")
}
