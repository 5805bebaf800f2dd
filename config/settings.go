package config

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/ttf-int/ttf-int/source"
)

// Setting is one value of a project's configuration.
type Setting struct {
	Key string // as in run.timeout
	// Value is what the file says, or else the default, as JSON has it; nil where nothing is said and there is no
	// default.
	Value any
	At    source.Pos // where the project's file says it; not valid where it does not
}

// Settings returns what is in force of all that a project's file can say, in the order of its JSON Schema, and the
// path of the file, which is found as Load finds it. It reads no other file. Mistakes in the file are a
// source.Errors.
func Settings(path, dir string) ([]Setting, string, error) {
	path, err := Locate(path, dir)
	if err != nil {
		return nil, "", err
	}
	l := newLoader(path, false)
	f, err := l.reader.readFile(path)
	if err != nil {
		return nil, "", err
	}
	roots, _, err := read(f)
	l.collector.errs.Add(err)
	if err == nil {
		l.collector.project(f, roots)
	}
	if err := l.collector.errs.Err(); err != nil {
		return nil, "", err
	}
	var all struct {
		Definitions map[string]*definition `json:"definitions"`
	}
	if err := json.Unmarshal(schemaText, &all); err != nil {
		return nil, "", err
	}
	s := settings{definitions: all.Definitions}
	s.add("", all.Definitions["project"], roots[0])
	return s.found, path, nil
}

// definition is a part of the JSON Schema, as far as settings depend on it.
type definition struct {
	Ref        string          `json:"$ref"`
	Default    any             `json:"default"`
	Properties json.RawMessage `json:"properties"`
	// Entries say what the values of a map are that has any keys.
	Entries json.RawMessage `json:"additionalProperties"`
	Type    any             `json:"type"`
}

// settings collects the settings of a file.
type settings struct {
	definitions map[string]*definition
	found       []Setting
}

// add adds the settings of an object that the schema describes; n is what the file says of it, or nil.
func (s *settings) add(prefix string, of *definition, n *node) {
	var properties map[string]*definition
	if json.Unmarshal(of.Properties, &properties) != nil {
		return
	}
	for _, key := range keysInOrder(of.Properties) {
		s.addOne(prefix+key, properties[key], fieldOf(n, key))
	}
}

// addOne adds what one key stands for: a value, an object, or a map with any keys.
func (s *settings) addOne(key string, of *definition, n *node) {
	to := s.resolve(of)
	var entry definition
	switch {
	case to.Properties != nil:
		s.add(key+".", to, n)
	case isMapType(to) && json.Unmarshal(to.Entries, &entry) == nil && s.resolve(&entry).Properties != nil:
		for _, f := range entriesOf(n) {
			s.add(key+"."+f.key.yaml.Value+".", s.resolve(&entry), f.value)
		}
	case isMapType(to):
		for _, f := range entriesOf(n) {
			s.found = append(s.found, Setting{key + "." + f.key.yaml.Value, plain(f.value), f.value.span().Pos()})
		}
	case n == nil || n.isNull():
		s.found = append(s.found, Setting{Key: key, Value: of.Default})
	default:
		s.found = append(s.found, Setting{key, plain(n), n.span().Pos()})
	}
}

// resolve returns the definition that one refers to.
func (s *settings) resolve(of *definition) *definition {
	const prefix = "#/definitions/"
	if len(of.Ref) > len(prefix) {
		return s.definitions[of.Ref[len(prefix):]]
	}
	return of
}

// isMapType tells whether the values of a definition are maps.
func isMapType(of *definition) bool {
	list, _ := of.Type.([]any)
	return of.Type == "object" || slices.Contains(list, any("object"))
}

// fieldOf returns the value of a key of a map, nil where it has none.
func fieldOf(n *node, key string) *node {
	for _, f := range entriesOf(n) {
		if f.key.yaml.Value == key {
			return f.value
		}
	}
	return nil
}

// entriesOf returns the entries of a map; none of what is not one.
func entriesOf(n *node) []field {
	if n == nil {
		return nil
	}
	return n.fields
}

// plain returns a node as JSON has it.
func plain(n *node) any {
	switch {
	case n.isList():
		out := []any{}
		for _, item := range n.items {
			out = append(out, plain(item))
		}
		return out
	case n.isMap():
		out := map[string]any{}
		for _, f := range n.fields {
			out[f.key.yaml.Value] = plain(f.value)
		}
		return out
	}
	var out any
	switch n.yaml.ShortTag() {
	case "!!int", "!!float", "!!bool", "!!null":
		if n.yaml.Decode(&out) == nil {
			return out
		}
	}
	return n.yaml.Value
}

// keysInOrder returns the keys of a JSON object in the order in which it has them.
func keysInOrder(object json.RawMessage) []string {
	var out []string
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return out
		}
		out = append(out, key.(string))
	}
	return out
}
