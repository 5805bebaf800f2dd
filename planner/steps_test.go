package planner_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/source"
)

// scriptPlan returns the document of a plan in which a case has the steps.
func scriptPlan(t testing.TB, data, unit, leaf, steps string) any {
	t.Helper()
	var doc, list any
	for text, into := range map[string]*any{data: &doc, steps: &list} {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range doc.(map[string]any)["units"].(map[string]any)[unit].(map[string]any)["cases"].([]any) {
		if c := c.(map[string]any); c["id"] == leaf {
			c["steps"] = list
			return doc
		}
	}
	t.Fatalf("there is no case %s", leaf)
	return nil
}

// twoSteps are the steps of a case of sortedlist, which a plan may say.
const twoSteps = `[{"unit": "sort", "object": 1, "values": {"list": [3], "x?": 2}, "keep": 4},
	{"unit": "err", "object": 1, "values": {}},
	{"unit": "sort", "object": 0, "values": {"x?": 7}},
	{"unit": "sort", "object": 0, "values": {"list": []}, "passed": {"x?": 4}},
	{"unit": "insert", "object": 1, "values": {"list": [0], "x?": 0}}]`

// TestStepsOfFiles: a case of several steps is what its file says, and what a file says
// that cannot be run or judged is refused at its place.
func TestStepsOfFiles(t *testing.T) {
	t.Parallel()
	system, err := config.Load("", "../examples/sortedlist")
	if err != nil {
		t.Fatal(err)
	}
	_, data := document(t, system, planner.Options{})
	const last = `{"unit": "insert", "object": 0, "values": {"list": [0], "x?": 0}}]`
	for _, test := range []struct{ name, steps, want string }{
		{"several", twoSteps, ""},
		{"another object", `[{"unit": "insert", "object": 1, "values": {"list": [0], "x?": 0}}]`, ""},
		{"an object that is passed to itself", `[{"unit": "sort", "object": 0, "values": {}, "passed": {"x?": 0}}, ` +
			last, ""},
		{"none", `[]`, "steps: they say no more"},
		{"nothing new", `[` + last, "steps: they say no more"},
		{"no unit", `[{"unit": "nope", "object": 0, "values": {}}, ` + last, `steps[0].unit: there is no unit "nope"`},
		{"no variable", `[{"unit": "err", "object": 0, "values": {"x?": 1}}, ` + last,
			"steps[0].values: there is no variable x?"},
		{"an output", `[{"unit": "err", "object": 0, "values": {"msg!": "alreadyThere"}}, ` + last,
			"steps[0].values: there is no variable msg!"},
		{"another type", `[{"unit": "sort", "object": 0, "values": {"x?": [1]}}, ` + last, "steps[0].values: x?: "},
		{"no input", `[{"unit": "sort", "object": 0, "values": {"list": []}}, ` + last,
			"steps[0].values: the input x? has no value"},
		{"no values", `[{"unit": "err", "object": 0}, ` + last, "steps[0]: values is missing"},
		{"a value and an object", `[{"unit": "sort", "object": 0, "values": {"x?": 1}, "passed": {"x?": 0}}, ` + last,
			"steps[0].passed.x?: x? is an object, and has a value"},
		{"a state that is passed", `[{"unit": "sort", "object": 0, "values": {"x?": 1}, "passed": {"list": 0}}, ` +
			last, "steps[0].passed.list: sort has no input list"},
		{"no object", `[{"unit": "sort", "object": 0, "values": {}, "passed": {"x?": 5}}, ` + last,
			"steps[0].passed.x?: no step before has named the object 5"},
		{"an object twice", `[{"unit": "sort", "object": 3, "values": {"x?": 1}, "keep": 3}, ` + last,
			"steps[0].keep: the case has an object 3"},
		{"a number below 0", `[{"unit": "err", "object": -1, "values": {}}, ` + last,
			"cannot be of the kind number -1"},
		{"another unit last", `[{"unit": "err", "object": 1, "values": {}}]`,
			"steps[0].unit: the last step is the one that is judged: it runs insert"},
		{"another state last", `[{"unit": "insert", "object": 2, "values": {"list": [], "x?": 0}}]`,
			"steps[0].values: the values of the last step are those of the case, list = ⟨0⟩, x? = 0"},
		{"an open state last", `[{"unit": "insert", "object": 2, "values": {"x?": 0}}]`,
			"steps[0].values: the last step leaves list to the steps before it"},
		{"an object last", `[{"unit": "insert", "object": 2, "values": {"list": [0]}, "passed": {"x?": 2}}]`,
			"steps[0].passed: an object that is an input of the last step, x?, has no value"},
		{"no such field", `[{"unit": "err", "object": 2, "values": {}, "given": 1}, ` + last,
			"steps[0].given: a plan has no such field here"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			doc := scriptPlan(t, data, "insert", "insert/DNF_2/SP_1", test.steps)
			text, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			back, err := loadPlan(t, text, system, planner.Options{})
			if test.want == "" {
				if err != nil {
					t.Fatal(source.Show(err, 5))
				}
				if !isSamePlan(t, back, doc) {
					t.Error("what runs is not what the file says")
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), test.want) ||
				!strings.HasPrefix(err.Error(), "plan.json:1:") {
				t.Errorf("error %v, want %q at its place", err, test.want)
			}
		})
	}
}

// TestTwice: of a field that an object has twice a reader sees one, and the other would run.
func TestTwice(t *testing.T) {
	t.Parallel()
	const begin = `{"kind": "Plan", "apiVersion": "ttf-int/v1", `
	for text, place := range map[string]string{
		`"kind": "Plan"}`:                       "1:46:",
		`"units": {"a": {}, "b": {}, "a": {}}}`: "1:74:",
		`"units": {"a": {"cases": [{"id": "x", "values": {"x?": 1, "x?": 2}}]}}}`: "1:104:",
		`"inputs": [{"path": "a"}, {"path": "b"}]}`:                               "",
	} {
		_, err := plan.Read("plan.json", []byte(begin+text))
		switch {
		case place == "" && err != nil:
			t.Errorf("%s: %v", text, err)
		case place != "" && (err == nil || !strings.HasPrefix(err.Error(), "plan.json:"+place) ||
			!strings.Contains(err.Error(), "stands here twice")):
			t.Errorf("%s: error %v, want one at %s", text, err, place)
		}
	}
}
