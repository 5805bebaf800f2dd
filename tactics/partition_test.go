package tactics

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
)

// flaws returns the flaws that the audit finds, each once and sorted.
func flaws(t *testing.T, p Partition) []Flaw {
	t.Helper()
	mistakes, err := p.audit()
	if err != nil {
		t.Fatal(err)
	}
	var out []Flaw
	for _, m := range mistakes {
		out = append(out, m.Flaw)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Every table covers what it divides, without overlap and without a dead row.
func TestPartitions(t *testing.T) {
	t.Parallel()
	for _, p := range Partitions() {
		t.Run(p.Of, func(t *testing.T) {
			t.Parallel()
			mistakes, err := p.audit()
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range mistakes {
				t.Errorf("%s: %s", m.Flaw, m.Text)
			}
		})
	}
}

// A row left out of any table is a hole, a row that is there twice an overlap,
// and a row that contradicts itself is dead.
func TestAuditFindsWhatIsPutIn(t *testing.T) {
	t.Parallel()
	for _, p := range Partitions() {
		t.Run(p.Of, func(t *testing.T) {
			t.Parallel()
			for i := range p.Rows {
				q := p
				q.Rows = slices.Delete(slices.Clone(p.Rows), i, i+1)
				if got := flaws(t, q); !slices.Equal(got, []Flaw{Hole}) {
					t.Errorf("without %q: got %v", p.Rows[i], got)
				}
			}
			q := p
			q.Rows = append(slices.Clone(p.Rows), p.Rows[0])
			if got := flaws(t, q); !slices.Equal(got, []Flaw{Overlap}) {
				t.Errorf("%q twice: got %v", p.Rows[0], got)
			}
			q.Rows = append(slices.Clone(p.Rows), "("+p.Rows[0]+") ∧ 0 = 1")
			if got := flaws(t, q); !slices.Equal(got, []Flaw{Dead}) {
				t.Errorf("a row that contradicts itself: got %v", got)
			}
			for i := range p.Negation {
				q := p
				q.Negation = slices.Delete(slices.Clone(p.Negation), i, i+1)
				if got := flaws(t, q); !slices.Equal(got, []Flaw{Hole}) {
					t.Errorf("without %q where the atom does not hold: got %v", p.Negation[i], got)
				}
			}
		})
	}
}

// Published tables with their mistakes, and rows that leave what is given.
func TestAuditOfPublishedTables(t *testing.T) {
	t.Parallel()
	const ab = "A, B : ℤ"
	for _, test := range []struct {
		p    Partition
		want []Flaw
	}{
		{Partition{Name: ">", Params: ab, Of: "A > B", Rows: []string{
			"A < 0 ∧ A > B", "A < 0 ∧ B > 0 ∧ A > B", "A = 0 ∧ B < 0", "A > 0 ∧ B = 0", "A > B ∧ B > 0"}},
			[]Flaw{Dead, Hole}},
		{Partition{Name: "+", Params: ab, Of: "A + B", Rows: []string{
			"A < B ∧ B < 0", "A < 0 ∧ A = B", "B < A ∧ A < 0", "A < 0 ∧ B = 0", "A < 0 ∧ B > 0",
			"A = 0 ∧ B < 0", "A = 0 ∧ B = 0", "A = 0 ∧ B > 0", "A > 0 ∧ A < B", "A > 0 ∧ A = B", "B > 0 ∧ A > B"}},
			[]Flaw{Hole}},
		{Partition{Name: "∈", Params: "[X] x : X; A : ℙ X", Of: "x ∈ A", Rows: []string{"A = {x}", "x ∈ A"}},
			[]Flaw{Overlap}},
		{Partition{Name: "∈", Params: "[X] x : X; A : ℙ X", Of: "x ∈ A", Rows: []string{"x ∈ A", "A = ∅"}},
			[]Flaw{Dead, Outside}},
		{Partition{Name: "div", Params: ab, Of: "A div B", Rows: []string{"A div B = 0", "A div B ≠ 0"}},
			[]Flaw{Hole, Undefined}},
	} {
		if got := flaws(t, test.p); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.p.Of, got, test.want)
		}
	}
}

// Tables have as many rows as the published ones, corrected, have.
func TestPartitionSizes(t *testing.T) {
	t.Parallel()
	sizes := map[string][]int{}
	for _, p := range Partitions() {
		sizes[p.Name] = append(sizes[p.Name], len(p.Rows))
	}
	for name, want := range map[string][]int{
		"∪": {8}, "∩": {8}, "∖": {8}, "∈": {2}, "∉": {2}, "#": {3}, "⊕": {8},
		"◁": {7}, "⩤": {7}, "▷": {7}, "⩥": {7}, "⦇⦈": {7},
		"<": {5}, "≤": {8}, ">": {5}, "≥": {8}, "=": {3, 2}, "≠": {8, 6},
		"+": {13}, "-": {13, 3}, "*": {9}, "div": {14}, "mod": {14}, "⌢": {15},
	} {
		if got := sizes[name]; !slices.Equal(got, want) {
			t.Errorf("%s has %d rows, want %d", name, got, want)
		}
	}
}

// Every operator that makes a predicate or a value has a table; those that make
// types have none.
func TestEveryOperatorHasAPartition(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, p := range Partitions() {
		names[p.Name] = true
	}
	for _, r := range zed.Rows() {
		// A function with a name takes its second operand later: count b.
		later := r.Means != "" && zed.IsCurried(r.Op)
		if r.Symbol != "" && r.Members == nil && r.Op != zed.Cross && !later && !names[r.Symbol] {
			t.Errorf("there is no standard partition for %s", r.Symbol)
		}
	}
}

// The tables by what operands are can be read, for every operator on two operands or
// fewer that makes no set of sets, and divide what they are asked to.
func TestPartitionsOfOperands(t *testing.T) {
	t.Parallel()
	for _, r := range zed.Rows() {
		if r.Symbol == "" || r.Open || r.Members != nil || zed.IsCurried(r.Op) {
			continue
		}
		p := makeOperandTable(r)
		if _, err := newTable(p); err != nil {
			t.Errorf("%s: %+v: %v", r.Symbol, p, err)
		}
	}
	for symbol, want := range map[string]string{
		"⌢":    "[A] x : seq (A); y : seq (A) | x ⌢ y | #x = 0 ∧ #y = 0 … 9",
		"succ": "x : ℤ | succ x | x < 0 … 3", "div": "x : ℤ; y : ℤ | x div y | x < 0 ∧ y < 0 … 6",
		"head": "[A] x : seq (A) | head x | #x = 1 … 2", "∈": "[A] x : A; y : ℙ (A) | x ∈ y | x ∈ y ∧ true … 1",
		"dom": "[A, B] x : ℙ ((A) × (B)) | dom x | x = ∅ … 2", "∼": "[A, B] x : ℙ ((A) × (B)) | x ∼ | x = ∅ … 2",
	} {
		for _, r := range zed.Rows() {
			if p := makeOperandTable(r); r.Symbol == symbol {
				if got := fmt.Sprintf("%s | %s | %s … %d", p.Params, p.Of, p.Rows[0], len(p.Rows)); got != want {
					t.Errorf("%s, want %s", got, want)
				}
			}
		}
	}
}
