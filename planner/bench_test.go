package planner_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/audit"
	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics"
)

const wide = `Gate == [level, low : ℤ; log : seq ℤ]
REPLY ::= open | shut
Turn == [ΔGate; n?, m? : ℤ; r! : REPLY |
    (n? ≤ level ∧ level' = level − n? ∧ low' = m? ∧ log' = log ⌢ ⟨n?⟩ ∧ r! = open) ∨
    (n? > level ∧ level' = level ∧ low' = low ∧ log' = log ∧ r! = shut)]
`

const wideTactics = "tactics: [dnf, {nr: [level, [0, 2, 4, 6]]}, {nr: [n?, [0, 2, 4, 6]]}, {nr: [m?, [0, 2, 4, 6]]}, {nr: [\"# log\", [0, 1, 2]]}]\n"

// wideUnit returns a project whose unit has a tree of 2 · 9 · 9 · 9 · 7 leaves, 10206.
func wideUnit(t testing.TB) *spec.System {
	return project(t, wide, unit("turn", "Turn", wideTactics))
}

// BenchmarkKnown2000 plans 2000 units that an earlier plan knew.
func BenchmarkKnown2000(b *testing.B) {
	cache := newKept()
	system := makeBenchmarkProject(b, 2000, 8, 10)
	makePlan(b, system, planner.Options{Cache: cache})
	for b.Loop() {
		if p := makePlan(b, system, planner.Options{Cache: cache}); len(listSolved(p)) > 0 {
			b.Fatalf("%d units were solved", len(listSolved(p)))
		}
	}
}

// BenchmarkWideCallee plans a unit that uses one with a testing tree of 10,000
// leaves, and that one with own cases.
func BenchmarkWideCallee(b *testing.B) {
	var own []string
	for i := range 20 {
		own = append(own, fmt.Sprintf("{level: 3, low: 1, log: [1, 2], n?: %d, m?: 4}", i-10))
	}
	system := project(b, wide+"Twice == [Turn; k? : ℤ | k? = m? ∨ k? = n?]\n",
		unit("turn", "Turn", wideTactics+"cases: ["+strings.Join(own, ", ")+"]\n"),
		unit("twice", "Twice", "uses: [turn]\ntactics: [dnf, {nr: [k?, [0, 2, 4, 6]]}, {nr: [n?, [0, 2, 4]]}]\n"))
	for b.Loop() {
		p := makePlan(b, system, planner.Options{Cache: newKept()})
		if len(p.Unit("twice").Cases) == 0 {
			b.Fatal("no cases")
		}
	}
}

// BenchmarkWideTree builds a testing tree of 10,000 leaves.
func BenchmarkWideTree(b *testing.B) {
	system := wideUnit(b)
	for b.Loop() {
		tree, err := tactics.Build(system, system.Units[0], 0)
		if err != nil {
			b.Fatal(err)
		}
		if n := len(tree.Leaves()); n < 10_000 {
			b.Fatalf("%d leaves", n)
		}
	}
}

// BenchmarkKeptMemory plans a unit with a testing tree of 10,000 leaves, and says how many bytes the plan keeps for
// each of its cases.
func BenchmarkKeptMemory(b *testing.B) {
	inUse := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for b.Loop() {
		before := inUse()
		p := makePlan(b, wideUnit(b), planner.Options{})
		b.ReportMetric(float64(inUse()-before)/float64(len(p.Unit("turn").Cases)), "B/case")
		runtime.KeepAlive(p)
	}
}

// BenchmarkWidePlan plans a unit with a testing tree of 10,000 leaves, the JSON
// included.
func BenchmarkWidePlan(b *testing.B) {
	for _, workers := range []int{1, 0} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			system := wideUnit(b)
			for b.Loop() {
				p, err := planner.Make(context.Background(), system,
					planner.Options{Solver: embedded.New(solve.Options{}), Workers: workers})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := p.JSON(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

const wideSets = `Shelf == [kept, lent : ℙ ℤ; place : ℤ ⇸ ℤ]
Give == [ΔShelf; n? : ℤ; more? : ℙ ℤ |
    lent ⊆ kept ∧ n? ∈ dom place ∧
    kept' = kept ∪ more? ∧ lent' = lent ∪ {n?} ∧ place' = place ⊕ {n? ↦ # lent}]
`

// BenchmarkWideSets plans a unit with a testing tree of so many leaves over sets and functions.
func BenchmarkWideSets(b *testing.B) {
	const few, many = "[0]", "[0, 2, 4, 6]"
	for _, c := range []struct {
		leaves  int
		numbers string
		size    int
	}{{90, few, 0}, {1_000, few, 2}, {10_000, many, 9}} {
		b.Run(fmt.Sprintf("leaves=%d", c.leaves), func(b *testing.B) {
			tactics := "tactics: [dnf, {sp: \"lent ⊆ kept\"}, {nr: [n?, " + c.numbers + "]}, {sp: \"kept ∪ more?\"}"
			if c.size > 0 {
				tactics += fmt.Sprintf(", {mts: [\"place n?\", \"{0, 1, 2, 3}\"]}, {sc: [place, %d]}", c.size)
			}
			system := project(b, wideSets, unit("give", "Give", tactics+"]\n"))
			for b.Loop() {
				p := makePlan(b, system, planner.Options{Solver: embedded.New(solve.Options{})})
				b.ReportMetric(float64(len(p.Unit("give").Leaves)), "leaves")
				if n := len(p.Unit("give").Leaves); n < c.leaves {
					b.Fatalf("%d leaves", n)
				}
			}
		})
	}
}

// BenchmarkRecipes plans the examples with one recipe for all units: what the recipe
// standard costs beside dnf alone. Cases of their own, which need not lie in the trees, are
// left out.
func BenchmarkRecipes(b *testing.B) {
	for _, example := range []string{"bank", "depot", "eater", "filestore", "lrucache", "sortedlist"} {
		for _, recipe := range []string{"dnf", "standard"} {
			b.Run(example+"/"+recipe, func(b *testing.B) {
				system := load(b, "../examples/"+example)
				for _, u := range system.Units {
					u.Tactics, u.Cases = []spec.Tactic{{Name: recipe, Span: u.At}}, nil
					if recipe == "dnf" {
						u.Rejects = nil
					}
				}
				var p *planner.Planned
				for b.Loop() {
					p = makePlan(b, system, planner.Options{Solver: embedded.New(solve.Options{})})
				}
				reportMutants(b, p)
			})
		}
	}
}

// reportMutants reports beside the time of a plan what it is worth: its cases, and what became of the
// mutants of its units.
func reportMutants(b *testing.B, p *planner.Planned) {
	cases, of := 0, map[suite.Status]int{}
	for _, u := range p.Units {
		cases += len(u.Cases)
		if u.Mutants == nil {
			continue
		}
		for _, m := range u.Mutants.List {
			of[m.Status]++
		}
	}
	b.ReportMetric(float64(cases), "cases")
	b.ReportMetric(float64(of[suite.HasCase]), "told")
	b.ReportMetric(float64(of[suite.Unsatisfiable]), "equivalent")
	b.ReportMetric(float64(of[suite.Undecided]+of[suite.NoneInScope]), "open")
}

// BenchmarkVerify looks for what is wrong between the specifications of an example.
func BenchmarkVerify(b *testing.B) {
	system := load(b, "../examples/filestore")
	for b.Loop() {
		if _, _, err := audit.Verify(b.Context(), system,
			audit.Options{Solver: embedded.New(solve.Options{})}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBranches plans an operation of many branches, each of which a mutant changes in several ways.
func BenchmarkBranches(b *testing.B) {
	for _, branches := range []int{64, 256, 1024} {
		var all []string
		for k := range branches {
			all = append(all, fmt.Sprintf("(n? = %d ∧ r! = %d ∧ a' = a + %d)", k, 3*k, k%7))
		}
		text := "S == [a : ℤ]\nWide == [ΔS; n? : ℤ; r! : ℤ | " + strings.Join(all, " ∨ ") + "]\n"
		for _, recipe := range []string{"dnf", "standard"} {
			b.Run(fmt.Sprint(branches, "/", recipe), func(b *testing.B) {
				system := project(b, text, unit("wide", "Wide", "tactics: ["+recipe+"]\n"))
				var p *planner.Planned
				for b.Loop() {
					p = makePlan(b, system, planner.Options{Solver: embedded.New(solve.Options{})})
				}
				reportMutants(b, p)
			})
		}
	}
}

// BenchmarkComposed plans operations that consist of two others, each of which has many branches.
func BenchmarkComposed(b *testing.B) {
	for _, branches := range []int{8, 16, 32} {
		text := "S == [a, b : ℤ]\n"
		for _, name := range []string{"L", "R"} {
			var all []string
			for k := range branches {
				all = append(all,
					fmt.Sprintf("(n%s? = %d ∧ r%s! = %d ∧ a' = a + %d ∧ b' = b)", name, k, name, 3*k, k%7))
			}
			text += fmt.Sprintf("%s == [ΔS; n%s? : ℤ; r%s! : ℤ | %s]\n", name, name, name, strings.Join(all, " ∨ "))
		}
		text += "Both == L ∧ R\nThen == L ⨾ R\n"
		for _, recipe := range []string{"dnf", "standard"} {
			b.Run(fmt.Sprint(branches, "/", recipe), func(b *testing.B) {
				with := "tactics: [" + recipe + "]\n"
				system := project(b, text, unit("l", "L", with), unit("r", "R", with),
					unit("both", "Both", "uses: [l, r]\n"+with), unit("then", "Then", "uses: [l, r]\n"+with))
				var p *planner.Planned
				for b.Loop() {
					p = makePlan(b, system, planner.Options{Solver: embedded.New(solve.Options{})})
				}
				reportMutants(b, p)
			})
		}
	}
}

// BenchmarkExamples plans the examples without their own cases and tactics: with dnf and with what a unit
// without tactics gets. The second should take at most three times as long.
func BenchmarkExamples(b *testing.B) {
	for _, name := range []string{"bank", "denque", "depot", "eater", "filestore", "lrucache", "sortedlist"} {
		for _, tactic := range []string{"dnf", "standard"} {
			b.Run(name+"/"+tactic, func(b *testing.B) {
				system, err := config.Load("", "../examples/"+name)
				if err != nil {
					b.Fatal(err)
				}
				for _, u := range system.Units {
					u.Cases, u.Rejects, u.Tactics = nil, nil, []spec.Tactic{{Name: tactic}}
				}
				b.ReportAllocs()
				for b.Loop() {
					makePlan(b, system, planner.Options{})
				}
			})
		}
	}
}
