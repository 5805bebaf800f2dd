package guards_test

import (
	"fmt"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/evaltest"
	"github.com/ttf-int/ttf-int/zed/eval/guards"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// describe writes a guard in words.
func describe(g *guards.Guard) string {
	show := func(e zed.Expr) string { return zed.Print(e, zed.Unicode) }
	switch {
	case g == nil:
		return "none"
	case g.Equal != nil && len(g.Path) > 0:
		return fmt.Sprint("part ", g.Path, " of ", show(g.Equal))
	case g.Equal != nil:
		return "= " + show(g.Equal)
	case g.Set != nil && len(g.Path) > 0:
		return fmt.Sprint("part ", g.Path, " of a member of ", show(g.Set))
	case g.Set != nil && g.Column > 0:
		return fmt.Sprint("column ", g.Column, " of ", show(g.Set))
	case g.Set != nil:
		return "∈ " + show(g.Set)
	}
	out := ""
	for _, e := range g.Limits.Lo {
		out += "≥ " + show(e) + " "
	}
	for _, e := range g.Limits.Hi {
		out += "≤ " + show(e) + " "
	}
	return out
}

// TestBounds: what bounds x by the form of a quantifier: a value before a set, a set before a
// range, and nothing that mentions what is not bound yet.
func TestBounds(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, "C ::= red | box⟪ℤ⟫", "A : ℙ ℤ; f : ℤ ↔ ℤ; n : ℤ")
	for _, test := range []struct{ text, want string }{
		{"∃ x, y : ℤ • x ∈ A ∧ x = n", "= n"}, {"∃ x, y : ℤ • n + 1 = x", "= n + 1"},
		{"∃ x, y : ℤ • x = y ∧ x ∈ A", "∈ A"}, {"∃ x, y : ℤ • (x, 3) ∈ f", "column 1 of f"},
		{"∃ x, y : ℤ • (y, x) ∈ f", "column 2 of f"}, {"∃ x, y : ℤ • box x = box n", "part [{box false 0}] of box n"},
		{"∃ x, y : ℤ • {x} = A", "part [{ true 0}] of A"}, {"∃ x, y : ℤ • A = {x, y}", "none"},
		{"∃ x, y : ℤ • ⦉a == x, b == 1⦊ = ⦉a == n, b == 1⦊", "part [{ false 0}] of ⦉a == n, b == 1⦊"},
		{"∃ x, y : ℤ • {(y, x)} = f", "part [{ true 0} { false 1}] of f"},
		{"∃ x, y : ℤ • x ≥ n ∧ x < 9", "≥ n ≤ 9 + -1 "}, {"∃ x, y : ℤ • n < x ∧ 9 ≥ x", "≥ n + 1 ≤ 9 "},
		{"∃ x, y : ℤ • x > n", "none"}, {"∃ x, y : ℤ • x ∈ ℕ", "none"}, {"∃ x, y : ℤ • x ∉ A ∨ x = 1", "none"},
		{"∀ x, y : ℤ | x ∈ A • x > 0", "∈ A"}, {"∀ x, y : ℤ • x ∈ A", "none"}, {"∀ x, y : ℤ • x ∉ A", "∈ A"},
		{"∀ x, y : ℤ • x ≠ n", "= n"}, {"∀ x, y : ℤ • (x ∈ A ⇒ y = x)", "∈ A"},
		{"∃ x, y : ℤ • ∃ z : ℤ • (x, z) ∈ f", "column 1 of f"},
		{"∃ x, y : ℤ • ∃ z : ℤ • z ∈ A ∧ x ∈ {z}", "∈ ⋃ {z : ℤ | z ∈ A • {z}}"},
		{"∃ x, y : ℤ • ∃ x : ℤ • x ∈ A", "none"}, {"∃ x, y : ℤ • ∃ A : ℙ ℤ • x ∈ A", "∈ ⋃ {A : ℙ ℤ • A}"},
		{"∃ x, y : ℤ • ∃ z : ℤ • ∃ w : ℤ | x ∈ A • w = z", "∈ A"}, {"∃ x, y : ℤ • ¬ (∃ z : ℤ • x ∈ A)", "none"},
		{"∀ x, y : ℤ • ¬ (∃ z : ℤ • (x, z) ∈ f)", "column 1 of f"}, {"∃ x, y : ℤ • ∃ z : ℤ • x = n ∧ z = x", "= n"},
		{"∃ x, y : ℤ • x + 1 = n", "= n - 1"}, {"∃ x, y : ℤ • n - x < 3 ∧ 2 * x < n", "≥ n - 3 + 1 ≤ n div 2 "},
		{"∃ x, y : ℤ • x + y = n", "none"}, {"∃ x, y : ℤ • x * n < 4 ∧ x > 1", "none"},
		{"∃ x, y : ℤ • x * x ≤ n", "≥ -n ≤ n "}, {"∃ x, y : ℤ • x * x ≥ n", "none"},
		{"∃ x, y : ℤ • x ∈ A ∨ x = n", "∈ A ∪ {n}"}, {"∃ x, y : ℤ • x ∈ A ∨ y = n", "none"},
		{"∃ x, y : ℤ • y ∉ A ⇒ x = n", "none"}, {"∃ x, y : ℤ • x ∉ A ⇒ (x, 1) ∈ f", "∈ A ∪ dom f"},
		{"∃ x, y : ℤ • ¬ (x ∉ A ∧ x ≠ n)", "∈ A ∪ {n}"}, {"∃ x, y : ℤ • ∃ z : A • x = z + 1", "∈ {z : A • z + 1}"},
		{"∃ x, y : ℤ • ∃ z : A • x = z + y", "none"},
		{"∃ x, y : ℤ • {(x, n)} ∈ {f}", "part [{ true 0} { false 0}] of a member of {f}"},
		{"∀ x, y : ℤ • ¬ (x ∈ A ∧ y > 0)", "∈ A"}, {"∀ x, y : ℤ • x ∉ A ∨ y > 0", "∈ A"},
	} {
		q := w.Expr(test.text).(*zed.Quant)
		finder := guards.New(w.Places.Free)
		if got := describe(finder.BoundOf("x", nil, guards.NeededConjuncts(q.Q, q.Text, q.Body),
			[]string{"x", "y"})); got != test.want {
			t.Errorf("%s bounds x by %q, want %q", test.text, got, test.want)
		}
	}
	finder := guards.New(w.Places.Free)
	below := w.Expr("∃ x : ℤ • x < 9").(*zed.Quant)
	if got := describe(finder.BoundOf("x", guards.LeastOf(w.Expr("ℕ₁")), guards.NeededConjuncts(below.Q, below.Text,
		below.Body),
		[]string{"x"})); got != "≥ 1 ≤ 9 + -1 " {
		t.Errorf("of ℕ₁, x < 9 bounds x by %q", got)
	}
	if guards.LeastOf(w.Expr("ℤ")) != nil || guards.LeastOf(w.Expr("A")) != nil {
		t.Error("a set without a least number has one")
	}
}

// TestNeeded: where one of the conjuncts that are needed is false, so is the body of an ∃, and
// that of a ∀ is true.
func TestNeeded(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, "", "x, y : ℤ")
	atoms := []string{"x ∈ {0, 1}", "x ≠ y", "x < y", "y ∉ {1}", "¬ x = 1"}
	formats := []string{"%s ∧ %s", "%s ∨ %s", "%s ⇒ %s", "%s ⇔ %s", "¬ (%s ∧ %s)", "¬ (%s) ∨ (%s)", "¬ (%s ⇒ %s)"}
	found := 0
	for _, format := range formats {
		for _, a := range atoms {
			for _, b := range atoms {
				body := w.Expr(fmt.Sprintf(format, "("+a+")", "("+b+")"))
				whole := w.Predicate(body)
				for q, want := range map[zed.Quantifier]machine.Truth{zed.Exists: machine.False,
					zed.Forall: machine.True} {
					for _, e := range guards.NeededConjuncts(q, zed.Text{}, body) {
						needed := w.Predicate(e)
						for n := range int64(9) {
							frame := []value.Value{value.OfInt(n % 3), value.OfInt(n / 3)}
							if is, _ := w.Truth(needed, frame...); is != machine.False {
								continue
							}
							found++
							if got, _ := w.Truth(whole, frame...); got != want {
								t.Errorf("%s is %s of %s, where %s is false", zed.Print(body, zed.Unicode), got, frame,
									zed.Print(e, zed.Unicode))
							}
						}
					}
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d cases are compared", found)
	}
}
