package config_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
)

// projectWithReactive returns a project with a machine that has a specification of its own, as its
// YAML says.
func projectWithReactive(machine string) map[string]string {
	unit := func(name, schema string) string {
		return "---\nunit: " + name + "\nsut: one\nz: m.zed\nschema: " + schema + "\n"
	}
	return map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [units.yaml]\nsuts: {one: {command: [a]}}\n",
		"m.zed": `IN ::= up | down

f == (λ n : ℤ; i : IN • {(n + 1, ⟨n⟩)})

flat == (λ n : ℤ; i : IN • (n + 1, ⟨n⟩))

bare == (λ n : ℤ; i : IN • {(n + 1, n)})

odd == (λ n : ℤ; i : IN • {(up, ⟨n⟩)})

one == (λ n : ℤ • {(n, ⟨n⟩)})

Apply == [i? : IN; o! : seq ℤ]

Two == [i?, j? : IN; o! : seq ℤ]

Number == [i? : ℤ; o! : seq ℤ]

Text == [i? : IN; o! : seq IN]

Held == [n, n' : ℤ; i? : IN; o! : seq ℤ]

Whole == [n, n' : ℤ; i?, j? : IN; o! : seq ℤ]

Plain == [n, n' : ℤ; i? : IN; o! : ℤ]

Half == [n : ℤ; i? : IN; o! : seq ℤ]

More == [n, n', m' : ℤ; i? : IN; o! : seq ℤ]
`,
		"units.yaml": unit("apply", "Apply") + unit("two", "Two") + unit("number", "Number") + unit("text", "Text") +
			unit("held", "Held") + "---\n" + machine,
	}
}

// TestReactive: a machine has the parts of its function.
func TestReactive(t *testing.T) {
	system := configtest.Load(t, projectWithReactive("machine: m\nspec: f\ninit: \"{0, 1}\"\napply: apply\ninputs: \"{up}\"\n"))
	m := system.Machines[0]
	if len(m.Units) != 1 || m.Units[0] != "apply" || m.Reactive == nil {
		t.Fatalf("%+v", m)
	}
	r := m.Reactive
	if r.State.String() != "ℤ" || r.Input.String() != "IN" || r.Output.String() != "seq ℤ" || !r.InitSet ||
		r.Inputs == nil {
		t.Errorf("%s, %s, %s, %t", r.State, r.Input, r.Output, r.InitSet)
	}
	empty := configtest.Load(t, projectWithReactive("machine: m\nspec: \"λ q : seq IN; i : IN • {(q ⌢ ⟨i⟩, q)}\"\ninit: ⟨⟩\n"))
	if r := empty.Machines[0].Reactive; r.InitSet || r.Init.Typ().String() != "seq IN" {
		t.Errorf("%t, %s", r.InitSet, r.Init.Typ())
	}
	alone := configtest.Load(t, projectWithReactive("machine: m\nspec: f\ninit: 3\n"))
	if m := alone.Machines[0]; len(m.Units) > 0 || m.Reactive.InitSet {
		t.Errorf("%+v", m)
	}
}

// TestReactiveWrong: what is wrong about a machine with a specification of its own is said
// at its place.
func TestReactiveWrong(t *testing.T) {
	for machine, want := range map[string]string{
		"spec: g\ninit: 0\n":                                 `28:7: undeclared variable "g"`,
		"spec: f +\ninit: 0\n":                               "28:",
		"spec: [f]\ninit: 0\n":                               "28:7: expected a function State × Input → ℙ (State × seq Output)",
		"spec: up\ninit: 0\n":                                "found a term of type IN",
		"spec: 1 = 1\ninit: 0\n":                             "found a predicate",
		"spec: one\ninit: 0\n":                               "28:7: expected a function State × Input",
		"spec: flat\ninit: 0\n":                              "found a function whose results are of type ℤ ×",
		"spec: bare\ninit: 0\n":                              "found outputs of type ℤ, which is not that of sequences",
		"spec: odd\ninit: 0\n":                               "found states of type ℤ before, and of type IN after",
		"spec: f\n":                                          "27:1: the machine has a spec and no init: expected the state in which it begins",
		"init: 0\n":                                          "28:7: the machine has no spec: expected a function",
		"apply: apply\n":                                     "28:8: the machine has no spec",
		"spec: f\ninit: up\n":                                "29:7: expected a state, which is of type ℤ, or a set",
		"spec: f\ninit: zero\n":                              `29:7: undeclared variable "zero"`,
		"spec: f\ninit: 0\nunits: [held]\n":                  "28:7: a machine has spec and apply, or units",
		"spec: f\ninit: 0\nobjects: 2\n":                     "a machine with a spec has one object",
		"spec: f\ninit: 0\ninputs: up\n":                     "30:9: expected a set of inputs, which are of type IN, found",
		"spec: f\ninit: 0\ninputs: \"{1}\"\n":                "expected a set of inputs, which are of type IN, found",
		"spec: f\ninit: 0\napply: aply\n":                    `30:8: there is no unit "aply", did you mean "apply"?`,
		"spec: f\ninit: 0\napply: two\n":                     "30:8: two has 2 inputs and 1 outputs",
		"spec: f\ninit: 0\napply: number\n":                  "30:8: the input i? of number is of type ℤ, and spec has",
		"spec: f\ninit: 0\napply: text\n":                    "30:8: the output o! of text is of type seq IN, and spec has",
		"spec: f\ninit: 0\napply: held\n":                    "30:8: held has a state: expected a unit whose",
		"spec: f\ninit: 0\napply: [apply]\n":                 "the name of a unit",
		"spec: f\nint: 0\n":                                  `did you mean "init"?`,
		"spec: f\ninit: 0\nz: none.zed\n":                    "none.zed",
		"spec: f\ninit: 0\n---\nmachine: m\nspec: f":         `the machine "m" is specified twice`,
		"spec: f\ninit: 0\ngoal: n = 1\n":                    `undeclared variable "n"`,
		"spec: f\ninit: 0\nextra: 1\n":                       "extra is about proofs",
		"spec: f\ninit: 0\ninputs: transitions\nlength: 3\n": "neither sequences nor length",
		"spec: Apply\ninit: 0\n":                             "the schema Apply has no state: expected an operation such as",
		"spec: Whole\ninit: 0\n":                             "the schema Whole has 2 inputs",
		"spec: Plain\ninit: 0\n":                             "the schema Plain has an output that is not a sequence",
		"spec: Half\ninit: 0\n":                              "the schema Half has no n'",
		"spec: More\ninit: 0\n":                              "the schema More has more variables after than before",
		"spec: Held\ninit: 0\n":                              ":7: expected a state, which is of type [n : ℤ], or a set of states",
	} {
		_, err := config.Load("", configtest.Write(t, projectWithReactive("machine: m\n"+machine)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v\nwant %s", machine, err, want)
		}
	}
}
