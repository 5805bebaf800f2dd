package schema_test

import (
	"sort"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
)

const sortedList = `S == [list : seq ℤ]
InList == [ΞS; x? : ℤ | x? ∈ ran list]
Input1 == [ΔS; x? : ℤ | x? ∉ ran list]
┌ Sort1
  ΔS
  x? : ℤ
|
  #list' = #list + 1
  list' ↾ {x?} = (list ↾ {x?}) ⌢ ⟨x?⟩
  ∀ y : (ran list) ∖ {x?} • list ↾ {y} = list' ↾ {y}
  ∀ i, j : dom list' • i < j ⇒ list' i ≤ list' j
└
InsertAndSort1 == (Input1 ∧ Sort1) ∨ InList
`

func calculus(t testing.TB, text string) *schema.Calculus {
	t.Helper()
	return schema.New(spec(t, text))
}

func spec(t testing.TB, text string) *types.Spec {
	t.Helper()
	paragraphs, err := parse.Document(source.NewFile("z", text).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 0))
	}
	checked, err := types.Check(paragraphs)
	if err != nil {
		t.Fatal(source.Show(err, 0))
	}
	return checked
}

// printConjuncts writes a predicate as its conjuncts, in order.
func printConjuncts(e zed.Expr) string {
	var parts []string
	for _, c := range schema.Conjuncts(e) {
		parts = append(parts, zed.Print(c, zed.Unicode))
	}
	return strings.Join(parts, " | ")
}

func names(vars []zed.Var) string {
	var out []string
	for _, v := range vars {
		out = append(out, v.Name)
	}
	return strings.Join(out, " ")
}

func TestUnfold(t *testing.T) {
	for _, test := range []struct{ body, vars, pred string }{
		{"A == [a, b : ℤ | a < b]", "a b", "a < b"},
		{"A == [a : ℕ]", "a", "a ∈ ℕ"},
		{"B == [a : ℕ]\nA == [B; c : ℤ | c = a]", "a c", "a ∈ ℕ | c = a"},
		{"B == [a : ℕ]\nA == ΔB", "a a'", "a ∈ ℕ | a' ∈ ℕ"},
		{"B == [a, b : ℤ]\nA == ΞB", "a b a' b'", "a' = a | b' = b"},
		{"B == [a : ℤ | a > 0]\nA == B'", "a'", "a' > 0"},
		{"B == [a : ℤ | a > 0]\nA == B[c/a]", "c", "c > 0"},
		{"B == [a : ℤ | ∃ c : ℤ • a < c]\nA == B[c/a]", "c", "∃ c₁ : ℤ • c < c₁"},
		{"B == [a, b : ℤ | a < b]\nA == B[b/a, a/b]", "b a", "b < a"},
		{"B == [a, c : ℤ | a < c]\nA == B ⧹ (c)", "a", "∃ c : ℤ • a < c"},
		{"B == [a : ℕ]\nC == [a : ℤ; b : ℕ]\nA == B ∧ C", "a b", "a ∈ ℕ | b ∈ ℕ"},
		{"B == [a : ℕ]\nC == [a : ℤ | a < 0]\nA == B ∨ C", "a", "a ∈ ℕ ∨ a < 0"},
		{"B == [a : ℕ]\nA == ¬ B", "a", "¬ a ∈ ℕ"},
		{"B == [a : ℕ]\nC == [a : ℤ | a < 9]\nA == B ⇒ C", "a", "a ∈ ℕ ⇒ a < 9"},
		{"B == [a, a' : ℤ; o! : ℤ | a' = a + 1 ∧ o! = a]\nA == pre B", "a", "∃ a' : ℤ; o! : ℤ • a' = a + 1 ∧ o! = a"},
		{"B == [a, b : ℤ | a < b]\nA == ∃ b : ℕ • B", "a", "∃ b : ℕ • a < b"},
		{"B == [a, b : ℤ | a < b]\nA == ∀ b : ℕ • B", "a", "∀ b : ℕ • a < b"},
		{"B == [a : ℤ | a > 0]\nA == [a : ℤ | ¬ B]", "a", "¬ a > 0"},
		{"B == [a : ℤ | a > 0]\nA == [b : ℙ B | b = ∅]", "b", "b ∈ ℙ {a : ℤ | a > 0 • ⦉a == a⦊} | b = ∅"},
		{"B == [a, a' : ℤ | a' = a + 1]\nA == B ⨾ B", "a a'", "∃ a₁ : ℤ • a₁ = a + 1 ∧ a' = a₁ + 1"},
		{"B == [o! : ℤ | o! = 1]\nC == [o? : ℤ; r! : ℤ | r! = o?]\nA == B ≫ C", "r!", "∃ o₁ : ℤ • o₁ = 1 ∧ r! = o₁"},
		{"B == [a, b : ℤ | a < b]\nC == [a : ℤ]\nA == B ⨡ C", "a", "∃ b : ℤ • a < b"},
	} {
		n, err := calculus(t, test.body+"\n").Unfold("A")
		if err != nil {
			t.Errorf("%s: %v", test.body, err)
			continue
		}
		if names(n.Vars) != test.vars {
			t.Errorf("%s: variables %s, want %s", test.body, names(n.Vars), test.vars)
		}
		if got := printConjuncts(n.Pred); got != test.pred {
			t.Errorf("%s:\n got %s\nwant %s", test.body, got, test.pred)
		}
	}
}

// operationOf writes an operation's disjuncts, a line each.
func operationOf(op *schema.Operation) string {
	var lines []string
	for _, d := range op.Disjuncts {
		var parts []string
		for _, c := range d.Conjuncts {
			parts = append(parts, zed.Print(c, zed.Unicode))
		}
		lines = append(lines, strings.Join(parts, " | "))
	}
	return strings.Join(lines, "\n")
}

func TestSortedList(t *testing.T) {
	c := calculus(t, sortedList)
	op, err := c.Operation("InsertAndSort1", c.Units([]string{"InsertAndSort1", "Sort1"}))
	if err != nil {
		t.Fatal(err)
	}
	const want = "list ∈ seq ℤ | list' ∈ seq ℤ | x? ∉ ran list | Sort1\n" +
		"list ∈ seq ℤ | list' ∈ seq ℤ | list' = list | x? ∈ ran list"
	if got := operationOf(op); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if names(op.Vars) != "list list' x?" || len(op.Own) != 3 {
		t.Errorf("variables %s, own %v", names(op.Vars), op.Own)
	}
	sorted, err := c.Unfold("Sort1")
	if err != nil {
		t.Fatal(err)
	}
	if len(op.Occurrences) != 1 || op.Occurrences[0].Body != sorted.Pred {
		t.Errorf("the occurrence does not share the body of Sort1")
	}
	for _, v := range op.Vars {
		if p, ok := v.Type.(zed.PowerType); ok && !p.List {
			t.Errorf("%s is not a list", v.Name)
		}
	}
}

// TestOccurrences is the table of what is a use: form (†) of Cristiá, Mesuro
// and Frydman.
func TestOccurrences(t *testing.T) {
	const base = "S == [a : ℤ]\nB == [a, a', x? : ℤ | a' = x?]\nC == [a, a' : ℤ; y! : ℤ | y! = a]\nP == [a : ℤ | a > 0]\n"
	for _, test := range []struct{ body, want string }{
		{"A == B ∧ P", "B#1 a=a a'=a' x?=x?"},
		{"A == B ∨ C", "B#1 a=a a'=a' x?=x?; C#1 a=a a'=a' y!=y!"},
		{"A == (P ∧ B) ∨ B", "B#1 a=a a'=a' x?=x?; B#2 a=a a'=a' x?=x?"},
		{"A == [B; z : ℤ | z = 1]", "B#1 a=a a'=a' x?=x?"},
		{"A == [a, a', x? : ℤ | a > 0 ∧ B]", "B#1 a=a a'=a' x?=x?"},
		{"Alias == B\nA == P ∧ Alias", "B#1 a=a a'=a' x?=x?"},
		{"M == P ∧ B\nA == M ∨ C", "B#1 a=a a'=a' x?=x?; C#1 a=a a'=a' y!=y!"},
		{"A == P ∧ B[b/a, b'/a']", "B#1 a=b a'=b' x?=x?"},
		{"A == P ∧ B[b/a][c/b]", "B#1 a=c a'=a' x?=x?"},
		{"A == P ⇒ B", "B#1 a=a a'=a' x?=x?"},
		{"A == P ∧ (∃ x? : ℤ • B)", "B#1 a=a a'=a' x?=x?"},
		{"A == [x? : ℤ | x? = 0] ∧ (B ⧹ (x?))", "B#1 a=a a'=a' x?=x₁?"},
		{"A == B ⨾ C", "B#1 a=a a'=a₁ x?=x?; C#1 a=a₁ a'=a' y!=y!"},
		{"A == pre B", ""},
		{"A == P ∧ ¬ B", ""},
		{"A == B ⇒ P", ""},
		{"A == B ⇔ P", ""},
		{"A == ¬ (¬ B)", "B#1 a=a a'=a' x?=x?"},
		{"A == ¬ (¬ (¬ B))", ""},
		{"A == [a, a', x? : ℤ | ¬ ¬ B]", "B#1 a=a a'=a' x?=x?"},
		{"A == let Q == B • Q", "B#1 a=a a'=a' x?=x?"},
		{"A == [a, a', x? : ℤ | let Q == B; R == P • Q ∧ R]", "B#1 a=a a'=a' x?=x?"},
		{"A == [a, a' : ℤ | ∃₁ x? : ℤ • B]", "B#1 a=a a'=a' x?=x?"},
		{"A == [a, a', x? : ℤ; s : ℙ B | θB ∈ s]", ""},
		{"A == [a : ℤ | #{B | a > 0} = 1]", ""},
		{"A == [a : ℤ | ∃ B • a > 0]", "B#1 a=a a'=a' x?=x?"},
		{"A == [a, a', x? : ℤ | ∃ k : ℤ | B • k = a]", "B#1 a=a a'=a' x?=x?"},
		{"A == [a, a', x? : ℤ | if a > 0 then B else (a' = a)]", "B#1 a=a a'=a' x?=x?"},
		{"A == if 1 = 1 then B else [a, a', x? : ℤ]", "B#1 a=a a'=a' x?=x?"},
		{"A == P ∧ (∃₁ x? : ℤ • B)", "B#1 a=a a'=a' x?=x?"},
	} {
		c := calculus(t, base+test.body+"\n")
		op, err := c.Operation("A", c.Units([]string{"A", "B", "C"}))
		if err != nil {
			t.Errorf("%s: %v", test.body, err)
			continue
		}
		if got := listDisjuncts(op); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.body, got, test.want)
		}
	}
}

// What the schema of a unit is another name for stands for the unit.
func TestOtherNames(t *testing.T) {
	t.Parallel()
	const base = "[M]\nS == [a : M]\nG[X] == [a, a', x? : X | a' = x?]\n"
	for _, test := range []struct{ spec, want string }{
		{"B == G[M]\nA == S ∧ G[M]", "B#1 a=a a'=a' x?=x?"},
		{"B == G[M]\nA == S ∧ G[ℤ][b/a, b'/a', y?/x?]", ""},
		{"H == G[M]\nB == H\nA == (S ∧ H) ∨ G[M]", "B#1 a=a a'=a' x?=x?; B#2 a=a a'=a' x?=x?"},
		{"B == S\nA == S", ""},
		{"A == S\nB == [x : ℤ]", ""},
		{"B == S\nC == S\nA == S ∧ [b : M]", ""},
		{"B == A\nA == S", ""},
		{"A == B\nB == S", "B#1 a=a"},
	} {
		c := calculus(t, base+test.spec+"\n")
		names := []string{"A", "B"}
		if strings.Contains(test.spec, "C ==") {
			names = append(names, "C")
		}
		op, err := c.Operation("A", c.Units(names))
		if err != nil {
			t.Errorf("%s: %v", test.spec, err)
			continue
		}
		if got := listDisjuncts(op); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.spec, got, test.want)
		}
	}
}

func listDisjuncts(op *schema.Operation) string {
	var out []string
	for _, o := range op.Occurrences {
		here := map[string]string{}
		for from, to := range o.Rename {
			here[to] = from
		}
		var parts []string
		for _, v := range o.Vars {
			from, ok := here[v.Name]
			if !ok {
				from = v.Name
			}
			parts = append(parts, from+"="+v.Name)
		}
		out = append(out, o.Schema+"#"+string(rune('0'+o.Index))+" "+strings.Join(parts, " "))
	}
	return strings.Join(out, "; ")
}

func TestOwn(t *testing.T) {
	for _, test := range []struct{ body, own string }{
		{"A == [x : ℤ] ∧ B", "x"},
		{"A == [x : ℤ] ∧ [B | y? > 0]", "x y?"},
		{"A == B", ""},
		{"A == [x : ℤ] ∧ (B ⧹ (y?))", "x"},
	} {
		c := calculus(t, "B == [x, x', y? : ℤ | x' = y?]\n"+test.body+"\n")
		op, err := c.Operation("A", c.Units([]string{"A", "B"}))
		if err != nil {
			t.Fatal(err)
		}
		var own []string
		for v := range op.Own {
			own = append(own, v)
		}
		sort.Strings(own)
		if got := strings.Join(own, " "); got != test.own {
			t.Errorf("%s: own %s, want %s", test.body, got, test.own)
		}
	}
}

func TestDisjuncts(t *testing.T) {
	for _, test := range []struct{ pred, want string }{
		{"a = 1", "a = 1"},
		{"a = 1 ∧ (b = 1 ∨ c = 1)", "a = 1 | b = 1\na = 1 | c = 1"},
		{"a = 1 ⇒ b = 1", "a ≠ 1\nb = 1"},
		{"a = 1 ⇔ b < 1", "a = 1 | b < 1\na ≠ 1 | b ≥ 1"},
		{"¬ (a = 1 ∧ b ≤ 1)", "a ≠ 1\nb > 1"},
		{"¬ (a ∈ ℕ ⇒ b ∉ ℕ)", "a ∈ ℕ | b ∈ ℕ"},
		{"¬ (a = 1 ⇔ b = 1)", "a = 1 | b ≠ 1\na ≠ 1 | b = 1"},
		{"¬ (∀ x : ℤ • x = 1 ∨ x = 2)", "¬ (∀ x : ℤ • x = 1 ∨ x = 2)"},
		{"∃ x : ℤ • x = 1 ∨ x = a", "∃ x : ℤ • x = 1 ∨ x = a"},
		{"true", ""},
		{"false ∨ a = 1", "a = 1"},
		{"let x == b + 1; y == c • x > y ∧ (a = x ∨ a = y)", "b + 1 > c | a = b + 1\nb + 1 > c | a = c"},
		{"let x == b; b == a • ∃ a : ℤ • x = a ∧ b > 2", "∃ a₁ : ℤ • b = a₁ ∧ a > 2"},
	} {
		op, err := calculus(t, "A == [a, b, c : ℤ | "+test.pred+"]\n").Operation("A", nil)
		if err != nil {
			t.Errorf("%s: %v", test.pred, err)
			continue
		}
		if got := operationOf(op); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.pred, got, test.want)
		}
	}
	op, err := calculus(t, "B == [a, b : ℤ | a = 1 ∨ b = a]\nA == B ⧹ (b)\n").Operation("A", nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(op.Disjuncts) != 2 {
		t.Errorf("hiding keeps a disjunction inside: %s", operationOf(op))
	}
}

// Local definitions that would become too long stay.
func TestLongLet(t *testing.T) {
	t.Parallel()
	op, err := calculus(t, "A == [a : ℤ | let x == a • "+strings.Repeat("let x == x + x • ", 60)+"x = a]\n").Operation(
		"A", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := zed.Print(op.Pred, zed.Unicode); len(got) > 10_000 || !strings.Contains(got, "let") {
		t.Errorf("%d bytes: %.200s", len(got), got)
	}
}

// Where there would be too many disjuncts, the alternatives of the last conjuncts stay together, but
// for those in which operations occur.
func TestTooManyDisjuncts(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("A == [a : ℤ | a = 0")
	for range 12 {
		b.WriteString(" ∧ (a = 1 ∨ a = 2)")
	}
	op, err := calculus(t, b.String()+"]\n").Operation("A", nil)
	if err != nil || len(op.Disjuncts) != schema.MaxDisjuncts || len(op.Joined) != 2 {
		t.Fatalf("got %v", err)
	}
	for _, d := range op.Disjuncts {
		if len(d.Conjuncts) != 13 || d.Conjuncts[11] != op.Joined[0] || d.Conjuncts[12] != op.Joined[1] {
			t.Fatalf("%d conjuncts", len(d.Conjuncts))
		}
	}
}

// Where operations occur in what would make too many disjuncts, the conjuncts without operations stay
// whole first, and every disjunct has all that is left of each conjunct.
func TestTooManyDisjunctsWithOperations(t *testing.T) {
	t.Parallel()
	plain, used := " ∧ (a = 1 ∨ a = 2)", " ∧ (B ∨ [a : ℤ | a = 1])"
	for _, c := range []struct {
		plain, used, after int // how many conjuncts of each kind there are
		disjuncts, joined  int
	}{
		{2, 3, 0, 32, 0}, {8, 4, 0, 16, 1}, {4, 4, 8, 256, 1}, {0, 12, 0, 1024, 2}, {3, 12, 0, 1024, 3},
	} {
		text := "B == [a : ℤ | a = 5]\nA == [a : ℤ | a = 0" + strings.Repeat(plain, c.plain) + "]" +
			strings.Repeat(used, c.used) + " ∧ [a : ℤ | a = 0" + strings.Repeat(plain, c.after) + "]\n"
		op, err := calculus(t, text).Operation("A", schema.Units{"B": "b"})
		if err != nil || len(op.Disjuncts) != c.disjuncts || len(op.Joined) != c.joined ||
			len(op.Occurrences) != c.used {
			t.Errorf("%+v: %d disjuncts, %d joined, %d occurrences: %v", c, len(op.Disjuncts), len(op.Joined),
				len(op.Occurrences), err)
		}
		whole := 0
		for _, e := range op.Joined {
			if strings.Contains(zed.Print(e, zed.Unicode), "b") || strings.Contains(zed.Print(e, zed.Unicode), "B") {
				whole++
			}
		}
		if want := max(0, c.used-10); whole != want {
			t.Errorf("%+v: %d with operations stay whole, want %d", c, whole, want)
		}
	}
	many := "B == [a : ℤ | a = 5]\nA == B" + strings.Repeat(" ∨ [a : ℤ | a = 1]", 1100) + "\n"
	op, err := calculus(t, many).Operation("A", schema.Units{"B": "b"})
	if err != nil || len(op.Disjuncts) != 1 || len(op.Joined) != 1 {
		t.Errorf("%d disjuncts: %v", len(op.Disjuncts), err)
	}
}

func TestErrors(t *testing.T) {
	c := calculus(t, "B == [a : ℤ]\nn == 3\n")
	for _, name := range []string{"None", "n"} {
		if _, err := c.Unfold(name); err == nil {
			t.Errorf("%s was unfolded", name)
		}
	}
}

func TestOpenAndExists(t *testing.T) {
	calc := calculus(t, "B == [a : ℤ; b : ℕ; c : ℤ | a < b]\n")
	n, err := calc.Unfold("B")
	if err != nil {
		t.Fatal(err)
	}
	q, ok := calc.Exists(n.Vars[1:], n.Pred).(*zed.Quant)
	if !ok {
		t.Fatal("no quantifier")
	}
	body, vars := schema.Open(q)
	if names(vars) != "b" {
		t.Errorf("opened %s; c is not free in the predicate", names(vars))
	}
	if got := strings.Join(schema.FreeVars(body), " "); got != "a b" {
		t.Errorf("free: %s", got)
	}
	if got := strings.Join(schema.FreeVars(q), " "); got != "a" {
		t.Errorf("free: %s", got)
	}
	if calc.Exists(n.Vars[2:], n.Pred) != n.Pred {
		t.Error("a variable that is not free was quantified")
	}
}

// TestInvariants: how a state may meet its invariant makes no disjuncts, of the
// operation itself or of one that is renamed or promoted.
func TestInvariants(t *testing.T) {
	for _, test := range []struct{ spec, want string }{
		{"S == [a, b : ℤ | a > 0 ⇒ b > 0]\nA == [ΔS; x? : ℤ | a' = x? ∨ b' = x?]\n",
			"a > 0 ⇒ b > 0 | a' > 0 ⇒ b' > 0 | a' = x?\na > 0 ⇒ b > 0 | a' > 0 ⇒ b' > 0 | b' = x?"},
		{"S == [a, b : ℤ | a > 0 ⇒ b > 0]\nB == [ΔS; x? : ℤ | a' = x?]\nA == B[y?/x?, c/a, c'/a']\n",
			"c > 0 ⇒ b > 0 | c' > 0 ⇒ b' > 0 | c' = y?"},
		// A schema that no operation changes is a condition like any other.
		{"S == [a : ℤ | a > 0 ∨ a < -5]\nA == [S; x? : ℤ | x? = a]\n", "a > 0 | x? = a\na < -5 | x? = a"},
	} {
		op, err := calculus(t, test.spec).Operation("A", nil)
		if err != nil {
			t.Errorf("%s: %v", test.spec, err)
			continue
		}
		if got := operationOf(op); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.spec, got, test.want)
		}
	}
}
