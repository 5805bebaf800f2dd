package planner_test

import (
	"context"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
)

// kept is a cache in memory.
type kept struct {
	mu    sync.Mutex
	found map[string][]byte
}

func newKept() *kept { return &kept{found: map[string][]byte{}} }

func (k *kept) Find(key string) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.found[key]
}

func (k *kept) Keep(key string, data []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.found[key] = data
}

// document plans a system and returns the plan with its JSON.
func document(t testing.TB, s *spec.System, o planner.Options) (*planner.Planned, string) {
	t.Helper()
	p := makePlan(t, s, o)
	data, err := p.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return p, string(data)
}

// listSolved returns the units that a plan did not take from an earlier one, sorted.
func listSolved(p *planner.Planned) []string {
	out := []string{}
	for _, u := range p.Units {
		if !u.Known {
			out = append(out, u.Name)
		}
	}
	slices.Sort(out)
	return out
}

func load(t testing.TB, dir string) *spec.System {
	t.Helper()
	system, err := config.Load("", dir)
	if err != nil {
		t.Fatal(err)
	}
	return system
}

// counted is a solver that counts what it is asked.
type counted struct {
	solve.Solver
	asked atomic.Int64
}

func (c *counted) Solve(ctx context.Context, p solve.Problem) solve.Result {
	c.asked.Add(1)
	return c.Solver.Solve(ctx, p)
}

func (c *counted) All(ctx context.Context, p solve.Problem) iter.Seq[solve.Result] {
	c.asked.Add(1)
	return c.Solver.All(ctx, p)
}

// TestNothingAskedAgain: of a plan that was made before nothing is asked of the solver
// again, leaves of strengthening, decisions and matrices included; and a unit of
// which anything is asked is not said to be from the cache.
func TestNothingAskedAgain(t *testing.T) {
	t.Parallel()
	systems := map[string]func() *spec.System{
		"stacked": func() *spec.System {
			return project(t, stacked, unit("put", "Put", ""), unit("tick", "Tick", ""),
				unit("both", "Both", "uses: [put]\ncalls: [tick]\n"), unit("top", "Top", "uses: [both]\n"))
		},
	}
	systems["deep"] = func() *spec.System { return project(t, deep, listDeepUnits()...) }
	for _, name := range []string{"depot", "bank"} {
		systems[name] = func() *spec.System { return load(t, filepath.Join("..", "examples", name)) }
	}
	for name, system := range systems {
		cache := newKept()
		ask := func() (p *planner.Planned, text string, asked int64) {
			solver := &counted{Solver: embedded.New(solve.Options{})}
			p, text = document(t, system(), planner.Options{Cache: cache, Solver: solver, Theorem2: true})
			return p, text, solver.asked.Load()
		}
		_, fresh, _ := ask()
		p, again, asked := ask()
		if asked > 0 || len(listSolved(p)) > 0 || again != fresh {
			t.Errorf("%s: the second time the solver was asked %d questions, for %v; the same plan: %v", name, asked,
				listSolved(p), again == fresh)
		}
		for key := range cache.found {
			if !strings.HasPrefix(key, "leaves") {
				delete(cache.found, key)
			}
		}
		if p, again, asked := ask(); again != fresh || asked > 0 && len(listSolved(p)) == 0 {
			t.Errorf("%s: with leaves alone in the cache %d questions were asked, for %v; the same plan: %v", name,
				asked, listSolved(p), again == fresh)
		}
	}
}

// TestCachedExamples: a plan of the examples is the same whether it is new,
// taken from an earlier one, or made by one worker or several.
func TestCachedExamples(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"bank", "filestore", "sortedlist"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join("..", "examples", name)
			cache := newKept()
			p, fresh := document(t, load(t, dir), planner.Options{Workers: 4, Cache: cache})
			if got := listSolved(p); len(got) != len(p.Units) {
				t.Errorf("an empty cache knew all but %v", got)
			}
			p, again := document(t, load(t, dir), planner.Options{Workers: 2, Cache: cache})
			if got := listSolved(p); len(got) != 0 {
				t.Errorf("the second time, %v were solved", got)
			}
			if d := cmp.Diff(fresh, again); d != "" {
				t.Errorf("new and from the cache (-new +cached):\n%s", d)
			}
			if _, one := document(t, load(t, dir), planner.Options{Workers: 1}); one != fresh {
				t.Errorf("four workers and one (-4 +1):\n%s", cmp.Diff(fresh, one))
			}
		})
	}
}

// TestCachedByBackend: what one solver found is not taken for another's.
func TestCachedByBackend(t *testing.T) {
	t.Parallel()
	system, cache := load(t, filepath.Join("..", "examples", "sortedlist")), newKept()
	makePlan(t, system, planner.Options{Cache: cache})
	for _, c := range []struct {
		backend string
		known   bool
	}{{"z3 1", false}, {"z3 1", true}, {"z3 2", false}, {"", true}} {
		p := makePlan(t, system, planner.Options{Cache: cache, Backend: c.backend})
		if got := len(listSolved(p)) == 0; got != c.known {
			t.Errorf("with %q, %v were solved", c.backend, listSolved(p))
		}
	}
}

const stacked = `[ITEM]
│ limit, other : ℕ
├
│ limit = 3
│ other = 5

│ twice : ℕ → ℕ
├
│ ∀ n : ℕ • twice n = n + n

REPLY ::= yes | no
Box == [items : seq ITEM; count : ℕ]
Put == [ΔBox; i? : ITEM | items' = items ⌢ ⟨i?⟩ ∧ count' = twice count ∧ # items < limit]
Tick == [ΔBox; r! : REPLY | items' = items ∧ count' = count + 1 ∧ r! = yes ∧ count < other]
Both == [ΔBox; i? : ITEM; j? : ℕ | j? = 0 ∧ items' = items ∧ count' = count] ∨ (Put ∧ [j? : ℕ | j? > 0])
Top == [Both; k? : ℕ | k? = j?]
`

// TestWhatIsSolvedAgain: after a change, exactly what it may change is solved
// again, and the plan is the one that is made without a cache.
func TestWhatIsSolvedAgain(t *testing.T) {
	t.Parallel()
	yaml := []string{
		unit("put", "Put", "tactics: [dnf, {nr: [count, [1]]}]\n"),
		unit("tick", "Tick", ""),
		unit("both", "Both", "uses: [put]\ncalls: [tick]\n"),
		unit("top", "Top", "uses: [both]\n"),
	}
	z := func(old, new string) func(*string, []string) {
		return func(z *string, _ []string) { *z = strings.Replace(*z, old, new, 1) }
	}
	y := func(i int, old, new string) func(*string, []string) {
		return func(_ *string, units []string) { units[i] = strings.Replace(units[i], old, new, 1) }
	}
	all := []string{"put", "tick", "both", "top"}
	for _, test := range []struct {
		name   string
		change func(z *string, units []string)
		o      planner.Options
		want   []string
	}{
		{"nothing", z("", ""), planner.Options{}, []string{}},
		{"lines move", z("REPLY", "\n\nREPLY"), planner.Options{}, []string{}},
		{"a callee", z("# items < limit", "# items ≤ limit"), planner.Options{}, []string{"put", "both", "top"}},
		{"what only a unit itself says", z("k? = j?", "k? = j? + 1"), planner.Options{}, []string{"top"}},
		{"a unit that is only called", z("count < other", "count ≤ other"), planner.Options{}, []string{"tick"}},
		{"a constant", z("limit = 3", "limit = 2"), planner.Options{}, []string{"put", "both", "top"}},
		{"another constant", z("other = 5", "other = 4"), planner.Options{}, []string{"tick"}},
		{"a definition", z("= n + n", "= n * 2"), planner.Options{}, []string{"put", "both", "top"}},
		{"a free type", z("yes | no", "yes | no | maybe"), planner.Options{}, []string{"tick"}},
		{"a declaration", z("items : seq ITEM", "items : iseq ITEM"), planner.Options{}, all},
		{"a tactic", y(0, "[1]", "[2]"), planner.Options{}, []string{"put", "both"}},
		{"an own case", y(1, "schema: Tick\n", "schema: Tick\ncases: [{items: [], count: 2}]\n"), planner.Options{},
			[]string{"tick"}},
		{"a forced stub", y(2, "schema: Both\n", "schema: Both\nstubs: {tick: spec}\n"), planner.Options{},
			[]string{"both", "top"}},
		{"a scope", y(3, "schema: Top\n", "schema: Top\nscope: {int: [-5, 5]}\n"), planner.Options{}, []string{"top"}},
		{"another program", y(1, "sut: list", "sut: other"), planner.Options{}, []string{"tick"}},
		{"the budget", z("", ""), planner.Options{Steps: 1000}, all},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			cache := newKept()
			before, _ := document(t, project(t, stacked, yaml...), planner.Options{Cache: cache})
			text, units := stacked, slices.Clone(yaml)
			test.change(&text, units)
			changed := project(t, text, units...)
			test.o.Cache = cache
			p, got := document(t, changed, test.o)
			slices.Sort(test.want)
			if d := cmp.Diff(test.want, listSolved(p)); d != "" {
				t.Errorf("solved (-want +got):\n%s", d)
			}
			if d := cmp.Diff(listAbove(test.want, test.o), listOtherBases(before, p)); d != "" {
				t.Errorf("verdicts rest on something else (-want +got):\n%s", d)
			}
			test.o.Cache = nil
			if _, fresh := document(t, changed, test.o); fresh != got {
				t.Errorf("(-new +cached):\n%s", cmp.Diff(fresh, got))
			}
		})
	}
}

// listAbove returns, sorted, those of the units of TestWhatIsSolvedAgain that rest on the given ones, which a change of
// the limits of searches does not change.
func listAbove(of []string, o planner.Options) []string {
	out := slices.Clone(of)
	above := map[string]string{"put": "both", "tick": "both", "both": "top"}
	for i := 0; i < len(out); i++ {
		if name := above[out[i]]; name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if o.Steps != 0 {
		return []string{}
	}
	slices.Sort(out)
	return out
}

// listOtherBases returns, sorted, the units of two plans whose verdicts do not rest on the same.
func listOtherBases(one, other *planner.Planned) []string {
	a, b, out := one.Bases("tool"), other.Bases("tool"), []string{}
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if a[name] != b[name] {
			out = append(out, name)
		}
		if a[name] == one.Bases("another tool")[name] {
			out = append(out, name+" whatever judges")
		}
	}
	return out
}

// TestSpoiltCache: what cannot be read is solved again.
func TestSpoiltCache(t *testing.T) {
	t.Parallel()
	cache := newKept()
	_, fresh := document(t, sortProject(t), planner.Options{Cache: cache})
	for _, spoil := range []func([]byte) []byte{
		func([]byte) []byte { return []byte("null") },
		func([]byte) []byte { return []byte("{") },
		func([]byte) []byte { return []byte("[]") },
		func(d []byte) []byte { return []byte(strings.ReplaceAll(string(d), `"list":`, `"lost":`)) },
		func(d []byte) []byte { return []byte(strings.ReplaceAll(string(d), `"list":`, `"list":[[]],"was":`)) },
	} {
		spoilt := newKept()
		for key, data := range maps.Clone(cache.found) {
			if !strings.HasPrefix(key, "coverage") {
				spoilt.found[key] = spoil(data)
			}
		}
		p, got := document(t, sortProject(t), planner.Options{Cache: spoilt})
		if len(listSolved(p)) == 0 || got != fresh {
			t.Errorf("solved %v:\n%s", listSolved(p), cmp.Diff(fresh, got))
		}
	}
}

// TestInterruptedPlan: what a plan found that was interrupted is whole.
func TestInterruptedPlan(t *testing.T) {
	t.Parallel()
	_, fresh := document(t, sortProject(t), planner.Options{})
	for n := 1; ; n++ {
		cache := newKept()
		ctx, cancel := context.WithCancel(t.Context())
		_, err := planner.Make(ctx, sortProject(t), planner.Options{Solver: smallest{embedded.New(solve.Options{})},
			Workers: 2, Cache: cache, Progress: func(done, _ int) {
				if done == n {
					cancel()
				}
			}})
		cancel()
		if _, got := document(t, sortProject(t), planner.Options{Cache: cache}); got != fresh {
			t.Errorf("interrupted after %d steps:\n%s", n, cmp.Diff(fresh, got))
		}
		if err == nil {
			break
		}
	}
}

// loadPlan returns the plan of a file.
func loadPlan(t testing.TB, data []byte, s *spec.System, o planner.Options) (*planner.Planned, error) {
	t.Helper()
	f, err := plan.Read("plan.json", data)
	if err != nil {
		return nil, err
	}
	o.Solver = smallest{embedded.New(solve.Options{})}
	return planner.Load(t.Context(), f, s, o)
}
