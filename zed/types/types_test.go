package types_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
)

func check(text string) (*types.Spec, error) {
	paragraphs, err := parse.Document(source.NewFile("z", text).Whole())
	if err != nil {
		return nil, err
	}
	return types.Check(paragraphs)
}

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

func TestSchemaTypes(t *testing.T) {
	const text = sortedList + `[NAME]
T ::= on | off | at⟪ℤ⟫
Limit == 5
R == [r : NAME ⇸ T; s : ℙ (seq ℤ); t : ℤ × NAME]
Q == R ∧ S
H == Q \ (r, s)
M == S[other/list]
D == S'
P == pre Sort1
K == [k : {S | #list > 0}; m : {S; n : ℤ}]
C == Input1 ⨾ Input1
C1 == [u, v, v' : ℤ] \ (u) ⨾ [w, v, v' : ℤ] ⨾ [v, v' : ℤ]
C2 == [u, v, c! : ℤ] \ (u) ≫ [w, c? : ℤ] \ (w)
B == [b : R | b.r = ∅ ∧ b.t.1 > Limit]
G == [f, f' : ℕ → ℤ; k? : ℕ | f' = f ⊕ {k? ↦ f k?} ∧ θS = θS ⇒ true] 
`
	spec, err := check(strings.Replace(text, " ∧ θS = θS ⇒ true", "", 1))
	if err != nil {
		t.Fatal(source.Show(err, 0))
	}
	for name, want := range map[string]string{
		"S":              "[list : seq ℤ]",
		"Sort1":          "[list : seq ℤ; list' : seq ℤ; x? : ℤ]",
		"InsertAndSort1": "[list : seq ℤ; list' : seq ℤ; x? : ℤ]",
		"R":              "[r : NAME ↔ T; s : ℙ (seq ℤ); t : ℤ × NAME]",
		"H":              "[list : seq ℤ; t : ℤ × NAME]",
		"M":              "[other : seq ℤ]",
		"D":              "[list' : seq ℤ]",
		"K":              "[k : [list : seq ℤ]; m : [list : seq ℤ] × ℤ]",
		"P":              "[list : seq ℤ; x? : ℤ]",
		"C":              "[list : seq ℤ; list' : seq ℤ; x? : ℤ]",
		"C1":             "[v : ℤ; v' : ℤ; w : ℤ]",
		"C2":             "[v : ℤ]",
	} {
		s := spec.Schemas[name]
		if s == nil {
			t.Errorf("%s is not a schema", name)
			continue
		}
		if got := s.Type.String(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string // each at its line and column
	}{
		{"S == [a : ℤ | bal = 0]", []string{`1:15: undeclared variable "bal"`}},
		{"S == [ball : ℤ | bal = 0]", []string{`1:18: undeclared variable "bal", did you mean "ball"?`}},
		{"S == [a : ℤ; b : 1 .. a]\nT == {c : ℤ; d : {e} • d}",
			[]string{`1:23: undeclared variable "a": the declarations of one list do not see each other`,
				`2:19: undeclared variable "e"`}},
		{"T == [n : ℤ | ∃ d : {n}; e : {d} • d = e]",
			[]string{`1:31: undeclared variable "d": the declarations of one list do not see each other`}},
		{"S == [a : ℤ | dom a = ∅]", []string{"1:19: expected a relation, found ℤ"}},
		{"S == [a : ℤ | # a = 0 ∧ b = 1]", []string{"1:17: expected a set, found ℤ", `1:25: undeclared variable "b"`}},
		{"S == [a, b : ℙ ℤ | a ∪ 1 = b]", []string{"1:24: expected ℙ ℤ, found ℤ"}},
		{"S == [a : ℙ ℤ; b : ℙ (ℙ ℤ) | a ∪ b = a]", []string{"1:30: type mismatch: left ℙ ℤ, right ℙ (ℙ ℤ)"}},
		{"S == [a : ℤ; a : ℙ ℤ]", []string{`1:14: "a" is declared with two types: ℤ and ℙ ℤ`}},
		{"S == [a : ℤ]\nS == [b : ℤ]", []string{`2:1: "S" is defined twice`}},
		{"S == [T]\nT == [S]", []string{"goes in a circle"}},
		{"S == [a : ℤ | a]", []string{"1:15: expected a predicate, found an expression of type ℤ"}},
		{"S == [f : ℤ ⇸ ℤ; x : ℙ ℤ | f x = 1]", []string{"1:30: the function takes ℤ, found ℙ ℤ"}},
		{"S == [a : 5]", []string{"1:11: expected a set, found ℤ"}},
		{"S == [a : ℤ]\nT == [b : S₉]", []string{`2:11: undeclared variable "S₉"`}},
		{"S == [a : ℤ | f a = 1]\n│ f : T → ℤ\n\nT == {b : ℤ | b = bal}", []string{`4:19: undeclared variable "bal"`}},
		{"S == [a : ℤ | bal = 0 ∧ f bal = bal]", []string{`1:15: undeclared variable "bal"`,
			`1:25: undeclared variable "f"`}},
		{"S == [a : ℤ | bal = 0 ∧ (∃ t : T • t = a)]\nT == {bal}", []string{`1:15: undeclared variable "bal"`,
			`2:7: undeclared variable "bal"`}},
		{"S == [a : ℤ]\nT == S lor S", []string{`2:8: undeclared variable "lor"`}},
		{"S == [ΔNone]", []string{`undeclared variable "ΔNone"`}},
		{"S == [a : ℤ | {1, ∅} = {a}]", []string{"1:19: the elements must have one type: expected ℤ, found ℙ _"}},
	} {
		_, err := check(test.text)
		if err == nil {
			t.Errorf("%s: no error", test.text)
			continue
		}
		var errs source.Errors
		errs.Add(err)
		if len(errs) != len(test.want) && !strings.Contains(test.want[0], "circle") {
			t.Errorf("%s: %d errors, want %d:\n%v", test.text, len(errs), len(test.want), err)
		}
		for _, w := range test.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: got\n%v\nwant %s", test.text, err, w)
			}
		}
	}
}

// After checking, every node has a type without variables in it.
func TestTyped(t *testing.T) {
	spec, err := check(sortedList)
	if err != nil {
		t.Fatal(err)
	}
	var walk func(zed.Expr)
	walk = func(e zed.Expr) {
		if e.Typ() == nil || strings.Contains(e.Typ().String(), "_") {
			t.Errorf("%s has type %v", zed.Print(e, zed.Unicode), e.Typ())
		}
		for _, x := range zed.Children(e) {
			walk(x)
		}
	}
	for _, s := range spec.Schemas {
		walk(s.Body)
	}
}

// TestStrict: what a specification leaves open, or says twice, is an error.
func TestStrict(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"a == ∅", "the type of ∅ is not determined here"},
		{"a == #⟨⟩", "the type of ⟨⟩ is not determined here"},
		{"g[X] == X\na == g", "the type of g is not determined here"},
		{"S == [x : ℕ] ⧹ (y)", `the schema has no component "y" to hide`},
		{"S == [x : ℕ][a/x, b/x]", `the component "x" is renamed twice`},
		{"e[X] == {x : X | false}\n│ a : ℙ ℤ\n├\n│ {1} = e = {{1}}", "type mismatch"},
		{"╒ [X, X]\n│ a : X\n└", `the generic parameter "X" is declared twice`},
		{"╒ [X]\n│ a : ℙ X\n│ b : X\n├\n│ a = b\n└", "expected ℙ X, found X"},
		{"g[X] == X\na == g[ℕ, ℕ]", `"g" has 1 generic parameters, found 2`},
		{writeDoubled(20), `the type of "S13" is too large`},
		{"S == [a : ℤ]\nB == S ∧ T\nC == B ⨾ S", `undeclared variable "T"`},
		{"g == ℕ\na == g[ℕ]", `"g" is not generic`},
		{"S == [x : ℕ][a/y]", `the schema has no component "y" to rename`},
		{"S == [xs : ℕ]\nT == [S[a/x] | true]", `the schema has no component "x" to rename, did you mean "xs"?`},
		{"S == [x : ℕ]\nT == [y : S[z/y] | true]", `the schema has no component "y" to rename`},
		{"S == [x : ℕ]\nT == S' [x'/x]", `the schema has no component "x" to rename`},
		{"S == [x : ℕ]\nT == ΔS[y/z]", `the schema has no component "z" to rename`},
		{"S == [x : ℕ]\nT == S[y := 1]", `the schema has no component "y" to replace`},
		{"S == [x : ℕ]\nT == S[x := ∅]", "the bound variable type"},
		{"S == [x, y : ℕ]\nT == S[x := y]", `undeclared variable "y"`},
		{"S == [x, y : ℕ]\nT == [S[x := 1] | x = 1]", `undeclared variable "x"`},
		{"S == [x, y : ℕ]\nT == S[x := 1, x := 2]", `the component "x" is replaced twice`},
	} {
		_, err := check(c.in)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.in, err, c.want)
		}
	}
	for _, in := range []string{
		"a == ∅ ∪ {1}",
		"g[X] == X\na == g[ℕ]\nb == g ∪ {1}",
		"│ s : [one : ℕ; two : ℙ ℕ]\n├\n│ s.two = ∅",
		"│ f : ℕ → ℕ\n├\n│ ∀ S : ℙ ℕ • (λ x : S • x) ⊆ f",
		"╒ [X]\n│ f : seq X → seq X\n├\n│ f ⟨⟩ = ⟨⟩\n│ ∀ x : X; s : seq X • f (⟨x⟩ ⌢ s) = f s ⌢ ⟨x⟩\n└\na == f ⟨1, 2⟩",
		"State == [x : ℕ]\n│ State\n├\n│ x > 3\nb == (θState).x",
	} {
		if _, err := check(in); err != nil {
			t.Errorf("%s: %v", in, err)
		}
	}
}

// TestReplacement shows what Z/EVES writes S[x := e] for: the schema that is left
// of S where x is e, or in an expression the value of it.
func TestReplacement(t *testing.T) {
	t.Parallel()
	spec, err := check(`Acc == [bal : ℤ]
Deposit == [ΔAcc; amount? : ℤ | bal' = bal + amount?]
Hundred == Deposit[amount? := 100]
Both == [Deposit[amount? := 100]; n : ℕ | bal > n]
Joined == Deposit[amount? := 100] ∧ [x : ℤ]
Renamed == Deposit[amount? := 100][b/bal]
Hidden == Deposit[b/bal][amount? := 100] \ (b)
Two == Deposit[amount? := 100, bal := 2]
Pre == pre (Deposit[amount? := 100])
Holds == [ΔAcc | Deposit[amount? := bal + 1]]
n == (λ x : ℤ • x)[y := 1] 2
`)
	if err != nil {
		t.Fatal(source.Show(err, 0))
	}
	for name, want := range map[string]string{
		"Hundred": "[bal : ℤ; bal' : ℤ]",
		"Both":    "[bal : ℤ; bal' : ℤ; n : ℤ]",
		"Joined":  "[bal : ℤ; bal' : ℤ; x : ℤ]",
		"Renamed": "[b : ℤ; bal' : ℤ]",
		"Hidden":  "[bal' : ℤ]",
		"Two":     "[bal' : ℤ]",
		"Pre":     "[bal : ℤ]",
		"Holds":   "[bal : ℤ; bal' : ℤ]",
	} {
		if got := fmt.Sprint(spec.Schemas[name].Type); got != want {
			t.Errorf("%s has type %s, want %s", name, got, want)
		}
	}
}

// TestBraced: {S} holds S, or the bindings of S where it is used as that.
func TestBraced(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"a == {S}", "ℙ (ℙ [x : ℤ])"},
		{"a == {S} ∪ {[x : ℤ]}", "ℙ (ℙ [x : ℤ])"},
		{"│ t : ℙ S\n│ a : ℙ S\n├\n│ a = t ∩ {S}", "ℙ [x : ℤ]"},
	} {
		spec, err := check("S == [x : ℤ]\n" + c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		parsed, err := parse.Toolkit().Expr(source.NewFile("e", "a").Whole())
		if err != nil {
			t.Fatal(err)
		}
		e, err := spec.Expr(parsed, nil)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if got := e.Typ().String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
		if _, body, _ := spec.Definition("a"); body != nil && strings.Contains(zed.Print(body, zed.Unicode), "let") {
			t.Errorf("%s: a let that nobody wrote in %s", c.in, zed.Print(body, zed.Unicode))
		}
	}
}

// writeDoubled returns n definitions, the type of each twice as large as that of the
// one before.
func writeDoubled(n int) string {
	var b strings.Builder
	b.WriteString("S0 == [a : ℤ]\n")
	for i := range n {
		fmt.Fprintf(&b, "S%d == [p%d, q%d : S%d]\n", i+1, i, i, i)
	}
	return b.String()
}

// TestApplicationOfFunctions shows what the functions of the toolkit are applied
// to, where more than one term follows: what has no type is an error.
func TestApplicationOfFunctions(t *testing.T) {
	t.Parallel()
	const declared = "│ F : ℙ (ℕ ⇸ ℕ); f : ℕ → ℙ ℕ; g : ℕ → ℕ; s : seq (seq ℕ); h : ℕ → ℙ ℙ ℕ\n├\n│ "
	for pred, want := range map[string]string{
		"⋃ F 1 = 2":           "",
		"⋂ F 1 = 2":           "",
		"⌢/ s 1 = 2":          "",
		"⋃ ran f = {2}":       "",
		"# f 1 = 2":           "",
		"min f 1 = 2":         "",
		"max f 1 = succ g 1":  "",
		"⋃ (h 1) = {1}":       "",
		"rev s 1 = ⟨⟩":        "",
		"⋃ h 1 = {1}":         "expected",
		"⋃ F 1 2 = 2":         "expected a function",
		"min (f 1) 2 = 1":     "expected a function",
		"- g 1 = 2 ∧ - g = 1": "expected ℤ",
	} {
		_, err := check(declared + pred + "\n└\n")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(source.Show(err, 0), want)) {
			t.Errorf("%s: %v, want %q", pred, err, want)
		}
	}
}

// TestOperatorsThatAreVariables shows that an operator which a variable gives
// another meaning is that variable in its scope, and the toolkit's elsewhere.
func TestOperatorsThatAreVariables(t *testing.T) {
	t.Parallel()
	const before = "[G]\n│ n : ℕ; A : ℙ ℕ; g : G\n├\n│ "
	for pred, want := range map[string]string{
		"(∃ _+_ : G × G → G • g + g = g) ∧ 1 + 2 = 3":                        "",
		"(∃ _+_ : G × G → G • 1 + 2 = g) ∧ 1 + 2 = 3":                        "the function takes G × G",
		"(∃ _+_ : G × G → G • g + g = g) ∧ g + g = g":                        "expected ℤ",
		"(∀ _<_ : G ↔ G • g < g) ∧ 1 < 2":                                    "",
		"(∀ _∪_ : G × G → G • g ∪ g = g) ∧ A ∪ {1} = A":                      "",
		"(∃ #_ : G → ℕ • # g = 1) ∧ # A = 1":                                 "",
		"(∃ _∼ : G → ℕ • g∼ = 1) ∧ {1 ↦ 2}∼ = ∅":                             "",
		"{_ * _ : G × G → G | g * g = g} ≠ ∅ ∧ 2 * 3 = 6":                    "",
		"(λ _ - _ : ℕ × ℕ → G • 5 - 3) ∈ (ℕ × ℕ → G) → G ∧ 5 - 3 = 2":        "",
		"[_ ⊕ _ : G × G → G | g ⊕ g = g] ≠ ∅ ∧ {1 ↦ 2} ⊕ {1 ↦ 3} = ∅":        "",
		"(∃ _ ⦇ _ ⦈ : G × ℕ → ℕ • g⦇1⦈ = 2) ∧ {1 ↦ 2}⦇{1}⦈ = {2}":            "",
		"(∃ _ ⨾ _ : G × G → G • g ⨾ g = g) ∧ {1 ↦ 2} ⨾ {2 ↦ 3} = ∅":          "",
		"(∃ _ ∉ _ : G ↔ G • g ∉ g) ∧ 1 ∉ A ∧ (∀ _⊂_ : G ↔ G • A ⊂ A)":        "expected",
		"(∃ _+_ : G × G → G • (_ + _) (g, g) = g) ∧ (_ + _) (1, 2) = 3":      "",
		"(∃ _ .. _ : G × G → ℙ G • g .. g = {g}) ∧ n ∈ 1 .. 3 ∧ #(1..2) = 2": "",
	} {
		_, err := check(before + pred + "\n└\n")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(source.Show(err, 0), want)) {
			t.Errorf("%s: %v, want %q", pred, err, want)
		}
	}
}
