package config_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
)

// TestLaw: a property is of the system under test that it names, and a project needs no unit.
func TestLaw(t *testing.T) {
	files := map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [laws.yaml]\nsuts: {one: {command: [a]}}\n",
		"laws.yaml":    "property: second\ntests: 7\ndiscards: 9\n---\nproperty: first\nsut: one\n",
	}
	system := configtest.Load(t, files)
	if len(system.Laws) != 2 || system.Laws[0].Name != "first" || system.Laws[1].Name != "second" {
		t.Fatalf("%v", system.Laws)
	}
	if l := system.Laws[1]; l.SUT != "one" || l.Tests != 7 || l.Discards != 9 {
		t.Errorf("%+v", l)
	}
}

// TestLawWrong: what is wrong about a property is said at its place.
func TestLawWrong(t *testing.T) {
	for law, want := range map[string]string{
		"property: l\n":                                       "22:1: there are several systems under test: expected sut with one of one, two",
		"property: l\nsut: three\n":                           `23:6: the project has no system under test "three"`,
		"property: l\nsut: onne\n":                            `did you mean "one"?`,
		"property: l\nsut: one\ntests: 0\n":                   "24:8: expected the number of tests of a property",
		"property: l\nsut: one\ntests: many\n":                "the number of tests of a property",
		"property: l\nsut: one\ndiscards: -1\n":               "the number of values that a property discards",
		"property: 1 2\nsut: one\n":                           `"1 2" is not a name`,
		"property: [l]\nsut: one\n":                           "the name of a property",
		"property: l\nsut: [one]\n":                           "the name of a system under test",
		"property: l\nsut: one\ntest: 3\n":                    `did you mean "tests"?`,
		"unit: u\nproperty: l\nschema: S\nz: m.zed\n":         `unknown key "property"`,
		"property: l\nsut: one\n---\nproperty: l\nsut: two\n": `25:11: the property "l" is specified twice`,
	} {
		_, err := config.Load("", configtest.Write(t, projectWithMachine(law)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v\nwant %s", law, err, want)
		}
	}
}
