package trace_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed/value"
)

// eater loads the paper's example.
func eater(t *testing.T) (*spec.System, *oracle.Oracle) {
	t.Helper()
	system, err := config.Load("", "../examples/eater")
	if err != nil {
		t.Fatal(err)
	}
	return system, oracle.New(system, nil)
}

// pigOut is a case of pig_out that made the calls, each a hook with how many it
// eats, and left the state given.
func pigOut(system *spec.System, eaten int64, calls ...[2]any) *trace.Case {
	c := &trace.Case{Unit: system.Unit("pig_out"), Frame: []value.Value{value.OfInt(0), value.OfInt(eaten)}}
	before := int64(0)
	for _, k := range calls {
		u, n := system.Unit(k[0].(string)), int64(k[1].(int))
		after := before + map[string]int64{"eat_donuts": 200, "eat_burgers": 400}[u.Name]*n
		call := &trace.Call{Unit: u, Caller: "pig_out", Decision: result.Self,
			Frame: make([]value.Value, len(u.Op.Vars))}
		for i, v := range u.Op.Vars {
			call.Frame[i] = value.OfInt(map[string]int64{"eaten": before, "eaten'": after, "n?": n}[v.Name])
		}
		c.Calls, before = append(c.Calls, call), after
	}
	return c
}

func TestGreybox(t *testing.T) {
	t.Parallel()
	system, o := eater(t)
	donuts := func(n int) [2]any { return [2]any{"eat_donuts", n} }
	burgers := func(n int) [2]any { return [2]any{"eat_burgers", n} }
	for _, c := range []struct {
		name    string
		calls   [][2]any
		verdict result.Verdict
		class   result.Class
		tau     string
	}{
		{"as demanded", [][2]any{donuts(2), burgers(2)}, result.Pass, "", "⟨(eat_donuts, 2), (eat_burgers, 2)⟩"},
		{"the paper's fault", [][2]any{burgers(1), donuts(4)}, result.Fail, trace.WCI,
			"⟨(eat_burgers, 1), (eat_donuts, 4)⟩"},
		{"another order", [][2]any{burgers(2), donuts(2)}, result.Fail, trace.WCI,
			"⟨(eat_burgers, 2), (eat_donuts, 2)⟩"},
		{"other arguments", [][2]any{donuts(4), burgers(1)}, result.Fail, trace.WCI,
			"⟨(eat_donuts, 4), (eat_burgers, 1)⟩"},
		{"one too many", [][2]any{donuts(2), burgers(1), burgers(1)}, result.Fail, trace.ECI,
			"⟨(eat_donuts, 2), (eat_burgers, 1), (eat_burgers, 1)⟩"},
		{"one too few", [][2]any{burgers(3)}, result.Fail, trace.MIC, "⟨(eat_burgers, 3)⟩"},
		{"none", nil, result.Fail, trace.MIC, "⟨⟩"},
		{"the same twice", [][2]any{donuts(3), donuts(3)}, result.Fail, trace.WFE,
			"⟨(eat_donuts, 3), (eat_donuts, 3)⟩"},
	} {
		k := pigOut(system, 1200, c.calls...)
		out := trace.Judge(t.Context(), k, o)
		if out.Verdict != c.verdict || out.Class != c.class || out.Uncertain || trace.Tau(k.Calls) != c.tau {
			t.Errorf("%s: %s %q %v, τ = %s; want %s %q", c.name, out.Verdict, out.Class, out.Blame, trace.Tau(k.Calls),
				c.verdict, c.class)
		}
		if failed := c.verdict == result.Fail; failed != (len(out.Violated) > 0) ||
			failed && strings.Join(out.Blame, ",") != "pig_out" {
			t.Errorf("%s: violated %v, blame %v", c.name, out.Violated, out.Blame)
		}
	}
}

// TestGreyboxUndecided: what was not seen decides nothing, unless what was seen
// does.
func TestGreyboxUndecided(t *testing.T) {
	t.Parallel()
	system, o := eater(t)
	good := [][2]any{{"eat_donuts", 2}, {"eat_burgers", 2}}
	hidden := map[string]trace.Unseen{"pig_out": {All: []string{"eat_donuts"}}}
	for _, c := range []struct {
		name   string
		change func(*trace.Case)
		want   string
	}{
		{"an argument that was not observed", func(k *trace.Case) { k.Calls[1].Frame[2] = value.Value{} },
			"(τ 2).n?: it was not observed"},
		{"an edge that is not intercepted", func(k *trace.Case) { k.Unseen = hidden },
			"calls of eat_donuts are not observed"},
		{"calls that were not recorded", func(k *trace.Case) { k.Truncated = true },
			"more calls were made than were recorded"},
	} {
		k := pigOut(system, 1200, good...)
		c.change(k)
		if out := trace.Judge(t.Context(), k, o); out.Verdict != result.Undecided ||
			!strings.Contains(out.Message, c.want) {
			t.Errorf("%s: %s %s, want %s", c.name, out.Verdict, out.Message, c.want)
		}
	}
	k := pigOut(system, 1000, good...)
	k.Unseen = hidden
	if out := trace.Judge(t.Context(), k, o); out.Verdict != result.Fail {
		t.Errorf("a wrong result with calls that are hidden: %s", out.Verdict)
	}
}
