package trace

import (
	"fmt"
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

// ends is a schema in which no result is left after what a callee answers.
type ends struct {
	said
	after   string // the callee
	unknown string // a callee of whose answer that is not known
	// then says of later calls, by callee, whether they are what the schema has there.
	then map[string]oracle.Compliance
}

func (e ends) Leads(answered []calls.Answered) oracle.Compliance {
	out := oracle.Holds
	for _, a := range answered {
		switch open := a.Frame[0].Kind() == value.Nothing; {
		case a.Callee == e.after && !open:
			return oracle.Violated
		case a.Callee == e.unknown && !open:
			out = oracle.Undecided
		}
	}
	return out
}

func (e ends) Prescribed(callee *spec.Unit, _ []value.Value, _ []calls.Answered) oracle.Compliance {
	return e.then[callee.Name]
}

// ending makes a case of p with the given calls, each of which answers a number. What
// callees leave no result is q, and the first calls of q and r are allowed unless the
// places, by callee, say otherwise.
func ending(made []*Call, places map[string]result.Place, most int, schemaOf ends) *Case {
	for _, c := range made {
		c.Unit.Op = &schema.Operation{Vars: []zed.Var{{Name: "nth!", Type: zed.IntType{}}}}
		c.Frame = []value.Value{value.OfInt(7)}
	}
	schemaOf.demands = map[string]result.Demand{"q": {Least: 0, Most: most}, "r": {Least: 0, Most: 1}, "s": {Least: 0, Most: 1}}
	c := &Case{Unit: &spec.Unit{Name: "p", Schema: "P", Uses: []string{"q", "r", "s"}, Op: &schema.Operation{}}, Calls: made}
	schemaOf.place = func([]value.Value, int) result.Place { return result.Allowed }
	c.Schema = placing{schemaOf, places}
	return c
}

// placing has places by callee.
type placing struct {
	ends
	places map[string]result.Place
}

func (p placing) Place(callee *spec.Unit, frame []value.Value, before []calls.Answered) result.Place {
	if at, ok := p.places[callee.Name]; ok {
		return at
	}
	return p.ends.Place(callee, frame, before)
}

// TestConflict: a specification conflict is an answer that is allowed, as is every call
// up to it, and after which no result is; what the unit calls later must be what its
// schema has there.
func TestConflict(t *testing.T) {
	t.Parallel()
	after := ends{after: "q", then: map[string]oracle.Compliance{"r": oracle.Holds, "s": oracle.Violated}}
	q := func(standing string) *Call { return call("q", "p", standing) }
	r := func(standing string) *Call { return call("r", "p", standing) }
	s := call("s", "p", "ok")
	for _, c := range []struct {
		name     string
		calls    []*Call
		places   map[string]result.Place
		most     int
		schema   ends
		change   func(*Case)
		answered string // the callee whose answer is the conflict
		unknown  string // the one of which it is not known
	}{
		{name: "no result after the answer", calls: []*Call{q("ok")}, most: 1, schema: after, answered: "q"},
		{name: "a result after the answer", calls: []*Call{q("ok")}, most: 1, schema: ends{}},
		{name: "a rejected input", calls: []*Call{q("ok")}, most: 1, schema: after, change: func(c *Case) { c.Rejected = true }},
		{name: "calls that were left out", calls: []*Call{q("ok")}, most: 1, schema: after, change: func(c *Case) { c.Truncated = true }},
		{name: "calls that are not observed", calls: []*Call{q("ok")}, most: 1, schema: after, change: func(c *Case) { c.Unseen = map[string]Unseen{"p": {Used: []string{"s"}}} }},
		{name: "a wrong answer", calls: []*Call{q("bad")}, most: 1, schema: after},
		{name: "a call outside the precondition", calls: []*Call{q("outside")}, most: 1, schema: after},
		{name: "an answer that is not known to be right", calls: []*Call{q("inside")}, most: 1, schema: after},
		{name: "a call that is not allowed", calls: []*Call{q("ok")}, places: map[string]result.Place{"q": result.Beside}, most: 1, schema: after},
		{name: "a call of which it is not known whether it is allowed", calls: []*Call{q("ok")}, places: map[string]result.Place{"q": result.Unplaced}, most: 1, schema: after, unknown: "q"},
		{name: "a call that is never allowed", calls: []*Call{q("ok")}, places: map[string]result.Place{"q": result.Unplaced}, schema: after},
		{name: "an answer of which it is not known what it leaves", calls: []*Call{q("ok")}, most: 1, schema: ends{unknown: "q"}, unknown: "q"},
		{name: "one of which it is not known before one that leaves nothing", calls: []*Call{r("ok"), q("ok")}, most: 1, schema: ends{after: "q", unknown: "r"}, unknown: "r"},
		{name: "then a call that the schema has there", calls: []*Call{q("ok"), r("outside")}, most: 1, schema: after, answered: "q"},
		{name: "then a call that it has not", calls: []*Call{q("ok"), s}, most: 1, schema: after},
		{name: "then a call that it may have", calls: []*Call{q("ok"), r("ok")}, most: 1, schema: ends{after: "q", then: map[string]oracle.Compliance{"r": oracle.Undecided}}, unknown: "q"},
		{name: "what follows an answer that is not right has another reason", calls: []*Call{q("ok"), r("outside"), s}, most: 1, schema: after, answered: "q"},
		{name: "what follows one that is right", calls: []*Call{q("ok"), r("ok"), s}, most: 1, schema: after},
	} {
		made := ending(c.calls, c.places, c.most, c.schema)
		if c.change != nil {
			c.change(made)
		}
		got := made.conflict()
		if name(got.answered) != c.answered || name(got.unknown) != c.unknown {
			t.Errorf("%s: answered %q, unknown %q; want %q, %q", c.name, name(got.answered), name(got.unknown), c.answered, c.unknown)
		}
		if got.answered != nil && made.excuses(got.answered) {
			t.Errorf("%s: the call that was answered is excused itself", c.name)
		}
	}
}

// name is the name of a call's callee.
func name(c *Call) string {
	if c == nil {
		return ""
	}
	return c.Unit.Name
}

// TestBlameAfterConflict: nobody is to blame for what a specification conflict comes
// to, and the caller is for all else, without a doubt where nothing before it is open.
func TestBlameAfterConflict(t *testing.T) {
	t.Parallel()
	finished := func(c *Case, out *Ruling) { blame(c, nil, out) }
	right := func(c *Case, out *Ruling) { *out = kept(c, *out) }
	ended := func(e Ending) func(*Case, *Ruling) {
		return func(c *Case, out *Ruling) {
			c.Ending = e
			if last := c.Calls[len(c.Calls)-1]; e == Refused || last.Unit.Name == "r" {
				last.State, c.Innermost = Open, last
			}
			*out = abnormal(c, *out)
		}
	}
	then := func(v oracle.Compliance) ends { return ends{after: "q", then: map[string]oracle.Compliance{"r": v}} }
	for _, c := range []struct {
		name      string
		calls     string // of q and r, each with its standing; r is beside what is allowed
		schema    ends
		how       func(*Case, *Ruling)
		class     result.Class
		blame     string
		uncertain bool
		says      string
	}{
		{"it comes to a call outside", "q ok, r outside", then(oracle.Holds), finished, "", "", false, "and so r was called on"},
		{"it comes to a call inside", "q ok, r ok", then(oracle.Holds), finished, "", "", false, "P allows no result: q answered nth! = 7"},
		{"another call outside", "q ok, r outside", then(oracle.Violated), finished, MFE, "p", false, "p called r outside its precondition"},
		{"perhaps another call outside", "q ok, r outside", then(oracle.Undecided), finished, MFE, "p", true, "p called r outside its precondition"},
		{"a call outside, and then one that cannot be judged", "r outside, q unknown", ends{}, finished, MFE, "p", false, "p called r outside its precondition"},
		{"a call that cannot be judged, and then one outside", "q unknown, r outside", ends{}, finished, "", "p q", true, "p called r outside its precondition"},
		{"the result is right in spite of it", "q ok, r outside", then(oracle.Holds), right, "", "", false, "and so r was called on"},
		{"it ends the unit", "q ok", then(oracle.Holds), ended(Panicked), "", "", false, "P allows no result: q answered nth! = 7"},
		{"it ends the callee", "q ok, r outside", then(oracle.Holds), ended(Crashed), "", "", false, "and so r was called on"},
		{"another call ends the callee", "q ok, r outside", then(oracle.Violated), ended(Crashed), MFE, "p", false, "p called r outside its precondition"},
		{"perhaps another call ends the callee", "q ok, r outside", then(oracle.Undecided), ended(Crashed), MFE, "p", true, "p called r outside its precondition"},
		{"a stub has no answer after it", "q ok, r outside", then(oracle.Holds), ended(Refused), "", "", false, "r was called outside its precondition, where"},
		{"a stub has no answer", "q ok, r outside", then(oracle.Violated), ended(Refused), MFE, "p", false, "p called r outside its precondition, where"},
	} {
		var made []*Call
		for _, one := range strings.Split(c.calls, ", ") {
			unit, standing, _ := strings.Cut(one, " ")
			made = append(made, call(unit, "p", standing))
		}
		k := ending(made, map[string]result.Place{"r": result.Beside}, 1, c.schema)
		var out Ruling
		c.how(k, &out)
		if out.Class != c.class || strings.Join(out.Blame, " ") != c.blame || out.Uncertain != c.uncertain {
			t.Errorf("%s: %q %v uncertain %v; want %q %s uncertain %v", c.name, out.Class, out.Blame, out.Uncertain, c.class, c.blame, c.uncertain)
		}
		if all := strings.Join(append(out.Findings, out.Message), "\n"); !strings.Contains(all, c.says) {
			t.Errorf("%s: %s\nwant %s", c.name, all, c.says)
		}
	}
}

// TestMisused: a call that does not fit the variables of a unit which is only called
// is found below other calls too.
func TestMisused(t *testing.T) {
	t.Parallel()
	log := call("log", "q", "unknown")
	log.Decision, log.Unfit = result.Auto, "l? is not of its type"
	log.Unit.Op = &schema.Operation{Vars: []zed.Var{{Name: "l?"}}}
	log.Frame = make([]value.Value, 1)
	got := misused(t.Context(), nil, call("q", "p", "ok", log), nil)
	if len(got) != 1 || !strings.HasPrefix(got[0], "q called log outside its precondition (l? is not of its type), which is only called") {
		t.Errorf("%q", got)
	}
}

// TestMisusedOften: of calls without end in a loop, a few are listed.
func TestMisusedOften(t *testing.T) {
	t.Parallel()
	var list []string
	for i := range 1000 {
		log := call("log", "q", "unknown")
		log.Decision, log.Unfit = result.Auto, fmt.Sprintf("l? is not of its type, %d", i%2)
		log.Unit.Op = &schema.Operation{Vars: []zed.Var{{Name: "l?"}, {Name: "n?"}}}
		log.Frame = []value.Value{{}, value.OfInt(int64(i))}
		list = misused(t.Context(), list, log, nil)
	}
	more := strings.Count(strings.Join(list, "\n"), "more often than is listed")
	if len(list) != 2*(mostMisused+1) || more != 2 {
		t.Errorf("%d findings, %d of them of more: %q", len(list), more, list)
	}
}

// TestUnnamedBelow: what a callee returned and the adapter has no constant for is
// nobody's fault, also where another unit called it.
func TestUnnamedBelow(t *testing.T) {
	t.Parallel()
	for _, unnamed := range []bool{true, false} {
		f := call("q", "p", "bad")
		f.Unnamed = unnamed
		charge(&Case{Unit: &spec.Unit{Name: "p"}}, []*Call{f})
		if nobody := len(f.Charge.Blame) == 0; nobody != unnamed {
			t.Errorf("unnamed %v: %v", unnamed, f.Charge.Blame)
		}
	}
}
