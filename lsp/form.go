package lsp

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/config"
)

// form is what a JSON Schema says that may stand at a place of a YAML file. Only that is read of which config
// makes use, and only to say what may come: what is wrong is found by config itself.
type form struct {
	Ref         string          `json:"$ref"`
	Description string          `json:"description"`
	Properties  map[string]form `json:"properties"`
	More        json.RawMessage `json:"additionalProperties"` // a form, or whether there may be others
	Items       *form           `json:"items"`
	Enum        []any           `json:"enum"`
	Const       any             `json:"const"`
	Examples    []any           `json:"examples"`
	Type        any             `json:"type"` // a name, or a list of names
	AllOf       []form          `json:"allOf"`
	AnyOf       []form          `json:"anyOf"`
}

// forms are the definitions of the JSON Schemas by name.
type forms map[string]form

// readForms returns the forms of all kinds of files.
func readForms() (forms, error) {
	all := forms{}
	for _, kind := range config.SchemaNames() {
		text, err := config.Schema(kind)
		if err != nil {
			return nil, err
		}
		var read struct {
			Definitions forms `json:"definitions"`
		}
		if err := json.Unmarshal(text, &read); err != nil {
			return nil, err
		}
		maps.Copy(all, read.Definitions)
	}
	return all, nil
}

// expand returns a form with those that it stands for: what it refers to, and its alternatives.
func (fs forms) expand(f form) []form {
	out := []form{f}
	if name, ok := strings.CutPrefix(f.Ref, "#/definitions/"); ok {
		out = append(out, fs.expand(fs[name])...)
	}
	for _, g := range slices.Concat(f.AllOf, f.AnyOf) {
		out = append(out, fs.expand(g)...)
	}
	return out
}

// item is the step of a path from a list to one of its items.
const item = "[]"

// at returns the forms of what is at the end of a path from some forms.
func (fs forms) at(from []form, path []string) []form {
	for _, step := range path {
		var next []form
		for _, f := range from {
			sub, named := f.Properties[step]
			switch {
			case step == item && f.Items != nil:
				next = append(next, fs.expand(*f.Items)...)
			case named:
				next = append(next, fs.expand(sub)...)
			case step != item:
				var more form
				if json.Unmarshal(f.More, &more) == nil {
					next = append(next, fs.expand(more)...)
				}
			}
		}
		from = next
	}
	return from
}

// keys returns the keys that forms have, each with what it says.
func keys(of []form, all forms) map[string]string {
	out := map[string]string{}
	for _, f := range of {
		for key, sub := range f.Properties {
			for _, g := range all.expand(sub) {
				if out[key] == "" {
					out[key] = g.Description
				}
			}
		}
	}
	return out
}

// values returns the words that forms allow or give as examples.
func values(of []form) []string {
	var out []string
	for _, f := range of {
		for _, v := range append(slices.Concat(f.Enum, f.Examples), f.Const) {
			if word, ok := v.(string); ok {
				out = append(out, word)
			}
		}
		names, _ := f.Type.([]any) // boolean, or null
		if f.Type == "boolean" || len(names) == 2 && slices.Contains(names, any("boolean")) {
			out = append(out, "true", "false")
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
