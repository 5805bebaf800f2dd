package config_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
)

func compileSchema(t *testing.T, kind string) *jsonschema.Schema {
	t.Helper()
	text, err := config.Schema(kind)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(kind+".json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(kind + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// readDocuments reads the documents of a YAML file as a validator of JSON sees them.
func readDocuments(t *testing.T, text string) []any {
	t.Helper()
	var out []any
	// The library does not accept {x?: 3}, which is correct YAML.
	text = regexp.MustCompile(`([\pL\pN_'])\?`).ReplaceAllString(text, "${1}!")
	for d := yaml.NewDecoder(strings.NewReader(text)); ; {
		var v any
		if err := d.Decode(&v); errors.Is(err, io.EOF) {
			return out
		} else if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		encoded, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		asJSON, err := jsonschema.UnmarshalJSON(bytes.NewReader(encoded))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, asJSON)
	}
}

// TestSchemasHoldExamples: what the examples consist of satisfies the schemas.
func TestSchemasHoldExamples(t *testing.T) {
	t.Parallel()
	project, unit := compileSchema(t, "project"), compileSchema(t, "unit")
	seen := 0
	err := filepath.WalkDir("../examples", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		schema := unit
		if d.Name() == "ttf-int.yaml" {
			schema = project
		}
		for _, doc := range readDocuments(t, string(text)) {
			if seen++; schema.Validate(doc) != nil {
				t.Errorf("%s: %v", path, schema.Validate(doc))
			}
		}
		return nil
	})
	if err != nil || seen < 30 {
		t.Errorf("%d documents: %v", seen, err)
	}
}

// keysSaid matches what is said of an unknown key where no known one is like it.
var keysSaid = regexp.MustCompile(`unknown key "qqqq"; known are (.*)`)

// TestSchemasHaveAllKeys: each object of the files has the keys in its schema that Load knows, no
// more and no fewer.
func TestSchemasHaveAllKeys(t *testing.T) {
	t.Parallel()
	const root, units = "apiVersion: ttf-int/v1\nspecs: [u.yaml]\n", "unit: u\nz: \"S == [n : ℤ]\"\nschema: S\n"
	for place, files := range map[string][2]string{
		"project":   {root + "qqqq: 1\n", units},
		"sut":       {root + "suts: {s: {command: [c], qqqq: 1}}\n", units},
		"scope":     {root + "scope: {qqqq: 1}\n", units},
		"run":       {root + "run: {qqqq: 1}\n", units},
		"report":    {root + "report: {qqqq: 1}\n", units},
		"tactic":    {root + "tactics: {t: {params: \"x : ℤ\", rows: [x = 1], qqqq: 1}}\n", units},
		"unit":      {root, units + "qqqq: 1\n"},
		"machine":   {root, units + "---\nmachine: m\nqqqq: 1\n"},
		"structure": {root, units + "---\nstructure: ./p.T\nqqqq: 1\n"},
		"method":    {root, units + "---\nunit: m\nstructure: ./p.T\nmethod: M\nqqqq: 1\n"},
		"exception": {root, units + "---\nunit: m\nstructure: ./p.T\nmethod: M\npanics: {when: A, qqqq: 1}\n"},
		"before":    {root, units + "state: {qqqq: 1}\n"},
		"property": {root + "suts: {s: {command: [c]}}\n",
			units + "---\nproperty: p\nqqqq: 1\n"},
		"class":     {root, units + "---\nclass: C\nqqqq: 1\n"},
		"originals": {root, units + "---\nclass: C\noriginals: {qqqq: 1}\n"},
		"random":    {root, units + "---\nclass: C\noriginals: {random: {qqqq: 1}}\n"},
		"pair":      {root, units + "---\nclass: C\ncases: [{qqqq: 1}]\n"},
		"stub":      {root, units + "uses: [v]\nstubs: {v: {qqqq: 1}}\n---\nunit: v\nz: \"V == [n : ℤ]\"\nschema: V\n"},
		"answer": {root, units +
			"calls: [v]\nstubs: {v: {decision: manual, answers: [{qqqq: 1}]}}\n" +
			"---\nunit: v\nz: \"V == [n : ℤ]\"\nschema: V\n"},
	} {
		_, err := config.Load("", configtest.Write(t, map[string]string{"ttf-int.yaml": files[0], "u.yaml": files[1]}))
		if err == nil {
			t.Errorf("%s: no error", place)
			continue
		}
		said := keysSaid.FindStringSubmatch(err.Error())
		if said == nil {
			t.Errorf("%s: %v", place, err)
			continue
		}
		want := strings.Split(said[1], ", ")
		slices.Sort(want)
		if got := keysInSchema(t, place); !slices.Equal(got, want) {
			t.Errorf("%s: the schema has the keys %q, and %q are read", place, got, want)
		}
	}
}

func keysInSchema(t *testing.T, definition string) []string {
	t.Helper()
	for _, kind := range config.SchemaNames() {
		text, err := config.Schema(kind)
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			Definitions map[string]struct{ Properties map[string]any }
		}
		if err := json.Unmarshal(text, &schema); err != nil {
			t.Fatal(err)
		}
		if d, ok := schema.Definitions[definition]; ok {
			return slices.Sorted(maps.Keys(d.Properties))
		}
	}
	return nil
}

// TestSchemasRefuse: what Load refuses by its form the schemas refuse too.
func TestSchemasRefuse(t *testing.T) {
	t.Parallel()
	for kind, texts := range map[string][]string{
		"project": {"specs: [u.yaml]", "{apiVersion: ttf-int/v1, specs: []}", "{apiVersion: ttf-int/v2, specs: [a]}",
			"{apiVersion: ttf-int/v1, specs: [a], run: {parallel: 0}}",
			"{apiVersion: ttf-int/v1, specs: [a], run: {memory: much}}",
			"{apiVersion: ttf-int/v1, specs: [a], scope: {int: [1]}}",
			"{apiVersion: ttf-int/v1, specs: [a], suts: {s: {}}}", "[]",
			"{apiVersion: ttf-int/v1, specs: [a], suts: {1 2: {command: [c]}}}"},
		"unit": {"{unit: u}", "{schema: S}", "{unit: 1 2, schema: S}", "{unit: u, schema: S, uses: v}",
			"{unit: u, schema: S, stubs: {v: other}}", "{unit: u, schema: S, stubs: {v: {answers: [{when: {}}]}}}",
			"{unit: u, schema: S, calls-exact: perhaps}", "{machine: m, unit: u}", "{machine: m, objects: 0}",
			"{property: p, tests: none}", "{unit: u, schema: S, cases: {}}"},
		"answers":  {"{answers: [{}]}", "{caler: u}"},
		"failures": {"{cases: []}", "{failures: u, cases: {}}", "{failures: u, case: []}", "{failures: 1 2}"},
	} {
		schema := compileSchema(t, kind)
		for _, text := range texts {
			if schema.Validate(readDocuments(t, text)[0]) == nil {
				t.Errorf("%s: %s is not refused", kind, text)
			}
		}
	}
}
