package config

import (
	"path/filepath"
	"reflect"
	"testing"

	"github.com/ttf-int/ttf-int/spec"
)

// TestDefaultOriginals: a class of whose sequences nothing is said has some, and one that has its own pairs has none.
func TestDefaultOriginals(t *testing.T) {
	t.Parallel()
	const document = "class: C\nlobas: |\n  class C export create, put constructor create; put (x: Integer) end\n"
	for said, want := range map[string]int{
		"":                             len(spec.DefaultRandom()),
		"originals: {values: 1}\n":     len(spec.DefaultRandom()),
		"originals: {length: 2}\n":     0,
		"originals: {random: {}}\n":    1,
		"originals: {given: [create]}": 0,
		"cases: [{first: create.put(1), second: create.put(2), tag: not-equivalent}]\n": 0,
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, projectFile), small+"suts: {p: {command: [p]}}\n")
		write(t, filepath.Join(dir, "u.yaml"), document+said)
		system, err := Load("", dir)
		if err != nil {
			t.Errorf("%q: %v", said, err)
			continue
		}
		got := system.Class("C").Originals
		if len(got.Random) != want || want == len(spec.DefaultRandom()) && (got.Length != spec.DefaultLength ||
			!reflect.DeepEqual(got.Random, spec.DefaultRandom())) {
			t.Errorf("%q: %+v", said, got)
		}
	}
}
