package parse_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

func text(s string) *source.Text { return source.NewFile("f", s).Whole() }

func TestExpr(t *testing.T) {
	same := ""
	for _, c := range []struct{ in, unicode, ascii string }{
		{"x? ∉ ran list", same, "x? notin ran list"},
		{"x? notin ran list", "x? ∉ ran list", same},
		{"list' ↾ {x?} = (list ↾ {x?}) ⌢ ⟨x?⟩", "list' ↾ {x?} = list ↾ {x?} ⌢ ⟨x?⟩",
			"list' filter {x?} = list filter {x?} cat <x?>"},
		{"#list' = #list + 1", same, same},
		{"∀ i, j : dom list' • i < j ⇒ list' i ≤ list' j", same,
			"forall i, j : dom list' @ i < j => list' i <= list' j"},
		{"∀ y : (ran list) \\ {x?} • list ↾ {y} = list' ↾ {y}", "∀ y : ran list ∖ {x?} • list ↾ {y} = list' ↾ {y}",
			"forall y : ran list setminus {x?} @ list filter {y} = list' filter {y}"},
		{"(Input₁ ∧ Sort₁) ∨ InList", "Input₁ ∧ Sort₁ ∨ InList", "Input₁ and Sort₁ or InList"},
		{"a and b and c", "a ∧ b ∧ c", same},
		{"(a and b) and c", "(a ∧ b) ∧ c", same},
		{"a < b <= c and d", "a < b ∧ b ≤ c ∧ d", "a < b and b <= c and d"},
		{"a => b => c", "a ⇒ b ⇒ c", same},
		{"(a => b) => c", "(a ⇒ b) ⇒ c", same},
		{"a <=> b <=> c", "a ⇔ b ⇔ c", same},
		{"not a = b", "¬ a = b", same},
		{"a - b - c", same, same},
		{"a - (b - c)", same, same},
		{"-x * -y + 1", same, same},
		{"1..n + 1", "1..n + 1", same},
		{"f x y", same, same},
		{"f (x y)", same, same},
		{"rev s 1", "rev s 1", "rev s 1"},
		{"#f x", same, same},
		{"S × T × U", same, "S cross T cross U"},
		{"S cross (T cross U)", "S × (T × U)", same},
		{"A pfun B fun C", "A ⇸ B → C", same},
		{"R* (| S |)", "R⁎⦇S⦈", "R^*(| S |)"},
		{"R*", "R⁎", "R^*"},
		{"R~ = R∼ ", "R∼ = R∼", "R~ = R~"},
		{"a * b", same, same},
		{"{}", "∅", same},
		{"∅", same, "{}"},
		{"{1 |-> 2, 2 |-> 3}", "{1 ↦ 2, 2 ↦ 3}", same},
		{"a |-> b |-> c", "((a, b), c)", "((a, b), c)"},
		{"{x : Z}", "{x : ℤ}", same},
		{"{x : Z | x > 0 @ x * x}", "{x : ℤ | x > 0 • x * x}", same},
		{"{S; T | a}", same, same},
		{"{S}", same, same},
		{"{S | true}", same, same},
		{"<1, 2>", "⟨1, 2⟩", same},
		{"<<1>, <>>", "⟨⟨1⟩, ⟨⟩⟩", same},
		{"<1>=<2>", "⟨1⟩ = ⟨2⟩", "<1> = <2>"},
		{"f(<1, 2>)", "f ⟨1, 2⟩", "f (<1, 2>)"},
		{"f < 1", same, same},
		{"<(a > b)>", "⟨(a > b)⟩", same},
		{"A >> B hide (x!, y)", "A ≫ B ⧹ (x!, y)", "A pipe B hide (x!, y)"},
		{"S \\ (x, y)", "S ∖ (x, y)", "S setminus (x, y)"},
		{"S semi T", "S ⨾ T", "S comp T"},
		{"S project T", "S ⨡ T", same},
		{"pre S and not pre (T or U)", "pre S ∧ ¬ pre (T ∨ U)", same},
		{"S[a/b, c!/c?]", same, same},
		{"S[X, Z]", "S[X, ℤ]", same},
		{"S[X][a/b]", same, same},
		{"θS = θS'", same, "theta S = theta S'"},
		{"θ(S ∧ T)'", same, "theta (S and T)'"},
		{"Delta S and Xi T'", "ΔS ∧ ΞT'", same},
		{"(S)'", same, same},
		{"[Delta S; x? : Z | x? in ran list]", "[ΔS; x? : ℤ | x? ∈ ran list]", same},
		{"[x : Z\ny : N1 | x > 0\n y > 0]", "[x : ℤ; y : ℕ₁ | x > 0 ∧ y > 0]", "[x : Z; y : N1 | x > 0 and y > 0]"},
		{"[ | a ]", "[ | a]", "[ | a]"},
		{"if a = b then 1 else 2 + 3", same, same},
		{"(if a then 1 else 2) + 3", same, same},
		{"let x == 1; y == 2 @ x + y", "let x == 1; y == 2 • x + y", same},
		{"(lambda x : Z @ x + 1) 2", "(λ x : ℤ • x + 1) 2", same},
		{"(mu x : Z | x = 1)", "(μ x : ℤ | x = 1)", same},
		{"(mu x : Z @ x)", "μ x : ℤ • x", "mu x : Z @ x"},
		{"(τ i).unit", same, same},
		{"p.1.2", same, same},
		{"<| x == 1, y == 2 |>", "⦉x == 1, y == 2⦊", "<|x == 1, y == 2|>"},
		{"iter n R", same, same},
		{"disjoint s and s partition t", "disjoint s ∧ s partition t", same},
		{`s = "a\n\"b"`, same, same},
		{"a\nb", "a ∧ b", "a and b"},
		{"a\n and b\nor c", "a ∧ b ∨ c", "a and b or c"},
		{"a ; b", "a ∧ b", "a and b"},
		{"a % comment", "a", "a"},
		{"seq seq Z", "seq seq ℤ", same},
		{"power Z", "ℙ ℤ", same},
		{"ℙX", "ℙ X", "power X"},
		{"min? + x''", same, same},
		{"12345678901234567890123", same, same},
		{"A dres f oplus g", "A ◁ f ⊕ g", same},
		{"bigcup ran f", "⋃ ran f", same},
		{"{}[Z] union {}", "{x : ℤ | false} ∪ ∅", "{x : Z | false} union {}"},
		{"head <1, 2>", "head ⟨1, 2⟩", "head (<1, 2>)"},
		{"# rev <1>", "#rev ⟨1⟩", "#rev (<1>)"},
		{"ran <<1>, <2>>", "ran ⟨⟨1⟩, ⟨2⟩⟩", "ran (<<1>, <2>>)"},
		{"last < 3", same, same},
		{"{last : Z | last <3}", "{last : ℤ | last < 3}", "{last : Z | last < 3}"},
		{"1‥2", "1..2", "1..2"},
		{"∄ x : S • p", "¬ (∃ x : S • p)", "not (exists x : S @ p)"},
		{"x ≮ y ∧ x ≱ y", "x ≥ y ∧ x < y", "x >= y and x < y"},
		{"S[x := 1, y := a + b]", same, same},
		{"S[x := 1][a/b]", same, same},
		{"θS[x := 1].y", same, "theta S[x := 1].y"},
		{"⋃ F 1", "(⋃ F) 1", "(bigcup F) 1"},
		{"⋃ (F 1)", same, "bigcup (F 1)"},
		{"⋂ F x y", "(⋂ F) x y", "(bigcap F) x y"},
		{"⌢/ s 1 + 1", "(⌢/ s) 1 + 1", "(dcat s) 1 + 1"},
		{"⋃ ran F 1", "(⋃ ran F) 1", "(bigcup ran F) 1"},
		{"⋃ ⋂ F", same, "bigcup bigcap F"},
		{"⋃ ℙ X", same, "bigcup power X"},
		{"⋃ F⦇S⦈ ∪ G", same, "bigcup F(| S |) union G"},
		{"⋃ a.b x", "(⋃ a.b) x", "(bigcup a.b) x"},
		{"f = ⋃", "f = (⋃)", "f = (bigcup)"},
		{"# ⋃ F 1", "#(⋃ F) 1", "#(bigcup F) 1"},
		{"#dom R", same, same},
		{"- ⋃ F 1", "-(⋃ F) 1", "-(bigcup F) 1"},
		{"seq F 1", same, same},
		{"ℙ f x", same, "power f x"},
		{"a ∧ (∃ x : X • b) ∧ c", same, "a and (exists x : X @ b) and c"},
		{"a and exists1 x : X @ b and c", "a ∧ (∃₁ x : X • b ∧ c)", "a and (exists1 x : X @ b and c)"},
	} {
		e, err := parse.Toolkit().Expr(text(c.in))
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		for n, want := range []string{c.unicode, c.ascii} {
			if want == same {
				want = c.in
			}
			if got := zed.Print(e, zed.Notation(n)); got != want {
				t.Errorf("%s: printed %q, want %q", c.in, got, want)
			}
		}
	}
}

const list = `
[NAME]
REPORT ::= ok | error | at⟪ℕ × NAME⟫
S ≙ [list : seq ℤ]
InList ≙ [ΞS; x? : ℤ | x? ∈ ran list]
InsertOk ≙
  [ΔS; x? : ℤ | x? ∉ ran list ∧ ran list' = ran list ∪ {x?}
     ∧ (∀ i, j : dom list' • i < j ⇒ list' i < list' j)]
InsertAndSort ≙ InsertOk ∨ InList

┌─ Sort₁ ──────────
│ ΔS
│ x? : ℤ
├──────────────────
│ #list' = #list + 1
│ list' ↾ {x?} = (list ↾ {x?}) ⌢ ⟨x?⟩
│ ∀ y : (ran list) ∖ {x?} • list ↾ {y} = list' ↾ {y}
│ ∀ i, j : dom list' • i < j ⇒ list' i ≤ list' j
└──────────────────

Input₁ ≙ [ΔS; x? : ℤ | x? ∉ ran list]
InsertAndSort₁ ≙ (Input₁ ∧ Sort₁)
  ∨ InList

│ limit : ℕ
├───
│ limit ≤ 10

⊢? limit > 0
`

const listASCII = `[NAME]
REPORT ::= ok | error | at<<N cross NAME>>
S == [list : seq Z]
InList == [Xi S; x? : Z | x? in ran list]
InsertOk ==
  [Delta S; x? : Z | x? notin ran list and ran list' = ran list union {x?}
     and (forall i, j : dom list' @ i < j => list' i < list' j)]
InsertAndSort =^= InsertOk or InList
schema Sort₁
  Delta S
  x? : Z
where
  #list' = #list + 1
  list' filter {x?} = (list filter {x?}) cat <x?>
  forall y : (ran list) setminus {x?} @ list filter {y} = list' filter {y}
  forall i, j : dom list' @ i < j =>
     list' i <= list' j
end
Input₁ == [Delta S; x? : Z | x? notin ran list]
InsertAndSort₁ == (Input₁ and Sort₁) or InList
axiom limit : N where limit <= 10 end
|-? limit > 0
`

func TestDocumentInBothNotations(t *testing.T) {
	unicode, err := parse.Document(text(list))
	if err != nil {
		t.Fatal(err)
	}
	ascii, err := parse.Document(text(listASCII))
	if err != nil {
		t.Fatal(err)
	}
	if len(unicode) != 11 {
		t.Errorf("%d paragraphs", len(unicode))
	}
	for _, n := range []zed.Notation{zed.Unicode, zed.ASCII} {
		u, a := zed.PrintText(unicode, n), zed.PrintText(ascii, n)
		if u != a {
			t.Errorf("the notations differ:\n%s\n%s", u, a)
		}
		again, err := parse.Document(text(u))
		if err != nil {
			t.Fatalf("%v\n%s", err, u)
		}
		if p := zed.PrintText(again, n); p != u {
			t.Errorf("printed\n%s\nthen\n%s", u, p)
		}
		if !strings.Contains(u, "Sort₁") {
			t.Error("no Sort₁")
		}
	}
}
