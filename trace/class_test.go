package trace

import (
	"os"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// calling is a case on which p is to call q once, and where its calls lie: allowed,
// beside, elsewhere, unknown.
func calling(standing string, places ...result.Place) *Case {
	c := &Case{Unit: &spec.Unit{Name: "p", Schema: "P", Uses: []string{"q"}, Op: &schema.Operation{}}}
	for i := range places {
		made := call("q", "p", standing)
		made.Unit.Op = &schema.Operation{Vars: []zed.Var{{Name: "nth!"}}}
		made.Frame = []value.Value{value.OfInt(int64(i))}
		c.Calls = append(c.Calls, made)
	}
	c.Schema = said{
		demands: map[string]result.Demand{"q": {Least: 1, Most: 1}},
		place:   func(frame []value.Value, _ int) result.Place { return places[frame[0].Big().Int64()] },
	}
	return c
}

// upset is a case on which p changes s before it calls q, as q finds.
func upset() *Case {
	vars := []zed.Var{{Name: "s"}}
	c := calling("ok", result.Allowed)
	c.Unit.Op.Vars, c.Frame = vars, []value.Value{value.OfInt(1)}
	c.Calls[0].Unit.Op.Vars, c.Calls[0].Frame = vars, []value.Value{value.OfInt(2)}
	c.Schema = said{place: func(frame []value.Value, _ int) result.Place {
		if frame[0].Equal(value.OfInt(1)) {
			return result.Allowed
		}
		return result.Beside
	}}
	return c
}

// showing has a case for each error class, whose calls show it.
func showing() map[result.Class]*Case {
	return map[result.Class]*Case{
		MFE: calling("outside", result.Unplaced),
		ECI: calling("ok", result.Allowed, result.Beside),
		MIC: calling("ok"),
		EFE: calling("ok", result.Elsewhere),
		WCI: calling("ok", result.Beside),
		WFE: upset(),
	}
}

// Every error class has a name and a meaning of its own, is in the manual, and is what
// the calls of some case show, which show no other that goes before it.
func TestEveryClass(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile("../docs/blame.md")
	if err != nil {
		t.Fatal(err)
	}
	cases, known := showing(), map[string]bool{}
	for _, c := range Classes() {
		if c.Meaning == "" || known[string(c.Name)] || known[c.Meaning] {
			t.Errorf("the class %q has no name and meaning of its own: %q", c.Name, c.Meaning)
		}
		known[string(c.Name)], known[c.Meaning] = true, true
		if Meaning(c.Name) != c.Meaning {
			t.Errorf("%s means %q", c.Name, Meaning(c.Name))
		}
		if !strings.Contains(string(manual), string(c.Name)+" ") {
			t.Errorf("docs/blame.md does not say what %s is", c.Name)
		}
		if cases[c.Name] == nil {
			t.Errorf("no case shows the class %s", c.Name)
			continue
		}
		if got, shown := (&look{Case: cases[c.Name], thorough: true}).class(); got != c.Name || c.shown == nil {
			t.Errorf("%q (%s), want %s", got, shown.why, c.Name)
		}
	}
	if got, shown := (&look{Case: calling("ok", result.Allowed), thorough: true}).class(); got != "" {
		t.Errorf("%q (%s) where every call is allowed", got, shown.why)
	}
}
