package config_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
)

// projectWithMachine returns a project of two systems under test with a machine, as its YAML says.
func projectWithMachine(machine string) map[string]string {
	unit := func(name, sut, schema string) string {
		return "---\nunit: " + name + "\nsut: " + sut + "\nz: m.zed\nschema: " + schema + "\n"
	}
	return map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [units.yaml]\nsuts: {one: {command: [a]}, two: {command: [b]}}\n" +
			"run: {sequences: 7, length: 3}\n",
		"m.zed": "S == [n : ℤ]\n\nIncrease == [ΔS | n' = n + 1]\n\nDecrease == [ΔS | n' = n - 1]\n\nOther == [n, n' : seq ℤ | n' = n]\n\nAdd == [x?, y! : ℤ | y! = x? + 1]\n",
		"units.yaml": unit("inc", "one", "Increase") + unit("dec", "one", "Decrease") + unit("add", "one", "Add") +
			unit("far", "two", "Other") + "---\n" + machine,
	}
}

// TestMachine: a machine has the units that it names, in their order.
func TestMachine(t *testing.T) {
	system := configtest.Load(t, projectWithMachine("machine: m\nunits: [inc, dec]\nlength: 12\nobjects: 2\n"))
	if len(system.Machines) != 1 {
		t.Fatalf("%d machines", len(system.Machines))
	}
	m := system.Machines[0]
	if m.Name != "m" || !slices.Equal(m.Units, []string{"inc", "dec"}) || m.Length != 12 || m.Sequences != 0 ||
		m.Objects != 2 {
		t.Errorf("%+v", m)
	}
	if system.Run.Sequences != 7 || system.Run.Length != 3 {
		t.Errorf("%+v", system.Run)
	}
}

// TestMachineWrong: what is wrong about a machine is said at its place.
func TestMachineWrong(t *testing.T) {
	for machine, want := range map[string]string{
		"machine: m\n":                                              "22:1: the units of several systems under test have a state (one, two)",
		"machine: m\nunits: [inc, far]\n":                           "23:14: far is of the system under test two: a machine has the units of one",
		"machine: m\nunits: [add]\n":                                "22:10: no unit of the machine m has a state",
		"machine: m\nunits: [inc, inc]\n":                           `23:14: "inc" is in the list twice`,
		"machine: m\nunits: []\n":                                   "units is empty",
		"machine: m\nunits: inc\n":                                  "expected a list",
		"machine: m\nunits: [ink]\n":                                `there is no unit "ink", did you mean "inc"?`,
		"machine: m\nunits: [inc]\nlength: 0\n":                     "the number of steps of a sequence",
		"machine: m\nunits: [inc]\nsequences: many\n":               "the number of sequences of a machine",
		"machine: m\nunits: [inc]\nobjects: 101\n":                  "the number of objects",
		"machine: 1 2\nunits: [inc]\n":                              `"1 2" is not a name`,
		"machine: m\nunits: [inc]\nlenght: 3\n":                     `did you mean "length"?`,
		"machine:\nunits: [inc]\n":                                  "machine is missing",
		"machine: m\nunits: [inc]\ngoal: []\n":                      "goal is empty",
		"machine: m\nunits: [inc]\ngoal: ''\n":                      "found an empty text",
		"machine: m\nspec: ''\ninit: 0\n":                           "found an empty text",
		"machine: [m]\nunits: [inc]\n":                              "the name of a machine",
		"unit: m\nmachine: m\nschema: S\nz: m.zed\n":                `unknown key "machine"`,
		"machine: m\nunits: [inc]\n---\nmachine: m\nunits: [dec]\n": `the machine "m" is specified twice`,
	} {
		_, err := config.Load("", configtest.Write(t, projectWithMachine(machine)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v\nwant %s", machine, err, want)
		}
	}
}
