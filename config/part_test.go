package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
)

// TestLoadPart: a part of a project is read where the files of other units are gone, and with it nothing that stands
// beside its units.
func TestLoadPart(t *testing.T) {
	t.Parallel()
	dir := configtest.Write(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [\"*.unit.yaml\", \"other*.yaml\"]\nsuts: {s: {command: [s]}}\n",
		"a.zed":        "S == [n : ℤ]\nA == [ΔS | n' = n]\n",
		"b.zed":        "B == [ΔS | n' = n + 1]\n",
		"a.unit.yaml":  "unit: a\nsut: s\nz: a.zed\nschema: A\n---\nunit: c\nsut: s\nschema: B\n---\nmachine: m\nunits: [a, c]\n",
		"other.yaml":   "unit: b\nsut: s\nz: [b.zed]\nschema: A\n",
	})
	path := filepath.Join(dir, "ttf-int.yaml")
	if err := os.Remove(filepath.Join(dir, "other.yaml")); err != nil {
		t.Fatal(err)
	}
	system, err := config.LoadPart(path, "", []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	if len(system.Units) != 1 || system.Units[0].Name != "a" || len(system.Machines) > 0 {
		t.Errorf("the part has %d units and %d machines", len(system.Units), len(system.Machines))
	}
	if got := strings.Join(system.Files["a"], " "); got != "a.unit.yaml a.zed" {
		t.Errorf("a depends on %s", got)
	}
	if _, err := config.LoadPart(path, "", []string{"c"}); err == nil {
		t.Error("c was read without the file that has its schema")
	}
}
