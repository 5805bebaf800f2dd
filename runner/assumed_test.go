package runner

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed/value"
)

// moment is a call of a unit on a given type: the elements that there are, those that
// are used before and after, with an element and a number that come in and go out.
type moment struct {
	all, used, later []string
	x, y             string
	n, r             int
}

func (m moment) removeElements(used []string) []string {
	return slices.DeleteFunc(slices.Clone(m.all), func(e string) bool { return slices.Contains(used, e) })
}

func isSameSet(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(e string) bool { return !slices.Contains(b, e) })
}

// clause is a predicate, as it is written and what it means.
type clause struct {
	z     string
	holds func(moment) bool
}

// guards are of inputs and the state before, effects of what comes out. Most of them
// count the given type.
var (
	guards = []clause{
		{"used = T", func(m moment) bool { return isSameSet(m.used, m.all) }},
		{"used ≠ T", func(m moment) bool { return !isSameSet(m.used, m.all) }},
		{"(∃ t : T • t ∉ used)", func(m moment) bool { return len(m.removeElements(m.used)) > 0 }},
		{"(∀ t : T • t ∈ used)", func(m moment) bool { return len(m.removeElements(m.used)) == 0 }},
		{"# T = 1", func(m moment) bool { return len(m.all) == 1 }},
		{"# T > 2", func(m moment) bool { return len(m.all) > 2 }},
		{"# (T \\ used) = 1", func(m moment) bool { return len(m.removeElements(m.used)) == 1 }},
		{"# T > # used + 1", func(m moment) bool { return len(m.all) > len(m.used)+1 }},
		{"x? ∈ used", func(m moment) bool { return slices.Contains(m.used, m.x) }},
		{"x? ∉ used", func(m moment) bool { return !slices.Contains(m.used, m.x) }},
		{"n? > 0", func(m moment) bool { return m.n > 0 }},
		{"(∃ a, b : T • a ≠ b)", func(m moment) bool { return len(m.all) > 1 }},
		{"(∀ t : T • t = x?)", func(m moment) bool { return len(m.all) == 1 }},
	}
	effects = []clause{
		{"used' = used", func(m moment) bool { return isSameSet(m.later, m.used) }},
		{"used' = used ∪ {x?}", func(m moment) bool {
			return isSameSet(m.later,
				append(slices.DeleteFunc(slices.Clone(m.used), func(e string) bool { return e == m.x }), m.x))
		}},
		{"used' = T", func(m moment) bool { return isSameSet(m.later, m.all) }},
		{"used' = T \\ used", func(m moment) bool { return isSameSet(m.later, m.removeElements(m.used)) }},
		{"y! ∉ used", func(m moment) bool { return !slices.Contains(m.used, m.y) }},
		{"y! = x?", func(m moment) bool { return m.y == m.x }},
		{"y! ∈ used'", func(m moment) bool { return slices.Contains(m.later, m.y) }},
		{"r! = 0", func(m moment) bool { return m.r == 0 }},
		{"r! = 1", func(m moment) bool { return m.r == 1 }},
		{"r! = # T", func(m moment) bool { return m.r == len(m.all) }},
		{"r! = # used", func(m moment) bool { return m.r == len(m.used) }},
		{"r! < # T", func(m moment) bool { return m.r < len(m.all) }},
		{"(r! = 2 ⇔ used = T)", func(m moment) bool { return (m.r == 2) == isSameSet(m.used, m.all) }},
		{"(∃ t : T • t ∉ used')", func(m moment) bool { return len(m.removeElements(m.later)) > 0 }},
	}
)

// counted is a random specification on a given type.
type counted struct {
	*rand.Rand
	alternatives [][]clause
	total        bool // the state has a total function on the given type besides
	called       bool // by top, which asks for nothing more than its callee
	rejects      bool
	own          bool
}

func drawCounted(seed uint64) *counted {
	c := &counted{Rand: rand.New(rand.NewPCG(seed, 11))}
	for range 1 + c.IntN(3) {
		var all []clause
		for range c.IntN(3) {
			all = append(all, guards[c.IntN(len(guards))])
		}
		for range 1 + c.IntN(3) {
			all = append(all, effects[c.IntN(len(effects))])
		}
		c.alternatives = append(c.alternatives, all)
	}
	c.total, c.called, c.rejects, c.own = c.IntN(5) == 0, c.IntN(3) == 0, c.IntN(3) == 0, c.IntN(3) == 0
	return c
}

// allows tells whether the specification allows a moment.
func (c *counted) allows(m moment) bool {
	return slices.ContainsFunc(c.alternatives, func(all []clause) bool {
		return !slices.ContainsFunc(all, func(k clause) bool { return !k.holds(m) })
	})
}

// outcomes returns what is allowed to come out, by brute force.
func (c *counted) outcomes(m moment) []moment {
	var out []moment
	c.eachOutcome(m, func(m moment) {
		if c.allows(m) {
			out = append(out, m)
		}
	})
	return out
}

// eachOutcome calls f with every outcome that there is.
func (c *counted) eachOutcome(m moment, f func(moment)) {
	for set := range 1 << len(m.all) {
		m.later = nil
		for i, e := range m.all {
			if set>>i&1 != 0 {
				m.later = append(m.later, e)
			}
		}
		for _, m.y = range m.all {
			for m.r = range 5 {
				f(m)
			}
		}
	}
}

func (c *counted) z() string {
	var parts []string
	for _, all := range c.alternatives {
		var written []string
		for _, k := range all {
			written = append(written, k.z)
		}
		parts = append(parts, "("+strings.Join(written, " ∧ ")+")")
	}
	state := "used : ℙ T"
	if c.total {
		state += "; f : T → ℤ"
	}
	return fmt.Sprintf("[T]\nS == [%s]\nOp == [ΔS; x? : T; n? : 0..1; y! : T; r! : 0..4 | %s]\nTop == [ΔS; x? : T; n? : 0..1; y! : T; r! : 0..4] ∧ Op\n", state, strings.Join(parts, " ∨ "))
}

func (c *counted) units() string {
	op := "unit: op\nsut: s\nz: spec.zed\nschema: Op\n"
	if c.rejects {
		op += "rejects: \"r! = 4\"\ntactics: [dnf, rj]\n"
	} else {
		op += "tactics: [dnf]\n"
	}
	if c.called {
		op += "---\n{unit: top, sut: s, z: spec.zed, schema: Top, uses: [op], tactics: [dnf]}\n"
	}
	return op
}

// makePlan plans the specification; nil where it has no case at all.
func (c *counted) makePlan(t *testing.T, cases string) *planner.Planned {
	t.Helper()
	units := strings.Replace(c.units(), "schema: Op\n", "schema: Op\n"+cases, 1)
	system := projectOf(t, "scope: {given: 2, int: [0, 4]}\nrun: {cases: 2}\n", c.z(), units)
	p, err := planner.Make(t.Context(), system, planner.Options{Solver: embedded.New(solve.Options{}), Tool: "test"})
	if err != nil {
		switch {
		case c.rejects && strings.Contains(err.Error(), "the operation is total"):
			c.rejects = false
			return c.makePlan(t, cases)
		case cases != "":
			return nil // the case that was made up is not one of the specification
		}
		t.Fatal(err)
	}
	return p
}

// makeMoment returns the inputs and the state before of a case, with no more elements than
// the case has.
func makeMoment(c *plan.Case, all []string) moment {
	values := c.Values().Map()
	m := moment{all: all, x: values["x?"].Name()}
	n, _ := values["n?"].Int()
	m.n = int(n)
	for _, e := range values["used"].Members() {
		m.used = append(m.used, e.Name())
	}
	return m
}

// rule judges what a program made of a case. What op does is what top does where top
// calls it.
func rule(t *testing.T, p *planner.Planned, u *plan.Unit, c *plan.Case, m moment) trace.Ruling {
	t.Helper()
	x := &execution{plan: p.Plan, engine: p.Engine()}
	if err := x.begin(); err != nil {
		t.Fatal(err)
	}
	frame := func(u *spec.Unit) []value.Value {
		out := make([]value.Value, len(u.Op.Vars))
		values := c.Values().Map()
		set := make([]value.Value, len(m.later))
		for i, e := range m.later {
			set[i] = value.OfAtom(e)
		}
		values["used'"], values["y!"], values["r!"] = value.OfSet(set), value.OfAtom(m.y), value.OfInt(int64(m.r))
		if f, ok := values["f"]; ok {
			values["f'"] = f
		}
		for i, v := range u.Op.Vars {
			out[i] = values[v.Name]
		}
		return out
	}
	j := &judge{run: x, at: x.engine.WithSizes(c.Sizes)}
	a := &attempt{unit: &unitRun{run: x, plan: u}, c: numbered{Case: c}}
	judged := u.UnitFor(c.Leaf)
	k := &trace.Case{Unit: judged, Rejected: c.Leaf.IsRejected(), Frame: frame(judged),
		Schema: j.at.Decider.Calls().CaseOn(t.Context(), judged, c.Values())}
	if u.Name == "top" {
		op := p.System.Unit("op")
		k.Calls = []*trace.Call{{Unit: op, Caller: "top", Decision: result.Self, Frame: frame(op)}}
	}
	return j.rule(t.Context(), a, k)
}

var (
	largerCount = flag.Uint64("larger.count", 40, "how many specifications TestLargerTypes makes")
	largerSeed  = flag.Uint64("larger.seed", 0, "the number of the first of them")
)

// TestLargerTypes: programs that are right where a given type has as many elements as
// theirs are not accused, whatever a case takes it to have; and whoever is wrong however
// many there are is.
func TestLargerTypes(t *testing.T) {
	t.Parallel()
	seeds := *largerCount
	if testing.Short() {
		seeds = 5
	}
	seen := map[string]int{}
	for seed := *largerSeed; seed < *largerSeed+seeds; seed++ {
		c := drawCounted(seed)
		cases := ""
		if c.own {
			f := ""
			if c.total {
				f = ", f: [[t1, 0], [t2, 3]]"
			}
			cases = "cases: [{used: {set: [t1, t2]}, x?: t1, n?: 0" + f + "}]\n"
		}
		p := c.makePlan(t, cases)
		if p == nil {
			continue
		}
		for _, u := range p.Units {
			for _, k := range u.Cases {
				c.checkVerdicts(t, p, u, k, seed, seen)
			}
		}
	}
	t.Log(seen)
	for _, what := range []string{"pass", "undecided", "fail", "right", "wrong", "rejected", "top", "total"} {
		if seen[what] == 0 && !testing.Short() {
			t.Errorf("nothing was %s", what)
		}
	}
}

// checkVerdicts holds what is said of programs on a case against brute force.
func (c *counted) checkVerdicts(t *testing.T, p *planner.Planned, u *plan.Unit, k *plan.Case, seed uint64,
	seen map[string]int) {
	t.Helper()
	base := p.Engine().WithSizes(k.Sizes).Oracle.System().Globals.Given["T"]
	var own []string
	for _, e := range base {
		own = append(own, e.Name())
	}
	others := []string{"bob", fmt.Sprint("t", len(own)+1), "", "zoe"}
	if len(own) > 3 {
		return // too many outcomes to be tried
	}
	note := func(what string, on bool) {
		if on {
			seen[what]++
		}
	}
	refused := k.Leaf.IsRejected()
	for more := range 3 {
		m := makeMoment(k, append(slices.Clone(own), others[:more]...))
		if c.total && more > 0 {
			m.all = own // the state says how many there are
		}
		right := c.listRight(m, refused)
		for range 3 {
			done := right[c.IntN(len(right))]
			o := rule(t, p, u, k, done)
			seen[string(o.Verdict)]++
			note("right", true)
			note("rejected", refused)
			note("top", u.Name == "top")
			note("total", c.total)
			if o.Verdict == result.Fail || len(o.Blame)+len(o.Faults) > 0 {
				t.Errorf("seed %d: %s is right with %q on %s: used' = %q, y! = %q, r! = %d, and is blamed: %s %q %s\n%s", seed, u.Name, m.all, k.Values(), done.later, done.y, done.r, o.Verdict, o.Blame, o.Message, c.z())
			}
			if more == 0 && o.Verdict != result.Pass {
				t.Errorf("seed %d: %s is right with %q on %s: %s %s\n%s", seed, u.Name, m.all, k.Values(), o.Verdict,
					o.Message, c.z())
			}
		}
		for range 3 {
			done, ok := c.drawWrong(m, len(own), refused)
			if !ok {
				continue
			}
			o := rule(t, p, u, k, done)
			seen[string(o.Verdict)]++
			note("wrong", true)
			if want := "op"; o.Verdict != result.Fail || !slices.Equal(o.Blame, []string{want}) {
				t.Errorf("seed %d: %s is wrong with %q on %s: used' = %q, y! = %q, r! = %d: %s %q %s\n%s", seed, u.Name,
					m.all, k.Values(), done.later, done.y, done.r, o.Verdict, o.Blame, o.Message, c.z())
			}
		}
	}
}

// listRight returns what a program may do: outside its precondition anything, but where it
// refuses what is rejected.
func (c *counted) listRight(m moment, refused bool) []moment {
	out := c.outcomes(m)
	switch {
	case len(out) > 0:
	case refused:
		m.later, m.r = m.used, 4
		for _, m.y = range m.all {
			out = append(out, m)
		}
	default:
		c.eachOutcome(m, func(m moment) { out = append(out, m) })
	}
	return out
}

// drawWrong returns something that is wrong however many elements there are, from as many as
// the case has; false where nothing was found.
func (c *counted) drawWrong(m moment, own int, refused bool) (moment, bool) {
	var all []moment
	c.eachOutcome(m, func(m moment) { all = append(all, m) })
	c.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, done := range all[:min(len(all), 10)] {
		bad := true
		at := done
		at.all = slices.Clone(m.all[:own])
		for _, e := range append(slices.Clone(done.later), done.y) {
			if !slices.Contains(at.all, e) {
				at.all = append(at.all, e) // there are at least those that came out
			}
		}
		for more := 0; more <= 4 && bad; more++ {
			if more > 0 {
				if c.total {
					break
				}
				at.all = append(at.all, fmt.Sprint("more", more))
			}
			if outcomes := c.outcomes(at); refused {
				bad = len(outcomes) == 0 && (done.r != 4 || !isSameSet(done.later, done.used))
			} else {
				bad = len(outcomes) > 0 && !c.allows(at)
			}
		}
		if bad {
			return done, true
		}
	}
	return moment{}, false
}
