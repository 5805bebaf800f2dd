package trace

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// call builds a call from its callee, its caller, and what is known of it:
// "ok" for both conditions met, "bad" for a broken specification, "outside" for
// a broken precondition, "unknown" for neither.
func call(unit, caller, standing string, inner ...*Call) *Call {
	c := &Call{Unit: &spec.Unit{Name: unit, Op: &schema.Operation{}}, Caller: caller, Decision: result.Self,
		Calls: inner}
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
	for _, c := range []struct {
		name      string
		z         string
		values    string
		calls     string // as in specified.newCase
		change    func(*Case)
		class     result.Class
		blame     string
		uncertain bool
	}{
		{"wrong by itself", once, "a?=2 c?=2", "q ok a?=2 b!=1", nil, WFE, "p", false},
		{"forgot the call", once, "a?=2 c?=2", "", nil, MIC, "p", false},
		{"forgot one of two", twice, "a?=2 e?=3", "q ok a?=2 b!=1", nil, MIC, "p", false},
		{"not to be called", above, "a?=0", "q ok a?=0 b!=1", nil, ECI, "p", false},
		{"one call too many", once, "a?=2 c?=2", "q ok a?=2 b!=1; q ok a?=3 b!=1", nil, ECI, "p", false},
		{"asked twice, to no harm", once, "a?=2 c?=2", "q ok a?=2 b!=1; q ok a?=2 b!=1", nil, WFE, "p", false},
		{"under a quantifier, nothing is too many", elements, "s?={0,1}", "q ok a?=0 b!=1; q ok a?=2 b!=1", nil, WCI,
			"p", false},
		{"another function", once, "a?=2 c?=2", "q ok a?=-1 b!=0", nil, EFE, "p", false},
		{"another function goes before other values", both, "a?=2 c?=2", "q ok a?=3 b!=1; r ok c?=-1 d!=0", nil, EFE,
			"p", false},
		{"missing for what the first answered", both, "a?=2 c?=2", "q ok a?=-1 b!=0", nil, EFE, "p", false},
		{"missing, and so another state for the next", changed, "n=0 k?=2 j?=1", "q ok n=0 j?=1 n'=0", nil, MIC, "p",
			false},
		{"too early, and so another function", chained, "c?=0", "q ok a?=-1 b!=0; r ok c?=0 a!=3", nil, WCI, "p",
			false},
		{"outside goes first", above, "a?=0", "q outside a?=0", nil, MFE, "p", false},
		{"what is demanded is not known", perhaps, "a?=2 c?=2", "", nil, WFE, "p", false},
		{"what is allowed is not known", once, "a?=2 c?=2", "q ok b!=1", nil, "", "p", false},
		{"not observed", once, "a?=2 c?=2", "",
			func(c *Case) { c.Unseen = map[string]Unseen{"p": {Used: []string{"q"}}} }, "", "p q", true},
		{"a call that cannot be judged", once, "a?=2 c?=2", "q unknown a?=2", nil, "", "p q", true},
		{"no result is left", narrow, "a?=2", "q ok a?=2 g!=2", nil, "", "", false},
		{"no result is left, and the call is not known to be right", narrow, "a?=2", "q ok g!=2", nil, "", "p", true},
	} {
		k := specify(t, c.z).newCase(t, c.values, c.calls)
		if c.change != nil {
			c.change(k)
		}
		var out Ruling
		blame(k, nil, &out)
		if out.Class != c.class || strings.Join(out.Blame, " ") != c.blame || out.Uncertain != c.uncertain {
			t.Errorf("%s: %q %v uncertain %v %q; want %q %s uncertain %v", c.name, out.Class, out.Blame, out.Uncertain,
				out.Findings, c.class, c.blame, c.uncertain)
		}
	}
}

// A unit that changes the state by itself before a call makes a wrong state, and
// no wrong call; unless it is to change that state itself.
func TestDisturbed(t *testing.T) {
	t.Parallel()
	const (
		shared = "Q == [s, s' : ℤ; n? : ℤ | s' = s + n?]\nP == Q ⨾ Q\n"
		owned  = "Q == [s, s' : ℤ; n? : ℤ | s' = s + n?]\nStep == [s, s' : ℤ; n? : ℤ | s' ∈ {s, s + n?}]\nP == Q ⨾ Step ⨾ Q\n"
	)
	for _, c := range []struct {
		name, z string
		second  string // the second call of q
		class   result.Class
	}{
		{"as it should be", shared, "s=4 s'=5 n?=1", ""},
		{"the state disturbed", shared, "s=7 s'=8 n?=1", WFE},
		{"the state disturbed, which is its own", owned, "s=7 s'=8 n?=1", WCI},
		{"another input", shared, "s=4 s'=6 n?=2", WCI},
		{"both", shared, "s=7 s'=9 n?=2", WCI},
	} {
		k := specify(t, c.z).newCase(t, "s=3 s'=9 n?=1", "q ok s=3 s'=4 n?=1; q ok "+c.second)
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
		out = judgeAbnormal(k, out)
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
			k := &Case{Unit: &spec.Unit{Name: "p", Schema: "P"}, Ending: ending,
				Calls: []*Call{call("s", "p", "ok"), top}, Innermost: in}
			out := judgeAbnormal(k, Ruling{})
			if out.Class != MFE || strings.Join(out.Blame, " ") != c.blame {
				t.Errorf("%s, then %s, ending %d: %q %v; want MFE %s", c.outer, c.inner, ending, out.Class, out.Blame,
					c.blame)
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
