package tactics

import (
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/suite"
)

// A conjunct that has a value only where another one holds is left out where that is
// false, and stays everywhere else.
func TestGuards(t *testing.T) {
	t.Parallel()
	const state = "[K]\nSt == [f : K ⇸ ℕ; g : ℕ ⇸ ℕ; s : seq ℕ]\n"
	for _, c := range []struct {
		pred string
		want []string
	}{
		{"k? ∈ dom f ∧ f k? > 0", []string{"k? ∉ dom f", "f k? ≤ 0 ∧ k? ∈ dom f"}},
		{"f k? > 0 ∧ k? ∈ dom f", []string{"f k? ≤ 0 ∧ k? ∈ dom f", "k? ∉ dom f"}},
		{"k? ∈ dom f ∧ n? > 0 ∧ f k? ≥ n?", []string{"k? ∉ dom f ∧ n? > 0", "n? ≤ 0 ∧ k? ∈ dom f ∧ f k? ≥ n?",
			"f k? < n? ∧ k? ∈ dom f ∧ n? > 0"}},
		{"k? ∈ dom f ∧ f k? ∈ dom g ∧ g (f k?) > n?", []string{"k? ∉ dom f", "f k? ∉ dom g ∧ k? ∈ dom f",
			"g (f k?) ≤ n? ∧ k? ∈ dom f ∧ f k? ∈ dom g"}},
		{"n? ≠ 0 ∧ 100 div n? > 9", []string{"n? = 0", "100 div n? ≤ 9 ∧ n? ≠ 0"}},
		{"s ≠ ⟨⟩ ∧ head s > 3", []string{"s = ⟨⟩", "head s ≤ 3 ∧ s ≠ ⟨⟩"}},
		{"#s > 0 ∧ last s > 3", []string{"#s ≤ 0", "last s ≤ 3 ∧ #s > 0"}},
		{"n? ≥ 1 ∧ n? ≤ #s ∧ s n? > 3", []string{"n? < 1 ∧ n? ≤ #s", "n? > #s ∧ n? ≥ 1",
			"s n? ≤ 3 ∧ n? ≥ 1 ∧ n? ≤ #s"}},
		{"n? ∈ 1 .. #s ∧ s n? > 3", []string{"n? ∉ 1..#s", "s n? ≤ 3 ∧ n? ∈ 1..#s"}},
		{"n? ∈ dom g ∧ n? > 5 ∧ g n? > 3", []string{"n? ∉ dom g ∧ n? > 5", "n? ≤ 5 ∧ n? ∈ dom g ∧ g n? > 3",
			"g n? ≤ 3 ∧ n? ∈ dom g ∧ n? > 5"}},
	} {
		z := state + "Op == [ΞSt; k? : K; n? : ℕ | " + c.pred + "]\n"
		system := load(t, z, "unit: op\nz: spec.zed\nschema: Op\ntactics: [rj]\nrejects: \"true\"\n", "")
		tree, err := Build(system, system.Unit("op"), 0)
		if err != nil {
			t.Errorf("%s: %v", c.pred, err)
			continue
		}
		var got []string
		(&suite.Tree{Root: tree.Rejected}).Walk(func(d *suite.Condition) {
			if d.Parent != nil {
				got = append(got, d.Shown)
			}
		})
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%s: no condition %s among\n%s", c.pred, want, strings.Join(got, "\n"))
			}
		}
	}
}

// strong looks for the precondition of a callee only where the operation's schema holds the
// callee's, and divides no constructor by its domain.
func TestStrong(t *testing.T) {
	t.Parallel()
	const z = `V ::= none | some⟪ℕ⟫
St == [v : V; f : ℕ ⇸ ℕ]
B == [ΔSt; x? : ℕ | x? < 9 ∧ v' = some x? ∧ f' = f]
Op == [ΔSt; n? : ℕ | v ≠ some n? ∧ n? ∈ dom f ∧ f n? > 0 ∧ v' = some n? ∧ f' = f]
`
	system := load(t, z,
		"unit: op\nz: spec.zed\nschema: Op\ncalls: [b]\ntactics: strong\n---\nunit: b\nschema: B\n", "")
	tree, err := Build(system, system.Unit("op"), 0)
	if err != nil {
		t.Fatal(err)
	}
	text := printTree(tree)
	for _, absent := range []string{"MF_", "dom some"} {
		if strings.Contains(text, absent) {
			t.Errorf("%s is in\n%s", absent, text)
		}
	}
	if !strings.Contains(text, "dom f = {n?}") {
		t.Errorf("f is not divided by its domain:\n%s", text)
	}
}

// What stands beside others does not take their conditions away, nor are its own divided.
func TestBeside(t *testing.T) {
	t.Parallel()
	const z = "St == [n : ℕ | n ≤ 3]\nOp == [ΔSt; x? : ℕ | n' = n]\n"
	for _, c := range []struct{ tactics, want string }{
		{"[iv]", "Op_DNF_1 Op_IV_1 Op_IV_2"},
		{"[iv, {nr: [x?, [2]]}]", "Op_DNF_1 Op_IV_1 Op_NR_1 Op_NR_2 Op_NR_3"},
		{"[{nr: [x?, [2]]}, iv]", "Op_DNF_1 Op_NR_1 Op_IV_1 Op_IV_4 Op_NR_2 Op_IV_2 Op_IV_5 Op_NR_3 Op_IV_3 Op_IV_6"},
		{"[iv, {nr: [x?, [2]], at: op/DNF_1/IV_1}]", "Op_DNF_1 Op_IV_1 Op_NR_1 Op_NR_2 Op_NR_3 Op_IV_2"},
	} {
		system := load(t, z, "unit: op\nz: spec.zed\nschema: Op\ntactics: "+c.tactics+"\n", "")
		tree, err := Build(system, system.Unit("op"), 0)
		if err != nil {
			t.Errorf("%s: %v", c.tactics, err)
			continue
		}
		var got []string
		tree.Walk(func(d *suite.Condition) {
			if d.Parent != nil {
				got = append(got, d.Name())
			}
		})
		if names := strings.Join(got, " "); names != c.want {
			t.Errorf("%s: %s, want %s", c.tactics, names, c.want)
		}
	}
}
