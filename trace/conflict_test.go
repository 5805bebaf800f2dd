package trace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Specifications of p, of which the callee q may answer what leaves p no result.
const (
	// P calls r with what q answers, which r takes only where it is 1. It calls s with
	// what is below 0.
	ending = `Q == [a? : ℤ; g! : ℤ | g! ∈ {1, 2}]
R == [g? : ℤ; h! : ℤ | g? = 1 ∧ h! = 0]
S == [a? : ℤ; g! : ℤ; h! : ℤ | g! = 0 ∧ h! = 0]
P == (Q ≫ R) ∨ (S ∧ [a? : ℤ | a? < 0])
`
	// P calls r with elements of a set, whatever q answers.
	endingAmong = `Q == [a? : ℤ; g! : ℤ | g! ∈ {1, 2}]
R == [k? : ℤ; h! : ℤ | h! = k?]
P == Q ∧ [g! : ℤ; s? : ℙ (0 .. 3) | g! = 1 ∧ (∀ k? : s? • ∃ h! : 0 .. 3 • R)]
`
	// P needs a sum of cubes of q, of which the solver does not know which there are, and
	// 1 of r, which may answer 2.
	cubes = `Q == [a? : ℤ; g! : ℤ | g! ≥ a?]
R == [c? : ℤ; h! : ℤ | h! ∈ {1, 2}]
P == Q ∧ R ∧ [g!, h! : ℤ | h! = 1 ∧ (∃ u, v : ℤ • u * u * u + v * v * v = g!)]
`
)

// TestConflict: a specification conflict is an answer that is allowed, as is every call
// up to it, and after which no result is; what the unit calls later must be what its
// schema has there.
func TestConflict(t *testing.T) {
	t.Parallel()
	known := map[string]specified{ending: specify(t, ending), endingAmong: specify(t, endingAmong),
		cubes: specify(t, cubes)}
	for _, c := range []struct {
		name     string
		z        string
		calls    string // as in specified.newCase
		change   func(*Case)
		answered string // the callee whose answer is the conflict
		unknown  string // the one of which it is not known
	}{
		{"no result after the answer", ending, "q ok a?=0 g!=2", nil, "q", ""},
		{"a result after the answer", ending, "q ok a?=0 g!=1", nil, "", ""},
		{"a rejected input", ending, "q ok a?=0 g!=2", func(c *Case) { c.Rejected = true }, "", ""},
		{"calls that were left out", ending, "q ok a?=0 g!=2", func(c *Case) { c.Truncated = true }, "", ""},
		{"calls that are not observed", ending, "q ok a?=0 g!=2",
			func(c *Case) { c.Unseen = map[string]Unseen{"p": {Used: []string{"s"}}} }, "", ""},
		{"a wrong answer", ending, "q bad a?=0 g!=2", nil, "", ""},
		{"a call outside the precondition", ending, "q outside a?=0 g!=2", nil, "", ""},
		{"an answer that is not known to be right", ending, "q inside a?=0 g!=2", nil, "", ""},
		{"a call that is not allowed", ending, "q ok a?=5 g!=2", nil, "", ""},
		{"a call of which it is not known whether it is allowed", ending, "q ok g!=2", nil, "", "q"},
		{"a call that is never allowed", ending, "s ok g!=0 h!=0", nil, "", ""},
		{"an answer of which it is not known what it leaves", cubes, "q ok a?=0 g!=4", nil, "", "q"},
		{"one of which it is not known before one that leaves nothing", cubes, "q ok a?=0 g!=4; r ok c?=0 h!=2", nil,
			"", "q"},
		{"then a call that the schema has there", ending, "q ok a?=0 g!=2; r outside g?=2", nil, "q", ""},
		{"then a call that it has not", ending, "q ok a?=0 g!=2; s ok a?=0 g!=0 h!=0", nil, "", ""},
		{"then a call that it may have", endingAmong, "q ok a?=0 g!=2; r ok k?=1 h!=1", nil, "", "q"},
		{"what follows an answer that is not right has another reason", ending,
			"q ok a?=0 g!=2; r outside g?=2; s ok a?=0 g!=0 h!=0", nil, "q", ""},
		{"what follows one that is right", ending, "q ok a?=0 g!=2; r ok g?=2 h!=0; s ok a?=0 g!=0 h!=0", nil, "", ""},
	} {
		made := known[c.z].newCase(t, "a?=0 c?=0 s?={0,1}", c.calls)
		if c.change != nil {
			c.change(made)
		}
		got := made.conflict()
		if name(got.answered) != c.answered || name(got.unknown) != c.unknown {
			t.Errorf("%s: answered %q, unknown %q; want %q, %q", c.name, name(got.answered), name(got.unknown),
				c.answered, c.unknown)
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
	right := func(c *Case, out *Ruling) { *out = ruleCorrect(c, *out) }
	ended := func(e Ending) func(*Case, *Ruling) {
		return func(c *Case, out *Ruling) {
			c.Ending = e
			if last := c.Calls[len(c.Calls)-1]; e == Refused || last.Unit.Name == "r" {
				last.State, c.Innermost = Open, last
			}
			*out = judgeAbnormal(c, *out)
		}
	}
	known := map[string]specified{ending: specify(t, ending), endingAmong: specify(t, endingAmong)}
	for _, c := range []struct {
		name      string
		z         string
		calls     string // as in specified.newCase
		how       func(*Case, *Ruling)
		class     result.Class
		blame     string
		uncertain bool
		says      string
	}{
		{"it comes to a call outside", ending, "q ok a?=0 g!=2; r outside g?=2", finished, "", "", false,
			"and so r was called on"},
		{"it comes to a call inside", ending, "q ok a?=0 g!=2; r ok g?=2 h!=0", finished, "", "", false,
			"P allows no result: q answered g! = 2"},
		{"another call outside", ending, "q ok a?=0 g!=2; r outside g?=5", finished, MFE, "p", false,
			"p called r outside its precondition"},
		{"perhaps another call outside", endingAmong, "q ok a?=0 g!=2; r outside k?=5", finished, MFE, "p", true,
			"p called r outside its precondition"},
		{"a call outside, and then one that cannot be judged", ending, "r outside g?=2; q unknown a?=0", finished, MFE,
			"p", false, "p called r outside its precondition"},
		{"a call that cannot be judged, and then one outside", ending, "q unknown a?=0; r outside g?=2", finished, "",
			"p q", true, "p called r outside its precondition"},
		{"the result is right in spite of it", ending, "q ok a?=0 g!=2; r outside g?=2", right, "", "", false,
			"and so r was called on"},
		{"it ends the unit", ending, "q ok a?=0 g!=2", ended(Panicked), "", "", false,
			"P allows no result: q answered g! = 2"},
		{"it ends the callee", ending, "q ok a?=0 g!=2; r outside g?=2", ended(Crashed), "", "", false,
			"and so r was called on"},
		{"another call ends the callee", ending, "q ok a?=0 g!=2; r outside g?=5", ended(Crashed), MFE, "p", false,
			"p called r outside its precondition"},
		{"perhaps another call ends the callee", endingAmong, "q ok a?=0 g!=2; r outside k?=5", ended(Crashed), MFE,
			"p", true, "p called r outside its precondition"},
		{"a stub has no answer after it", ending, "q ok a?=0 g!=2; r outside g?=2", ended(Refused), "", "", false,
			"r was called outside its precondition, where"},
		{"a stub has no answer", ending, "q ok a?=0 g!=2; r outside g?=5", ended(Refused), MFE, "p", false,
			"p called r outside its precondition, where"},
	} {
		k := known[c.z].newCase(t, "a?=0 s?={0,1}", c.calls)
		var out Ruling
		c.how(k, &out)
		if out.Class != c.class || strings.Join(out.Blame, " ") != c.blame || out.Uncertain != c.uncertain {
			t.Errorf("%s: %q %v uncertain %v; want %q %s uncertain %v", c.name, out.Class, out.Blame, out.Uncertain,
				c.class, c.blame, c.uncertain)
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
	log.Unit.Op = &schema.Operation{Signature: schema.NewSignature([]zed.Var{{Name: "l?"}})}
	log.Frame = make([]value.Value, 1)
	got := appendMisuses(t.Context(), nil, call("q", "p", "ok", log), nil)
	if len(got) != 1 || !strings.HasPrefix(got[0],
		"q called log outside its precondition (l? is not of its type), which is only called") {
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
		log.Unit.Op = &schema.Operation{Signature: schema.NewSignature([]zed.Var{{Name: "l?"}, {Name: "n?"}})}
		log.Frame = []value.Value{{}, value.OfInt(int64(i))}
		list = appendMisuses(t.Context(), list, log, nil)
	}
	more := strings.Count(strings.Join(list, "\n"), "more often than is listed")
	if len(list) != 2*(mostMisused+1) || more != 2 {
		t.Errorf("%d findings, %d of them of more: %q", len(list), more, list)
	}
}

// TestMisusedNoMore: where as many calls are listed as there may be, the oracle, which
// there is none of here, is not asked about further ones.
func TestMisusedNoMore(t *testing.T) {
	t.Parallel()
	c := call("log", "q", "unknown")
	c.Decision = result.Auto
	var list []string
	for i := range mostMisused + 1 {
		list = append(list, fmt.Sprintf("%s%s%d", describeOutside(c), onlyCalled, i))
	}
	if got := appendMisuses(t.Context(), list, c, nil); !isComplete(c) || len(got) != len(list) {
		t.Errorf("complete: %v, %q", isComplete(c), got)
	}
	defer func() {
		if recover() == nil {
			t.Error("the oracle is not asked about a call either that is not listed")
		}
	}()
	appendMisuses(t.Context(), list[1:], c, nil)
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
