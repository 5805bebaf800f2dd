package trace

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/calls"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// call builds a call from its callee, its caller, and what is known of it:
// "ok" for both conditions met, "bad" for a broken specification, "outside" for
// a broken precondition, "unknown" for neither.
func call(unit, caller, standing string, inner ...*Call) *Call {
	c := &Call{Unit: &spec.Unit{Name: unit, Op: &schema.Operation{}}, Caller: caller, Decision: result.Self, Calls: inner}
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
	t.Parallel()
	ok := func(units ...string) []*Call {
		var out []*Call
		for _, u := range units {
			out = append(out, call(u, "p", "ok"))
		}
		return out
	}
	need := func(least, most int) result.Demand { return result.Demand{Least: least, Most: most} }
	for _, c := range []struct {
		name      string
		c         Case
		q, r      result.Demand
		places    string // of the calls in their order: allowed, beside, elsewhere, unknown
		order     result.Order
		class     result.Class
		blame     string
		uncertain bool
	}{
		{"wrong by itself", Case{Calls: ok("q")}, need(1, 1), need(0, 1), "a", result.Order{}, WFE, "p", false},
		{"forgot the call", Case{}, need(1, 1), need(0, 1), "", result.Order{}, MIC, "p", false},
		{"forgot one of two", Case{Calls: ok("q")}, need(2, 2), need(0, 1), "a", result.Order{}, MIC, "p", false},
		{"not to be called", Case{Calls: ok("q")}, need(0, 0), need(0, 1), "b", result.Order{}, ECI, "p", false},
		{"one call too many", Case{Calls: ok("q", "q")}, need(1, 1), need(0, 1), "ab", result.Order{}, ECI, "p", false},
		{"asked twice, to no harm", Case{Calls: ok("q", "q")}, need(1, 1), need(0, 1), "aa", result.Order{}, WFE, "p", false},
		{"under a quantifier, nothing is too many", Case{Calls: ok("q", "q")}, need(1, result.Unlimited), need(0, 1), "ab", result.Order{}, WCI, "p", false},
		{"another function", Case{Calls: ok("q")}, need(1, 1), need(0, 1), "e", result.Order{}, EFE, "p", false},
		{"another function goes before other values", Case{Calls: ok("q", "r")}, need(1, 1), need(1, 1), "be", result.Order{}, EFE, "p", false},
		{"missing for what the first answered", Case{Calls: ok("q"), Schema: said{input: result.Beside}}, need(1, 1), need(1, 1), "e", result.Order{}, EFE, "p", false},
		{"missing, and so another state for the next", Case{Calls: ok("q"), Schema: said{input: result.Allowed}}, need(1, 1), need(1, 1), "e", result.Order{}, MIC, "p", false},
		{"too early, and so another function", Case{Calls: ok("q", "r")}, need(1, 1), need(1, 1), "ea", result.Order{First: "r", Then: "q"}, WCI, "p", false},
		{"outside goes first", Case{Calls: []*Call{call("q", "p", "outside")}}, need(0, 0), need(0, 1), "", result.Order{}, MFE, "p", false},
		{"what is demanded is not known", Case{}, need(0, 1), need(0, 1), "", result.Order{}, WFE, "p", false},
		{"what is allowed is not known", Case{Calls: ok("q")}, need(1, 1), need(0, 1), "u", result.Order{}, "", "p", false},
		{"not observed", Case{Unseen: map[string]Unseen{"p": {Used: []string{"q"}}}}, need(1, 1), need(0, 1), "", result.Order{}, "", "p q", true},
		{"a call that cannot be judged", Case{Calls: []*Call{call("q", "p", "unknown")}}, need(1, 1), need(0, 1), "", result.Order{}, "", "p q", true},
		{"no result is left", Case{Calls: ok("q"), Schema: said{deadEnd: true}}, need(1, 1), need(0, 1), "a", result.Order{}, "", "", false},
		{"no result is left, and the call is not known to be right", Case{Calls: ok("q"), Schema: said{deadEnd: true}}, need(1, 1), need(0, 1), "u", result.Order{}, "", "p", true},
	} {
		c.c.Unit = &spec.Unit{Name: "p", Schema: "P", Uses: []string{"q", "r"}, Op: &schema.Operation{}}
		for i, made := range c.c.Calls {
			made.Unit.Op = &schema.Operation{Vars: []zed.Var{{Name: "nth!"}}}
			made.Frame = []value.Value{value.OfInt(int64(i))}
		}
		schema, _ := c.c.Schema.(said)
		schema.demands, schema.order = map[string]result.Demand{"q": c.q, "r": c.r}, c.order
		schema.place = func(frame []value.Value, _ int) result.Place {
			at := map[byte]result.Place{'a': result.Allowed, 'b': result.Beside, 'e': result.Elsewhere}
			return at[c.places[frame[0].Big().Int64()]]
		}
		c.c.Schema = schema
		var out Ruling
		blame(&c.c, nil, &out)
		if out.Class != c.class || strings.Join(out.Blame, " ") != c.blame || out.Uncertain != c.uncertain {
			t.Errorf("%s: %q %v uncertain %v; want %q %s uncertain %v", c.name, out.Class, out.Blame, out.Uncertain, c.class, c.blame, c.uncertain)
		}
	}
}

// said is what a test's schema says.
type said struct {
	demands map[string]result.Demand
	place   func(frame []value.Value, before int) result.Place
	input   result.Place
	changes bool
	// deadEnd says that the schema allows a call, and no result after its answer.
	deadEnd bool
	order   result.Order
}

func (s said) Demands() map[string]result.Demand { return s.demands }

func (s said) Place(_ *spec.Unit, frame []value.Value, before []calls.Answered) result.Place {
	return s.place(frame, len(before))
}

func (s said) Input(*spec.Unit, []value.Value) result.Place { return s.input }

func (s said) Changes(*spec.Unit, string) bool { return s.changes }

func (s said) Leads(answered []calls.Answered) oracle.Compliance {
	if s.deadEnd && answered[len(answered)-1].Frame[0].Kind() != value.Nothing {
		return oracle.Violated
	}
	return oracle.Holds
}

func (s said) Prescribed(*spec.Unit, []value.Value, []calls.Answered) oracle.Compliance {
	return oracle.Undecided
}

func (s said) Orders() []result.Order { return []result.Order{s.order} }

func (s said) Inside(*spec.Unit, spec.Values) *calls.Case { return nil }

// A unit that changes the state by itself before a call makes a wrong state, and
// no wrong call; unless it is to change that state itself.
func TestDisturbed(t *testing.T) {
	t.Parallel()
	vars := func(names ...string) (out []zed.Var) {
		for _, n := range names {
			out = append(out, zed.Var{Name: n})
		}
		return out
	}
	frame := func(ns ...int64) (out []value.Value) {
		for _, n := range ns {
			out = append(out, value.OfInt(n))
		}
		return out
	}
	for _, c := range []struct {
		name   string
		second []value.Value // the second call, of s, s' and n?
		owns   bool
		class  result.Class
	}{
		{"as it should be", frame(4, 5, 1), false, ""},
		{"the state disturbed", frame(7, 8, 1), false, WFE},
		{"the state disturbed, which is its own", frame(7, 8, 1), true, WCI},
		{"another input", frame(4, 6, 2), false, WCI},
		{"both", frame(7, 9, 2), false, WCI},
	} {
		q := &spec.Unit{Name: "q", Op: &schema.Operation{Vars: vars("s", "s'", "n?")}}
		first, second := call("q", "p", "ok"), call("q", "p", "ok")
		first.Unit, first.Frame, second.Unit, second.Frame = q, frame(3, 4, 1), q, c.second
		k := &Case{
			Unit: &spec.Unit{Name: "p", Schema: "P", Uses: []string{"q"}, Op: &schema.Operation{Vars: vars("s", "s'", "n?")}}, Frame: frame(3, 9, 1),
			Calls: []*Call{first, second},
			Schema: said{changes: c.owns, place: func(frame []value.Value, before int) result.Place {
				if frame[0].Equal(value.OfInt(int64(3+before))) && frame[2].Equal(value.OfInt(1)) {
					return result.Allowed
				}
				return result.Beside
			}},
		}
		if class, shown := (&look{Case: k, thorough: true}).class(); class != c.class {
			t.Errorf("%s: %q (%s), want %q", c.name, class, shown.why, c.class)
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
		{"", WFE, "p"},
		{"inside", WFE, "q"},
		{"outside", MFE, "p"},
		{"unknown", "", "q p"},
	} {
		k := &Case{Unit: p, Ending: Crashed, Expects: []Expectation{{Callee: "q", Times: len(c.standing), Known: true}}}
		var out Ruling
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
			out := abnormal(k, Ruling{})
			if out.Class != MFE || strings.Join(out.Blame, " ") != c.blame {
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
