package runner

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/audit"
	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed/value"
)

// composition is a unit p that composes others, written at random, whose callees
// are relations on small numbers.
type composition struct {
	*rand.Rand
	piped     bool             // by ≫; otherwise by ⨾
	relations [3]map[int][]int // of the callees a, b and c
	// disjuncts are the callees in the order of their calls; where there are none,
	// p answers by itself, with 0.
	disjuncts [][]int
}

const numbers = 5 // that values are below

func drawComposition(seed uint64) *composition {
	c := &composition{Rand: rand.New(rand.NewPCG(seed, 8))}
	for i := range c.relations {
		c.relations[i] = map[int][]int{}
		answers := 1 + c.IntN(2)
		for n := range numbers {
			for range c.IntN(answers + 1) {
				if m := c.IntN(numbers); !slices.Contains(c.relations[i][n], m) {
					c.relations[i][n] = append(c.relations[i][n], m)
				}
			}
		}
	}
	forms := [][][]int{{{0, 1}}, {{0, 1, 2}}, {{0, 0}}, {{0, 0, 1}}, {{0, 1, 0}}, {{0, 1}, {0, 2}}, {{0, 1}, {}},
		{{0, 1}, {2, 1}}}
	c.piped = c.IntN(3) == 0
	if c.piped {
		forms = [][][]int{{{0, 1}}, {{0, 1, 2}}}
	}
	c.disjuncts = forms[c.IntN(len(forms))]
	return c
}

// z writes the specification. The pipe's callees hand on from i? through j and k to o!.
func (c *composition) z() string {
	var b strings.Builder
	names := []string{"i", "j", "k", "l"}
	for i, r := range c.relations {
		var pairs []string
		for n := range numbers {
			for _, m := range r[n] {
				pairs = append(pairs, fmt.Sprintf("%d ↦ %d", n, m))
			}
		}
		in, out := "n", "n'"
		if c.piped {
			in, out = names[i]+"?", names[i+1]+"!"
		}
		fmt.Fprintf(&b, "%s == [%s, %s : ℤ | (%s ↦ %s) ∈ {%s}]\n", "ABC"[i:i+1], in, out, in, out,
			strings.Join(pairs, ", "))
	}
	var parts []string
	for _, calls := range c.disjuncts {
		var chain []string
		for _, i := range calls {
			chain = append(chain, "ABC"[i:i+1])
		}
		switch {
		case c.piped:
			parts = append(parts, "("+strings.Join(chain, " ≫ ")+")")
		case len(chain) == 0:
			parts = append(parts, "[n, n' : ℤ | n < 3 ∧ n' = 0]")
		default:
			parts = append(parts, "("+strings.Join(chain, " ⨾ ")+")")
		}
	}
	fmt.Fprintf(&b, "P == %s\n", strings.Join(parts, " ∨ "))
	return b.String()
}

// made is a call: of which callee, with what, and what it answered.
type made struct{ callee, in, out int }

// step tells what the chain has after some calls: which callee is called with what;
// false where it does not have these calls, or no more.
func step(chain []int, in int, calls []made) (next made, at int, ok bool) {
	for i, k := range calls {
		if i >= len(chain) || chain[i] != k.callee || k.in != in {
			return made{}, 0, false
		}
		in = k.out
	}
	if len(calls) == len(chain) {
		return made{}, in, true
	}
	return made{callee: chain[len(calls)], in: in}, -1, true
}

// leads tells whether the chain has a result after some calls.
func (c *composition) leads(chain []int, in int, calls []made) bool {
	next, _, ok := step(chain, in, calls)
	if !ok || len(calls) == len(chain) {
		return ok && (len(chain) > 0 || in < 3)
	}
	return slices.ContainsFunc(c.relations[next.callee][next.in], func(out int) bool {
		next.out = out
		return c.leads(chain, in, append(slices.Clone(calls), next))
	})
}

// anyDisjunct tells whether there is a disjunct of which something holds; one without calls is
// one that p may still go back to.
func (c *composition) anyDisjunct(in int, holds func(chain []int) bool) bool {
	return slices.ContainsFunc(c.disjuncts, func(chain []int) bool { return c.leads(chain, in, nil) && holds(chain) })
}

// findBlamed returns who is to blame for a run that went so, by brute force: the callees that
// gave a wrong answer, "p" where it made another call than it is to or gave another
// result, "" where nobody is, and "-" where nothing is wrong.
func (c *composition) findBlamed(in int, calls []made, out int) string {
	dead, astray, lost := false, false, false
	var faulty []string
	for i, k := range calls {
		before := calls[:i]
		prescribed := c.anyDisjunct(in, func(chain []int) bool {
			next, at, ok := step(chain, in, before)
			return ok && at < 0 && next.callee == k.callee && next.in == k.in
		})
		allowed := c.anyDisjunct(in, func(chain []int) bool {
			next, at, ok := step(chain, in, before)
			return ok && at < 0 && next.callee == k.callee && next.in == k.in &&
				slices.ContainsFunc(c.relations[k.callee][k.in], func(out int) bool {
					return c.leads(chain, in, append(slices.Clone(before), made{k.callee, k.in, out}))
				})
		})
		astray = astray || !lost && (!dead && !allowed || dead && !prescribed)
		answers := c.relations[k.callee][k.in]
		if name := string("abc"[k.callee]); len(answers) > 0 && !slices.Contains(answers, k.out) &&
			!slices.Contains(faulty, name) {
			faulty = append(faulty, name)
		}
		if lost = lost || dead && len(answers) == 0; lost {
			continue // what comes after it has another reason
		}
		dead = dead || !astray &&
			!c.anyDisjunct(in, func(chain []int) bool { return len(chain) == 0 || c.leads(chain, in, calls[:i+1]) })
	}
	right := slices.ContainsFunc(c.disjuncts, func(chain []int) bool { return c.gives(chain, in, out) })
	switch {
	case len(faulty) > 0:
		return strings.Join(faulty, ",")
	case right:
		return "-"
	case dead && !astray:
		return ""
	}
	return "p"
}

// gives tells whether a chain allows a result, whatever was called.
func (c *composition) gives(chain []int, in, out int) bool {
	if len(chain) == 0 {
		return len(c.disjuncts) > 1 && in < 3 && out == 0
	}
	return c.reaches(chain, in, out)
}

func (c *composition) reaches(chain []int, in, out int) bool {
	if len(chain) == 0 {
		return in == out
	}
	return slices.ContainsFunc(c.relations[chain[0]][in], func(m int) bool { return c.reaches(chain[1:], m, out) })
}

// run simulates a program on a case: p calls as one of the disjuncts has it, and each
// may do something wrong now and then.
func (c *composition) run(in int) (calls []made, out int) {
	chain := c.disjuncts[c.IntN(len(c.disjuncts))]
	wrong := func() bool { return c.IntN(12) == 0 }
	at := in
	for _, callee := range chain {
		if wrong() { // a call is left out
			continue
		}
		if wrong() {
			at = c.IntN(numbers)
		}
		answers := c.relations[callee][at]
		k := made{callee, at, c.IntN(numbers)}
		if len(answers) > 0 && !wrong() {
			k.out = answers[c.IntN(len(answers))]
		}
		calls, at = append(calls, k), k.out
	}
	if len(chain) == 0 {
		at = 0
	}
	if wrong() {
		at = c.IntN(numbers)
	}
	return calls, at
}

// projectOf returns a project of one program, with more settings, a specification and
// units that are one after the other.
func projectOf(t *testing.T, settings, z, units string) *spec.System {
	t.Helper()
	dir := configtest.Write(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\nsuts:\n  s: {command: [bin/s]}\n" +
			settings,
		"spec.zed": z, "units.yaml": units,
	})
	system, err := config.Load("", dir)
	if err != nil {
		t.Fatalf("%v in\n%s", err, z)
	}
	return system
}

// project plans the composition.
func (c *composition) project(t *testing.T) *planner.Planned {
	t.Helper()
	units := ""
	used := []string{}
	for i, name := range []string{"a", "b", "c"} {
		if slices.ContainsFunc(c.disjuncts, func(chain []int) bool { return slices.Contains(chain, i) }) {
			used = append(used, name)
		}
	}
	for _, name := range append(used, "p") {
		units += fmt.Sprintf("{unit: %s, sut: s, z: spec.zed, schema: %s, tactics: [dnf]}\n---\n", name,
			strings.ToUpper(name))
	}
	system := projectOf(t, "", c.z(), strings.TrimSuffix(units, "---\n"))
	p, err := planner.Make(t.Context(), system, planner.Options{Solver: embedded.New(solve.Options{}), Tool: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// judged judges what a run left behind.
func (c *composition) judged(t *testing.T, p *planner.Planned, in int, calls []made, out int) trace.Ruling {
	t.Helper()
	frame := func(u *spec.Unit, in, out int) []value.Value {
		f := make([]value.Value, len(u.Op.Vars))
		for i, v := range u.Op.Vars {
			f[i] = value.OfInt(int64(in))
			if strings.HasSuffix(v.Name, "'") || strings.HasSuffix(v.Name, "!") {
				f[i] = value.OfInt(int64(out))
			}
		}
		return f
	}
	u := p.System.Unit("p")
	k := &trace.Case{Unit: u, Frame: frame(u, in, out)}
	var values spec.Values
	for i, v := range u.Op.Vars {
		if !strings.HasSuffix(v.Name, "'") && !strings.HasSuffix(v.Name, "!") {
			values = append(values, spec.NewItem(v.Name, v.Type, k.Frame[i]))
		}
	}
	k.Schema = p.Engine().Decider.Calls().CaseOn(t.Context(), u, values)
	for _, m := range calls {
		q := p.System.Unit(string("abc"[m.callee]))
		k.Calls = append(k.Calls, &trace.Call{Unit: q, Caller: "p", Decision: result.Self,
			Frame: frame(q, m.in, m.out)})
	}
	return trace.Judge(t.Context(), k, p.Engine().Oracle)
}

// names returns the callees of calls, each once.
func names(calls []*trace.Call) []string {
	var out []string
	for _, c := range calls {
		if !slices.Contains(out, c.Unit.Name) {
			out = append(out, c.Unit.Name)
		}
	}
	return out
}

// TestBlameOfCompositions holds the blame for runs of programs that compose others
// against brute force: of programs that do as they are to and of such that do not,
// where callees have several answers, and not all of them lead anywhere.
func TestBlameOfCompositions(t *testing.T) {
	t.Parallel()
	seeds := uint64(60)
	if testing.Short() {
		seeds = 10
	}
	seen := map[string]int{}
	for seed := range seeds {
		c := drawComposition(seed)
		p := c.project(t)
		for range 40 {
			in := c.IntN(numbers)
			if !c.anyDisjunct(in, func([]int) bool { return true }) {
				continue
			}
			calls, out := c.run(in)
			want := c.findBlamed(in, calls, out)
			o := c.judged(t, p, in, calls, out)
			got := strings.Join(o.Blame, ",")
			if o.Verdict == result.Pass {
				got = "-"
				if len(o.Faults) > 0 { // which did no harm
					got = strings.Join(names(o.Faults), ",")
				}
			}
			seen[want]++
			if got != want || o.Uncertain {
				t.Errorf("seed %d: on %d, calls %v, result %d: blame %q, uncertain %v, want %q (%s %q)\n%s",
					seed, in, calls, out, got, o.Uncertain, want, o.Class, o.Findings, c.z())
			}
		}
	}
	for _, who := range []string{"a", "b", "c", "p", "", "-"} {
		if seen[who] == 0 && !testing.Short() {
			t.Errorf("nothing was to be blamed on %q", who)
		}
	}
	t.Log(seen)
}

// passed says that every leaf was passed.
type passed struct{}

func (passed) Leaf(string, string) stubs.Standing { return stubs.Passed }
func (passed) Failure(string) string              { return "" }

// eachRun calls f with the calls of every run of a chain in which each callee gives an
// answer that it may: up to the first call outside a precondition, which is the last.
func (c *composition) eachRun(chain []int, in int, calls []made, f func(calls []made)) {
	next, at, ok := step(chain, in, calls)
	if !ok || at >= 0 {
		f(calls)
		return
	}
	answers := c.relations[next.callee][next.in]
	if len(answers) == 0 {
		f(append(slices.Clone(calls), next))
	}
	for _, out := range answers {
		next.out = out
		c.eachRun(chain, in, append(slices.Clone(calls), next), f)
	}
}

// findCertain tells of each occurrence of a callee, in the order of the disjuncts, whether
// every call that p can make there is inside the callee's precondition; what cannot be
// called is left out.
func (c *composition) findCertain(in int) map[string]bool {
	out, n := map[string]bool{}, map[int]int{}
	for _, chain := range c.disjuncts {
		enabled := c.leads(chain, in, nil)
		for at, callee := range chain {
			n[callee]++
			name := fmt.Sprint(string("abc"[callee]), n[callee])
			if !enabled {
				continue
			}
			out[name] = true
			c.eachRun(chain, in, nil, func(calls []made) {
				if len(calls) > at && len(c.relations[callee][calls[at].in]) == 0 &&
					!c.anyDisjunct(in, func(other []int) bool {
						return len(other) == 0 || c.leads(other, in, calls[:at])
					}) {
					out[name] = false // and nothing else would do
				}
			})
		}
	}
	return out
}

// conflicts tells whether some callee may give an answer that leaves p no result.
func (c *composition) conflicts() bool {
	found := false
	for in := range numbers {
		for _, chain := range c.disjuncts {
			if !c.leads(chain, in, nil) {
				continue
			}
			c.eachRun(chain, in, nil, func(calls []made) {
				for i := range calls {
					if len(c.relations[calls[i].callee][calls[i].in]) > 0 &&
						!c.anyDisjunct(in, func(other []int) bool {
							return len(other) == 0 ||
								c.leads(other, in, calls[:i+1])
						}) {
						found = true
					}
				}
			})
		}
	}
	return found
}

// TestDecisionsOnCompositions holds the decisions and what validate says of conflicts
// against brute force: a callee stands for itself exactly where no run of a program
// that does as it is to calls it outside its precondition.
func TestDecisionsOnCompositions(t *testing.T) {
	t.Parallel()
	seeds := uint64(60)
	if testing.Short() {
		seeds = 10
	}
	selves, others, conflicts := 0, 0, 0
	for seed := range seeds {
		c := drawComposition(seed)
		p := c.project(t)
		u := p.System.Unit("p")
		for in := range numbers {
			values := spec.FromModel(u.Op.Early.Vars, map[string]value.Value{"n": value.OfInt(int64(in)),
				"i?": value.OfInt(int64(in))})
			certain := c.findCertain(in)
			for _, ch := range p.Engine().Decider.Decide(t.Context(), u, values, passed{}) {
				self, called := certain[fmt.Sprint(ch.Callee, ch.Occurrence)]
				if self != (ch.Decision == result.Self) || called == (ch.Decision == result.None) {
					t.Errorf("seed %d: on %d, %s %d is %s (%s); certain: %v\n%s", seed, in, ch.Callee, ch.Occurrence,
						ch.Decision, ch.Reason, certain, c.z())
				}
				if self {
					selves++
				} else if called {
					others++
				}
			}
		}
		claims, _, err := audit.Verify(t.Context(), p.System, audit.Options{Solver: embedded.New(solve.Options{})})
		if err != nil {
			t.Fatal(err)
		}
		said := slices.ContainsFunc(claims, func(k oracle.Claim) bool {
			return k.Kind == oracle.Answered &&
				k.Outcome == oracle.IsViolated
		})
		if said != c.conflicts() {
			t.Errorf("seed %d: conflicts %v, validate says %v\n%s", seed, c.conflicts(), said, c.z())
		}
		if said {
			conflicts++
		}
	}
	t.Log(selves, others, conflicts)
	if selves == 0 || others == 0 || conflicts == 0 || conflicts == int(seeds) {
		t.Error("the specifications are all of a kind")
	}
}
