package trace

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// call builds a call from its callee, its caller, and what is known of it:
// "ok" for both conditions met, "bad" for a broken specification, "outside" for
// a broken precondition, "unknown" for neither.
func call(unit, caller, standing string, inner ...*Call) *Call {
	c := &Call{Unit: &spec.Unit{Name: unit}, Caller: caller, Decision: result.Self, Calls: inner}
	switch standing {
	case "ok":
		c.Pre, c.Post = Met, Met
	case "bad":
		c.Pre, c.Post = Met, Broken
	case "outside":
		c.Pre = Broken
	case "inside":
		c.Pre = Met
	}
	return c
}

func names(calls []*Call) string {
	var out []string
	for _, c := range calls {
		out = append(out, c.Unit.Name)
	}
	return strings.Join(out, " ")
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name string
		top  *Call
		want string
	}{
		{"clean", call("q", "p", "ok", call("r", "q", "ok")), ""},
		{"the callee alone", call("q", "p", "bad", call("r", "q", "ok")), "q"},
		{"look below", call("q", "p", "bad", call("r", "q", "bad")), "r"},
		{"below, though the callee made up for it", call("q", "p", "ok", call("r", "q", "bad")), "r"},
		{"the callee called outside", call("q", "p", "bad", call("r", "q", "outside")), "q"},
		{"what was called outside is not held to anything", call("q", "p", "outside"), ""},
		{"undecided below: nobody", call("q", "p", "bad", call("r", "q", "unknown")), ""},
		{"inside, but what it did is unknown below", call("q", "p", "bad", call("r", "q", "inside")), ""},
		{"two levels down", call("q", "p", "bad", call("r", "q", "bad", call("s", "r", "bad"))), "s"},
	} {
		if got := names(faults(nil, c.top, &Case{})); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestAutoStubsAreNeverBlamed(t *testing.T) {
	c := call("q", "p", "bad", call("r", "q", "unknown"))
	c.Calls[0].Decision = result.Auto
	if got := names(faults(nil, c, &Case{})); got != "q" {
		t.Errorf("%q, want q", got)
	}
}

func TestBlame(t *testing.T) {
	p := &spec.Unit{Name: "p", Schema: "P", Uses: []string{"q"}}
	demands := func(d result.Demand) func() map[string]result.Demand {
		return func() map[string]result.Demand { return map[string]result.Demand{"q": d} }
	}
	for _, c := range []struct {
		name      string
		c         Case
		class     result.Class
		blame     string
		uncertain bool
	}{
		{"wrong by itself", Case{Calls: []*Call{call("q", "p", "ok")}, Demands: demands(result.Demanded)}, result.WFE, "p", false},
		{"forgot the call", Case{Demands: demands(result.Demanded)}, result.MIC, "p", false},
		{"one call too many", Case{Calls: []*Call{call("q", "p", "ok")}, Demands: demands(result.Forbidden)}, result.ECI, "p", false},
		{"outside goes first", Case{Calls: []*Call{call("q", "p", "outside")}, Demands: demands(result.Forbidden)}, result.MFE, "p", false},
		{"what is demanded is not known", Case{Demands: demands(result.Unsettled)}, result.WFE, "p", false},
		{"not observed", Case{NotObserved: []string{"q"}, Demands: demands(result.Demanded)}, "", "p q", true},
		{"a call that cannot be judged", Case{Calls: []*Call{call("q", "p", "unknown")}, Demands: demands(result.Demanded)}, "", "p q", true},
	} {
		c.c.Unit = p
		c.c.Expects = []Expectation{{Callee: "q"}}
		var out Outcome
		blame(&c.c, nil, &out)
		if out.Class != c.class || strings.Join(out.Blame, " ") != c.blame || out.Uncertain != c.uncertain {
			t.Errorf("%s: %q %v uncertain %v; want %q %s uncertain %v", c.name, out.Class, out.Blame, out.Uncertain, c.class, c.blame, c.uncertain)
		}
	}
}

func TestAbnormal(t *testing.T) {
	p := &spec.Unit{Name: "p", Schema: "P", Uses: []string{"q"}}
	for _, c := range []struct {
		standing string // of the innermost call; "": there is none
		class    result.Class
		blame    string
	}{
		{"", result.WFE, "p"},
		{"inside", result.WFE, "q"},
		{"outside", result.MFE, "p"},
		{"unknown", "", "q p"},
	} {
		k := &Case{Unit: p, Ending: Crashed, Expects: []Expectation{{Callee: "q", Called: c.standing != "", Known: true}}}
		var out Outcome
		if c.standing != "" {
			k.Innermost = call("q", "p", c.standing)
			k.Innermost.State = Open
			k.Calls = []*Call{k.Innermost}
			out.Faults = faults(nil, k.Innermost, k)
			charge(k, out.Faults)
		}
		out = abnormal(k, out)
		if out.Verdict != result.Error || out.Class != c.class || strings.Join(out.Blame, " ") != c.blame {
			t.Errorf("%q: %s %q %v; want %q %s", c.standing, out.Verdict, out.Class, out.Blame, c.class, c.blame)
		}
	}
}

// What is called outside its precondition may call as it likes: the outermost such
// call counts, of a crash and of a stub that had no answer.
func TestOutermostCallOutside(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ outer, inner, blame string }{
		{"outside", "outside", "p"},
		{"outside", "unknown", "p"},
		{"inside", "outside", "q"},
	} {
		for _, ending := range []Ending{Crashed, Refused} {
			if ending == Refused && c.inner == "unknown" {
				continue
			}
			in := call("r", "q", c.inner)
			in.State = Open
			top := call("q", "p", c.outer, in)
			top.State = Open
			k := &Case{Unit: &spec.Unit{Name: "p", Schema: "P"}, Ending: ending, Calls: []*Call{call("s", "p", "ok"), top}, Innermost: in}
			out := abnormal(k, Outcome{})
			if out.Class != result.MFE || strings.Join(out.Blame, " ") != c.blame {
				t.Errorf("%s, then %s, ending %d: %q %v; want MFE %s", c.outer, c.inner, ending, out.Class, out.Blame, c.blame)
			}
		}
	}
}

// TestPredicates: a conjunct of a callee's comes after the callee's schema.
func TestPredicates(t *testing.T) {
	inner := &zed.Truth{Value: false}
	q := &zed.Occur{Schema: "Q", Body: inner}
	got := Predicates([]zed.Expr{inner, q, &zed.Occur{Schema: "P", Body: q}})
	var text []string
	for _, v := range got {
		text = append(text, v.Predicate)
	}
	if s := strings.Join(text, "; "); s != "false; Q: false; P: Q: false" {
		t.Errorf("got %s", s)
	}
}
