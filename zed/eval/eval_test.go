package eval_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

const prelude = "[NAME]\nCOLOUR ::= red | green | blue\nTREE ::= leaf | node⟪ℤ⟫\naxiom\n  limit : ℤ\n  loose : ℤ\nend\n"

func vars() []zed.Var {
	ints, pairs := zed.Type(zed.PowerType{Elem: zed.IntType{}}),
		zed.Type(zed.ProductType{Elems: []zed.Type{zed.IntType{}, zed.IntType{}}})
	return []zed.Var{
		{Name: "s", Type: zed.SeqOf(zed.IntType{})},
		{Name: "A", Type: ints},
		{Name: "f", Type: zed.PowerType{Elem: pairs}},
		{Name: "n", Type: zed.IntType{}},
	}
}

func globals() *eval.Globals {
	atoms := func(names ...string) []value.Value {
		var out []value.Value
		for _, n := range names {
			out = append(out, value.OfAtom(n))
		}
		return out
	}
	return &eval.Globals{
		Given:  map[string][]value.Value{"NAME": atoms("name1", "name2")},
		Free:   map[string][]value.Value{"COLOUR": atoms("red", "green", "blue")},
		Consts: map[string]value.Value{"limit": value.OfInt(5)},
	}
}

func compile(t testing.TB, text string) *eval.Program {
	t.Helper()
	p, _ := compileTyped(t, text)
	return p
}

func compileTyped(t testing.TB, text string) (*eval.Program, zed.Type) {
	t.Helper()
	paragraphs, err := parse.Document(source.NewFile("prelude", prelude).Whole())
	if err != nil {
		t.Fatal(err)
	}
	spec, err := types.Check(paragraphs)
	if err != nil {
		t.Fatal(err)
	}
	e, err := parse.Toolkit().Expr(source.NewFile("term", text).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 0))
	}
	checked, err := spec.Expr(e, vars())
	if err != nil {
		t.Fatal(source.Show(err, 0))
	}
	var slots []string
	for _, v := range vars() {
		slots = append(slots, v.Name)
	}
	p, err := eval.Compile(checked, slots, globals())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p, checked.Typ()
}

func seq(ns ...int64) value.Value {
	var out []value.Value
	for _, n := range ns {
		out = append(out, value.OfInt(n))
	}
	return value.OfSeq(out)
}

// frame returns the frame s = ⟨3, 1, 3⟩, A = {1, 2}, f = {1 ↦ 4, 5 ↦ 4}, n = 2.
func frame() []value.Value {
	pair := func(a, b int64) value.Value { return value.OfTuple(value.OfInt(a), value.OfInt(b)) }
	return []value.Value{seq(3, 1, 3), value.OfSet([]value.Value{value.OfInt(2), value.OfInt(1)}),
		value.OfSet([]value.Value{pair(5, 4), pair(1, 4)}), value.OfInt(2)}
}

func TestPredicates(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(`
true: n ∈ A
false: 3 ∈ A
true: s ∈ seq ℤ
true: s ∈ seq ℕ₁
false: s ∈ seq A
false: s ∈ iseq ℤ
true: f ∈ ℤ ⇸ ℤ
false: f ∈ ℤ → ℤ
false: f ∈ ℤ ⤔ ℤ
true: f ∈ {1, 5} ↠ {4}
true: A ⊂ ℕ ∧ A ⊆ A
false: A ⊂ A
true: ∀ x : A • x > 0
true: ∃ x : ℤ • x ∈ A ∧ x > 1
false: ∃ x : ℤ | x ∈ A • x > 2
true: ∀ x : ℤ | 0 < x ∧ x ≤ 3 • x < 4
true: ∀ x : ℤ • x ∈ ran s ⇒ x ≥ 1
undefined: ∀ x : ℤ • x = x
undefined: ∃ x : ℤ • x * x * x = 8
true: ∃ x : ℤ • x * x = 4
false: ∃ x : ℤ • x * x = 5
true: {x : ℤ | x * x < 5} = {-2, -1, 0, 1, 2}
true: {x : ℕ | 2 * x + 1 ≤ 5} = {0, 1, 2}
true: {x : ℤ | 3 - x ∈ 1 .. 2} = {1, 2}
false: ∃ x : ℤ • 2 * x = 5
true: {x : ℤ | - x < 3 ∧ 4 * x < 6} = {-2, -1, 0, 1}
true: {x : ℤ | x ∈ {1} ∨ (∃ y : {3, 4} • x = y + 1)} = {1, 4, 5}
true: {x : ℤ | ∃ y : {3, 4} • x ∈ y .. 5} = {3, 4, 5}
true: {x : ℤ | ¬ (x ∉ {1} ∧ x ≠ 2)} = {1, 2}
true: {x : ℤ | ∃ y : ℤ | y ∈ {3, 4} • {(y, x)} = {(3, 7)}} = {7}
true: {x : ℤ | ∃ s : ℙ ℤ • s ⊆ {1, 2} ∧ x = # s} = {0, 1, 2}
undefined: {x : ℤ | ∃ y : {3, 4} • x > y} = ∅
undefined: ∃ x : ℤ • ∃ y : {0, 1} • x = 1 div y
true: ∃₁ x : A • x > 1
true: s = ⟨3⟩ ⌢ ⟨1, 3⟩
false: s = ⟨3⟩ ⌢ ⟨1⟩
true: ⟨3⟩ ⌢ tail s = s
true: s ≠ s ⌢ ⟨n⟩
true: ⟨⟩ prefix s ∧ ⟨1⟩ infix s ∧ s suffix s
false: f prefix f ∨ f suffix f ∨ f infix f ∨ ⟨⟩ suffix f
true: tail ⟨1⟩ = ⟨⟩ ⌢ ⟨⟩
undefined: s = tail ⟨⟩ ⌢ ⟨1⟩
false: ∃ x : {1}; x : {2, 3} • x > 0
false: ∃₁ x : ran s • x > 0
true: ∃₁ x : ran s • x = 3
true: ∀ i, j : dom s • i = j ∨ s i ≠ s j ∨ s i = 3
true: ∃ A, B : ℙ {1, 2} • #A = 2 ∧ #B = 0
undefined: f 7 = 1
false: f 7 = 1 ∧ n = 3
true: f 7 = 1 ∨ n = 2
true: n = 3 ⇒ f 7 = 1
true: f 7 = 1 ⇒ n = 2
undefined: n = 2 ⇒ f 7 = 1
undefined: f 7 = 1 ⇔ n = 2
undefined: ¬ f 7 = 1
undefined: n div 0 = 1
undefined: loose = 1
true: limit = 5
true: ℕ ≠ A
true: ℕ = ℕ
true: disjoint ⟨{1}, A ∖ {1}⟩
true: ⟨{1}, {2}⟩ partition A
true: ⟨3⟩ prefix s ∧ ⟨3⟩ suffix s ∧ ⟨1⟩ infix s
false: ⟨1⟩ prefix s
true: ∀ c : COLOUR • c = red ∨ c = green ∨ c = blue
true: ∃ x, y : NAME • x ≠ y
true: if n = 2 then true else (f 7 = 1)
true: n ∈ {x : ℤ | x > 1}
false: ⟨⟩ ∈ seq₁ ℤ
true: (1, 2) ∈ ℤ × A
true: A ∈ ℙ ℕ ∧ A ∈ 𝔽₁ ℤ
`), "\n") {
		want, text, _ := strings.Cut(line, ": ")
		got, reason := compile(t, text).Truth(frame())
		if got.String() != want {
			t.Errorf("%s is %s, want %s (%v)", text, got, want, reason)
		}
		if (reason != nil) != (got > eval.True) {
			t.Errorf("%s is %s with the reason %v", text, got, reason)
		}
	}
}

func TestValues(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(`
s ⌢ ⟨9⟩ => ⟨3, 1, 3, 9⟩
s ↾ {3} => ⟨3, 3⟩
{1, 3} ↿ s => ⟨3, 3⟩
rev s => ⟨3, 1, 3⟩
head s + last s => 6
tail s => ⟨1, 3⟩
front s => ⟨3, 1⟩
head (tail ⟨1⟩) => the sequence is empty
squash {2 ↦ 5, 7 ↦ 6} => ⟨5, 6⟩
⌢/ ⟨⟨1⟩, ⟨⟩, ⟨2⟩⟩ => ⟨1, 2⟩
#s => 3
dom s => {1, 2, 3}
ran s => {1, 3}
s 2 => 1
s 4 => 4 is not in the domain
f 5 => 4
A ∪ {5} => {1, 2, 5}
A ∩ ℕ => {1, 2}
A ∖ {1} => {2}
⋃ {A, {7}} => {1, 2, 7}
⋂ {A, {2}} => {2}
{1} ◁ f => {1 ↦ 4}
{1} ⩤ f => {5 ↦ 4}
f ▷ {4} => {1 ↦ 4, 5 ↦ 4}
f ⩥ {4} => ∅
f ⦇ {5} ⦈ => {4}
f ∼ => {4 ↦ 1, 4 ↦ 5}
f ⊕ {1 ↦ 0} => {1 ↦ 0, 5 ↦ 4}
f ⨾ {4 ↦ 8} => {1 ↦ 8, 5 ↦ 8}
{4 ↦ 8} ∘ f => {1 ↦ 8, 5 ↦ 8}
{1 ↦ 2, 2 ↦ 3} ⁺ => {1 ↦ 2, 1 ↦ 3, 2 ↦ 3}
iter 2 {1 ↦ 2, 2 ↦ 3} => {1 ↦ 3}
id A => {1 ↦ 1, 2 ↦ 2}
1 .. 3 => {1, 2, 3}
3 .. 1 => ∅
7 div 2 => 3
-7 div 2 => -4
7 div (-2) => -4
-7 mod 2 => 1
7 mod (-2) => -1
min A + max (ran s) => 4
max ∅ => the set is empty
9223372036854775807 + 1 => 9223372036854775808
4294967296 * 4294967296 => 18446744073709551616
{x : A • x * x} => {1, 4}
{x, y : A | x < y} => {1 ↦ 2}
(λ x : A • x + 1) 2 => 3
(μ x : A | x > 1) => 2
(μ x : A | x > 0) => there is not exactly one such value
if n = 2 then 1 else 0 => 1
(let k == 3 • k + k) => 6
node 3 => node 3
first (1, 2) + second (1, 2) => 3
(n, A).1 => 2
⦉ a == 1, b == A ⦊.b => {1, 2}
ℙ A => {∅, {1}, {2}, {1, 2}}
A × {7} => {1 ↦ 7, 2 ↦ 7}
succ n - 5 => -2
`), "\n") {
		text, want, _ := strings.Cut(line, " => ")
		p, typ := compileTyped(t, text)
		v, reason := p.Value(frame())
		got := v.Text(typ)
		if reason != nil {
			got = reason.String()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// With holes, what is known decides; where it does not, the first hole read is
// named.
func TestHoles(t *testing.T) {
	partial := frame()
	partial[0] = value.OfSeq([]value.Value{value.OfInt(3), value.OfHole(7), value.OfHole(8)})
	for _, test := range []struct {
		text string
		want eval.Truth
		hole int
	}{
		{"#s = 3", eval.True, 0},
		{"dom s = 1 .. 3", eval.True, 0},
		{"s 1 = 3", eval.True, 0},
		{"s 2 = 3", eval.Unknown, 7},
		{"s = ⟨3, 1, 2⟩", eval.Unknown, 7},
		{"s = ⟨4, 1, 2⟩", eval.False, 0},
		{"s = ⟨3, 1⟩", eval.False, 0},
		{"3 ∈ ran s", eval.True, 0},
		{"4 ∈ ran s", eval.Unknown, 7},
		{"s ↾ {3} = ⟨3⟩", eval.Unknown, 7},
		{"s 2 = 1 ∧ n = 3", eval.False, 0},
		{"s 3 = 1 ∧ s 2 = 1", eval.Unknown, 8},
		{"f 7 = 1 ∧ s 2 = 1", eval.Unknown, 7},
		{"∀ i, j : dom s • i < j ⇒ s i ≤ s j", eval.Unknown, 7},
		{"∃ i : dom s • s i = 3", eval.True, 0},
		{"⟨3⟩ ⌢ tail s = s", eval.True, 0},
		{"s = ⟨3⟩ ⌢ ⟨1, 2⟩", eval.Unknown, 7},
		{"s = ⟨4⟩ ⌢ ⟨1, 2⟩", eval.False, 0},
		{"s = ⟨3⟩ ⌢ ⟨1⟩", eval.False, 0},
		{"s ⨾ {(4, 1), (5, 1)} = ∅", eval.Unknown, 7},
		{"#(s ⨾ id (1 .. 0)) = 0", eval.True, 0},
		{"#(id (1 .. 0) ⨾ s) > 0", eval.False, 0},
		{"s⦇{1}⦈ = {3}", eval.True, 0},
		{"s⦇{1, 3}⦈ = {3}", eval.Unknown, 8},
		{"s⦇{4}⦈ = ∅", eval.True, 0},
		{"s⁺⦇{1}⦈ = {3}", eval.Unknown, 8},
		{"({1} ⩤ s)⁺⦇{1}⦈ = ∅", eval.True, 0},
		{"(s ∪ {3 ↦ 4})⁺⦇{4}⦈ = ∅", eval.True, 0},
		{"(1, 3) ∈ s⁺", eval.True, 0},
		{"(1, 1) ∈ s*", eval.True, 0},
		{"(1, 4) ∈ s⁺", eval.Unknown, 8},
		{"(4, 1) ∈ s⁺", eval.False, 0},
	} {
		got, reason := compile(t, test.text).Truth(partial)
		if got != test.want || got == eval.Unknown && (!reason.Unset || reason.Hole != test.hole) {
			t.Errorf("%s is %s (%+v), want %s of hole %d", test.text, got, reason, test.want, test.hole)
		}
	}
}

// A shared predicate is compiled and evaluated once, however often it is
// reached: this one would be reached 2⁶⁰ times.
func TestShared(t *testing.T) {
	truth := zed.Info{Type: zed.BoolType{}}
	var e zed.Expr = &zed.Op{Info: truth, Op: zed.Equal, Args: []zed.Expr{
		&zed.Ref{Info: zed.Info{Type: zed.IntType{}}, Name: "n", Kind: zed.Local},
		value.Literal(value.OfInt(2), zed.IntType{})}}
	for range 60 {
		e = &zed.Logic{Info: truth, Op: zed.Or, Args: []zed.Expr{
			&zed.Logic{Info: truth, Op: zed.Not, Args: []zed.Expr{e}},
			&zed.Logic{Info: truth, Op: zed.Not, Args: []zed.Expr{e}}}}
	}
	p, err := eval.Compile(e, []string{"n"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := p.Truth([]value.Value{value.OfInt(2)}); got != eval.True {
		t.Errorf("got %s", got)
	}
	if got, _ := p.Truth([]value.Value{value.OfInt(3)}); got != eval.False {
		t.Errorf("got %s for the second frame", got)
	}
}

// evaluateInTurn evaluates on two frames in turn, because the outcome on a frame that
// is the same as the last one is kept.
func evaluateInTurn(b *testing.B, text string, frames ...[]value.Value) {
	p := compile(b, text)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if t, reason := p.Truth(frames[i%len(frames)]); t != eval.True {
			b.Fatal(t, reason)
		}
	}
}

func eights() (a, b []value.Value) {
	a, b = frame(), frame()
	a[0], b[0] = seq(1, 2, 3, 4, 5, 6, 7, 8), seq(1, 2, 3, 4, 5, 6, 7, 9)
	a[3], b[3] = value.OfInt(7), value.OfInt(7)
	return a, b
}

func BenchmarkSorted(b *testing.B) {
	x, y := eights()
	evaluateInTurn(b, "∀ i, j : dom s • i < j ⇒ s i ≤ s j", x, y)
}

func BenchmarkLength(b *testing.B) {
	x, y := eights()
	evaluateInTurn(b, "#s = n + 1", x, y)
}

func BenchmarkMembership(b *testing.B) {
	x, y := eights()
	evaluateInTurn(b, "n ∈ ran s ∧ n ∈ dom s ∧ n ∈ 1 .. 9 ∧ n ∈ ℕ ∧ s ∈ seq ℤ ∧ s ∈ ℤ ⇸ ℕ", x, y)
}
